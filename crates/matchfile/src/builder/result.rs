//! Results of games: compares the results in a file with the play and with the scores of the next
//! games.

use super::{MOST_WARNINGS, ParsedAction, RecordBuilder};
use crate::{
    model::{Event, GameRecord, How, Outcome, Rules},
    warning::{Problem, Warning},
};
use sheshbesh_movegen::{BySeat, Decision, Ending, GameResult, Seat, Situation, Stakes, Win};

impl RecordBuilder {
    /// Sets a recorded result as it is, without any check.
    pub(crate) fn set_result(&mut self, outcome: Outcome) {
        if let Some(current) = &mut self.current {
            current.record.result = Some(outcome);
        }
    }

    /// Notes a result stated by the loser. A result stated by the winner takes precedence.
    pub(crate) fn note_expected_end(
        &mut self,
        winner: Seat,
        points: Option<u32>,
        how: Option<How>,
    ) {
        if let Some(current) = &mut self.current {
            current.ending = Some((winner, points, how));
        }
    }

    /// Enters the result that the file states. `points` is `None` if the file does not state them.
    pub(crate) fn enter_result(
        &mut self,
        line: u32,
        winner: Option<Seat>,
        points: Option<u32>,
        how: Option<How>,
    ) {
        let Some(current) = &mut self.current else { return };
        current.line = line;
        let how = how.or_else(|| current.ending.take().and_then(|(.., how)| how));
        if let Some(before) = &mut current.record.result {
            // Some sites state the result twice: for the loser and for the winner.
            if before.winner != winner {
                self.warn(line, Problem::OtherWinner);
            } else if let Some(points) = points.filter(|&points| points != before.points) {
                let played = before.points;
                self.warn(line, Problem::Result { written: points, played });
            }
            return;
        }
        let unpassed = winner.and_then(|winner| self.find_unpassed(winner, points));
        if let Some(loser) = unpassed {
            let _ = self.try_enter(line, loser, ParsedAction::Pass);
        }
        let Some(current) = &mut self.current else { return };
        let Some(table) = &current.table else {
            let how = how.unwrap_or(How::Unrecorded);
            let wins_nothing = winner.is_some() && points == Some(0);
            let stated = points.filter(|_| !wins_nothing);
            let points = stated.unwrap_or_else(|| match (&current.stopped_at, winner) {
                (Some(table), Some(winner)) => count_least_points(table, winner, how),
                _ => u32::from(winner.is_some()),
            });
            current.record.result = Some(Outcome { winner, points, how });
            if wins_nothing {
                self.warn(line, Problem::NoPoints { kept: points });
            }
            return;
        };
        let (outcome, problem) = match table.result() {
            Some(played) => {
                compare_result(played, winner, points, self.record.rules, table.situation())
            }
            None => settle_result(table.situation(), winner, points, how),
        };
        current.record.result = Some(outcome);
        if let Some(problem) = problem {
            self.warn(line, problem);
        }
    }

    /// Returns the player who passed a double, if the file leaves the pass out: the game ends after
    /// the offer.
    fn find_unpassed(&self, winner: Seat, points: Option<u32>) -> Option<Seat> {
        let table = self.current.as_ref()?.table.as_ref()?;
        match table.to_decide() {
            Decision::Double { seat, .. } if seat != winner => {
                let value = table.situation().cube.value_of_pass();
                points.is_none_or(|points| points == value).then_some(seat)
            }
            _ => None,
        }
    }

    /// Corrects results that contradict the scores of the next game; the scores are right.
    pub(super) fn correct_results(&mut self) {
        for index in 1..self.record.games.len() {
            let (before, after) =
                (self.record.games[index - 1].score, self.record.games[index].score);
            let won = before.zip(after).map(|(before, after)| after.checked_sub(before));
            let (winner, points) = match won {
                BySeat { bottom: Some(0), top: Some(points) } if points > 0 => (Seat::Top, points),
                BySeat { bottom: Some(points), top: Some(0) } if points > 0 => {
                    (Seat::Bottom, points)
                }
                _ => continue,
            };
            let points = u32::from(points);
            let game = &mut self.record.games[index - 1];
            if is_position(game) {
                continue;
            }
            let how = match game.result {
                Some(result) if result.winner == Some(winner) && result.points == points => {
                    continue;
                }
                Some(result) if result.winner == Some(winner) => match result.how {
                    How::Resigned(_) => How::Settled,
                    how => how,
                },
                _ => How::Unrecorded,
            };
            let line = game.entries.last().map_or(0, |entry| entry.line);
            game.result = Some(Outcome { winner: Some(winner), points, how });
            if self.warnings.len() < MOST_WARNINGS {
                let problem = Problem::NextScore { points };
                self.warnings.push(Warning { line, game: index, problem });
            }
        }
    }
}

