//! The doubling cube as shown to players.

use super::state::CubeState;
use serde::Serialize;
use sheshbesh_movegen::{Cube, Situation};
use utoipa::ToSchema;

/// Doubling cube, with its value after the next turn of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownCube {
    #[serde(flatten)]
    cube: CubeState,
    /// Value after one more turn: the double, or the next of 1, 2, 4, 7 and so on by
    /// `arithmetic_raises`. Absent without a cube and at its largest value.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u32>,
}

impl ShownCube {
    /// The cube of a table.
    pub(crate) fn new(table: &Situation) -> Self {
        let turned = table.cube.turned_to(None).filter(|_| table.turns_left() > 0);
        Self { cube: CubeState::new(table.cube, table.seat), next: turned.map(Cube::value) }
    }
}
