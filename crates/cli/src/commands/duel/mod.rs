//! `shesh duel`: games between two players, each dice sequence played from both seats.

mod report;
mod transcripts;

use crate::{
    args::{RulesArgs, note_other_game, note_scoring, open_tables},
    error::CliError,
    files::{Save, Target},
    mpi::executor,
    terminal::{one_line, progress, watch_ctrl_c},
};
use clap::Args;
use indicatif::ProgressBar;
use report::{DuelReport, has_winner};
use sheshbesh_analysis::numbers::thousands;
use sheshbesh_arena::{CubePolicy, Duel, DuelResult, PlayerSpec, UbgiCommand};
use std::time::Duration;
use transcripts::{MatchWriter, TranscriptCollector};

/// Play two players against each other, with the same dice from both seats
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh duel shesh pubeval                  built-in network against pubeval
  shesh duel shesh:2 shesh --games 2000     2-ply against 1-ply
  shesh duel shesh:level=5 shesh:level=expert --cube
                                            opponents that err like people
  shesh duel shesh:rollout1 shesh:3 --games 100
                                            truncated rollouts against 3-ply
  shesh duel runs/quick-1/network.weights shesh
  shesh duel shesh gnubg:0                  GNU Backgammon, if installed
  shesh duel columns pipcount --game nackgammon --json
  shesh duel shesh shesh --cube --jacoby --simple-cube second
  shesh duel shesh gnubg:0 --match 7 --games 1000
  shesh duel shesh random --frame tavli --match 7 --games 100
  shesh duel shesh gnubg:0 --games 100 --save session.mat
  shesh duel shesh \"ubgi:older/shesh ubgi\"
  shesh duel shesh:2 \"ubgi:Ply=2 older/shesh ubgi\" --cube
  shesh duel shesh pubeval --position 4HPwATDgc/ABMA --games 100

Players:
  random, pipcount             bots for any game
  columns, berliner, pubeval   bots for backgammon and its variants
  elbowroom, blockade          bots for parallel games (one direction, no hits)
  ambush, siege                bots for Plakoto and Tapa
  shesh[:PLY]                  built-in networks [default: 1 ply]
  FILE[:PLY]                   weights file [default: 1 ply]; PLY is 1 to 4,
                               rollout1, rollout2 or rollout3
  shesh:level=PR, FILE:level=PR
                               network that errs like a person of that PR, 2 to
                               30, or of a name such as expert (shesh play -h)
  gnubg[:PLIES]                GNU Backgammon, with its own count of plies
                               [default: 0, which is 1-ply here]
  ubgi:COMMAND                 program that speaks the Universal Backgammon
                               Interface, with its options before its name

--save writes games to one file, as a session with the first player on the left,
and each match to its own file: 7.mat becomes 7-1.mat, 7-2.mat and so on. With
--save, Ctrl-C ends the duel and writes the games played so far.")]
pub struct DuelCommand {
    /// First player, whose result is shown
    first: String,
    /// Second player
    second: String,
    /// Number of games or matches; an odd number is rounded up, since the same dice are played
    /// from both seats
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=Duel::MOST_GAMES))]
    games: u64,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the result as JSON
    #[arg(long)]
    json: bool,
    /// Player who handles the cube by winning chances alone: doubles at 70 %, takes at 25 %
    #[arg(long, value_name = "first|second", value_parser = ["first", "second"])]
    simple_cube: Option<String>,
    /// Time limit in seconds for an answer of a ubgi: program, 1 to 86400
    #[arg(long, value_name = "S", default_value_t = UbgiCommand::PATIENCE.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    #[command(flatten)]
    save: Save,
    #[command(flatten)]
    rules: RulesArgs,
}

