//! The doubling cube as shown to players.

use super::state::CubeState;
use serde::Serialize;
use sheshbesh_movegen::{Cube, Seat};
use utoipa::ToSchema;

/// Doubling cube, with its value after the next turn of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownCube {
    #[serde(flatten)]
    cube: CubeState,
    /// Value after one more turn: the double, or the next of 1, 2, 4, 7 and so on by
    /// `arithmetic_raises`. Absent at the largest value that a cube can show.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u32>,
}

impl ShownCube {
    pub(crate) fn new(cube: Cube, on_roll: Seat) -> Self {
        let next = cube.turned_to(None).map(Cube::value);
        Self { cube: CubeState::new(cube, on_roll), next }
    }
}
