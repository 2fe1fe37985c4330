//! What patterns give to the first layer.

use crate::{inputs::PatternSet, pattern_table::PatternTable};
use sheshbesh_movegen::Position;

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// One cache line of a pattern's row.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct PatternLine([i8; LINE_BYTES]);

/// A pattern table whose rows are whole cache lines.
pub(super) struct PatternRows {
    set: PatternSet,
    /// One for each unit, padded with zeros.
    scales: Vec<f32>,
    lines: Vec<PatternLine>,
    lines_per_row: usize,
}

impl PatternRows {
    pub(super) fn new(set: PatternSet, table: &PatternTable) -> Self {
        let lines_per_row = table.units().div_ceil(LINE_BYTES);
        let mut scales = table.scales().to_vec();
        scales.resize(lines_per_row * LINE_BYTES, 0.0);
        let mut lines = vec![PatternLine([0; LINE_BYTES]); set.count() * lines_per_row];
        for (pattern, lines) in lines.chunks_exact_mut(lines_per_row).enumerate() {
            for (line, bytes) in lines.iter_mut().zip(table.row(pattern).chunks(LINE_BYTES)) {
                line.0[..bytes.len()].copy_from_slice(bytes);
            }
        }
        Self { set, scales, lines, lines_per_row }
    }

    /// Adds what a position's patterns give to the first layer's sums. Some fifty bytes fit easily
    /// into a sum of sixteen bits.
    #[inline(always)]
    pub(super) fn add_to(&self, sums: &mut [f32], position: &Position) {
        let patterns = self.set.of(position);
        let patterns = patterns.numbers();
        let mut line = 0;
        while line < self.lines_per_row {
            line += match self.lines_per_row - line {
                3.. => self.add_lines::<3>(sums, patterns, line),
                2 => self.add_lines::<2>(sums, patterns, line),
                _ => self.add_lines::<1>(sums, patterns, line),
            }
        }
    }

    /// Adds some lines of each row, their sums in registers. Gives how many.
    // Counted loops over arrays become vector code at any level of optimisation; zips do not.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn add_lines<const LINES: usize>(
        &self,
        sums: &mut [f32],
        patterns: &[u16],
        first: usize,
    ) -> usize {
        let mut bytes = [[0i16; LINE_BYTES]; LINES];
        for &pattern in patterns {
            let row = &self.lines[usize::from(pattern) * self.lines_per_row + first..][..LINES];
            for line in 0..LINES {
                for i in 0..LINE_BYTES {
                    bytes[line][i] += i16::from(row[line].0[i]);
                }
            }
        }
        for line in 0..LINES {
            let first = (first + line) * LINE_BYTES;
            let count = LINE_BYTES.min(sums.len() - first);
            let (sums, scales) = (&mut sums[first..][..count], &self.scales[first..][..count]);
            for i in 0..count {
                sums[i] += scales[i] * f32::from(bytes[line][i]);
            }
        }
        LINES
    }
}
