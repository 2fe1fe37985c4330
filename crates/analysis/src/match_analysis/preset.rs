//! Analysis presets.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, RolloutLevel};
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
    /// 3-ply, 4-ply for doubtful decisions, and short truncated rollouts of errors.
    Deep,
    /// As `Deep`, with longer rollouts.
    #[serde(alias = "rollout")]
    WorldClass,
}

named!(
    Preset,
    UnknownPreset {
        Quick: "quick",
        Standard: "standard",
        Deep: "deep",
        WorldClass: "world-class" | "rollout",
    }
);

impl Preset {
    /// Presets fast enough for interactive use.
    pub const PROMPT: [Self; 3] = [Self::Quick, Self::Standard, Self::Deep];

    /// Depth of the first search.
    pub const fn low(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard => Depth::TWO,
            Self::Deep | Self::WorldClass => Depth::THREE,
        }
    }

    /// Depth of the deeper search.
    pub const fn high(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            Self::Standard => Depth::THREE,
            Self::Deep | Self::WorldClass => Depth::DEEPEST,
        }
    }

    /// Search depth for luck.
    pub const fn luck(self) -> Depth {
        match self {
            Self::Quick => Depth::ONE,
            _ => Depth::TWO,
        }
    }

    /// Margin, in EMG, within which another cube action makes a decision doubtful.
    pub const fn cube_margin(self) -> f64 {
        match self {
            Self::Quick | Self::Standard => 0.12,
            Self::Deep | Self::WorldClass => 0.25,
        }
    }

    /// Truncated rollout of plays and cube actions that are still errors after the deeper search.
    pub const fn rollout(self) -> Option<RolloutLevel> {
        match self {
            Self::Quick | Self::Standard => None,
            Self::Deep => Some(RolloutLevel::One),
            Self::WorldClass => Some(RolloutLevel::Two),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_alike() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
            let json = serde_json::to_string(&preset).unwrap();
            assert_eq!(json, format!("\"{preset}\""));
            assert_eq!(serde_json::from_str::<Preset>(&json).unwrap(), preset);
        }
        assert_eq!("rollout".parse(), Ok(Preset::WorldClass));
        assert_eq!(serde_json::from_str::<Preset>("\"rollout\"").unwrap(), Preset::WorldClass);
        assert_eq!("best".parse::<Preset>(), Err(UnknownPreset("best".to_owned())));
    }
}
