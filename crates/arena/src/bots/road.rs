//! What bots look at in games whose sides run the same way round, from the view of the one who has just
//! played.

use sheshbesh_movegen::{Checkers, Game, HOME, OFF, POINTS, Position};

/// A position after a play, seen by who made it: two sides on one road, each with its own start.
pub(super) struct Road {
    pub(super) own: Traveller,
    pub(super) opponent: Traveller,
}

/// One side, in its own view.
pub(super) struct Traveller {
    /// Counts on indices 0 (off) to 24.
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points that the other side holds.
    closed: [bool; 32],
    pub(super) rearmost: usize,
}

impl Road {
    pub(super) fn after(game: Game, result: &Position) -> Self {
        let (own, opponent) = (result.opponent(), result.own());
        Self {
            own: Traveller::new(game, own, opponent),
            opponent: Traveller::new(game, opponent, own),
        }
    }
}

impl Traveller {
    fn new(game: Game, side: Checkers, other: Checkers) -> Self {
        let view = game.view();
        let mut closed = [false; 32];
        for point in 1..=POINTS {
            closed[usize::from(point)] = other.on(view.other(point)) > 0;
        }
        Self {
            counts: side.counts(),
            pips: side.pips() as f32,
            closed,
            rearmost: usize::from(side.rearmost()),
        }
    }

    pub(super) fn off(&self) -> u8 {
        self.counts[usize::from(OFF)]
    }

    /// How many checkers stand on some points.
    pub(super) fn among(&self, mut points: std::ops::RangeInclusive<usize>) -> u8 {
        points.by_ref().map(|point| self.counts[point]).sum()
    }

    /// On how many points of some there is a checker.
    pub(super) fn points(&self, points: std::ops::RangeInclusive<usize>) -> usize {
        points.filter(|&point| self.counts[point] > 0).count()
    }

    /// Of the six numbers, how many a checker on a point cannot play.
    pub(super) fn blocked(&self, point: usize) -> usize {
        (1..=usize::from(HOME).min(point - 1)).filter(|&pips| self.closed[point - pips]).count()
    }

    /// Nobody can be in its way any more: all have come past the other's start.
    pub(super) fn is_through(&self) -> bool {
        self.rearmost <= usize::from(POINTS) / 2
    }
}
