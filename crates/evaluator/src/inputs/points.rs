//! Units that depend on one index and on how many checkers a side has there.

use sheshbesh_movegen::{BAR, Game, OFF, POINTS, Position};

/// How the checkers on one index become units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointUnits {
    /// Tesauro's: on a point 1 if there is one checker or more, 1 if two or more, 1 if three or
    /// more, and half of what exceeds three; half of the checkers on the bar; the share of the
    /// checkers borne off. 98 units a side.
    ///
    /// Source: Tesauro, *Practical Issues in Temporal Difference Learning* (1992), and Sutton and
    /// Barto, *Reinforcement Learning*, section 16.1, where the units are spelled out.
    Tesauro,
    /// One unit each for exactly one, exactly two, exactly three and at least four checkers on a
    /// point, and a fifth for those beyond four; one, two, and more than two checkers on the bar. 123 units a side; those
    /// borne off are left to the features.
    Counts,
}

/// What a full set of checkers counts; smaller games keep the scale.
const ALL_CHECKERS: f32 = Game::Backgammon.checkers() as f32;

impl PointUnits {
    const fn per_point(self) -> usize {
        match self {
            Self::Tesauro => 4,
            Self::Counts => 5,
        }
    }

    /// Units of one side.
    const fn per_side(self) -> usize {
        POINTS as usize * self.per_point()
            + match self {
                Self::Tesauro => 2,
                Self::Counts => 3,
            }
    }

    /// Units of both sides.
    pub const fn len(self) -> usize {
        2 * self.per_side()
    }

    /// There are always some.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Calls `unit(place, value)` for each unit of a side that is not zero when `count` checkers
    /// stand on `index`. The place is counted from the side's first unit.
    fn for_each(self, index: u8, count: u8, mut unit: impl FnMut(usize, f32)) {
        if count == 0 {
            return;
        }
        let bar = POINTS as usize * self.per_point();
        let n = f32::from(count);
        match (self, index) {
            (Self::Tesauro, OFF) => unit(bar + 1, n / ALL_CHECKERS),
            (Self::Tesauro, BAR) => unit(bar, n / 2.0),
            (Self::Tesauro, _) => {
                let first = (index as usize - 1) * 4;
                (0..count.min(3)).for_each(|i| unit(first + i as usize, 1.0));
                if count > 3 {
                    unit(first + 3, (n - 3.0) / 2.0);
                }
            }
            (Self::Counts, OFF) => {}
            (Self::Counts, BAR) => {
                unit(
                    bar + usize::from(count.min(3)) - 1,
                    if count > 2 { (n - 2.0) / 2.0 } else { 1.0 },
                );
            }
            (Self::Counts, _) => {
                let first = (index as usize - 1) * 5;
                unit(first + usize::from(count.min(4)) - 1, 1.0);
                if count > 4 {
                    unit(first + 4, (n - 4.0) / 2.0);
                }
            }
        }
    }

    /// Calls `unit(place, value)` for each unit of the encoded position that is not zero when
    /// `side` (0: on roll, 1: opponent) has `count` checkers on `index`.
    pub(crate) fn for_each_of_side(
        self,
        side: usize,
        index: u8,
        count: u8,
        mut unit: impl FnMut(usize, f32),
    ) {
        let first = side * self.per_side();
        self.for_each(index, count, |place, value| unit(first + place, value));
    }

    /// Writes the units of both sides.
    pub(crate) fn write(self, position: &Position, units: &mut [f32]) {
        units.fill(0.0);
        for (side, checkers) in [position.own(), position.opponent()].into_iter().enumerate() {
            for (index, count) in checkers.iter() {
                self.for_each_of_side(side, index, count, |place, value| units[place] = value);
            }
        }
    }
}
