//! Features for bots in games in which checkers are pinned, from the view of the player who has
//! just played.

use sheshbesh_movegen::{BAR, Checkers, Dice, Game, HOME, OFF, ORDERED_ROLLS, POINTS, Position};

/// A position after a play, from the view of the player who made it. The opponent rolls next.
pub(super) struct PinningBoard {
    pub(super) own: PinningSide,
    pub(super) opponent: PinningSide,
}

/// One side. All masks are from its own view.
pub(super) struct PinningSide {
    /// Checkers on indices 0 (off) to 24.
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points on which the other side may not land: with at least two checkers, or with one that
    /// pins.
    pub(super) holds: u32,
    /// Points with a pinned checker of this side, and points with a checker that pins one.
    pub(super) pinned: u32,
    pub(super) pins: u32,
    /// Points with checkers that may move.
    free: u32,
    /// Points that the other side holds.
    closed: u32,
    /// Points with movable checkers of the other side.
    attackers: u32,
    /// Point of the last movable checker, and index of the last checker.
    pub(super) last: usize,
    rearmost: u8,
}

/// Mask of the points 1 to 24.
const BOARD: u32 = ((1 << POINTS) - 1) << 1;

/// Converts a mask to the other side's view: index i becomes 25 - i.
const fn seen_by_other(points: u32) -> u32 {
    points.reverse_bits() >> (u32::BITS - 1 - BAR as u32)
}

impl PinningBoard {
    pub(super) fn after(result: &Position) -> Self {
        let (own, opponent) = (result.opponent(), result.own());
        Self { own: PinningSide::new(own, opponent), opponent: PinningSide::new(opponent, own) }
    }

    /// True if some checkers have still to pass each other.
    pub(super) fn is_contact(&self) -> bool {
        self.own.rearmost + self.opponent.rearmost > POINTS
    }
}

impl PinningSide {
    fn new(side: Checkers, other: Checkers) -> Self {
        let holds =
            |side: Checkers, other: Checkers| (side.made() | seen_by_other(other.pinned())) & BOARD;
        let free = |side: Checkers| side.occupied() & BOARD & !side.pinned();
        Self {
            counts: side.counts(),
            pips: side.pips() as f32,
            holds: holds(side, other),
            pinned: side.pinned(),
            pins: seen_by_other(other.pinned()),
            free: free(side),
            closed: seen_by_other(holds(other, side)),
            attackers: seen_by_other(free(other)),
            last: free(side).checked_ilog2().unwrap_or(0) as usize,
            rearmost: side.rearmost(),
        }
    }

    pub(super) fn on(&self, index: u8) -> u8 {
        self.counts[usize::from(index)]
    }

    pub(super) fn off(&self) -> u8 {
        self.on(OFF)
    }

    /// Number of checkers on some points.
    pub(super) fn among(&self, points: std::ops::RangeInclusive<usize>) -> u8 {
        self.counts[points].iter().sum()
    }

    /// True if the point has a single checker that can be pinned.
    pub(super) fn is_blot(&self, point: usize) -> bool {
        (self.free & !self.holds) >> point & 1 == 1
    }

    /// Probability that the other side's next roll pins the blot on each point; zero without a
    /// blot.
    pub(super) fn dangers(&self) -> [f32; 25] {
        let (blots, open) = (self.free & !self.holds, BOARD & !self.holds);
        let mut dangers = [0.0; 25];
        if blots == 0 {
            return dangers;
        }
        for dice in Dice::ALL {
            let (high, low) = (dice.high(), dice.low());
            // The other side moves upwards in this view.
            let mut reached = self.attackers << high | self.attackers << low;
            if dice.is_double() {
                let mut step = self.attackers << high;
                for _ in 0..3 {
                    step = (step & open) << high;
                    reached |= step;
                }
            } else {
                let through = |first: u8, then: u8| ((self.attackers << first) & open) << then;
                reached |= through(high, low) | through(low, high);
            }
            let hit = reached & blots;
            for point in (1..=usize::from(POINTS)).filter(|&point| hit >> point & 1 == 1) {
                dangers[point] += dice.weight() as f32 / ORDERED_ROLLS as f32;
            }
        }
        dangers
    }

    /// Fraction of the six points before a point that the other side holds.
    pub(super) fn closed_before(&self, point: usize) -> f32 {
        let first = point.saturating_sub(usize::from(HOME)).max(1);
        (first..point).filter(|&point| self.closed >> point & 1 == 1).count() as f32
            / f32::from(HOME)
    }

    /// Points outside the home board with movable checkers.
    pub(super) fn free_outside(&self) -> impl Iterator<Item = usize> {
        let home = usize::from(HOME);
        (home + 1..=usize::from(POINTS)).filter(|&point| self.free >> point & 1 == 1)
    }

    /// Pips to the home board of the movable checkers outside it that hold no pin.
    pub(super) fn spare_pips(&self) -> f32 {
        let spare = |point: &usize| self.pins >> point & 1 == 0;
        let beyond = |point: usize| (point - usize::from(HOME)) as f32;
        self.free_outside()
            .filter(spare)
            .map(|point| f32::from(self.counts[point]) * beyond(point))
            .sum()
    }
}

/// Result of a finished game for the player who has just played: 1 for a win, -1 for a loss, 0 for
/// a draw; `None` if the game goes on.
pub(super) fn ended(game: Game, result: &Position) -> Option<f32> {
    use sheshbesh_movegen::Side;
    game.end(result, None).map(|end| match end.winner {
        Some(Side::Opponent) => 1.0,
        Some(Side::OnRoll) => -1.0,
        None => 0.0,
    })
}
