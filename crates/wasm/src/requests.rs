//! Functions for hosts that send the requests of the HTTP API, such as the static site. Their first
//! arguments are method, path below `/api/v1/` with its query, body, and parts of an analysis.

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

/// A request as the host passes it.
struct Request<'a> {
    method: &'a str,
    path: &'a str,
    body: &'a [u8],
    /// Parts of an analysis, one a line.
    parts: &'a str,
}

impl Request<'_> {
    fn query(&self) -> &str {
        self.path.split_once('?').map_or("", |(_, query)| query)
    }
}

/// Reads the arguments of a request, and keeps the result of a function of it.
///
/// # Safety
/// All pointers are to as many bytes as is said.
unsafe fn with_request(
    arguments: [(*const u8, usize); 4],
    of: impl FnOnce(Request<'_>) -> Result<String, QueryError>,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let [method, path, body, parts] = arguments.map(|(at, size)| unsafe { bytes(at, size) });
    let read = || {
        Ok(Request {
            method: text("the method", method)?,
            path: text("the path", path)?,
            body,
            parts: text("the parts", parts)?,
        })
    };
    keep(read().and_then(of))
}

/// Answers a request. The answer is a line with the HTTP status and the media type, and the body. A
/// job is answered when it has ended; its status so far is passed to the host meanwhile. With
/// parts of [`analyze_part`], an analysis joins them.
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
    parts: *const u8,
    parts_size: usize,
) -> Status {
    let arguments =
        [(method, method_size), (path, path_size), (body, body_size), (parts, parts_size)];
    let answer = |request: Request<'_>| {
        let service = service()?;
        let (stop, body) = (Stop::when(host::stopped), request.body.to_vec());
        let answer = if request.parts.is_empty() {
            let mut report = |status: &sheshbesh_service::Status| {
                if let Ok(status) = status.json(usize::MAX) {
                    host::progress(&status);
                }
            };
            service.answer(request.method, request.path, body, &stop, &mut report)
        } else {
            let parts: Vec<&str> = request.parts.lines().collect();
            service.answer_from_parts(request.query(), body, &parts, &stop)
        };
        Ok(envelope(&answer))
    };
    // SAFETY: guaranteed by the caller.
    unsafe { with_request(arguments, answer) }
}

/// Names the games whose networks a request needs, as a JSON list.
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
    parts: *const u8,
    parts_size: usize,
) -> Status {
    let arguments =
        [(method, method_size), (path, path_size), (body, body_size), (parts, parts_size)];
    let games = |request: Request<'_>| {
        let games = Service::games_of(request.method, request.path, request.body.to_vec());
        let learned = games.into_iter().map(|game| engine::learned_for(game).to_string());
        serde_json::to_string(&learned.collect::<Vec<_>>()).map_err(QueryError::failed)
    };
    // SAFETY: guaranteed by the caller.
    unsafe { with_request(arguments, games) }
}

/// Analyzes one of several parts of the matches in a file, for `POST jobs/analyze`. The answer is a
/// line for [`request`]; the finished share is passed to the host meanwhile.
///
/// # Safety
/// All pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn analyze_part(
    method: *const u8,
    method_size: usize,
    path: *const u8,
    path_size: usize,
    body: *const u8,
    body_size: usize,
    parts: *const u8,
    parts_size: usize,
    part: u32,
    count: u32,
) -> Status {
    let arguments =
        [(method, method_size), (path, path_size), (body, body_size), (parts, parts_size)];
    let analyze = |request: Request<'_>| {
        let service = service()?;
        let (stop, body) = (Stop::when(host::stopped), request.body.to_vec());
        let share = (part as usize, count.max(1) as usize);
        let report = |share: f64| {
            host::progress(&share.to_string());
        };
        let analyzed = service.analyze_part(request.query(), body, share, &stop, &report);
        // Joining the parts refuses the file with the same error.
        Ok(analyzed.unwrap_or_default())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { with_request(arguments, analyze) }
}

/// Formats an answer: status and media type, a newline, and the body.
fn envelope(Answer { status, media_type, body, .. }: &Answer) -> String {
    format!("{status} {media_type}\n{body}")
}
