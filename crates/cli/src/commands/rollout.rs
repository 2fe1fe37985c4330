//! `shesh rollout`: rolls out a position or the plays of a roll.

use crate::{
    args::{CubeUse, GameOption, Search, StakesArgs, Weights, open_engine},
    error::CliError,
    mpi::executor,
    terminal::{print, print_json, watch_ctrl_c},
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sheshbesh_analysis::{
    board::{self, Names},
    numbers::thousands,
};
use sheshbesh_api::{
    limits::{Limits, ROLLOUT_DEPTH, ROLLOUT_PLIES},
    queries::{RolloutOptions, RolloutQuery},
    text::estimate_words,
};
use sheshbesh_evaluator::{Depth, Stop};
use std::{sync::atomic::Ordering, time::Instant};

/// Roll out a position, or the best plays of a roll
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh rollout 4HPwATDgc/ABMA                      start, 1,296 games
  shesh rollout 4HPwATDgc/ABMA 31 --plays 3         3 plays on the same dice
  shesh rollout 4HPwATDgc/ABMA --games 5184 --ply 2 --truncate 11
  shesh rollout 4HPwATDgc/ABMA --standard-error 0.01
  shesh rollout 4HPwATDgc/ABMA --cubeless           without the cube
  shesh rollout 4HPwATDgc/ABMA 21 --confidence 0.95 --time 60 --json

Rollouts are cubeful in games with a cube. JSON has cubeful, and for each result
equity (with the cube in a cubeful rollout) and cubeless_equity.

Ctrl-C ends the rollout and prints the results so far.")]
pub struct RolloutCommand {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    /// Roll whose best plays are rolled out [default: roll out the position before the roll]
    dice: Option<String>,
    /// Maximum number of games of each position
    #[arg(long, value_name = "N", default_value_t = 1296, value_parser = clap::value_parser!(u64).range(1..=Limits::COMMANDS.rollout_games))]
    games: u64,
    /// Number of plays to roll out, the best at 2-ply
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=i64::from(Limits::COMMANDS.rollout_plays)))]
    plays: u16,
    /// Search depth of both sides in plies, 1 to 3
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_depth)]
    ply: Depth,
    /// Number of plies after which games end with a 2-ply evaluation [default: play to the end]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(ROLLOUT_PLIES)))]
    truncate: Option<u32>,
    #[command(flatten)]
    cube_use: CubeUse,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Disable variance reduction (subtracting the luck of the rolls)
    #[arg(long)]
    no_variance_reduction: bool,
    /// Disable stratification (playing each first roll equally often)
    #[arg(long)]
    no_stratification: bool,
    /// Target standard error of every result, in points; stop when it is reached
    #[arg(long, value_name = "POINTS")]
    standard_error: Option<f32>,
    /// Confidence in the best play at which to stop, such as 0.95
    #[arg(long, value_name = "SHARE")]
    confidence: Option<f32>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

/// Parses the search depth of both sides. They play by searching, not by rollouts of their own.
fn parse_depth(text: &str) -> Result<Depth, String> {
    let depth = text.parse().ok().and_then(Depth::new).filter(|&depth| depth <= ROLLOUT_DEPTH);
    depth.ok_or_else(|| format!("use 1 to {}", ROLLOUT_DEPTH.plies()))
}

impl RolloutCommand {
    pub fn run(&self) -> Result<(), CliError> {
        let (situation, roll) =
            self.game.read_with_roll(self.position.as_deref(), self.dice.as_deref())?;
        let situation = self.stakes.apply(situation, false)?;
        let dice = roll.or(situation.phase.dice());
        let search = self.search.options(Some(self.ply.into()), Some(&self.cube_use));
        let query = RolloutQuery::new(situation)?.of_roll(dice)?.with_options(
            search,
            self.options(),
            &Limits::COMMANDS,
        )?;
        let (engine, id) =
            open_engine(&situation, &self.stakes, &self.search, &self.weights, self.json)?;
        query.check_stakes(&engine)?;
        let stop = watch_ctrl_c(None)?;
        let bar = make_bar(self.games);
        let began = Instant::now();
        // Ctrl-C ends the rollout after a round, so that its games count.
        let answer = query.answer(executor(), &engine, id, &Stop::never(), &mut |progress| {
            bar.set_position(progress.games());
            let estimates = progress.results.iter();
            let estimates: Vec<String> =
                estimates.map(|result| estimate_words(progress.scale, result.value)).collect();
            bar.set_message(estimates.join("  "));
            !stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        let answer = answer?;
        if self.json {
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        let games: u64 = answer.results.iter().map(|result| result.games).sum();
        let seconds = began.elapsed().as_secs_f64();
        print(&format!(
            "{board}\n{}\n{} games in {seconds:.1} s, {:.1} games/s\n",
            answer.words(&query),
            thousands(games),
            games as f64 / seconds
        ))
    }

    fn options(&self) -> RolloutOptions {
        RolloutOptions {
            games: self.games,
            plays: self.plays,
            truncate: self.truncate,
            seed: self.seed,
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            standard_error: self.standard_error,
            confidence: self.confidence,
            seconds: self.time,
        }
    }
}

fn make_bar(games: u64) -> ProgressBar {
    let template = "rollout {bar:16.cyan/dim} {pos}/{len} games  {wide_msg}";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new(games).with_style(style)
}
