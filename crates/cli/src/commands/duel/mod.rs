//! `shesh duel`: games between two players, each dice sequence played from both seats.

mod transcripts;

use crate::{
    args::{AtTable, note_other_game, note_scoring, tables},
    error::CliError,
    files::{Save, Target},
    mpi::crew,
    terminal::{one_line, print, print_json, progress, raised_by_ctrl_c},
};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use sheshbesh_analysis::{
    numbers::{interval, thousands},
    verdicts::EngineId,
};
use sheshbesh_arena::{Contestant, CubePolicy, Duel, DuelResult, UbgiCommand, Wins};
use sheshbesh_movegen::{GameSeries, Referee, Session};
use std::{fmt::Write, time::Duration};
use transcripts::{MatchWriter, Notes};

/// Play two players against each other, with the same dice from both seats
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh duel shesh pubeval                  built-in network against pubeval
  shesh duel shesh:2 shesh --games 2000     2-ply against 1-ply
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
  columns, berliner, pubeval   bots for backgammon
  elbowroom, blockade          bots for Fevga, long nardi and nard
  ambush, siege                bots for Plakoto and Tapa
  shesh[:PLIES]                built-in networks [default: 1 ply]
  FILE[:PLIES]                 weights file [default: 1 ply]
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
    table: AtTable,
}

#[derive(Serialize)]
struct JsonCubeDuel {
    engine: EngineId,
    game: String,
    first: String,
    second: String,
    seed: u64,
    /// Match length in points; 0 for money.
    match_length: u16,
    played: u64,
    /// Points per game for money, otherwise the fraction of matches or frames won.
    result: f64,
    interval_95: f64,
    first_won: u64,
    drawn: u64,
}

#[derive(Serialize)]
struct JsonDuel {
    engine: EngineId,
    game: String,
    first: String,
    second: String,
    seed: u64,
    games: u64,
    points_per_game: f64,
    interval_95: f64,
    first_wins: Wins,
    second_wins: Wins,
    drawn: u64,
}

impl DuelCommand {
    pub fn run(&self) -> Result<(), CliError> {
        let patience = Duration::from_secs(self.patience);
        let parse = |text: &str| {
            let contestant = Contestant::parse(text).map_err(CliError::bad_input)?;
            Ok::<_, CliError>(contestant.with_patience(patience))
        };
        let (first, second) = (parse(&self.first)?, parse(&self.second)?);
        let (frame, rules) = (self.table.frame()?, self.table.rules()?);
        for game in self.table.games(rules.as_ref())? {
            for contestant in [&first, &second] {
                contestant.check(game).map_err(CliError::bad_input)?;
                if let Some(learned) = contestant.learned_for(game) {
                    note_other_game(&contestant.to_string(), learned, game);
                }
            }
            // Bots do not evaluate, so the scoring cannot mislead them.
            let judges = [&first, &second].iter().any(|one| one.learned_for(game).is_some());
            if let Some(scoring) = self.table.customs().scoring.filter(|_| judges) {
                note_scoring(scoring, game);
            }
        }
        let tables = tables();
        let policy = |player: &str| {
            let simple = self.simple_cube.as_deref() == Some(player);
            if simple { CubePolicy::SIMPLE } else { CubePolicy::Model }
        };
        let first = first.equipped(&tables, policy("first"));
        let second = second.equipped(&tables, policy("second"));
        let start = self.table.start(rules.as_ref())?;
        let duel = Duel { games: self.games, seed: self.seed, frame, rules, start };
        let ended = match self.files(&duel)? {
            None => play(&duel, &first, &second)?,
            Some(files) => self.play_and_write(&duel, &first, &second, &files)?,
        };
        match rules {
            Some(rules)
                if self.table.cube.cube
                    || duel.start.is_some_and(|table| table.tells_of_stakes())
                    || has_winner(&duel) =>
            {
                self.print_with_cube(&first, &second, &duel, rules.cube.session, &ended)
            }
            _ => self.print_games(&first, &second, &duel, &ended),
        }
    }

