//! Options that several commands share.

use crate::{failure::Failure, output::note};
use clap::Args;
use sheshbesh_analysis::{
    stated::{Stated, read_cube, read_score},
    verdicts::{EngineId, notes, other_game, untold},
};
use sheshbesh_evaluator::{
    CannotJudge, Depth, EvaluationCache, Evaluator, FilterName, Settings,
    bearoff::{Cache, Tables},
    cube::MatchEquityTable,
    defaults,
};
use sheshbesh_movegen::{
    BySide, Cube, CubeRules, Dice, Game, Scoring, Session, Situation, UnknownGame, listed,
};
use sheshbesh_network::{Kinship, Network};
use std::{borrow::Cow, path::PathBuf, sync::Arc};

/// Which network judges.
#[derive(Args)]
pub struct Weights {
    /// Weights file of the network; the one that comes with the program by default
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl Weights {
    /// The network, to judge positions of a game by that game's rules. A note says where it learned
    /// another.
    pub fn network(&self, game: Game) -> Result<Cow<'static, Network>, Failure> {
        let (network, learned) = self.read(game)?;
        note_other_game(&self.name(), learned, game);
        Ok(network)
    }

    /// The network, to judge a situation. Notes say what its verdicts leave out or take from elsewhere.
    pub fn judging(&self, situation: &Situation) -> Result<Cow<'static, Network>, Failure> {
        let (network, learned) = self.read(situation.game)?;
        for said in notes(&self.name(), learned, situation) {
            note(&said);
        }
        Ok(network)
    }

    /// The network, to judge positions of a game, and what it has learned.
    fn read(&self, game: Game) -> Result<(Cow<'static, Network>, Game), Failure> {
        let network = match &self.weights {
            None => Cow::Borrowed(sheshbesh_weights::network(game).ok_or_else(|| none(game))?),
            Some(path) => Cow::Owned(Network::read(path).map_err(Failure::bad_input)?),
        };
        let learned = network.game();
        if !network.judges(game) {
            return Err(foreign(learned, game));
        }
        if game.family() == learned.family() {
            return Ok((network, learned));
        }
        let network = network.into_owned().for_game(game).map_err(Failure::bad_input)?;
        Ok((Cow::Owned(network), learned))
    }

    /// The networks that judge games, each by its rules.
    pub fn networks_of(&self, games: &[Game]) -> Result<Networks, Failure> {
        let mut networks: Vec<Cow<'static, Network>> = Vec::new();
        for &game in games {
            let network = self.network(game)?;
            if networks.iter().all(|known| known.learned() != network.learned()) {
                networks.push(network);
            }
        }
        Ok(Networks(networks))
    }

    /// The network, or those that come with the program, whatever is to be judged.
    pub fn networks(&self) -> Result<Networks, Failure> {
        Ok(Networks(match &self.weights {
            None => sheshbesh_weights::networks().map(Cow::Borrowed).collect(),
            Some(path) => vec![Cow::Owned(Network::read(path).map_err(Failure::bad_input)?)],
        }))
    }

    /// The program with this network, which is read from here, as answers name it.
    pub fn id(&self, network: &Network) -> EngineId {
        EngineId::with_network(&self.name(), network)
    }

    /// What the network is called in results.
    pub fn name(&self) -> String {
        self.weights.as_ref().map_or("shesh".to_owned(), |path| path.display().to_string())
    }
}

/// No network comes with the program that judges a game.
fn none(game: Game) -> Failure {
    Failure::BadInput(format!(
        "no network that comes with the program knows {game}; show, perft and bots do"
    ))
}

/// A network does not judge a game.
fn foreign(learned: Game, game: Game) -> Failure {
    let error = CannotJudge::OtherRules { learned, game };
    Failure::BadInput(format!("{error}; show, perft and bots do"))
}

