//! Prints the result of a duel.

use crate::{
    error::CliError,
    terminal::{one_line, print, print_json},
};
use serde::Serialize;
use sheshbesh_analysis::{
    EngineId,
    numbers::{interval, thousands},
};
use sheshbesh_arena::{Duel, DuelResult, PlayerSpec, Wins};
use sheshbesh_movegen::{Game, GameSeries, Referee, Session, Win};

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

/// A duel with its result.
pub(super) struct DuelReport<'a> {
    pub(super) duel: &'a Duel,
    pub(super) first: &'a PlayerSpec,
    pub(super) second: &'a PlayerSpec,
    pub(super) ended: &'a DuelResult,
}

impl DuelReport<'_> {
    /// Prints the result of games for points.
    pub(super) fn print_points(&self, json: bool) -> Result<(), CliError> {
        let &Self { duel, first, second, ended } = self;
        let &DuelResult { played, result, first: won, second: lost } = ended;
        let drawn = ended.drawn();
        if json {
            return print_json(&JsonDuel {
                engine: EngineId::program(),
                game: name_in_json(&duel.frame),
                first: first.to_string(),
                second: second.to_string(),
                seed: duel.seed,
                games: played,
                points_per_game: result.value,
                interval_95: result.interval_95,
                first_wins: won,
                second_wins: lost,
                drawn,
            });
        }
        let names = shorten_names(first, second);
        let mut text = format!(
            "{},\n\
             {} games of {} with the same dice from both seats:\n\n\
             {:+.4} ± {} points per game (95 %) for {}\n\n",
            format_players(first, second),
            thousands(played),
            duel.frame,
            result.value,
            interval(result.interval_95, 4),
            names[0],
        );
        let width = names.iter().map(String::len).max().unwrap_or(0).max(8);
        text.push_str(&format!("{:width$}      wins  {}\n", "", larger_wins(&duel.frame)));
        let to_percent = |games: u64| 100.0 * games as f64 / played as f64;
        for (name, wins) in names.iter().zip([won, lost]) {
            let Wins { wins, gammons, backgammons } = wins;
            let percent = to_percent(wins);
            text.push_str(&format!(
                "{name:width$}  {wins:>8}  {gammons:>15}  {backgammons:>11}  {percent:5.1} %\n"
            ));
        }
        if drawn > 0 {
            let percent = to_percent(drawn);
            text.push_str(&format!("{:width$}  {drawn:>8}{:32}{percent:5.1} %\n", "drawn", ""));
        }
        print(&text)
    }

    /// Prints the result of games with the cube, of matches or of frames.
    pub(super) fn print_sessions(&self, session: Session, json: bool) -> Result<(), CliError> {
        let &Self { duel, first, second, ended } = self;
        let &DuelResult { played, result, first: Wins { wins: won, .. }, .. } = ended;
        let drawn = ended.drawn();
        if json {
            return print_json(&JsonCubeDuel {
                engine: EngineId::program(),
                game: name_in_json(&duel.frame),
                first: first.to_string(),
                second: second.to_string(),
                seed: duel.seed,
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
            format_players(first, second),
            thousands(played),
            duel.frame,
            shorten_names(first, second)[0],
            thousands(won),
            if drawn > 0 { format!("; {} drawn", thousands(drawn)) } else { String::new() },
        ))
    }
}

/// Returns true if the unit of play has a winner: a match, or a frame that is played once.
pub(super) fn has_winner(duel: &Duel) -> bool {
    duel.rules.is_some_and(|rules| Referee::new(duel.frame, rules).has_winner())
}

/// Heading of the two columns of wins that count two and three points.
fn larger_wins(frame: &GameSeries) -> &'static str {
    // In American, the winner's side determines the points.
    let by_side = |game: &Game| game.kinds_of_wins().len() == 1 && game.largest_win() > Win::Single;
    if frame.games().iter().all(by_side) {
        "    of 2 points  of 3 points"
    } else {
        "of them gammons  backgammons"
    }
}

/// Name of a game or frame in JSON.
fn name_in_json(frame: &GameSeries) -> String {
    if frame.is_single() { frame.game(0).name().to_owned() } else { frame.to_string() }
}

/// Maximum length of a name in a row of the table, on 80 columns.
const LONGEST_NAME: usize = 30;

/// Line that names the players, whose names can be files and commands.
fn format_players(first: &PlayerSpec, second: &PlayerSpec) -> String {
    one_line(&format!("{first} against {second}")).into_owned()
}

/// Short names of the players, for the text below the line that names them.
fn shorten_names(first: &PlayerSpec, second: &PlayerSpec) -> [String; 2] {
    let shorten = |player: &PlayerSpec, otherwise: &str| {
        let name = one_line(&player.to_string()).into_owned();
        if name.chars().count() > LONGEST_NAME { otherwise.to_owned() } else { name }
    };
    [shorten(first, "the first"), shorten(second, "the second")]
}
