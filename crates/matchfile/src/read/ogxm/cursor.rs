//! A cursor over the bytes of an OGXM file. Every read is checked against the end.

use crate::{
    annotation::Chances,
    ogxm::{BOARD, EQUITY_UNIT, PROBABILITY_UNIT},
};

/// Bytes that are read from the front. Every method returns `None` at the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a>(pub(super) &'a [u8]);

impl<'a> Cursor<'a> {
    pub(super) const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number, seven bits a byte, the lowest first.
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return None;
            }
            number |= part << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A number of items that follow, each of at least one byte.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        let text = self.take(length)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    pub(super) fn equity(&mut self) -> Option<f64> {
        self.array().map(|bytes| f64::from(i32::from_le_bytes(bytes)) / EQUITY_UNIT)
    }

    pub(super) fn probability(&mut self) -> Option<f64> {
        self.array().map(|bytes| f64::from(u16::from_le_bytes(bytes)) / PROBABILITY_UNIT)
    }

    pub(super) fn chances(&mut self) -> Option<Chances> {
        Some(Chances {
            win: self.probability()?,
            win_gammon: self.probability()?,
            win_backgammon: self.probability()?,
            lose_gammon: self.probability()?,
            lose_backgammon: self.probability()?,
        })
    }

    pub(super) fn board(&mut self) -> Option<[i8; BOARD]> {
        self.array::<BOARD>().map(|bytes| bytes.map(|byte| byte as i8))
    }

    /// A record: its contents after the mask, and the mask of its fields.
    pub(super) fn record(&mut self) -> Option<(Self, u64)> {
        let length = self.count()?;
        let mut contents = Self(self.take(length)?);
        let mask = contents.number()?;
        Some((contents, mask))
    }
}

/// True if a mask has a bit.
pub(super) const fn has(mask: u64, bit: u32) -> bool {
    mask >> bit & 1 == 1
}
