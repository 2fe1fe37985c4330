//! Compact encoding of positions, for files that hold many.

use crate::{
    board::{BAR, InvalidPosition, OFF, Position, TurnState},
    games::Game,
};

/// A position in 104 bits. The first 80 list the checkers of the opponent and then of the player on
/// roll: for each point 1 to 24 of their own view and then the bar, one 1 bit per checker, followed
/// by a 0 bit. The rest are zeros. The lowest bit of the first byte comes first.
///
/// These are the bytes of GNU Backgammon's position ID ("A technical description of the Position
/// ID" in its manual). Their meaning will never change, so files can hold them. Checkers that are
/// borne off do not appear: the reader must know the number of checkers in the game.
///
/// The last 24 bits are for games with pinned checkers: one for each point from 1 to 24 of the
/// player on roll, set if both sides have one checker there and theirs lies under the opponent's.
/// In games whose turns have stages, they hold the [`TurnState`](crate::TurnState).
///
/// ```
/// use sheshbesh_movegen::{Game, PackedPosition};
/// let start = Game::Backgammon.start();
/// let PackedPosition(bytes) = start.pack();
/// assert_eq!(bytes[..10], [0xe0, 0x73, 0xf0, 0x01, 0x30, 0xe0, 0x73, 0xf0, 0x01, 0x30]);
/// assert_eq!(bytes[10..], [0, 0, 0]);
/// assert_eq!(PackedPosition(bytes).unpack(Game::Backgammon), Ok(start));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition(pub [u8; PackedPosition::BYTES]);

/// Error for bytes that are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPacked {
    /// The last ones have no final zero, or there are too few zeros.
    #[error("the checkers do not fit into 80 bits")]
    Overflow,
    /// There are ones after the last point.
    #[error("extra bits after the checkers")]
    Rest,
    /// A pin is set where no checker can be pinned, or in a game without pins.
    #[error("a pin where no checker can be pinned")]
    Pins,
    /// The last bits are not the state of a turn.
    #[error("no such state of a turn")]
    TurnState,
    /// The checkers are not a valid position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

impl PackedPosition {
    /// Number of bytes of a position.
    pub const BYTES: usize = Self::CHECKERS + 3;
    /// Number of these bytes that hold the points of the checkers.
    pub const CHECKERS: usize = 10;

    /// Decodes a position of a game.
    ///
    /// # Errors
    /// When the bytes are not a position of the game.
    pub fn unpack(self, game: Game) -> Result<Position, InvalidPacked> {
        let (checkers, pins) = self.0.split_at(Self::CHECKERS);
        let mut bits = checkers.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
        let mut sides = [[0u8; BAR as usize + 1]; 2];
        for side in &mut sides {
            for count in &mut side[1..] {
                while bits.next().ok_or(InvalidPacked::Overflow)? {
                    *count += 1;
                }
            }
            let in_play: u8 = side.iter().sum();
            // `Game::position_with_pins` reports too many checkers.
            side[usize::from(OFF)] = game.checkers().saturating_sub(in_play);
        }
        if bits.any(|bit| bit) {
            return Err(InvalidPacked::Rest);
        }
        let [opponent, own] = sides;
        // Point 1 has the lowest bit.
        let under = u32::from_le_bytes([pins[0], pins[1], pins[2], 0]) << 1;
        if game.has_stages() {
            let state = TurnState::from_code(under).ok_or(InvalidPacked::TurnState)?;
            return Ok(game.position_with_turn_state(&own, &opponent, state)?);
        }
        let position = game.position_with_pins(&own, &opponent, under)?;
        if position.lies_under() == under { Ok(position) } else { Err(InvalidPacked::Pins) }
    }
}

impl Position {
    /// Encodes the position, with up to 15 checkers a side.
    pub fn pack(&self) -> PackedPosition {
        let mut bits = 0u128;
        let mut next_bit = 0;
        for side in [self.opponent(), self.own()] {
            for index in 1..=BAR {
                let count = side.on(index);
                bits |= ((1 << count) - 1) << next_bit;
                next_bit += u32::from(count) + 1;
            }
        }
        let mut bytes = [0; PackedPosition::BYTES];
        let (checkers, pins) = bytes.split_at_mut(PackedPosition::CHECKERS);
        checkers.copy_from_slice(&bits.to_le_bytes()[..PackedPosition::CHECKERS]);
        pins.copy_from_slice(&(self.extra_bits() >> 1).to_le_bytes()[..pins.len()]);
        PackedPosition(bytes)
    }
}

/// Maximum number of checkers a side in any game.
const MOST_CHECKERS: usize = 15;
/// Both sides' checkers, and a zero for each point and the bar, fit exactly.
const _: () = assert!(2 * (MOST_CHECKERS + BAR as usize) <= 8 * PackedPosition::CHECKERS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let unpack = |bytes| PackedPosition(bytes).unpack(Game::Backgammon);
        assert_eq!(unpack([0xff; 13]), Err(InvalidPacked::Overflow));
        assert!(matches!(unpack([0; 13]), Err(InvalidPacked::Position(InvalidPosition::BothOff))));
        // Fifteen checkers a side on the board leave no unused bits; three do.
        let PackedPosition(mut bytes) = Game::Hypergammon.start().pack();
        bytes[9] |= 0x80;
        let rest = PackedPosition(bytes).unpack(Game::Hypergammon);
        assert_eq!(rest, Err(InvalidPacked::Rest));
        let PackedPosition(bytes) = Game::LongGammon.start().pack();
        let hypergammon = PackedPosition(bytes).unpack(Game::Hypergammon);
        assert!(matches!(hypergammon, Err(InvalidPacked::Position(_))));
    }
}
