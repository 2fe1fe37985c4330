//! Opens and closes engines.

use crate::{
    entry::enter,
    status::{CallError, SheshStatus},
    strings::{optional, sized},
};
use sheshbesh_api::{
    Engines,
    limits::{CACHE_MB, DEFAULT_CACHE_MB, THREADS},
};
use sheshbesh_evaluator::{
    EvaluationCache, Settings,
    bearoff::{Cache, Tables},
};
use sheshbesh_network::Network;
use std::{ffi::c_char, path::Path, sync::Arc};

/// An engine: networks, tables and a cache, with its own threads.
pub struct Shesh {
    pub(crate) engines: Engines,
}

/// Options for opening an engine.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshConfig {
    /// sizeof(SheshConfig).
    pub size: usize,
    /// Path of a network file, or null. If this and weights_bytes are null, the engine uses the
    /// built-in networks, one for each kind of game.
    pub weights_path: *const c_char,
    /// Contents of a network file, or null.
    pub weights_bytes: *const u8,
    /// Size of weights_bytes in bytes.
    pub weights_bytes_size: usize,
    /// Number of threads that share deep searches, at most 1024; 0 means the number of processors.
    pub threads: u32,
    /// Evaluation cache size in MB, at most 65536; 0 means 64.
    pub cache_megabytes: u32,
    /// Nonzero: do not use the exact bearoff tables. The tables are stored in the user's cache
    /// folder. The first engine that is opened creates them there, which takes some seconds.
    pub no_tables: u32,
    /// Reserved; must be 0.
    pub reserved: u32,
}

/// The structure has no padding, so any added field makes it larger.
const _: () = assert!(
    size_of::<SheshConfig>() == 2 * size_of::<usize>() + 2 * size_of::<*const u8>() + 4 * 4
);

/// Many threads may use an engine, and any thread may close it.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Shesh>();
};

/// Opens an engine, which must be closed with shesh_close. config may be null.
///
/// Fails if a network file cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_open(
    config: *const SheshConfig,
    engine: *mut *mut Shesh,
) -> SheshStatus {
    enter(|| {
        if engine.is_null() {
            return Err(CallError::argument("engine is null"));
        }
        // SAFETY: the pointer is not null, and the caller guarantees that it is valid.
        unsafe { engine.write(std::ptr::null_mut()) };
        let config = if config.is_null() {
            None
        } else {
            // SAFETY: a C structure that begins with its size.
            Some(unsafe { sized("config", config) }?)
        };
        // SAFETY: the caller guarantees that the pointers in it are valid.
        let opened = unsafe { open(config.as_ref()) }?;
        // SAFETY: as above.
        unsafe { engine.write(Box::into_raw(Box::new(opened))) };
        Ok(())
    })
}

/// # Safety
/// Each pointer in the configuration is null or valid.
unsafe fn open(config: Option<&SheshConfig>) -> Result<Shesh, CallError> {
    let mut own = None;
    let (mut name, mut threads, mut cache, mut tables) = ("shesh", 0, DEFAULT_CACHE_MB, true);
    if let Some(config) = config {
        // SAFETY: guaranteed by the caller.
        let path = unsafe { optional("weights_path", config.weights_path) }?;
        if config.weights_bytes.is_null() && config.weights_bytes_size > 0 {
            return Err(CallError::argument("weights_bytes is null"));
        }
        if path.is_some() && !config.weights_bytes.is_null() {
            return Err(CallError::argument("weights_path and weights_bytes cannot both be given"));
        }
        let failed = |error: String| CallError::new(SheshStatus::Failed, error);
        if let Some(path) = path {
            own = Some(Network::read(Path::new(path)).map_err(|error| failed(error.to_string()))?);
            name = path;
        } else if !config.weights_bytes.is_null() {
            let size = config.weights_bytes_size;
            // SAFETY: guaranteed by the caller.
            let bytes = unsafe { std::slice::from_raw_parts(config.weights_bytes, size) };
            let read = Network::from_bytes(bytes);
            own = Some(read.map_err(|error| failed(format!("weights_bytes: {error}")))?);
            name = "weights_bytes";
        }
        threads = config.threads;
        cache = if config.cache_megabytes == 0 { DEFAULT_CACHE_MB } else { config.cache_megabytes };
        tables = config.no_tables == 0;
    }
    if threads > u32::from(THREADS) {
        return Err(CallError::nonsense(format_args!("threads are at most {THREADS}")));
    }
    if cache > CACHE_MB {
        return Err(CallError::nonsense(format_args!(
            "cache_megabytes is at most {CACHE_MB}, not {cache}"
        )));
    }
    let cache = EvaluationCache::new(cache as usize);
    // Create the cache and the tables now, so that no question has to wait for them.
    cache.make();
    let tables = tables.then(tables_of_user);
    tables.iter().for_each(Tables::make);
    let settings = Settings {
        tables: tables.map(Arc::new),
        cache: Some(Arc::new(cache)),
        cubeful: false,
        ..Settings::default()
    };
    let networks: Vec<&Network> = match &own {
        Some(network) => vec![network],
        None => sheshbesh_weights::networks().collect(),
    };
    let engines = Engines::new(networks[0], &networks[1..], name, settings, threads as usize);
    let engines = engines.map_err(|error| CallError::new(SheshStatus::Failed, error))?;
    Ok(Shesh { engines })
}

/// Tables in the user's cache folder, or in memory if there is no such folder.
fn tables_of_user() -> Tables {
    match Cache::of_user() {
        Some(cache) => Tables::cached(cache, |_| {}),
        None => Tables::in_memory(),
    }
}

/// Closes an engine that is not in use; does nothing if it is null. Its threads end shortly
/// afterwards, so a program that unloads the library should wait a moment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_close(engine: *mut Shesh) {
    enter(|| {
        if !engine.is_null() {
            // SAFETY: the pointer came from `shesh_open`, and the caller no longer uses it.
            drop(unsafe { Box::from_raw(engine) });
        }
        Ok(())
    });
}
