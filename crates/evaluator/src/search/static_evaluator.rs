//! Evaluation without search, at 1-ply: outcomes by the tables or the network, and their values by
//! the stakes.

use super::networks::GameNetwork;
use crate::{
    cube::{CubeModel, NodeValue, Phase, RootSide},
    exact::{Tablebase, bearoff::Tables},
};
use sheshbesh_movegen::{Class, Game, Position};
use sheshbesh_network::{FastNetwork, OUTCOMES, Outcomes, Workspace};
use std::sync::Arc;

/// Evaluates positions at 1-ply.
pub(crate) struct StaticEvaluator {
    network: GameNetwork,
    stakes: Arc<CubeModel>,
    tablebase: Tablebase,
    /// Workspace of the network.
    workspace: Workspace,
    /// Result of the last [`evaluate_batch`](Self::evaluate_batch).
    outcomes: Vec<Outcomes>,
    /// True if turns of the game may have several stages.
    has_stages: bool,
}

impl Clone for StaticEvaluator {
    fn clone(&self) -> Self {
        Self {
            network: self.network.clone(),
            stakes: Arc::clone(&self.stakes),
            tablebase: self.tablebase.clone(),
            workspace: self.network.fast.workspace(),
            outcomes: Vec::new(),
            has_stages: self.has_stages,
        }
    }
}

impl StaticEvaluator {
    /// Creates an evaluator of a network with tables.
    pub(super) fn new(
        network: GameNetwork,
        stakes: Arc<CubeModel>,
        tables: Option<&Arc<Tables>>,
    ) -> Self {
        Self {
            tablebase: Tablebase::new(tables, network.game, &stakes),
            workspace: network.fast.workspace(),
            has_stages: network.game.has_stages(),
            network,
            stakes,
            outcomes: Vec::new(),
        }
    }

    /// Switches to a network with its game, to stakes and to tables.
    pub(super) fn set(
        &mut self,
        network: GameNetwork,
        stakes: Arc<CubeModel>,
        tables: Option<&Arc<Tables>>,
    ) {
        if network.number != self.network.number {
            self.workspace = network.fast.workspace();
        }
        self.tablebase = Tablebase::new(tables, network.game, &stakes);
        self.has_stages = network.game.has_stages();
        (self.network, self.stakes) = (network, stakes);
    }

    /// The network in use.
    pub(crate) const fn network(&self) -> &GameNetwork {
        &self.network
    }

    /// Game whose rules apply.
    pub(crate) const fn game(&self) -> Game {
        self.network.game
    }

    /// True if turns of the game may have several stages.
    #[inline]
    pub(super) const fn has_stages(&self) -> bool {
        self.has_stages
    }

    /// The stakes.
    pub(crate) const fn stakes(&self) -> &Arc<CubeModel> {
        &self.stakes
    }

    /// The exact tables.
    pub(crate) const fn tablebase(&self) -> &Tablebase {
        &self.tablebase
    }

    /// True if the network has several members.
    pub(super) fn is_ensemble(&self) -> bool {
        self.network.fast.is_ensemble()
    }

    /// Outcomes of positions, each for its player on roll. The more the positions have in common
    /// with `near`, the faster it is.
    #[inline]
    pub(crate) fn evaluate_batch(&mut self, near: &Position, all: &[Position]) -> &[Outcomes] {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        self.evaluate_into(near, all, &mut outcomes);
        self.outcomes = outcomes;
        &self.outcomes
    }

    /// Evaluates positions like [`evaluate_batch`](Self::evaluate_batch), into a list of the
    /// caller's.
    #[inline]
    pub(super) fn evaluate_into(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        self.evaluate_by_first(near, all, outcomes);
        self.add_companions(near, all, outcomes);
    }

    /// Same as [`evaluate_into`](Self::evaluate_into), by the first member alone if the network is
    /// an ensemble.
    #[inline]
    pub(super) fn evaluate_by_first(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        if self.has_stages {
            self.evaluate_states(all, outcomes);
        } else if !self.tablebase.look_up(all, outcomes) {
            let exact = self.tablebase.bearoffs();
            self.network.fast.evaluate_first(&mut self.workspace, &exact, near, all, outcomes);
        }
    }

    /// Completes the outcomes of [`evaluate_by_first`](Self::evaluate_by_first) to those of
    /// [`evaluate_into`](Self::evaluate_into).
    #[inline]
    pub(super) fn add_companions(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        // Either all positions of a list are of a solved game or none is.
        if self.is_ensemble()
            && !self.has_stages
            && all.first().is_none_or(|p| !self.tablebase.has_game_of(p))
        {
            let exact = self.tablebase.bearoffs();
            self.network.fast.add_companions(&mut self.workspace, &exact, near, all, outcomes);
        }
    }