impl DuelCommand {
    pub fn run(&self) -> Result<(), CliError> {
        let patience = Duration::from_secs(self.patience);
        let parse = |text: &str| {
            let spec = PlayerSpec::parse(text).map_err(CliError::bad_input)?;
            Ok::<_, CliError>(spec.with_patience(patience))
        };
        let (first, second) = (parse(&self.first)?, parse(&self.second)?);
        let (frame, rules) = (self.rules.frame()?, self.rules.rules()?);
        for game in self.rules.games(rules.as_ref())? {
            for spec in [&first, &second] {
                spec.check(game).map_err(CliError::bad_input)?;
                if let Some(learned) = spec.learned_for(game) {
                    note_other_game(&spec.to_string(), learned, game);
                }
            }
            // Bots do not evaluate, so the scoring cannot mislead them.
            let evaluates = [&first, &second].iter().any(|one| one.learned_for(game).is_some());
            if let Some(scoring) = self.rules.house_rules().scoring.filter(|_| evaluates) {
                note_scoring(scoring, game);
            }
        }
        let tables = open_tables();
        let policy = |player: &str| {
            let simple = self.simple_cube.as_deref() == Some(player);
            if simple { CubePolicy::SIMPLE } else { CubePolicy::Model }
        };
        let first = first.equipped(&tables, policy("first"));
        let second = second.equipped(&tables, policy("second"));
        let start = self.rules.start(rules.as_ref())?;
        let duel = Duel { games: self.games, seed: self.seed, frame, rules, start };
        let ended = match self.files(&duel)? {
            None => play(&duel, &first, &second)?,
            Some(files) => self.play_and_write(&duel, &first, &second, &files)?,
        };
        let report = DuelReport { duel: &duel, first: &first, second: &second, ended: &ended };
        match rules {
            Some(rules)
                if self.rules.cube.cube
                    || duel.start.is_some_and(|table| table.shows_stakes())
                    || has_winner(&duel) =>
            {
                report.print_sessions(rules.cube.session, self.json)
            }
            _ => report.print_points(self.json),
        }
    }

    /// Returns the output files: one for all games, or one for each match.
    fn files(&self, duel: &Duel) -> Result<Option<Vec<Target>>, CliError> {
        // Other ranks send their games to rank 0, which writes them.
        if !executor().is_root() {
            return Ok(self.save.save.is_some().then(Vec::new));
        }
        if self.save.save.is_some() && self.games > MOST_WRITTEN {
            let most = thousands(MOST_WRITTEN);
            return Err(CliError::BadInput(format!(
                "--save writes at most {most} games: set --games"
            )));
        }
        let targets = if has_winner(duel) {
            self.save.numbered(self.games.next_multiple_of(2))?
        } else {
            self.save.target()?.map(|target| vec![target])
        };
        if let Some([target, ..]) = targets.as_deref() {
            target.check_stores(&duel.frame, &self.rules.house_rules())?;
            target.check_stores_sides(&duel.frame)?;
        }
        Ok(targets)
    }

    /// Plays until the end, or until Ctrl-C, and writes the games played, even if a player failed.
    fn play_and_write(
        &self,
        duel: &Duel,
        first: &PlayerSpec,
        second: &PlayerSpec,
        files: &[Target],
    ) -> Result<DuelResult, CliError> {
        let stop = watch_ctrl_c(Some("Writing the games played so far ..."))?;
        let bar = make_bar(duel, first, second);
        let pair_over = || bar.inc(2);
        let collector = TranscriptCollector::new(stop, &pair_over);
        let ended = duel.play_before(executor(), first, second, &collector);
        bar.finish_and_clear();
        if !executor().is_root() {
            return ended.map_err(CliError::failed);
        }
        let [first, mut second] = [first, second].map(ToString::to_string);
        if first == second {
            second.push_str(" (second)");
        }
        let writer = MatchWriter { duel, names: [first, second] };
        let played = collector.into_transcripts();
        match (has_winner(duel), files) {
            (false, [file]) => file.write(&writer.build_session(&played)?)?,
            _ => writer.write_matches(&played, files)?,
        }
        match ended {
            Ok(ended) if ended.played == 0 => {
                Err(CliError::Failed("interrupted before a pair of games was complete".to_owned()))
            }
            ended => ended.map_err(CliError::failed),
        }
    }
}

/// Maximum number of games or matches written to files.
const MOST_WRITTEN: u64 = 10_000;

fn make_bar(duel: &Duel, first: &PlayerSpec, second: &PlayerSpec) -> ProgressBar {
    let unit = if has_winner(duel) { "matches" } else { "games" };
    progress(duel.games.next_multiple_of(2), unit)
        .with_prefix(one_line(&format!("{first} - {second}")).into_owned())
}

/// Plays a duel with a progress bar.
pub fn play(duel: &Duel, first: &PlayerSpec, second: &PlayerSpec) -> Result<DuelResult, CliError> {
    let bar = make_bar(duel, first, second);
    let result = duel
        .play_among(executor(), first, second, &|games| bar.inc(games))
        .map_err(CliError::failed);
    bar.finish_and_clear();
    result
}
