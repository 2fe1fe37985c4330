//! Spectators of a duel.

use bincode::{Decode, Encode};
use sheshbesh_movegen::{Action, BySeat, Seat};

/// Spectator of a duel, called from several threads at once.
pub trait Spectator: Sync {
    /// Two more games, or matches, have ended.
    fn pair_over(&self) {}

    /// Returns false to end the duel. No game begins after that, and games in progress are broken
    /// off.
    fn goes_on(&self) -> bool {
        true
    }

    /// Returns true to receive transcripts.
    fn takes_notes(&self) -> bool {
        false
    }

    /// Receives the transcript of a game or match that has ended, was broken off, or cannot go on
    /// because of a player. Called at the end of its pair.
    fn played(&self, transcript: Transcript) {
        let _ = transcript;
    }
}

/// All actions of a game or match, from which a referee can replay it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Transcript {
    /// Number of the pair of games with the same dice, counted from 0.
    pub pair: u64,
    /// Seat of the first player.
    pub first: Seat,
    /// True if the seats have been exchanged since the game was played, and with them the sides of
    /// uneven games.
    pub mirrored: bool,
    /// The actions, in order.
    pub actions: Vec<Action>,
}

impl Transcript {
    /// Returns the transcript with the first player at `seat`.
    #[must_use]
    pub fn with_first_at(mut self, seat: Seat) -> Self {
        if self.first != seat {
            // Only the opening roll depends on the seats.
            for action in &mut self.actions {
                if let Action::OpeningRoll(BySeat { bottom, top }) = action {
                    std::mem::swap(bottom, top);
                }
            }
            self.first = seat;
            self.mirrored = !self.mirrored;
        }
        self
    }
}
