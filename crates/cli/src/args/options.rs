//! Options shared by several commands.

use crate::{error::CliError, terminal::note};
use clap::Args;
use sheshbesh_analysis::{
    stated::{Stated, read_cube, read_score},
    verdicts::{EngineId, notes, other_game, untold},
};
use sheshbesh_evaluator::{
    Depth, EvaluationCache, EvaluationError, Evaluator, FilterName, Settings,
    bearoff::{Cache, Tables},
    cube::MatchEquityTable,
    defaults,
};
use sheshbesh_movegen::{
    BySide, Cube, CubeRules, Dice, Game, Scoring, Session, Situation, UnknownGame, listed,
};
use sheshbesh_network::{Kinship, Network};
use std::{borrow::Cow, path::PathBuf, sync::Arc};

/// Network selection.
#[derive(Args)]
pub struct Weights {
    /// Weights file of the network [default: the built-in network for the game]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl Weights {
    /// Returns the network, prepared to evaluate positions of a game by that game's rules. Prints a
    /// note if the network was trained on another game.
    pub fn network(&self, game: Game) -> Result<Cow<'static, Network>, CliError> {
        let (network, learned) = self.read(game)?;
        note_other_game(&self.name(), learned, game);
        Ok(network)
    }

    /// Returns the network, prepared to evaluate a situation. Prints notes on limitations of its
    /// evaluations, and on values that do not come from the network.
    pub fn judging(&self, situation: &Situation) -> Result<Cow<'static, Network>, CliError> {
        let (network, learned) = self.read(situation.game)?;
        for said in notes(&self.name(), learned, situation) {
            note(&said);
        }
        Ok(network)
    }

    /// Returns the network, prepared for a game, and the game that it was trained on.
    fn read(&self, game: Game) -> Result<(Cow<'static, Network>, Game), CliError> {
        let network = match &self.weights {
            None => Cow::Borrowed(sheshbesh_weights::network(game).ok_or_else(|| none(game))?),
            Some(path) => Cow::Owned(Network::read(path).map_err(CliError::bad_input)?),
        };
        let learned = network.game();
        if !network.judges(game) {
            return Err(foreign(learned, game));
        }
        if game.family() == learned.family() {
            return Ok((network, learned));
        }
        let network = network.into_owned().for_game(game).map_err(CliError::bad_input)?;
        Ok((Cow::Owned(network), learned))
    }

    /// Returns the networks for several games, each prepared for its game's rules.
    pub fn networks_of(&self, games: &[Game]) -> Result<Networks, CliError> {
        let mut networks: Vec<Cow<'static, Network>> = Vec::new();
        for &game in games {
            let network = self.network(game)?;
            if networks.iter().all(|known| known.learned() != network.learned()) {
                networks.push(network);
            }
        }
        Ok(Networks(networks))
    }

    /// Returns the selected network, or all built-in networks.
    pub fn networks(&self) -> Result<Networks, CliError> {
        Ok(Networks(match &self.weights {
            None => sheshbesh_weights::networks().map(Cow::Borrowed).collect(),
            Some(path) => vec![Cow::Owned(Network::read(path).map_err(CliError::bad_input)?)],
        }))
    }

    /// Engine identification for answers that use this network.
    pub fn id(&self, network: &Network) -> EngineId {
        EngineId::with_network(&self.name(), network)
    }

    /// Name of the network in results: its path, or `shesh` for the built-in ones.
    pub fn name(&self) -> String {
        self.weights.as_ref().map_or("shesh".to_owned(), |path| path.display().to_string())
    }
}

/// Error for a game that no built-in network evaluates.
fn none(game: Game) -> CliError {
    CliError::BadInput(format!(
        "no built-in network for {game}; only show, perft and bots support it"
    ))
}

/// Error for a game that a network does not evaluate.
fn foreign(learned: Game, game: Game) -> CliError {
    let error = EvaluationError::OtherRules { learned, game };
    CliError::BadInput(format!("{error}; only show, perft and bots support it"))
}

