//! Native module of the Python package `sheshbesh`: the engine and fast environments. The package
//! that users import is written in Python, in `package/`.

mod analysis;
mod array_buffer;
mod arrays;
mod dice;
mod duel;
mod engine;
mod errors;
mod fork_guard;
mod interrupt;
mod nets;
mod network;
mod picture;
mod player;
mod position;
mod positions;
mod provenance;
mod table;
mod unsigned;
mod vector;

use pyo3::prelude::*;

/// Native part of the package `sheshbesh`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        analysis::analyze, dice::dice_probabilities, duel::duel, engine::Engine, feature_sets,
        games, network::Network, picture::board_svg, player::Player, position::Position,
        positions::Positions, table::Table, vector::VectorEnv, version,
    };
}

/// Version of the engine.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    sheshbesh_movegen::Game::ALL.map(sheshbesh_movegen::Game::name).to_vec()
}

/// Feature sets for positions of a game, each with its number of features.
#[pyfunction]
#[pyo3(signature = (game = "backgammon"))]
fn feature_sets(game: &str) -> PyResult<Vec<(&'static str, usize)>> {
    let game = position::parse_game(game)?;
    let sets = sheshbesh_network::inputs::InputSet::ALL.iter();
    Ok(sets.filter(|set| set.describes(game)).map(|set| (set.name(), set.len())).collect())
}
