//! Chase (погоня, հալածում, að elta stelpur) and Icelandic backgammon, a form of it.
//!
//! The board is a ring of 24 cells without an end: after point 1 comes point 24. Both sides number
//! the points alike and move from 24 down. Each has six checkers, one on a point: the attackers on
//! 24 to 19, and the runners ahead of them on 18 to 13. The lower die of the lot begins.
//!
//! - **Numbers.** Only ones, sixes and doubles count. 6-6 is four sixes, another double two of its
//!   number, and the player rolls again after a double.
//! - **Captures.** A checker that lands on an opposing one removes it for good. A checker that would
//!   land on one of its own side goes on to the next point without one.
//! - **Last checker.** It goes to the nearest corner, point 24, 19, 18, 13, 12, 7, 6 or 1, with the
//!   first number that its side plays. From there a one takes it to the next corner, a six to the
//!   next but one, and 6-6 is two sixes. It can be taken only in a corner, and not between two
//!   opposing checkers.
//!
//! A side without checkers loses. Captured checkers are counted as off, at index 0.
//!
//! In Icelandic backgammon, any roll takes a last checker to the nearest corner, and the numbers of
//! this roll that count are the opponent's.

use super::{
    results::distinct_results,
    rules::{CheckerMove, Family, GameEnd, Numbers, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules},
    stages::{self, Next},
};
use crate::board::{
    BAR, BySide, Checkers, Class, Dice, InvalidPosition, OFF, POINTS, Position, Side, Stage,
    TurnState, View, Win,
};

/// The rules of chase and Icelandic backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chase {
    /// True if a checker may not land on one of its own side; it goes on to the next point
    /// otherwise.
    pub own_blocks: bool,
    /// True if any roll takes a last checker to a corner, and the numbers that count are the
    /// opponent's.
    pub any_roll_to_corner: bool,
    /// True if the sides start half a round apart.
    pub starts_apart: bool,
}

/// Number of checkers of each side.
pub(super) const CHECKERS: u8 = 6;
/// The points at the ends of the quarters, as bits.
const CORNERS: u32 = 1 << 24 | 1 << 19 | 1 << 18 | 1 << 13 | 1 << 12 | 1 << 7 | 1 << 6 | 1 << 1;

/// The point that lies `steps` ahead.
const fn ahead(point: u8, steps: u8) -> u8 {
    (point + POINTS - 1 - steps) % POINTS + 1
}

/// True if a point is a corner.
const fn is_corner(point: u8) -> bool {
    CORNERS >> point & 1 == 1
}

/// The nearest corner; there is always one.
fn nearest_corner(point: u8) -> u8 {
    let back = |steps| ahead(point, POINTS - steps);
    let mut near = (0..POINTS).flat_map(|steps| [ahead(point, steps), back(steps)]);
    near.find(|&point| is_corner(point)).unwrap_or(point)
}

/// The next corner ahead.
fn next_corner(point: u8) -> u8 {
    (1..POINTS).map(|steps| ahead(point, steps)).find(|&point| is_corner(point)).unwrap_or(point)
}

/// The point of a side's last checker; `None` if it has more or none.
fn last_checker(side: Checkers) -> Option<u8> {
    let points = side.occupied() & !(1 << OFF);
    points.is_power_of_two().then(|| points.trailing_zeros() as u8)
}

/// True if the player's last checker is not in a corner yet.
fn is_astray(side: Checkers) -> bool {
    last_checker(side).is_some_and(|point| !is_corner(point))
}

impl Chase {
    /// The usual rules of chase.
    pub const CHASE: Self =
        Self { own_blocks: false, any_roll_to_corner: false, starts_apart: false };
    /// The usual rules of Icelandic backgammon.
    pub const ICELANDIC: Self = Self { any_roll_to_corner: true, ..Self::CHASE };

    /// Starting layout of each side, the attackers' first.
    pub(super) const fn layouts(self) -> [&'static [(u8, u8)]; 2] {
        const ATTACKERS: &[(u8, u8)] = &[(24, 1), (23, 1), (22, 1), (21, 1), (20, 1), (19, 1)];
        const RUNNERS: &[(u8, u8)] = &[(18, 1), (17, 1), (16, 1), (15, 1), (14, 1), (13, 1)];
        const APART: &[(u8, u8)] = &[(12, 1), (11, 1), (10, 1), (9, 1), (8, 1), (7, 1)];
        [ATTACKERS, if self.starts_apart { APART } else { RUNNERS }]
    }

    /// True if the player's last checker goes to a corner with this turn's roll, whatever it is.
    fn goes_with_any_roll(self, position: &Position) -> bool {
        self.any_roll_to_corner
            && position.turn_state().stage.is_none()
            && is_astray(position.own())
    }

    /// The next decision after a turn.
    fn next(self, turn: &PlaySoFar) -> Next {
        if turn.start().turn_state().stage.is_some() {
            return Next::RollsAgain;
        }
        let dice = turn.dice();
        if self.goes_with_any_roll(turn.start()) {
            return counting(dice).map_or(Next::OpponentRolls, Next::Remainder);
        }
        if dice.is_double() { Next::RollsAgain } else { Next::OpponentRolls }
    }

