//! `shesh evaluate`: what positions are worth.

use crate::{
    best::JsonProbabilities,
    board::{self, Names},
    failure::Failure,
    options::{
        GameOption, Ply, Search, Table, Weights, check_judged, note_other_game, stakes_words,
    },
    output::{print, print_json, progress, wins_and_losses},
};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use sheshbesh_evaluator::{
    Evaluator, FilterName, Settings,
    bearoff::Tables,
    race::{self, RaceVerdict},
};
use sheshbesh_movegen::{Class, Game, Position, notation};
use sheshbesh_network::{Probabilities, file::write_atomically};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// Judges a position, or a file of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh evaluate 4HPwATDgc/ABMA             the start, before the roll
  shesh evaluate 4HPwATDgc/ABMA --ply 2 --json
  shesh evaluate 4HPwATDgc/ABMA --cubeful --match 7 --score 2-5
  shesh evaluate u9twAADbbTwAAA              a race, with what people count
  shesh evaluate --input positions.csv --output judged.csv --ply 2

The input file has a column position_id; the output file has the columns
position_id, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon and
equity, in the same order. All are for the player on roll, before the roll;
gammons include backgammons, and equity is cubeless, in points.")]
pub struct Evaluate {
    /// GNU Backgammon ID or XGID
    #[arg(conflicts_with = "input")]
    position: Option<String>,
    /// Table of positions to judge
    #[arg(long, value_name = "FILE.csv", requires = "output")]
    input: Option<PathBuf>,
    /// Where the judged positions are written
    #[arg(long, value_name = "FILE.csv", requires = "input")]
    output: Option<PathBuf>,
    /// Write the verdict on one position as JSON
    #[arg(long, conflicts_with = "input")]
    json: bool,
    /// Show the equity with the doubling cube too
    #[arg(long, conflicts_with = "input")]
    cubeful: bool,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

#[derive(Serialize)]
struct JsonVerdict {
    position_id: String,
    ply: u32,
    equity: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeful_equity: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mwc: Option<f32>,
    probabilities: JsonProbabilities,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<JsonRace>,
}

/// What people count in a race.
#[derive(Serialize)]
struct JsonRace {
    sides: [JsonRunner; 2],
    counts: Vec<JsonCount>,
}

/// One side of a race, the player on roll first.
#[derive(Serialize)]
struct JsonRunner {
    pips: u32,
    crossovers: u32,
    effective_pips: Option<f32>,
    wastage: Option<f32>,
}

#[derive(Serialize)]
struct JsonCount {
    name: &'static str,
    own: f32,
    opponent: f32,
    double: bool,
    redouble: bool,
    take: bool,
}

/// The counts of a race; `None` while there is contact, or when the game is over.
fn race(game: Game, position: &Position, tables: Option<&Tables>) -> Option<JsonRace> {
    if !matches!(game.class(position), Class::Race | Class::Bearoff) {
        return None;
    }
    let sides = [position.own(), position.opponent()].map(|side| {
        let effective_pips =
            tables.and_then(|tables| race::effective_pips(side, tables.one_sided()));
        let pips = side.pips();
        JsonRunner {
            pips,
            crossovers: race::crossovers(side),
            effective_pips,
            wastage: effective_pips.map(|effective| effective - pips as f32),
        }
    });
    let counts = race::verdicts(position)
        .into_iter()
        .map(|RaceVerdict { name, own, opponent, double, redouble, take }| JsonCount {
            name,
            own,
            opponent,
            double,
            redouble,
            take,
        })
        .collect();
    Some(JsonRace { sides, counts })
}

impl JsonRace {
    fn words(&self) -> String {
        let number = |x: Option<f32>| x.map_or("-".to_owned(), |x| format!("{x:.2}"));
        let mut text = String::from("\nThe race         pips  crossovers  effective  wastage\n");
        for (name, side) in ["on roll", "opponent"].into_iter().zip(&self.sides) {
            writeln!(
                text,
                "  {name:12} {:6} {:11} {:>10} {:>8}",
                side.pips,
                side.crossovers,
                number(side.effective_pips),
                number(side.wastage)
            )
            .expect("writing into a string");
        }
        text.push_str("\nCounts for money  on roll  opponent\n");
        for count in &self.counts {
            let action = match (count.double, count.redouble) {
                (true, true) => "double, redouble",
                (true, false) => "double, no redouble",
                _ => "no double",
            };
            let answer = if count.take { "take" } else { "pass" };
            writeln!(
                text,
                "  {:12} {:10.1} {:9.1}   {action}, {answer}",
                count.name, count.own, count.opponent
            )
            .expect("writing into a string");
        }
        text
    }
}

/// A position of a table.
struct Row {
    /// As it is written there.
    id: String,
    game: Game,
    position: Position,
}

/// Name of the column that is read.
const POSITION_ID: &str = "position_id";

impl Evaluate {
    pub fn run(&self) -> Result<(), Failure> {
        // A verdict by itself should miss no reply.
        let filter = self.search.filter.unwrap_or(FilterName::None).filter();
        let settings = Settings {
            filter,
            equities: self.table.equities()?,
            cubeful: self.cubeful,
            ..self.search.settings()
        };
        match (&self.input, &self.output, &self.position) {
            (Some(input), Some(output), _) => self.table(settings, input, output),
            (_, _, Some(position)) => self.one(settings, position),
            _ => Err(Failure::BadInput("give a position, or --input and --output".to_owned())),
        }
    }

