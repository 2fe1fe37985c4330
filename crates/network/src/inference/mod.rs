//! Inference: the forward pass of a network, laid out for speed.
//!
//! The technique is NNUE, an efficiently updatable neural network, as in chess engines: the sums of
//! a sparse first layer are kept in an accumulator, which is updated from one position to the next.
//! Nets are quantised and evaluated in integers if possible, and in floats otherwise. Integer
//! outcomes are the same on every processor, for any batch and any base position.

mod batch;
mod changes;
mod fast_net;
mod first_layer;
mod float;
mod integer;
mod rows;
mod softmax;
#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "compared with a tolerance")]
mod tests;

use crate::{
    network::Network,
    outcomes::{OUTCOMES, Outcomes},
    simd::{Arithmetic, Instructions},
};
use fast_net::{FastNet, Member, NetWorkspace};
use sheshbesh_movegen::{Class, Family, Game, Position};
use std::sync::Arc;

/// A network laid out for a fast forward pass.
pub struct FastNetwork {
    game: Game,
    learned: Game,
    /// True if contact in the game is unlike that of the game that the nets learned.
    ignores_contact: bool,
    nets: Arc<Nets>,
}

/// The nets of a network.
struct Nets {
    /// The first member of an ensemble, or the network itself.
    first: Member,
    companions: Vec<Member>,
    pruner: Option<FastNet>,
    instructions: Instructions,
}

/// Workspace for all nets of a network. Each thread needs its own.
pub struct Workspace {
    experts: Vec<NetWorkspace>,
    companions: Vec<Vec<NetWorkspace>>,
    pruner: Option<NetWorkspace>,
    /// Outcomes by the pruner, or by a companion.
    outcomes: Vec<Outcomes>,
    /// Indices and classes of the positions that the companions evaluate.
    unknown: Vec<(usize, Class)>,
}

/// True if the sides have the same way in a game and hit each other, but do not in the game that a
/// network learned. The network knows nothing about such contact, so its net for races evaluates
/// the game: it knows at least what a hit costs.
fn does_ignore_contact(game: Game, learned: Game) -> bool {
    game.family() == Family::Hitting && game.view() != learned.view()
}

impl FastNetwork {
    /// A position without checkers: the base for positions that have nothing in common.
    pub const EMPTY: Position = first_layer::EMPTY;

    /// Lays a network out for evaluation.
    pub fn new(network: &Network) -> Self {
        Self::with(network, Arithmetic::wanted(), Instructions::best())
    }

    /// Lays a network out for evaluation in floats, for comparison. The outcomes match the
    /// definition except for rounding, which depends on the processor and on the batch.
    pub fn in_floats(network: &Network) -> Self {
        Self::with(network, Arithmetic::Floats, Instructions::best())
    }

    fn with(network: &Network, arithmetic: Arithmetic, instructions: Instructions) -> Self {
        let companions = network.companions().iter();
        let nets = Nets {
            first: Member::new(network.weight(), network.experts(), arithmetic),
            companions: companions
                .map(|companion| Member::new(companion.weight(), companion.experts(), arithmetic))
                .collect(),
            pruner: network.pruner().map(|net| FastNet::new(net, arithmetic)),
            instructions,
        };
        let (game, learned) = (network.game(), network.learned());
        let ignores_contact = does_ignore_contact(game, learned);
        Self { game, learned, ignores_contact, nets: Arc::new(nets) }
    }

    /// Returns the same nets for another game, see [`Network::for_game`], or `None` if their inputs
    /// do not describe it. Both can use the same [`Workspace`].
    pub fn for_game(&self, game: Game) -> Option<Self> {
        let Nets { first, companions, pruner, .. } = &*self.nets;
        let members = std::iter::once(first).chain(companions);
        let experts = members.flat_map(|member| &member.experts);
        let describe = experts.chain(pruner).all(|net| net.shape.foreign_to(game).is_none());
        let learned = self.learned;
        let ignores_contact = does_ignore_contact(game, learned);
        describe.then(|| Self { game, learned, ignores_contact, nets: Arc::clone(&self.nets) })
    }

    /// The class that selects the net for a position.
    #[inline]
    fn class(&self, position: &Position) -> Class {
        match self.game.class(position) {
            Class::Contact if self.ignores_contact => Class::Race,
            class => class,
        }
    }