    /// The point where a checker lands that moves by a number.
    ///
    /// # Errors
    /// When it cannot move by this number.
    fn landing(self, own: Checkers, from: u8, number: u8) -> Result<u8, Obstacle> {
        if last_checker(own).is_some() {
            return match number {
                _ if !is_corner(from) => Ok(nearest_corner(from)),
                1 => Ok(next_corner(from)),
                6 => Ok(next_corner(next_corner(from))),
                _ => Err(Obstacle::Corners),
            };
        }
        let to = ahead(from, number);
        if self.own_blocks && own.on(to) > 0 {
            return Err(Obstacle::Own);
        }
        let mut onwards = (0..POINTS).map(|steps| ahead(to, steps));
        onwards.find(|&point| own.on(point) == 0).ok_or(Obstacle::Own)
    }
}

/// The numbers of a roll that count, as those of a stage; `None` if none does.
fn counting(dice: Dice) -> Option<Stage> {
    let stage =
        |high, low, count| Some(Stage { high, low, count, runs_on: false, is_remainder: true });
    match (dice.high(), dice.low()) {
        (6, 6) => stage(6, 0, 4),
        (number, low) if number == low => stage(number, 0, 2),
        (6, 1) => stage(6, 1, 1),
        (6, _) => stage(6, 0, 1),
        (_, 1) => stage(1, 0, 1),
        _ => None,
    }
}

/// True if an opposing checker may be taken: a last checker in a corner only, and not between two
/// of the player's.
fn may_be_taken(own: Checkers, opponent: Checkers, point: u8) -> bool {
    let is_between = || own.on(ahead(point, 1)) > 0 && own.on(ahead(point, POINTS - 1)) > 0;
    last_checker(opponent).is_none() || is_corner(point) && !is_between()
}

impl Rules for Chase {
    const FAMILY: Family = Family::Capturing;
    const VIEW: View = View::Parallel(0);
    const OPENING: Opening = Opening::Reroll;
    const LOWER_BEGINS: bool = true;
    const CUBE: bool = false;
    const BEARS_OFF_AS_BACKGAMMON: bool = false;
    const ENDS_AMID_TURN: bool = true;
    const STAGES: bool = true;
    const IS_RING: bool = true;

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let (own, opponent) = (so_far.now().own(), so_far.now().opponent());
        if own.on(from) == 0 || from == OFF || from == BAR {
            return Err(Obstacle::Empty);
        }
        let to = self.landing(own, from, number)?;
        let hits = opponent.on(to) > 0;
        if hits && !may_be_taken(own, opponent, to) {
            return Err(Obstacle::LastIsSafe);
        }
        Ok(CheckerMove { from, to, hits })
    }

    fn numbers(self, dice: Dice) -> Numbers {
        match counting(dice) {
            Some(Stage { low: 0, high, count, .. }) => Numbers::equal(high, count),
            Some(_) => Numbers::each_die(dice),
            None => Numbers::equal(0, 0),
        }
    }

    fn numbers_at(self, position: &Position, dice: Dice) -> Numbers {
        if self.goes_with_any_roll(position) {
            return Numbers::equal(dice.high(), 1);
        }
        let numbers = stages::numbers_at(position, self.numbers(dice));
        let Some(point) = last_checker(position.own()) else { return numbers };
        match *numbers.as_slice() {
            [6, 6, ..] => Numbers::equal(6, 2),
            [number, ..] if is_corner(point) && !matches!(number, 1 | 6) => Numbers::equal(0, 0),
            _ => numbers,
        }
    }

    fn finish(self, turn: &PlaySoFar) -> Position {
        stages::continued(turn, self.next(turn), BySide::default(), 0)
    }

    fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        for (side, checkers) in
            [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())]
        {
            if let Some((point, _)) = checkers.iter().find(|&(at, count)| at != OFF && count > 1) {
                return Err(InvalidPosition::Full { side, point, most: 1 });
            }
        }
        let TurnState { stage, counters, idle, .. } = position.turn_state();
        let is_stage = |stage: Stage| {
            let of_dice = Dice::ALL.into_iter().filter_map(counting);
            self.any_roll_to_corner && of_dice.into_iter().any(|known| known == stage)
        };
        let is_state = stage.is_none_or(is_stage) && counters == BySide::default() && idle == 0;
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }

    /// The sides can always meet.
    fn class(self, position: &Position) -> Class {
        let is_over = position.own().all_off() || position.opponent().all_off();
        if is_over { Class::Over } else { Class::Contact }
    }

    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        if position.opponent().all_off() {
            Some(GameEnd::won(Side::OnRoll, Win::Single))
        } else if position.own().all_off() {
            Some(GameEnd::won(Side::Opponent, Win::Single))
        } else {
            None
        }
    }

    fn possible(self, _: &Position) -> [bool; OUTCOMES] {
        [true, false, false, true, false, false]
    }

    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        distinct_results(self, position, dice, results);
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
