//! Carrying changes on: the heavy ball of B. T. Polyak (*Some methods of speeding up the convergence of
//! iteration methods*, 1964).
//!
//! Without it the changes shrink by nearly the same factor λ each sweep, 0.76 with three checkers a
//! side. With a share β of the change before added to what a sweep finds, they shrink by √β, where
//! √β = 1 − √(1 − λ). What is found in the end is the same.

use super::values::{NUMBERS, Value, Values};

/// The change of each number, in the higher half of a float: what is carried on need not be exact.
type Changes = [u16; NUMBERS];
const NONE: Changes = [0; NUMBERS];

/// How all positions changed by the sweep before and by this one.
pub(super) struct Momentum {
    share: f32,
    /// From the values before the last sweep to those after it, what was carried on included.
    pub(super) last: Vec<Changes>,
    /// What this sweep changes.
    now: Vec<Changes>,
}

impl Momentum {
    /// For so many positions, none of which has changed yet.
    pub(super) fn new(checkers: u8, positions: usize) -> Self {
        // For λ of 0.1, 0.48 and 0.76.
        let share = match checkers {
            1 => 0.0,
            2 => 0.08,
            _ => 0.26,
        };
        Self { share, last: vec![NONE; positions], now: vec![NONE; positions] }
    }

    /// A sweep gives a position a new value.
    pub(super) fn note(&mut self, place: usize, old: &Value, new: &Value) {
        let (old, new) = (old.numbers(), new.numbers());
        self.now[place] = std::array::from_fn(|i| half(new[i] - old[i]));
    }

    /// After a sweep, carries on what the one before has changed.
    pub(super) fn carry_on(&mut self, values: &mut Values) {
        for (place, (last, now)) in self.last.iter_mut().zip(&mut self.now).enumerate() {
            if *last == NONE && *now == NONE {
                continue;
            }
            let carried = last.map(|change| self.share * whole(change));
            let mut numbers = values.get(place).numbers();
            for (number, carried) in numbers.iter_mut().zip(carried) {
                *number += carried;
            }
            values.put(place, &Value::of(numbers));
            *last = std::array::from_fn(|i| half(whole(now[i]) + carried[i]));
            *now = NONE;
        }
    }

    /// Forgets a sweep: what it has changed is no guide to what follows.
    pub(super) fn forget(&mut self) {
        self.now.fill(NONE);
    }
}

fn half(number: f32) -> u16 {
    (number.to_bits() >> u16::BITS) as u16
}

fn whole(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << u16::BITS)
}