    /// Returns the output files: one for all games, or one for each match.
    fn files(&self, duel: &Duel) -> Result<Option<Vec<Target>>, CliError> {
        // Other ranks send their games to rank 0, which writes them.
        if !crew().is_root() {
            return Ok(self.save.save.is_some().then(Vec::new));
        }
        if self.save.save.is_some() && self.games > MOST_WRITTEN {
            let most = thousands(MOST_WRITTEN);
            return Err(CliError::BadInput(format!(
                "--save writes at most {most} games: set --games"
            )));
        }
        let targets = match has_winner(duel) {
            true => self.save.numbered(self.games.next_multiple_of(2))?,
            false => self.save.target()?.map(|target| vec![target]),
        };
        if let Some([target, ..]) = targets.as_deref() {
            target.check_place_for(&duel.frame, &self.table.customs())?;
            target.check_place_for_sides(&duel.frame)?;
        }
        Ok(targets)
    }

    /// Plays until the end, or until Ctrl-C, and writes the games played, even if a player failed.
    fn play_and_write(
        &self,
        duel: &Duel,
        first: &Contestant,
        second: &Contestant,
        files: &[Target],
    ) -> Result<DuelResult, CliError> {
        let stop = raised_by_ctrl_c(Some("Writing the games played so far ..."))?;
        let bar = bar(duel, first, second);
        let pair_over = || bar.inc(2);
        let notes = Notes::new(stop, &pair_over);
        let ended = duel.play_before(crew(), first, second, &notes);
        bar.finish_and_clear();
        if !crew().is_root() {
            return ended.map_err(CliError::failed);
        }
        let [first, mut second] = [first, second].map(ToString::to_string);
        if first == second {
            second.push_str(" (second)");
        }
        let scribe = MatchWriter { duel, names: [first, second] };
        let played = notes.transcripts();
        match (has_winner(duel), files) {
            (false, [file]) => file.write(&scribe.session(&played)?)?,
            _ => scribe.write_matches(&played, files)?,
        }
        match ended {
            Ok(ended) if ended.played == 0 => {
                Err(CliError::Failed("interrupted before a pair of games was complete".to_owned()))
            }
            ended => ended.map_err(CliError::failed),
        }
    }

    fn print_games(
        &self,
        first: &Contestant,
        second: &Contestant,
        duel: &Duel,
        ended: &DuelResult,
    ) -> Result<(), CliError> {
        let &DuelResult { played, result, first: won, second: lost } = ended;
        let drawn = ended.drawn();
        if self.json {
            return print_json(&JsonDuel {
                engine: EngineId::program(),
                game: name(&duel.frame),
                first: first.to_string(),
                second: second.to_string(),
                seed: self.seed,
                games: played,
                points_per_game: result.value,
                interval_95: result.interval_95,
                first_wins: won,
                second_wins: lost,
                drawn,
            });
        }
        let names = short_names(first, second);
        let mut text = format!(
            "{},\n\
             {} games of {} with the same dice from both seats:\n\n\
             {:+.4} ± {} points per game (95 %) for {}\n\n",
            against(first, second),
            thousands(played),
            duel.frame,
            result.value,
            interval(result.interval_95, 4),
            names[0],
        );
        let width = names.iter().map(String::len).max().unwrap_or(0).max(8);
        writeln!(text, "{:width$}      wins  of them gammons  backgammons", "").expect(STRING);
        let percent = |games: u64| 100.0 * games as f64 / played as f64;
        for (name, wins) in names.iter().zip([won, lost]) {
            let Wins { wins, gammons, backgammons } = wins;
            let percent = percent(wins);
            writeln!(
                text,
                "{name:width$}  {wins:>8}  {gammons:>15}  {backgammons:>11}  {percent:5.1} %"
            )
            .expect(STRING);
        }
        if drawn > 0 {
            let percent = percent(drawn);
            writeln!(text, "{:width$}  {drawn:>8}{:32}{percent:5.1} %", "drawn", "").expect(STRING);
        }
        print(&text)
    }

