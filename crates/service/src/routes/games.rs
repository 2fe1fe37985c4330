//! `GET /games`: supported games and levels.

use crate::{
    answer::Answer, error::ApiError, routes::request::Request, service::Service, table::Level,
    task::Task, upload::MAX_FILE,
};
use serde::Serialize;
use sheshbesh_analysis::drill::Kind;
use sheshbesh_api::{
    Board,
    limits::{Limits, MATCH_LENGTH},
};
use sheshbesh_evaluator::defaults;
use sheshbesh_movegen::{
    BAR, Family, FirstPlayer, Game, GameSeries, HOME, HouseRules, OFF, Opening, Scoring, notation,
};
use std::sync::Arc;
use utoipa::ToSchema;

/// Supported games and levels.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    /// All supported games, the main game first.
    games: Vec<GameInfo>,
    /// Computer levels, from weakest to strongest: the bots, then the network with the mistakes of
    /// people of a performance rating, such as `pr-20`, and by search depth in plies.
    levels: Vec<String>,
    /// Level of `play` if a request names none.
    default_level: String,
    /// House rules that can be chosen at the start of a session.
    table: TableOptions,
    /// Limits of requests.
    limits: RequestLimits,
    /// Version of the program.
    version: &'static str,
}

/// A game.
#[derive(Serialize, ToSchema)]
#[schema(as = Known)]
pub(crate) struct GameInfo {
    /// Name of the game in requests.
    name: &'static str,
    /// Rule family: `hitting`, `pinning`, `parallel` or `capturing`.
    family: &'static str,
    /// True if checkers can be hit and wait on a bar.
    has_bar: bool,
    /// True if the game can be played with the doubling cube.
    has_cube: bool,
    /// True if a network can evaluate the game.
    has_network: bool,
    /// Default search depth in plies.
    default_ply: u32,
    /// Checkers per side.
    checkers: u8,
    /// Checker moves of a double, usually 4.
    doubles: u8,
    /// Dice of a roll: 2 or 3.
    dice: usize,
    /// Highest point of the home board, which begins at point 1.
    home: u8,
    /// The opponent's index of the same point, for each index of the player; in a game with White,
    /// for each index of White.
    others: [u8; 26],
    /// True if the two sides differ in the points that they share, so that positions name White.
    has_white: bool,
    /// Position at the start of a game.
    start: Start,
    /// Levels that can play the game.
    levels: Vec<String>,
    /// Kinds of drills that fit the game; none without a network.
    drills: Vec<String>,
    /// Options of the game, such as `plakoto:mother=off`.
    agreements: Vec<Agreement>,
    /// Usual rule for the opening roll.
    opening: &'static str,
    /// Usual rule for the player who begins later games.
    starter: &'static str,
    /// Usual turn limit: turns of each player after which the game is drawn; 0 for none.
    turn_limit: u16,
}

/// An option of a game.
#[derive(Serialize, ToSchema)]
struct Agreement {
    /// Name of the option.
    key: &'static str,
    /// Possible values.
    values: &'static [&'static str],
    /// Default value.
    usual: &'static str,
}

/// House rules that can be chosen at the start of a session: values for the fields of `start`.
#[derive(Serialize, ToSchema)]
#[schema(as = AgreedAtTable)]
struct TableOptions {
    /// Scoring scales, which set the value of wins.
    scoring: [&'static str; Scoring::ALL.len()],
    /// Rules for the opening roll.
    opening: [&'static str; Opening::ALL.len()],
    /// Rules for the player who begins games after the first.
    starter: [&'static str; FirstPlayer::ALL.len()],
    /// Games of `tavli`, in order.
    tavli: Vec<String>,
    /// Maximum number of games in a frame.
    most_games: usize,
}

impl TableOptions {
    fn new() -> Self {
        Self {
            scoring: Scoring::ALL.map(Scoring::name),
            opening: Opening::ALL.map(Opening::name),
            starter: FirstPlayer::ALL.map(FirstPlayer::name),
            tavli: GameSeries::TAVLI.games().iter().map(Game::to_string).collect(),
            most_games: GameSeries::MOST,
        }
    }
}

/// Limits of requests, for clients that check their input.
#[derive(Serialize, ToSchema)]
struct RequestLimits {
    /// Maximum match length in points.
    match_length: u16,
    /// Maximum number of turns of each player after which a game is drawn.
    turn_limit: u16,
    /// Maximum search depth at all scores of a match, in plies.
    scores_ply: u32,
    /// Maximum size of a match file, in bytes.
    file_bytes: usize,
}

impl RequestLimits {
    const ALL: Self = Self {
        match_length: MATCH_LENGTH,
        turn_limit: u16::MAX,
        scores_ply: Limits::REQUESTS.scores_level.depth().plies(),
        file_bytes: MAX_FILE,
    };
}

/// Starting position of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Start {
    board: Board,
    position_id: String,
}

/// Levels that are offered, from weakest to strongest: the usual ones and the default.
fn offered(default: Level) -> Vec<Level> {
    let mut levels: Vec<Level> = Level::all().collect();
    if !levels.contains(&default) {
        let index = levels.iter().position(|level| *level > default);
        levels.insert(index.unwrap_or(levels.len()), default);
    }
    levels
}

/// Names of the selected levels.
fn level_names(levels: &[Level], of: impl Fn(Level) -> bool) -> Vec<String> {
    levels.iter().filter(|level| of(**level)).map(Level::to_string).collect()
}

impl GameInfo {
    fn new(game: Game, has_network: bool, levels: &[Level]) -> Self {
        Self {
            name: game.name(),
            family: match game.family() {
                Family::Hitting => "hitting",
                Family::Pinning => "pinning",
                Family::Parallel => "parallel",
                Family::Capturing => "capturing",
            },
            has_bar: game.has_bar(),
            has_cube: game.has_cube(),
            has_network,
            default_ply: defaults::depth(game).plies(),
            checkers: game.checkers(),
            doubles: game.doubles(),
            dice: game.dice(),
            home: HOME,
            others: std::array::from_fn(|index| match index as u8 {
                same @ (OFF | BAR) => same,
                point => game.view().other(point),
            }),
            has_white: game.has_white(),
            start: Start {
                board: Board::new(&game.start()),
                position_id: notation::position_id(game, &game.start()),
            },
            levels: level_names(levels, |level| level.plays(game, has_network)),
            drills: if has_network { Kind::names_in(game) } else { Vec::new() },
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
            turn_limit: HouseRules::USUAL.turn_limit(game).unwrap_or(0),
        }
    }
}

/// Lists the supported games and levels
#[utoipa::path(
    get,
    path = "/games",
    tag = "positions",
    responses((status = 200, description = "The games and levels.", body = Games))
)]
pub(crate) fn games(service: &Arc<Service>, _request: Request) -> Result<Task, ApiError> {
    let levels = offered(service.default_level());
    let info = |game| GameInfo::new(game, service.can_evaluate(game), &levels);
    let answer = Answer::json(&Games {
        games: Game::ALL.map(info).into(),
        levels: level_names(&levels, |_| true),
        default_level: service.default_level().to_string(),
        table: TableOptions::new(),
        limits: RequestLimits::ALL,
        version: env!("CARGO_PKG_VERSION"),
    })?;
    Ok(Task::Ready(answer))
}
