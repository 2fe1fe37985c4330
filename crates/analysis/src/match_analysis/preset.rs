//! Analysis presets.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::{codes, listed, named, quoted};

/// Analysis preset, from fast to thorough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Static evaluation (1-ply).
    Quick,
    /// 2-ply, and 3-ply for doubtful decisions.
    #[default]
    Standard,
    /// 3-ply, and 4-ply for doubtful decisions.
    Deep,
    /// As `Standard`, then rollouts of decisions that are still doubtful.
    Rollout,
}

impl Preset {
    /// Presets fast enough for interactive use.
    pub const PROMPT: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    /// Depth of the first search.
    pub const fn low(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard | Self::Rollout => Depth::TWO,
            Self::Deep => Depth::THREE,
        }
    }

    /// Depth of the deeper search.
    pub const fn high(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard | Self::Rollout => Depth::THREE,
            Self::Deep => Depth::DEEPEST,
        }
    }

    /// Search depth for luck.
    pub const fn luck(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            _ => Depth::TWO,
        }
    }

    /// True if decisions that are still doubtful are rolled out.
    pub const fn rolls_out(self) -> bool {
        matches!(self, Self::Rollout)
    }
}

named!(
    Preset,
    UnknownPreset { Quick: "quick", Standard: "standard", Deep: "deep", Rollout: "rollout" }
);

/// Unknown preset name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown preset {text}: presets are {names}",
    text = quoted(.0),
    names = listed(&Preset::ALL.map(Preset::name))
)]
pub struct UnknownPreset(pub String);

codes! {
    UnknownPreset {
        Self(text) => "unknown.preset" { text, known = Preset::ALL.map(Preset::name) },
    }
}
