//! What is learned: positions and what they are taught.

use bincode::{BorrowDecode, Decode, Encode, de::Decoder, enc::Encoder, error};
use sheshbesh_evaluator::{OUTCOMES, Outcomes};
use sheshbesh_movegen::{Checkers, Class, Position};

/// A position and the outcomes that it is taught, for the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Before the roll.
    pub position: Position,
    /// The target: a distribution over the outcomes.
    pub target: Outcomes,
}

impl Sample {
    /// Whether its position has contact.
    pub(crate) fn has_contact(&self) -> bool {
        self.position.class() == Class::Contact
    }
}

type Stored = (u128, u128, [f32; OUTCOMES]);

impl Encode for Sample {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), error::EncodeError> {
        let Self { position, target } = self;
        let stored: Stored = (position.own().nibbles(), position.opponent().nibbles(), target.0);
        stored.encode(encoder)
    }
}

impl<C> Decode<C> for Sample {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, error::DecodeError> {
        let (own, opponent, target) = Stored::decode(decoder)?;
        let [own, opponent] = [own, opponent].map(Checkers::from_nibbles_unchecked);
        Ok(Self {
            position: Position::from_sides_unchecked(own, opponent),
            target: Outcomes(target),
        })
    }
}

impl<'de, C> BorrowDecode<'de, C> for Sample {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, error::DecodeError> {
        Self::decode(decoder)
    }
}
