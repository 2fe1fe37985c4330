//! Reads lists of positions: an ID of any kind on each line, with a roll after it if the ID has none.
//! Empty lines and lines that begin with `#` or `;` are skipped.

use super::situation;
use crate::{
    builder::{BuiltMatches, RecordBuilder},
    text::Line,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{Game, Phase, Situation};

/// Maximum number of positions; the lines after them are skipped with a warning.
const MOST_POSITIONS: usize = 20_000;
/// Longest line that is parsed as an ID, in bytes.
const LONGEST: usize = 400;

/// The lines that are neither empty nor comments.
fn list_ids<'a>(lines: &'a [Line<'a>]) -> impl Iterator<Item = (u32, &'a str)> {
    let lines = lines.iter().map(|&(number, line)| (number, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';']))
}

fn parse(line: &str, game: Game) -> Option<Situation> {
    if line.len() > LONGEST {
        return None;
    }
    Situation::parse(line, game).ok().or_else(|| {
        let (id, dice) = line.rsplit_once(char::is_whitespace)?;
        let table = Situation::parse(id.trim_end(), game).ok()?;
        let dice = dice.parse().ok().filter(|_| table.phase == Phase::BeforeRoll)?;
        Some(Situation { phase: Phase::Rolled(dice), ..table })
    })
}

/// True if most lines are IDs, and some line is not an XGID: XGIDs alone are eXtreme Gammon's text
/// without analysis.
pub(super) fn are_positions(lines: &[Line<'_>]) -> bool {
    let (mut ids, mut xgids, mut all) = (0, 0, 0);
    for (_, line) in list_ids(lines) {
        let is_id = parse(line, Game::Backgammon).is_some();
        ids += usize::from(is_id);
        xgids += usize::from(is_id && line.starts_with("XGID="));
        all += 1;
    }
    2 * ids > all && xgids < all
}

/// Reads positions, each as a game. Positions with the same stakes form a match.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let mut builder = RecordBuilder::new(game);
    for (index, (number, line)) in list_ids(lines).enumerate() {
        match parse(line, game).filter(|_| index < MOST_POSITIONS) {
            Some(table) => {
                builder.end_game();
                situation::begin(&mut builder, number, &table);
            }
            None if index < MOST_POSITIONS => {
                builder.warn(number, Problem::NotUnderstood(excerpt(line)));
            }
            None => {
                builder.warn(number, Problem::TooManyPositions { most: MOST_POSITIONS });
                break;
            }
        }
    }
    builder.finish()
}
