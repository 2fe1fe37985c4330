//! Backgammon, and the games that differ from it only in their start.
//!
//! Its generator gives the distinct legal plays of a roll as resulting positions. The board is worked on as bit masks, one bit an index of the mover's view, and a checker
//! move is an addition to the nibbles of [`Checkers`]. No result is made twice, so nothing has
//! to be hashed or compared, except where checkers can be borne off:
//!
//! - Two different numbers: any pair of moves of different checkers is found with the larger
//!   number first. Played the other way round it is the same play, so only one checker moving
//!   both numbers is left to look at: the two orders differ where one is blocked or hits on the
//!   way, and a checker standing on the way may go on in its place.
//! - Doubles: the moves are made from the rear to the front. Any legal sequence may be sorted so
//!   (the higher moves only add to what the lower ones find), and two different sets of moves
//!   never lead to the same position.

use super::rules::{
    CheckerMove, Family, GameEnd, Landing, OUTCOMES, Obstacle, Opening, PlaySoFar, Rules,
    first_to_bear_off, usual_step,
};
use crate::{
    dice::Dice,
    position::{BAR, Checkers, Class, HOME, OFF, POINTS, Position, View, Win},
};

/// Bits 1 to 24.
const ALL_POINTS: u32 = ((1 << POINTS) - 1) << 1;
/// Bits of the home board and of the checkers off.
const HOME_OR_OFF: u32 = (1 << (HOME + 1)) - 1;
const BAR_BIT: u32 = 1 << BAR;

/// One checker on each index.
const ONE: [u128; BAR as usize + 1] = {
    let mut ones = [0; BAR as usize + 1];
    let mut i = 0;
    while i < ones.len() {
        ones[i] = 1 << (4 * i);
        i += 1;
    }
    ones
};

/// What is added to the opponent's checkers when the mover hits on a point of the mover's view.
const HIT: [u128; BAR as usize + 1] = {
    let mut hits = [0; BAR as usize + 1];
    let mut i = 1;
    while i <= POINTS as usize {
        hits[i] = ONE[BAR as usize].wrapping_sub(ONE[BAR as usize - i]);
        i += 1;
    }
    hits
};

/// The rules of backgammon: lone checkers are hit, two close a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hitting;

impl Hitting {
    /// Whether the sides can still meet.
    #[inline]
    pub const fn has_contact(position: &Position) -> bool {
        position.own().rearmost() + position.opponent().rearmost() > BAR
    }
}

/// The value of a win over a side that still has checkers in play.
#[inline]
fn win_over(loser: Checkers) -> Win {
    if loser.on(OFF) > 0 {
        Win::Single
    } else if loser.rearmost() > POINTS - HOME {
        // The winner's home board is the loser's points 19 to 24; the bar is beyond them.
        Win::Backgammon
    } else {
        Win::Gammon
    }
}

impl Rules for Hitting {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const CLOSED_BY: u8 = 2;
    const LANDING: Landing = Landing::Hits;
    const OPENING: Opening = Opening::Lot;
    const CUBE: bool = true;

    fn step(so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        usual_step::<Self>(so_far, from, number)
    }

    #[inline]
    fn class(position: &Position) -> Class {
        let (own, opponent) = (position.own(), position.opponent());
        if own.all_off() || opponent.all_off() {
            Class::Over
        } else if Self::has_contact(position) {
            Class::Contact
        } else if own.rearmost() <= HOME && opponent.rearmost() <= HOME {
            Class::Bearoff
        } else {
            Class::Race
        }
    }

    #[inline]
    fn end(position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, win_over)
    }

    /// A side that has borne off a checker loses no gammon; without contact, one that has left
    /// the other's home board loses no backgammon.
    #[inline]
    fn possible(position: &Position) -> [bool; OUTCOMES] {
        let contact = Self::has_contact(position);
        let gammons = |loser: Checkers| {
            let gammon = loser.on(OFF) == 0;
            (gammon, gammon && (contact || loser.rearmost() > POINTS - HOME))
        };
        let (wins, losses) = (gammons(position.opponent()), gammons(position.own()));
        [true, wins.0, wins.1, true, losses.0, losses.1]
    }

    #[inline]
    fn generate(position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if !position.opponent().all_off() {
            let mut generator = Generator::new(position, results);
            if dice.is_double() {
                generator.double(dice.high());
            } else {
                generator.two_numbers(dice.high(), dice.low());
            }
        }
    }
}

