//! The functions of the module. All pointers are to memory from [`alloc`].
//!
//! Names are exported on WebAssembly only: elsewhere, `free` would replace the C library's function in
//! the programs of the tests.

use crate::{
    answer::{self, keep},
    engine::{self, Host},
    host,
    status::Status,
};
use serde_json::Value;
use sheshbesh_api::{QueryError, dispatch};
use sheshbesh_evaluator::Stop;
use sheshbesh_movegen::{Game, Situation};
use std::{alloc::Layout, cell::RefCell, time::Duration};

thread_local! {
    pub(crate) static HOST: RefCell<Host> = RefCell::default();
}

/// Allocates memory; returns null if there is none left. The memory is aligned to 8 bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(size: usize) -> *mut u8 {
    let Ok(layout) = layout_of(size) else { return std::ptr::null_mut() };
    // SAFETY: the layout's size is not 0.
    unsafe { std::alloc::alloc(layout) }
}

/// Frees memory of [`alloc`].
///
/// # Safety
/// The pointer is null, or came from `alloc` with the same size and has not been freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(memory: *mut u8, size: usize) {
    if let (false, Ok(layout)) = (memory.is_null(), layout_of(size)) {
        // SAFETY: guaranteed by the caller.
        unsafe { std::alloc::dealloc(memory, layout) }
    }
}

fn layout_of(size: usize) -> Result<Layout, std::alloc::LayoutError> {
    Layout::from_size_align(size.max(1), 8)
}

/// # Safety
/// The pointer is to `size` bytes that do not change, or `size` is 0.
pub(crate) unsafe fn bytes<'a>(start: *const u8, size: usize) -> &'a [u8] {
    // SAFETY: guaranteed by the caller.
    if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(start, size) } }
}

pub(crate) fn text<'a>(what: &str, bytes: &'a [u8]) -> Result<&'a str, QueryError> {
    std::str::from_utf8(bytes)
        .map_err(|_| QueryError::unreadable(format_args!("{what} is not UTF-8")))
}

/// Adds the network in the bytes of a file, or replaces the one that learned the same game. The
/// answer is the name of that game.
///
/// # Safety
/// Both pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn add_network(
    name: *const u8,
    name_size: usize,
    file: *const u8,
    file_size: usize,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (name, file) = unsafe { (bytes(name, name_size), bytes(file, file_size)) };
    keep(text("the name", name).and_then(|name| {
        let learned = HOST.with_borrow_mut(|host| host.add(name, file))?;
        Ok(Value::from(learned.to_string()).to_string())
    }))
}

/// Answers a question; see [`dispatch`]. It is stopped after `milliseconds` unless that is 0.
///
/// # Safety
/// Both pointers are to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn ask(
    question: *const u8,
    question_size: usize,
    request: *const u8,
    request_size: usize,
    milliseconds: f64,
) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let (question, request) =
        unsafe { (bytes(question, question_size), bytes(request, request_size)) };
    let stop = Stop::when(host::stopped);
    let stop = if milliseconds > 0.0 {
        let limit = Duration::try_from_secs_f64(milliseconds / 1000.0);
        stop.or(Stop::after(limit.unwrap_or(Duration::MAX)))
    } else {
        stop
    };
    keep(text("the question", question).and_then(|question| {
        // The host may call back, so the engine must not be borrowed during the question.
        let engines = HOST.with_borrow_mut(|host| host.engines().cloned())?;
        dispatch(&engines, question, request, &stop, &mut host::progress)
    }))
}

/// Names the game whose network evaluates the position of a request best. Hosts load networks by
/// it. A request without a valid position needs the network of the game that it names, or
/// backgammon's.
///
/// # Safety
/// The pointer is to as many bytes as is said.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn needed(request: *const u8, size: usize) -> Status {
    host::prepare();
    // SAFETY: guaranteed by the caller.
    let request = unsafe { bytes(request, size) };
    let fields: Value = serde_json::from_slice(request).unwrap_or_default();
    let game: Game = fields["game"].as_str().and_then(|name| name.parse().ok()).unwrap_or_default();
    let parsed = fields["position"].as_str().map(|id| Situation::parse(id, game));
    let game = parsed.and_then(Result::ok).map_or(game, |situation| situation.game);
    keep(Ok(Value::from(engine::learned_for(game).to_string()).to_string()))
}

/// Returns the place of the answer to the last call. It is valid until the next call.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer() -> *const u8 {
    answer::last().0
}

/// Returns the size of the answer to the last call, in bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer_size() -> usize {
    answer::last().1
}

/// Answers the engine's version.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn version() -> Status {
    keep(Ok(Value::from(env!("CARGO_PKG_VERSION")).to_string()))
}
