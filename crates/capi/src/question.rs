//! Questions about positions, one function each.

use crate::{
    answers::{SheshChances, SheshCube, SheshPlay, SheshVerdict},
    engine::Shesh,
    entry::enter,
    status::{Fault, SheshStatus},
    strings::{give, optional, required, sized},
};
use serde_json::{Map, Value, json};
use sheshbesh_evaluator::{Depth, InvalidDepth, Stop};
use sheshbesh_movegen::{Game, Situation};
use sheshbesh_questions::{BestRequest, CubeRequest, EvaluateRequest};
use std::ffi::{c_char, c_void};

/// Whether a search is to end: asked often, from any thread and from many at once, with the context that
/// was given. Not 0 ends it; the answer is what is known then.
pub type SheshStop = Option<unsafe extern "C" fn(context: *mut c_void) -> u8>;

/// A question about a position. What is null or 0 is as usual: backgammon for money, the network alone.
/// Everything is written as the options of the command `shesh` are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshQuestion {
    /// sizeof(SheshQuestion).
    pub size: usize,
    /// GNU Backgammon's ID of the position, or of position and match, or an XGID.
    pub position: *const c_char,
    /// The game, where an ID does not name it, such as "hypergammon".
    pub game: *const c_char,
    /// The roll, such as "31", for shesh_best; null where the ID has it.
    pub dice: *const c_char,
    /// Points won so far by the player on roll and by the opponent, such as "2-4".
    pub score: *const c_char,
    /// What the cube shows and who owns it, such as "2:own" or "4:opponent".
    pub cube: *const c_char,
    /// What wins are worth: "gammon3", "oyn-mars", "nardi4", "single" or "left".
    pub scoring: *const c_char,
    /// Which plays are looked at more closely: "narrow", "normal", "wide" or "none".
    pub filter: *const c_char,
    /// Plies to look ahead, 1 to 4; 1, the network alone, for 0.
    pub ply: u32,
    /// A match to so many points instead of what the ID says.
    pub match_length: u32,
    /// Not 0: a money game instead of what the ID says.
    pub money: u8,
    /// Not 0: this is the Crawford game.
    pub crawford: u8,
    /// Not 0: gammons count only once the cube has been turned.
    pub jacoby: u8,
    /// Not 0: a double may be beavered.
    pub beavers: u8,
    /// Not 0: judge by equity with the doubling cube.
    pub cubeful: u8,
    /// Ends the search early, or null.
    pub stop: SheshStop,
    /// What stop is called with.
    pub stop_context: *mut c_void,
}

/// A callback of the caller's with its context.
struct Asked(unsafe extern "C" fn(*mut c_void) -> u8, *mut c_void);

// SAFETY: the header says that it is called from any thread.
unsafe impl Send for Asked {}
// SAFETY: the same, and from many at once.
unsafe impl Sync for Asked {}

impl Asked {
    fn is_due(&self) -> bool {
        // SAFETY: the caller vouches for both until the call ends, and no search outlives it.
        unsafe { (self.0)(self.1) != 0 }
    }
}

/// The end that a caller sets to searches.
pub(crate) fn stop(stop: SheshStop, context: *mut c_void) -> Stop {
    stop.map_or_else(Stop::never, |is_due| {
        let asked = Asked(is_due, context);
        Stop::when(move || asked.is_due())
    })
}

impl SheshQuestion {
    fn stop(&self) -> Stop {
        stop(self.stop, self.stop_context)
    }

    /// The question as a request, without the cube.
    ///
    /// # Safety
    /// The strings are null or end with zero bytes.
    unsafe fn request(&self) -> Result<Map<String, Value>, Fault> {
        let mut fields = Map::new();
        for (name, text) in [
            ("position", self.position),
            ("game", self.game),
            ("score", self.score),
            ("cube", self.cube),
            ("scoring", self.scoring),
            ("filter", self.filter),
        ] {
            // SAFETY: the caller vouches for it.
            if let Some(text) = unsafe { optional(name, text) }? {
                fields.insert(name.to_owned(), text.into());
            }
        }
        if !fields.contains_key("position") {
            return Err(Fault::argument("position is null"));
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

    /// Whether anything is set beside game, ply and stop.
    fn states_more_than_a_game(&self) -> bool {
        let &Self { position, dice, score, cube, scoring, filter, match_length, .. } = self;
        let &Self { money, crawford, jacoby, beavers, cubeful, .. } = self;
        [position, dice, score, cube, scoring, filter].iter().any(|text| !text.is_null())
            || match_length != 0
            || [money, crawford, jacoby, beavers, cubeful].iter().any(|&is_set| is_set != 0)
    }

    /// How far to look.
    fn depth(&self) -> Result<Depth, Fault> {
        let plies = self.ply.max(1);
        Depth::new(plies).ok_or_else(|| Fault::nonsense(InvalidDepth(plies.to_string())))
    }
}

/// The engine, and the question put to it.
///
/// # Safety
/// The engine came from `shesh_open` and is not closed; the question leads to what it says.
unsafe fn both<'a>(
    engine: *const Shesh,
    question: *const SheshQuestion,
) -> Result<(&'a Shesh, SheshQuestion), Fault> {
    // SAFETY: the caller vouches for it.
    let engine = unsafe { engine.as_ref() }.ok_or_else(|| Fault::argument("engine is null"))?;
    // SAFETY: a C structure that begins with its size; null pointers and 0 are what is usual.
    let question = unsafe { sized("question", question) }?;
    Ok((engine, question.ok_or_else(|| Fault::argument("question is null"))?))
}

/// Reads what `request` has made, whose names are all known.
fn typed<T: serde::de::DeserializeOwned>(request: Map<String, Value>) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(request)).map_err(Fault::nonsense)
}

