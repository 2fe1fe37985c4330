//! Bots and networks as players at a [`Table`].

use crate::{
    duel::parse_player,
    engine::{checked_depth, tables_of_user},
    errors::{failed, nonsense},
    interrupt::interruptible,
    position,
    table::Table,
    unsigned::Unsigned,
};
use pyo3::prelude::*;
use sheshbesh_arena::{CubePolicy, PlayerSpec, decide};
use std::sync::{Arc, Mutex};

/// A player for tables of a game: a network, or a name as in `shesh duel`.
#[pyclass(frozen, module = "sheshbesh")]
pub(crate) struct Player {
    name: String,
    game: String,
    player: Mutex<Box<dyn sheshbesh_arena::Player>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (player, game = "backgammon", ply = Unsigned(1), cube = false))]
    fn new(
        py: Python<'_>,
        player: &Bound<'_, PyAny>,
        game: &str,
        ply: Unsigned<u32>,
        cube: bool,
    ) -> PyResult<Self> {
        let game = position::parse_game(game)?;
        let spec = parse_player(player, game, checked_depth(ply.0)?)?;
        let spec = match &spec {
            PlayerSpec::Network { .. } => {
                let tables = Arc::new(py.detach(tables_of_user));
                spec.equipped(&tables, CubePolicy::Model)
            }
            _ => spec,
        };
        let name = spec.to_string();
        let player = interruptible(py, |_| {
            let player = if cube { spec.cube_player(game) } else { spec.player(game) };
            player.map_err(nonsense)
        })?;
        let player = Mutex::new(player);
        Ok(Self { name, game: game.to_string(), player })
    }

    /// Starts a game; the seed initializes players that use random numbers.
    fn begin(&self, py: Python<'_>, seed: Unsigned<u64>) {
        py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            player.begin(seed.0);
        });
    }

    /// Returns the index of the action that the player chooses at a table.
    fn act(&self, py: Python<'_>, table: &Table) -> PyResult<usize> {
        let game = table.game().to_string();
        if game != self.game {
            return Err(nonsense(format_args!("this player plays {}, not {game}", self.game)));
        }
        if table.decides().is_none() {
            return Err(nonsense("nobody has to decide anything now"));
        }
        interruptible(py, |_| {
            let mut player = self.player.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let action =
                decide(&mut **player, table.referee(), table.visibility()).map_err(failed)?;
            Ok(table.number_of(action))
        })
    }

    fn __repr__(&self) -> String {
        format!("<{}, a player of {}>", self.name, self.game)
    }
}
