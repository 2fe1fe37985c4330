//! What hand-written evaluators of Fevga and its kin add up.
//!
//! Both sides are judged by the same terms, and what counts is the difference. Terms and weights are
//! this project's own.

use super::road::{Road, Traveller};
use sheshbesh_movegen::{HOME, POINTS};

const HOME_POINTS: usize = HOME as usize;
const HEAD: usize = POINTS as usize;
/// The point of the other's start.
const OTHER_HEAD: usize = HEAD / 2;

/// How much each term counts.
pub(super) struct Weights {
    /// Each point held, by quarters from home to the start.
    pub(super) points: [f32; 4],
    /// What stacks hold beyond two, each to the power of one and a half.
    pub(super) stacks: f32,
    /// Each checker on the head.
    pub(super) head: f32,
    /// Numbers that checkers which have still to pass cannot play; and that they can hardly play any.
    pub(super) blocked: f32,
    pub(super) stuck: f32,
    /// Six points of which many are closed, before many checkers.
    pub(super) row: f32,
    /// In the race: each checker off, each pip, each checker not home.
    pub(super) off: f32,
    pub(super) pips: f32,
    pub(super) outside: f32,
    /// How much less the race counts where all are in each other's way.
    pub(super) contact: f32,
}

impl Weights {
    /// What a position is worth to who has just played.
    pub(super) fn score(&self, Road { own, opponent }: &Road) -> f32 {
        if own.is_done() {
            return f32::INFINITY;
        }
        let on_the_way = |side: &Traveller| f32::from(side.among(OTHER_HEAD + 1..=HEAD)) / 15.0;
        let contact = (on_the_way(own) + on_the_way(opponent)).min(1.0);
        let side = |side: &Traveller| {
            (1.0 - self.contact * contact) * self.race(side) + self.place(side) - self.held(side)
        };
        side(own) - side(opponent)
    }

    /// What has been borne off, and what has still to be brought home.
    fn race(&self, side: &Traveller) -> f32 {
        // Checkers piled on the lowest points have wasted the pips that brought them there.
        let wasted = 0.15 * f32::from(side.counts[1]) + 0.08 * f32::from(side.counts[2]);
        let outside = f32::from(side.among(HOME_POINTS + 1..=HEAD));
        self.off * f32::from(side.off()) - self.pips * side.pips - self.outside * outside - wasted
    }

    /// Points held, stacks, and what is on the head.
    fn place(&self, side: &Traveller) -> f32 {
        if side.is_through() {
            return 0.0;
        }
        let points: f32 = (1..HEAD)
            .filter(|&point| side.counts[point] > 0)
            .map(|point| self.points[(point - 1) / HOME_POINTS])
            .sum();
        let stacks: f32 =
            (1..HEAD).map(|point| f32::from(side.counts[point].saturating_sub(2)).powf(1.5)).sum();
        points - self.stacks * stacks - self.head * f32::from(side.counts[HEAD])
    }

    /// What it costs a side that its checkers cannot go as they like. Those of one point suffer
    /// together, and less each.
    fn held(&self, side: &Traveller) -> f32 {
        let points = (OTHER_HEAD + 1..=HEAD).filter(|&point| side.counts[point] > 0);
        let held: f32 = points
            .map(|point| {
                let closed = side.closed(point - HOME_POINTS..=point - 1) / HOME as f32;
                let count = f32::from(side.counts[point]).min(8.0);
                count.sqrt() * (self.blocked * closed + self.stuck * closed.powi(4))
            })
            .sum();
        let rows = (1..=HEAD - HOME_POINTS).map(|first| {
            let closed = side.closed(first..=first + HOME_POINTS - 1) / HOME as f32;
            let behind = f32::from(side.among(first + HOME_POINTS..=HEAD));
            closed.powi(3) * (behind / 15.0).sqrt()
        });
        held + self.row * rows.fold(0.0, f32::max)
    }
}
