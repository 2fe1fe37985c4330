//! Makes a benchmark of rolls on which networks and depths disagree, and rolls out their plays:
//! `cargo run --release -p sheshbesh-evaluator --example disputed -- select FILE ROLLS WEIGHTS...`,
//! then `... disputed -- roll-out FILE GAMES ERROR PLY [WEIGHTS]`, until nothing is left to do.
//!
//! `select` plays games of the first network against itself. Of every fifth roll, it takes those
//! for which the networks do not all choose the same play at 1-ply, 2-ply and 3-ply. It writes the
//! chosen plays as the positions after them, with the opponent on roll, in the columns that
//! `scripts/bench/reference.py` reads, without numbers.
//!
//! `roll-out` fills in the numbers roll by roll and writes the file after each, so it can be
//! stopped at any time and resumed. The plays of a roll have the same dice. A roll is done after
//! GAMES games, or as soon as the difference of each play from the best has a standard error of at
//! most ERROR points (0: never). Both sides play at PLY, and by the bearoff tables in the end.

mod games;

use games::visit;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Tables,
    rollout::{self, ROUND, RolloutResult, Start, roll_out},
};
use sheshbesh_movegen::{Game, Position};
use sheshbesh_network::{Network, file::write_atomically};
use std::{
    error::Error,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Step between the rolls examined, so that rolls of the same game differ.
const STEP: usize = 5;
/// Seed of the games from which rolls are taken.
const SEED: u64 = 71;
/// Minimum number of games; with fewer, the standard errors are too unreliable.
const LEAST_GAMES: u64 = 8 * ROUND;

const COLUMNS: &str = "decision,before,roll,position_id,win,win_gammon,win_backgammon,lose_gammon,\
                       lose_backgammon,equity,standard_error,behind,behind_error,games";

/// A play of a roll, as a row of the file.
struct Row {
    decision: usize,
    before: String,
    roll: String,
    position: String,
    /// Rollout results: the columns after the position, empty before the rollout.
    found: String,
}

impl Row {
    fn read(line: &str) -> Result<Self, Box<dyn Error>> {
        let fields: Vec<&str> = line.splitn(5, ',').collect();
        let [decision, before, roll, position, found] = fields[..] else {
            return Err(format!("{line:?} is no row of such a file").into());
        };
        let [before, roll, position, found] = [before, roll, position, found].map(str::to_owned);
        Ok(Self { decision: decision.parse()?, before, roll, position, found })
    }

    /// True if at least `games` games have been played, or if the difference from the best play has
    /// a standard error of at most `error`.
    fn is_done(&self, games: u64, error: f32) -> bool {
        let mut last = self.found.rsplit(',');
        let played = last.next().and_then(|text| text.parse::<u64>().ok());
        let known_to = last.next().and_then(|text| text.parse::<f32>().ok());
        played.is_some_and(|played| played >= games) || known_to.is_some_and(|known| known <= error)
    }
}

fn read(path: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let mut lines = text.lines();
    if lines.next() != Some(COLUMNS) {
        return Err(format!("{} has other columns: `select` writes it", path.display()).into());
    }
    lines.map(Row::read).collect()
}

/// Writes the file atomically, so that an interrupt loses nothing.
fn write(path: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let mut text = format!("{COLUMNS}\n");
    for Row { decision, before, roll, position, found } in rows {
        writeln!(text, "{decision},{before},{roll},{position},{found}")?;
    }
    Ok(write_atomically(path, text.as_bytes())?)
}

fn evaluator(network: &Network) -> Evaluator {
    let tables = Some(Arc::new(Tables::in_memory()));
    Evaluator::new(network, Settings { tables, ..Settings::default() })
}

fn select(path: &Path, count: usize, weights: &[String]) -> Result<(), Box<dyn Error>> {
    let networks = weights.iter().map(|path| Network::read(Path::new(path)));
    let networks = networks.collect::<Result<Vec<_>, _>>()?;
    let mut judges: Vec<Evaluator> = networks.iter().map(evaluator).collect();
    let player = judges.first().ok_or("name a weights file, or several")?.clone();
    let (mut rows, mut seen, mut looked_at, mut decision) = (Vec::new(), 0, 0, 0);
    visit(&player, SEED, |turn, _| {
        seen += usize::from(turn.results.len() > 1);
        if turn.results.len() < 2 || seen % STEP != 0 {
            return false;
        }
        looked_at += 1;
        let chosen = choose(&mut judges, &turn.position, turn.results);
        if chosen.len() > 1 {
            decision += 1;
            rows.extend(chosen.into_iter().map(|play| Row {
                decision,
                before: turn.position.gnu_id(),
                roll: turn.dice.to_string(),
                position: turn.results[play].gnu_id(),
                found: ",".repeat(9),
            }));
        }
        decision == count
    });
    println!("{decision} of {looked_at} rolls are disputed, with {} plays", rows.len());
    write(path, &rows)
}

/// Plays that any judge chooses at any depth.
fn choose(judges: &mut [Evaluator], before: &Position, results: &[Position]) -> Vec<usize> {
    let depths = [Depth::ONE, Depth::TWO, Depth::THREE];
    let mut chosen: Vec<usize> = judges
        .iter_mut()
        .flat_map(|judge| depths.map(|depth| judge.best(before, results, depth)))
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

fn fill_in(
    path: &Path,
    games: u64,
    error: f32,
    depth: Depth,
    weights: Option<&String>,
) -> Result<(), Box<dyn Error>> {
    let judge = match weights {
        Some(path) => evaluator(&Network::read(Path::new(path))?),
        None => evaluator(sheshbesh_weights::shipped()),
    };
    let mut rows = read(path)?;
    let settings = rollout::Settings { games, depth, ..rollout::Settings::default() };
    while let Some(first) = rows.iter().position(|row| !row.is_done(games, error)) {
        let decision = rows[first].decision;
        let first = rows.partition_point(|row| row.decision < decision);
        let end = rows.partition_point(|row| row.decision <= decision);
        let positions = rows[first..end]
            .iter()
            .map(|row| Position::from_gnu_id(&row.position, Game::Backgammon))
            .collect::<Result<Vec<_>, _>>()?;
        let starts: Vec<Start> = positions.into_iter().map(Start::after_play).collect();
        let results = roll_out(&judge, &starts, &settings, &mut |so_far| {
            so_far[0].games < LEAST_GAMES
                || so_far.iter().any(|result| result.behind.standard_error > error)
        });
        for (row, result) in rows[first..end].iter_mut().zip(&results) {
            row.found = found(result)?;
        }
        write(path, &rows)?;
        println!("{decision}: {} games of {} plays", results[0].games, results.len());
    }
    Ok(())
}

/// Columns of a play, from the view of the opponent, who is on roll. The difference from the best
/// play is from the view of the player who made it.
fn found(result: &RolloutResult) -> Result<String, std::fmt::Error> {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
        result.probabilities.map(|estimate| estimate.mean);
    let lose = 1.0 - win;
    let mut text = String::new();
    for number in [lose, lose_gammon, lose_backgammon, win_gammon, win_backgammon] {
        write!(text, "{number:.5},")?;
    }
    let (equity, behind) = (result.equity, result.behind);
    write!(text, "{:.5},{:.5},", -equity.mean, equity.standard_error)?;
    write!(text, "{:.5},{:.5},{}", behind.mean, behind.standard_error, result.games)?;
    Ok(text)
}

const USAGE: &str =
    "give `select FILE ROLLS WEIGHTS...`, or `roll-out FILE GAMES ERROR PLY [WEIGHTS]`";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = arguments.split_first().ok_or(USAGE)?;
    match (command.as_str(), rest) {
        ("select", [path, count, weights @ ..]) => {
            select(&PathBuf::from(path), count.parse()?, weights)
        }
        ("roll-out", [path, games, error, ply, weights @ ..]) => {
            let depth = Depth::new(ply.parse()?).ok_or("PLY must be 1 to 4")?;
            fill_in(&PathBuf::from(path), games.parse()?, error.parse()?, depth, weights.first())
        }
        _ => Err(USAGE.into()),
    }
}
