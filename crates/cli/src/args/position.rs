//! Selection of the game and of a position.

use crate::error::CliError;
use clap::Args;
use sheshbesh_movegen::{Dice, Game, Situation, StatedGame, UnknownGame, either, listed};

/// Game selection.
#[derive(Args)]
pub struct GameOption {
    #[arg(
        id = "game",
        long = "game",
        alias = "variant",
        value_name = "NAME",
        value_parser = parse_game,
        help = format!(
            "Game: {} [default: {}]",
            either(&Game::ALL.map(Game::name)),
            Game::default(),
        )
    )]
    named: Option<StatedGame>,
}

/// Parses a game's name. For a number, as in `--game 2000`, the error suggests `--games`.
fn parse_game(name: &str) -> Result<StatedGame, String> {
    name.parse().map_err(|unknown: UnknownGame| match unknown {
        _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("did you mean --games {name}?")
        }
        UnknownGame::Name(_) => format!("games are {}", listed(&Game::ALL.map(Game::name))),
        other @ (UnknownGame::Agreement { .. } | UnknownGame::Twice { .. }) => other.to_string(),
    })
}

impl GameOption {
    /// The named game, if any.
    pub fn named(&self) -> Option<Game> {
        self.named.as_ref().map(StatedGame::game)
    }

    /// The named game, or the default; an ID may name another.
    pub fn game(&self) -> Game {
        self.named().unwrap_or_default()
    }

    /// Parses a position in any notation. An ID that names its game is of that game; the agreements
    /// in the ID and in `--game` are combined.
    pub fn read(&self, position: &str) -> Result<Situation, CliError> {
        let situation = Situation::parse(position, self.game()).map_err(CliError::bad_input)?;
        self.check(situation.game)?;
        Ok(situation.seen_by_mover())
    }

    /// Parses a position in any notation, or returns the start of the game.
    pub fn read_or_start(&self, position: Option<&str>) -> Result<Situation, CliError> {
        match position {
            Some(text) => self.read(text),
            None => Ok(Situation::new(self.game().start(), self.game())),
        }
    }

    /// Parses a position and a roll; either may be missing. A single argument such as 31 is a roll
    /// at the start of the game. A few digits that are not a legal roll, such as 77, give an error
    /// about the roll, since no position is so short.
    pub fn read_with_roll(
        &self,
        position: Option<&str>,
        dice: Option<&str>,
    ) -> Result<(Situation, Option<Dice>), CliError> {
        let (situation, roll) = match (position.filter(|text| is_like_roll(text)), dice) {
            (Some(text), None) => (self.read_or_start(None)?, Some(text)),
            _ => (self.read_or_start(position)?, dice),
        };
        let roll = roll.map(|text| situation.game.parse_roll(text.trim())).transpose();
        let roll = roll.map_err(CliError::bad_input)?;
        Ok((situation, roll))
    }

    /// Rejects an ID of another game than `--game`, or one that contradicts its agreements.
    pub fn check(&self, game: Game) -> Result<(), CliError> {
        match &self.named {
            Some(named) if !named.allows(game) => Err(CliError::BadInput(format!(
                "the position is of {}, and --game says {named}",
                named.stating_alike(game)
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns true if a text looks like a roll, such as 31, 3-1 or 77: digits and separators.
fn is_like_roll(text: &str) -> bool {
    /// Maximum length: two numbers with a separator, or typos such as 311 or 10-12.
    const LONGEST: usize = 5;
    let text = text.trim();
    let is_allowed = |letter: u8| letter.is_ascii_digit() || b"-,/ ".contains(&letter);
    text.len() <= LONGEST
        && text.contains(|c: char| c.is_ascii_digit())
        && text.bytes().all(is_allowed)
}
