//! Which plays a search looks at more closely.

use crate::depth::Depth;
use sheshbesh_movegen::{listed, named, quoted};

/// How many of the foremost plays go on to the next ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilter {
    /// No more than this.
    pub max: usize,
    /// None that is judged to be so much worse than the best, in points.
    pub threshold: f32,
}

impl MoveFilter {
    /// All of them.
    const ALL: Self = Self { max: usize::MAX, threshold: f32::INFINITY };

    const fn new(max: usize, threshold: f32) -> Self {
        Self { max, threshold }
    }
}

/// How a search narrows what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// Of the plays to choose from: which go from 1-ply to 2-ply, from 2-ply to 3-ply and on.
    pub plays: [MoveFilter; Depth::DEEPEST.plies() as usize - 1],
    /// Minimum number of plays that a ranking for readers searches to the full depth, even where
    /// `plays` would drop them; see [`Evaluator::rank_in_full`](crate::Evaluator::rank_in_full).
    pub ranked: usize,
    /// Of the replies within the search: how many of those that the small network likes best the
    /// large one looks at; 0 for all of them.
    pub replies: usize,
}

/// Plays that readers see at the full depth, so that their differences can be compared.
const RANKED: usize = 5;

/// Filters have names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FilterName {
    /// Fast; now and then the best play is not looked at.
    Narrow,
    /// As good as looking at everything, to a fraction of a thousandth of a point.
    #[default]
    Normal,
    /// Slower, for analysis.
    Wide,
    /// Everything is looked at.
    None,
}

impl FilterName {
    /// All of them, the fastest first.
    pub const ALL: [Self; 4] = [Self::Narrow, Self::Normal, Self::Wide, Self::None];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Normal => "normal",
            Self::Wide => "wide",
            Self::None => "none",
        }
    }

    /// What it keeps.
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

named!(FilterName, UnknownFilter);

/// No filter has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no filter is called {text}; there are {names}",
    text = quoted(.0),
    names = listed(&FilterName::ALL.map(FilterName::name))
)]
pub struct UnknownFilter(pub String);
