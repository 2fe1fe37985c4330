//! Two-sided bearoff table: exact equities for each cube owner.
//!
//! Let E(i, j) be the equity of the player on roll with position i against j, and i' the position
//! after a play. With the best play of each roll,
//!
//! - cubeless: E(i, j) = mean over rolls of max −E(j, i');
//! - the opponent owns the cube: X(i, j) = mean of max −O(j, i');
//! - the player owns it: O(i, j) = max(mean of max −X(j, i'), double);
//! - it is centred: C(i, j) = max(mean of max −C(j, i'), double);
//!
//! where double = min(1, 2 X(i, j)): the opponent passes, or takes and owns the cube at twice the
//! stakes. A side with all checkers off has won; gammons are impossible with so few checkers. The
//! recursion is that of Hugh Sconyers' bearoff databases. The table is filled in order of i + j,
//! which every play makes smaller. In misère a side with all checkers off has lost. In Old English
//! some rolls are passed, so E(i, j) and E(j, i) depend on each other; equal sums are then repeated
//! until nothing changes.

use super::{BearoffGame, Home, index::positions, store::Numbers, successors};
use crate::cube::{CubeEquities, DoublingEquities};
use sheshbesh_movegen::{Dice, Plays};
use sheshbesh_network::file::{FileError, FileKind};
use sheshbesh_parallel::threads;
use std::path::Path;

/// Numbers of a position in the table.
const WIDTH: usize = 4;

/// Two-sided table: all positions with up to a number of checkers a side.
pub struct TwoSided {
    game: BearoffGame,
    checkers: u8,
    /// Row i, column j, and the four equities in the order of [`CubeEquities`].
    numbers: Numbers,
}

/// Equities of a player on roll whose opponent has borne off everything.
const fn ended(game: BearoffGame) -> CubeEquities {
    let equity = -game.finished();
    CubeEquities { cubeless: equity, centred: equity, owned: equity, opponents: equity }
}

impl TwoSided {
    /// Computes the table of a game for up to `checkers` checkers a side, on all of rayon's threads.
    /// `done` is called with the number of positions computed since its last call.
    ///
    /// # Panics
    /// If the game has [no two-sided table](BearoffGame::has_two_sided).
    pub fn make(game: BearoffGame, checkers: u8, done: &(dyn Fn(u64) + Sync)) -> Self {
        assert!(game.has_two_sided(), "{game:?}");
        let equities = compute(game, positions(checkers), done);
        let four = |e: CubeEquities| [e.cubeless, e.centred, e.owned, e.opponents];
        let numbers = Numbers::Memory(equities.into_iter().flat_map(four).collect());
        Self { game, checkers, numbers }
    }

    /// Number of positions to compute.
    pub fn work(checkers: u8) -> u64 {
        (positions(checkers) as u64 - 1).pow(2)
    }

    fn kind(game: BearoffGame, checkers: u8) -> FileKind {
        FileKind {
            name: "two-sided bearoff table",
            magic: *b"SHESHBO2",
            version: 100 * (1 + game.number() as u32) + u32::from(checkers),
        }
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a table.
    pub fn read(game: BearoffGame, checkers: u8, path: &Path) -> Result<Self, FileError> {
        let numbers = positions(checkers).pow(2) * WIDTH;
        let numbers = Numbers::read(Self::kind(game, checkers), numbers, path)?;
        Ok(Self { game, checkers, numbers })
    }

    /// Writes the table into a file atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; a previous file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        self.numbers.write(Self::kind(self.game, self.checkers), path)
    }

    /// Maximum number of checkers a side of the table's positions.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Equities of the player on roll; `None` for more checkers than the table has.
    #[inline]
    pub fn equities(&self, own: Home, opponent: Home) -> Option<CubeEquities> {
        let count = positions(self.checkers);
        let (i, j) = (own.index(), opponent.index());
        if i >= count || j >= count {
            return None;
        }
        let [cubeless, centred, owned, opponents] =
            self.numbers.get::<WIDTH>((i * count + j) * WIDTH)?;
        Some(CubeEquities { cubeless, centred, owned, opponents })
    }
}

impl TwoSided {
    /// Exact cube decisions of the player on roll, with a centred and with an own cube; `None` for
    /// more checkers than the table has.
    pub fn decisions(&self, own: Home, opponent: Home) -> Option<[DoublingEquities; 2]> {
        let double_take = 2.0 * self.equities(own, opponent)?.opponents;
        let mut no_double = [0.0f64; 2];
        for (dice, after) in
            Dice::ALL.iter().zip(successors(own, &mut Plays::new(self.game.game())))
        {
            let mut best = [f32::NEG_INFINITY; 2];
            for after in after {
                let values = match after {
                    0 => [self.game.finished(); 2],
                    _ => {
                        let e = self.equities(opponent, Home::at(after as usize))?;
                        [-e.centred, -e.opponents]
                    }
                };
                best = [best[0].max(values[0]), best[1].max(values[1])];
            }
            for (sum, best) in no_double.iter_mut().zip(best) {
                *sum += dice.probability() * f64::from(best);
            }
        }
        Some(no_double.map(|sum| DoublingEquities { no_double: sum as f32, double_take }))
    }
}

/// Minimum number of positions that one thread takes at once.
const ROWS_TOGETHER: usize = 16;

