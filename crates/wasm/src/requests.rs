//! Functions for hosts that send the requests of the HTTP API, such as the static site.

use crate::{
    answer::keep,
    engine,
    exports::{HOST, bytes, text},
    host,
    status::Status,
};
use sheshbesh_api::QueryError;
use sheshbesh_evaluator::Stop;
use sheshbesh_movegen::Game;
use sheshbesh_service::{Answer, Service};
use std::{cell::RefCell, sync::Arc};

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// State of the requests beside the engine.
#[derive(Default)]
struct State {
    /// Seed of all dice.
    seed: u64,
    /// Networks that the host can add: game and checksum.
    known: Vec<(Game, String)>,
    /// The service, and the generation of its networks.
    service: Option<(u64, Arc<Service>)>,
}

/// The service with all networks. It keeps counting sessions when networks are added.
fn service() -> Result<Arc<Service>, QueryError> {
    let (generation, engines) = HOST.with_borrow_mut(|host| {
        let generation = host.generation();
        host.engines().map(|engines| (generation, engines.clone()))
    })?;
    STATE.with_borrow_mut(|State { seed, known, service }| {
        let current = match service.take() {
            Some((latest, current)) if latest == generation => current,
            Some((_, old)) => Arc::new(old.with_engines(engines.with_known(known))),
            None => {
                // Games are listed as if all networks were there.
                let evaluated = |game: &Game| {
                    known.iter().any(|(learned, _)| learned.family() == game.family())
                };
                let available = Game::ALL.into_iter().filter(evaluated);
                let fresh = Service::new(engines.with_known(known), *seed);
                Arc::new(fresh.with_available(available))
            }
        };
        *service = Some((generation, Arc::clone(&current)));
        Ok(current)
    })
}

/// Sets the seed of all dice: a number below 2⁶⁴ as text. Without it, the seed is 0. Sessions begin
/// with number 1 again.
///
/// # Safety
/// The pointer is to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn seed(number: *const u8, size: usize) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let number = unsafe { bytes(number, size) };
    keep(text("the seed", number).and_then(|number| {
        let seed = number.parse().map_err(|_| QueryError::nonsense("the seed is not a number"))?;
        STATE.with_borrow_mut(|state| (state.seed, state.service) = (seed, None));
        Ok("null".to_owned())
    }))
}

/// Declares the networks that the host can add: a JSON list of pairs of game and checksum, in the
/// usual order. Answers are then those of an engine with all of them.
///
/// # Safety
/// The pointer is to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn declare(list: *const u8, size: usize) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let list = unsafe { bytes(list, size) };
    let read = || -> Result<Vec<(Game, String)>, QueryError> {
        let list: Vec<(String, String)> =
            serde_json::from_slice(list).map_err(QueryError::unreadable)?;
        let game = |(name, checksum): (String, String)| {
            Ok((name.parse().map_err(QueryError::invalid)?, checksum))
        };
        list.into_iter().map(game).collect()
    };
    keep(read().map(|known| {
        STATE.with_borrow_mut(|state| (state.known, state.service) = (known, None));
        "null".to_owned()
    }))
}

/// Answers a request: its method, its path below `/api/v1/` with the query, and its body. The answer
/// is a line with the HTTP status and the media type, and the body. A job is answered when it has
/// ended; its status so far is passed to the host meanwhile.
///
/// # Safety
/// All pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn request(
    method: *const u8,
    method_size: usize,
    path: *const u8,
    path_size: usize,
    body: *const u8,
    body_size: usize,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (method, path, body) =
        unsafe { (bytes(method, method_size), bytes(path, path_size), bytes(body, body_size)) };
    let answer = || {
        let (method, path) = (text("the method", method)?, text("the path", path)?);
        let mut report = |status: &sheshbesh_service::Status| {
            if let Ok(status) = status.json(usize::MAX) {
                host::progress(&status);
            }
        };
        let stop = Stop::when(host::stopped);
        Ok(envelope(&service()?.answer(method, path, body.to_vec(), &stop, &mut report)))
    };
    keep(answer())
}

/// Names the games whose networks a request needs, as a JSON list. The arguments are those of
/// [`request`].
///
/// # Safety
/// All pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn games_of(
    method: *const u8,
    method_size: usize,
    path: *const u8,
    path_size: usize,
    body: *const u8,
    body_size: usize,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (method, path, body) =
        unsafe { (bytes(method, method_size), bytes(path, path_size), bytes(body, body_size)) };
    let games = || {
        let (method, path) = (text("the method", method)?, text("the path", path)?);
        let games = Service::games_of(method, path, body.to_vec());
        let learned = games.into_iter().map(|game| engine::learned_for(game).to_string());
        serde_json::to_string(&learned.collect::<Vec<_>>()).map_err(QueryError::failed)
    };
    keep(games())
}

/// Analyzes one of several parts of the matches in a file; `query` and `file` are those of `POST
/// jobs/analyze`. The answer is a line for [`join_analysis`]; the finished share is passed to the
/// host meanwhile.
///
/// # Safety
/// All pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn analyze_part(
    query: *const u8,
    query_size: usize,
    file: *const u8,
    file_size: usize,
    part: u32,
    count: u32,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (query, file) = unsafe { (bytes(query, query_size), bytes(file, file_size)) };
    let analyze = || {
        let share = (part as usize, count.max(1) as usize);
        let report = |share: f64| {
            host::progress(&share.to_string());
        };
        let (query, stop) = (text("the query", query)?, Stop::when(host::stopped));
        let analyzed = service()?.analyze_part(query, file.to_vec(), share, &stop, &report);
        // Joining the parts refuses the file with the same error.
        Ok(analyzed.unwrap_or_default())
    };
    keep(analyze())
}

/// Joins the parts of an analysis, one a line in their order. The answer is that of [`request`] to
/// `POST jobs/analyze`.
///
/// # Safety
/// All pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn join_analysis(
    query: *const u8,
    query_size: usize,
    file: *const u8,
    file_size: usize,
    parts: *const u8,
    parts_size: usize,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (query, file, parts) =
        unsafe { (bytes(query, query_size), bytes(file, file_size), bytes(parts, parts_size)) };
    let join = || {
        let (query, parts) = (text("the query", query)?, text("the parts", parts)?);
        let parts: Vec<&str> = parts.lines().collect();
        let stop = Stop::when(host::stopped);
        Ok(envelope(&service()?.answer_from_parts(query, file.to_vec(), &parts, &stop)))
    };
    keep(join())
}

/// Formats an answer: status and media type, a newline, and the body.
fn envelope(Answer { status, media_type, body, .. }: &Answer) -> String {
    format!("{status} {media_type}\n{body}")
}
