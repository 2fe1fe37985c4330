//! Duels between networks and bots.

use crate::{
    engine::{checked_depth, checked_threads, tables_of_user},
    errors::{failed, nonsense},
    interrupt::interruptible,
    network::{Network, judges},
    position,
    unsigned::Unsigned,
};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use sheshbesh_api::limits::MATCH_LENGTH;
use sheshbesh_arena::{CubePolicy, Duel, InvalidPlayerSpec, PlayerSpec, Spectator};
use sheshbesh_evaluator::{Depth, Executor, Stop};
use sheshbesh_movegen::{CubeRules, Game, Session, Situation};
use std::sync::Arc;

/// Maximum number of games of a duel.
const MOST_GAMES: u64 = 10_000_000;

/// Plays games between two players, with the same dice from both seats. A player is a network, or a
/// name as in `shesh duel`.
#[pyfunction]
#[pyo3(signature = (first, second, games, game, length, cube, seed, ply, threads))]
#[expect(clippy::too_many_arguments, reason = "the package around it names and describes them")]
pub(crate) fn duel(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    games: Unsigned<u64>,
    game: &str,
    length: Unsigned<u16>,
    cube: bool,
    seed: Unsigned<u64>,
    ply: Unsigned<u32>,
    threads: Unsigned<usize>,
) -> PyResult<String> {
    let (Unsigned(games), Unsigned(length), Unsigned(seed)) = (games, length, seed);
    let game = position::parse_game(game)?;
    let threads = checked_threads(threads.0)?;
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(nonsense(format_args!("games are 1 to {MOST_GAMES}, not {games}")));
    }
    let rules = cube_rules(game, length, cube)?.map(Into::into);
    let depth = checked_depth(ply.0)?;
    let tables = Arc::new(py.detach(tables_of_user));
    let [first, second] = [first, second].map(|player| {
        let player = parse_player(player, game, depth)?.equipped(&tables, CubePolicy::Model);
        player.check(game).map_err(nonsense)?;
        PyResult::Ok(player)
    });
    let (first, second) = (first?, second?);
    let duel = Duel { games, seed, frame: game.into(), rules, start: None };
    interruptible(py, |stop| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)?;
        let played =
            pool.install(|| duel.play_before(&Executor::Threads, &first, &second, &Until(stop)));
        serde_json::to_string(&played.map_err(failed)?).map_err(failed)
    })
}

/// Spectator that ends the duel on request.
struct Until<'a>(&'a Stop);

impl Spectator for Until<'_> {
    fn goes_on(&self) -> bool {
        !self.0.is_due()
    }
}

/// Returns the rules of a match, or of money games if `length` is 0; `None` for independent games
/// without a cube.
///
/// # Errors
/// `InvalidInput` if the match is too long, or if the game has no cube.
pub(crate) fn cube_rules(game: Game, length: u16, cube: bool) -> PyResult<Option<CubeRules>> {
    if length > MATCH_LENGTH {
        return Err(nonsense(format_args!("a match is to 1 to {MATCH_LENGTH} points")));
    }
    if cube && !game.has_cube() {
        return Err(nonsense(format_args!("{game} knows no doubling cube")));
    }
    let session = match length {
        0 if !cube => return Ok(None),
        0 => CubeRules::NO_CUBE.session,
        length => Session::Match { length, crawford: true, holland: false },
    };
    let largest_cube = if cube { Situation::USUAL_LARGEST_CUBE } else { 0 };
    Ok(Some(CubeRules { session, largest_cube }))
}

/// Converts a player from Python: a network with a search depth, or a name as in `shesh duel`.
pub(crate) fn parse_player(
    player: &Bound<'_, PyAny>,
    game: Game,
    depth: Depth,
) -> PyResult<PlayerSpec> {
    if let Ok(network) = player.cast::<Network>() {
        let network = network.get();
        judges(network, game)?;
        return Ok(PlayerSpec::network(&network.network, network.name.clone(), depth));
    }
    let Ok(name) = player.extract::<String>() else {
        return Err(nonsense(
            "a player is a Network, or a name such as \"pubeval\" or \"shesh:2\"",
        ));
    };
    PlayerSpec::parse(&name).map_err(|error| match error {
        InvalidPlayerSpec::Weights(error) => crate::errors::file(&error),
        other => nonsense(other),
    })
}
