//! Wire format of a finished pair of games and its transcripts.

use crate::{pair::PairEnded, spectator::Transcript};
use bincode::{Decode, Encode, config};
use sheshbesh_movegen::{Action, BySeat, Checkers, Dice, Position, Seat, Win};

/// A finished pair of games. Its result comes first, so that [`PairEnded::from_bytes`] can read it
/// alone.
#[derive(Encode, Decode)]
pub(crate) struct Told {
    ended: PairEnded,
    pair: u64,
    games: Vec<Written>,
}

/// Wire format of a [`Transcript`].
#[derive(Encode, Decode)]
struct Written {
    first_at_bottom: bool,
    mirrored: bool,
    actions: Vec<Happened>,
}

/// Wire format of an [`Action`].
#[derive(Encode, Decode)]
enum Happened {
    OpeningRoll { bottom: u8, top: u8 },
    Roll(u8, u8),
    Play { own: u128, opponent: u128 },
    Double,
    Take,
    Pass,
    Beaver,
    Raccoon,
    Resign(u8),
    Accept,
    Refuse,
    NextGame,
}

impl Told {
    pub(crate) fn new(ended: PairEnded, pair: u64, games: &[Transcript]) -> Self {
        let game = |game: &Transcript| Written {
            first_at_bottom: game.first == Seat::Bottom,
            mirrored: game.mirrored,
            actions: game.actions.iter().copied().map(Happened::from).collect(),
        };
        Self { ended, pair, games: games.iter().map(game).collect() }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config::standard()).expect("writing into memory")
    }

    /// Decodes the result of a pair and its transcripts.
    ///
    /// # Panics
    /// If the bytes are not a pair.
    pub(crate) fn read(bytes: &[u8]) -> (PairEnded, Vec<Transcript>) {
        let told = bincode::decode_from_slice(bytes, config::standard());
        let Self { ended, pair, games } = told.expect("an encoded pair").0;
        let game = |game: Written| Transcript {
            pair,
            first: if game.first_at_bottom { Seat::Bottom } else { Seat::Top },
            mirrored: game.mirrored,
            actions: game.actions.into_iter().map(Action::from).collect(),
        };
        (ended, games.into_iter().map(game).collect())
    }
}

impl From<Action> for Happened {
    fn from(action: Action) -> Self {
        match action {
            Action::OpeningRoll(BySeat { bottom, top }) => Self::OpeningRoll { bottom, top },
            Action::Roll(dice) => Self::Roll(dice.high(), dice.low()),
            Action::Play(position) => {
                Self::Play { own: position.own().bits(), opponent: position.opponent().bits() }
            }
            Action::Double => Self::Double,
            Action::Take => Self::Take,
            Action::Pass => Self::Pass,
            Action::Beaver => Self::Beaver,
            Action::Raccoon => Self::Raccoon,
            Action::Resign(win) => Self::Resign(win.points()),
            Action::Accept => Self::Accept,
            Action::Refuse => Self::Refuse,
            Action::NextGame => Self::NextGame,
        }
    }
}

impl From<Happened> for Action {
    fn from(happened: Happened) -> Self {
        const WRITER: &str = "an encoded pair has valid dice and wins";
        match happened {
            Happened::OpeningRoll { bottom, top } => Self::OpeningRoll(BySeat { bottom, top }),
            Happened::Roll(high, low) => Self::Roll(Dice::new(high, low).expect(WRITER)),
            Happened::Play { own, opponent } => Self::Play(Position::from_sides_unchecked(
                Checkers::from_bits_unchecked(own),
                Checkers::from_bits_unchecked(opponent),
            )),
            Happened::Double => Self::Double,
            Happened::Take => Self::Take,
            Happened::Pass => Self::Pass,
            Happened::Beaver => Self::Beaver,
            Happened::Raccoon => Self::Raccoon,
            Happened::Resign(points) => {
                let win = Win::ALL.into_iter().find(|win| win.points() == points);
                Self::Resign(win.expect(WRITER))
            }
            Happened::Accept => Self::Accept,
            Happened::Refuse => Self::Refuse,
            Happened::NextGame => Self::NextGame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Played;
    use sheshbesh_movegen::{Game, Plays, random::game_rng, random::roll};

    #[test]
    fn what_is_told_is_what_happened() {
        for game in Game::ALL {
            let mut rng = game_rng(1, 1);
            let mut actions = vec![Action::OpeningRoll(BySeat { bottom: 5, top: 2 })];
            let (mut position, mut plays) = (game.start(), Plays::new(game));
            for _ in 0..60 {
                let dice = roll(&mut rng);
                let Some(&play) = plays.generate(&position, dice).last() else { break };
                actions.extend([Action::Roll(dice), Action::Play(play)]);
                position = play;
            }
            use Action::{Accept, Beaver, Double, NextGame, Pass, Raccoon, Refuse, Resign, Take};
            actions.extend([Double, Take, Pass, Beaver, Raccoon, Accept, Refuse, NextGame]);
            actions.extend(Win::ALL.map(Resign));
            let written = [Seat::Bottom, Seat::Top].map(|first| Transcript {
                pair: 7,
                first,
                mirrored: first == Seat::Top,
                actions: actions.clone(),
            });
            let ended =
                PairEnded::Over { bottom: Played::drawn_match(), top: Played::drawn_match() };
            let bytes = Told::new(ended.clone(), 7, &written).to_bytes();
            assert_eq!(Told::read(&bytes), (ended.clone(), written.to_vec()), "{game}");
            assert_eq!(PairEnded::from_bytes(&bytes), ended);
        }
    }
}