/// Networks that share the games among them.
pub struct Networks(Vec<Cow<'static, Network>>);

impl Networks {
    /// The one that judges a game: that which learned it, or its nearest relative's.
    pub fn of(&self, game: Game) -> Result<&Network, Failure> {
        let judges = self.0.iter().enumerate().filter(|(_, network)| network.judges(game));
        let learned = judges.map(|(place, network)| (place, network.learned()));
        Kinship::nearest(learned, game).map(|place| &*self.0[place]).ok_or_else(|| {
            match &self.0[..] {
                [only] => foreign(only.game(), game),
                _ => none(game),
            }
        })
    }

    /// The main one.
    pub fn main(&self) -> &Network {
        &self.0[0]
    }

    /// All but the main one.
    pub fn others(&self) -> Vec<&Network> {
        self.0[1..].iter().map(|network| &**network).collect()
    }

    /// All but this one.
    pub fn but(&self, one: &Network) -> Vec<&Network> {
        let all = self.0.iter().map(|network| &**network);
        all.filter(|network| !std::ptr::eq(*network, one)).collect()
    }

    /// An evaluator with all of them.
    pub fn evaluator(&self, settings: Settings) -> Evaluator {
        Evaluator::with_others(self.main(), &self.others(), settings)
    }
}

/// Says that a network has learned another game.
pub fn note_other_game(network: &str, learned: Game, game: Game) {
    if let Some(said) = other_game(network, learned, game) {
        note(&said);
    }
}

/// Says where outcomes do not tell what is counted.
pub fn note_scoring(scoring: Scoring, game: Game) {
    if let Some(said) = untold(scoring, game) {
        note(&said);
    }
}

/// Search depth of an engine that plays games.
#[derive(Args)]
pub struct Ply {
    /// Plies to look ahead: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less)
    #[arg(long = "ply", value_name = "N", default_value_t = Depth::ONE)]
    pub depth: Depth,
}

/// Search depth of a question about one position.
#[derive(Args)]
pub struct QuestionPly {
    /// Plies to look ahead: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less) [default: 3]
    #[arg(long = "ply", value_name = "N")]
    pub said: Option<Depth>,
}

impl QuestionPly {
    /// The depth that is said, or else the default of the game.
    pub fn depth(&self, game: Game) -> Depth {
        self.said.unwrap_or_else(|| defaults::depth(game))
    }
}

/// Whether plays and positions are judged with the doubling cube.
#[derive(Args)]
pub struct CubeUse {
    /// Judge by equity with the doubling cube: the default in games that have one, and without effect
    #[arg(long)]
    cubeful: bool,
    /// Judge by equity without the doubling cube
    #[arg(long, conflicts_with = "cubeful")]
    cubeless: bool,
}

impl CubeUse {
    /// Whether the cube counts in a game.
    pub fn is_cubeful(&self, game: Game) -> bool {
        defaults::is_cubeful(game, self.cubeless.then_some(false))
    }
}

/// How a search goes about it.
#[derive(Args)]
pub struct Search {
    /// Which plays are looked at more closely: narrow, normal, wide or none (all of them)
    /// [default: normal; none for evaluate]
    #[arg(long, value_name = "NAME")]
    pub filter: Option<FilterName>,
    /// Megabytes that remember what has been searched; results are the same with 0
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=1 << 16))]
    pub cache: u32,
    /// Do without the exact tables of the bearoff, and of Hypergammon where it was made
    #[arg(long)]
    pub no_tables: bool,
}

impl Search {
    /// How an evaluator judges that searches as it is told here, for plain money.
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
    /// Memory of what has been searched.
    fn evaluation_cache(&self) -> Arc<EvaluationCache> {
        let cache = EvaluationCache::new(self.cache as usize);
        if !cache.make() {
            note(&format!(
                "there is no memory for a cache of {} MB: nothing is kept, and searches take longer",
                self.cache
            ));
        }
        Arc::new(cache)
    }
}

/// The tables of the user's cache folder: the bearoff's are read or made when they are first needed,
/// Hypergammon's is read where it was made.
pub fn tables() -> Arc<Tables> {
    let cache =
        Cache::of_user().unwrap_or_else(|| Cache::new(std::env::temp_dir().join("sheshbesh")));
    Arc::new(Tables::cached(cache, |error| {
        note(&format!("a table cannot be used as a file: {error}"));
    }))
}

