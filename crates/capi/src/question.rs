//! Questions about positions, one function each.

use crate::{
    answers::{SheshChances, SheshCube, SheshPlay, SheshVerdict},
    engine::Shesh,
    entry::enter,
    status::{Fault, SheshStatus},
    strings::{give, optional, required, size_of_given, sized},
};
use serde_json::{Map, Value};
use sheshbesh_evaluator::{Depth, FilterName, InvalidDepth, Settings, Stop};
use sheshbesh_movegen::{Game, Situation};
use sheshbesh_questions::{BestRequest, CubeRequest, EvaluateRequest};
use std::{
    ffi::{c_char, c_void},
    sync::atomic::{AtomicBool, Ordering},
};

/// Whether a search is to end: asked often, from any thread and from many at once, with the context that
/// was given, until it says other than 0 or the call ends. The answer is what is known then, or
/// SHESH_STATUS_STOPPED. It must return, may not close the engine, and may not wait for what the thread
/// holds that asks the engine. The network alone, at 1-ply, is not stopped.
pub type SheshStop = Option<unsafe extern "C" fn(context: *mut c_void) -> u8>;

/// A question about a position. What is null or 0 is as usual: backgammon for money, judged at 3-ply
/// and with the cube where the game has one.
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
    /// Plies to look ahead, 1 to 4; for 0, 3, and 1 in shesh_evaluate_all.
    pub ply: u32,
    /// A match to so many points instead of what the ID says.
    pub match_length: u32,
    /// Not 0: a money game instead of what the ID says.
    pub money: u32,
    /// Not 0: this is the Crawford game.
    pub crawford: u32,
    /// Not 0: gammons count only once the cube has been turned.
    pub jacoby: u32,
    /// Not 0: a double may be beavered.
    pub beavers: u32,
    /// Not 0: judge by equity with the doubling cube, which is usual in games that have one.
    pub cubeful: u32,
    /// Not 0: judge by equity without the doubling cube.
    pub cubeless: u32,
    /// Ends the search early, or null.
    pub stop: SheshStop,
    /// What stop is called with.
    pub stop_context: *mut c_void,
}

/// Most positions of one call; no program has the memory for more.
const MOST_POSITIONS: usize = 1 << 28;

/// Nothing lies between or behind the fields: whatever is added makes the structure larger.
const _: () =
    assert!(size_of::<SheshQuestion>() == size_of::<usize>() + 9 * size_of::<*const u8>() + 8 * 4);

/// A callback of the caller's with its context, and whether it has said stop.
struct Asked(unsafe extern "C" fn(*mut c_void) -> u8, *mut c_void, AtomicBool);

// SAFETY: the header says that it is called from any thread.
unsafe impl Send for Asked {}
// SAFETY: the same, and from many at once.
unsafe impl Sync for Asked {}

impl Asked {
    fn is_due(&self) -> bool {
        if self.2.load(Ordering::Relaxed) {
            return true;
        }
        // SAFETY: the caller vouches for both until the call ends, and no search outlives it.
        let is_due = unsafe { (self.0)(self.1) != 0 };
        if is_due {
            self.2.store(true, Ordering::Relaxed);
        }
        is_due
    }
}

/// The end that a caller sets to searches.
pub(crate) fn stop(stop: SheshStop, context: *mut c_void) -> Stop {
    stop.map_or_else(Stop::never, |is_due| {
        let asked = Asked(is_due, context, AtomicBool::new(false));
        Stop::when(move || asked.is_due())
    })
}

impl SheshQuestion {
    fn stop(&self) -> Stop {
        stop(self.stop, self.stop_context)
    }

    /// The question as a request, without whether the cube counts.
    ///
    /// # Safety
    /// The strings are null or end with zero bytes.
    unsafe fn request(&self) -> Result<Map<String, Value>, Fault> {
        if self.position.is_null() {
            return Err(Fault::argument("position is null"));
        }
        // SAFETY: the same.
        unsafe { self.stated() }
    }

    /// The same, whether it has a position or not.
    ///
    /// # Safety
    /// As [`request`](Self::request).
    unsafe fn stated(&self) -> Result<Map<String, Value>, Fault> {
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

    /// The same, with whether the cube counts where that is said.
    ///
    /// # Safety
    /// As [`request`](Self::request).
    unsafe fn judged_request(&self) -> Result<Map<String, Value>, Fault> {
        // SAFETY: the caller vouches for it.
        let mut fields = unsafe { self.request() }?;
        for (name, is_set) in [("cubeful", self.cubeful), ("cubeless", self.cubeless)] {
            if is_set != 0 {
                fields.insert(name.to_owned(), true.into());
            }
        }
        Ok(fields)
    }

    /// Refuses a roll where none is to be played.
    fn has_no_dice(&self) -> Result<(), Fault> {
        match self.dice.is_null() {
            true => Ok(()),
            false => Err(Fault::argument("dice are for shesh_best")),
        }
    }

    /// Whether anything is set beside game, ply and stop.
    fn states_more_than_a_game(&self) -> bool {
        let &Self { position, dice, score, cube, scoring, filter, match_length, .. } = self;
        let &Self { money, crawford, jacoby, beavers, cubeful, cubeless, .. } = self;
        [position, dice, score, cube, scoring, filter].iter().any(|text| !text.is_null())
            || match_length != 0
            || [money, crawford, jacoby, beavers, cubeful, cubeless]
                .iter()
                .any(|&is_set| is_set != 0)
    }

    /// Depth at which many positions are judged.
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
    // SAFETY: a C structure that begins with its size.
    Ok((engine, unsafe { sized("question", question) }?))
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
        let request = unsafe {
            size_of_given("verdict", verdict)?;
            question.judged_request()?
        };
        question.has_no_dice()?;
        let asked = typed::<EvaluateRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: the same.
        unsafe { give("verdict", verdict, SheshVerdict::from(&answer)) }
    })
}

