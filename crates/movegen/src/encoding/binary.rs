//! bincode of values that are checked when they are decoded.

use crate::board::{Checkers, Dice, Position};
use bincode::{
    Decode, Encode,
    de::Decoder,
    enc::Encoder,
    error::{DecodeError, EncodeError},
    impl_borrow_decode,
};

impl Encode for Dice {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        // The higher bits of the second byte are 0 with two dice.
        (self.high(), self.low() | self.third().unwrap_or(0) << 4).encode(encoder)
    }
}

impl<Context> Decode<Context> for Dice {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (high, low): (u8, u8) = Decode::decode(decoder)?;
        let numbers = [high, low & 15, low >> 4];
        let count = if low < 16 { 2 } else { 3 };
        Self::of(&numbers[..count]).ok_or(DecodeError::Other("dice show 1 to 6"))
    }
}

impl_borrow_decode!(Dice);

impl Encode for Position {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        (self.own().bits(), self.opponent().bits()).encode(encoder)
    }
}

impl<Context> Decode<Context> for Position {
    /// Rejects sides that no game has. The caller checks that the position belongs to its game,
    /// with [`Game::check`](crate::Game::check), unless the bytes are trusted.
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (own, opponent) = Decode::decode(decoder)?;
        let [own, opponent] = [own, opponent].map(Checkers::from_bits_unchecked);
        let position = Self::from_sides_unchecked(own, opponent);
        let bare = position.without_turn_state();
        if bare.own().is_side_of_a_game() && bare.opponent().is_side_of_a_game() {
            Ok(position)
        } else {
            Err(DecodeError::Other("the checkers are not a position"))
        }
    }
}

impl_borrow_decode!(Position);
