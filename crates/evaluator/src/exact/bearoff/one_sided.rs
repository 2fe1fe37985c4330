//! One-sided bearoff table: distribution of the number of rolls that a side needs.

use super::{BearoffGame, Home, index::positions, store::Numbers, successors};
use sheshbesh_movegen::{Dice, Plays};
use sheshbesh_network::file::{FileError, FileKind};
use sheshbesh_parallel::threads;
use std::path::Path;

/// Maximum number of rolls of any position: 15 checkers on the 6 point are 90 pips, and every roll
/// but the last plays at least three. In Irish a double plays two pips at least, and in Old English
/// some rolls are passed; there, more rolls are too unlikely to count.
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

    /// No number of rolls is enough, or none counts.
    const NEVER: Self = Self([0.0; MOST_ROLLS + 1]);

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

    /// Probability that this side bears off before the other, which is on roll.
    pub fn wins_second_against(&self, other: &Self) -> f32 {
        let mut not_done = 1.0;
        let mut win = 0.0;
        for (own, other) in self.0.iter().zip(other.0) {
            not_done -= other;
            win += own * not_done;
        }
        win
    }
}

/// Numbers of a distribution in the table.
const WIDTH: usize = MOST_ROLLS + 1;

/// One-sided table: all positions with up to a number of checkers home.
///
/// It contains the rolls to bear off all checkers for each index. In a game with gammons, the rolls
/// to the first checker off follow, for the positions with all checkers on the board. In early
/// backgammon, the rolls of which the last is a double follow for each index.
pub struct OneSided {
    numbers: Numbers,
    game: BearoffGame,
    checkers: u8,
}

impl OneSided {
    /// Computes the table of a game for up to `checkers` checkers, on all of rayon's threads.
    ///
    /// The play of a roll is the one with the smallest mean number of rolls afterwards, the largest
    /// in misère. `done` is called with the number of positions computed since its last call.
    pub fn make(game: BearoffGame, checkers: u8, done: &(dyn Fn(u64) + Sync)) -> Self {
        Self { numbers: Numbers::Memory(compute(game, checkers, done)), game, checkers }
    }

    /// Number of positions to compute.
    pub fn work(checkers: u8) -> u64 {
        positions(checkers) as u64 - 1
    }

    fn kind(game: BearoffGame, checkers: u8) -> FileKind {
        FileKind {
            name: "one-sided bearoff table",
            magic: *b"SHESHBO1",
            version: 100 * (1 + game.number() as u32) + u32::from(checkers),
        }
    }

    /// Number of distributions that follow those of all positions.
    fn further(game: BearoffGame, checkers: u8) -> usize {
        match game {
            BearoffGame::Early => positions(checkers),
            _ if game.counts_gammons() => {
                positions(checkers) - checkers.checked_sub(1).map_or(0, positions)
            }
            _ => 0,
        }
    }

    /// Reads a table from a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a table.
    pub fn read(game: BearoffGame, checkers: u8, path: &Path) -> Result<Self, FileError> {
        let numbers = (positions(checkers) + Self::further(game, checkers)) * WIDTH;
        let numbers = Numbers::read(Self::kind(game, checkers), numbers, path)?;
        Ok(Self { numbers, game, checkers })
    }

    /// Writes the table into a file atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; a previous file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        self.numbers.write(Self::kind(self.game, self.checkers), path)
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

    /// Part of [`rolls`](Self::rolls) in which the last roll is a double that counts; `None` in
    /// other games than early backgammon, or for more checkers than the table has.
    pub fn rolls_to_a_double(&self, home: Home) -> Option<RollDistribution> {
        let index = home.index();
        if self.game != BearoffGame::Early || index >= positions(self.checkers) {
            return None;
        }
        self.numbers.get((positions(self.checkers) + index) * WIDTH).map(RollDistribution)
    }

    /// Distribution of rolls to bear off the first checker; `None` if one is off already, for more
    /// checkers than the table has, or in games without gammons.
    pub fn rolls_to_first(&self, home: Home) -> Option<RollDistribution> {
        if !self.game.counts_gammons() {
            return None;
        }
        let begin = positions(self.checkers.checked_sub(1)?);
        let first = home.index().checked_sub(begin)?;
        self.numbers.get((positions(self.checkers) + first) * WIDTH).map(RollDistribution)
    }
}