    fn print_with_cube(
        &self,
        first: &Contestant,
        second: &Contestant,
        duel: &Duel,
        session: Session,
        ended: &DuelResult,
    ) -> Result<(), CliError> {
        let &DuelResult { played, result, first: Wins { wins: won, .. }, .. } = ended;
        let drawn = ended.drawn();
        if self.json {
            return print_json(&JsonCubeDuel {
                engine: EngineId::program(),
                game: name(&duel.frame),
                first: first.to_string(),
                second: second.to_string(),
                seed: self.seed,
                match_length: match session {
                    Session::Money { .. } => 0,
                    Session::Match { length, .. } => length,
                },
                played,
                result: result.value,
                interval_95: result.interval_95,
                first_won: won,
                drawn,
            });
        }
        let (value, half) = (result.value, result.interval_95);
        // A list of games gets its own line.
        let break_or_space = if duel.frame.is_single() { ' ' } else { '\n' };
        let (what, result) = match session {
            Session::Money { .. } if has_winner(duel) => (
                "frames".to_owned(),
                format!("{:.2} ± {} % of them", 100.0 * value, interval(100.0 * half, 2)),
            ),
            Session::Money { .. } => (
                "games with the cube".to_owned(),
                format!("{value:+.4} ± {} points per game", interval(half, 4)),
            ),
            Session::Match { length, .. } => (
                format!("matches to {length}"),
                format!("{:.2} ± {} % of the matches", 100.0 * value, interval(100.0 * half, 2)),
            ),
        };
        print(&format!(
            "{},\n\
             {} {what} of {}{break_or_space}with the same dice from both seats:\n\n\
             {result} (95 %) for {},\nwho won {}{}\n",
            against(first, second),
            thousands(played),
            duel.frame,
            short_names(first, second)[0],
            thousands(won),
            if drawn > 0 { format!("; {} drawn", thousands(drawn)) } else { String::new() },
        ))
    }
}

/// Returns true if the unit of play has a winner: a match, or a frame that is played once.
fn has_winner(duel: &Duel) -> bool {
    duel.rules.is_some_and(|rules| Referee::new(duel.frame, rules).has_winner())
}

/// Name of a game or frame in JSON.
fn name(frame: &GameSeries) -> String {
    if frame.is_single() { frame.game(0).name().to_owned() } else { frame.to_string() }
}

const STRING: &str = "writing into a string";

/// Maximum length of a name in a row of the table, on 80 columns.
const LONGEST_NAME: usize = 30;

/// Line that names the players, whose names can be files and commands.
fn against(first: &Contestant, second: &Contestant) -> String {
    one_line(&format!("{first} against {second}")).into_owned()
}

/// Short names of the players, for the text below the line that names them.
fn short_names(first: &Contestant, second: &Contestant) -> [String; 2] {
    let name = |player: &Contestant, place: &str| {
        let name = one_line(&player.to_string()).into_owned();
        if name.chars().count() > LONGEST_NAME { place.to_owned() } else { name }
    };
    [name(first, "the first"), name(second, "the second")]
}

/// Maximum number of games or matches written to files.
const MOST_WRITTEN: u64 = 10_000;

fn bar(duel: &Duel, first: &Contestant, second: &Contestant) -> ProgressBar {
    let unit = if has_winner(duel) { "matches" } else { "games" };
    progress(duel.games.next_multiple_of(2), unit)
        .with_prefix(one_line(&format!("{first} - {second}")).into_owned())
}

/// Plays a duel with a progress bar.
pub fn play(duel: &Duel, first: &Contestant, second: &Contestant) -> Result<DuelResult, CliError> {
    let bar = bar(duel, first, second);
    let result =
        duel.play_among(crew(), first, second, &|games| bar.inc(games)).map_err(CliError::failed);
    bar.finish_and_clear();
    result
}
