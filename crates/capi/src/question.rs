//! Questions about positions, one function each.

use crate::{
    answers::{SheshChances, SheshCube, SheshPlay, SheshVerdict},
    engine::Shesh,
    entry::enter,
    status::{CallError, SheshStatus},
    strings::{give, optional, required, size_of_given, sized},
};
use serde_json::{Map, Value};
use sheshbesh_api::{BestRequest, CubeRequest, EvaluateRequest};
use sheshbesh_evaluator::{Depth, FilterName, InvalidDepth, Settings, Stop};
use sheshbesh_movegen::{Situation, StatedGame};
use std::{
    ffi::{c_char, c_void},
    sync::atomic::{AtomicBool, Ordering},
};

/// Callback that decides if a search must end. It is called often, from any thread and from several
/// threads at once, with the given context, until it returns nonzero or the call ends. The answer
/// is then the result up to that point, or SHESH_STATUS_STOPPED. The callback must return. It must
/// not close the engine, and must not wait for anything held by the thread that asks the engine.
/// Evaluations by the network alone, at 1-ply, are not stopped.
pub type SheshStop = Option<unsafe extern "C" fn(context: *mut c_void) -> u8>;

/// A question about a position. Fields that are null or 0 have their usual values: backgammon for
/// money, searched at 3-ply, and with the cube if the game has one. Values are written like the
/// options of the command `shesh`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshQuestion {
    /// sizeof(SheshQuestion).
    pub size: usize,
    /// GNU Backgammon ID of the position, or of the position and the match, or an XGID.
    pub position: *const c_char,
    /// The game, such as "hypergammon", if the ID does not name it.
    pub game: *const c_char,
    /// The roll, such as "31", for shesh_best; null if the ID contains it.
    pub dice: *const c_char,
    /// Points won by the player on roll and by the opponent, such as "2-4".
    pub score: *const c_char,
    /// Value and owner of the cube, such as "2:own" or "4:opponent".
    pub cube: *const c_char,
    /// Scoring of wins: "gammon3", "oyn-mars", "nardi4", "single", "left" or "mars10".
    pub scoring: *const c_char,
    /// Move filter: "narrow", "normal", "wide", or "none" to search every play.
    pub filter: *const c_char,
    /// Search depth in plies, 1 to 4; 0 means 3, or 1 in shesh_evaluate_all.
    pub ply: u32,
    /// Match length in points; overrides the ID unless it is 0.
    pub match_length: u32,
    /// Nonzero: a money game; overrides the ID.
    pub money: u32,
    /// Nonzero: the Crawford game.
    pub crawford: u32,
    /// Nonzero: gammons count only after the cube has been turned.
    pub jacoby: u32,
    /// Nonzero: a double may be beavered.
    pub beavers: u32,
    /// Nonzero: use cubeful equity, the default in games with a doubling cube.
    pub cubeful: u32,
    /// Nonzero: use cubeless equity.
    pub cubeless: u32,
    /// Callback that ends the search early, or null.
    pub stop: SheshStop,
    /// Argument of the stop callback.
    pub stop_context: *mut c_void,
}

/// Maximum number of positions per call; no program has the memory for more.
const MOST_POSITIONS: usize = 1 << 28;

/// The structure has no padding, so any added field makes it larger.
const _: () =
    assert!(size_of::<SheshQuestion>() == size_of::<usize>() + 9 * size_of::<*const u8>() + 8 * 4);

/// The caller's callback with its context, and true once the callback has returned nonzero.
struct StopQuery(unsafe extern "C" fn(*mut c_void) -> u8, *mut c_void, AtomicBool);

// SAFETY: the header states that the callback is called from any thread.
unsafe impl Send for StopQuery {}
// SAFETY: the header states that several threads call it at once.
unsafe impl Sync for StopQuery {}

