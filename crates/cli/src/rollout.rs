//! `shesh rollout`: a position, or the plays of a roll, played out many times.

use crate::{
    best::JsonProbabilities,
    board::{self, Names},
    failure::Failure,
    options::{GameOption, Search, Table, Weights, stakes_words},
    output::{print, print_json, thousands},
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use sheshbesh_evaluator::{
    cube::Ladder,
    rollout::{Estimate, RolloutResult, Settings, Start, Stop, roll_out},
};
use sheshbesh_movegen::{Dice, Game, Phase, Position, notation};
use sheshbesh_network::Probabilities;
use std::{
    fmt::Write,
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Plays a position, or the best plays of a roll, out many times
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh rollout 4HPwATDgc/ABMA                      the start, 1,296 games
  shesh rollout 4HPwATDgc/ABMA 31 --plays 3         rival plays on the same dice
  shesh rollout 4HPwATDgc/ABMA --games 5184 --ply 2 --truncate 11
  shesh rollout 4HPwATDgc/ABMA --cubeful --standard-error 0.01
  shesh rollout 4HPwATDgc/ABMA 21 --confidence 0.95 --time 60 --json

Ctrl-C ends it and prints what there is.")]
pub struct RolloutCommand {
    /// GNU Backgammon ID or XGID
    position: String,
    /// A roll, to roll its best plays out; the position before the roll by default
    dice: Option<Dice>,
    /// Games of each position, at most
    #[arg(long, value_name = "N", default_value_t = 1296, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// How many plays are rolled out, the best at 2-ply
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plays: u16,
    /// Plies that both sides look ahead for their plays
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    ply: u32,
    /// End games after so many plies with a 2-ply verdict; played to the end by default
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    truncate: Option<u32>,
    /// Turn the cube
    #[arg(long)]
    cubeful: bool,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Do not take the luck of the rolls off the results
    #[arg(long)]
    no_variance_reduction: bool,
    /// Draw the first rolls at random too, instead of each equally often
    #[arg(long)]
    no_stratification: bool,
    /// Stop when every standard error is no more than this
    #[arg(long, value_name = "POINTS")]
    standard_error: Option<f32>,
    /// Stop when the best play is the best with this confidence, such as 0.95
    #[arg(long, value_name = "SHARE")]
    confidence: Option<f32>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
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
struct JsonRollout {
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    position_id: String,
    games: u64,
    equity: f32,
    equity_standard_error: f32,
    cubeless_equity: f32,
    cubeless_equity_standard_error: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    mwc: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mwc_standard_error: Option<f32>,
    probabilities: JsonProbabilities,
    standard_errors: JsonProbabilities,
}

/// A position that is rolled out.
struct Rival {
    play: Option<String>,
    start: Start,
}

/// Exit code after an interrupt, as shells have it.
const INTERRUPTED: i32 = 130;

impl RolloutCommand {
    pub fn run(&self) -> Result<(), Failure> {
        let situation = self.table.apply(self.game.read(&self.position)?)?;
        let position = situation.position;
        if situation.game.end(&position, None).is_some() {
            return Err(Failure::BadInput(
                "the game is over: there is nothing to roll out".to_owned(),
            ));
        }
        let dice = match (self.dice, situation.phase) {
            (Some(dice), _) | (None, Phase::Rolled(dice)) => Some(dice),
            _ => None,
        };
        let settings =
            self.settings(situation.largest_cube.saturating_sub(situation.cube.exponent()))?;
        let ladder = self.table.ladder(&situation, self.cubeful)?;
        let network = self.weights.network(situation.game)?;
        // Threads roll out different games, so one game is searched by one of them.
        let mut evaluator =
            self.search.evaluator(&network).with_ladder(ladder.clone()).in_parallel(false);
        let rivals = match dice {
            None => vec![Rival { play: None, start: Start::before_roll(position) }],
            Some(dice) => {
                let ranked = evaluator.rank(&position, dice, 2);
                let results: Vec<Position> =
                    ranked.iter().take(self.plays.into()).map(|play| play.position).collect();
                notation::write_all(situation.game, &position, dice, &results)
                    .into_iter()
                    .zip(&results)
                    .map(|(play, &position)| Rival { play, start: Start::after_play(position) })
                    .collect()
            }
        };
        let starts: Vec<Start> = rivals.iter().map(|rival| rival.start).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
        })
        .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
        let bar = bar(settings.games);
        let began = Instant::now();
        let results = roll_out(&evaluator, &starts, &settings, &mut |results| {
            let games = results.iter().map(|result| result.games).max().unwrap_or(0);
            bar.set_position(games);
            let estimates: Vec<String> =
                results.iter().map(|r| estimate(&ladder, r.worth)).collect();
            bar.set_message(estimates.join("  "));
            !stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        let mut order: Vec<usize> = (0..rivals.len()).collect();
        order.sort_by(|&a, &b| results[b].worth.mean.total_cmp(&results[a].worth.mean));
        if self.json {
            let list: Vec<JsonRollout> = order
                .iter()
                .map(|&i| json(situation.game, &ladder, &rivals[i], &results[i]))
                .collect();
            return print_json(&list);
        }
        let mut text = board::draw(situation.game, &position, Names::ROLES);
        let what = dice.map_or("Before the roll".to_owned(), |dice| format!("{dice} to play"));
        let cube = if self.cubeful { "cubeful" } else { "cubeless" };
        let reduced = if settings.variance_reduction { ", variance reduction" } else { "" };
        let truncated = settings
            .truncate
            .map_or(String::new(), |plies| format!(", truncated after {plies} plies"));
        write!(
            text,
            "\n{what}, {}\n{cube} rollout, play at {}-ply{truncated}{reduced}, seed {}\n\n",
            stakes_words(&situation),
            settings.ply,
            settings.seed,
        )
        .expect(STRING);
        let width =
            rivals.iter().filter_map(|r| r.play.as_ref().map(String::len)).max().unwrap_or(0);
        let best = results[order[0]].worth.mean;
        for (&i, place) in order.iter().zip(1..) {
            let (rival, result) = (&rivals[i], &results[i]);
            if let Some(play) = &rival.play {
                write!(text, "{place:3}. {play:width$}  ").expect(STRING);
            } else {
                text.push_str("  ");
            }
            let difference = ladder.points(result.worth.mean) - ladder.points(best);
            let difference = if place == 1 { String::new() } else { format!("  {difference:+.4}") };
            writeln!(
                text,
                "{}{difference}  {} games",
                estimate(&ladder, result.worth),
                thousands(result.games)
            )
            .expect(STRING);
            text.push_str(&percent(result));
        }
        let games: u64 = results.iter().map(|result| result.games).sum();
        let seconds = began.elapsed().as_secs_f64();
        writeln!(
            text,
            "\n{} games in {seconds:.1} s, {:.1} games/s",
            thousands(games),
            games as f64 / seconds
        )
        .expect(STRING);
        print(&text)
    }

    fn settings(&self, cube_turns: u8) -> Result<Settings, Failure> {
        let bad = |what: &str| Err(Failure::BadInput(what.to_owned()));
        if self.standard_error.is_some_and(|error| error.is_nan() || error <= 0.0) {
            return bad("a standard error to stop at must be above 0");
        }
        if self.confidence.is_some_and(|share| !(0.5..1.0).contains(&share)) {
            return bad("a confidence must be at least 0.5 and below 1");
        }
        let time = match self.time {
            Some(seconds) if seconds > 0.0 && seconds < 1e9 => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(_) => return bad("a time to stop after must be above 0 seconds"),
            None => None,
        };
        Ok(Settings {
            games: self.games,
            seed: self.seed,
            ply: self.ply,
            truncate: self.truncate,
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            cube_turns,
            stop: Stop { standard_error: self.standard_error, confidence: self.confidence, time },
            ..Settings::default()
        })
    }
}

const STRING: &str = "writing into a string";

fn bar(games: u64) -> ProgressBar {
    let template = "rollout {bar:16.cyan/dim} {pos}/{len} games  {wide_msg}";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new(games).with_style(style)
}

/// A value with its standard error; in a match the chance to win it too.
fn estimate(ladder: &Ladder, worth: Estimate) -> String {
    let points = ladder.points(worth.mean);
    // The scale is linear, so an error is scaled alike.
    let error = ladder.points(worth.mean + worth.standard_error) - points;
    let mwc = if ladder.is_match() {
        format!(" (MWC {:.2} %)", 100.0 * worth.mean)
    } else {
        String::new()
    };
    format!("{points:+.4} ± {error:.4}{mwc}")
}

/// Probabilities with their standard errors, in percent.
fn percent(result: &RolloutResult) -> String {
    let [win, wg, wb, lg, lb] = result.probabilities;
    let lose = Estimate { mean: 1.0 - win.mean, ..win };
    let mut text = String::new();
    for (verb, values) in [("wins", [win, wg, wb]), ("loses", [lose, lg, lb])] {
        let [all, gammon, backgammon] =
            values.map(|e| format!("{:6.2} ± {:.2} %", 100.0 * e.mean, 100.0 * e.standard_error));
        writeln!(text, "     {verb:5} {all}   gammon {gammon}   backgammon {backgammon}")
            .expect(STRING);
    }
    let Estimate { mean, standard_error } = result.equity;
    writeln!(text, "     cubeless equity {mean:+.4} ± {standard_error:.4}").expect(STRING);
    text
}

fn json(game: Game, ladder: &Ladder, rival: &Rival, result: &RolloutResult) -> JsonRollout {
    let five = |value: fn(&Estimate) -> f32| {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
            result.probabilities.map(|estimate| value(&estimate));
        Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    };
    let Estimate { mean, standard_error } = result.worth;
    let points = ladder.points(mean);
    JsonRollout {
        play: rival.play.clone(),
        position_id: notation::position_id(game, rival.start.position()),
        games: result.games,
        equity: points,
        equity_standard_error: ladder.points(mean + standard_error) - points,
        cubeless_equity: result.equity.mean,
        cubeless_equity_standard_error: result.equity.standard_error,
        mwc: ladder.is_match().then_some(mean),
        mwc_standard_error: ladder.is_match().then_some(standard_error),
        probabilities: five(|e| e.mean).into(),
        standard_errors: five(|e| e.standard_error).into(),
    }
}
