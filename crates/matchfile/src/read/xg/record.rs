//! A record: fields at fixed offsets, in little-endian order.

use crate::text::decode;
use sheshbesh_movegen::{BAR, Game, OFF, Position};

/// Size of a record in bytes.
pub(super) const LENGTH: usize = 2560;

/// Record types.
pub(super) const MATCH: u8 = 0;
pub(super) const GAME: u8 = 1;
pub(super) const CUBE: u8 = 2;
pub(super) const MOVE: u8 = 3;
pub(super) const GAME_END: u8 = 4;

/// Offset of the type in each record.
const KIND: usize = 8;
/// Maximum length of a text in characters.
const LONGEST_TEXT: usize = 128;

/// A record. All offsets are constants of the format and lie within it.
pub(super) struct Record(pub(super) Box<[u8; LENGTH]>);

impl Record {
    pub(super) fn kind(&self) -> u8 {
        self.0[KIND]
    }

    fn bytes<const N: usize>(&self, at: usize) -> [u8; N] {
        *self.0[at..].first_chunk().expect("fields lie within the record")
    }

    pub(super) fn flag(&self, at: usize) -> bool {
        self.0[at] != 0
    }

    pub(super) fn small(&self, at: usize) -> i16 {
        i16::from_le_bytes(self.bytes(at))
    }

    pub(super) fn integer(&self, at: usize) -> i32 {
        i32::from_le_bytes(self.bytes(at))
    }

    pub(super) fn single(&self, at: usize) -> f64 {
        f32::from_le_bytes(self.bytes(at)).into()
    }

    pub(super) fn float(&self, at: usize) -> f64 {
        f64::from_le_bytes(self.bytes(at))
    }

    /// Six probabilities and an equity.
    pub(super) fn evaluation(&self, at: usize) -> [f64; 7] {
        std::array::from_fn(|index| self.single(at + 4 * index))
    }

    /// UTF-16 text up to a zero; `None` if it is empty.
    pub(super) fn text(&self, at: usize) -> Option<String> {
        let units = (0..LONGEST_TEXT).map(|index| u16::from_le_bytes(self.bytes(at + 2 * index)));
        let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
        let text = String::from_utf16_lossy(&units).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// A text in the old encoding after a length byte; `None` if it is empty.
    pub(super) fn old_text(&self, at: usize) -> Option<String> {
        let length = usize::from(self.0[at]).min(LONGEST_TEXT);
        let text = decode(&self.0[at + 1..=at + length], None, None).text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// A board of a game: 26 counts from the opponent's bar to the player's own bar, with negative
    /// counts for the opponent.
    pub(super) fn position(&self, at: usize, game: Game) -> Option<Position> {
        let (mut own, mut opponent) = ([0u8; 26], [0u8; 26]);
        for index in 0..=BAR {
            let count = self.0[at + usize::from(index)].cast_signed();
            match count {
                0 => {}
                1.. => own[usize::from(index)] = count.unsigned_abs(),
                _ => opponent[usize::from(BAR - index)] = count.unsigned_abs(),
            }
        }
        for side in [&mut own, &mut opponent] {
            let here: u32 = side[1..].iter().map(|&count| u32::from(count)).sum();
            let off = u32::from(game.checkers()).checked_sub(here)?;
            if side[usize::from(OFF)] > 0 {
                return None;
            }
            side[usize::from(OFF)] = u8::try_from(off).ok()?;
        }
        game.position(&own, &opponent).ok()
    }
}
