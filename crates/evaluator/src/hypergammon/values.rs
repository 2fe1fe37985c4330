//! What is known of all positions while they are solved.

use super::placement::Placements;
use sheshbesh_movegen::{Game, Position, Win};

/// Equities for each place of the cube, as [`Value::cube`] has them.
pub(super) const CENTRED: usize = 0;
/// Centred, by Jacoby's rule: gammons count once the cube has been turned.
pub(super) const JACOBY: usize = 1;
/// The player on roll owns the cube.
pub(super) const OWNED: usize = 2;
/// The opponent owns it.
pub(super) const OPPONENTS: usize = 3;
/// So many places.
pub(super) const CUBES: usize = 4;

/// The probabilities of [`Value::outcomes`].
pub(super) const OUTCOMES: usize = 5;

/// Numbers of a position.
pub(super) const NUMBERS: usize = OUTCOMES + CUBES + 1;

/// What is known of a position, for its player on roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Value {
    /// Of cubeless money play: win, win a gammon or more, a backgammon, lose a gammon or more, a
    /// backgammon.
    pub(super) outcomes: [f32; OUTCOMES],
    /// Points per game at the present cube, before doubling is considered.
    pub(super) cube: [f32; CUBES],
    /// Points per game in cubeless money play. It is that of the outcomes, but is found without them:
    /// what they are hangs on which of equally good plays counts, and that on these.
    pub(super) cubeless: f32,
}

impl Value {
    /// Nothing is known: both sides are as likely to win.
    pub(super) const UNKNOWN: Self =
        Self { outcomes: [0.5, 0.0, 0.0, 0.0, 0.0], cube: [0.0; CUBES], cubeless: 0.0 };

    /// Of a player on roll who has lost already.
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

    /// All its numbers, the outcomes first.
    pub(super) fn numbers(&self) -> [f32; NUMBERS] {
        let ([a, b, c, d, e], [f, g, h, i]) = (self.outcomes, self.cube);
        [a, b, c, d, e, f, g, h, i, self.cubeless]
    }

    /// From numbers in that order.
    pub(super) const fn of([a, b, c, d, e, f, g, h, i, cubeless]: [f32; NUMBERS]) -> Self {
        Self { outcomes: [a, b, c, d, e], cube: [f, g, h, i], cubeless }
    }
}

/// Points per game in cubeless money play, of outcomes.
pub(super) fn cubeless(&[win, wg, wb, lg, lb]: &[f32; OUTCOMES]) -> f32 {
    2.0 * win - 1.0 + wg + wb - lg - lb
}

/// The values of all positions: row after row of those with the same player on roll, in the order of
/// [`Placements`]. Where two sides would stand on one point there is no position, and zeros.
pub(super) struct Values {
    outcomes: Vec<[f32; OUTCOMES]>,
    cube: Vec<[f32; CUBES]>,
    /// Most of what is read, and by itself it stays in the processor's cache.
    cubeless: Vec<f32>,
}

impl Values {
    /// Of games that are over, what they are worth; of all others, `start`.
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
            // Where own checkers are off as well there is no position.
            if let (true, Some(end)) = (own > 0, Game::Hypergammon.end(&position, None)) {
                values.put(own * count, &Value::lost(end.win()));
            }
        }
        values
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Value {
        let (outcomes, cube) = (self.outcomes[place], self.cube[place]);
        Value { outcomes, cube, cubeless: self.cubeless[place] }
    }

    #[inline]
    pub(super) fn outcomes(&self, place: usize) -> &[f32; OUTCOMES] {
        &self.outcomes[place]
    }

    #[inline]
    pub(super) fn cube(&self, place: usize) -> &[f32; CUBES] {
        &self.cube[place]
    }

    /// The cubeless equity.
    #[inline]
    pub(super) fn cubeless(&self, place: usize) -> f32 {
        self.cubeless[place]
    }

    pub(super) fn put(&mut self, place: usize, value: &Value) {
        self.outcomes[place] = value.outcomes;
        self.cube[place] = value.cube;
        self.cubeless[place] = value.cubeless;
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.cube.len()
    }
}
