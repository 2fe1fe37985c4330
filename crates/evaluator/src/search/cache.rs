//! Evaluation cache, shared by threads.

use sheshbesh_movegen::Position;
use sheshbesh_network::{OUTCOMES, Outcomes};
use std::{
    alloc::{Layout, alloc_zeroed},
    hash::{DefaultHasher, Hash, Hasher},
    ptr,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Words of an entry without its key.
const WORDS: usize = 7;
/// Number of cube values that fit into an entry in addition to the outcomes.
pub(crate) const MOST_VALUES: usize = 2 * WORDS - OUTCOMES;

/// Lock-free table of evaluations.
///
/// The key of an entry is stored mixed with the content. An entry that two threads wrote at the
/// same time does not match its key and counts as empty (Hyatt and Mann, *A Lock-less Transposition
/// Table Implementation*, 2002). Only evaluations of a search are stored, and they do not depend on
/// the caller, so results are the same with and without a cache.
pub struct EvaluationCache {
    /// Allocated when the first evaluation is stored, so that an unused cache costs nothing. Empty
    /// if the system lacks the memory.
    entries: OnceLock<Entries>,
    capacity: usize,
}

/// Words of an entry: the key mixed with the content, then the content. Together they fill a cache
/// line.
const ENTRY: usize = 1 + WORDS;
const ENTRY_BYTES: usize = ENTRY * size_of::<u64>();

/// Entries in memory that the system provides on first use.
struct Entries {
    /// A little longer than the entries, so that they can start at a cache line.
    words: Box<[AtomicU64]>,
    /// Index of the first entry's first word.
    first: usize,
}

impl Entries {
    /// Makes a table without entries.
    fn none() -> Self {
        Self { words: Box::default(), first: 0 }
    }

    /// Makes a table of empty entries; `None` if the system refuses the memory.
    ///
    /// The layout is not aligned to cache lines: with such a layout, the allocator would write the
    /// zeros itself and take up all of the memory at once.
    fn empty(count: usize) -> Option<Self> {
        let length = count.checked_mul(ENTRY)?.checked_add(ENTRY - 1)?;
        let layout = Layout::array::<AtomicU64>(length).ok()?;
        // SAFETY: the layout's size is not zero.
        let memory = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
        if memory.is_null() {
            return None;
        }
        // SAFETY: the memory was allocated with the layout of `length` integers, all of them are
        // zero, and it has no other owner.
        let words = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(memory, length)) };
        let first = words.as_ptr().align_offset(ENTRY_BYTES).min(ENTRY - 1);
        Some(Self { words, first })
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the check word and the content of an entry.
    #[inline]
    fn get(&self, index: usize) -> Option<(&AtomicU64, &[AtomicU64; WORDS])> {
        let (check, content) = self.words.get(self.first + index * ENTRY..)?.split_first()?;
        Some((check, content.first_chunk()?))
    }
}

/// An evaluation as stored in an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CachedValue {
    pub(crate) outcomes: Outcomes,
    pub(crate) values: [f32; MOST_VALUES],
}

impl EvaluationCache {
    /// Creates a cache of at most `megabytes` MB (of 2^20 bytes), with at least one entry.
    pub fn new(megabytes: usize) -> Self {
        let entries = (megabytes << 20) / ENTRY_BYTES;
        let entries = entries.max(1).next_power_of_two();
        // Rounded down to a power of two, unless there is only one entry.
        let entries =
            if entries * ENTRY_BYTES > megabytes << 20 { (entries / 2).max(1) } else { entries };
        Self { entries: OnceLock::new(), capacity: entries }
    }

    /// Allocates the memory now instead of at the first evaluation. Returns true if it succeeded;
    /// if not, the cache stores nothing, and searches take longer.
    pub fn make(&self) -> bool {
        !self.made().is_empty()
    }

    fn made(&self) -> &Entries {
        self.entries.get_or_init(|| Entries::empty(self.capacity).unwrap_or_else(Entries::none))
    }

