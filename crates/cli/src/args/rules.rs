//! Options for games that are played: games, cube, start position and table agreements.

use super::options::{CubeGame, GameOption, scoring_help};
use crate::error::CliError;
use clap::Args;
use sheshbesh_movegen::{
    CubeRules, FirstPlayer, Game, GameSeries, HouseRules, Opening, Referee, Scoring, Situation,
    TableRules,
};
use std::str::FromStr;

/// A frame; `by_name` is true if it was given by name, not as a list of games.
#[derive(Clone, Copy)]
struct AskedFrame {
    frame: GameSeries,
    by_name: bool,
}

impl FromStr for AskedFrame {
    type Err = <GameSeries as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { frame: text.parse()?, by_name: !text.contains(',') })
    }
}

/// Games to play, and rules in addition to those of the games.
#[derive(Args)]
pub struct AtTable {
    /// Several games in turn: tavli (portes, plakoto, fevga), or a comma-separated list;
    /// without --match each is played once, and a game of Hypergammon breaks a tie
    #[arg(long, value_name = "GAMES", conflicts_with = "game")]
    frame: Option<AskedFrame>,
    #[command(flatten)]
    pub cube: CubeGame,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    scoring: Option<Scoring>,
    /// Start position: a GNU Backgammon ID, XGID, OGID or FIBS board line, with cube, score and
    /// dice of the ID unless --cube or --match overrides them
    #[arg(long, value_name = "ID", conflicts_with = "frame")]
    position: Option<String>,
    /// First roll of a game: lot (the two dice thrown to decide who starts) or reroll
    #[arg(long, value_name = "NAME")]
    opening: Option<Opening>,
    /// Player who starts games after the first: lot, or winner (of the previous game)
    #[arg(long, value_name = "NAME")]
    starter: Option<FirstPlayer>,
    /// Give the second player a last roll if it could bear off all remaining checkers; if it
    /// does, the game is a draw
    #[arg(long)]
    last_roll: bool,
    /// Number of turns of each player after which a game is drawn; 0 for no limit
    #[arg(long, value_name = "N")]
    turn_limit: Option<u16>,
    #[command(flatten)]
    pub game: GameOption,
}

impl AtTable {
    /// Returns the games to play.
    ///
    /// # Errors
    /// Tavli needs a match length.
    pub fn frame(&self) -> Result<GameSeries, CliError> {
        let Some(AskedFrame { frame, by_name }) = self.frame else {
            let game = self.position()?.map_or_else(|| self.game.game(), |table| table.game);
            return Ok(game.into());
        };
        if frame == GameSeries::TAVLI && by_name && self.cube.length.is_none() {
            let message = "tavli needs a match length: add --match N, for example --match 7";
            return Err(CliError::BadInput(message.to_owned()));
        }
        Ok(frame)
    }

    /// Parses the start position, if any.
    fn position(&self) -> Result<Option<Situation>, CliError> {
        self.position.as_deref().map(|text| self.game.read(text)).transpose()
    }

    /// Returns the table at which play starts, if it is not the start of the game.
    pub fn start(&self, rules: Option<&TableRules>) -> Result<Option<Situation>, CliError> {
        let Some(table) = self.position()? else { return Ok(None) };
        if table.is_beavered() {
            let message = "play cannot start with a pending answer to a beaver";
            return Err(CliError::BadInput(message.to_owned()));
        }
        let rules = rules.copied().unwrap_or_else(|| CubeRules::NO_CUBE.into());
        let referee = Referee::set_up(rules, table).map_err(CliError::bad_input)?;
        Ok(Some(*referee.table()))
    }

    /// Returns the table agreements other than the cube.
    pub fn customs(&self) -> HouseRules {
        let &Self { scoring, opening, starter, last_roll, turn_limit, .. } = self;
        HouseRules { scoring, opening, starter, last_roll, turn_limit }
    }

    /// Returns all rules; `None` for single games for points, without a cube and with the usual
    /// agreements.
    pub fn rules(&self) -> Result<Option<TableRules>, CliError> {
        let (mut cube, frame, customs) = (self.cube.rules()?, self.frame()?, self.customs());
        if let Some(table) =
            self.position()?.filter(|table| cube.is_none() && table.tells_of_stakes())
        {
            cube = Some(table.cube_rules());
        }
        let has_cube = frame.games().iter().any(|game| game.has_cube());
        // A match of games without a cube is played without one.
        if self.cube.tells_of_a_cube() && !has_cube {
            return Err(CliError::BadInput(format!("{frame} is played without a cube")));
        }
        if cube.is_none() && frame.is_single() && customs == HouseRules::USUAL {
            return Ok(None);
        }
        Ok(Some(TableRules { cube: cube.unwrap_or(CubeRules::NO_CUBE), customs }))
    }

    /// Returns every game that may be played under these rules, without repetitions.
    pub fn games(&self, rules: Option<&TableRules>) -> Result<Vec<Game>, CliError> {
        let frame = self.frame()?;
        let mut games: Vec<Game> = Vec::new();
        let decides = rules.is_some_and(|rules| rules.is_played_once(&frame));
        let last = decides.then_some(Game::Hypergammon);
        for &game in frame.games().iter().chain(&last) {
            if !games.contains(&game) {
                games.push(game);
            }
        }
        Ok(games)
    }
}