/// True if the game is a position that is set up, without any play.
fn is_position(game: &GameRecord) -> bool {
    let mut events = game.entries.iter().map(|entry| &entry.event);
    game.result.is_none()
        && matches!(events.next(), Some(Event::SetBoard(_)))
        && events
            .all(|event| matches!(event, Event::SetCube { .. } | Event::SetDice(_) | Event::Double))
}

/// The result of a finished game, compared with the result in the file.
fn compare_result(
    played: GameResult,
    winner: Option<Seat>,
    points: Option<u32>,
    rules: Rules,
    table: &Situation,
) -> (Outcome, Option<Problem>) {
    let outcome = Outcome::from(played);
    let problem = match points {
        _ if winner != played.winner => Some(Problem::OtherWinner),
        Some(written) if written != played.points => {
            // If the Jacoby rule is unknown, the result shows if it applies.
            let by_jacoby = rules.jacoby.is_none()
                && matches!(played.ending, Ending::Played(win)
                    if written == played.points * u32::from(win.points()));
            if by_jacoby {
                return (Outcome { points: written, ..outcome }, None);
            }
            // Some sites give only the points needed to win the match, or the length of the match.
            let needed = winner.and_then(|winner| count_points_needed(table, winner));
            let is_all = needed.is_some_and(|needed| {
                let all = [Some(needed), match_length(table)];
                played.points >= needed && all.contains(&Some(written))
            });
            (!is_all).then_some(Problem::Result { written, played: played.points })
        }
        _ => None,
    };
    (outcome, problem)
}

/// Points that a player needs to win the match.
fn count_points_needed(table: &Situation, winner: Seat) -> Option<u32> {
    table.away().map(|away| away.seated(table.seat)[winner].into())
}

/// Length of the match in points.
fn match_length(table: &Situation) -> Option<u32> {
    match table.stakes {
        Stakes::Match { length, .. } => Some(length.into()),
        Stakes::Money { .. } => None,
    }
}

/// Points of a game that ended after the readable part, if the file does not state them.
fn count_least_points(table: &Situation, winner: Seat, how: How) -> u32 {
    match how {
        How::Resigned(win) => table.points_resigned(win, table.seat.side_at(!winner)),
        _ => table.cube.value(),
    }
}

/// The result of a game that was not played to its end, as the file states it.
fn settle_result(
    table: &Situation,
    winner: Option<Seat>,
    points: Option<u32>,
    how: Option<How>,
) -> (Outcome, Option<Problem>) {
    let cube = table.cube.value();
    let most = 3 * cube;
    if let (Some(winner), Some(0)) = (winner, points) {
        let (outcome, problem) = settle_result(table, Some(winner), None, how);
        return (outcome, problem.or(Some(Problem::NoPoints { kept: outcome.points })));
    }
    let written = points.unwrap_or(cube);
    // A player who leaves loses the match.
    let is_all = winner.is_some_and(|winner| {
        written > most
            && [count_points_needed(table, winner), match_length(table)].contains(&Some(written))
    });
    if is_all {
        let how = how.unwrap_or(How::Forfeited);
        return (Outcome { winner, points: written, how }, None);
    }
    let is_enough = winner.and_then(|winner| count_points_needed(table, winner)) == Some(written);
    if is_enough && written < most && how.is_none() {
        // Some sites give only the points needed to win the match.
        let win = [Win::Single, Win::Gammon, Win::Backgammon]
            .into_iter()
            .find(|win| u32::from(win.points()) * cube >= written);
        let how = win.map_or(How::Settled, How::Resigned);
        return (Outcome { winner, points: written, how }, None);
    }
    let points = written.min(most);
    let problem = (points < written).then_some(Problem::TooManyPoints { written, kept: points });
    let win = match points / cube {
        _ if !points.is_multiple_of(cube) => None,
        1 => Some(Win::Single),
        2 => Some(Win::Gammon),
        3 => Some(Win::Backgammon),
        _ => None,
    };
    let how = how.unwrap_or_else(|| win.map_or(How::Settled, How::Resigned));
    (Outcome { winner, points, how }, problem)
}