    /// Number of evaluations that fit into the cache.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Number of evaluations in the cache.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        let Some(entries) = self.entries.get() else { return 0 };
        let checks = (0..self.capacity).filter_map(|index| Some(entries.get(index)?.0));
        checks.filter(|check| check.load(Ordering::Relaxed) != 0).count()
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.capacity - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<CachedValue> {
        let (check, content) = self.entries.get()?.get(self.index(key))?;
        let words: [u64; WORDS] = std::array::from_fn(|i| content[i].load(Ordering::Relaxed));
        if check.load(Ordering::Relaxed) ^ mix(&words) != key {
            return None;
        }
        let number = |i: usize| f32::from_bits((words[i / 2] >> (32 * (i % 2))) as u32);
        Some(CachedValue {
            outcomes: Outcomes(std::array::from_fn(number)),
            values: std::array::from_fn(|i| number(OUTCOMES + i)),
        })
    }

    pub(crate) fn put(&self, key: u64, value: &CachedValue) {
        let number = |i: usize| {
            let number =
                if i < OUTCOMES { value.outcomes.0[i] } else { value.values[i - OUTCOMES] };
            u64::from(number.to_bits())
        };
        let Some((check, content)) = self.made().get(self.index(key)) else { return };
        let words: [u64; WORDS] = std::array::from_fn(|i| number(2 * i) | number(2 * i + 1) << 32);
        for (stored, word) in content.iter().zip(words) {
            stored.store(word, Ordering::Relaxed);
        }
        check.store(key ^ mix(&words), Ordering::Relaxed);
    }
}

/// Hashes the content of an entry; a change of any word changes the result.
pub(crate) fn mix(words: &[u64]) -> u64 {
    words
        .iter()
        .fold(0, |sum: u64, word| (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Key of a position and a query about it. Never 0, so no key matches an empty entry. Two queries
/// have the same key with a probability of 2^-64.
pub(crate) fn hash_key(position: &Position, query: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    query.hash(&mut hasher);
    let mut key = hasher.finish();
    for side in [position.own().bits(), position.opponent().bits()] {
        for half in [side as u64, (side >> 64) as u64] {
            // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
            key = (key ^ half).wrapping_add(0x9e37_79b9_7f4a_7c15);
            key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            key ^= key >> 31;
        }
    }
    key.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;
    use std::collections::HashSet;

    #[test]
    fn stored_values_are_found_and_nothing_else() {
        let cache = EvaluationCache::new(1);
        assert_eq!(cache.capacity(), 1 << 14);
        assert_eq!(EvaluationCache::new(0).capacity(), 1);
        let cached =
            |x: f32| CachedValue { outcomes: Outcomes([x; 6]), values: [x + 0.5; MOST_VALUES] };
        assert_eq!(cache.get(7), None);
        cache.put(7, &cached(1.0));
        assert_eq!(cache.get(7), Some(cached(1.0)));
        // Same entry, different key.
        let other = 7 + (1 << 40);
        assert_eq!(cache.get(other), None);
        cache.put(other, &cached(2.0));
        assert_eq!((cache.get(7), cache.get(other)), (None, Some(cached(2.0))));
    }

    #[test]
    fn missing_memory_is_no_cache() {
        let cache = EvaluationCache::new(1 << 40);
        assert!(!cache.make());
        cache.put(7, &CachedValue::default());
        assert_eq!(cache.get(7), None);
        // The first and the last entry start at a cache line.
        for capacity in [1, 1 << 14] {
            let entries = Entries::empty(capacity).unwrap();
            for index in [0, capacity - 1] {
                let address = ptr::from_ref(entries.get(index).unwrap().0).addr();
                assert_eq!(address % ENTRY_BYTES, 0);
            }
        }
    }

    #[test]
    fn keys_differ() {
        let positions: HashSet<_> = test_positions(100).into_iter().collect();
        let keys: HashSet<u64> =
            positions.iter().flat_map(|p| [hash_key(p, &2), hash_key(p, &3)]).collect();
        assert_eq!(keys.len(), 2 * positions.len());
    }

    #[test]
    fn threads_that_write_at_once_leave_whole_entries_or_none() {
        let cache = EvaluationCache::new(0);
        std::thread::scope(|scope| {
            for thread in 1..=4u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for _ in 0..20_000 {
                        let cached = |t: u64| CachedValue {
                            outcomes: Outcomes([t as f32; 6]),
                            values: [t as f32; MOST_VALUES],
                        };
                        cache.put(thread, &cached(thread));
                        for other in 1..=4 {
                            if let Some(found) = cache.get(other) {
                                assert_eq!(found, cached(other));
                            }
                        }
                    }
                });
            }
        });
    }
}
