//! Plakoto (πλακωτό), the second game of tavli, and tapa, its Bulgarian relative.
//!
//! All fifteen checkers start on the 24 point, and the sides move in opposite directions. There is
//! no hitting: landing on a single checker **pins** it. It cannot move until all checkers on top of
//! it have left. Two rules are specific to the game:
//!
//! - **Mother.** A player who pins the opponent's last checker on its starting point, the mother,
//!   wins two points at once. If they still have checkers on their own starting point, they win
//!   when these have left and the pin still holds. If both mothers are pinned, the game is drawn.
//! - **Bearing off** is not allowed while one of the player's own checkers is pinned at home.
//!
//! Wins count as single games or gammons, and there is no cube.

use super::{
    hitting::Board,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, MOST_MOVES, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, gammon_at_most, results_of_rolls, usual_step,
    },
};
use crate::board::{BAR, Checkers, Class, Dice, HOME, OFF, POINTS, Position, Side, View, Win};

/// The rules of plakoto and tapa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plakoto {
    /// Effect of pinning a mother.
    pub mother: Mother,
    /// Points that each player gets if both mothers are pinned.
    pub draw: u8,
    /// True if checkers may be borne off while another is pinned at home.
    pub bear_while_pinned: bool,
}

/// Effect of pinning the mother, the last checker on its starting point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mother {
    /// Wins as soon as the pinning player has left their own starting point.
    #[default]
    Usual,
    /// It wins at once.
    Immediate,
    /// None. If both mothers are pinned, the game is still drawn, since neither side can go on.
    Off,
}

impl Plakoto {
    /// The usual rules of plakoto.
    pub const PLAKOTO: Self = Self { mother: Mother::Usual, draw: 0, bear_while_pinned: false };
    /// The usual rules of tapa: a draw gives each player a point.
    pub const TAPA: Self = Self { mother: Mother::Usual, draw: 1, bear_while_pinned: false };

    /// The result, if pinned mothers have ended the game.
    fn mothers(self, position: &Position) -> Option<GameEnd> {
        let (own, opponent) = (position.own(), position.opponent());
        let is_pinned = |pinned: u32| pinned >> POINTS & 1 == 1;
        let pinned = [own, opponent].map(|side| is_pinned(side.pinned()));
        let left = |side: Checkers| self.mother == Mother::Immediate || side.on(POINTS) == 0;
        match (self.mother, pinned) {
            // Neither can be freed: the pinning checkers could only be borne off, and neither side
            // has all checkers home.
            (_, [true, true]) => Some(GameEnd { winner: None, points: self.draw }),
            (Mother::Off, _) | (_, [false, false]) => None,
            (_, [true, false]) => left(opponent).then(|| GameEnd::won(Side::Opponent, Win::Gammon)),
            (_, [false, true]) => left(own).then(|| GameEnd::won(Side::OnRoll, Win::Gammon)),
        }
    }

    /// True if some play of the roll might end the game by a mother. It may also be true for rolls
    /// that cannot.
    #[inline]
    fn may_end_by_mother(self, position: &Position, dice: Dice) -> bool {
        let (own, opponent) = (position.own(), position.opponent());
        if opponent.on(POINTS) != 1 {
            return false;
        }
        let own_pinned = own.pinned() >> POINTS & 1 == 1;
        let steps = if dice.is_double() { MOST_MOVES as u8 } else { 2 };
        let is_pinned = opponent.pinned() >> POINTS & 1 == 1;
        // Steps that move checkers off the mover's own starting point, if these matter.
        let leaving =
            if own_pinned || self.mother == Mother::Immediate { 0 } else { own.on(POINTS) };
        let counts = own_pinned || self.mother != Mother::Off;
        if !counts || leaving + u8::from(!is_pinned) > steps {
            return false;
        }
        is_pinned || own.occupied() & before_mother(dice) != 0
    }

    /// Adds the plays of a roll. The game must not be over.
    #[inline]
    fn plays(self, position: &Position, board: &Board, dice: Dice, results: &mut Vec<Position>) {
        let pinned = position.own().pinned();
        if pinned != 0 && self.bear_while_pinned || self.may_end_by_mother(position, dice) {
            distinct_results(self, position, dice, results);
            return;
        }
        let first = results.len();
        if pinned == 0 {
            board.plays(dice, results);
        } else {
            // Not all checkers are home, or one that is home is pinned.
            board.plays_on_the_board(dice, results);
        }
        set_pins(position, &mut results[first..]);
    }
}

/// The points from where a roll may bring a checker to the opponent's mother, as bits.
const fn before_mother(dice: Dice) -> u32 {
    let (high, low) = (dice.high() as u32, dice.low() as u32);
    let mother = 1 << 1;
    if dice.is_double() {
        mother << high | mother << (2 * high) | mother << (3 * high) | mother << (4 * high)
    } else {
        mother << high | mother << low | mother << (high + low)
    }
}

/// Sets the opponent's pinned checkers in the results of a turn, which the opponent sees: single
/// checkers on points where the mover has checkers. If a checker of the opponent lies on one of the
/// mover's, the mover's is the pinned one.
#[inline]
fn set_pins(before: &Position, results: &mut [Position]) {
    let side = before.opponent();
    let above = seen_by_other(before.own().pinned());
    let alone = side.occupied() & !side.made() & BOARD & !above;
    if alone == 0 {
        // No checker can be pinned, and none was before the turn.
        return;
    }
    for result in results {
        let pins = alone & seen_by_other(result.opponent().occupied());
        *result = Position::from_sides_unchecked(side.with_pins(pins), result.opponent());
    }
}

/// Bits 1 to 24.
const BOARD: u32 = ((1 << POINTS) - 1) << 1;

/// Converts a mask of points to the other side's numbers: point i is the other side's point 25 - i.
const fn seen_by_other(points: u32) -> u32 {
    points.reverse_bits() >> (u32::BITS - 1 - BAR as u32)
}

impl Rules for Plakoto {
    const FAMILY: Family = Family::Pinning;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;
    const ENDS_AMID_TURN: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let pinned = so_far.now().own().pinned();
        if pinned >> from & 1 == 1 {
            return Err(Obstacle::Pinned);
        }
        let step = usual_step::<Self>(so_far, from, number)?;
        if step.to == OFF && pinned != 0 && !self.bear_while_pinned {
            return Err(Obstacle::PinnedAtHome);
        }
        Ok(step)
    }

    fn class(self, position: &Position) -> Class {
        let (own, opponent) = (position.own(), position.opponent());
        if self.end(position, None).is_some() {
            Class::Over
        } else if own.rearmost() + opponent.rearmost() > POINTS {
            // Sides that share a point have contact too: a pinned checker waits there.
            Class::Contact
        } else if own.rearmost() <= HOME && opponent.rearmost() <= HOME {
            Class::Bearoff
        } else {
            Class::Race
        }
    }

    fn points_of_draw(self) -> u8 {
        self.draw
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, gammon_at_most).or_else(|| self.mothers(position))
    }

    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let gammon = |loser: Checkers| loser.on(OFF) == 0;
        [true, gammon(position.opponent()), false, true, gammon(position.own()), false]
    }

    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if self.end(position, None).is_none() {
            self.plays(position, &Board::among_pins(position), dice, results);
        }
    }

    /// Builds the masks once for all rolls.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        let board = self.end(position, None).is_none().then(|| Board::among_pins(position));
        results_of_rolls(self, position, results, ends, |dice, results| {
            if let Some(board) = &board {
                self.plays(position, board, dice, results);
            }
        });
    }
}
