//! Results, counted by another scale than they were.

use crate::model::{GameRecord, How, Match, Outcome};
use sheshbesh_movegen::{BySeat, Scoring, Seat};

impl Match {
    /// Has wins count what a scale says, whatever was agreed. In a money session the results are counted
    /// anew, as far as last positions and resignations tell them, and the scores with them. Those of a
    /// match or a frame stay, since which games came to be played follows from them; `false` says so.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Scoring, Seat, Win};
    /// use sheshbesh_record::{GameRecord, How, Match, Outcome};
    /// let resigned = Outcome { winner: Some(Seat::Top), points: 2, how: How::Resigned(Win::Gammon) };
    /// let game = GameRecord { result: Some(resigned), ..GameRecord::default() };
    /// let mut session = Match { game: Game::LONG_NARDI, games: vec![game], ..Match::default() };
    /// assert!(session.count_by(Scoring::Single));
    /// assert_eq!(session.games[0].result.map(|result| result.points), Some(1));
    /// ```
    pub fn count_by(&mut self, scoring: Scoring) -> bool {
        self.customs.scoring = Some(scoring);
        if self.length > 0 || self.frame.is_some() {
            return false;
        }
        // What the scores of later games are above what they were, by whoever has won.
        let (mut more, mut less) = (BySeat::<u32>::default(), BySeat::<u32>::default());
        for place in 0..self.games.len() {
            let counted = self.games[place].counted(self);
            let game = &mut self.games[place];
            for seat in Seat::BOTH {
                let points = (u32::from(game.score[seat]) + more[seat]).saturating_sub(less[seat]);
                game.score[seat] = u16::try_from(points).unwrap_or(u16::MAX);
            }
            if let (Some(result), Some(points)) = (&mut game.result, counted)
                && let Some(winner) = result.winner
            {
                more[winner] += points;
                less[winner] += result.points;
                result.points = points;
            }
        }
        true
    }
}

impl GameRecord {
    /// What the winner gets of a game of a match, as its end tells; `None` where nothing tells it, or
    /// where it does not depend on how the loser stands.
    fn counted(&self, of: &Match) -> Option<u32> {
        let Outcome { winner, how, .. } = self.result?;
        let winner = winner?;
        let mut replay = self.replay(of).ok()?;
        if replay.by_ref().any(|moment| moment.is_err()) {
            return None;
        }
        match how {
            How::Played(_) => {
                let result = replay.result().filter(|result| result.winner == Some(winner))?;
                Some(result.points)
            }
            How::Resigned(win) => {
                let table = replay.table();
                Some(table.points_resigned(win, table.seat.side_at(!winner)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, read};

    /// Two games: a gammon is resigned, and one is won after a pass.
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
        assert!(session.count_by(Scoring::Left));
        // Thirty checkers' worth, for none of the fifteen is off.
        assert_eq!(points(&session), [Some(30), Some(1), None]);
        assert_eq!(session.games[2].score, BySeat { top: 30, bottom: 1 });
        assert!(session.count_by(Scoring::Single));
        assert_eq!(points(&session), [Some(1), Some(1), None]);
        assert_eq!(session.games[2].score, BySeat { top: 1, bottom: 1 });
        let mut to_five = reading(&SESSION.replacen(" 0 point", " 5 point", 1));
        assert!(!to_five.count_by(Scoring::Single));
        assert_eq!(
            (points(&to_five)[0], to_five.customs.scoring),
            (Some(2), Some(Scoring::Single))
        );
    }
}
