//! Nets laid out for inference, and the experts of an ensemble's member.

use super::{
    batch::Batch,
    float::{self, FloatNet},
    integer::{self, IntegerNet},
};
use crate::{
    member::{Expert, expert_of},
    net::Net,
    outcomes::Outcomes,
    shape::Shape,
    simd::{Arithmetic, Instructions},
};
use sheshbesh_movegen::{Class, Game, Position};

/// The experts of a member of an ensemble.
pub(super) struct Member {
    /// Weight of the member in the mean.
    pub(super) weight: f32,
    pub(super) experts: Vec<FastNet>,
    /// Index of the expert for each class of positions.
    expert_of: [usize; CLASSES],
}

impl Member {
    pub(super) fn new(weight: f32, experts: &[Expert], arithmetic: Arithmetic) -> Self {
        let mut of_class = [0; CLASSES];
        for class in [Class::Over, Class::Bearoff, Class::Race, Class::Contact] {
            of_class[class as usize] = expert_of(experts, class);
        }
        let fast = |expert: &Expert| FastNet::new(&expert.net, arithmetic);
        Self { weight, experts: experts.iter().map(fast).collect(), expert_of: of_class }
    }

    pub(super) fn workspaces(&self) -> Vec<NetWorkspace> {
        self.experts.iter().map(FastNet::workspace).collect()
    }

    /// Adds a position to the batch of the expert for its class. `index` is its index in the
    /// caller's list.
    #[inline(always)]
    pub(super) fn enqueue(
        &self,
        workspaces: &mut [NetWorkspace],
        class: Class,
        position: &Position,
        index: usize,
    ) {
        let expert = self.expert_of[class as usize];
        self.experts[expert].enqueue(&mut workspaces[expert], position, index);
    }
}

/// Number of classes of positions.
const CLASSES: usize = Class::Contact as usize + 1;

/// A net laid out for a fast forward pass.
pub(super) struct FastNet {
    pub(super) shape: Shape,
    pub(super) backend: Backend,
}

/// Arithmetic of a net, with its quantised or float weights.
pub(super) enum Backend {
    Integer(Box<IntegerNet>),
    Float(Box<FloatNet>),
}

/// Workspace for the forward pass of a net.
pub(super) struct NetWorkspace {
    /// Positions of the caller's list that the net evaluates, as pairs of bucket and index.
    pub(super) indices: Vec<(u8, u32)>,
    backend: BackendWorkspace,
}

pub(super) enum BackendWorkspace {
    Integer(Box<integer::Workspace>),
    Float(Box<float::Workspace>),
}

impl FastNet {
    pub(super) fn new(net: &Net, arithmetic: Arithmetic) -> Self {
        let integer = match arithmetic {
            Arithmetic::Integers => IntegerNet::new(net),
            Arithmetic::Floats => None,
        };
        let backend = match integer {
            Some(integer) => Backend::Integer(Box::new(integer)),
            None => Backend::Float(Box::new(FloatNet::new(net))),
        };
        Self { shape: net.shape().clone(), backend }
    }

    pub(super) fn workspace(&self) -> NetWorkspace {
        let backend = match &self.backend {
            Backend::Integer(net) => BackendWorkspace::Integer(Box::new(net.workspace())),
            Backend::Float(net) => BackendWorkspace::Float(Box::new(net.workspace())),
        };
        NetWorkspace { indices: Vec::new(), backend }
    }

    /// Adds a position to the batch. `index` is its index in the caller's list.
    #[inline(always)]
    pub(super) fn enqueue(&self, workspace: &mut NetWorkspace, position: &Position, index: usize) {
        workspace.indices.push((self.shape.buckets.bucket(position) as u8, index as u32));
    }

    /// Writes the outcomes of the positions in `workspace.indices`. This net must have created
    /// `workspace`.
    pub(super) fn evaluate(
        &self,
        instructions: Instructions,
        workspace: &mut NetWorkspace,
        game: Game,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        if workspace.indices.is_empty() {
            return;
        }
        if self.shape.buckets.count() > 1 {
            workspace.indices.sort_unstable();
        }
        let batch = Batch { game, base, positions, indices: &workspace.indices, outcomes };
        match (&self.backend, &mut workspace.backend) {
            (Backend::Integer(net), BackendWorkspace::Integer(workspace)) => {
                net.evaluate(instructions, workspace, batch)
            }
            (Backend::Float(net), BackendWorkspace::Float(workspace)) => {
                net.evaluate(instructions, workspace, batch)
            }
            _ => unreachable!("a net and its workspace use the same arithmetic"),
        }
    }
}
