//! eXtreme Gammon's text of a position: its XGID, and the plays that were compared.

use super::situation;
use crate::{
    model::{Match, Player},
    scribe::Scribe,
    text::lines,
    verdict::{Candidate, PlayVerdict},
    warning::{Problem, Warning, excerpt},
    written_play::{Drawn, WrittenPlay},
};
use sheshbesh_movegen::{Game, Phase, Plays, Seat, Situation};

const XGID: &str = "XGID=";

/// Whether a line of a text begins with an XGID.
pub(crate) fn is_xg_text(text: &str) -> bool {
    lines(text).any(|(_, line)| line.trim_start().starts_with(XGID))
}

/// Reads positions, a game for each.
pub(crate) fn read(text: &str, game: Game) -> (Match, Vec<Warning>) {
    let mut scribe = Scribe::new(game);
    let mut table: Option<Situation> = None;
    for (number, line) in lines(text) {
        let line = line.trim();
        if let Some(id) = line.strip_prefix(XGID) {
            table = Situation::from_xgid(id, game).ok();
            match &table {
                Some(table) => {
                    scribe.end_game();
                    situation::begin(&mut scribe, number, table);
                }
                None => scribe.warn(number, Problem::NotUnderstood(excerpt(line))),
            }
        } else if let Some([bottom, top]) = players(line) {
            let named = |name: &str| Player { name: name.to_owned(), rating: None };
            let players = &mut scribe.record.players;
            (players[Seat::Bottom], players[Seat::Top]) = (named(bottom), named(top));
        } else if let Some(table) = &table
            && let Some(candidate) = candidate(line, table)
            && let Some(verdict) = scribe.verdict()
        {
            let play = verdict.play.get_or_insert_with(PlayVerdict::default);
            if play.candidates.len() < MOST_CANDIDATES {
                play.candidates.push(candidate);
            }
        }
    }
    scribe.finish()
}

/// No more plays are compared.
const MOST_CANDIDATES: usize = 32;

/// `X:Ada   O:Ben`.
fn players(line: &str) -> Option<[&str; 2]> {
    let (first, second) = line.strip_prefix("X:")?.split_once("   O:")?;
    Some([first.trim(), second.trim()])
}

/// `1. 4-ply  8/5 6/5   eq:+0.205`, with a point or a comma; the play stands between the depth and the
/// equity.
fn candidate(line: &str, table: &Situation) -> Option<Candidate> {
    let Phase::Rolled(dice) = table.phase else { return None };
    let (number, rest) = line.split_once('.')?;
    number.parse::<u8>().ok()?;
    let (said, equity) = rest.split_once("eq:")?;
    let equity = equity.split_whitespace().next()?.replace(',', ".");
    let words: Vec<&str> = said.split_whitespace().take(16).collect();
    let first = words.iter().position(|word| word.contains('/'))?;
    let (level, play) = words.split_at(first);
    let mut plays = Plays::new(table.game);
    let legal = plays.generate_or_pass(&table.position, dice);
    let written = WrittenPlay::parse(&play.join(" "))?;
    let Drawn::Legal(result) = written.draw(table.game, &table.position, dice, legal) else {
        return None;
    };
    let equity: f64 = equity.parse().ok()?;
    equity.is_finite().then(|| Candidate { result, equity, chances: None, level: level.join(" ") })
}
