//! Upper bounds of the numbers in a recipe, which bound the memory of a run.

use super::{InvalidRecipe, NetworkSpec, Recipe, Stage, Targets, check};
use sheshbesh_network::Shape;

/// Maximum games of a stage, and maximum games between two measurements.
const MOST_GAMES: u64 = 1_000_000_000_000;
/// Maximum games of a strength measurement. All results are held in memory.
const MOST_MEASURED: u64 = 1_000_000;
/// Maximum games played with one snapshot of the weights. Their positions are held in memory, about
/// 55 a game with 56 bytes each.
const MOST_BATCH_GAMES: u64 = 100_000;
/// The same for distillation, where a teacher evaluates all positions that a roll can lead to:
/// about a thousand a game with 76 bytes each.
const MOST_DISTILLED_GAMES: u64 = 5_000;
/// Maximum positions of a replay buffer, or of one draw from it; 56 bytes each.
const MOST_BUFFERED: u64 = 50_000_000;
/// Maximum positions of a minibatch.
const MOST_MINIBATCH: u64 = 1 << 20;
/// Maximum number of stages.
const MOST_STAGES: usize = 100;
/// Maximum hidden layers of a network.
const MOST_LAYERS: usize = 8;
/// Maximum units of a hidden layer.
const MOST_UNITS: usize = 1 << 14;
/// Maximum weights and biases of a network. A learner holds about five numbers for each.
const MOST_PARAMETERS: u64 = 1 << 25;
/// Maximum activations of a minibatch: its positions times the units of all hidden layers. A
/// learner holds about six numbers for each.
const MOST_FILLED: u64 = 1 << 26;
/// Maximum gradients of a minibatch: one set for each of its shards.
const MOST_GRADIENTS: u64 = 1 << 27;
/// Positions of a shard of a minibatch, see `learn::learner`.
const SHARD: u64 = 256;
/// Upper bound of the positions of a self-play game.
const MOST_POSITIONS: u64 = 1000;

/// Returns an error if a number is out of range.
pub(crate) fn in_range(
    number: u64,
    least: u64,
    most: u64,
    field: &str,
) -> Result<(), InvalidRecipe> {
    let problem = match least {
        0 => format!("must be at most {most}"),
        _ => format!("must be {least} to {most}"),
    };
    check((least..=most).contains(&number), field, &problem)
}

/// Number of weights and biases of a shape, as a `u64` because it can exceed `usize`.
fn parameters(shape: &Shape) -> u64 {
    let layers: Vec<u64> =
        shape.layers().map(|(inputs, units)| (inputs as u64 + 1) * units as u64).collect();
    let [first, rest @ ..] = &layers[..] else { return 0 };
    let patterns = shape.patterns.map_or(0, |(set, units)| set.count() as u64 * units as u64);
    first + shape.buckets.count() as u64 * rest.iter().sum::<u64>() + patterns
}

impl Recipe {
    /// Checks the numbers of the recipe. Names must have been validated before.
    pub(super) fn check_bounds(&self) -> Result<(), InvalidRecipe> {
        in_range(self.measure.games, 1, MOST_MEASURED, "measure.games")?;
        in_range(self.measure.final_games, 1, MOST_MEASURED, "measure.final_games")?;
        check(
            self.stages.len() <= MOST_STAGES,
            "stages",
            &format!("must be at most {MOST_STAGES}"),
        )?;
        let nets = self.experts().into_iter().map(|(name, _, spec)| (name, spec));
        for (name, spec) in nets.chain(self.pruner.as_ref().map(|spec| ("pruner", spec))) {
            spec.check_bounds(name)?;
            for (stage, number) in self.stages.iter().zip(1..) {
                stage.check_learner(number, name, &stage.shape(spec))?;
            }
        }
        Ok(())
    }
}

