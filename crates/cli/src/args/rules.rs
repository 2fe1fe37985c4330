//! Options for games that are played: games, cube, start position and table agreements.

use super::{position::GameOption, stakes::scoring_help};
use crate::error::CliError;
use clap::Args;
use sheshbesh_api::limits::{AUTOMATIC_DOUBLES, MATCH_LENGTH};
use sheshbesh_movegen::{
    Cube, CubeRules, FirstPlayer, Game, GameSeries, HouseRules, Opening, Referee, Scoring, Session,
    Situation, TableRules,
};
use std::str::FromStr;

/// A frame as given; `by_name` is true if it was given by name, not as a list of games.
#[derive(Clone, Copy)]
struct FrameArg {
    frame: GameSeries,
    by_name: bool,
}

impl FromStr for FrameArg {
    type Err = <GameSeries as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { frame: text.parse()?, by_name: !text.contains(',') })
    }
}

/// Games to play, and rules in addition to those of the games.
#[derive(Args)]
pub struct RulesArgs {
    /// Several games in turn: tavli (portes, plakoto, fevga), or a comma-separated list;
    /// without --match each is played once, and a game of Hypergammon breaks a tie
    #[arg(long, value_name = "GAMES", conflicts_with = "game")]
    frame: Option<FrameArg>,
    #[command(flatten)]
    pub cube: CubeArgs,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    scoring: Option<Scoring>,
    /// Start position: a GNU Backgammon ID, XGID, OGID or FIBS board line, with cube, score and
    /// dice of the ID unless --cube or --match overrides them
    #[arg(long, value_name = "ID", conflicts_with = "frame")]
    position: Option<String>,
    /// First roll of a game: lot (one die of each player, which decides who starts) or reroll
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

impl RulesArgs {
    /// Returns the games to play.
    ///
    /// # Errors
    /// Tavli needs a match length.
    pub fn frame(&self) -> Result<GameSeries, CliError> {
        let Some(FrameArg { frame, by_name }) = self.frame else {
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
    pub fn house_rules(&self) -> HouseRules {
        let &Self { scoring, opening, starter, last_roll, turn_limit, .. } = self;
        HouseRules {
            scoring,
            opening,
            starter,
            last_roll,
            turn_limit,
            final_raccoon: self.cube.final_raccoon,
            ..HouseRules::USUAL
        }
    }

    /// Returns all rules; `None` for single games for points, without a cube and with the usual
    /// agreements.
    pub fn rules(&self) -> Result<Option<TableRules>, CliError> {
        let (mut cube, frame, customs) = (self.cube.rules()?, self.frame()?, self.house_rules());
        if let Some(table) = self.position()?.filter(|table| cube.is_none() && table.shows_stakes())
        {
            cube = Some(table.cube_rules());
        }
        let has_cube = frame.games().iter().any(|game| game.has_cube());
        // A match of games without a cube is played without one.
        if self.cube.needs_cube() && !has_cube {
            return Err(CliError::BadInput(format!("{frame} is played without a cube")));
        }
        if cube.is_none() && frame.is_single() && customs == HouseRules::USUAL {
            return Ok(None);
        }
        Ok(Some(TableRules { cube: cube.unwrap_or(CubeRules::NO_CUBE), house_rules: customs }))
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

/// Default limit of the cube.
const LARGEST_CUBE: u32 = 1024;

/// Cube and match rules for playing games.
#[derive(Args)]
pub struct CubeArgs {
    /// Play money games with the doubling cube
    #[arg(long = "cube", conflicts_with = "length")]
    pub cube: bool,
    /// Play matches to this length in points, 1 to 64, with the doubling cube if the game has one
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=i64::from(MATCH_LENGTH)))]
    pub length: Option<u16>,
    // clap ignores `requires` for an argument that conflicts with a given one, here `--cube` with
    // `--match`; hence the explicit conflicts.
    /// Jacoby rule: gammons count only after the cube has been turned (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub jacoby: bool,
    /// Allow beavers and raccoons (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub beavers: bool,
    /// A player who raccoons may not turn the cube any more in that game (money)
    #[arg(long, requires_all = ["cube", "beavers"], conflicts_with = "length")]
    pub final_raccoon: bool,
    /// Maximum number of automatic doubles per game, on equal opening dice (money), 0 to 5
    #[arg(long, value_name = "N", requires = "cube", conflicts_with = "length", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=i64::from(AUTOMATIC_DOUBLES)))]
    pub automatic_doubles: u8,
    /// Largest cube value, a power of 2
    #[arg(long, value_name = "VALUE", default_value_t = LARGEST_CUBE)]
    pub largest_cube: u32,
    /// Play matches without the Crawford rule
    #[arg(long, requires = "length")]
    pub no_crawford: bool,
    /// Holland rule: no double after the Crawford game until both players have rolled twice
    #[arg(long, requires = "length")]
    pub holland: bool,
}

impl CubeArgs {
    /// Returns true if any option is set that makes sense only with a cube.
    pub const fn needs_cube(&self) -> bool {
        let usual = self.largest_cube == LARGEST_CUBE;
        self.cube || self.no_crawford || self.holland || !usual
    }

    /// Returns the rules, or `None` without a cube or match.
    pub fn rules(&self) -> Result<Option<CubeRules>, CliError> {
        let largest = self.largest_cube;
        if !largest.is_power_of_two() || largest > 1 << Cube::LARGEST_EXPONENT {
            return Err(CliError::BadInput(format!(
                "invalid cube value {largest}: use a power of 2 up to {}",
                1 << Cube::LARGEST_EXPONENT
            )));
        }
        let session = match self.length {
            Some(length) => {
                Session::Match { length, crawford: !self.no_crawford, holland: self.holland }
            }
            None if self.cube => Session::Money {
                jacoby: self.jacoby,
                beavers: self.beavers,
                automatic_doubles: self.automatic_doubles,
            },
            None => return Ok(None),
        };
        Ok(Some(CubeRules { session, largest_cube: largest.trailing_zeros() as u8 }))
    }
}
