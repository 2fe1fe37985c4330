//! Features for bots in games in which both sides move in the same direction, from the view of the
//! player who has just played.

use sheshbesh_movegen::{Checkers, Game, OFF, POINTS, Position};

/// A position after a play, from the view of the player who made it: two sides on one road, each
/// with its own start.
pub(super) struct ParallelBoard {
    pub(super) own: ParallelSide,
    pub(super) opponent: ParallelSide,
}

/// One side, from its own view.
pub(super) struct ParallelSide {
    /// Checkers on indices 0 (off) to 24.
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points that the other side holds.
    closed: [bool; 32],
    rearmost: usize,
    checkers: u8,
}

impl ParallelBoard {
    pub(super) fn after(game: Game, result: &Position) -> Self {
        let (own, opponent) = (result.opponent(), result.own());
        Self {
            own: ParallelSide::new(game, own, opponent),
            opponent: ParallelSide::new(game, opponent, own),
        }
    }
}

impl ParallelSide {
    fn new(game: Game, side: Checkers, other: Checkers) -> Self {
        let view = game.view_from(side);
        let mut closed = [false; 32];
        for point in 1..=POINTS {
            closed[usize::from(point)] = other.on(view.other(point)) > 0;
        }
        Self {
            counts: side.counts(),
            pips: side.pips() as f32,
            closed,
            rearmost: usize::from(side.rearmost()),
            checkers: game.checkers(),
        }
    }

    pub(super) fn off(&self) -> u8 {
        self.counts[usize::from(OFF)]
    }

    /// True if all checkers are borne off.
    pub(super) fn is_done(&self) -> bool {
        self.off() == self.checkers
    }

    /// Number of checkers on some points.
    pub(super) fn among(&self, points: std::ops::RangeInclusive<usize>) -> u8 {
        self.counts[points].iter().sum()
    }

    /// Number of some points that the other side holds.
    pub(super) fn closed(&self, points: std::ops::RangeInclusive<usize>) -> f32 {
        self.closed[points].iter().filter(|&&closed| closed).count() as f32
    }

    /// True if all checkers have passed the other side's start, so that nothing can block them.
    pub(super) fn is_through(&self) -> bool {
        self.rearmost <= usize::from(POINTS) / 2
    }
}
