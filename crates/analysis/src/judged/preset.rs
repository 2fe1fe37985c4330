//! How thoroughly matches are judged.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::{listed, named, quoted};

/// How thoroughly a match is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The network's verdict.
    Quick,
    /// Two plies, and three where that is not enough.
    #[default]
    Standard,
    /// Three plies, and four where that is not enough.
    Deep,
    /// As standard; what is in doubt after that is rolled out.
    Rollout,
}

impl Preset {
    /// All of them, the fastest first.
    pub const ALL: [Self; 4] = [Self::Quick, Self::Standard, Self::Deep, Self::Rollout];

    /// Those that answer while somebody waits.
    pub const PROMPT: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Deep => "deep",
            Self::Rollout => "rollout",
        }
    }

    /// How deep a decision is searched at first.
    pub const fn low(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard | Self::Rollout => Depth::TWO,
            Self::Deep => Depth::THREE,
        }
    }

    /// How deep where that is not enough.
    pub const fn high(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard | Self::Rollout => Depth::THREE,
            Self::Deep => Depth::DEEPEST,
        }
    }

    /// How deep luck is searched.
    pub const fn luck(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            _ => Depth::TWO,
        }
    }

    /// Whether what is in doubt at the end is rolled out.
    pub const fn rolls_out(self) -> bool {
        matches!(self, Self::Rollout)
    }
}

named!(Preset, UnknownPreset);

/// No preset has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no preset is called {text}; there are {names}",
    text = quoted(.0),
    names = listed(&Preset::ALL.map(Preset::name))
)]
pub struct UnknownPreset(pub String);
