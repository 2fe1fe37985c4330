//! State of Burn's layers and optimiser in a checkpoint. Programs without Burn read it too, to
//! report that the run needs another device.

use bincode::{Decode, Encode};
use sheshbesh_network::Layer;

/// State of the layers after the first.
#[derive(Clone, Encode, Decode)]
pub(crate) struct BurnState {
    pub(crate) stacks: Vec<Vec<Layer>>,
    /// Burn's record of the optimiser.
    pub(crate) optimiser: Vec<u8>,
}
