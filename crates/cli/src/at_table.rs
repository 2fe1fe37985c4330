//! What is agreed at the table in games that are played.

use crate::{
    failure::Failure,
    options::{CubeGame, GameOption},
};
use clap::Args;
use sheshbesh_movegen::{
    CubeRules, Customs, Frame, Game, Opening, Referee, Scoring, Situation, Starter, TableRules,
    listed,
};
use std::str::FromStr;

/// A frame, and whether it was asked for by its name.
#[derive(Clone, Copy)]
struct AskedFrame {
    frame: Frame,
    by_name: bool,
}

impl FromStr for AskedFrame {
    type Err = <Frame as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { frame: text.parse()?, by_name: !text.contains(',') })
    }
}

/// What is played, and by what rules beside those of the games.
#[derive(Args)]
pub struct AtTable {
    /// Several games in turn: tavli (portes, plakoto, fevga), or games with commas between them;
    /// without --match each is played once, and one of Hypergammon decides where that leaves the
    /// players level
    #[arg(long, value_name = "GAMES", conflicts_with = "game")]
    frame: Option<AskedFrame>,
    #[command(flatten)]
    pub cube: CubeGame,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    scoring: Option<Scoring>,
    /// Begin at this position: a GNU Backgammon ID, XGID, OGID or FIBS board line; cube, score and
    /// dice are those of the ID, unless --cube or --match say what is played
    #[arg(long, value_name = "ID", conflicts_with = "frame")]
    position: Option<String>,
    /// With which roll a game begins: lot (the two dice of the lot) or reroll
    #[arg(long, value_name = "NAME")]
    opening: Option<Opening>,
    /// Who begins a game that is not the first: lot, or the winner of the one before
    #[arg(long, value_name = "NAME")]
    starter: Option<Starter>,
    /// Who went second rolls once more if that roll may bear off all he has: a draw if it does
    #[arg(long)]
    last_roll: bool,
    /// A game is drawn after so many turns of each player; never after 0
    #[arg(long, value_name = "N")]
    turn_limit: Option<u16>,
    #[command(flatten)]
    pub game: GameOption,
}

/// The help of an option that names a scoring.
pub fn scoring_help() -> String {
    let names = listed(&Scoring::ALL.map(Scoring::name));
    format!("What wins are worth: there are {names}; as usual in the game by default")
}

impl AtTable {
    /// Which games are played.
    pub fn frame(&self) -> Result<Frame, Failure> {
        let Some(AskedFrame { frame, by_name }) = self.frame else {
            let game = self.position()?.map_or_else(|| self.game.game(), |table| table.game);
            return Ok(game.into());
        };
        if frame == Frame::TAVLI && by_name && self.cube.length.is_none() {
            let message = "tavli is played to so many points: add --match, such as --match 7";
            return Err(Failure::BadInput(message.to_owned()));
        }
        Ok(frame)
    }

    /// The position to begin at, as its ID has it.
    fn position(&self) -> Result<Option<Situation>, Failure> {
        self.position.as_deref().map(|text| self.game.read(text)).transpose()
    }

    /// The table at which play begins, if that is not the start of the game.
    pub fn start(&self, rules: Option<&TableRules>) -> Result<Option<Situation>, Failure> {
        let Some(table) = self.position()? else { return Ok(None) };
        if table.is_beavered() {
            let message = "play cannot begin where a beaver is to be answered";
            return Err(Failure::BadInput(message.to_owned()));
        }
        let rules = rules.copied().unwrap_or_else(|| CubeRules::NO_CUBE.into());
        let referee = Referee::set_up(rules, table).map_err(Failure::bad_input)?;
        Ok(Some(*referee.table()))
    }

    /// What is agreed beside the cube.
    pub fn customs(&self) -> Customs {
        let &Self { scoring, opening, starter, last_roll, turn_limit, .. } = self;
        Customs { scoring, opening, starter, last_roll, turn_limit }
    }

    /// All that is agreed; `None` where games are played one by one for their points, without a cube
    /// and as usual.
    pub fn rules(&self) -> Result<Option<TableRules>, Failure> {
        let (mut cube, frame, customs) = (self.cube.rules()?, self.frame()?, self.customs());
        if let Some(table) =
            self.position()?.filter(|table| cube.is_none() && table.tells_of_stakes())
        {
            cube = Some(table.cube_rules());
        }
        let has_cube = frame.games().iter().any(|game| game.has_cube());
        // A match is played without a cube where the games know none.
        if self.cube.tells_of_a_cube() && !has_cube {
            return Err(Failure::BadInput(format!("{frame} is played without a cube")));
        }
        if cube.is_none() && frame.is_single() && customs == Customs::USUAL {
            return Ok(None);
        }
        Ok(Some(TableRules { cube: cube.unwrap_or(CubeRules::NO_CUBE), customs }))
    }

    /// Every game that may come to be played by these rules.
    pub fn games(&self, rules: Option<&TableRules>) -> Result<Vec<Game>, Failure> {
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
