//! Settings that outlive a position.

use sheshbesh_evaluator::{Depth, cube::MatchEquityTable};
use sheshbesh_movegen::{BySeat, Game};
use std::sync::Arc;

/// GNU Backgammon's names of the players, until a command or a file names them.
const NAMES: BySeat<&str> = BySeat { bottom: "user", top: "gnubg" };

/// Search depths of plays and of cube decisions, in GNU Backgammon's plies; `None` for the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plies {
    pub(super) play: Option<u32>,
    pub(super) cube: Option<u32>,
}

/// Settings of a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RolloutChoice {
    /// Number of games.
    pub(super) games: u64,
    pub(super) seed: u64,
    /// Plies after which games end, and true if they do.
    pub(super) truncate: (u32, bool),
    pub(super) variance_reduction: bool,
    pub(super) stratified: bool,
    /// Depth of both players, in GNU Backgammon's plies.
    pub(super) plies: u32,
}

/// Settings that outlive a position.
#[derive(Clone, Debug)]
pub(super) struct CommandOptions {
    /// Depths of `hint` and `evaluate`.
    pub(super) evaluation: Plies,
    /// Depths of `analyse`, and of `hint` if `evaluation` has none.
    pub(super) analysis: Plies,
    /// False for cubeless plays.
    pub(super) cubeful: bool,
    pub(super) rollout: RolloutChoice,
    /// Decimal places of equities.
    pub(super) digits: usize,
    /// True to show match winning chances instead of equities, in matches.
    pub(super) mwc: bool,
    /// Number of plays of each decision in exported texts.
    pub(super) exported_plays: usize,
    pub(super) names: BySeat<String>,
    pub(super) game: Game,
    /// Length of new matches in points.
    pub(super) match_length: u16,
    /// Jacoby rule of new money games.
    pub(super) jacoby: bool,
    /// Beavers in money games; `None` for those of the ID.
    pub(super) beavers: Option<bool>,
    pub(super) equities: Arc<MatchEquityTable>,
}

impl Default for CommandOptions {
    fn default() -> Self {
        Self {
            evaluation: Plies::default(),
            analysis: Plies::default(),
            cubeful: true,
            rollout: RolloutChoice {
                games: 1296,
                seed: 1,
                truncate: (11, false),
                variance_reduction: true,
                stratified: true,
                plies: 0,
            },
            digits: 3,
            mwc: false,
            exported_plays: 5,
            names: NAMES.map(str::to_owned),
            game: Game::Backgammon,
            match_length: 7,
            jacoby: true,
            beavers: None,
            equities: MatchEquityTable::kazaross_xg2(),
        }
    }
}

impl CommandOptions {
    /// Default depth in GNU Backgammon's plies.
    const PLIES: u32 = 2;

    /// Depth of plays for `hint` and `evaluate`.
    pub(super) fn play_depth(&self) -> Depth {
        depth(self.evaluation.play.or(self.analysis.play).unwrap_or(Self::PLIES))
    }

    /// Depth of cube decisions for `hint`.
    pub(super) fn cube_depth(&self) -> Depth {
        depth(self.evaluation.cube.or(self.analysis.cube).unwrap_or(Self::PLIES))
    }

    /// Depth of match analysis: the deeper one of plays and of cube decisions.
    pub(super) fn analysis_depth(&self) -> Depth {
        let Plies { play, cube } = self.analysis;
        depth(play.max(cube).unwrap_or(Self::PLIES))
    }
}

/// Converts GNU Backgammon's plies. Deeper searches than ours become our deepest.
pub(super) fn depth(plies: u32) -> Depth {
    Depth::new(plies.saturating_add(1)).unwrap_or(Depth::DEEPEST)
}

/// Converts a depth in our plies to GNU Backgammon's.
pub(super) const fn gnubg_plies(plies: u32) -> u32 {
    plies.saturating_sub(1)
}