impl StopQuery {
    fn is_due(&self) -> bool {
        if self.2.load(Ordering::Relaxed) {
            return true;
        }
        // SAFETY: the caller keeps both valid until the call ends, and no search outlives it.
        let is_due = unsafe { (self.0)(self.1) != 0 };
        if is_due {
            self.2.store(true, Ordering::Relaxed);
        }
        is_due
    }
}

/// Converts a callback to a stop condition.
pub(crate) fn stop(stop: SheshStop, context: *mut c_void) -> Stop {
    stop.map_or_else(Stop::never, |is_due| {
        let asked = StopQuery(is_due, context, AtomicBool::new(false));
        Stop::when(move || asked.is_due())
    })
}

impl SheshQuestion {
    fn stop(&self) -> Stop {
        stop(self.stop, self.stop_context)
    }

    /// Converts the question to a request, without `cubeful` and `cubeless`.
    ///
    /// # Safety
    /// Each string is null or ends with a zero byte.
    unsafe fn request(&self) -> Result<Map<String, Value>, CallError> {
        if self.position.is_null() {
            return Err(CallError::argument("position is null"));
        }
        // SAFETY: guaranteed by the caller.
        unsafe { self.stated() }
    }

    /// Converts the question to a request, with or without a position.
    ///
    /// # Safety
    /// As [`request`](Self::request).
    unsafe fn stated(&self) -> Result<Map<String, Value>, CallError> {
        let mut fields = Map::new();
        for (name, text) in [
            ("position", self.position),
            ("game", self.game),
            ("score", self.score),
            ("cube", self.cube),
            ("scoring", self.scoring),
            ("filter", self.filter),
        ] {
            // SAFETY: guaranteed by the caller.
            if let Some(text) = unsafe { optional(name, text) }? {
                fields.insert(name.to_owned(), text.into());
            }
        }
        if self.ply != 0 {
            fields.insert("ply".to_owned(), self.ply.into());
        }
        if self.match_length != 0 {
            let length = u16::try_from(self.match_length).unwrap_or(u16::MAX);
            fields.insert("match".to_owned(), length.into());
        }
        for (name, is_set) in [
            ("money", self.money),
            ("crawford", self.crawford),
            ("jacoby", self.jacoby),
            ("beavers", self.beavers),
        ] {
            if is_set != 0 {
                fields.insert(name.to_owned(), true.into());
            }
        }
        Ok(fields)
    }

    /// Converts the question to a request, with `cubeful` and `cubeless` if they are set.
    ///
    /// # Safety
    /// As [`request`](Self::request).
    unsafe fn judged_request(&self) -> Result<Map<String, Value>, CallError> {
        // SAFETY: guaranteed by the caller.
        let mut fields = unsafe { self.request() }?;
        for (name, is_set) in [("cubeful", self.cubeful), ("cubeless", self.cubeless)] {
            if is_set != 0 {
                fields.insert(name.to_owned(), true.into());
            }
        }
        Ok(fields)
    }

    /// Fails if the question has a roll, because only shesh_best uses one.
    fn has_no_dice(&self) -> Result<(), CallError> {
        if self.dice.is_null() {
            return Ok(());
        }
        Err(CallError::argument("dice are for shesh_best"))
    }

    /// True if any field other than game, ply and stop is set.
    fn states_more_than_a_game(&self) -> bool {
        let &Self { position, dice, score, cube, scoring, filter, match_length, .. } = self;
        let &Self { money, crawford, jacoby, beavers, cubeful, cubeless, .. } = self;
        [position, dice, score, cube, scoring, filter].iter().any(|text| !text.is_null())
            || match_length != 0
            || [money, crawford, jacoby, beavers, cubeful, cubeless]
                .iter()
                .any(|&is_set| is_set != 0)
    }

    /// Search depth for many positions.
    fn depth(&self) -> Result<Depth, CallError> {
        let plies = self.ply.max(1);
        Depth::new(plies).ok_or_else(|| CallError::nonsense(InvalidDepth(plies.to_string())))
    }
}

