//! What the first of a crew has the others do in a run.

use super::strength;
use crate::{
    data::self_play::{self, Games},
    recipe::Recipe,
};
use bincode::{Decode, Encode, config};
use sheshbesh_evaluator::{bearoff::Tables, crew::Crew};
use sheshbesh_network::Network;
use std::sync::Arc;

/// What comes next.
#[derive(Encode, Decode)]
pub(super) enum Order {
    /// A run of a recipe, and its teacher.
    Begin { recipe: String, teacher: Option<Vec<u8>> },
    /// Games of a stage with the weights of a network, or of the teacher.
    Play { stage: u32, seed: u64, first: u64, end: u64, network: Option<Vec<u8>> },
    /// A duel of a network with the recipe's bot.
    Measure { games: u64, network: Vec<u8> },
    /// Nothing more.
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

    /// Says one to the others, where there are some: only then is a network put into bytes.
    pub(super) fn tell(crew: &dyn Crew, order: impl FnOnce() -> Self) {
        if crew.ranks() > 1 {
            let bytes = bincode::encode_to_vec(order(), config::standard());
            crew.agree(bytes.expect("writing into memory"));
        }
    }

    fn hear(crew: &dyn Crew) -> Self {
        let said = crew.agree(Vec::new());
        bincode::decode_from_slice(&said, config::standard()).expect("an order of the first").0
    }
}

/// Helps the first of a crew with its run until that ends: plays its games, and those that measure it.
///
/// # Panics
/// When this one is the first itself, or the others are of another version.
pub fn help(crew: &dyn Crew) {
    assert!(!crew.leads(), "the first has nobody to help");
    let mut recipe: Option<Recipe> = None;
    let mut teacher: Option<Network> = None;
    let tables = Arc::new(Tables::in_memory());
    let network = |bytes: &[u8]| Network::from_bytes(bytes).expect("the first wrote a network");
    loop {
        let begun = || recipe.as_ref().expect("a recipe is said first");
        match Order::hear(crew) {
            Order::Begin { recipe: text, teacher: bytes } => {
                recipe = Some(Recipe::parse(&text).expect("the first has a recipe"));
                teacher = bytes.map(|bytes| network(&bytes));
            }
            Order::Play { stage, seed, first, end, network: bytes } => {
                let game = begun().game;
                let settings = begun().stages[stage as usize].game_settings();
                let tables = settings.bearoff_tables.then(|| Arc::clone(&tables));
                let learner = bytes.map(|bytes| network(&bytes));
                let player =
                    learner.as_ref().or(teacher.as_ref()).expect("a teacher is said first");
                let evaluator = &self_play::evaluator(player, &settings, tables);
                Games { evaluator, game, settings, seed, first, end }.play_among(crew, &mut || {});
            }
            Order::Measure { games, network: bytes } => {
                // The first gets the result too, or why there is none, and says it.
                let _ = strength(crew, begun(), &network(&bytes), games);
            }
            Order::End => return,
        }
    }
}