    /// Outcomes of positions without the states of their turns, by all members of an ensemble.
    pub(super) fn evaluate_plain(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        let exact = self.tablebase.bearoffs();
        let fast = &self.network.fast;
        fast.evaluate_first(&mut self.workspace, &exact, near, all, outcomes);
        if fast.is_ensemble() {
            fast.add_companions(&mut self.workspace, &exact, near, all, outcomes);
        }
    }

    /// Scores positions with the small network, for each of `values`; see
    /// [`FastNetwork::prune_scores`]. Returns false, without scores, if there is none.
    pub(super) fn prune_scores(
        &mut self,
        near: &Position,
        all: &[Position],
        values: &[[f32; OUTCOMES]],
        scores: &mut Vec<f32>,
    ) -> bool {
        !self.has_stages
            && self.network.fast.prune_scores(&mut self.workspace, near, all, values, scores)
    }

    /// Lends the list of outcomes, to be returned by
    /// [`put_back_outcomes`](Self::put_back_outcomes).
    pub(super) fn take_outcomes(&mut self) -> Vec<Outcomes> {
        std::mem::take(&mut self.outcomes)
    }

    /// Takes back the list of outcomes.
    pub(super) fn put_back_outcomes(&mut self, outcomes: Vec<Outcomes>) {
        self.outcomes = outcomes;
    }

    /// Evaluates a position in the course of a game, without a double now.
    pub(crate) fn value_without_double(
        &mut self,
        position: &Position,
        on_roll: RootSide,
    ) -> NodeValue {
        let one = std::slice::from_ref(position);
        let outcomes = self.evaluate_batch(&FastNetwork::EMPTY, one)[0];
        let outcomes = self.settled(position, outcomes);
        self.leaf_value(position, outcomes, on_roll)
    }

    /// Evaluation of a position that needs no search, on all cube levels.
    #[inline]
    pub(super) fn terminal_value(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: RootSide,
    ) -> Option<NodeValue> {
        if ply > 1
            && self.game().class(position) != Class::Over
            && !self.tablebase.is_complete(position)
        {
            return None;
        }
        Some(self.value_without_double(position, on_roll))
    }

    /// Evaluation by the tables, if they end a game here.
    pub(crate) fn ended_by_tables(
        &mut self,
        position: &Position,
        on_roll: RootSide,
    ) -> Option<NodeValue> {
        if !self.tablebase.may_end(position) {
            return None;
        }
        let value = self.terminal_value(position, 2, on_roll)?;
        Some(self.with_double(value, on_roll))
    }

    /// Evaluation of a position that is searched no further, from its outcomes.
    #[inline]
    pub(super) fn leaf_value(
        &self,
        position: &Position,
        outcomes: Outcomes,
        on_roll: RootSide,
    ) -> NodeValue {
        if let Some(exact) = self.tablebase.equities(position) {
            return NodeValue { outcomes, values: CubeModel::exact(&exact, on_roll) };
        }
        let of_a = on_roll.outcomes(outcomes);
        let phase = || Phase::of(self.game(), position);
        NodeValue { outcomes, values: self.stakes.leaf_values(&of_a, phase, on_roll) }
    }

    /// Evaluation if the player on roll may double before rolling.
    #[inline]
    pub(super) fn with_double(&self, value: NodeValue, on_roll: RootSide) -> NodeValue {
        NodeValue { values: self.stakes.with_doubling(&value.values, on_roll), ..value }
    }

    /// Same as [`leaf_value`](Self::leaf_value), if the player on roll may double before rolling.
    #[inline]
    pub(super) fn leaf_value_with_double(
        &self,
        position: &Position,
        outcomes: Outcomes,
        on_roll: RootSide,
    ) -> NodeValue {
        self.with_double(self.leaf_value(position, outcomes, on_roll), on_roll)
    }

    /// Value to A with the present cube.
    #[inline]
    pub(super) fn present(&self, value: &NodeValue) -> f32 {
        self.stakes.present(&value.values)
    }

    /// Values of the outcomes to `player` after their play if the cube stays on a level. The
    /// outcomes are the opponent's, who is on roll.
    #[inline]
    pub(super) fn values_after_play(&self, player: RootSide, level: u8) -> [f32; OUTCOMES] {
        let values = self.stakes.outcome_values(level);
        match player {
            RootSide::A => std::array::from_fn(|i| values[(i + OUTCOMES / 2) % OUTCOMES]),
            RootSide::B => values.map(|value| -value),
        }
    }
}
