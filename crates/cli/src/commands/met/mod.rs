//! `shesh met`: match equity tables.

mod solve;

use crate::{
    args::{CacheFolder, GameOption, Weights, note_scoring, open_tables, scoring_help},
    error::CliError,
    files::check_new,
    terminal::{print, print_json, progress, show_path},
};
use clap::{ArgGroup, Args};
use serde::Serialize;
use sheshbesh_analysis::{EngineId, numbers::thousands};
use sheshbesh_arena::{CubePolicy, Duel, PlayerSpec, Wins};
use sheshbesh_evaluator::{
    Depth,
    cube::{GameRates, MatchEquities, MatchEquityTable},
    hypergammon::{CHECKERS, Files},
};
use sheshbesh_movegen::{Game, GameSeries, Scoring, Situation};
use sheshbesh_network::file::write_atomically;
use std::{fmt::Write, path::PathBuf, sync::Arc};

/// Show match equity tables, or make those of games without a cube
#[derive(Args)]
#[command(group = ArgGroup::new("source").args(["rates", "games", "solve"]))]
#[command(after_help = "\
The table of games with a cube is Kazaross-XG2; Hypergammon has an exact one, up
to 7 points. That of a game without a cube follows from its single games,
gammons, backgammons and draws, by recursion over the scores; two equal players
have equal chances to begin each game.

Examples:
  shesh met                                 chances in matches of backgammon
  shesh met --game fevga --length 7
  shesh met --game tapa --output tapa.xml   a file for --met and GNU Backgammon
  shesh met --game plakoto --games 20000    from games played now
  shesh met --rates 72,27,1 --output a.xml  from shares in %, without a cube
  shesh met --game backgammon --no-cube
  shesh met --game long-nardi --scoring mars10 --json
  shesh met --game hypergammon --length 7
  shesh met --game hypergammon --solve --length 9 --output hyper.xml

--solve computes exact equities with the cube, at each score: minutes for one or
a few scores, and 2 GB of memory, or 3 GB beyond 16 points. Solved scores stay
in the cache folder.

Rows are the points that a player needs, columns those that the opponent needs.")]
pub struct Met {
    #[command(flatten)]
    game: GameOption,
    #[arg(long, value_name = "NAME", help = scoring_help())]
    scoring: Option<Scoring>,
    /// Number of points of the longest match in the table, 2 to 64
    #[arg(long, value_name = "POINTS", default_value_t = 15, value_parser = clap::value_parser!(u16).range(2..=MatchEquities::LENGTH as i64))]
    length: u16,
    /// Play without a cube, in a game that has one
    #[arg(long)]
    no_cube: bool,
    /// Shares of single games, gammons, backgammons and draws in %, both players together; the
    /// last two may be left out
    #[arg(long, value_name = "S,G[,B[,D]]", value_parser = read_rates)]
    rates: Option<GameRates>,
    /// Number of games to play for the shares, of a network against itself at 1-ply
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=Duel::MOST_GAMES))]
    games: Option<u64>,
    /// Seed of the dice of these games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "games")]
    seed: u64,
    /// Solve Hypergammon at each score, with the cube
    #[arg(long, conflicts_with_all = ["no_cube", "scoring"])]
    solve: bool,
    /// Checkers a side to solve it with, 1 to 3
    #[arg(long, value_name = "N", default_value_t = CHECKERS, requires = "solve", value_parser = clap::value_parser!(u8).range(1..=i64::from(CHECKERS)))]
    checkers: u8,
    #[command(flatten)]
    cache: CacheFolder,
    #[command(flatten)]
    weights: Weights,
    /// Write the table to a file, in GNU Backgammon's XML format
    #[arg(long, value_name = "FILE.xml", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
    /// Write the table as JSON
    #[arg(long)]
    json: bool,
}

/// Parses shares in percent.
fn read_rates(text: &str) -> Result<GameRates, String> {
    let shares: Result<Vec<f64>, _> = text.split(',').map(|share| share.trim().parse()).collect();
    let shares = shares.map_err(|_| "expected numbers such as 72,27,1".to_owned())?;
    let (2..=4) = shares.len() else {
        return Err("expected two to four numbers, such as 72,27,1".to_owned());
    };
    let share = |index: usize| shares.get(index).copied().unwrap_or_default() / 100.0;
    GameRates::new([share(0), share(1), share(2)], share(3)).map_err(|error| error.to_string())
}