/// Several networks, each for its own games.
pub struct Networks(Vec<Cow<'static, Network>>);

impl Networks {
    /// Returns the network for a game: the one trained on it, or on its nearest relative.
    pub fn of(&self, game: Game) -> Result<&Network, CliError> {
        let judges = self.0.iter().enumerate().filter(|(_, network)| network.judges(game));
        let learned = judges.map(|(place, network)| (place, network.learned()));
        Kinship::nearest(learned, game).map(|place| &*self.0[place]).ok_or_else(|| {
            match &self.0[..] {
                [only] => foreign(only.game(), game),
                _ => none(game),
            }
        })
    }

    /// The main network.
    pub fn main(&self) -> &Network {
        &self.0[0]
    }

    /// All networks except the main one.
    pub fn others(&self) -> Vec<&Network> {
        self.0[1..].iter().map(|network| &**network).collect()
    }

    /// All networks except the given one.
    pub fn but(&self, one: &Network) -> Vec<&Network> {
        let all = self.0.iter().map(|network| &**network);
        all.filter(|network| !std::ptr::eq(*network, one)).collect()
    }

    /// Creates an evaluator with all networks.
    pub fn evaluator(&self, settings: Settings) -> Evaluator {
        Evaluator::with_others(self.main(), &self.others(), settings)
    }
}

/// Prints a note if a network was trained on another game.
pub fn note_other_game(network: &str, learned: Game, game: Game) {
    if let Some(said) = other_game(network, learned, game) {
        note(&said);
    }
}

/// Help text of `--scoring`.
pub fn scoring_help() -> String {
    let names = listed(&Scoring::ALL.map(Scoring::name));
    format!("Scoring of wins: {names} [default: the usual scoring of the game]")
}

/// Prints a note if the network's outcomes do not determine the score under this scoring.
pub fn note_scoring(scoring: Scoring, game: Game) {
    if let Some(said) = untold(scoring, game) {
        note(&said);
    }
}

/// Search depth of an engine that plays games.
#[derive(Args)]
pub struct Ply {
    /// Search depth in plies: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less)
    #[arg(long = "ply", value_name = "N", default_value_t = Depth::ONE)]
    pub depth: Depth,
}

/// Search depth of a question about one position.
#[derive(Args)]
pub struct QuestionPly {
    /// Search depth in plies: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less) [default: 3]
    #[arg(long = "ply", value_name = "N")]
    pub said: Option<Depth>,
}

impl QuestionPly {
    /// Returns the requested depth, or the game's default.
    pub fn depth(&self, game: Game) -> Depth {
        self.said.unwrap_or_else(|| defaults::depth(game))
    }
}

/// Choice between cubeful and cubeless evaluation.
#[derive(Args)]
pub struct CubeUse {
    /// Use cubeful equity; no effect, since it is the default in games with a cube
    #[arg(long)]
    cubeful: bool,
    /// Use cubeless equity
    #[arg(long, conflicts_with = "cubeful")]
    cubeless: bool,
}

impl CubeUse {
    /// Returns true if evaluations of a game are cubeful.
    pub fn is_cubeful(&self, game: Game) -> bool {
        defaults::is_cubeful(game, self.cubeless.then_some(false))
    }
}

/// Search options.
#[derive(Args)]
pub struct Search {
    /// Move filter: narrow, normal, wide, or none to search every play
    /// [default: normal; none for evaluate]
    #[arg(long, value_name = "NAME")]
    pub filter: Option<FilterName>,
    /// Evaluation cache size in MB, up to 65536; 0 disables it (results do not change)
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=1 << 16))]
    pub cache: u32,
    /// Do not use the exact tables for the bearoff and Hypergammon
    #[arg(long)]
    pub no_tables: bool,
}

impl Search {
    /// Evaluator settings for cubeless money play with these options.
    pub fn settings(&self) -> Settings {
        Settings {
            filter: self.filter.unwrap_or_default().filter(),
            tables: (!self.no_tables).then(tables),
            cache: (self.cache > 0).then(|| self.evaluation_cache()),
            parallel: true,
            cubeful: false,
            ..Settings::default()
        }
    }
}

impl Search {
    /// Creates the evaluation cache; prints a note if there is not enough memory.
    fn evaluation_cache(&self) -> Arc<EvaluationCache> {
        let cache = EvaluationCache::new(self.cache as usize);
        if !cache.make() {
            note(&format!(
                "not enough memory for a cache of {} MB: searches run without it, more slowly",
                self.cache
            ));
        }
        Arc::new(cache)
    }
}

/// Returns the tables in the user's cache folder. The bearoff tables are read or built on first
/// use; the Hypergammon table is read if it exists.
pub fn tables() -> Arc<Tables> {
    let cache =
        Cache::of_user().unwrap_or_else(|| Cache::new(std::env::temp_dir().join("sheshbesh")));
    Arc::new(Tables::cached(cache, |error| {
        note(&format!("cannot read or write a table file: {error}"));
    }))
}

/// Location of the tables.
#[derive(Args)]
pub struct CacheFolder {
    /// Folder of the tables [default: the user's cache folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

impl CacheFolder {
    /// Returns the folder.
    pub fn cache(&self) -> Result<Cache, CliError> {
        let named = self.cache.as_ref().map(Cache::new);
        named.or_else(Cache::of_user).ok_or_else(|| {
            CliError::Failed("no user cache folder found: name a folder with --cache".to_owned())
        })
    }
}

/// Game selection.
#[derive(Args)]
pub struct GameOption {
    #[arg(
        id = "game",
        long = "game",
        alias = "variant",
        value_name = "NAME",
        value_parser = game,
        help = format!(
            "Game: {} [default: {}]",
            listed(&Game::ALL.map(Game::name)),
            Game::default(),
        )
    )]
    said: Option<Game>,
}

