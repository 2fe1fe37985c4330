//! Commands that the root of an executor broadcasts during a run.

use super::strength;
use crate::{
    data::self_play::{self, Games},
    recipe::Recipe,
};
use bincode::{Decode, Encode};
use sheshbesh_evaluator::bearoff::Tables;
use sheshbesh_network::Network;
use sheshbesh_parallel::Executor;
use std::sync::Arc;

/// A command to the other ranks.
#[derive(Encode, Decode)]
pub(super) enum Order {
    /// Begin a run with a recipe, and with its teacher if there is one.
    Begin { recipe: String, teacher: Option<Vec<u8>> },
    /// Play games of a stage with the weights of a network, or of the teacher if there is none.
    Play { stage: u32, seed: u64, first: u64, end: u64, network: Option<Vec<u8>> },
    /// Play a duel of a network against the recipe's bot.
    Measure { games: u64, network: Vec<u8> },
    /// End the run.
    End,
}

impl Order {
    pub(super) fn begin(recipe: &Recipe, teacher: Option<&Network>) -> Self {
        Self::Begin { recipe: recipe.to_text(), teacher: teacher.map(Network::to_bytes) }
    }

    pub(super) fn play(
        stage: usize,
        seed: u64,
        (first, end): (u64, u64),
        network: Option<&Network>,
    ) -> Self {
        let network = network.map(Network::to_bytes);
        Self::Play { stage: stage as u32, seed, first, end, network }
    }

    pub(super) fn measure(games: u64, network: &Network) -> Self {
        Self::Measure { games, network: network.to_bytes() }
    }

    /// Broadcasts a command. `order` is only called if there are other ranks, since encoding a
    /// network takes time.
    pub(super) fn send(executor: &Executor, order: impl FnOnce() -> Self) {
        if executor.ranks() > 1 {
            executor.broadcast(order());
        }
    }

    fn receive(executor: &Executor) -> Self {
        // The value of a worker is ignored.
        executor.broadcast(Self::End)
    }
}

/// Serves the root of an executor until its run ends: plays self-play games and measurement games.
///
/// # Panics
/// If this is the root, or if the ranks run different versions.
pub fn serve_worker(executor: &Executor) {
    assert!(!executor.is_root(), "rank 0 cannot be a worker");
    let mut recipe: Option<Recipe> = None;
    let mut teacher: Option<Network> = None;
    let tables = Arc::new(Tables::in_memory());
    let network = |bytes: &[u8]| Network::from_bytes(bytes).expect("rank 0 sends a valid network");
    loop {
        let begun = || recipe.as_ref().expect("the first command sends the recipe");
        match Order::receive(executor) {
            Order::Begin { recipe: text, teacher: bytes } => {
                recipe = Some(Recipe::parse(&text).expect("rank 0 sends a valid recipe"));
                teacher = bytes.map(|bytes| network(&bytes));
            }
            Order::Play { stage, seed, first, end, network: bytes } => {
                let game = begun().game;
                let settings = begun().stages[stage as usize].game_settings();
                let tables = settings.bearoff_tables.then(|| Arc::clone(&tables));
                let learner = bytes.map(|bytes| network(&bytes));
                let player = learner
                    .as_ref()
                    .or(teacher.as_ref())
                    .expect("the first command sends the teacher");
                let evaluator = &self_play::make_evaluator(player, &settings, tables);
                Games { evaluator, game, settings, seed, first, end }
                    .play_among(executor, &mut || {});
            }
            Order::Measure { games, network: bytes } => {
                // The root gets the same result or error, and reports it.
                let _ = strength(executor, begun(), &network(&bytes), games);
            }
            Order::End => return,
        }
    }
}
