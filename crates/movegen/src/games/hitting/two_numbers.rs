//! Plays of two different numbers.
//!
//! All pairs of steps by different checkers are found with the larger number first; in the reverse
//! order they are the same plays. The only other plays are those of one checker that plays both
//! numbers. There, the two orders differ if one of them is blocked or hits on the way, and a
//! checker on the intermediate point may move on instead. No result is therefore generated twice,
//! and none must be compared with another, except when checkers can be borne off.

use super::{
    bitboard::{Board, ON_BAR, OUTSIDE, for_each_slot},
    results::push_each,
    steps::Steps,
};
use crate::board::Position;

impl Board {
    /// Adds the plays of two different numbers.
    pub(super) fn two_numbers(&self, high: u32, low: u32, results: &mut Vec<Position>) {
        let before = results.len();
        let outside = self.occupied & OUTSIDE;
        let is_one_checker_outside = outside.is_power_of_two() && outside & self.single != 0;
        if outside == 0 || is_one_checker_outside {
            self.two_with_bearing_off(high, low, results);
        } else if self.occupied & ON_BAR != 0 {
            self.two_from_the_bar(high, low, results);
        } else {
            self.two_on_the_board(high, low, results);
        }
        if results.len() == before {
            self.one_number(high, low, results, |number| self.movable(self.occupied, number));
        }
    }

    /// Adds the plays of two numbers if no checker is on the bar and none may be borne off.
    pub(super) fn two_numbers_on_the_board(
        &self,
        high: u32,
        low: u32,
        results: &mut Vec<Position>,
    ) {
        let before = results.len();
        self.two_on_the_board(high, low, results);
        if results.len() == before {
            self.one_number(high, low, results, |number| {
                self.movable_on_board(self.occupied, number)
            });
        }
    }

    /// Adds the plays of both numbers if no checker is on the bar and none can be borne off.
    #[inline(always)]
    pub(super) fn two_on_the_board(&self, high: u32, low: u32, results: &mut Vec<Position>) {
        let (by_high, by_low) = (self.open >> high, self.open >> low);
        let (steps_high, steps_low) = (Steps::of(high), Steps::of(low));
        // Slots from where the larger number moves a checker without hitting.
        let larger_first = by_high & !(self.blots >> high);
        for_each_slot!(self.occupied & by_high, |slot| {
            let next = self.after(slot, high);
            // A checker that moves to the slot that this one left makes the same position as if it
            // had played both numbers itself.
            let replacing = (1 << slot >> low) & larger_first;
            let movable = next.occupied & by_low & !replacing;
            push_each(results, next.sides, steps_low, movable, next.blots >> low);
        });
        // One checker plays both numbers, the smaller first. If another checker stands on the
        // intermediate point, moving that one on gives the same position.
        let through = self.occupied & by_low & (self.open >> (high + low));
        let seen = larger_first & !(self.blots >> low) | self.occupied >> low;
        for_each_slot!(through & !seen, |slot| {
            let next = self.after(slot, low);
            let end = next.sides.after(steps_high.from(slot + low, next.blots >> high));
            results.push(end.position());
        });
    }

    /// Adds the plays of both numbers if a checker must enter and none can be borne off.
    fn two_from_the_bar(&self, high: u32, low: u32, results: &mut Vec<Position>) {
        let bar = 0;
        let enters = |number: u32| self.open & (1 << number) != 0;
        if enters(high) {
            let next = self.after(bar, high);
            let movable = self.movable_on_board(next.occupied, low);
            push_each(results, next.sides, Steps::of(low), movable, next.blots >> low);
        }
        if enters(low) {
            let next = self.after(bar, low);
            let mut movable = self.movable_on_board(next.occupied, high);
            if movable & ON_BAR != 0 {
                // Both numbers enter a checker: found above.
                movable = 0;
            } else if enters(high) && self.blots & (1 << high | 1 << low) == 0 {
                // The checker that entered moves on: found above unless it hits on the way.
                movable &= !(1 << low);
            }
            push_each(results, next.sides, Steps::of(high), movable, next.blots >> high);
        }
    }

    /// Adds the plays of both numbers in general: tries both orders, and compares each result with
    /// those before it.
    fn two_with_bearing_off(&self, high: u32, low: u32, results: &mut Vec<Position>) {
        let before = results.len();
        for (first, second) in [(high, low), (low, high)] {
            for_each_slot!(self.movable(self.occupied, first), |slot| {
                let next = self.after(slot, first);
                let known = results.len();
                let movable = self.movable(next.occupied, second);
                push_each(results, next.sides, Steps::of(second), movable, next.blots >> second);
                drop_known(results, before, known);
            });
        }
    }

    /// Adds the plays if only one number can be played: the larger one if possible. `movable_by`
    /// returns the slots from where a number can be played.
    #[cold]
    fn one_number(
        &self,
        high: u32,
        low: u32,
        results: &mut Vec<Position>,
        movable_by: impl Fn(u32) -> u32,
    ) {
        for number in [high, low] {
            let movable = movable_by(number);
            push_each(results, self.sides, Steps::of(number), movable, self.blots >> number);
            if movable != 0 {
                return;
            }
        }
    }
}

/// Removes the results from index `known` on that are among the earlier ones, which begin at
/// `first`.
fn drop_known(results: &mut Vec<Position>, first: usize, known: usize) {
    let mut unique = known;
    for index in known..results.len() {
        let result = results[index];
        if !results[first..unique].contains(&result) {
            results[unique] = result;
            unique += 1;
        }
    }
    results.truncate(unique);
}
