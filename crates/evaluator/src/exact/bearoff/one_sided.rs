//! One-sided bearoff table: distribution of the number of rolls that a side needs.

use super::{Home, index::positions, store::Numbers, successors};
use sheshbesh_movegen::{Dice, Game, Plays};
use sheshbesh_network::file::{FileError, FileKind};
use sheshbesh_parallel::threads;
use std::path::Path;

/// Maximum number of rolls of any position: 15 checkers on the 6 point are 90 pips, and every roll
/// but the last plays at least three.
pub const MOST_ROLLS: usize = 30;

/// Probabilities of needing exactly 0, 1, … rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollDistribution(pub [f32; MOST_ROLLS + 1]);

impl RollDistribution {
    /// Distribution of a side that has borne off all checkers.
    pub const DONE: Self = {
        let mut rolls = [0.0; MOST_ROLLS + 1];
        rolls[0] = 1.0;
        Self(rolls)
    };

    /// Mean number of rolls.
    pub fn mean(&self) -> f32 {
        self.0.iter().zip(0u8..).map(|(p, rolls)| p * f32::from(rolls)).sum()
    }

    /// Probability that this side, on roll, bears off before the other.
    pub fn wins_against(&self, other: &Self) -> f32 {
        // On roll, it also wins when both need the same number of rolls.
        let mut not_done = 1.0;
        let mut win = 0.0;
        for (own, other) in self.0.iter().zip(other.0) {
            win += own * not_done;
            not_done -= other;
        }
        win
    }
}

/// Numbers of a distribution in the table.
const WIDTH: usize = MOST_ROLLS + 1;

/// One-sided table: all positions with up to a number of checkers home.
///
/// It contains the rolls to bear off all checkers for each index, then the rolls to the first
/// checker off for the positions with all checkers on the board.
pub struct OneSided {
    numbers: Numbers,
    checkers: u8,
}

impl OneSided {
    /// Computes the table for up to `checkers` checkers, on all of rayon's threads.
    ///
    /// The play of a roll is the one with the smallest mean number of rolls afterwards. `done` is
    /// called with the number of positions computed since its last call.
    pub fn make(checkers: u8, done: &(dyn Fn(u64) + Sync)) -> Self {
        Self { numbers: Numbers::Memory(compute(checkers, done)), checkers }
    }

    /// Number of positions to compute.
    pub fn work(checkers: u8) -> u64 {
        positions(checkers) as u64 - 1
    }

    fn kind(checkers: u8) -> FileKind {
        FileKind {
            name: "one-sided bearoff table",
            magic: *b"SHESHBO1",
            version: 100 + u32::from(checkers),
        }
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a table.
    pub fn read(checkers: u8, path: &Path) -> Result<Self, FileError> {
        let first = positions(checkers) - checkers.checked_sub(1).map_or(0, positions);
        let numbers = (positions(checkers) + first) * WIDTH;
        Ok(Self { numbers: Numbers::read(Self::kind(checkers), numbers, path)?, checkers })
    }

    /// Writes the table into a file atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; a previous file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        self.numbers.write(Self::kind(self.checkers), path)
    }

    /// Maximum number of checkers of the table's positions.
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Distribution of rolls to bear off all checkers; `None` for more checkers than the table has.
    pub fn rolls(&self, home: Home) -> Option<RollDistribution> {
        let index = home.index();
        if index >= positions(self.checkers) {
            return None;
        }
        self.numbers.get(index * WIDTH).map(RollDistribution)
    }

    /// Distribution of rolls to bear off the first checker; `None` if one is off already, or for
    /// more checkers than the table has.
    pub fn rolls_to_first(&self, home: Home) -> Option<RollDistribution> {
        let begin = positions(self.checkers.checked_sub(1)?);
        let first = home.index().checked_sub(begin)?;
        self.numbers.get((positions(self.checkers) + first) * WIDTH).map(RollDistribution)
    }
}