    /// Creates the workspace for one thread.
    pub fn workspace(&self) -> Workspace {
        Workspace {
            experts: self.nets.first.workspaces(),
            companions: self.nets.companions.iter().map(Member::workspaces).collect(),
            pruner: self.nets.pruner.as_ref().map(FastNet::workspace),
            outcomes: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// Scores positions with the pruner. For each of `values` in turn, writes one score per
    /// position: the expected value for the player on roll when each outcome has the value in
    /// `values`. The score is infinite for classes that the pruner does not evaluate, see
    /// [`Network::PRUNED`]. Returns false and leaves `scores` unchanged if there is no pruner or no
    /// position to evaluate.
    pub fn prune_scores(
        &self,
        workspace: &mut Workspace,
        base: &Position,
        positions: &[Position],
        values: &[[f32; OUTCOMES]],
        scores: &mut Vec<f32>,
    ) -> bool {
        let instructions = self.nets.instructions;
        let (Some(net), Some(net_workspace)) = (&self.nets.pruner, &mut workspace.pruner) else {
            return false;
        };
        net_workspace.indices.clear();
        for (index, position) in positions.iter().enumerate() {
            if Network::PRUNED.contains(self.class(position)) {
                net.enqueue(net_workspace, position, index);
            }
        }
        if net_workspace.indices.is_empty() {
            return false;
        }
        let outcomes = &mut workspace.outcomes;
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        net.evaluate(instructions, net_workspace, self.learned, base, positions, outcomes);
        self.limit_wins(&net_workspace.indices, positions, outcomes);
        scores.clear();
        scores.resize(values.len() * positions.len(), f32::INFINITY);
        for (scores, values) in scores.chunks_exact_mut(positions.len()).zip(values) {
            for &(_, index) in &net_workspace.indices {
                scores[index as usize] = outcomes[index as usize].value(values);
            }
        }
        true
    }

    /// Writes the outcomes of positions for their players on roll, evaluated by all members of an
    /// ensemble. Finished games are exact, and so are bearoffs for which `exact` returns outcomes.
    /// `base` is a position that differs little from all of them.
    pub fn evaluate(
        &self,
        workspace: &mut Workspace,
        exact: impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        self.evaluate_first(workspace, &exact, base, positions, outcomes);
        self.add_companions(workspace, &exact, base, positions, outcomes);
    }

    /// Returns true if the network has several members.
    #[inline]
    pub fn is_ensemble(&self) -> bool {
        !self.nets.companions.is_empty()
    }

    /// Does the same as [`evaluate`](Self::evaluate) with only the first member of an ensemble.
    pub fn evaluate_first(
        &self,
        workspace: &mut Workspace,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        let Nets { first, instructions, .. } = &*self.nets;
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        workspace.experts.iter_mut().for_each(|net_workspace| net_workspace.indices.clear());
        for (index, position) in positions.iter().enumerate() {
            let class = self.class(position);
            match self.exact_outcomes(class, position, exact) {
                Some(known) => outcomes[index] = known,
                None => first.enqueue(&mut workspace.experts, class, position, index),
            }
        }
        for (net, net_workspace) in first.experts.iter().zip(&mut workspace.experts) {
            net.evaluate(*instructions, net_workspace, self.learned, base, positions, outcomes);
            self.limit_wins(&net_workspace.indices, positions, outcomes);
        }
    }

    /// Turns the outcomes of [`evaluate_first`](Self::evaluate_first) into those of
    /// [`evaluate`](Self::evaluate) for the same positions, bit for bit. The other members of an
    /// ensemble evaluate the positions without exact outcomes.
    ///
    /// # Panics
    /// If the network is an ensemble and the numbers of outcomes and positions differ.
    pub fn add_companions(
        &self,
        workspace: &mut Workspace,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        let Nets { first, companions, instructions, .. } = &*self.nets;
        if companions.is_empty() {
            return;
        }
        assert_eq!(outcomes.len(), positions.len(), "positions and outcomes differ in number");
        let Workspace { companions: workspaces, outcomes: of_companion, unknown, .. } = workspace;
        unknown.clear();
        for (index, position) in positions.iter().enumerate() {
            let class = self.class(position);
            if self.exact_outcomes(class, position, exact).is_none() {
                unknown.push((index, class));
                let own = outcomes[index];
                outcomes[index] = Outcomes::default();
                outcomes[index].add(own, first.weight);
            }
        }
        for (member, workspaces) in companions.iter().zip(workspaces) {
            of_companion.clear();
            of_companion.resize(positions.len(), Outcomes::default());
            workspaces.iter_mut().for_each(|net_workspace| net_workspace.indices.clear());
            for &(index, class) in &*unknown {
                member.enqueue(workspaces, class, &positions[index], index);
            }
            for (net, net_workspace) in member.experts.iter().zip(workspaces) {
                net.evaluate(
                    *instructions,
                    net_workspace,
                    self.learned,
                    base,
                    positions,
                    of_companion,
                );
                self.limit_wins(&net_workspace.indices, positions, of_companion);
            }
            for &(index, _) in &*unknown {
                outcomes[index].add(of_companion[index], member.weight);
            }
        }
    }

    /// Returns the exact outcomes of a position that needs no net.
    #[inline(always)]
    fn exact_outcomes(
        &self,
        class: Class,
        position: &Position,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
    ) -> Option<Outcomes> {
        match class {
            Class::Over => Outcomes::of_finished(self.game, position),
            Class::Bearoff => exact(position),
            Class::Race | Class::Contact => None,
        }
    }

    /// Limits wins to the largest win of the game if the nets were trained on another game.
    fn limit_wins(&self, indices: &[(u8, u32)], positions: &[Position], outcomes: &mut [Outcomes]) {
        if self.game == self.learned {
            return;
        }
        let most = self.game.largest_win();
        for &(_, index) in indices {
            let outcomes = &mut outcomes[index as usize];
            *outcomes = if self.game.has_white() {
                outcomes.only(self.game.possible(&positions[index as usize]))
            } else {
                outcomes.at_most(most)
            };
        }
    }
}
