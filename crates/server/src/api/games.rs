//! `GET /games`: what can be played, and against whom.

use crate::{answer::Answer, app::App, table::Level};
use axum::extract::State;
use serde::Serialize;
use sheshbesh_evaluator::defaults;
use sheshbesh_movegen::{
    BAR, Customs, Family, Frame, Game, HOME, OFF, Opening, Scoring, Starter, notation,
};
use sheshbesh_questions::Board;
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
    /// What may be agreed at a table.
    table: AtTable,
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
    /// Plies that questions about a position look ahead where they say nothing.
    default_ply: u32,
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
    /// What may be agreed in it, such as `plakoto:mother=off`.
    agreements: Vec<Agreement>,
    /// With which roll it usually begins.
    opening: &'static str,
    /// Who usually begins a game that is not the first.
    starter: &'static str,
    /// Turns of each player after which it is usually drawn, 0 for never.
    turn_limit: u16,
}

/// Something that may be agreed otherwise in a game.
#[derive(Serialize, ToSchema)]
struct Agreement {
    /// What is agreed on.
    key: &'static str,
    /// What can be agreed.
    values: &'static [&'static str],
    /// That of the values by which the game is played where nothing is said.
    usual: &'static str,
}

/// What may be agreed at a table: the values of the fields of `start`.
#[derive(Serialize, ToSchema)]
#[schema(as = AgreedAtTable)]
struct AtTable {
    /// What wins may be worth.
    scoring: [&'static str; Scoring::ALL.len()],
    /// With which roll a game may begin.
    opening: [&'static str; Opening::ALL.len()],
    /// Who may begin a game that is not the first.
    starter: [&'static str; Starter::ALL.len()],
    /// The games of `tavli`.
    tavli: Vec<String>,
    /// A frame has no more games than that.
    most_games: usize,
}

impl AtTable {
    fn new() -> Self {
        Self {
            scoring: Scoring::ALL.map(Scoring::name),
            opening: Opening::ALL.map(Opening::name),
            starter: Starter::ALL.map(Starter::name),
            tavli: Frame::TAVLI.games().iter().map(Game::to_string).collect(),
            most_games: Frame::MOST,
        }
    }
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
            default_ply: defaults::depth(game).plies(),
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
            agreements: game
                .agreements()
                .iter()
                .map(|&sheshbesh_movegen::Agreement { key, values }| Agreement {
                    key,
                    values,
                    usual: game.agreed(key).expect("a key of this game"),
                })
                .collect(),
            opening: game.opening().name(),
            starter: game.usual_starter().name(),
            turn_limit: Customs::USUAL.turn_limit(game).unwrap_or(0),
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
        table: AtTable::new(),
        version: env!("CARGO_PKG_VERSION"),
    })
}