/// What a position is worth to the player on roll, before the roll.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_evaluate(
    engine: *const Shesh,
    question: *const SheshQuestion,
    verdict: *mut SheshVerdict,
) -> SheshStatus {
    enter(|| {
        // SAFETY: the caller vouches for it.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        // SAFETY: the same.
        let mut request = unsafe { question.request() }?;
        request.insert("cubeful".to_owned(), json!(question.cubeful != 0));
        let asked = typed::<EvaluateRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: the same.
        unsafe { give("verdict", verdict, SheshVerdict::from(&answer)) }
    })
}

/// Cubeless chances in many positions of one game, before the roll, judged by all threads: as many
/// position IDs as are counted, and as many chances. Of the question its game, ply and stop count, and no
/// others may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_evaluate_all(
    engine: *const Shesh,
    question: *const SheshQuestion,
    position_ids: *const *const c_char,
    count: usize,
    chances: *mut SheshChances,
) -> SheshStatus {
    enter(|| {
        // SAFETY: the caller vouches for it.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if count > 0 && (position_ids.is_null() || chances.is_null()) {
            return Err(Fault::argument("position_ids or chances are null"));
        }
        if count == 0 {
            return Ok(());
        }
        if question.states_more_than_a_game() {
            return Err(Fault::argument("of the question only game, ply and stop count here"));
        }
        // SAFETY: the same.
        let game = unsafe { optional("game", question.game) }?;
        let said = game.map(str::parse::<Game>).transpose().map_err(Fault::nonsense)?;
        // SAFETY: so many are there.
        let texts = unsafe { std::slice::from_raw_parts(position_ids, count) };
        let mut positions = Vec::with_capacity(count);
        let mut game = said;
        for (place, &text) in texts.iter().enumerate() {
            let of = |error: &dyn std::fmt::Display| {
                Fault::nonsense(format_args!("position {place}: {error}"))
            };
            // SAFETY: the same.
            let text = unsafe { required("a position ID", text) }.map_err(|fault| Fault {
                sentence: format!("position {place}: {}", fault.sentence),
                ..fault
            })?;
            let situation =
                Situation::parse(text, game.unwrap_or_default()).map_err(|error| of(&error))?;
            let first = *game.get_or_insert(situation.game);
            if situation.game != first {
                return Err(of(&format_args!("it is of {}, not of {first}", situation.game)));
            }
            positions.push(situation.position);
        }
        let game = game.unwrap_or_default();
        let depth = question.depth()?;
        let judged = engines.engine().evaluate_all(game, &positions, depth, &question.stop());
        let judged = judged.map_err(Fault::nonsense)?;
        for (place, outcomes) in judged.into_iter().enumerate() {
            let five = SheshChances::from(sheshbesh_network::Probabilities::from(outcomes));
            // SAFETY: so many are there.
            unsafe { chances.add(place).write(five) };
        }
        Ok(())
    })
}

/// The plays of a roll, best first: as many as there is room for; play_size is sizeof(SheshPlay). How many
/// there are in all comes into count.
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
        // SAFETY: the caller vouches for it.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if plays.is_null() && capacity > 0 {
            return Err(Fault::argument("plays are null"));
        }
        if capacity > 0 && play_size == 0 {
            return Err(Fault::argument("play_size is 0"));
        }
        // SAFETY: the same.
        let (mut request, dice) =
            unsafe { (question.request()?, optional("dice", question.dice)?) };
        request.insert("cubeful".to_owned(), json!(question.cubeful != 0));
        if let Some(dice) = dice {
            request.insert("dice".to_owned(), dice.into());
        }
        let asked = typed::<BestRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        if !count.is_null() {
            // SAFETY: it is not null, and the caller vouches for the rest.
            unsafe { count.write(answer.plays.len()) };
        }
        let common = play_size.min(size_of::<SheshPlay>());
        for (place, play) in answer.plays.iter().take(capacity).enumerate() {
            let play = SheshPlay::from(play);
            // SAFETY: so many are there, each of that size; as much of each is written as is known.
            unsafe {
                let to = plays.cast::<u8>().add(place * play_size);
                std::ptr::copy_nonoverlapping((&raw const play).cast::<u8>(), to, common);
            }
        }
        Ok(())
    })
}

/// What to do with the doubling cube, before the roll.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_cube(
    engine: *const Shesh,
    question: *const SheshQuestion,
    cube: *mut SheshCube,
) -> SheshStatus {
    enter(|| {
        // SAFETY: the caller vouches for it.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        // SAFETY: the same.
        let request = unsafe { question.request() }?;
        let asked = typed::<CubeRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: the same.
        unsafe { give("cube", cube, SheshCube::from(&answer)) }
    })
}
