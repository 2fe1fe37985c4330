//! Move filters: the plays that a search evaluates more deeply.

use crate::{bits::hash_bits, depth::Depth};
use sheshbesh_movegen::{codes, listed, named, quoted};
use std::hash::{Hash, Hasher};

/// Limits on the best plays that go on to the next ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilter {
    /// Maximum number of plays.
    pub max: usize,
    /// Maximum difference from the best play, in points.
    pub threshold: f32,
}

impl MoveFilter {
    /// Keeps all plays.
    const ALL: Self = Self { max: usize::MAX, threshold: f32::INFINITY };

    const fn new(max: usize, threshold: f32) -> Self {
        Self { max, threshold }
    }
}

impl Hash for MoveFilter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.max.hash(state);
        hash_bits(&[self.threshold], state);
    }
}

/// Filter settings of a search.
#[derive(Clone, Copy, Debug, Hash, PartialEq)]
pub struct Filter {
    /// Filters of the candidate plays, from 1-ply to 2-ply, from 2-ply to 3-ply and so on.
    pub plays: [MoveFilter; Depth::DEEPEST.plies() as usize - 1],
    /// Minimum number of plays that a ranking for readers searches to the full depth, even where
    /// `plays` would drop them; see [`Evaluator::rank_in_full`](crate::Evaluator::rank_in_full).
    pub ranked: usize,
    /// Number of replies to each roll that the large network evaluates within the search, chosen by
    /// the small network; 0 for all.
    pub replies: usize,
}

/// Number of plays shown to readers at the full depth, so that their differences can be compared.
const RANKED: usize = 5;

/// Named filters, the fastest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilterName {
    /// Fast; occasionally misses the best play.
    Narrow,
    /// As good as searching everything, to within a fraction of a thousandth of a point.
    #[default]
    Normal,
    /// Slower, for analysis.
    Wide,
    /// Searches everything.
    None,
}

impl FilterName {
    /// Settings of the filter.
    pub const fn filter(self) -> Filter {
        match self {
            Self::Narrow => Filter {
                plays: [
                    MoveFilter::new(4, 0.08),
                    MoveFilter::new(3, 0.04),
                    MoveFilter::new(2, 0.02),
                ],
                ranked: 1,
                replies: 4,
            },
            Self::Normal => Filter {
                plays: [
                    MoveFilter::new(8, 0.08),
                    MoveFilter::new(4, 0.06),
                    MoveFilter::new(2, 0.03),
                ],
                ranked: RANKED,
                replies: 4,
            },
            Self::Wide => Filter {
                plays: [
                    MoveFilter::new(12, 0.24),
                    MoveFilter::new(8, 0.12),
                    MoveFilter::new(5, 0.08),
                ],
                ranked: RANKED,
                replies: 10,
            },
            Self::None => Filter {
                plays: [MoveFilter::ALL; Depth::DEEPEST.plies() as usize - 1],
                ranked: usize::MAX,
                replies: 0,
            },
        }
    }
}

impl Default for Filter {
    fn default() -> Self {
        FilterName::default().filter()
    }
}

named!(
    FilterName,
    UnknownFilter { Narrow: "narrow", Normal: "normal", Wide: "wide", None: "none" }
);

/// Error: no filter has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown move filter {text}: filters are {names}",
    text = quoted(.0),
    names = listed(&FilterName::ALL.map(FilterName::name))
)]
pub struct UnknownFilter(pub String);

codes! {
    UnknownFilter {
        Self(text) => "unknown.filter" {
            text, known = FilterName::ALL.map(FilterName::name),
        },
    }
}
