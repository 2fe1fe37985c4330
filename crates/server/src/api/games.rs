//! `GET /games`: what can be played, and against whom.

use crate::{answer::Answer, app::App, board::Board, table::Level};
use axum::extract::State;
use serde::Serialize;
use sheshbesh_movegen::{BAR, Family, Game, HOME, OFF, notation};
use std::sync::Arc;
use utoipa::ToSchema;

/// What can be played, and who plays.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    /// Every game that the program knows, the main game first.
    games: Vec<Known>,
    /// Who can be asked to play, from the weakest to the strongest: bots, then the network looking so
    /// many plies ahead.
    levels: Vec<String>,
    /// Version of the program.
    version: &'static str,
}

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Known {
    /// Its name in requests.
    name: &'static str,
    /// By whose rules it is played.
    family: &'static str,
    /// Whether checkers are hit, and wait on a bar.
    has_bar: bool,
    /// Whether it can be played with the doubling cube.
    has_cube: bool,
    /// Whether the network judges it.
    has_network: bool,
    /// Checkers a side.
    checkers: u8,
    /// How often the number of a double is played.
    doubles: u8,
    /// The points 1 to so many are the home board.
    home: u8,
    /// What the opponent calls each index of one's own.
    others: [u8; 26],
    /// Where the checkers stand at the beginning.
    start: Start,
    /// Those of the levels that play it.
    levels: Vec<String>,
}

/// The beginning of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Start {
    board: Board,
    position_id: String,
}

/// The names of some levels, from the weakest to the strongest.
fn names(of: impl Fn(Level) -> bool) -> Vec<String> {
    Level::all().filter(|level| of(*level)).map(|level| level.to_string()).collect()
}

impl Known {
    fn new(game: Game, has_network: bool) -> Self {
        Self {
            name: game.name(),
            family: match game.family() {
                Family::Hitting => "hitting",
                Family::Pinning => "pinning",
                Family::Parallel => "parallel",
            },
            has_bar: game.has_bar(),
            has_cube: game.has_cube(),
            has_network,
            checkers: game.checkers(),
            doubles: game.doubles(),
            home: HOME,
            others: std::array::from_fn(|index| match index as u8 {
                same @ (OFF | BAR) => same,
                point => game.view().other(point),
            }),
            start: Start {
                board: Board::new(&game.start()),
                position_id: notation::position_id(game, &game.start()),
            },
            levels: names(|level| level.plays(game, has_network)),
        }
    }
}

/// What can be played, and against whom
#[utoipa::path(
    get,
    path = "/games",
    tag = "positions",
    responses((status = 200, description = "The games.", body = Games))
)]
pub(crate) async fn games(State(app): State<Arc<App>>) -> Answer<Games> {
    Answer(Games {
        games: Game::ALL.map(|game| Known::new(game, app.knows(game))).into(),
        levels: names(|_| true),
        version: env!("CARGO_PKG_VERSION"),
    })
}
