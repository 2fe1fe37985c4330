//! Values of all positions during the solution.

use super::placement::Placements;
use sheshbesh_movegen::{Game, Position, Win};

/// Centred cube. This and the following constants are indices of [`Value::cube`].
pub(super) const CENTRED: usize = 0;
/// Centred cube under the Jacoby rule: gammons count only once the cube has been turned.
pub(super) const JACOBY: usize = 1;
/// The player on roll owns the cube.
pub(super) const OWNED: usize = 2;
/// The opponent owns the cube.
pub(super) const OPPONENTS: usize = 3;
/// Number of cube owners.
pub(super) const CUBES: usize = 4;

/// Number of probabilities in [`Value::outcomes`].
pub(super) const OUTCOMES: usize = 5;

/// Numbers of a position.
pub(super) const NUMBERS: usize = OUTCOMES + CUBES + 1;

/// Values of a position, for its player on roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// Probabilities of cubeless money play: win, win a gammon or more, win a backgammon, lose a
    /// gammon or more, lose a backgammon.
    pub(super) outcomes: [f32; OUTCOMES],
    /// Points per game at the present cube, before the cube action.
    pub(super) cube: [f32; CUBES],
    /// Points per game in cubeless money play. It equals the equity of the outcomes but is computed
    /// without them, because the outcomes depend on the choice among equally good plays, and that
    /// choice on equities.
    pub(super) cubeless: f32,
}

impl Value {
    /// Initial value: both sides are equally likely to win.
    pub(super) const UNKNOWN: Self =
        Self { outcomes: [0.5, 0.0, 0.0, 0.0, 0.0], cube: [0.0; CUBES], cubeless: 0.0 };

    /// Value of a player on roll who has already lost.
    pub(super) const fn lost(win: Win) -> Self {
        let points = win.points() as f32;
        let gammon = if win.points() >= Win::Gammon.points() { 1.0 } else { 0.0 };
        let backgammon = if win.points() >= Win::Backgammon.points() { 1.0 } else { 0.0 };
        Self {
            outcomes: [0.0, 0.0, 0.0, gammon, backgammon],
            cube: [-points, -1.0, -points, -points],
            cubeless: -points,
        }
    }

    /// All numbers, the outcomes first.
    pub(super) fn numbers(&self) -> [f32; NUMBERS] {
        let ([a, b, c, d, e], [f, g, h, i]) = (self.outcomes, self.cube);
        [a, b, c, d, e, f, g, h, i, self.cubeless]
    }

    /// Creates a value from numbers in the order of [`numbers`](Self::numbers).
    pub(super) const fn of([a, b, c, d, e, f, g, h, i, cubeless]: [f32; NUMBERS]) -> Self {
        Self { outcomes: [a, b, c, d, e], cube: [f, g, h, i], cubeless }
    }
}

/// Equity of outcomes in cubeless money play, in points per game.
pub(super) fn cubeless(&[win, wg, wb, lg, lb]: &[f32; OUTCOMES]) -> f32 {
    2.0 * win - 1.0 + wg + wb - lg - lb
}

/// Values of all positions: rows with the same player's placement, in the order of [`Placements`].
/// Entries without a position, with both sides on one point, are zero.
pub(super) struct Values {
    outcomes: Vec<[f32; OUTCOMES]>,
    cube: Vec<[f32; CUBES]>,
    /// Stored separately, because it is most of what is read and then stays in the processor's
    /// cache.
    cubeless: Vec<f32>,
}

impl Values {
    /// Sets finished games to their values, and all other positions to `start`.
    pub(super) fn new(placements: &Placements, start: Value) -> Self {
        let count = placements.count();
        let mut values = Self {
            outcomes: vec![start.outcomes; count * count],
            cube: vec![start.cube; count * count],
            cubeless: vec![start.cubeless; count * count],
        };
        for own in 0..count {
            values.put(own * count, &Value::default());
            let position = Position::from_sides_unchecked(placements.at(own), placements.at(0));
            // There is no position if the own checkers are off as well.
            if let (true, Some(end)) = (own > 0, Game::Hypergammon.end(&position, None)) {
                values.put(own * count, &Value::lost(end.win()));
            }
        }
        values
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Value {
        let (outcomes, cube) = (self.outcomes[index], self.cube[index]);
        Value { outcomes, cube, cubeless: self.cubeless[index] }
    }

    #[inline]
    pub(super) fn outcomes(&self, index: usize) -> &[f32; OUTCOMES] {
        &self.outcomes[index]
    }

    #[inline]
    pub(super) fn cube(&self, index: usize) -> &[f32; CUBES] {
        &self.cube[index]
    }

    /// Cubeless equity.
    #[inline]
    pub(super) fn cubeless(&self, index: usize) -> f32 {
        self.cubeless[index]
    }

    pub(super) fn put(&mut self, index: usize, value: &Value) {
        self.outcomes[index] = value.outcomes;
        self.cube[index] = value.cube;
        self.cubeless[index] = value.cubeless;
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.cube.len()
    }
}
