//! Who looks on while a duel is played.

use sheshbesh_movegen::{Action, BySeat, Seat};

/// Looks on while a duel is played, from several threads at once.
pub trait Spectator: Sync {
    /// Two more games, or matches, are over.
    fn pair_over(&self) {}

    /// Whether to go on. If not, no game begins any more, and those that are being played are broken
    /// off.
    fn goes_on(&self) -> bool {
        true
    }

    /// Whether to be told all that happens.
    fn takes_notes(&self) -> bool {
        false
    }

    /// A game, or a match, is over or broken off, or a player cannot play on; told as its pair ends.
    fn played(&self, transcript: Transcript) {
        let _ = transcript;
    }
}

/// All that happened in a game, or in a match, for a referee to let it happen again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Which pair of games with the same dice it is of, counted from 0.
    pub pair: u64,
    /// Where the first player sat.
    pub first: Seat,
    /// The seats are exchanged since it was played, and with them the sides of uneven games.
    pub mirrored: bool,
    /// One after the other.
    pub actions: Vec<Action>,
}

impl Transcript {
    /// The same with the first player in that seat.
    #[must_use]
    pub fn with_first_at(mut self, seat: Seat) -> Self {
        if self.first != seat {
            // Only the lot says who sits where.
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