/// Both sides during a play. The mover's masks are kept up to date with the nibbles.
#[derive(Clone, Copy)]
struct State {
    own: u128,
    opponent: u128,
    /// Indices that the mover occupies, checkers off included.
    occupied: u32,
}

struct Generator<'a> {
    start: State,
    /// Points where the mover may land.
    open: u32,
    /// Points with a lone opposing checker at the start of the turn.
    blots: u32,
    results: &'a mut Vec<Position>,
}

/// Calls `$body` for each set bit of `$mask`, from the highest down.
macro_rules! for_bits {
    ($mask:expr, |$bit:ident| $body:block) => {
        let mut rest: u32 = $mask;
        while rest != 0 {
            let $bit = 31 - rest.leading_zeros();
            rest ^= 1 << $bit;
            $body
        }
    };
}

impl<'a> Generator<'a> {
    #[inline]
    fn new(position: &Position, results: &'a mut Vec<Position>) -> Self {
        let (own, opponent) = (position.own(), position.opponent());
        // Index i of the opponent's view is index 25 - i of the mover's.
        let mirrored = |mask: u32| (mask.reverse_bits() >> (31 - u32::from(BAR))) & ALL_POINTS;
        let blocked = mirrored(opponent.made());
        Self {
            start: State {
                own: own.nibbles(),
                opponent: opponent.nibbles(),
                occupied: own.occupied(),
            },
            open: ALL_POINTS & !blocked,
            blots: mirrored(opponent.occupied()) & !blocked,
            results,
        }
    }

    /// Moves one checker from `from` to `to`, hitting what stands there.
    #[inline(always)]
    fn moved(&self, state: State, from: u32, to: u32) -> State {
        let own = state.own - ONE[from as usize] + ONE[to as usize];
        let emptied = ((own >> (4 * from)) & 15 == 0) as u32;
        State {
            own,
            opponent: self.hit(state.opponent, to),
            occupied: (state.occupied & !(emptied << from)) | (1 << to),
        }
    }

    /// The opponent's checkers after the mover lands on `to`.
    ///
    /// A point that was hit earlier in the play now holds the mover's own checker, and that may
    /// be joined; its blot is on the bar already.
    #[inline(always)]
    fn hit(&self, opponent: u128, to: u32) -> u128 {
        let is_blot =
            (self.blots >> to) & 1 == 1 && (opponent >> (4 * (u32::from(BAR) - to))) & 15 != 0;
        if is_blot { opponent.wrapping_add(HIT[to as usize]) } else { opponent }
    }

    #[inline(always)]
    fn push(&mut self, state: State) {
        self.push_sides(state.own, state.opponent);
    }

    #[inline(always)]
    fn push_sides(&mut self, own: u128, opponent: u128) {
        self.results.push(Position::from_sides_unchecked(
            Checkers::from_nibbles_unchecked(opponent),
            Checkers::from_nibbles_unchecked(own),
        ));
    }

    /// Points that a checker may leave by `number` without being borne off, unless checkers on
    /// the bar must enter first.
    #[inline(always)]
    fn on_board(&self, occupied: u32, number: u32) -> u32 {
        let movable = occupied & (self.open << number);
        if occupied & BAR_BIT != 0 { movable & BAR_BIT } else { movable }
    }

    /// Points that a checker may leave by `number`, bearing off included.
    #[inline(always)]
    fn movable(&self, occupied: u32, number: u32) -> u32 {
        let mut movable = self.on_board(occupied, number);
        if occupied & !HOME_OR_OFF == 0 {
            let at_home = occupied & !(1 << OFF);
            movable |= at_home & (1 << number);
            if at_home != 0 && at_home >> number == 0 {
                movable |= 1 << (31 - at_home.leading_zeros());
            }
        }
        movable
    }

    #[inline]
    fn two_numbers(&mut self, high: u8, low: u8) {
        let (high, low) = (u32::from(high), u32::from(low));
        let start = self.start;
        let outside = start.own >> (4 * (HOME + 1));
        // One nibble of value one is left when a single checker is outside the home board.
        let may_bear_off = outside == 0
            || (outside.is_power_of_two() && outside.trailing_zeros().is_multiple_of(4));
        if may_bear_off {
            self.two_numbers_with_bearing_off(high, low);
        } else if start.occupied & BAR_BIT != 0 {
            self.two_numbers_from_the_bar(high, low);
        } else {
            self.two_numbers_on_the_board(high, low);
        }
    }