/// Checks and returns the engine and the question.
///
/// # Safety
/// The engine is null or an open engine from `shesh_open`. The question is null or as large as its
/// size field states.
unsafe fn both<'a>(
    engine: *const Shesh,
    question: *const SheshQuestion,
) -> Result<(&'a Shesh, SheshQuestion), CallError> {
    // SAFETY: guaranteed by the caller.
    let engine = unsafe { engine.as_ref() }.ok_or_else(|| CallError::argument("engine is null"))?;
    // SAFETY: a C structure that begins with its size.
    Ok((engine, unsafe { sized("question", question) }?))
}

/// Parses a request that `request` made, in which all field names are known.
fn typed<T: serde::de::DeserializeOwned>(request: Map<String, Value>) -> Result<T, CallError> {
    serde_json::from_value(Value::Object(request)).map_err(CallError::nonsense)
}

/// Evaluates a position for the player on roll, before the roll or numbers that are left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_evaluate(
    engine: *const Shesh,
    question: *const SheshQuestion,
    verdict: *mut SheshVerdict,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        // SAFETY: guaranteed by the caller.
        let request = unsafe {
            size_of_given("verdict", verdict)?;
            question.judged_request()?
        };
        question.has_no_dice()?;
        let asked = typed::<EvaluateRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: guaranteed by the caller.
        unsafe { give("verdict", verdict, SheshVerdict::from(&answer)) }
    })
}

/// Evaluates many positions of one game on all threads, without the cube and before the roll.
/// position_ids and chances are arrays of count elements, and each result equals the cubeless
/// probabilities of shesh_evaluate. In the question, only game, ply and stop may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_evaluate_all(
    engine: *const Shesh,
    question: *const SheshQuestion,
    position_ids: *const *const c_char,
    count: usize,
    chances: *mut SheshChances,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if count > 0 && (position_ids.is_null() || chances.is_null()) {
            return Err(CallError::argument("position_ids or chances are null"));
        }
        if count == 0 {
            return Ok(());
        }
        if question.states_more_than_a_game() {
            return Err(CallError::argument("of the question only game, ply and stop count here"));
        }
        // SAFETY: guaranteed by the caller.
        let game = unsafe { optional("game", question.game) }?;
        let said = game.map(str::parse::<StatedGame>).transpose().map_err(CallError::nonsense)?;
        let stated_game = said.as_ref().map(StatedGame::game).unwrap_or_default();
        if count > MOST_POSITIONS {
            return Err(CallError::argument(format_args!("count is at most {MOST_POSITIONS}")));
        }
        // SAFETY: the caller guarantees `count` elements.
        let texts = unsafe { std::slice::from_raw_parts(position_ids, count) };
        let mut positions = Vec::new();
        let mut first = None;
        for (index, &text) in texts.iter().enumerate() {
            let of = |fault: CallError| CallError {
                sentence: format!("position {index}: {}", fault.sentence),
                ..fault
            };
            // SAFETY: guaranteed by the caller.
            let text = unsafe { required("it", text) }.map_err(of)?;
            let situation = Situation::parse(text, stated_game);
            let situation = situation.map_err(|error| of(CallError::nonsense(error)))?;
            let (game, first) = (situation.game, *first.get_or_insert(situation.game));
            if let Some(said) = said.as_ref().filter(|said| !said.allows(game)) {
                let sentence = format_args!("it is of {game}, and game says {said}");
                return Err(of(CallError::nonsense(sentence)));
            }
            if game != first {
                let sentence = format_args!("it is of {game}, and others are of {first}");
                return Err(of(CallError::nonsense(sentence)));
            }
            positions.push(situation.position);
        }
        let game = first.unwrap_or_default();
        let depth = question.depth()?;
        let stop = question.stop();
        let engine = engines.engine();
        // No reply is filtered out, as in the evaluation of a single position.
        let settings = Settings { filter: FilterName::None.filter(), ..engine.settings().clone() };
        let judged = engine.with_settings(settings).evaluate_all(game, &positions, depth, &stop);
        let judged = judged.map_err(CallError::nonsense)?;
        if depth > Depth::ONE && stop.is_due() {
            return Err(CallError::new(SheshStatus::Stopped, "the search was stopped"));
        }
        for (index, outcomes) in judged.into_iter().enumerate() {
            let five = SheshChances::from(sheshbesh_network::Probabilities::from(outcomes));
            // SAFETY: the caller guarantees `count` elements.
            unsafe { chances.add(index).write(five) };
        }
        Ok(())
    })
}