fn compute(checkers: u8, done: &(dyn Fn(u64) + Sync)) -> Vec<f32> {
    let count = positions(checkers);
    let mut all = vec![RollDistribution::DONE; count];
    let mut means = vec![0.0f32; count];
    // A play reduces the pips, so positions with the same number of pips do not depend on each
    // other.
    let mut by_pips: Vec<Vec<usize>> = Vec::new();
    for index in 1..count {
        let pips = Home::at(index).checkers().pips() as usize;
        if by_pips.len() <= pips {
            by_pips.resize(pips + 1, Vec::new());
        }
        by_pips[pips].push(index);
    }
    for indices in &by_pips {
        let made = threads::map_with(
            indices,
            || Plays::new(Game::Backgammon),
            |plays, &index| {
                let after = successors(Home::at(index), plays);
                mean_over_rolls(&after, |after| {
                    let indices = after.iter().map(|&after| after as usize);
                    let best = indices.min_by(|&a, &b| means[a].total_cmp(&means[b]));
                    best.map(|best| all[best])
                })
            },
        );
        for (&index, distribution) in indices.iter().zip(made) {
            means[index] = distribution.mean();
            all[index] = distribution;
        }
        done(indices.len() as u64);
    }
    all.extend(compute_first(checkers));
    all.into_iter().flat_map(|distribution| distribution.0).collect()
}

/// Distributions of rolls to the first checker off, for the positions with all checkers on the
/// board.
fn compute_first(checkers: u8) -> Vec<RollDistribution> {
    let begin = checkers.checked_sub(1).map_or(0, positions);
    let mut first: Vec<RollDistribution> = Vec::new();
    let mut plays = Plays::new(Game::Backgammon);
    for index in begin..positions(checkers) {
        let after = successors(Home::at(index), &mut plays);
        let distribution = mean_over_rolls(&after, |after| {
            let follows = after.iter().map(|&after| match (after as usize).checked_sub(begin) {
                // A checker is off, and no roll remains.
                None => RollDistribution::DONE,
                Some(index) => first[index],
            });
            follows.min_by(|a, b| a.mean().total_cmp(&b.mean()))
        });
        first.push(distribution);
    }
    first
}

/// Mean over all rolls of the distributions after the best play of each, one roll later. `best`
/// returns the distribution of the best play.
fn mean_over_rolls(
    after: &[Vec<u32>; Dice::ALL.len()],
    best: impl Fn(&[u32]) -> Option<RollDistribution>,
) -> RollDistribution {
    let mut sum = [0.0f64; MOST_ROLLS + 1];
    for (dice, after) in Dice::ALL.iter().zip(after) {
        let follows = best(after).expect("every roll has a result");
        for (sum, p) in sum[1..].iter_mut().zip(follows.0) {
            *sum += dice.probability() * f64::from(p);
        }
    }
    RollDistribution(sum.map(|p| p as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(distribution: RollDistribution) -> f32 {
        distribution.0.iter().sum()
    }

    #[test]
    fn first_checkers_off_by_hand() {
        let table = OneSided::make(4, &|_| {});
        let four = table.rolls_to_first(Home::new([0, 0, 0, 0, 0, 4])).unwrap();
        // Any 6, or one checker all the way with 33, 22, 51 or 42.
        let at_once = (11.0 + 1.0 + 1.0 + 2.0 + 2.0) / 36.0;
        assert!((four.0[1] - at_once).abs() < 1e-6, "{four:?}");
        assert!((sum(four) - 1.0).abs() < 1e-5);
        assert!(table.rolls_to_first(Home::new([0, 0, 0, 0, 0, 3])).is_none());
        assert!(table.rolls_to_first(Home::new([0, 0, 0, 0, 0, 5])).is_none());
    }

    #[test]
    fn distributions_sum_to_one_and_more_checkers_take_longer() {
        let table = OneSided::make(6, &|_| {});
        for index in 0..positions(6) {
            let home = Home::at(index);
            let rolls = table.rolls(home).unwrap();
            assert!((sum(rolls) - 1.0).abs() < 1e-5, "{home:?}");
            let mut more = home.counts();
            more[0] += 1;
            if home.total() < 6 {
                assert!(table.rolls(Home::new(more)).unwrap().mean() > rolls.mean() - 1e-5);
            }
        }
        // Two on the ace point take one roll; three take two unless a double comes.
        let mean = |aces| table.rolls(Home::new([aces, 0, 0, 0, 0, 0])).unwrap().mean();
        assert!((mean(2) - 1.0).abs() < 1e-6);
        assert!((mean(3) - (2.0 - 1.0 / 6.0)).abs() < 1e-6);
    }
}
