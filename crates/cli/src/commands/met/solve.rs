//! Solves Hypergammon at match scores.

use crate::{
    error::CliError,
    terminal::{note, progress, show_path, watch_ctrl_c},
};
use sheshbesh_evaluator::{
    cube::MatchEquityTable,
    hypergammon::{Files, MatchSolver, Score, Scores},
};
use sheshbesh_network::{
    file::write_atomically,
    input::{limit, read_to_string},
};
use std::{path::Path, sync::atomic::Ordering};

/// Solves the scores of matches of up to `length` points, and returns their table.
pub(super) fn solve(
    files: &Files,
    checkers: u8,
    length: u16,
) -> Result<MatchEquityTable, CliError> {
    MatchSolver::table(checkers, length, &solve_scores(files, checkers, length)?)
        .ok_or_else(|| CliError::Failed("the solved scores make no table".to_owned()))
}

/// Solves the scores that are not yet in the folder, and keeps each there at once.
fn solve_scores(files: &Files, checkers: u8, length: u16) -> Result<Scores, CliError> {
    let path = files.folder().join(format!("hypergammon-{checkers}.scores"));
    files.create().map_err(CliError::failed)?;
    let mut known = if path.exists() { read(&path)? } else { Scores::new() };
    let stop = watch_ctrl_c(Some("Stopping after these scores; the same command goes on."))?;
    let solver = MatchSolver::new(checkers);
    let scores = u64::from(length) * u64::from(length - 1) / 2 + u64::from(length - 1);
    let bar = progress(scores, "scores");
    bar.set_position(scores.min(known.len() as u64));
    loop {
        let ready = MatchSolver::ready(length, &known);
        if ready.is_empty() {
            break;
        }
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            let scores = if known.len() == 1 {
                "1 score is".to_owned()
            } else {
                format!("{} scores are", known.len())
            };
            note(&format!("{scores} in {}", show_path(&path)));
            return Err(CliError::Interrupted);
        }
        let chances = solver.solve(&ready, &known);
        bar.inc(ready.len() as u64);
        known.extend(ready.into_iter().zip(chances));
        write_atomically(&path, write(&known).as_bytes()).map_err(CliError::failed)?;
    }
    bar.finish_and_clear();
    Ok(known)
}

/// One line for each score: the points that the leader and the other need, `after` or `before` the
/// Crawford game, and the leader's chance.
fn write(known: &Scores) -> String {
    let line = |(&(leader, trailer, over), chance): (&Score, &f32)| {
        let when = if over { "after" } else { "before" };
        format!("{leader} {trailer} {when} {chance}\n")
    };
    known.iter().map(line).collect()
}

fn read(path: &Path) -> Result<Scores, CliError> {
    let shown = show_path(path);
    let text = read_to_string(path, limit::EQUITIES)
        .map_err(|error| CliError::Failed(format!("{shown}: {error}")))?;
    let known: Option<Scores> = text.lines().map(read_line).collect();
    known.ok_or_else(|| CliError::Failed(format!("{shown} is damaged: delete it and start again")))
}

fn read_line(line: &str) -> Option<(Score, f32)> {
    let [leader, trailer, when, chance] = line.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (leader, trailer) = (leader.parse().ok()?, trailer.parse().ok()?);
    let over = match when {
        "after" => true,
        "before" => false,
        _ => return None,
    };
    // Rounding may leave a chance just below a half.
    let chance = chance.parse().ok().filter(|chance: &f32| (0.4999..=1.0).contains(chance))?;
    (leader < trailer).then_some(((leader, trailer, over), chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_scores_are_read_again() {
        let known =
            Scores::from([((1, 2, false), 0.625), ((1, 2, true), 0.5), ((2, 3, false), 0.6)]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.scores");
        std::fs::write(&path, write(&known)).unwrap();
        assert_eq!(read(&path).unwrap(), known);
        for damaged in ["1 2 before", "2 1 before 0.7", "1 2 never 0.7", "1 2 after 1.7", "a"] {
            std::fs::write(&path, damaged).unwrap();
            assert!(read(&path).is_err(), "{damaged}");
        }
    }

    #[test]
    fn a_smaller_game_is_solved_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::new(folder.path().join("new"));
        let two = solve_scores(&files, 1, 2).unwrap();
        let three = solve_scores(&files, 1, 3).unwrap();
        assert!(two.len() < three.len());
        assert!(two.iter().all(|(score, chance)| three.get(score) == Some(chance)));
        // With one checker, every loser has none off: the first game decides a match to two points.
        assert!((three[&(1, 2, false)] - 0.5).abs() < 1e-6);
        assert!(three[&(1, 3, false)] > 0.5);
    }
}
