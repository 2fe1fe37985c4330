//! Evaluation terms for bots of Fevga and related games.
//!
//! Both sides are evaluated by the same terms, and the difference counts. Terms and weights are
//! this project's own.

use super::parallel_terms::{ParallelBoard, ParallelSide};
use sheshbesh_movegen::{HOME, POINTS};
use sheshbesh_network::maths;

const HOME_POINTS: usize = HOME as usize;
const HEAD: usize = POINTS as usize;
/// Start of the other side.
const OTHER_HEAD: usize = HEAD / 2;

/// Weights of the terms.
pub(super) struct Weights {
    /// Each point held, by quarter from home to the start.
    pub(super) points: [f32; 4],
    /// The checkers of a stack beyond two, to the power of 1.5.
    pub(super) stacks: f32,
    /// Each checker on the head.
    pub(super) head: f32,
    /// Numbers that checkers cannot play before they have passed the other side's start. `stuck`
    /// adds a penalty if hardly any can be played.
    pub(super) blocked: f32,
    pub(super) stuck: f32,
    /// Rows of six points of which many are closed, before many checkers.
    pub(super) row: f32,
    /// Race: each checker off, each pip, each checker outside the home board.
    pub(super) off: f32,
    pub(super) pips: f32,
    pub(super) outside: f32,
    /// Reduction of the race terms if all checkers have still to pass the other side.
    pub(super) contact: f32,
}

impl Weights {
    /// Score of a position for the player who has just played.
    pub(super) fn score(&self, ParallelBoard { own, opponent }: &ParallelBoard) -> f32 {
        if own.is_done() {
            return f32::INFINITY;
        }
        let on_the_way = |side: &ParallelSide| f32::from(side.among(OTHER_HEAD + 1..=HEAD)) / 15.0;
        let contact = (on_the_way(own) + on_the_way(opponent)).min(1.0);
        let side = |side: &ParallelSide| {
            (1.0 - self.contact * contact) * self.race(side) + self.place(side) - self.held(side)
        };
        side(own) - side(opponent)
    }

    /// Race term: checkers off, and the way home of the others.
    fn race(&self, side: &ParallelSide) -> f32 {
        // Checkers on the lowest points have wasted the pips that brought them there.
        let wasted = 0.15 * f32::from(side.counts[1]) + 0.08 * f32::from(side.counts[2]);
        let outside = f32::from(side.among(HOME_POINTS + 1..=HEAD));
        self.off * f32::from(side.off()) - self.pips * side.pips - self.outside * outside - wasted
    }

    /// Points held, stacks, and checkers on the head.
    fn place(&self, side: &ParallelSide) -> f32 {
        if side.is_through() {
            return 0.0;
        }
        let points: f32 = (1..HEAD)
            .filter(|&point| side.counts[point] > 0)
            .map(|point| self.points[(point - 1) / HOME_POINTS])
            .sum();
        let beyond = (1..HEAD).map(|point| f32::from(side.counts[point].saturating_sub(2)));
        let stacks: f32 = beyond.map(|count| count * count.sqrt()).sum();
        points - self.stacks * stacks - self.head * f32::from(side.counts[HEAD])
    }

    /// Cost of a side's blocked checkers. Checkers on one point are blocked together, so each costs
    /// less.
    fn held(&self, side: &ParallelSide) -> f32 {
        let points = (OTHER_HEAD + 1..=HEAD).filter(|&point| side.counts[point] > 0);
        let held: f32 = points
            .map(|point| {
                let closed = side.closed(point - HOME_POINTS..=point - 1) / HOME as f32;
                let count = f32::from(side.counts[point]).min(8.0);
                count.sqrt() * (self.blocked * closed + self.stuck * maths::powi_f32(closed, 4))
            })
            .sum();
        let rows = (1..=HEAD - HOME_POINTS).map(|first| {
            let closed = side.closed(first..=first + HOME_POINTS - 1) / HOME as f32;
            let behind = f32::from(side.among(first + HOME_POINTS..=HEAD));
            maths::powi_f32(closed, 3) * (behind / 15.0).sqrt()
        });
        held + self.row * rows.fold(0.0, f32::max)
    }
}