/// A table in JSON.
#[derive(Serialize)]
struct JsonTable<'a> {
    engine: EngineId,
    game: String,
    /// Name of the table.
    table: &'a str,
    /// Number of points that the table covers; beyond it, chances are extrapolated.
    length: u16,
    /// Results of games from which the table was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
    /// Match winning chances, by own points away and the opponent's, before the Crawford game or
    /// in it.
    chances: Vec<Vec<f32>>,
    /// The same after the Crawford game, against an opponent who is one point away.
    after_crawford: Vec<f32>,
}

/// Shares of results among all games.
#[derive(Clone, Copy, Serialize)]
struct Results {
    /// Number of games played now.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    single: f64,
    gammon: f64,
    backgammon: f64,
    drawn: f64,
}

impl Results {
    fn new(rates: &GameRates, games: Option<u64>) -> Self {
        let [single, gammon, backgammon] = rates.wins();
        Self { games, single, gammon, backgammon, drawn: rates.drawn() }
    }

    /// The shares in a sentence.
    fn describe(&self, situation: &Situation) -> String {
        let wins = match situation.game.kinds_of_wins() {
            // The winner's side determines the points.
            [_] if self.gammon + self.backgammon > 0.0 => {
                situation.points_of_wins().map(|points| match points {
                    1 => "wins of 1 point".to_owned(),
                    _ => format!("wins of {points} points"),
                })
            }
            _ => ["single games", "gammons", "backgammons"].map(str::to_owned),
        };
        let shares = [self.single, self.gammon, self.backgammon].into_iter().zip(wins);
        let mut all: Vec<(f64, String)> = Vec::new();
        for (share, name) in shares.chain([(self.drawn, "draws".to_owned())]) {
            match all.iter_mut().find(|(_, other)| *other == name) {
                Some((same, _)) => *same += share,
                None => all.push((share, name)),
            }
        }
        let shown = all.iter().filter(|(share, _)| *share > 0.0);
        let shares: Vec<String> =
            shown.map(|(share, name)| format!("{:.2} % {name}", 100.0 * share)).collect();
        let games = self.games.map(|games| format!(" in {} games", thousands(games)));
        format!("{}{}", shares.join(", "), games.unwrap_or_default())
    }
}

impl Met {
    pub fn run(&self) -> Result<(), CliError> {
        if let Some(path) = &self.output {
            check_new(path, self.force)?;
        }
        let game = self.game.game();
        if let Some(scoring) = self.scoring {
            self.check_counts_results(game)?;
            note_scoring(scoring, game);
        }
        let situation = Situation { scoring: self.scoring, ..Situation::new(game.start(), game) };
        if self.solve && game != Game::Hypergammon {
            let message = "--solve is for --game hypergammon alone".to_owned();
            return Err(CliError::BadInput(message));
        }
        let results = self.results(game)?;
        let table = match &results {
            None if self.solve => {
                let files = Files::new(self.cache.cache()?.folder());
                Arc::new(solve::solve(&files, self.checkers, self.length)?)
            }
            Some((rates, _)) => Arc::new(MatchEquityTable::without_cube(
                format!("{game}, without a cube"),
                rates,
                situation.points_of_wins(),
                game.points_of_draw(),
                MatchEquities::LENGTH,
            )),
            None => MatchEquities::Usual.of(&situation),
        };
        let results = results.map(|(rates, games)| Results::new(&rates, games));
        let mut description = match &results {
            Some(results) => format!("Computed from {}", results.describe(&situation)),
            None if self.solve => "Solved with the cube at each score".to_owned(),
            None => String::new(),
        };
        if self.length > table.length() {
            if !description.is_empty() {
                description.push_str(". ");
            }
            description.push_str(&format!("Extrapolated beyond {} points", table.length()));
        }
        if let Some(path) = &self.output {
            let xml = table.to_xml(&description, self.length);
            write_atomically(path, xml.as_bytes()).map_err(CliError::failed)?;
            return print(&format!("{} -> {}\n", table.name(), show_path(path)));
        }
        if self.json {
            return print_json(&self.document(&table, results));
        }
        print(&self.show(&table, &description))
    }

