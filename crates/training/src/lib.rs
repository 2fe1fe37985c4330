//! Networks that teach themselves backgammon: self-play, targets, and the learner.

mod average;
mod back_games;
mod burn_stacks;
mod checkpoint;
mod curve;
mod device;
mod first_layer;
mod fit;
mod learner;
mod learners;
mod memory;
mod model;
mod narrow;
mod product;
mod recipe;
mod run;
mod sample;
pub mod self_play;
mod stacks;
mod values;
mod weights;
mod widen;

pub use checkpoint::Counters;
pub use curve::CurvePoint;
pub use device::{Compute, DeviceName, UnknownDevice};
pub use learner::InvalidState;
pub use model::{IMPOSSIBLE, Model, loss, random_part};
pub use recipe::{
    ActivationName, Exploration, InvalidRecipe, Measure, NetworkSpec, Optimiser, OutputName,
    Recipe, Stage, Targets,
};
pub use run::{Ended, Folder, Observer, Run, TrainingError};
pub use sample::Sample;

/// Samples of random games, with targets that look random.
#[cfg(test)]
pub(crate) fn test_samples(count: usize) -> Vec<Sample> {
    use sheshbesh_evaluator::Outcomes;
    use sheshbesh_movegen::{Class, Dice, Game, Plays};
    let mut state = 11u64;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut plays = Plays::new(Game::Backgammon);
    let mut position = Game::Backgammon.start();
    let mut samples = Vec::new();
    while samples.len() < count {
        let win = below(1000) as f32 / 1000.0;
        let target = Outcomes([win * 0.75, win * 0.25, 0.0, 1.0 - win, 0.0, 0.0]);
        samples.push(Sample { position, target });
        let results = plays.generate_or_pass(&position, Dice::ALL[below(Dice::ALL.len())]);
        position = results[below(results.len())];
        if position.class() == Class::Over {
            position = Game::Backgammon.start();
        }
    }
    samples
}
