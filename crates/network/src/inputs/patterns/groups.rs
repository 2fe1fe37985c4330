//! Index layout of the pattern groups of `windows-4`: number of patterns and first number of each.

use sheshbesh_movegen::{BAR, HOME, POINTS};

pub(super) const WINDOW: usize = 4;
pub(super) const WINDOWS: usize = POINTS as usize - WINDOW + 1;
/// States of a point: empty, or a made point or a blot of either side.
pub(super) const STATES: usize = 5;
pub(super) const WINDOW_PATTERNS: usize = STATES.pow(WINDOW as u32);

/// First index of stragglers.
pub(super) const FIRST_STRAGGLER: usize = HOME as usize + 1;
pub(super) const STRAGGLER_INDICES: usize = BAR as usize - FIRST_STRAGGLER + 1;
pub(super) const STRAGGLER_COUNTS: usize = 3;
pub(super) const AHEAD: usize = 1 << HOME;
pub(super) const STRAGGLER_PATTERNS: usize = STRAGGLER_INDICES * STRAGGLER_COUNTS * AHEAD;

pub(super) const STRAGGLERS_FROM: usize = WINDOWS * WINDOW_PATTERNS;
/// First pattern number of the spares. They follow the patterns of `Windows4`.
pub(super) const SPARES_FROM: usize = STRAGGLERS_FROM + 2 * STRAGGLER_PATTERNS;
