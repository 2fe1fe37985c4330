//! How games of a duel ended, as it is told from one who had them played to another.

use bincode::{Decode, Encode, config};
use sheshbesh_movegen::{GameResult, Seat, Win};

/// A finished game or match.
#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
pub(crate) struct Played {
    /// Whether the bottom seat has won; nobody has in a draw.
    bottom_won: Option<bool>,
    /// What the win counts at least.
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

    /// Nobody in a draw.
    pub(crate) fn winner(&self) -> Option<Seat> {
        self.bottom_won.map(|bottom| if bottom { Seat::Bottom } else { Seat::Top })
    }

    /// How it was won.
    pub(crate) fn win(&self) -> Win {
        let win = Win::ALL.into_iter().find(|win| win.points() == self.win);
        win.expect("it was written by what knows wins")
    }

    pub(crate) fn worth_to(&self, seat: Seat) -> f64 {
        if self.winner() == Some(seat) { self.to_winner } else { self.to_loser }
    }
}

/// How the two games of a pair ended.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
pub(crate) enum PairEnded {
    /// By the seat of the first player.
    Over { bottom: Played, top: Played },
    /// Somebody wanted no more.
    BrokenOff,
    /// A player cannot play.
    Failed { player: String, problem: String },
}

impl PairEnded {
    /// How a pair ended that was told, without what happened in it.
    ///
    /// # Panics
    /// When the bytes are of something else.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        bincode::decode_from_slice(bytes, config::standard()).expect("a pair of a duel").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::told::Told;

    #[test]
    fn what_is_told_is_what_happened() {
        for winner in [None, Some(Seat::Bottom), Some(Seat::Top)] {
            for win in Win::ALL {
                let played = Played::new(winner, win, 6.0, -6.0);
                assert_eq!((played.winner(), played.win()), (winner, win));
                let bottom = if winner == Some(Seat::Bottom) { 6.0 } else { -6.0 };
                assert_eq!(played.worth_to(Seat::Bottom), bottom);
                let over = PairEnded::Over { bottom: played, top: Played::drawn_match() };
                let bytes = Told::new(over.clone(), 0, &[]).to_bytes();
                assert_eq!(PairEnded::from_bytes(&bytes), over);
            }
        }
    }
}