/// Parses a game's name. For a number, as in `--game 2000`, the error suggests `--games`.
fn game(name: &str) -> Result<Game, String> {
    name.parse().map_err(|unknown: UnknownGame| match unknown {
        _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("did you mean --games {name}?")
        }
        UnknownGame::Name(_) => format!("games are {}", listed(&Game::ALL.map(Game::name))),
        agreed @ (UnknownGame::Agreement { .. } | UnknownGame::Twice { .. }) => agreed.to_string(),
    })
}

impl GameOption {
    /// The named game, if any.
    pub fn said(&self) -> Option<Game> {
        self.said
    }

    /// The named game, or the default; an ID may name another.
    pub fn game(&self) -> Game {
        self.said.unwrap_or_default()
    }

    /// Parses a position in any notation. An ID that names its game is of that game; the agreements
    /// in the ID and in `--game` are combined.
    pub fn read(&self, position: &str) -> Result<Situation, CliError> {
        let situation = Situation::parse(position, self.game()).map_err(CliError::bad_input)?;
        self.check(situation.game)?;
        Ok(situation)
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
        dice: Option<Dice>,
    ) -> Result<(Situation, Option<Dice>), CliError> {
        match (position.filter(|text| is_like_roll(text)), dice) {
            (Some(text), None) => {
                let roll = text.trim().parse().map_err(CliError::bad_input)?;
                Ok((self.read_or_start(None)?, Some(roll)))
            }
            _ => Ok((self.read_or_start(position)?, dice)),
        }
    }

    /// Rejects an ID of another game than `--game`, or one that contradicts its agreements.
    pub fn check(&self, game: Game) -> Result<(), CliError> {
        match self.said {
            Some(said) if game.together(said) != Some(game) => Err(CliError::BadInput(format!(
                "the position is of {game}, and --game says {said}"
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
    let belongs = |letter: u8| letter.is_ascii_digit() || b"-,/ ".contains(&letter);
    text.len() <= LONGEST
        && text.contains(|c: char| c.is_ascii_digit())
        && text.bytes().all(belongs)
}

/// Cube and score, for IDs without them or to override the ID.
#[derive(Args)]
pub struct Table {
    /// Match length in points, 1 to 64; overrides the ID
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=64), conflicts_with_all = ["money", "jacoby", "beavers"])]
    pub length: Option<u16>,
    /// Money game; overrides the ID
    #[arg(long)]
    pub money: bool,
    /// Score in points: player on roll, then opponent, for example 2-4
    #[arg(long, value_name = "OWN-OTHER", value_parser = read_score)]
    pub score: Option<BySide<u16>>,
    /// Crawford game
    #[arg(long)]
    pub crawford: bool,
    /// Jacoby rule: gammons count only after the cube has been turned (money)
    #[arg(long)]
    pub jacoby: bool,
    /// Allow beavers (money)
    #[arg(long)]
    pub beavers: bool,
    /// Cube value and owner: 1, or 2:own, or 4:opponent
    #[arg(long, value_name = "VALUE[:OWNER]", value_parser = read_cube)]
    pub cube: Option<Cube>,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    pub scoring: Option<Scoring>,
    /// Match equity table in GNU Backgammon's XML format [default: Kazaross-XG2]
    #[arg(long, value_name = "FILE.xml")]
    pub met: Option<PathBuf>,
}

impl Table {
    /// Applies these options to a situation. With `cubeful`, a game without a cube is an error.
    pub fn apply(&self, situation: Situation, cubeful: bool) -> Result<Situation, CliError> {
        let &Self { length, money, score, crawford, jacoby, beavers, cube, .. } = self;
        let stated = Stated { length, money, score, crawford, jacoby, beavers, cube, cubeful };
        let situation = stated.applied_to(situation, "--match").map_err(CliError::bad_input)?;
        Ok(Situation { scoring: self.scoring, ..situation })
    }

    /// Returns the match equity table.
    pub fn equities(&self) -> Result<Arc<MatchEquityTable>, CliError> {
        match &self.met {
            None => Ok(MatchEquityTable::kazaross_xg2()),
            Some(path) => MatchEquityTable::read(path).map(Arc::new).map_err(CliError::bad_input),
        }
    }
}

/// Default limit of the cube.
const LARGEST_CUBE: u32 = 1024;

/// Cube and match rules for playing games.
#[derive(Args)]
pub struct CubeGame {
    /// Play money games with the doubling cube
    #[arg(long = "cube", conflicts_with = "length")]
    pub cube: bool,
    /// Play matches to this length in points, 1 to 64, with the doubling cube if the game has one
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub length: Option<u16>,
    // clap ignores `requires` for an argument that conflicts with a given one, here `--cube` with
    // `--match`; hence the explicit conflicts.
    /// Jacoby rule: gammons count only after the cube has been turned (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub jacoby: bool,
    /// Allow beavers and raccoons (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub beavers: bool,
    /// Maximum number of automatic doubles per game, on equal opening dice (money), 0 to 5
    #[arg(long, value_name = "N", requires = "cube", conflicts_with = "length", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=5))]
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

impl CubeGame {
    /// Returns true if any option is set that makes sense only with a cube.
    pub const fn tells_of_a_cube(&self) -> bool {
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
