//! Lines between the values of a lost and of a won game, with corners at cash points.

use sheshbesh_network::{OUTCOMES, Outcomes};

/// The ends of the line on which a position lies: what A gets on average when he wins and when he
/// loses, and how likely he is to win.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) p: f32,
    pub(super) win: f32,
    pub(super) lose: f32,
}

impl Ends {
    pub(super) fn new(outcomes: &Outcomes, worth: &[f32; OUTCOMES]) -> Self {
        let half = OUTCOMES / 2;
        let p: f32 = outcomes.0[..half].iter().sum();
        let q: f32 = outcomes.0[half..].iter().sum();
        // The mean as a difference from a single game is exact where there are no gammons.
        let mean = |range: std::ops::Range<usize>, p: f32| {
            let single = worth[range.start];
            let more: f32 = range.map(|i| outcomes.0[i] * (worth[i] - single)).sum();
            if p > 1e-6 { single + more / p } else { single }
        };
        Self { p, win: mean(0..half, p), lose: mean(half..OUTCOMES, q) }
    }

    /// A value within those that a cube at a stake allows, where winning a single game is worth so
    /// much and losing one so much: sums may miss them by a rounding error.
    pub(super) fn within(&self, value: f32, single_win: f32, single_loss: f32) -> f32 {
        value.max(self.lose.min(single_loss)).min(self.win.max(single_win))
    }

    /// The value of a live cube: straight from where A has lost, through the point where B cashes
    /// and the point where A does, to where A has won.
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

    /// Size of the loss at a corner of a live cube's value because the cube is turned at a later
    /// roll, not there: the chance to win is spread evenly as far as `spread` to both sides by then.
    pub(super) fn cut(&self, corner: (f32, f32), spread: f32) -> f32 {
        let beside = spread - (self.p - corner.0).abs();
        if beside <= 0.0 || corner.0 <= 0.0 || corner.0 >= 1.0 {
            return 0.0;
        }
        let before = (corner.1 - self.lose) / corner.0;
        let after = (self.win - corner.1) / (1.0 - corner.0);
        (before - after).abs() * beside * beside / (4.0 * spread)
    }

    /// The probability of winning at which such a value is reached, gammons being as likely among
    /// wins and losses as they are here.
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
