//! Cube decisions of the player on roll.

use super::recursion::Search;
use crate::{
    cube::{CubeDecision, Levels, RootSide},
    depth::Depth,
};
use sheshbesh_movegen::Situation;

/// Evaluates the cube actions of the player on roll. It is exact if a table has the answer for
/// money. The stakes of the search are those of the situation.
pub(crate) fn decide_cube(
    search: &mut Search,
    situation: &Situation,
    depth: Depth,
) -> CubeDecision {
    let position = &situation.position;
    let levels = search.stakes().before_doubling(Levels::PRESENT, RootSide::A);
    let (value, depth) = search.search_root(position, depth, levels);
    let mut cube = CubeDecision::new(situation, search.stakes(), &value, depth);
    if cube.may_double
        && let Some(decisions) = search.static_evaluator.tablebase().decisions(position)
    {
        let decision = decisions[usize::from(cube.redouble)];
        (cube.no_double, cube.double_take) = (decision.no_double, decision.double_take);
    }
    cube
}
