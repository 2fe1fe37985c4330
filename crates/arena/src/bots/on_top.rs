//! What hand-written evaluators of plakoto and its kin add up.
//!
//! Both sides are judged by the same terms, and what counts is the difference; but only the opponent
//! rolls next, so that his threats count more than one's own. Terms and weights are this project's own.

use super::pinned::{Party, Pinned, ended};
use sheshbesh_movegen::{Game, HOME, POINTS, Position};

const HOME_POINTS: usize = HOME as usize;
const START: usize = POINTS as usize;

/// How much each term counts.
pub(super) struct Weights {
    /// Each point held, by quarters from home to the start.
    pub(super) points: [f32; 4],
    /// What stacks hold beyond three.
    pub(super) stacks: f32,
    /// Each checker on the start.
    pub(super) start: f32,
    /// Each checker that is pinned, by quarters.
    pub(super) pinned: [f32; 4],
    /// How much of that a blot costs which the next roll will pin, and one that might be pinned later.
    pub(super) next_roll: f32,
    pub(super) later: f32,
    /// A mother that the next roll pins, that might be pinned later, and that lies pinned.
    pub(super) mother: f32,
    pub(super) mother_later: f32,
    pub(super) mother_pinned: f32,
    /// Points before a mother that the other side holds.
    pub(super) mother_held: f32,
    /// Closed points before checkers; and that they can hardly get on.
    pub(super) blocked: f32,
    pub(super) stuck: f32,
    /// Six points of which many are closed, before many checkers.
    pub(super) row: f32,
    /// Pips that can be played before pins must be lifted, while there are some.
    pub(super) time: f32,
    /// In the race: each checker off, each pip, each checker not home.
    pub(super) off: f32,
    pub(super) pips: f32,
    pub(super) outside: f32,
}

/// More than any position is worth.
const WIN: f32 = 1000.0;

impl Weights {
    /// What a result is worth to who has just played.
    pub(super) fn score(&self, game: Game, result: &Position) -> f32 {
        if let Some(points) = ended(game, result) {
            return WIN * points;
        }
        let board = Pinned::after(result);
        let (own, opponent) = (&board.own, &board.opponent);
        let mut score = self.race(own) - self.race(opponent);
        if board.is_contact() {
            score += self.place(own) - self.place(opponent);
            score -= self.danger(own, self.next_roll, self.mother);
            score += self.danger(opponent, self.later, self.mother_later);
        }
        score
    }

    /// What has been borne off, and what has still to be brought home.
    fn race(&self, side: &Party) -> f32 {
        // Checkers piled on the lowest points have wasted the pips that brought them there.
        let wasted = 0.1 * f32::from(side.on(1)) + 0.05 * f32::from(side.on(2));
        let outside = f32::from(side.among(HOME_POINTS + 1..=START));
        self.off * f32::from(side.off()) - self.pips * side.pips - self.outside * outside - wasted
    }

    /// What does not depend on who rolls next.
    fn place(&self, side: &Party) -> f32 {
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
            // More time than that is not needed.
            const ENOUGH: f32 = 60.0;
            score += self.time * side.spare_pips().min(ENOUGH) / ENOUGH;
        }
        score - self.held(side)
    }

    /// What it costs a side that its checkers cannot go as they like. Those of one point suffer
    /// together, and less each.
    fn held(&self, side: &Party) -> f32 {
        let each = |point: usize| {
            let closed = side.closed_before(point);
            let count = f32::from(side.counts[point]).min(8.0);
            count.sqrt() * (self.blocked * closed + self.stuck * closed.powi(4))
        };
        let held: f32 = side.free_outside().map(each).sum();
        let row = (HOME_POINTS + 1..=side.last).map(|point| {
            let behind = f32::from(side.among(point..=START));
            side.closed_before(point).powi(3) * (behind / 15.0).sqrt()
        });
        held + self.row * row.fold(0.0, f32::max)
    }

    /// What blots are expected to cost: so much of what a pinned checker does, and what a mother does.
    fn danger(&self, side: &Party, blots: f32, mother: f32) -> f32 {
        let dangers = side.dangers();
        let each = |point: usize| dangers[point] * self.pinned[(point - 1) / HOME_POINTS];
        let all: f32 = (1..START).filter(|&point| side.is_blot(point)).map(each).sum();
        blots * all + mother * dangers[START]
    }
}