/// Maximum number of times that equal sums are repeated. Passed rolls are rare, so each repetition
/// reduces the error a hundredfold at least.
const MOST_REPETITIONS: usize = 20;

fn compute(game: BearoffGame, count: usize, done: &(dyn Fn(u64) + Sync)) -> Vec<CubeEquities> {
    let mut plays = Plays::new(game.game());
    let impossible = || std::array::from_fn(|_| Vec::new());
    let after: Vec<[Vec<u32>; Dice::ALL.len()]> = (0..count)
        .map(Home::at)
        .map(|home| {
            let is_possible = game.is_possible(home);
            if is_possible { successors(home, &mut plays) } else { impossible() }
        })
        .collect();
    let mut equities = vec![ended(game); count * count];
    for sum in 2..2 * count - 1 {
        // With j = 0 the opponent has already finished, and i = 0 is never on roll in a game.
        let rows = (sum + 1).saturating_sub(count).max(1)..sum.min(count);
        for repetition in 0..MOST_REPETITIONS {
            let made = threads::map_range(rows.clone(), ROWS_TOGETHER, |i| {
                equity(game, &after[i], sum - i, count, &equities)
            });
            if repetition == 0 {
                done(made.len() as u64);
            }
            let mut changes = false;
            for (i, equity) in rows.clone().zip(made) {
                let known = &mut equities[i * count + sum - i];
                changes |= *known != equity;
                *known = equity;
            }
            if !(game.may_pass() && changes) {
                break;
            }
        }
    }
    equities
}

fn equity(
    game: BearoffGame,
    after: &[Vec<u32>; Dice::ALL.len()],
    opponent: usize,
    count: usize,
    equities: &[CubeEquities],
) -> CubeEquities {
    if after[0].is_empty() {
        return ended(game);
    }
    let mut sums = [0.0f64; 4];
    for (dice, after) in Dice::ALL.iter().zip(after) {
        let mut best = [f32::NEG_INFINITY; 4];
        for &own in after {
            let values = if own == 0 {
                [game.finished(); 4]
            } else {
                // From the opponent's view, the other player owns the cube.
                let e = &equities[opponent * count + own as usize];
                [-e.cubeless, -e.centred, -e.opponents, -e.owned]
            };
            for (best, value) in best.iter_mut().zip(values) {
                *best = best.max(value);
            }
        }
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum += dice.probability() * f64::from(best);
        }
    }
    let [cubeless, centred, owned, opponents] = sums;
    let double = (2.0 * opponents).min(1.0);
    CubeEquities {
        cubeless: cubeless as f32,
        centred: centred.max(double) as f32,
        owned: owned.max(double) as f32,
        opponents: opponents as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::bearoff::OneSided;

    fn home(points: &[usize]) -> Home {
        let mut counts = [0; 6];
        for point in points {
            counts[point - 1] += 1;
        }
        Home::new(counts)
    }

    #[test]
    fn textbook_positions_are_exact() {
        let table = TwoSided::make(BearoffGame::Backgammon, 2, &|_| {});
        let close = |a: f32, b: f64| assert!((f64::from(a) - b).abs() < 1e-6, "{a} {b}");
        // One checker on the 6 point: 27 rolls of 36 bear it off, and there is no second try.
        let e = table.equities(home(&[6]), home(&[1])).unwrap();
        close(e.cubeless, 0.5);
        close(2.0 * e.opponents, 1.0);
        close(e.centred, 1.0);
        let [centred, _] = table.decisions(home(&[6]), home(&[1])).unwrap();
        close(centred.no_double, 0.5);
        close(centred.double_take, 1.0);
        assert!(centred.doubles() && centred.takes());
        // The 5 and 1 points: 23 rolls of 36.
        let e = table.equities(home(&[5, 1]), home(&[1])).unwrap();
        close(e.cubeless, 10.0 / 36.0);
        close(e.opponents, 10.0 / 36.0);
        close(e.centred, 20.0 / 36.0);
        // The opponent is sure to win on the next roll, so an own cube is worth no more.
        close(e.owned, 20.0 / 36.0);
    }

    #[test]
    fn one_checker_a_side_agrees_with_one_sided_distributions() {
        // With one checker a side there are no choices, so both tables are exact.
        let one_sided = OneSided::make(BearoffGame::Backgammon, 2, &|_| {});
        let two_sided = TwoSided::make(BearoffGame::Backgammon, 2, &|_| {});
        for own in 1..=6 {
            for opponent in 1..=6 {
                let (own, opponent) = (home(&[own]), home(&[opponent]));
                let win =
                    one_sided.rolls(own).unwrap().wins_against(&one_sided.rolls(opponent).unwrap());
                let equity = two_sided.equities(own, opponent).unwrap().cubeless;
                assert!((2.0 * win - 1.0 - equity).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_cube_is_worth_something_to_its_owner() {
        let table = TwoSided::make(BearoffGame::Backgammon, 3, &|_| {});
        for own in 1..positions(3) {
            for opponent in 1..positions(3) {
                let e = table.equities(Home::at(own), Home::at(opponent)).unwrap();
                assert!(e.owned >= e.cubeless - 1e-6 && e.opponents <= e.cubeless + 1e-6);
                assert!(e.owned >= e.centred - 1e-6 && e.centred >= e.opponents - 1e-6);
                assert!(e.centred <= 1.0 + 1e-6 && e.opponents >= -1.0 - 1e-6);
            }
        }
    }
}
