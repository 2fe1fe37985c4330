//! What bots look at in games whose sides run the same way round, from the view of the one who has just
//! played.

use sheshbesh_movegen::{Checkers, Game, OFF, POINTS, Position};

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
    rearmost: usize,
    checkers: u8,
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
            checkers: game.checkers(),
        }
    }

    pub(super) fn off(&self) -> u8 {
        self.counts[usize::from(OFF)]
    }

    /// All are borne off.
    pub(super) fn is_done(&self) -> bool {
        self.off() == self.checkers
    }

    /// How many checkers stand on some points.
    pub(super) fn among(&self, points: std::ops::RangeInclusive<usize>) -> u8 {
        self.counts[points].iter().sum()
    }

    /// How many of some points the other side holds.
    pub(super) fn closed(&self, points: std::ops::RangeInclusive<usize>) -> f32 {
        self.closed[points].iter().filter(|&&closed| closed).count() as f32
    }

    /// Nobody can be in its way any more: all have come past the other's start.
    pub(super) fn is_through(&self) -> bool {
        self.rearmost <= usize::from(POINTS) / 2
    }
}
