//! Removal of duplicate positions; several rolls often lead to the same position.

use super::cache::mix;
use sheshbesh_movegen::Position;

/// The distinct positions of a list, and the workspace of finding them.
#[derive(Default)]
pub(super) struct Distinct {
    positions: Vec<Position>,
    /// Index among the distinct positions, for each position of the list.
    indices: Vec<u32>,
    /// Hash table of indices of distinct positions; at least twice as long as the list.
    table: Vec<u32>,
}

/// Empty slot of the hash table.
const NONE: u32 = u32::MAX;

impl Distinct {
    /// Finds the distinct positions of a list.
    pub(super) fn find(&mut self, list: &[Position]) {
        let bits = (2 * list.len().max(1)).next_power_of_two().ilog2();
        let mask = (1 << bits) - 1;
        self.positions.clear();
        self.indices.clear();
        self.table.clear();
        self.table.resize(1 << bits, NONE);
        for position in list {
            let mut slot = (hash(position) >> (u64::BITS - bits)) as usize;
            let index = loop {
                let index = self.table[slot];
                if index == NONE {
                    let new = self.positions.len() as u32;
                    self.table[slot] = new;
                    self.positions.push(*position);
                    break new;
                }
                if self.positions[index as usize] == *position {
                    break index;
                }
                slot = (slot + 1) & mask;
            };
            self.indices.push(index);
        }
    }

    /// Distinct positions, in the order of their first occurrence.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Converts values of the list's positions, equal for equal positions, to values of the
    /// distinct ones.
    pub(super) fn gather<T: Copy>(&self, of_list: &[T], of_distinct: &mut Vec<T>) {
        assert_eq!(of_list.len(), self.indices.len());
        of_distinct.clear();
        for (&index, &value) in self.indices.iter().zip(of_list) {
            if index as usize == of_distinct.len() {
                of_distinct.push(value);
            }
        }
    }

    /// Appends to `of_list`, for each position of the list, the value of its distinct position.
    pub(super) fn spread<T: Copy>(&self, of_distinct: &[T], of_list: &mut Vec<T>) {
        assert_eq!(of_distinct.len(), self.positions.len());
        of_list.extend(self.indices.iter().map(|&index| of_distinct[index as usize]));
    }
}

/// Hashes a position; the high bits depend on every checker.
fn hash(position: &Position) -> u64 {
    let (own, opponent) = (position.own().bits(), position.opponent().bits());
    mix(&[own, own >> 64, opponent, opponent >> 64].map(|word| word as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use sheshbesh_movegen::{Game, generate_rolls};

    #[test]
    fn equal_positions_are_found_once() {
        let mut distinct = Distinct::default();
        let (mut results, mut all, mut once) = (Vec::new(), 0, 0);
        for position in test_positions(3) {
            results.clear();
            generate_rolls(Game::Backgammon, &position, &mut results, &mut Vec::new());
            distinct.find(&results);
            let mut want: Vec<Position> = Vec::new();
            for result in &results {
                if !want.contains(result) {
                    want.push(*result);
                }
            }
            assert_eq!(distinct.positions(), want);
            let mut spread = Vec::new();
            distinct.spread(distinct.positions(), &mut spread);
            assert_eq!(spread, results);
            let mut gathered = Vec::new();
            distinct.gather(&results, &mut gathered);
            assert_eq!(gathered, want);
            all += results.len();
            once += want.len();
        }
        assert!(once < all, "{once} of {all}");
        distinct.find(&[]);
        assert!(distinct.positions().is_empty());
    }
}
