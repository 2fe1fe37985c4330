//! Aitken's extrapolation for value iteration (A. C. Aitken, *On Bernoulli's numerical solution of
//! algebraic equations*, 1926).
//!
//! After some sweeps the changes of all positions shrink by nearly the same factor λ each time,
//! 0.75 with three checkers a side. If d is the last change of a chance, all the following ones add
//! up to d λ / (1 − λ), which is added at once. The rest shrinks faster, until one factor dominates
//! again. Sweeps after it correct what it gets wrong, so the limit is the same.

use super::lanes::Lanes;

/// Sweeps from one extrapolation to the next. From 3 to 6, it makes little difference.
const PERIOD: u32 = 5;

/// Upper bound of the factor.
const MOST: f32 = 0.9;

/// Smallest change that a factor is computed from.
const SMALLEST: f32 = 1e-12;

/// The changes of recent sweeps, by lane.
pub(super) struct Acceleration<const N: usize> {
    /// Number of sweeps so far.
    sweeps: u32,
    /// Chances before the last sweep of a period.
    before: Vec<Lanes<N>>,
    /// Largest changes by the previous sweep.
    changes: [f32; N],
}

impl<const N: usize> Acceleration<N> {
    pub(super) fn new() -> Self {
        Self { sweeps: 0, before: Vec::new(), changes: [0.0; N] }
    }

    /// Notes the chances before a sweep that ends a period.
    pub(super) fn before_sweep(&mut self, chances: &[Lanes<N>]) {
        self.sweeps += 1;
        if self.sweeps.is_multiple_of(PERIOD) {
            chances.clone_into(&mut self.before);
        }
    }

    /// Extrapolates after a sweep that ends a period. `changes` are its largest.
    pub(super) fn after_sweep(&mut self, changes: &[f32; N], chances: &mut [Lanes<N>]) {
        if self.sweeps.is_multiple_of(PERIOD) {
            let shares: [f32; N] = std::array::from_fn(|lane| {
                let factor = (changes[lane] / self.changes[lane].max(SMALLEST)).min(MOST);
                factor / (1.0 - factor)
            });
            for (now, before) in chances.iter_mut().zip(&self.before) {
                for ((now, before), share) in now.0.iter_mut().zip(before.0).zip(shares) {
                    *now += share * (*now - before);
                }
            }
        }
        self.changes = *changes;
    }
}