fn compute(game: BearoffGame, checkers: u8, done: &(dyn Fn(u64) + Sync)) -> Vec<f32> {
    let count = positions(checkers);
    let mut all = vec![RollDistribution::DONE; count];
    // Last rolls that are doubles, in early backgammon.
    let counts_doubles = game == BearoffGame::Early;
    let mut doubles = vec![RollDistribution::NEVER; if counts_doubles { count } else { 0 }];
    let mut means = vec![0.0f32; count];
    // A play reduces the pips, so positions with the same number of pips do not depend on each
    // other.
    let mut by_pips: Vec<Vec<usize>> = Vec::new();
    for index in (1..count).filter(|&index| game.is_possible(Home::at(index))) {
        let pips = Home::at(index).checkers().pips() as usize;
        if by_pips.len() <= pips {
            by_pips.resize(pips + 1, Vec::new());
        }
        by_pips[pips].push(index);
    }
    for indices in &by_pips {
        let made = threads::map_with(
            indices,
            || Plays::new(game.game()),
            |plays, &index| {
                let after = successors(Home::at(index), plays);
                // The slowest play is best where the first side to finish loses.
                let slowness = |index: usize| game.finished() * means[index];
                let best = |after: &[u32]| {
                    let indices = after.iter().map(|&after| after as usize);
                    indices.min_by(|&a, &b| slowness(a).total_cmp(&slowness(b)))
                };
                let of_all = mean_over_rolls(index, &after, |_, after| best(after).map(|i| all[i]));
                let of_doubles = counts_doubles.then(|| {
                    mean_over_rolls(index, &after, |dice, after| {
                        best(after).map(|after| match after {
                            0 if game.counts_double(dice) => RollDistribution::DONE,
                            _ => doubles[after],
                        })
                    })
                });
                (of_all, of_doubles)
            },
        );
        for (&index, (of_all, of_doubles)) in indices.iter().zip(made) {
            means[index] = of_all.mean();
            all[index] = of_all;
            if let Some(of_doubles) = of_doubles {
                doubles[index] = of_doubles;
            }
        }
        done(indices.len() as u64);
    }
    all.append(&mut doubles);
    if game.counts_gammons() {
        all.extend(compute_first(game, checkers));
    }
    all.into_iter().flat_map(|distribution| distribution.0).collect()
}

/// Distributions of rolls to the first checker off, for the positions with all checkers on the
/// board.
fn compute_first(game: BearoffGame, checkers: u8) -> Vec<RollDistribution> {
    let begin = checkers.checked_sub(1).map_or(0, positions);
    let mut first: Vec<RollDistribution> = Vec::new();
    let mut plays = Plays::new(game.game());
    for index in begin..positions(checkers) {
        let home = Home::at(index);
        if !game.is_possible(home) {
            first.push(RollDistribution::NEVER);
            continue;
        }
        let after = successors(home, &mut plays);
        let distribution = mean_over_rolls(index, &after, |_, after| {
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
/// returns the distribution of the best play. A roll that must be passed leaves the position
/// `index` as it is.
fn mean_over_rolls(
    index: usize,
    after: &[Vec<u32>; Dice::ALL.len()],
    best: impl Fn(Dice, &[u32]) -> Option<RollDistribution>,
) -> RollDistribution {
    let mut sum = [0.0f64; MOST_ROLLS + 1];
    let mut passed = 0.0;
    for (dice, after) in Dice::ALL.into_iter().zip(after) {
        if after[..] == [index as u32] {
            passed += dice.probability();
            continue;
        }
        let follows = best(dice, after).expect("every roll has a result");
        for (sum, p) in sum[1..].iter_mut().zip(follows.0) {
            *sum += dice.probability() * f64::from(p);
        }
    }
    if passed > 0.0 {
        for rolls in 1..sum.len() {
            sum[rolls] += passed * sum[rolls - 1];
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
        let table = OneSided::make(BearoffGame::Backgammon, 4, &|_| {});
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
        let table = OneSided::make(BearoffGame::Backgammon, 6, &|_| {});
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