    /// Nobody is on the bar and nothing can be borne off.
    #[inline]
    fn two_numbers_on_the_board(&mut self, high: u32, low: u32) {
        let start = self.start;
        let (after_high, after_low) = (self.open << high, self.open << low);
        // A checker that can go on from here without having hit by the larger number.
        let larger_first = after_high & !(self.blots << high);
        for_bits!(start.occupied & after_high, |from| {
            let state = self.moved(start, from, from - high);
            // A checker that comes to where this one left makes the same position as if it had
            // moved both numbers itself.
            let replacing = (1 << (from + low)) & larger_first;
            self.push_each(state, state.occupied & after_low & !replacing, low);
        });
        // One checker moves both numbers, the smaller first. Where another checker stood on the
        // way, that one moving on is the same.
        let through = start.occupied & after_low & (self.open << (high + low));
        let seen = (larger_first & !(self.blots << low)) | (start.occupied << low);
        for_bits!(through & !seen, |from| {
            let state = self.moved(start, from, from - low);
            self.push(self.moved(state, from - low, from - low - high));
        });
        if self.results.is_empty() {
            self.push_single(high, low);
        }
    }

    /// One checker or more must enter, and nothing can be borne off.
    fn two_numbers_from_the_bar(&mut self, high: u32, low: u32) {
        let start = self.start;
        let bar = u32::from(BAR);
        let enters = |number: u32| (self.open >> (bar - number)) & 1 == 1;
        let (high_enters, low_enters) = (enters(high), enters(low));
        if high_enters {
            let state = self.moved(start, bar, bar - high);
            self.push_each(state, self.on_board(state.occupied, low), low);
        }
        if low_enters {
            let state = self.moved(start, bar, bar - low);
            let mut second = self.on_board(state.occupied, high);
            if second & BAR_BIT != 0 {
                // Both numbers enter: found above.
                second = 0;
            } else if high_enters {
                // The checker that entered goes on: found above unless it hits on the way.
                let hits = self.blots & (1 << (bar - high) | 1 << (bar - low));
                if hits == 0 {
                    second &= !(1 << (bar - low));
                }
            }
            self.push_each(state, second, high);
        }
        if self.results.is_empty() {
            self.push_single(high, low);
        }
    }

    /// The general case: both orders, and each result compared with those before it.
    fn two_numbers_with_bearing_off(&mut self, high: u32, low: u32) {
        let start = self.start;
        for (first, second) in [(high, low), (low, high)] {
            for_bits!(self.movable(start.occupied, first), |from| {
                let state = self.moved(start, from, from.saturating_sub(first));
                for_bits!(self.movable(state.occupied, second), |next| {
                    let end = self.moved(state, next, next.saturating_sub(second));
                    let before = self.results.len();
                    self.push(end);
                    let (known, new) = self.results.split_at(before);
                    if known.contains(&new[0]) {
                        self.results.pop();
                    }
                });
            });
        }
        if self.results.is_empty() {
            self.push_single(high, low);
        }
    }

    /// Only one number can be played: the larger where it can be.
    fn push_single(&mut self, high: u32, low: u32) {
        let start = self.start;
        for number in [high, low] {
            for_bits!(self.movable(start.occupied, number), |from| {
                self.push(self.moved(start, from, from.saturating_sub(number)));
            });
            if !self.results.is_empty() {
                return;
            }
        }
    }

    /// One result for each move by `number` from `movable`, none of them bearing off.
    #[inline(always)]
    fn push_each(&mut self, state: State, movable: u32, number: u32) {
        for_bits!(movable, |from| {
            let to = from - number;
            let own = state.own - ONE[from as usize] + ONE[to as usize];
            self.push_sides(own, self.hit(state.opponent, to));
        });
    }

    #[inline]
    fn double(&mut self, number: u8) {
        let mut longest = 1;
        self.double_from(self.start, u32::from(number), u32::MAX, 1, &mut longest);
    }

    /// Plays the `depth`-th of up to four moves from one of the indices in `sources`, and keeps
    /// the results of the longest plays.
    fn double_from(
        &mut self,
        state: State,
        number: u32,
        sources: u32,
        depth: u32,
        longest: &mut u32,
    ) {
        const MOVES_OF_A_DOUBLE: u32 = 4;
        let movable = self.movable(state.occupied, number) & sources;
        if movable != 0 && depth > *longest {
            self.results.clear();
            *longest = depth;
        }
        for_bits!(movable, |from| {
            let next = self.moved(state, from, from.saturating_sub(number));
            if depth == *longest {
                self.push(next);
            }
            if depth < MOVES_OF_A_DOUBLE {
                self.double_from(next, number, (2 << from) - 1, depth + 1, longest);
            }
        });
    }
}
