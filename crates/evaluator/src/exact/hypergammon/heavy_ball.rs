//! Momentum for value iteration: the heavy ball method of B. T. Polyak (*Some methods of speeding
//! up the convergence of iteration methods*, 1964).
//!
//! Without momentum the changes shrink by nearly the same factor λ each sweep, 0.76 with three
//! checkers a side. If a share β of the previous change is added to the result of a sweep, they
//! shrink by √β, with √β = 1 − √(1 − λ). The limit is the same.

use super::values::{NUMBERS, Value, Values};

/// Change of each number, as the higher half of a float: momentum need not be exact.
type Changes = [u16; NUMBERS];
const NONE: Changes = [0; NUMBERS];

/// Changes of all positions by the previous sweep and by the current one.
pub(super) struct Momentum {
    share: f32,
    /// Changes by the previous sweep, momentum included.
    pub(super) last: Vec<Changes>,
    /// Changes by the current sweep.
    now: Vec<Changes>,
}

impl Momentum {
    /// Creates the momentum of positions without any changes yet.
    pub(super) fn new(checkers: u8, positions: usize) -> Self {
        // For λ of 0.1, 0.48 and 0.76.
        let share = match checkers {
            1 => 0.0,
            2 => 0.08,
            _ => 0.26,
        };
        Self { share, last: vec![NONE; positions], now: vec![NONE; positions] }
    }

    /// Records the change of a position's value by the current sweep.
    pub(super) fn note(&mut self, index: usize, old: &Value, new: &Value) {
        let (old, new) = (old.numbers(), new.numbers());
        self.now[index] = std::array::from_fn(|i| half(new[i] - old[i]));
    }

    /// Adds a share of the previous sweep's changes after a sweep.
    pub(super) fn carry_on(&mut self, values: &mut Values) {
        for (index, (last, now)) in self.last.iter_mut().zip(&mut self.now).enumerate() {
            if *last == NONE && *now == NONE {
                continue;
            }
            let carried = last.map(|change| self.share * whole(change));
            let mut numbers = values.get(index).numbers();
            for (number, carried) in numbers.iter_mut().zip(carried) {
                *number += carried;
            }
            values.put(index, &Value::of(numbers));
            *last = std::array::from_fn(|i| half(whole(now[i]) + carried[i]));
            *now = NONE;
        }
    }

    /// Discards the changes of the current sweep, if they do not predict the following ones.
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
