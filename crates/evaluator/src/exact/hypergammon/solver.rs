//! Value iteration: sweeps over all positions until one changes nothing.
//!
//! A sweep visits the positions by the pips of both sides together, the fewest first. A play
//! without a hit leads to fewer pips and therefore to values of the current sweep; only values
//! after a hit may come from the previous one. Each sweep therefore settles one more hit, and the
//! changes shrink by nearly the same factor each time; `heavy_ball` accelerates them. Positions with
//! the same number of pips are computed from earlier values and written together, so the result is
//! the same on any number of threads.

use super::{
    bellman::{after_rolling, before_doubling},
    heavy_ball::Momentum,
    moves::Moves,
    placement::Placements,
    values::{Value, Values},
};
use sheshbesh_movegen::{BAR, Class, Game, Position};
use sheshbesh_parallel::threads;

/// Maximum change of an equity or a probability by the last sweep. Rounding of sums of five
/// probabilities in single precision is half as much.
pub const TOLERANCE: f32 = 2e-6;

/// Solves the game with one, two or three checkers a side.
///
/// ```
/// use sheshbesh_evaluator::hypergammon::Solver;
/// let mut solver = Solver::new(1);
/// while !solver.is_solved() {
///     solver.step();
/// }
/// assert!(solver.sweeps() > 5 && solver.change() < 1e-5);
/// ```
pub struct Solver {
    checkers: u8,
    placements: Placements,
    moves: Moves,
    /// Placements by number of pips.
    by_pips: Vec<Vec<usize>>,
    /// Occupied points of each placement, in its own view and in the opponent's. Two placements
    /// that have a point in common are no position.
    points: Vec<[u32; 2]>,
    pub(super) values: Values,
    pub(super) momentum: Momentum,
    pub(super) progress: Progress,
}

/// Progress of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Progress {
    /// Number of complete sweeps.
    pub(super) sweeps: u32,
    /// Pips of the next step of this sweep.
    pub(super) pips: u32,
    /// Largest change of an equity or a probability in this sweep so far.
    pub(super) so_far: f32,
    /// Largest change in the previous sweep.
    pub(super) last_change: f32,
}

/// Number of sweeps without momentum. Their changes come from the arbitrary start and do not
/// predict the following ones.
const SETTLING: u32 = 2;

/// Minimum number of pips of a position: one on each side.
const FEWEST_PIPS: u32 = 2;

impl Progress {
    pub(super) const START: Self =
        Self { sweeps: 0, pips: FEWEST_PIPS, so_far: 0.0, last_change: f32::INFINITY };
}

/// Result of a task in a step: an opponent's placement, and the player's placements with their
/// values.
type Column = (usize, Vec<(usize, Value)>);

impl Solver {
    /// Creates a solver with the initial value for all positions.
    ///
    /// # Panics
    /// Panics unless `checkers` is one, two or three.
    pub fn new(checkers: u8) -> Self {
        Self::from(checkers, Value::UNKNOWN)
    }

    /// Creates a solver that starts with `start` for all positions.
    pub(super) fn from(checkers: u8, start: Value) -> Self {
        let placements = Placements::new(checkers);
        let mut by_pips = vec![Vec::new(); usize::from(BAR) * usize::from(checkers) + 1];
        let mut points = Vec::new();
        for index in 0..placements.count() {
            let side = placements.at(index);
            by_pips[side.pips() as usize].push(index);
            let own = side.occupied() & ON_BOARD;
            // Point 1 is the opponent's 24.
            points.push([own, own.reverse_bits() >> (u32::BITS - 1 - u32::from(BAR))]);
        }
        let values = Values::new(&placements, start);
        let moves = Moves::new(&placements);
        let momentum = Momentum::new(checkers, values.len());
        let progress = Progress::START;
        Self { checkers, placements, moves, by_pips, points, values, momentum, progress }
    }

    /// Checkers a side.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Number of steps of a sweep.
    pub fn steps(&self) -> u64 {
        u64::from(self.most_pips() - FEWEST_PIPS) + 1
    }

    /// Number of steps done in this sweep.
    pub fn steps_done(&self) -> u64 {
        u64::from(self.progress.pips - FEWEST_PIPS)
    }

    /// Number of complete sweeps.
    pub fn sweeps(&self) -> u32 {
        self.progress.sweeps
    }

    /// Largest change of an equity, in points per game, or of a probability in the last complete
    /// sweep; infinite before the first one.
    pub fn change(&self) -> f32 {
        self.progress.last_change
    }

    /// True if the last sweep changed nothing by more than [`TOLERANCE`].
    pub fn is_solved(&self) -> bool {
        self.progress.last_change <= TOLERANCE
    }

    fn most_pips(&self) -> u32 {
        2 * u32::from(BAR) * u32::from(self.checkers)
    }

    /// Computes the positions with the same number of pips, on all of rayon's threads, and proceeds
    /// to those with one pip more; a new sweep starts after the last ones.
    pub fn step(&mut self) {
        let columns = self.columns();
        let count = self.placements.count();
        for (opponent, column) in columns {
            for (own, value) in column {
                let index = own * count + opponent;
                let old = self.values.get(index);
                self.progress.so_far = self.progress.so_far.max(largest_change(&old, &value));
                self.momentum.note(index, &old, &value);
                self.values.put(index, &value);
            }
        }
        self.progress.pips += 1;
        if self.progress.pips > self.most_pips() {
            let Progress { sweeps, so_far, .. } = self.progress;
            if sweeps < SETTLING {
                self.momentum.forget();
            } else {
                self.momentum.carry_on(&mut self.values);
            }
            self.progress = Progress { sweeps: sweeps + 1, last_change: so_far, ..Progress::START };
        }
    }

    fn columns(&self) -> Vec<Column> {
        let pips = self.progress.pips as usize;
        let most = self.by_pips.len() - 1;
        let opponents: Vec<usize> = (pips.saturating_sub(most).max(1)..pips.min(most + 1))
            .flat_map(|of_opponent| &self.by_pips[of_opponent])
            .copied()
            .collect();
        let column = |&opponent: &usize| {
            let own_pips = pips - self.placements.at(opponent).pips() as usize;
            let values = self.by_pips[own_pips].iter().filter_map(|&own| {
                let value = self.value([own, opponent])?;
                Some((own, value))
            });
            (opponent, values.collect())
        };
        threads::map_with(&opponents, || (), |(), opponent| column(opponent))
    }

    /// Value of a position by the current values; `None` if there is no such position or its value
    /// cannot have changed.
    fn value(&self, [own, opponent]: [usize; 2]) -> Option<Value> {
        let [points, _] = self.points[own];
        let [_, opposing] = self.points[opponent];
        if points & opposing != 0 {
            return None;
        }
        let position =
            Position::from_sides_unchecked(self.placements.at(own), self.placements.at(opponent));
        // Hits are no longer possible: the first sweep has settled the position.
        if self.progress.sweeps > 0 && Game::Hypergammon.class(&position) != Class::Contact {
            return None;
        }
        let rolled =
            after_rolling(&self.moves, &self.values, self.placements.count(), [own, opponent]);
        Some(before_doubling(&rolled))
    }
}

/// Bits of points 1 to 24 among the bits of a side's places.
const ON_BOARD: u32 = ((1 << BAR) - 1) & !1;

fn largest_change(old: &Value, new: &Value) -> f32 {
    let pairs = old.numbers().into_iter().zip(new.numbers());
    pairs.fold(0.0, |largest, (old, new)| largest.max((old - new).abs()))
}
