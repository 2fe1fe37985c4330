//! Embedding table of patterns: `i8` rows with a scale per unit, added to the first layer's sums.

use crate::{inference::rows::Rows, inputs::PatternSet, pattern_table::PatternTable};
use sheshbesh_movegen::Position;

/// Number of bytes whose sums are in registers together.
const LINE: usize = Rows::<i8>::PER_LINE;

/// A pattern table whose rows are whole cache lines.
pub(super) struct PatternRows {
    set: PatternSet,
    /// A scale for each unit, padded with zeros.
    scales: Vec<f32>,
    bytes: Rows<i8>,
}

impl PatternRows {
    pub(super) fn new(set: PatternSet, table: &PatternTable) -> Self {
        let mut bytes = Rows::zeros(set.count(), table.units());
        for pattern in 0..set.count() {
            bytes.row_mut(pattern)[..table.units()].copy_from_slice(table.row(pattern));
        }
        let mut scales = table.scales().to_vec();
        scales.resize(bytes.stride(), 0.0);
        Self { set, scales, bytes }
    }

    /// Adds the contributions of a position's patterns to the first layer's sums. A sum of 16 bits
    /// easily holds about fifty bytes.
    #[inline(always)]
    pub(super) fn add_to(&self, sums: &mut [f32], position: &Position) {
        let patterns = self.set.of(position);
        let patterns = patterns.numbers();
        let mut line = 0;
        let lines = self.bytes.stride() / LINE;
        while line < lines {
            line += match lines - line {
                3.. => self.add_lines::<3>(sums, patterns, line),
                2 => self.add_lines::<2>(sums, patterns, line),
                _ => self.add_lines::<1>(sums, patterns, line),
            }
        }
    }

    /// Adds `LINES` cache lines of each row, with their sums in registers. Returns `LINES`.
    // Counted loops over arrays are vectorised at any optimisation level; zipped iterators are not.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn add_lines<const LINES: usize>(
        &self,
        sums: &mut [f32],
        patterns: &[u16],
        first: usize,
    ) -> usize {
        let mut bytes = [[0i16; LINE]; LINES];
        for &pattern in patterns {
            let row = &self.bytes.row(pattern.into())[first * LINE..][..LINES * LINE];
            for line in 0..LINES {
                for i in 0..LINE {
                    bytes[line][i] += i16::from(row[line * LINE + i]);
                }
            }
        }
        for line in 0..LINES {
            let first = (first + line) * LINE;
            let count = LINE.min(sums.len() - first);
            let (sums, scales) = (&mut sums[first..][..count], &self.scales[first..][..count]);
            for i in 0..count {
                sums[i] += scales[i] * f32::from(bytes[line][i]);
            }
        }
        LINES
    }
}
