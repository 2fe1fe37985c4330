//! Wire format of transcripts.

use crate::spectator::Transcript;
use bincode::{
    Decode, Encode,
    de::Decoder,
    enc::Encoder,
    error::{DecodeError, EncodeError},
};
use sheshbesh_movegen::{Action, BySeat, Checkers, Dice, Position, Seat, Win};

/// Wire format of a [`Transcript`].
#[derive(Encode, Decode)]
struct Written {
    pair: u64,
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

impl Encode for Transcript {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let written = Written {
            pair: self.pair,
            first_at_bottom: self.first == Seat::Bottom,
            mirrored: self.mirrored,
            actions: self.actions.iter().copied().map(Happened::from).collect(),
        };
        written.encode(encoder)
    }
}

impl<C> Decode<C> for Transcript {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let Written { pair, first_at_bottom, mirrored, actions } = Decode::decode(decoder)?;
        let first = if first_at_bottom { Seat::Bottom } else { Seat::Top };
        let actions = actions.into_iter().map(Action::from).collect();
        Ok(Self { pair, first, mirrored, actions })
    }
}

// A struct with transcripts derives `Decode` and with it `BorrowDecode`.
bincode::impl_borrow_decode!(Transcript);

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
    use crate::pair::{FinishedPair, PairEnded, Played};
    use bincode::config;
    use sheshbesh_movegen::{Game, Plays, random::game_rng, random::roll};

    #[test]
    fn transcripts_survive_encoding() {
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
            let pair = FinishedPair { ended, transcripts: written.to_vec() };
            let bytes = bincode::encode_to_vec(&pair, config::standard()).unwrap();
            let decoded = bincode::decode_from_slice(&bytes, config::standard()).unwrap();
            assert_eq!(decoded, (pair, bytes.len()), "{game}");
        }
    }
}
