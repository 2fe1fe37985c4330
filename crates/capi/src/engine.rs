//! Engines: opened, and closed.

use crate::{
    entry::enter,
    status::{Fault, SheshStatus},
    strings::{optional, sized},
};
use sheshbesh_evaluator::{
    EvaluationCache, Settings,
    bearoff::{Cache, Tables},
};
use sheshbesh_network::Network;
use sheshbesh_questions::Engines;
use std::{ffi::c_char, path::Path, sync::Arc};

/// An engine: networks with what they judge with, and threads of its own.
pub struct Shesh {
    pub(crate) engines: Engines,
}

/// How an engine is opened.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshConfig {
    /// sizeof(SheshConfig).
    pub size: usize,
    /// File of a network, or null. Where neither this nor weights_bytes is given, the engine has the
    /// networks that come with it, one for each kind of game.
    pub weights_path: *const c_char,
    /// A network as the bytes of its file, or null.
    pub weights_bytes: *const u8,
    /// How many bytes that are.
    pub weights_bytes_size: usize,
    /// Threads that share deep searches; as many as there are processors for 0.
    pub threads: u32,
    /// Megabytes that remember what has been searched; 64 for 0.
    pub cache_megabytes: u32,
    /// Not 0: do without the exact tables of the bearoff. They are kept in the user's cache folder; the
    /// first engine that is opened makes them there, which takes some seconds.
    pub no_tables: u32,
    /// 0.
    pub reserved: u32,
}

/// Nothing lies between or behind the fields: whatever is added makes the structure larger.
const _: () = assert!(
    size_of::<SheshConfig>() == 2 * size_of::<usize>() + 2 * size_of::<*const u8>() + 4 * 4
);

/// Engines are asked from many threads, and closed by any.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Shesh>();
};

/// Megabytes that remember what has been searched, where nothing is said, and at most.
const CACHE: u32 = 64;
const LARGEST_CACHE: u32 = 1 << 16;
/// Most threads.
const MOST_THREADS: u32 = 1024;

/// Opens an engine; config may be null. It must be closed with shesh_close.
///
/// Fails where a network's file cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_open(
    config: *const SheshConfig,
    engine: *mut *mut Shesh,
) -> SheshStatus {
    enter(|| {
        if engine.is_null() {
            return Err(Fault::argument("engine is null"));
        }
        // SAFETY: it is not null, and the caller vouches for the rest.
        unsafe { engine.write(std::ptr::null_mut()) };
        let config = match config.is_null() {
            true => None,
            // SAFETY: a C structure that begins with its size.
            false => Some(unsafe { sized("config", config) }?),
        };
        // SAFETY: the caller vouches for the pointers in it.
        let opened = unsafe { open(config.as_ref()) }?;
        // SAFETY: as above.
        unsafe { engine.write(Box::into_raw(Box::new(opened))) };
        Ok(())
    })
}

/// # Safety
/// The pointers of the configuration are null or lead to what they say.
unsafe fn open(config: Option<&SheshConfig>) -> Result<Shesh, Fault> {
    let mut own = None;
    let (mut name, mut threads, mut cache, mut tables) = ("shesh", 0, CACHE, true);
    if let Some(config) = config {
        // SAFETY: the caller vouches for it.
        let path = unsafe { optional("weights_path", config.weights_path) }?;
        if config.weights_bytes.is_null() && config.weights_bytes_size > 0 {
            return Err(Fault::argument("weights_bytes is null"));
        }
        if path.is_some() && !config.weights_bytes.is_null() {
            return Err(Fault::argument("weights_path and weights_bytes cannot both be given"));
        }
        let failed = |error: String| Fault::new(SheshStatus::Failed, error);
        if let Some(path) = path {
            own = Some(Network::read(Path::new(path)).map_err(|error| failed(error.to_string()))?);
            name = path;
        } else if !config.weights_bytes.is_null() {
            let size = config.weights_bytes_size;
            // SAFETY: the caller vouches for it.
            let bytes = unsafe { std::slice::from_raw_parts(config.weights_bytes, size) };
            let read = Network::from_bytes(bytes);
            own = Some(read.map_err(|error| failed(format!("weights_bytes: {error}")))?);
            name = "weights_bytes";
        }
        threads = config.threads;
        cache = if config.cache_megabytes == 0 { CACHE } else { config.cache_megabytes };
        tables = config.no_tables == 0;
    }
    if threads > MOST_THREADS {
        return Err(Fault::nonsense(format_args!("threads are at most {MOST_THREADS}")));
    }
    if cache > LARGEST_CACHE {
        return Err(Fault::nonsense(format_args!(
            "cache_megabytes is at most {LARGEST_CACHE}, not {cache}"
        )));
    }
    let cache = EvaluationCache::new(cache as usize);
    // Nobody who asks waits for what is made once.
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
    let engines = engines.map_err(|error| Fault::new(SheshStatus::Failed, error))?;
    Ok(Shesh { engines })
}

/// The tables of the user's cache folder; where it cannot be written, they are made in memory.
fn tables_of_user() -> Tables {
    match Cache::of_user() {
        Some(cache) => Tables::cached(cache, |_| {}),
        None => Tables::in_memory(),
    }
}

/// Closes an engine, which nobody may be asking; null is nothing to close. Its threads end soon after:
/// a program that unloads the library waits a moment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_close(engine: *mut Shesh) {
    enter(|| {
        if !engine.is_null() {
            // SAFETY: it came from `shesh_open`, and is given back.
            drop(unsafe { Box::from_raw(engine) });
        }
        Ok(())
    });
}