/// Where tables are kept.
#[derive(Args)]
pub struct CacheFolder {
    /// Folder of the tables; the user's cache folder by default
    #[arg(long, global = true, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

impl CacheFolder {
    /// The folder.
    pub fn cache(&self) -> Result<Cache, Failure> {
        let named = self.cache.as_ref().map(Cache::new);
        named.or_else(Cache::of_user).ok_or_else(|| {
            Failure::Failed("there is no cache folder: name one with --cache".to_owned())
        })
    }
}

/// Which game is played.
#[derive(Args)]
pub struct GameOption {
    #[arg(
        id = "game",
        long = "game",
        alias = "variant",
        value_name = "NAME",
        value_parser = game,
        help = format!(
            "The game; there are {} [default: {}]",
            listed(&Game::ALL.map(Game::name)),
            Game::default(),
        )
    )]
    said: Option<Game>,
}

/// Somebody who writes `--game 2000` wants 2,000 games.
fn game(name: &str) -> Result<Game, String> {
    name.parse().map_err(|unknown: UnknownGame| match unknown {
        _ if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("is --games {name} meant?")
        }
        UnknownGame::Name(_) => format!("there are {}", listed(&Game::ALL.map(Game::name))),
        agreed @ (UnknownGame::Agreement { .. } | UnknownGame::Twice { .. }) => agreed.to_string(),
    })
}

impl GameOption {
    /// The game, if one is named.
    pub fn said(&self) -> Option<Game> {
        self.said
    }

    /// The game, where no ID names another.
    pub fn game(&self) -> Game {
        self.said.unwrap_or_default()
    }

    /// Reads a position in any notation. An ID that names its game is of that game; what is agreed
    /// there and in the one that is said holds together.
    pub fn read(&self, position: &str) -> Result<Situation, Failure> {
        let situation = Situation::parse(position, self.game()).map_err(Failure::bad_input)?;
        self.check(situation.game)?;
        Ok(situation)
    }

    /// Reads a position in any notation, or takes the start of the game.
    pub fn read_or_start(&self, position: Option<&str>) -> Result<Situation, Failure> {
        match position {
            Some(text) => self.read(text),
            None => Ok(Situation::new(self.game().start(), self.game())),
        }
    }

    /// Reads a position and a roll, either of which may be left out: a single argument such as 31 is
    /// a roll at the start of the game. One of a few digits that is no roll, such as 77, is refused as
    /// one: no position is so short.
    pub fn read_with_roll(
        &self,
        position: Option<&str>,
        dice: Option<Dice>,
    ) -> Result<(Situation, Option<Dice>), Failure> {
        match (position.filter(|text| is_like_roll(text)), dice) {
            (Some(text), None) => {
                let roll = text.trim().parse().map_err(Failure::bad_input)?;
                Ok((self.read_or_start(None)?, Some(roll)))
            }
            _ => Ok((self.read_or_start(position)?, dice)),
        }
    }

