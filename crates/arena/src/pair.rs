//! Results of a pair of games, as ranks send them to the root.

use crate::spectator::Transcript;
use bincode::{Decode, Encode};
use sheshbesh_movegen::{GameResult, Seat, Win};

/// Result of a finished game or match.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
pub(crate) struct Played {
    /// True if the bottom seat has won; `None` in a draw.
    bottom_won: Option<bool>,
    /// Kind of the win: 1 for a single game, 2 for a gammon, 3 for a backgammon.
    win: u8,
    to_winner: f64,
    to_loser: f64,
}

impl Played {
    pub(crate) fn game(result: GameResult) -> Self {
        let points = if result.winner.is_some() { f64::from(result.points) } else { 0.0 };
        Self::new(result.winner, result.ending.win(), points, -points)
    }

    pub(crate) fn drawn_match() -> Self {
        Self::new(None, Win::Single, 0.5, 0.5)
    }

    pub(crate) fn whole_match(winner: Seat) -> Self {
        Self::new(Some(winner), Win::Single, 1.0, 0.0)
    }

    fn new(winner: Option<Seat>, win: Win, to_winner: f64, to_loser: f64) -> Self {
        let bottom_won = winner.map(|winner| winner == Seat::Bottom);
        Self { bottom_won, win: win.points(), to_winner, to_loser }
    }

    /// The winner; `None` in a draw.
    pub(crate) fn winner(&self) -> Option<Seat> {
        self.bottom_won.map(|bottom| if bottom { Seat::Bottom } else { Seat::Top })
    }

    /// Kind of the win.
    pub(crate) fn win(&self) -> Win {
        let win = Win::ALL.into_iter().find(|win| win.points() == self.win);
        win.expect("a pair has a valid kind of win")
    }

    pub(crate) fn worth_to(&self, seat: Seat) -> f64 {
        if self.winner() == Some(seat) { self.to_winner } else { self.to_loser }
    }
}

/// Result of a pair of games.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub(crate) enum PairEnded {
    /// Both games have ended, by the seat of the first player.
    Over { bottom: Played, top: Played },
    /// A spectator has ended the duel.
    BrokenOff,
    /// A player cannot play.
    Failed { player: String, problem: String },
}

/// A pair of games that has ended, with the transcripts of its games if a spectator takes notes.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub(crate) struct FinishedPair {
    pub(crate) ended: PairEnded,
    pub(crate) transcripts: Vec<Transcript>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use bincode::config;

    #[test]
    fn results_survive_encoding() {
        for winner in [None, Some(Seat::Bottom), Some(Seat::Top)] {
            for win in Win::ALL {
                let played = Played::new(winner, win, 6.0, -6.0);
                assert_eq!((played.winner(), played.win()), (winner, win));
                let bottom = if winner == Some(Seat::Bottom) { 6.0 } else { -6.0 };
                assert_eq!(played.worth_to(Seat::Bottom), bottom);
                let over = PairEnded::Over { bottom: played, top: Played::drawn_match() };
                let bytes = bincode::encode_to_vec(&over, config::standard()).unwrap();
                let decoded = bincode::decode_from_slice(&bytes, config::standard()).unwrap();
                assert_eq!(decoded, (over, bytes.len()));
            }
        }
    }
}
