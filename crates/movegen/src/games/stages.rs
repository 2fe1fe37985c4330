//! Common parts of the games whose turns have stages: numbers that run on from a double, and
//! numbers that the opponent plays because the player could not.

use super::{
    parallel,
    results::distinct_results,
    rules::{
        GameEnd, Numbers, PlaySoFar, Rules, first_to_bear_off, gammon_at_most, results_of_rolls,
    },
};
use crate::board::{BySide, Class, Dice, HOME, Position, Side, Stage, TurnState};

/// The next decision after a stage, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The opponent rolls.
    OpponentRolls,
    /// The player rolls again.
    RollsAgain,
    /// The player plays more numbers.
    PlaysOn(Stage),
    /// The opponent plays the numbers that the player could not play, and then rolls.
    Remainder(Stage),
}

/// Number of rolls in a row without a step after which the game is drawn. Both sides can be shut in
/// for good.
pub(super) const STUCK: u8 = 100;

/// True if so many rolls have passed without a step that the game is drawn.
fn is_stuck(position: &Position) -> bool {
    position.turn_state().idle >= STUCK
}

/// True if a game can have counted so many rolls without a step. A drawn game leaves no numbers to
/// play.
pub(super) fn counts_idle(state: TurnState) -> bool {
    state.idle < STUCK || state.idle == STUCK && state.stage.is_none()
}

/// The result of a game: drawn if nobody could move for long, or else won by the first side to bear
/// off everything.
pub(super) fn end(position: &Position) -> Option<GameEnd> {
    if is_stuck(position) {
        return Some(GameEnd { winner: None, points: 0 });
    }
    first_to_bear_off(position, gammon_at_most)
}

/// The class of a position.
pub(super) fn class(position: &Position) -> Class {
    if is_stuck(position) { Class::Over } else { parallel::class(position) }
}

/// The numbers that a stage has left in a position, or those of a roll.
pub(super) fn numbers_at(position: &Position, of_roll: Numbers) -> Numbers {
    match position.turn_state().stage {
        None => of_roll,
        Some(Stage::ANY_DOUBLE) => Numbers::ANY_DOUBLE,
        Some(Stage { high, low: 0, count, .. }) => Numbers::equal(high, count),
        Some(stage) => Numbers::each_die(stage.dice()),
    }
}

/// The stage of the next higher number, if numbers run on.
fn next_number(stage: Stage, count: u8) -> Option<Stage> {
    let goes_on = stage.runs_on && stage.high < HOME;
    goes_on.then(|| Stage { high: stage.high + 1, count, ..stage })
}

/// The continuation after `played` numbers of a stage whose numbers run on, each `count` times.
/// The rest of a chain goes to the opponent.
pub(super) fn after_chain(stage: Stage, played: u8, count: u8) -> Next {
    if stage.is_remainder {
        // What the opponent cannot play is lost, and they go on with the next number.
        return next_number(stage, count).map_or(Next::RollsAgain, Next::PlaysOn);
    }
    match stage.count - played {
        0 => next_number(stage, count).map_or(Next::OpponentRolls, Next::PlaysOn),
        left => Next::Remainder(Stage { count: left, is_remainder: true, ..stage }),
    }
}

/// The result of a turn, as the opponent sees it. `counters` are seen by the player of the turn.
pub(super) fn result(turn: &PlaySoFar, next: Next, counters: BySide<u8>) -> Position {
    let before = turn.start().turn_state();
    let idle = match before.stage {
        _ if turn.played() > 0 => 0,
        None => STUCK.min(before.idle + 1),
        Some(_) => before.idle,
    };
    continued(turn, next, counters, idle)
}

/// The result of a turn in a game that counts `idle` rolls, as the opponent sees it; see [`result`].
pub(super) fn continued(turn: &PlaySoFar, next: Next, counters: BySide<u8>, idle: u8) -> Position {
    let after = turn.now().swapped();
    if after.own().all_off() || after.opponent().all_off() {
        return after;
    }
    let (moves, stage) = match next {
        // A drawn game leaves no numbers to play.
        _ if idle >= STUCK => (Side::OnRoll, None),
        Next::OpponentRolls => (Side::OnRoll, None),
        Next::RollsAgain => (Side::Opponent, None),
        Next::PlaysOn(stage) => (Side::Opponent, Some(stage)),
        Next::Remainder(stage) => (Side::OnRoll, Some(stage)),
    };
    let counters = counters.swapped();
    after.with_turn_state(TurnState { moves, stage, counters, idle, white: None })
}

/// True if the player on roll is to roll, with no numbers left of another stage.
pub(super) fn is_to_roll(position: &Position) -> bool {
    let TurnState { moves, stage, .. } = position.turn_state();
    moves == Side::OnRoll && stage.is_none()
}

/// Generates the results of a roll: by the rules of a game without stages whose plays are the same,
/// if there is one for this roll, or step by step.
pub(super) fn generate<R: Rules>(
    rules: R,
    plain: Option<impl Rules>,
    position: &Position,
    dice: Dice,
    results: &mut Vec<Position>,
) {
    let first = results.len();
    if let Some(plain) = plain {
        plain.generate(&position.bare(), dice, results);
    }
    if results.len() == first {
        return distinct_results(rules, position, dice, results);
    }
    let turn = PlaySoFar::new(position, dice);
    for result in &mut results[first..] {
        *result = rules.finish(&turn.ended(result.swapped(), 1));
    }
}

/// Adds the results of every roll, as [`Rules::generate_rolls`] does. If numbers are left, they are
/// the same for every roll, and are generated once.
pub(super) fn generate_rolls<R: Rules>(
    rules: R,
    position: &Position,
    results: &mut Vec<Position>,
    ends: &mut Vec<usize>,
) {
    let state = position.turn_state();
    if state.stage.is_none() || state.moves == Side::Opponent {
        return results_of_rolls(rules, position, results, ends, |dice, results| {
            rules.generate(position, dice, results);
        });
    }
    let first = results.len();
    rules.generate(position, rules.rolls()[0], results);
    if results.len() == first {
        results.push(position.swapped());
    }
    let last = results.len();
    ends.clear();
    ends.push(last);
    for _ in &rules.rolls()[1..] {
        results.extend_from_within(first..last);
        ends.push(results.len());
    }
}