    /// Refuses IDs of another game than the one that is said, or that contradict what is agreed in it.
    pub fn check(&self, game: Game) -> Result<(), Failure> {
        match self.said {
            Some(said) if game.together(said) != Some(game) => {
                Err(Failure::BadInput(format!("the position is of {game}, and --game says {said}")))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a text is meant as a roll, such as 31, 3-1 or 77: digits and what may stand between them.
fn is_like_roll(text: &str) -> bool {
    /// Two numbers with a separator, and room for slips such as 311 or 10-12.
    const LONGEST: usize = 5;
    let text = text.trim();
    let belongs = |letter: u8| letter.is_ascii_digit() || b"-,/ ".contains(&letter);
    text.len() <= LONGEST
        && text.contains(|c: char| c.is_ascii_digit())
        && text.bytes().all(belongs)
}

/// Cube and score, where the ID does not have them or something else is asked.
#[derive(Args)]
pub struct Table {
    /// A match to so many points, instead of what the ID says
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=64), conflicts_with_all = ["money", "jacoby", "beavers"])]
    pub length: Option<u16>,
    /// A money game, instead of what the ID says
    #[arg(long)]
    pub money: bool,
    /// Points won so far by the player on roll and by the opponent, such as 2-4
    #[arg(long, value_name = "OWN-OTHER", value_parser = read_score)]
    pub score: Option<BySide<u16>>,
    /// This is the Crawford game
    #[arg(long)]
    pub crawford: bool,
    /// Gammons count only once the cube has been turned (money)
    #[arg(long)]
    pub jacoby: bool,
    /// A double may be beavered (money)
    #[arg(long)]
    pub beavers: bool,
    /// What the cube shows and who owns it: 1, or 2:own, or 4:opponent
    #[arg(long, value_name = "VALUE[:OWNER]", value_parser = read_cube)]
    pub cube: Option<Cube>,
    #[arg(long, value_name = "NAME", help = crate::at_table::scoring_help())]
    pub scoring: Option<Scoring>,
    /// Match equity table in GNU Backgammon's XML format; Kazaross-XG2 by default
    #[arg(long, value_name = "FILE.xml")]
    pub met: Option<PathBuf>,
}

impl Table {
    /// The situation with what is said here; `cubeful` says whether a cube is asked for, which games
    /// without one refuse.
    pub fn apply(&self, situation: Situation, cubeful: bool) -> Result<Situation, Failure> {
        let &Self { length, money, score, crawford, jacoby, beavers, cube, .. } = self;
        let stated = Stated { length, money, score, crawford, jacoby, beavers, cube, cubeful };
        let situation = stated.applied_to(situation, "--match").map_err(Failure::bad_input)?;
        Ok(Situation { scoring: self.scoring, ..situation })
    }

    /// The match equity table that governs scores.
    pub fn equities(&self) -> Result<Arc<MatchEquityTable>, Failure> {
        match &self.met {
            None => Ok(MatchEquityTable::kazaross_xg2()),
            Some(path) => MatchEquityTable::read(path).map(Arc::new).map_err(Failure::bad_input),
        }
    }
}

/// The cube goes no further, where nothing else is agreed.
const LARGEST_CUBE: u32 = 1024;

/// The cube in games that are played.
#[derive(Args)]
pub struct CubeGame {
    /// Play with the doubling cube, each game for itself
    #[arg(long = "cube", conflicts_with = "length")]
    pub cube: bool,
    /// Play matches to so many points, with the doubling cube where the game knows one
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub length: Option<u16>,
    // `requires` asks for nothing that cannot be given, as `--cube` beside `--match`.
    /// Gammons count only once the cube has been turned (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub jacoby: bool,
    /// A double may be beavered, and a beaver raccooned (money)
    #[arg(long, requires = "cube", conflicts_with = "length")]
    pub beavers: bool,
    /// Equal opening dice turn the cube, at most so many times (money)
    #[arg(long, value_name = "N", requires = "cube", conflicts_with = "length", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=5))]
    pub automatic_doubles: u8,
    /// The cube goes no further than this
    #[arg(long, value_name = "VALUE", default_value_t = LARGEST_CUBE)]
    pub largest_cube: u32,
    /// No Crawford game in matches
    #[arg(long, requires = "length")]
    pub no_crawford: bool,
    /// Holland's rule: after the Crawford game, no double before both have rolled twice
    #[arg(long, requires = "length")]
    pub holland: bool,
}

impl CubeGame {
    /// Whether anything is agreed that makes sense with a cube alone.
    pub const fn tells_of_a_cube(&self) -> bool {
        let usual = self.largest_cube == LARGEST_CUBE;
        self.cube || self.no_crawford || self.holland || !usual
    }

    /// The rules, or `None` without a cube.
    pub fn rules(&self) -> Result<Option<CubeRules>, Failure> {
        let largest = self.largest_cube;
        if !largest.is_power_of_two() || largest > 1 << Cube::LARGEST_EXPONENT {
            return Err(Failure::BadInput(format!(
                "{largest} is not on a cube: write 1, 2, 4 and so on up to {}",
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
