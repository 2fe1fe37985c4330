//! Rescores results under another scoring.

use crate::model::{GameRecord, How, Match, Outcome};
use sheshbesh_movegen::{BySeat, Scoring, Seat};

impl Match {
    /// Sets the scoring of wins, whatever was agreed. Returns true if the results were recounted.
    ///
    /// In a money session, final positions and resignations determine the new results, and the
    /// scores follow from them. If one result cannot be determined, all results stay as they are.
    /// Results of a match or a frame always stay, because they determined the games that were
    /// played.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Scoring, Seat, Win};
    /// use sheshbesh_matchfile::{GameRecord, How, Match, Outcome};
    /// let resigned = Outcome { winner: Some(Seat::Top), points: 2, how: How::Resigned(Win::Gammon) };
    /// let game = GameRecord { result: Some(resigned), ..GameRecord::default() };
    /// let mut session = Match { game: Game::LONG_NARDI, games: vec![game], ..Match::default() };
    /// assert!(session.rescore(Scoring::Single));
    /// assert_eq!(session.games[0].result.map(|result| result.points), Some(1));
    /// ```
    #[must_use = "results may stay as they were"]
    pub fn rescore(&mut self, scoring: Scoring) -> bool {
        self.customs.scoring = Some(scoring);
        if self.length > 0 || self.frame.is_some() {
            return false;
        }
        let counted: Option<Vec<u32>> =
            self.games.iter().map(|game| game.count_points(self)).collect();
        let Some(counted) = counted else { return false };
        // Points that the earlier games add to a score and remove from it, by winner.
        let (mut more, mut less) = (BySeat::<u32>::default(), BySeat::<u32>::default());
        for (game, points) in self.games.iter_mut().zip(counted) {
            for seat in Seat::BOTH {
                let points = u32::from(game.score[seat]).saturating_add(more[seat]);
                let points = points.saturating_sub(less[seat]);
                game.score[seat] = u16::try_from(points).unwrap_or(u16::MAX);
            }
            if let Some(result) = &mut game.result
                && let Some(winner) = result.winner
            {
                more[winner] = more[winner].saturating_add(points);
                less[winner] = less[winner].saturating_add(result.points);
                result.points = points;
            }
        }
        true
    }
}

impl GameRecord {
    /// Points of a session game under the new scoring. They stay as they are if nobody has won, or
    /// if they do not depend on the loser's position. Returns `None` if they do and the position is
    /// unknown.
    fn count_points(&self, of: &Match) -> Option<u32> {
        let Some(Outcome { winner: Some(winner), points, how }) = self.result else {
            return Some(self.result.map_or(0, |result| result.points));
        };
        let through = || {
            let mut replay = self.replay(of).ok()?;
            replay.by_ref().all(|step| step.is_ok()).then_some(replay)
        };
        match how {
            How::Played(_) => {
                let result = through()?.result().filter(|result| result.winner == Some(winner))?;
                Some(result.points)
            }
            How::Resigned(win) => {
                let replay = through()?;
                let table = replay.table();
                Some(table.points_resigned(win, table.seat.side_at(!winner)))
            }
            How::Unrecorded => None,
            How::Passed | How::Forfeited | How::OutOfTime | How::TurnLimit | How::Settled => {
                Some(points)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, read};

    /// Two finished games: a resigned gammon, and a pass.
    const SESSION: &str = " 0 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n\n Game 2\n Ada : 2              Ben : 0\n  1) 31: 8/5 6/5          Doubles => 2\n  2)  Drops              Wins 1 point\n\n Game 3\n Ada : 2              Ben : 1\n  1) 31: 8/5 6/5\n";

    #[test]
    fn sessions_are_counted_anew_and_matches_are_not() {
        let reading = |text: &str| read(text.as_bytes(), &Options::default()).unwrap().record;
        let points = |record: &Match| {
            record
                .games
                .iter()
                .map(|game| game.result.map(|result| result.points))
                .collect::<Vec<_>>()
        };
        let mut session = reading(SESSION);
        session.rules.jacoby = Some(false);
        assert_eq!(points(&session), [Some(2), Some(1), None]);
        assert!(session.rescore(Scoring::Left));
        // A gammon counts double for each of the loser's fifteen checkers, none of which is off.
        assert_eq!(points(&session), [Some(30), Some(1), None]);
        assert_eq!(session.games[2].score, BySeat { top: 30, bottom: 1 });
        assert!(session.rescore(Scoring::Single));
        assert_eq!(points(&session), [Some(1), Some(1), None]);
        assert_eq!(session.games[2].score, BySeat { top: 1, bottom: 1 });
        // The end of the second game is unknown, so no result changes: all use the same scoring.
        let mut cut_off = reading(SESSION);
        if let Some(result) = &mut cut_off.games[1].result {
            result.how = How::Unrecorded;
        }
        let before = cut_off.games.clone();
        assert!(!cut_off.rescore(Scoring::Left));
        assert_eq!((cut_off.games, cut_off.customs.scoring), (before, Some(Scoring::Left)));
        let mut to_five = reading(&SESSION.replacen(" 0 point", " 5 point", 1));
        assert!(!to_five.rescore(Scoring::Single));
        assert_eq!(
            (points(&to_five)[0], to_five.customs.scoring),
            (Some(2), Some(Scoring::Single))
        );
    }
}
