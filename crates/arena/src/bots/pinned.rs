//! What bots look at in games in which checkers are pinned, from the view of the one who has just played.

use sheshbesh_movegen::{BAR, Checkers, Dice, Game, HOME, OFF, ORDERED_ROLLS, POINTS, Position};

/// A position after a play, seen by who made it. The opponent rolls next.
pub(super) struct Pinned {
    pub(super) own: Party,
    pub(super) opponent: Party,
}

/// One side. All masks are in its own view.
pub(super) struct Party {
    /// Counts on indices 0 (off) to 24.
    pub(super) counts: [u8; 32],
    pub(super) pips: f32,
    /// Points where the other side may not land: with two checkers or more, or one that pins.
    pub(super) holds: u32,
    /// Points where its checker lies under one of the other's, and where it lies on one of them.
    pub(super) pinned: u32,
    pub(super) pins: u32,
    /// Points with checkers that may move.
    free: u32,
    /// Points that the other side holds.
    closed: u32,
    /// Points with checkers of the other's that may move.
    attackers: u32,
    /// The last checker that may move, and the last one.
    pub(super) last: usize,
    rearmost: u8,
}

/// Bits 1 to 24.
const BOARD: u32 = ((1 << POINTS) - 1) << 1;

/// Index i is the other side's 25 - i.
const fn seen_by_other(points: u32) -> u32 {
    points.reverse_bits() >> (u32::BITS - 1 - BAR as u32)
}

impl Pinned {
    pub(super) fn after(result: &Position) -> Self {
        let (own, opponent) = (result.opponent(), result.own());
        Self { own: Party::new(own, opponent), opponent: Party::new(opponent, own) }
    }

    /// Whether some checkers have still to pass each other.
    pub(super) fn is_contact(&self) -> bool {
        self.own.rearmost + self.opponent.rearmost > POINTS
    }
}

impl Party {
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

    /// How many checkers stand on some points.
    pub(super) fn among(&self, points: std::ops::RangeInclusive<usize>) -> u8 {
        self.counts[points].iter().sum()
    }

    /// Whether a lone checker there can be pinned.
    pub(super) fn is_blot(&self, point: usize) -> bool {
        (self.free & !self.holds) >> point & 1 == 1
    }

    /// Of the 36 rolls, the share with which the other side pins each blot; zero elsewhere.
    pub(super) fn dangers(&self) -> [f32; 25] {
        let (blots, open) = (self.free & !self.holds, BOARD & !self.holds);
        let mut dangers = [0.0; 25];
        if blots == 0 {
            return dangers;
        }
        for dice in Dice::ALL {
            let (high, low) = (dice.high(), dice.low());
            // The other's checkers go upwards.
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

    /// The share of the six points before a point that the other side holds.
    pub(super) fn closed_before(&self, point: usize) -> f32 {
        let first = point.saturating_sub(usize::from(HOME)).max(1);
        (first..point).filter(|&point| self.closed >> point & 1 == 1).count() as f32
            / f32::from(HOME)
    }

    /// Points outside its home from where some may move.
    pub(super) fn free_outside(&self) -> impl Iterator<Item = usize> {
        let home = usize::from(HOME);
        (home + 1..=usize::from(POINTS)).filter(|&point| self.free >> point & 1 == 1)
    }

    /// Pips of the checkers outside its home that may move and hold no pin.
    pub(super) fn spare_pips(&self) -> f32 {
        let spare = |point: &usize| self.pins >> point & 1 == 0;
        let beyond = |point: usize| (point - usize::from(HOME)) as f32;
        self.free_outside()
            .filter(spare)
            .map(|point| f32::from(self.counts[point]) * beyond(point))
            .sum()
    }
}

/// How the game has ended for who has just played, if it has: 1 for a win, 0 for a draw.
pub(super) fn ended(game: Game, result: &Position) -> Option<f32> {
    use sheshbesh_movegen::Side;
    game.end(result, None).map(|end| match end.winner {
        Some(Side::Opponent) => 1.0,
        Some(Side::OnRoll) => -1.0,
        None => 0.0,
    })
}