/// Ranks the plays of a roll, best first, and writes at most capacity of them. play_size is
/// sizeof(SheshPlay). If count is not null, it receives the total number of plays.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_best(
    engine: *const Shesh,
    question: *const SheshQuestion,
    plays: *mut SheshPlay,
    play_size: usize,
    capacity: usize,
    count: *mut usize,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if plays.is_null() && capacity > 0 {
            return Err(CallError::argument("plays are null"));
        }
        if capacity > 0 && play_size < size_of::<SheshPlay>() {
            return Err(CallError::argument("play_size is not sizeof(SheshPlay)"));
        }
        // SAFETY: guaranteed by the caller.
        let (mut request, dice) =
            unsafe { (question.judged_request()?, optional("dice", question.dice)?) };
        if let Some(dice) = dice {
            request.insert("dice".to_owned(), dice.into());
        }
        let asked = typed::<BestRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        if !count.is_null() {
            // SAFETY: the pointer is not null, and the caller guarantees that it is valid.
            unsafe { count.write(answer.plays.len()) };
        }
        for (index, play) in answer.plays.iter().take(capacity).enumerate() {
            let play = SheshPlay::from(play);
            // SAFETY: the caller guarantees `capacity` elements of `play_size` bytes.
            unsafe {
                plays.cast::<u8>().add(index * play_size).cast::<SheshPlay>().write_unaligned(play);
            }
        }
        Ok(())
    })
}

/// Evaluates the decision on the doubling cube, before the roll.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_cube(
    engine: *const Shesh,
    question: *const SheshQuestion,
    cube: *mut SheshCube,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        // SAFETY: guaranteed by the caller.
        let request = unsafe {
            size_of_given("cube", cube)?;
            question.request()?
        };
        question.has_no_dice()?;
        let asked = typed::<CubeRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: guaranteed by the caller.
        unsafe { give("cube", cube, SheshCube::from(&answer)) }
    })
}

/// Evaluates a cube decision from probabilities instead of a position, with the cube model alone.
/// chances are six percentages, W, WG, WB, L, LG, LB: wins, with gammons and backgammons among
/// them, then losses likewise. Wins and losses must add up to 100 within 0.2. class_name is
/// "contact", "race" or "bearoff"; null means "contact". pips is the pip count of both sides
/// together; 0 means a usual count of the class. The question must not have a position, ply or
/// filter; its game, score, cube and rules are used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_cube_chances(
    engine: *const Shesh,
    question: *const SheshQuestion,
    chances: *const f64,
    class_name: *const c_char,
    pips: u32,
    cube: *mut SheshCube,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if chances.is_null() {
            return Err(CallError::argument("chances are null"));
        }
        // SAFETY: the caller guarantees six elements, and a valid string and structure.
        let (mut request, class, percent) = unsafe {
            size_of_given("cube", cube)?;
            let class = optional("class_name", class_name)?;
            (question.stated()?, class, chances.cast::<[f64; 6]>().read_unaligned())
        };
        question.has_no_dice()?;
        if let Some(index) = percent.iter().position(|chance| !chance.is_finite()) {
            return Err(CallError::nonsense(format_args!("chance {index} is no number")));
        }
        request.insert("chances".to_owned(), percent.to_vec().into());
        if let Some(class) = class {
            request.insert("class".to_owned(), class.into());
        }
        if pips != 0 {
            request.insert("pips".to_owned(), pips.into());
        }
        let asked = typed::<CubeRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: guaranteed by the caller.
        unsafe { give("cube", cube, SheshCube::from(&answer)) }
    })
}
