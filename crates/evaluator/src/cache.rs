//! What has been searched already, shared by threads.

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

/// Numbers of an entry beside its key.
const WORDS: usize = 7;
/// Cube values that fit into an entry beside the outcomes.
pub(crate) const MOST_VALUES: usize = 2 * WORDS - OUTCOMES;

/// A table of verdicts without locks.
///
/// An entry's key is kept mixed with its content, so one that two threads were writing at the same
/// time does not fit its key, and is as good as empty (Hyatt and Mann, *A Lock-less Transposition
/// Table Implementation*, 2002). Only verdicts of a search are kept, which do not depend on who asks
/// for them, so results are the same with and without a cache.
pub struct EvaluationCache {
    /// Made when the first verdict is kept, so that a cache that is not needed costs nothing. Empty
    /// where the system has not so much memory.
    entries: OnceLock<Entries>,
    capacity: usize,
}

/// Words of an entry: a sum of its key and content, then its content. Together they are a cache line.
const ENTRY: usize = 1 + WORDS;
const ENTRY_BYTES: usize = ENTRY * size_of::<u64>();

/// Entries in memory that the system gives as it is used.
struct Entries {
    /// More than the entries, so that they can begin with a cache line.
    words: Box<[AtomicU64]>,
    /// The first word of the first entry.
    first: usize,
}

impl Entries {
    /// No entries.
    fn none() -> Self {
        Self { words: Box::default(), first: 0 }
    }

    /// A table of empty entries; `None` if the system refuses the memory.
    ///
    /// A layout that is aligned to cache lines would be filled with zeros here, and all of its memory
    /// be taken at once.
    fn empty(count: usize) -> Option<Self> {
        let length = count.checked_mul(ENTRY)?.checked_add(ENTRY - 1)?;
        let layout = Layout::array::<AtomicU64>(length).ok()?;
        // SAFETY: the layout has a size.
        let memory = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
        if memory.is_null() {
            return None;
        }
        // SAFETY: the memory was allocated with the layout of so many integers, all of which are zeros,
        // and belongs to nobody else.
        let words = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(memory, length)) };
        let first = words.as_ptr().align_offset(ENTRY_BYTES).min(ENTRY - 1);
        Some(Self { words, first })
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The sum and the content of an entry.
    #[inline]
    fn get(&self, place: usize) -> Option<(&AtomicU64, &[AtomicU64; WORDS])> {
        let (check, content) = self.words.get(self.first + place * ENTRY..)?.split_first()?;
        Some((check, content.first_chunk()?))
    }
}

/// A verdict as an entry holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    pub(crate) outcomes: Outcomes,
    pub(crate) values: [f32; MOST_VALUES],
}

impl EvaluationCache {
    /// With room for about so many megabytes (of 2^20 bytes); at least one entry.
    pub fn new(megabytes: usize) -> Self {
        let entries = (megabytes << 20) / ENTRY_BYTES;
        let entries = entries.max(1).next_power_of_two();
        // Rounded down to a power of two, unless there is but one.
        let entries =
            if entries * ENTRY_BYTES > megabytes << 20 { (entries / 2).max(1) } else { entries };
        Self { entries: OnceLock::new(), capacity: entries }
    }

    /// Reserves its memory now, which the first verdict does otherwise. Says whether there is so much;
    /// if not, nothing is kept, and searches take longer.
    pub fn make(&self) -> bool {
        !self.made().is_empty()
    }

    fn made(&self) -> &Entries {
        self.entries.get_or_init(|| Entries::empty(self.capacity).unwrap_or_else(Entries::none))
    }

    /// How many verdicts it can hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many verdicts it holds.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        let Some(entries) = self.entries.get() else { return 0 };
        let checks = (0..self.capacity).filter_map(|place| Some(entries.get(place)?.0));
        checks.filter(|check| check.load(Ordering::Relaxed) != 0).count()
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.capacity - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Kept> {
        let (check, content) = self.entries.get()?.get(self.place(key))?;
        let words: [u64; WORDS] = std::array::from_fn(|i| content[i].load(Ordering::Relaxed));
        if check.load(Ordering::Relaxed) ^ mixed(&words) != key {
            return None;
        }
        let number = |i: usize| f32::from_bits((words[i / 2] >> (32 * (i % 2))) as u32);
        Some(Kept {
            outcomes: Outcomes(std::array::from_fn(number)),
            values: std::array::from_fn(|i| number(OUTCOMES + i)),
        })
    }

    pub(crate) fn put(&self, key: u64, kept: &Kept) {
        let number = |i: usize| {
            let value = if i < OUTCOMES { kept.outcomes.0[i] } else { kept.values[i - OUTCOMES] };
            u64::from(value.to_bits())
        };
        let Some((check, content)) = self.made().get(self.place(key)) else { return };
        let words: [u64; WORDS] = std::array::from_fn(|i| number(2 * i) | number(2 * i + 1) << 32);
        for (place, word) in content.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
        check.store(key ^ mixed(&words), Ordering::Relaxed);
    }
}

/// A sum of the content that changes when any words of it do.
pub(crate) fn mixed(words: &[u64]) -> u64 {
    words
        .iter()
        .fold(0, |sum: u64, word| (sum.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A key of a position and what is asked of it; never 0, so that an empty entry has none. Two
/// questions have the same key with a probability of 2^-64.
pub(crate) fn key(position: &Position, question: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
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
    fn what_was_put_is_got_and_nothing_else() {
        let cache = EvaluationCache::new(1);
        assert_eq!(cache.capacity(), 1 << 14);
        assert_eq!(EvaluationCache::new(0).capacity(), 1);
        let kept = |x: f32| Kept { outcomes: Outcomes([x; 6]), values: [x + 0.5; MOST_VALUES] };
        assert_eq!(cache.get(7), None);
        cache.put(7, &kept(1.0));
        assert_eq!(cache.get(7), Some(kept(1.0)));
        // The same entry, another key.
        let other = 7 + (1 << 40);
        assert_eq!(cache.get(other), None);
        cache.put(other, &kept(2.0));
        assert_eq!((cache.get(7), cache.get(other)), (None, Some(kept(2.0))));
    }

    #[test]
    fn memory_that_there_is_not_is_no_cache() {
        let cache = EvaluationCache::new(1 << 40);
        assert!(!cache.make());
        cache.put(7, &Kept::default());
        assert_eq!(cache.get(7), None);
        // The first and the last entry begin with a cache line.
        for capacity in [1, 1 << 14] {
            let entries = Entries::empty(capacity).unwrap();
            for place in [0, capacity - 1] {
                let address = ptr::from_ref(entries.get(place).unwrap().0).addr();
                assert_eq!(address % ENTRY_BYTES, 0);
            }
        }
    }

    #[test]
    fn keys_differ() {
        let positions: HashSet<_> = test_positions(100).into_iter().collect();
        let keys: HashSet<u64> = positions.iter().flat_map(|p| [key(p, &2), key(p, &3)]).collect();
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
                        let kept = |t: u64| Kept {
                            outcomes: Outcomes([t as f32; 6]),
                            values: [t as f32; MOST_VALUES],
                        };
                        cache.put(thread, &kept(thread));
                        for other in 1..=4 {
                            if let Some(found) = cache.get(other) {
                                assert_eq!(found, kept(other));
                            }
                        }
                    }
                });
            }
        });
    }
}
