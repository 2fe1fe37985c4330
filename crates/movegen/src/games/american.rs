//! American (американка, ամերիկյան).
//!
//! Both sides move in the same direction, one checker holds a point, and there is no hitting. The
//! sides start on different quarters: White's points 24 to 19 are Black's points 6 to 1. White
//! starts with six checkers on the board and nine in reserve, which enter at any time, and bears
//! off once all have entered and are home. Black starts with all checkers on the board. The player
//! who wins the lot plays White and moves first.
//!
//! White's win counts 3 and Black's 1. Rows of any length are legal, so both sides can be shut in
//! for good: a game is drawn after a hundred rolls in a row without a step.

use super::{
    hitting::Board,
    parallel,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, free_step,
    },
    stages::{self, STUCK},
};
use crate::board::{
    BAR, BySide, Checkers, Class, Dice, HOME, InvalidPosition, POINTS, Position, Side, TurnState,
    View, Win,
};

/// The rules of American.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct American;

/// Points of the board between White's number of a point and Black's.
const APART: u8 = 6;

/// White's checkers at the start.
pub(super) const WHITE: &[(u8, u8)] = &[(BAR, 9), (24, 2), (23, 2), (22, 2)];
/// Black's checkers at the start.
pub(super) const BLACK: &[(u8, u8)] = &[(22, 2), (21, 5), (20, 3), (19, 5)];

/// True if the player on roll plays White.
fn has_white_on_roll(position: &Position) -> bool {
    position.own().is_white()
}

/// The kind of win that gives a side's points.
fn win_of(position: &Position, side: Side) -> Win {
    let is_white = (side == Side::OnRoll) == has_white_on_roll(position);
    if is_white { Win::Backgammon } else { Win::Single }
}

impl Rules for American {
    const FAMILY: Family = Family::Parallel;
    /// From White's view.
    const VIEW: View = View::Parallel(APART);
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    // The winner's side determines the points.
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    // Positions have a state, which names White.
    const STAGES: bool = true;

    fn view_from(own: Checkers) -> View {
        if own.is_white() { Self::VIEW } else { View::Parallel(POINTS - APART) }
    }

    /// The reserve need not enter first.
    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        free_step::<Self>(so_far, from, number)
    }

    fn numbers_at(self, _position: &Position, dice: Dice) -> Numbers {
        Numbers::usual(dice)
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        let before = turn.start().turn_state();
        let idle = if turn.played() > 0 { 0 } else { STUCK.min(before.idle + 1) };
        let white = before.white.map(|white| !white);
        turn.now().swapped().with_turn_state(TurnState { white, idle, ..TurnState::default() })
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let TurnState { moves, stage, counters, idle, white } = position.turn_state();
        let Some(white) = white else { return Err(InvalidPosition::WhoIsWhite) };
        let black = if white == Side::OnRoll { position.opponent() } else { position.own() };
        if black.on(BAR) > 0 {
            return Err(InvalidPosition::Reserve(!white));
        }
        let is_state = moves == Side::OnRoll
            && stage.is_none()
            && counters == BySide::default()
            && idle <= STUCK;
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }

    /// White can be blocked in its starting quarter, which is Black's home, and Black before it.
    fn class(self, position: &Position) -> Class {
        if self.end(position, None).is_some() {
            return Class::Over;
        }
        let [own, opponent] = [position.own(), position.opponent()].map(Checkers::rearmost);
        let (white, black) =
            if has_white_on_roll(position) { (own, opponent) } else { (opponent, own) };
        if white > POINTS - HOME || black > HOME {
            Class::Contact
        } else if white > HOME {
            Class::Race
        } else {
            Class::Bearoff
        }
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        if let Some(end) = first_to_bear_off(position, |_| Win::Single) {
            let winner = end.winner?;
            return Some(GameEnd::won(winner, win_of(position, winner)));
        }
        let is_stuck = position.turn_state().idle >= STUCK;
        is_stuck.then_some(GameEnd { winner: None, points: 0 })
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let [own, opponent] = Side::BOTH.map(|side| win_of(position, side));
        let is = |win: Win| [Win::Single, Win::Gammon, Win::Backgammon].map(|other| other == win);
        let ([a, b, c], [d, e, f]) = (is(own), is(opponent));
        [a, b, c, d, e, f]
    }

    /// The plays are those of backgammon with other points closed. Checkers of the reserve move
    /// like those on the board.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        let first = results.len();
        if stages::is_to_roll(position) && self.end(position, None).is_none() {
            let View::Parallel(further) = Self::view_from(position.own()) else { unreachable!() };
            let closed = parallel::turned_by(position.opponent().occupied(), further);
            let plain = position.with_turn_state(TurnState::default());
            let board = Board::without_hits(&plain, closed);
            if plain.own().on(BAR) > 0 {
                board.plays_with_reserve(dice, results);
            } else {
                board.plays(dice, results);
            }
        }
        if results.len() == first {
            return distinct_results(self, position, dice, results);
        }
        let turn = PlaySoFar::new(position, dice);
        for result in &mut results[first..] {
            *result = self.finish(&turn.ended(result.swapped(), 1));
        }
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        stages::generate_rolls(self, position, results, ends);
    }
}
