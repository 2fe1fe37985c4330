//! Search depths of an analysis.

use super::preset::Preset;
use sheshbesh_evaluator::{Depth, RolloutLevel};

/// Search depths of an analysis: those of a preset, or up to a chosen depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnalysisDepths {
    /// Depth of the first search.
    pub(super) low: Depth,
    /// Depth of the deeper search of doubtful decisions.
    pub(super) high: Depth,
    /// Search depth for luck.
    pub(super) luck: Depth,
    /// Margin, in EMG, within which another cube action makes a decision doubtful.
    pub(super) cube_margin: f64,
    /// Truncated rollout of decisions that are still errors after the deeper search.
    pub(super) rollout: Option<RolloutLevel>,
}

impl From<Preset> for AnalysisDepths {
    fn from(preset: Preset) -> Self {
        Self {
            low: preset.low(),
            high: preset.high(),
            luck: preset.luck(),
            cube_margin: preset.cube_margin(),
            rollout: preset.rollout(),
        }
    }
}

impl AnalysisDepths {
    /// Searches doubtful decisions to a depth and the others one ply less, without rollouts.
    pub(super) fn up_to(depth: Depth) -> (Self, Preset) {
        let preset = match depth.plies() {
            1 => Preset::Quick,
            2 | 3 => Preset::Standard,
            _ => Preset::Deep,
        };
        let low = Depth::new(depth.plies() - 1).unwrap_or(Depth::ONE);
        let luck = depth.min(preset.luck());
        (Self { low, high: depth, luck, rollout: None, ..preset.into() }, preset)
    }
}
