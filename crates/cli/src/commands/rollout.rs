//! `shesh rollout`: rolls out a position or the plays of a roll.

use crate::{
    args::{CubeUse, GameOption, Search, StakesArgs, Weights},
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
    answers::{Head, Rollout, RolloutCandidates},
    limits::ROLLOUT_PLIES,
    stopping_rule::parse_stopping_rule,
    text::{estimate_words, rollout_table, stakes_words},
};
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    rollout::{self, roll_out_among},
};
use sheshbesh_movegen::{Dice, Phase, Situation};
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
    dice: Option<Dice>,
    /// Maximum number of games of each position
    #[arg(long, value_name = "N", default_value_t = 1296, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Number of plays to roll out, the best at 2-ply
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plays: u16,
    /// Search depth of both sides in plies, 1 to 3
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=3))]
    ply: u32,
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

impl RolloutCommand {
    pub fn run(&self) -> Result<(), CliError> {
        let (situation, roll) = self.game.read_with_roll(self.position.as_deref(), self.dice)?;
        let situation = self.stakes.apply(situation, false)?;
        let cubeful = self.cube_use.is_cubeful(situation.game);
        let position = situation.position;
        if situation.game.end(&position, None).is_some() {
            return Err(CliError::BadInput(
                "the game is over: there is nothing to roll out".to_owned(),
            ));
        }
        let dice = match (roll, situation.phase) {
            (Some(dice), _) | (None, Phase::Rolled(dice)) => Some(dice),
            _ => None,
        };
        let settings =
            self.settings(situation.largest_cube.saturating_sub(situation.cube.exponent()))?;
        let network = self.weights.network_for(&situation)?;
        let mut evaluator = Evaluator::new(
            &network,
            Settings { equities: self.stakes.equities()?, cubeful, ..self.search.settings() },
        );
        evaluator.set_stakes(&situation).map_err(CliError::bad_input)?;
        let scale = evaluator.stakes().scale();
        let rivals = match dice {
            None => RolloutCandidates::position(&situation),
            Some(dice) => {
                RolloutCandidates::plays(&situation, dice, self.plays.into(), &mut evaluator)
            }
        };
        let stop = watch_ctrl_c(None)?;
        let bar = make_bar(settings.games);
        let began = Instant::now();
        let starts = rivals.starts();
        let results = roll_out_among(executor(), &evaluator, starts, &settings, &mut |results| {
            let games = results.iter().map(|result| result.games).max().unwrap_or(0);
            bar.set_position(games);
            let estimates: Vec<String> =
                results.iter().map(|r| estimate_words(scale, r.value)).collect();
            bar.set_message(estimates.join("  "));
            let late = self.time.is_some_and(|time| began.elapsed().as_secs_f64() >= time);
            !late && !stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        let ended = rivals.rolled_out(scale, &results);
        if self.json {
            let phase = dice.map_or(situation.phase, Phase::Rolled);
            let looked_up = evaluator.tablebase_hit(&position);
            let engine = self.weights.id(&network).looking_up(looked_up, &situation);
            let head = Head::new(engine, &Situation { phase, ..situation });
            let dice = dice.map(|dice| dice.to_string());
            return print_json(&Rollout { head, dice, cubeful, results: ended });
        }
        let mut text = board::draw(situation.game, &position, Names::ROLES);
        text.push_str(&self.describe(&situation, dice, &settings));
        text.push_str(&rollout_table(situation.game, &ended));
        let games: u64 = results.iter().map(|result| result.games).sum();
        let seconds = began.elapsed().as_secs_f64();
        text.push_str(&format!(
            "\n{} games in {seconds:.1} s, {:.1} games/s\n",
            thousands(games),
            games as f64 / seconds
        ));
        print(&text)
    }

    /// Describes the position and the settings of the rollout.
    fn describe(
        &self,
        situation: &Situation,
        dice: Option<Dice>,
        settings: &rollout::Settings,
    ) -> String {
        let what = dice.map_or("Before the roll".to_owned(), |dice| format!("{dice} to play"));
        let cubeful = self.cube_use.is_cubeful(situation.game);
        let cube = if cubeful { "cubeful" } else { "cubeless" };
        let reduced = if settings.variance_reduction { "variance reduction, " } else { "" };
        let truncated = settings
            .truncate
            .map_or(String::new(), |plies| format!(", truncated after {plies} plies"));
        format!(
            "\n{what}, {}\n{cube} rollout, play at {}-ply{truncated}\n{reduced}seed {}\n\n",
            stakes_words(situation),
            settings.depth,
            settings.seed,
        )
    }

    fn settings(&self, cube_turns: u8) -> Result<rollout::Settings, CliError> {
        let rule = parse_stopping_rule(self.standard_error, self.confidence, self.time);
        let depth = Depth::new(self.ply).expect("its parser knows the range");
        Ok(rollout::Settings {
            games: self.games,
            seed: self.seed,
            depth,
            truncate: self.truncate,
            variance_reduction: !self.no_variance_reduction,
            stratified: !self.no_stratification,
            cube_turns,
            enough: rule.map_err(CliError::bad_input)?,
            ..rollout::Settings::default()
        })
    }
}

fn make_bar(games: u64) -> ProgressBar {
    let template = "rollout {bar:16.cyan/dim} {pos}/{len} games  {wide_msg}";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new(games).with_style(style)
}
