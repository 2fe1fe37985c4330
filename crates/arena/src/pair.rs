//! Results of a pair of games, as ranks exchange them.

use crate::spectator::Transcript;
use bincode::{Decode, Encode};
use sheshbesh_movegen::{GameResult, Seat, Win};

/// Result of a finished game or match.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
pub(crate) struct Played {
    /// The winner; `None` in a draw.
    pub(crate) winner: Option<Seat>,
    /// Kind of the win.
    pub(crate) win: Win,
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

    const fn new(winner: Option<Seat>, win: Win, to_winner: f64, to_loser: f64) -> Self {
        Self { winner, win, to_winner, to_loser }
    }

    pub(crate) fn worth_to(&self, seat: Seat) -> f64 {
        if self.winner == Some(seat) { self.to_winner } else { self.to_loser }
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

/// A finished pair of games, with the transcripts of its games if a spectator takes notes.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub(crate) struct GamePair {
    pub(crate) ended: PairEnded,
    pub(crate) transcripts: Vec<Transcript>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use bincode::config;
    use sheshbesh_movegen::{Action, BySeat, Game};

    #[test]
    fn pairs_survive_their_encoding() {
        let written = [Seat::Bottom, Seat::Top].map(|first| Transcript {
            pair: 7,
            first,
            mirrored: first == Seat::Top,
            actions: vec![
                Action::OpeningRoll(BySeat { bottom: 5, top: 2 }),
                Action::Play(Game::Backgammon.start()),
                Action::Resign(Win::Gammon),
            ],
        });
        for winner in [None, Some(Seat::Bottom), Some(Seat::Top)] {
            for win in Win::ALL {
                let played = Played::new(winner, win, 6.0, -6.0);
                let bottom = if winner == Some(Seat::Bottom) { 6.0 } else { -6.0 };
                assert_eq!(played.worth_to(Seat::Bottom), bottom);
                let ended = PairEnded::Over { bottom: played, top: Played::drawn_match() };
                let pair = GamePair { ended, transcripts: written.to_vec() };
                let bytes = bincode::encode_to_vec(&pair, config::standard()).unwrap();
                let decoded = bincode::decode_from_slice(&bytes, config::standard()).unwrap();
                assert_eq!(decoded, (pair, bytes.len()));
            }
        }
    }
}
