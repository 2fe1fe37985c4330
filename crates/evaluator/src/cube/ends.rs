//! Piecewise linear values between a lost and a won game, with corners at the cash points.

use sheshbesh_network::{OUTCOMES, Outcomes};

/// Ends of the line on which a position lies: A's mean values of winning and of losing, and A's
/// winning chance.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) p: f32,
    pub(super) win: f32,
    pub(super) lose: f32,
}

impl Ends {
    pub(super) fn new(outcomes: &Outcomes, values: &[f32; OUTCOMES]) -> Self {
        let half = OUTCOMES / 2;
        let p: f32 = outcomes.0[..half].iter().sum();
        let q: f32 = outcomes.0[half..].iter().sum();
        // The mean as a difference from a single game is exact without gammons.
        let mean = |range: std::ops::Range<usize>, p: f32| {
            let single = values[range.start];
            let more: f32 = range.map(|i| outcomes.0[i] * (values[i] - single)).sum();
            if p > 1e-6 { single + more / p } else { single }
        };
        Self { p, win: mean(0..half, p), lose: mean(half..OUTCOMES, q) }
    }

    /// Limits a value to the range that a cube allows, given the values of winning and of losing a
    /// single game: sums may leave it by a rounding error.
    pub(super) fn within(&self, value: f32, single_win: f32, single_loss: f32) -> f32 {
        value.max(self.lose.min(single_loss)).min(self.win.max(single_win))
    }

    /// Value of a live cube: straight from A's loss, through B's cash point and A's cash point, to
    /// A's win.
    pub(super) fn through(&self, low: Option<(f32, f32)>, high: Option<(f32, f32)>) -> f32 {
        let mut from = (0.0, self.lose);
        for to in [low, high].into_iter().flatten() {
            if self.p < to.0 {
                return line(from, to, self.p);
            }
            from = to;
        }
        line(from, (1.0, self.win), self.p)
    }

    /// Loss at a corner of a live cube's value because the cube is turned at a later roll than
    /// there. By then, the winning chance is spread evenly as far as `spread` to both sides.
    pub(super) fn cut(&self, corner: (f32, f32), spread: f32) -> f32 {
        let beside = spread - (self.p - corner.0).abs();
        if beside <= 0.0 || corner.0 <= 0.0 || corner.0 >= 1.0 {
            return 0.0;
        }
        let before = (corner.1 - self.lose) / corner.0;
        let after = (self.win - corner.1) / (1.0 - corner.0);
        (before - after).abs() * beside * beside / (4.0 * spread)
    }

    /// Winning chance at which a live cube reaches `value`, with the gammon shares of wins and
    /// losses unchanged.
    pub(super) fn reaches(
        &self,
        value: f32,
        low: Option<(f32, f32)>,
        high: Option<(f32, f32)>,
    ) -> f32 {
        let mut from = (0.0, self.lose);
        for to in [low, high].into_iter().flatten().chain([(1.0, self.win)]) {
            if value <= to.1 {
                let share = (value - from.1) / (to.1 - from.1).max(1e-9);
                return (from.0 + share * (to.0 - from.0)).clamp(0.0, 1.0);
            }
            from = to;
        }
        1.0
    }
}

fn line(from: (f32, f32), to: (f32, f32), p: f32) -> f32 {
    let share = (p - from.0) / (to.0 - from.0).max(1e-6);
    from.1 + share.clamp(0.0, 1.0) * (to.1 - from.1)
}
