#![doc = include_str!("../README.md")]

mod data;
mod error;
mod labels;
mod learn;
mod own_file;
mod recipe;
mod run;

pub use data::{Sample, self_play};
pub use error::{InvalidState, OtherShape, TrainingError};
pub use labels::{
    Format, LabelError, LabelErrors, LabelFolder, LabelMaker, LabelRecipe, Shards, SiblingErrors,
    export,
};
#[cfg(feature = "burn")]
pub use learn::Model;
pub use learn::{Compute, DeviceName, IMPOSSIBLE, UnknownDevice, random_net};
pub use recipe::{
    Exploration, GameSettings, InvalidRecipe, Measure, NetworkSpec, Optimiser, Recipe, Stage,
    Targets,
};
pub use run::{Beginning, Counters, CurvePoint, Ended, Folder, Observer, Run, serve_worker};

/// Samples from random games, with pseudo-random targets.
#[cfg(test)]
pub(crate) fn test_samples(count: usize) -> Vec<Sample> {
    use sheshbesh_movegen::{Class, Game, Plays, testing::Random};
    use sheshbesh_network::Outcomes;
    let mut random = Random::new(11);
    let mut plays = Plays::new(Game::Backgammon);
    let mut position = Game::Backgammon.start();
    let mut samples = Vec::new();
    while samples.len() < count {
        let win = random.below(1000) as f32 / 1000.0;
        let target = Outcomes([win * 0.75, win * 0.25, 0.0, 1.0 - win, 0.0, 0.0]);
        samples.push(Sample { position, target, is_sibling: false });
        let results = plays.generate_or_pass(&position, random.dice());
        position = results[random.below(results.len())];
        if Game::Backgammon.class(&position) == Class::Over {
            position = Game::Backgammon.start();
        }
    }
    samples
}

/// Equities of positions by a network that consists of one net, in float arithmetic.
#[cfg(test)]
pub(crate) fn test_equities(
    net: sheshbesh_network::Net,
    positions: &[sheshbesh_movegen::Position],
) -> Vec<f32> {
    use sheshbesh_network::{ClassSet, Expert, FastNetwork, Network, Outcomes};
    let experts = vec![Expert { classes: ClassSet::ALL, net }];
    let network = Network::new(sheshbesh_movegen::Game::Backgammon, experts, None).unwrap();
    let (fast, mut outcomes) = (FastNetwork::in_floats(&network), Vec::new());
    let base = &FastNetwork::EMPTY;
    fast.evaluate(&mut fast.workspace(), |_| None, base, positions, &mut outcomes);
    outcomes.into_iter().map(Outcomes::equity).collect()
}