/// Cubeless chances in many positions of one game, before the roll, judged by all threads: as many
/// position IDs as are counted, and as many chances, each as shesh_evaluate has them. Of the question its game, ply and stop count, and no
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
        if count > MOST_POSITIONS {
            return Err(Fault::argument(format_args!("count is at most {MOST_POSITIONS}")));
        }
        // SAFETY: so many are there.
        let texts = unsafe { std::slice::from_raw_parts(position_ids, count) };
        let mut positions = Vec::new();
        let mut first = None;
        for (place, &text) in texts.iter().enumerate() {
            let of = |fault: Fault| Fault {
                sentence: format!("position {place}: {}", fault.sentence),
                ..fault
            };
            // SAFETY: the same.
            let text = unsafe { required("it", text) }.map_err(of)?;
            let situation = Situation::parse(text, said.unwrap_or_default());
            let situation = situation.map_err(|error| of(Fault::nonsense(error)))?;
            let (game, first) = (situation.game, *first.get_or_insert(situation.game));
            if let Some(said) = said.filter(|&said| game.together(said) != Some(game)) {
                let sentence = format_args!("it is of {game}, and game says {said}");
                return Err(of(Fault::nonsense(sentence)));
            }
            if game != first {
                let sentence = format_args!("it is of {game}, and others are of {first}");
                return Err(of(Fault::nonsense(sentence)));
            }
            positions.push(situation.position);
        }
        let game = first.unwrap_or_default();
        let depth = question.depth()?;
        let stop = question.stop();
        let engine = engines.engine();
        // As one alone is judged: a verdict should miss no reply.
        let settings = Settings { filter: FilterName::None.filter(), ..engine.settings().clone() };
        let judged = engine.with_settings(settings).evaluate_all(game, &positions, depth, &stop);
        let judged = judged.map_err(Fault::nonsense)?;
        if depth > Depth::ONE && stop.is_due() {
            return Err(Fault::new(SheshStatus::Stopped, "the search was stopped"));
        }
        for (place, outcomes) in judged.into_iter().enumerate() {
            let five = SheshChances::from(sheshbesh_network::Probabilities::from(outcomes));
            // SAFETY: so many are there.
            unsafe { chances.add(place).write(five) };
        }
        Ok(())
    })
}

/// The plays of a roll, best first: as many as there is room for; play_size is sizeof(SheshPlay). How many
/// there are in all comes into count, which may be null.
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
        if capacity > 0 && play_size < size_of::<SheshPlay>() {
            return Err(Fault::argument("play_size is not sizeof(SheshPlay)"));
        }
        // SAFETY: the same.
        let (mut request, dice) =
            unsafe { (question.judged_request()?, optional("dice", question.dice)?) };
        if let Some(dice) = dice {
            request.insert("dice".to_owned(), dice.into());
        }
        let asked = typed::<BestRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        if !count.is_null() {
            // SAFETY: it is not null, and the caller vouches for the rest.
            unsafe { count.write(answer.plays.len()) };
        }
        for (place, play) in answer.plays.iter().take(capacity).enumerate() {
            let play = SheshPlay::from(play);
            // SAFETY: so many are there, each of that size.
            unsafe {
                plays.cast::<u8>().add(place * play_size).cast::<SheshPlay>().write_unaligned(play);
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
        let request = unsafe {
            size_of_given("cube", cube)?;
            question.request()?
        };
        question.has_no_dice()?;
        let asked = typed::<CubeRequest>(request)?.question(engines)?;
        let answer = asked(engines.engine(), &question.stop())?;
        // SAFETY: the same.
        unsafe { give("cube", cube, SheshCube::from(&answer)) }
    })
}

/// The cube decision from chances instead of a position, by the cube model alone. chances are six
/// percentages, W, WG, WB, L, LG, LB: wins, gammons and backgammons among them, then losses likewise;
/// wins and losses add up to 100 within 0.2. class_name is "contact", "race" or "bearoff", and contact where
/// it is null; pips are those of both sides together, and usual ones of the class for 0. The question
/// has no position, ply or filter; its game, score, cube and rules count.
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
        // SAFETY: the caller vouches for it.
        let (Shesh { engines }, question) = unsafe { both(engine, question) }?;
        if chances.is_null() {
            return Err(Fault::argument("chances are null"));
        }
        // SAFETY: the same; there are six.
        let (mut request, class, percent) = unsafe {
            size_of_given("cube", cube)?;
            let class = optional("class_name", class_name)?;
            (question.stated()?, class, chances.cast::<[f64; 6]>().read_unaligned())
        };
        question.has_no_dice()?;
        if let Some(place) = percent.iter().position(|chance| !chance.is_finite()) {
            return Err(Fault::nonsense(format_args!("chance {place} is no number")));
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
        // SAFETY: the same.
        unsafe { give("cube", cube, SheshCube::from(&answer)) }
    })
}
