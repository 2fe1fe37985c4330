//! Evaluation terms for bots of Plakoto and related games.
//!
//! Both sides are evaluated by the same terms, and the difference counts. Only the opponent rolls
//! next, so their threats count more than the player's own. Terms and weights are this project's
//! own.

use super::pinning_terms::{PinningBoard, PinningSide, ended};
use sheshbesh_movegen::{Game, HOME, POINTS, Position};
use sheshbesh_network::maths;

const HOME_POINTS: usize = HOME as usize;
const START: usize = POINTS as usize;

/// Weights of the terms.
pub(super) struct Weights {
    /// Each point held, by quarter from home to the start.
    pub(super) points: [f32; 4],
    /// The checkers of a stack beyond three.
    pub(super) stacks: f32,
    /// Each checker on the start.
    pub(super) start: f32,
    /// Each pinned checker, by quarter.
    pub(super) pinned: [f32; 4],
    /// Cost of a blot as a fraction of a pinned checker's: if the next roll pins it, and if a later
    /// roll might.
    pub(super) next_roll: f32,
    pub(super) later: f32,
    /// Cost of a mother, the last checker on the start: if the next roll pins it, if a later roll
    /// might, and if it is pinned.
    pub(super) mother: f32,
    pub(super) mother_later: f32,
    pub(super) mother_pinned: f32,
    /// Points before a mother that the other side holds.
    pub(super) mother_held: f32,
    /// Closed points before checkers. `stuck` adds a penalty if they can hardly move.
    pub(super) blocked: f32,
    pub(super) stuck: f32,
    /// Rows of six points of which many are closed, before many checkers.
    pub(super) row: f32,
    /// Pips that can be played before pins must be lifted, if there are pins.
    pub(super) time: f32,
    /// Race: each checker off, each pip, each checker outside the home board.
    pub(super) off: f32,
    pub(super) pips: f32,
    pub(super) outside: f32,
}

/// Score of a win, above the score of any position.
const WIN: f32 = 1000.0;

impl Weights {
    /// Score of a result for the player who has just played.
    pub(super) fn score(&self, game: Game, result: &Position) -> f32 {
        if let Some(points) = ended(game, result) {
            return WIN * points;
        }
        let board = PinningBoard::after(result);
        let (own, opponent) = (&board.own, &board.opponent);
        let mut score = self.race(own) - self.race(opponent);
        if board.is_contact() {
            score += self.place(own) - self.place(opponent);
            score -= self.danger(own, self.next_roll, self.mother);
            score += self.danger(opponent, self.later, self.mother_later);
        }
        score
    }

    /// Race term: checkers off, and the way home of the others.
    fn race(&self, side: &PinningSide) -> f32 {
        // Checkers on the lowest points have wasted the pips that brought them there.
        let wasted = 0.1 * f32::from(side.on(1)) + 0.05 * f32::from(side.on(2));
        let outside = f32::from(side.among(HOME_POINTS + 1..=START));
        self.off * f32::from(side.off()) - self.pips * side.pips - self.outside * outside - wasted
    }

    /// Terms that do not depend on who rolls next.
    fn place(&self, side: &PinningSide) -> f32 {
        let of = |points: u32, weights: &[f32; 4]| -> f32 {
            let is_there = |point: &usize| points >> point & 1 == 1;
            (1..=START).filter(is_there).map(|point| weights[(point - 1) / HOME_POINTS]).sum()
        };
        let stacks: f32 =
            (1..START).map(|point| f32::from(side.counts[point].saturating_sub(3))).sum();
        let mut score = of(side.holds, &self.points) - of(side.pinned, &self.pinned);
        score -= self.stacks * stacks + self.start * f32::from(side.counts[START]);
        if side.pinned >> START & 1 == 1 {
            score -= self.mother_pinned;
        } else if side.counts[START] == 1 {
            score -= self.mother_held * side.closed_before(START);
        }
        if side.pins != 0 {
            // More time than this is not needed.
            const ENOUGH: f32 = 60.0;
            score += self.time * side.spare_pips().min(ENOUGH) / ENOUGH;
        }
        score - self.held(side)
    }

    /// Cost of a side's blocked checkers. Checkers on one point are blocked together, so each costs
    /// less.
    fn held(&self, side: &PinningSide) -> f32 {
        let each = |point: usize| {
            let closed = side.closed_before(point);
            let count = f32::from(side.counts[point]).min(8.0);
            count.sqrt() * (self.blocked * closed + self.stuck * maths::powi_f32(closed, 4))
        };
        let held: f32 = side.free_outside().map(each).sum();
        let row = (HOME_POINTS + 1..=side.last).map(|point| {
            let behind = f32::from(side.among(point..=START));
            maths::powi_f32(side.closed_before(point), 3) * (behind / 15.0).sqrt()
        });
        held + self.row * row.fold(0.0, f32::max)
    }

    /// Expected cost of blots: `blots` times that of a pinned checker for each, and `mother` for a
    /// mother.
    fn danger(&self, side: &PinningSide, blots: f32, mother: f32) -> f32 {
        let dangers = side.dangers();
        let each = |point: usize| dangers[point] * self.pinned[(point - 1) / HOME_POINTS];
        let all: f32 = (1..START).filter(|&point| side.is_blot(point)).map(each).sum();
        blots * all + mother * dangers[START]
    }
}