    fn one(&self, settings: Settings, text: &str) -> Result<(), Failure> {
        let situation = self.table.apply(self.game.read(text)?)?;
        let mut evaluator = Evaluator::new(&*self.weights.network(situation.game)?, settings);
        let position = situation.position;
        let depth = self.ply.depth;
        evaluator.set_stakes(&situation).map_err(Failure::bad_input)?;
        let verdict = evaluator.evaluate(&position, depth);
        let p = verdict.probabilities();
        let stakes = evaluator.stakes();
        let cubeful = self.cubeful.then(|| stakes.points(verdict.worth));
        let mwc = stakes.is_match().then_some(verdict.worth);
        let race = race(situation.game, &position, evaluator.settings().tables.as_deref());
        if self.json {
            return print_json(&JsonVerdict {
                position_id: notation::position_id(situation.game, &position),
                ply: depth.plies(),
                equity: p.equity(),
                cubeful_equity: cubeful,
                mwc,
                probabilities: p.into(),
                race,
            });
        }
        let mut text = board::draw(situation.game, &position, Names::ROLES);
        let stakes = if self.cubeful || mwc.is_some() {
            format!(",\n{}", stakes_words(&situation))
        } else {
            String::new()
        };
        text.push_str(&format!(
            "\nBefore the roll, at {depth}-ply, the player on roll{stakes}\n\n"
        ));
        text.push_str(&wins_and_losses(&p));
        text.push_str(&format!("\nCubeless equity {:+.4} points per game\n", p.equity()));
        if let Some(equity) = cubeful {
            writeln!(text, "Cubeful equity  {equity:+.4}, before deciding on the cube")
                .expect("writing into a string");
        }
        if let Some(mwc) = mwc {
            writeln!(text, "Chance to win the match {:.2} %", 100.0 * mwc)
                .expect("writing into a string");
        }
        if let Some(race) = race {
            text.push_str(&race.words());
        }
        print(&text)
    }

    fn table(&self, settings: Settings, input: &Path, output: &Path) -> Result<(), Failure> {
        let network = self.weights.read()?;
        let rows = self.read(input, network.game())?;
        for game in Game::ALL {
            if rows.iter().any(|row| row.game == game) {
                note_other_game(&self.weights.name(), network.game(), game);
            }
        }
        // The positions themselves are shared among the threads.
        let evaluator = Evaluator::new(&network, Settings { parallel: false, ..settings });
        let bar = progress(rows.len() as u64, "positions").with_prefix("evaluate");
        let depth = self.ply.depth;
        let verdicts: Vec<Probabilities> = rows
            .par_iter()
            .map_init(
                || evaluator.clone(),
                |evaluator, row| {
                    let verdict = evaluator.evaluate(&row.position, depth).probabilities();
                    bar.inc(1);
                    verdict
                },
            )
            .collect();
        bar.finish_and_clear();
        let mut text = format!(
            "{POSITION_ID},win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity\n"
        );
        for (Row { id, .. }, p) in rows.iter().zip(&verdicts) {
            writeln!(
                text,
                "{id},{:.7},{:.7},{:.7},{:.7},{:.7},{:.7}",
                p.win,
                p.win_gammon,
                p.win_backgammon,
                p.lose_gammon,
                p.lose_backgammon,
                p.equity()
            )
            .expect("writing into a string");
        }
        write_atomically(output, text.as_bytes()).map_err(Failure::failed)
    }

    /// The rows of a table, all of games that a network judges which learned this one.
    fn read(&self, input: &Path, learned: Game) -> Result<Vec<Row>, Failure> {
        let bad = |problem: &dyn std::fmt::Display| {
            Failure::BadInput(format!("{}: {problem}", input.display()))
        };
        let file = std::fs::File::open(input)
            .map_err(|e| Failure::BadInput(format!("cannot read {}: {e}", input.display())))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let headers = reader.headers().map_err(|e| bad(&e))?;
        let column = headers
            .iter()
            .position(|name| name.trim_start_matches('\u{feff}') == POSITION_ID)
            .ok_or_else(|| bad(&format!("there is no column called {POSITION_ID}")))?;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|e| bad(&e))?;
            let line = record.position().map_or(0, csv::Position::line);
            let id = record.get(column).unwrap_or_default();
            let bad = |problem: &dyn std::fmt::Display| bad(&format!("line {line}: {problem}"));
            let (game, position) =
                notation::parse_position_id(id, self.game.game()).map_err(|e| bad(&e))?;
            self.game
                .check(game)
                .and_then(|()| check_judged(learned, game))
                .map_err(|e| bad(&e))?;
            rows.push(Row { id: id.to_owned(), game, position });
        }
        Ok(rows)
    }
}