impl NetworkSpec {
    /// Checks the numbers of layers and units.
    pub(super) fn check_units(&self, name: &str) -> Result<(), InvalidRecipe> {
        check(
            self.hidden.len() <= MOST_LAYERS,
            &format!("{name}.hidden"),
            &format!("must be at most {MOST_LAYERS} layers"),
        )?;
        check(
            self.hidden.iter().all(|units| (1..=MOST_UNITS).contains(units)),
            &format!("{name}.hidden"),
            &format!("layers must have 1 to {MOST_UNITS} units each"),
        )?;
        let most = self.hidden.first().map_or(0, |_| MOST_UNITS);
        let fewest = self.hidden.first().copied().unwrap_or(0);
        check(
            self.plain_units.is_none_or(|units| (fewest..=most).contains(&units)),
            &format!("{name}.plain_units"),
            &format!(
                "must be at least the units of the first hidden layer and at most {MOST_UNITS}"
            ),
        )
    }

    fn check_bounds(&self, name: &str) -> Result<(), InvalidRecipe> {
        for shape in [self.shape(), self.plain_shape()] {
            let found = parameters(&shape);
            check(
                found <= MOST_PARAMETERS,
                name,
                &format!(
                    "network has {found} weights, but at most {MOST_PARAMETERS} are allowed: use \
                     fewer units"
                ),
            )?;
        }
        Ok(())
    }
}

impl Stage {
    /// Checks the numbers of a stage that do not depend on a network.
    pub(super) fn check_bounds(&self, number: usize) -> Result<(), InvalidRecipe> {
        let field = |field: &str| format!("stage {number}: {field}");
        in_range(self.games, 1, MOST_GAMES, &field("games"))?;
        let most_games = match self.targets {
            Targets::Distillation { .. } => MOST_DISTILLED_GAMES,
            _ => MOST_BATCH_GAMES,
        };
        in_range(self.batch_games, 1, most_games, &field("batch_games"))?;
        in_range(self.measure_every, 1, MOST_GAMES, &field("measure_every"))?;
        in_range(self.minibatch as u64, 1, MOST_MINIBATCH, &field("minibatch"))?;
        in_range(u64::from(self.reuse), 1, 100, &field("reuse"))?;
        in_range(self.replay_buffer as u64, 0, MOST_BUFFERED, &field("replay_buffer"))?;
        let generations = u64::from(self.generations);
        check(
            generations == 0 || self.replay_buffer > 0,
            &field("generations"),
            "need a replay_buffer",
        )?;
        check(
            generations <= self.batches(),
            &field("generations"),
            "must be at most the number of batches",
        )?;
        if let Some(batches) = self.batches().checked_div(generations) {
            // Each batch of a generation learns an equal share of its samples.
            let buffered =
                (self.replay_buffer as u64).min(self.games.saturating_mul(MOST_POSITIONS));
            let drawn = buffered * u64::from(self.reuse) / batches;
            check(
                drawn <= MOST_BUFFERED,
                &field("generations"),
                &format!(
                    "draw {drawn} positions at once, but at most {MOST_BUFFERED} are allowed: use a \
                     smaller replay_buffer, reuse or batch_games"
                ),
            )?;
        }
        Ok(())
    }

    /// Checks the learner's memory for a minibatch of a net.
    fn check_learner(&self, number: usize, name: &str, shape: &Shape) -> Result<(), InvalidRecipe> {
        let field = format!("stage {number}: minibatch");
        let minibatch = self.minibatch as u64;
        let units: u64 = shape.hidden.iter().map(|units| *units as u64).sum();
        let after_first = shape.layers().skip(1);
        let gradients: u64 =
            after_first.map(|(inputs, units)| (inputs as u64 + 1) * units as u64).sum();
        let most = (MOST_FILLED / units.max(1))
            .min((MOST_GRADIENTS / gradients.max(1)).max(1).saturating_mul(SHARD));
        let problem = format!("must be at most {most} for the layers of the {name} network");
        check(minibatch <= most, &field, &problem)
    }
}
