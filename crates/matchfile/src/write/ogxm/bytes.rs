//! Numbers, texts and records of OGXM files.

use crate::{
    annotation::Chances,
    ogxm::{EQUITY_UNIT, PROBABILITY_UNIT},
};

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A number as bytes.
pub(super) fn number(number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_number(&mut bytes, number);
    bytes
}

/// Longest text in bytes.
const LONGEST: usize = 4096;

/// A text with its length before it, cut at a length in bytes.
pub(super) fn text(text: &str, most: usize) -> Vec<u8> {
    let mut end = text.len().min(most).min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut bytes = number(end as u64);
    bytes.extend_from_slice(&text.as_bytes()[..end]);
    bytes
}

/// An equity or a match winning chance.
pub(super) fn equity(equity: f64) -> [u8; 4] {
    ((equity * EQUITY_UNIT).round() as i32).to_le_bytes()
}

/// A loss, at least 0.
pub(super) fn loss(loss: f64) -> [u8; 4] {
    ((loss * EQUITY_UNIT).round() as u32).to_le_bytes()
}

/// Five probabilities.
pub(super) fn chances(chances: &Chances) -> Vec<u8> {
    let &Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
        .into_iter()
        .flat_map(|share| ((share.clamp(0.0, 1.0) * PROBABILITY_UNIT).round() as u16).to_le_bytes())
        .collect()
}

/// A record: fixed contents, then optional fields, each with its bit in the mask.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    fixed: Vec<u8>,
    fields: Vec<(u32, Vec<u8>)>,
}

impl Record {
    pub(super) fn new(fixed: Vec<u8>) -> Self {
        Self { fixed, fields: Vec::new() }
    }

    /// Adds a field; a flag has no contents. Fields are added in the order of their bits.
    pub(super) fn field(&mut self, bit: u32, contents: impl Into<Vec<u8>>) {
        self.fields.push((bit, contents.into()));
    }

    /// True if no field is present.
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The record with its length before it.
    pub(super) fn finish(self) -> Vec<u8> {
        let mask = self.fields.iter().fold(0u64, |mask, (bit, _)| mask | 1 << bit);
        let mut contents = number(mask);
        contents.extend(self.fixed);
        contents.extend(self.fields.into_iter().flat_map(|(_, contents)| contents));
        let mut bytes = number(contents.len() as u64);
        bytes.extend(contents);
        bytes
    }
}
