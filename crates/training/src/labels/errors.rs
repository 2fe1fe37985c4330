//! Errors of a network on labels.

use super::{LabelError, LabelFolder};
use crate::data::{Sample, siblings};
use rayon::prelude::*;
use sheshbesh_evaluator::{Evaluator, Settings, bearoff::Tables};
use sheshbesh_movegen::Position;
use sheshbesh_network::{Network, Outcomes};
use std::sync::Arc;

/// Errors of a network's equities at 1-ply on labels, in points.
///
/// With e = predicted less target equity and rolls of k labels, the level is the rms of the rolls'
/// mean errors ē. The error between siblings is √(Σ(e − ē)² / Σ(k − 1)) over the rolls with k ≥ 2:
/// it decides which play a network chooses. The loss of a roll is the target equity of the chosen
/// sibling less that of the best sibling.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelErrors {
    /// Number of labels.
    pub labels: u64,
    /// The error that siblings share.
    pub level: f64,
    /// Error between siblings and loss of the choice between them; `None` if no label has a
    /// sibling.
    pub siblings: Option<SiblingErrors>,
}

/// Errors of a network on the results of a roll, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiblingErrors {
    /// Root mean square of the errors less their mean over the roll.
    pub rms: f64,
    /// Mean loss of a roll: the target equity of the chosen result less that of the best.
    pub loss: f64,
}

/// Sums over rolls.
#[derive(Clone, Copy, Default)]
struct Sums {
    labels: u64,
    rolls: u64,
    level: f64,
    /// Σ(e − ē)² and Σ(k − 1).
    siblings: f64,
    freedom: u64,
    /// Number of rolls with siblings, and the sum of their losses.
    choices: u64,
    loss: f64,
}

impl Sums {
    fn add(self, other: Self) -> Self {
        Self {
            labels: self.labels + other.labels,
            rolls: self.rolls + other.rolls,
            level: self.level + other.level,
            siblings: self.siblings + other.siblings,
            freedom: self.freedom + other.freedom,
            choices: self.choices + other.choices,
            loss: self.loss + other.loss,
        }
    }
}

impl LabelErrors {
    /// Measures a network on the labels of some shards, which it should not have learned.
    ///
    /// # Errors
    /// A shard that cannot be read, or a network for another game.
    pub fn measure(
        network: &Network,
        folder: &LabelFolder,
        numbers: &[u32],
    ) -> Result<Self, LabelError> {
        let (learned, game) = (network.game(), folder.recipe().game);
        let network = network.clone().for_game(game);
        let network = network.map_err(|_| LabelError::OtherGame { learned, game })?;
        // The network is not used for positions with labels from tables.
        let tables = folder.recipe().bearoff_tables.then(|| Arc::new(Tables::in_memory()));
        let evaluator = Evaluator::new(&network, Settings { tables, ..Default::default() });
        let mut sums = Sums::default();
        for &number in numbers {
            let samples = folder.read(number)?;
            let rolls: Vec<&[Sample]> = siblings(&samples).collect();
            let of_roll =
                |evaluator: &mut Evaluator, roll: &&[Sample]| errors_of_roll(evaluator, roll);
            let of_shard: Vec<Sums> =
                rolls.par_iter().map_init(|| evaluator.clone(), of_roll).collect();
            // Summed in this order for any number of threads.
            sums = of_shard.into_iter().fold(sums, Sums::add);
        }
        let rms = |squares: f64, count: u64| (squares / count as f64).sqrt();
        Ok(Self {
            labels: sums.labels,
            level: if sums.rolls > 0 { rms(sums.level, sums.rolls) } else { 0.0 },
            siblings: (sums.freedom > 0).then(|| SiblingErrors {
                rms: rms(sums.siblings, sums.freedom),
                loss: sums.loss / sums.choices as f64,
            }),
        })
    }
}

fn errors_of_roll(evaluator: &mut Evaluator, roll: &[Sample]) -> Sums {
    let positions: Vec<Position> = roll.iter().map(|sample| sample.position).collect();
    let outcomes = evaluator.evaluate_batch(&positions[0], &positions);
    let errors: Vec<f64> = outcomes
        .iter()
        .zip(roll)
        .map(|(outcomes, sample)| f64::from(outcomes.equity() - sample.target.equity()))
        .collect();
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    // The opponent is on roll in the positions: low equity is good for the player who chooses.
    let targets: Vec<Outcomes> = roll.iter().map(|sample| sample.target).collect();
    let chosen = targets[Outcomes::lowest(outcomes)].equity();
    let best = targets[Outcomes::lowest(&targets)].equity();
    Sums {
        labels: roll.len() as u64,
        rolls: 1,
        level: mean * mean,
        siblings: errors.iter().map(|error| (error - mean) * (error - mean)).sum(),
        freedom: roll.len() as u64 - 1,
        choices: u64::from(roll.len() > 1),
        loss: f64::from(chosen - best),
    }
}