    /// Rejects a scoring for a table that is not computed from results of games.
    fn check_counts_results(&self, game: Game) -> Result<(), CliError> {
        if game.has_cube() && !self.no_cube && self.rates.is_none() && self.games.is_none() {
            let message = "--scoring needs a game without a cube, or --no-cube".to_owned();
            return Err(CliError::BadInput(message));
        }
        Ok(())
    }

    /// Results of games that the table is computed from, with the number of games played now;
    /// `None` for a table of games with a cube.
    fn results(&self, game: Game) -> Result<Option<(GameRates, Option<u64>)>, CliError> {
        if self.solve {
            return Ok(None);
        }
        if let Some(rates) = self.rates {
            return Ok(Some((rates, None)));
        }
        if let Some(games) = self.games {
            return Ok(Some((self.play(game, games)?, Some(games.next_multiple_of(2)))));
        }
        if self.weights.weights.is_some() {
            let message =
                "--weights needs --games: known results are those of the built-in networks";
            return Err(CliError::BadInput(message.to_owned()));
        }
        if game.has_cube() && !self.no_cube {
            return Ok(None);
        }
        let known = GameRates::of_game(game).ok_or_else(|| {
            let name = game.name();
            CliError::BadInput(format!("the results of {name} are not known: give --games"))
        })?;
        Ok(Some((known, None)))
    }

    /// Plays games of a network against itself.
    fn play(&self, game: Game, games: u64) -> Result<GameRates, CliError> {
        let network = self.weights.network(game)?;
        let player = PlayerSpec::network(&network, self.weights.name(), Depth::ONE)
            .equipped(&open_tables(), CubePolicy::Model);
        let frame = GameSeries::from(game);
        let duel = Duel { games, seed: self.seed, frame, rules: None, start: None };
        let bar = progress(games, "games");
        let ended = duel.play(&player, &player, &|count| bar.inc(count));
        bar.finish_and_clear();
        let ended = ended.map_err(CliError::failed)?;
        let both = |count: fn(&Wins) -> u64| count(&ended.first) + count(&ended.second);
        let (gammons, backgammons) = (both(|wins| wins.gammons), both(|wins| wins.backgammons));
        let singles = both(|wins| wins.wins) - gammons - backgammons;
        GameRates::of_counts([singles, gammons, backgammons], ended.drawn())
            .map_err(CliError::failed)
    }

    fn document<'a>(&self, table: &'a MatchEquityTable, results: Option<Results>) -> JsonTable<'a> {
        let scores = || 1..=i32::from(self.length);
        let row = |own: i32| scores().map(|opponent| table.chance(own, opponent, false)).collect();
        JsonTable {
            engine: EngineId::program(),
            game: self.game.game().to_string(),
            table: table.name(),
            length: table.length(),
            results,
            chances: scores().map(row).collect(),
            after_crawford: scores().map(|own| table.chance(own, 1, true)).collect(),
        }
    }

    /// Text of the table, in percent.
    fn show(&self, table: &MatchEquityTable, description: &str) -> String {
        let scores = || 1..=i32::from(self.length);
        let mut text = format!("{}\n", table.name());
        if !description.is_empty() {
            text.push_str(&format!("{description}\n"));
        }
        let mut line = |label: &str, cells: &mut dyn Iterator<Item = String>| {
            let cells: String = cells.map(|cell| format!("{cell:>5}")).collect();
            let line = format!("{label:>4}{cells}");
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{}", line.trim_end());
        };
        // A certain win without a decimal, so that columns do not touch.
        let percent = |chance: f32| match format!("{:.1}", 100.0 * chance) {
            certain if certain == "100.0" => "100".to_owned(),
            other => other,
        };
        line("", &mut std::iter::empty());
        line("away", &mut scores().map(|opponent| opponent.to_string()));
        for own in scores() {
            let row = scores().map(|opponent| percent(table.chance(own, opponent, false)));
            line(&own.to_string(), &mut row.into_iter());
        }
        // Without a cube, chances are the same after the Crawford game.
        if scores().any(|own| table.chance(own, 1, true) != table.chance(own, 1, false)) {
            line("", &mut std::iter::empty());
            line("post", &mut scores().map(|own| percent(table.chance(own, 1, true))));
        }
        text
    }
}
