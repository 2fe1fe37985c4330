//! Evaluations after each roll.

use super::recursion::Search;
use crate::{
    cube::{Levels, NodeValue, RootSide},
    depth::Depth,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::Outcomes;

/// Result of one roll of the opponent after a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollAnswered {
    /// The opponent's roll.
    pub dice: Dice,
    /// Position after the opponent's best reply, with the player who made the play on roll.
    pub position: Position,
    /// Equity of the player who made the play, in points per game at the present cube, on the scale
    /// of [`RankedPlay::equity`](super::RankedPlay::equity).
    pub equity: f32,
}

/// Number of replies to each roll by which a rollout measures luck. Three and four are equally good
/// for the time that they take; fewer and more are worse.
const LUCK_REPLIES: usize = 3;

/// Evaluates the opponent's replies to each roll after a play of A; see
/// [`Evaluator::answers`](crate::Evaluator::answers).
pub(crate) fn answers(
    search: &mut Search,
    result: &Position,
    depth: Depth,
) -> Result<Vec<RollAnswered>, Stopped> {
    let opponent = RootSide::B;
    // Same levels as in a search: pruning considers all levels to which the opponent may turn the
    // cube.
    let levels = search.stakes().before_doubling(Levels::PRESENT, opponent);
    let (mut replies, most) = (search.take_replies(), search.settings().filter.replies);
    replies.best_replies(&mut search.static_evaluator, result, opponent, levels, most);
    let rolls = search.game().rolls();
    let mut answered = Vec::with_capacity(rolls.len());
    for (roll, &dice) in rolls.iter().enumerate() {
        let present = replies.of_roll(roll, levels).next();
        let (same, (reply, outcomes)) = present.expect("the replies include the current level");
        let value = search_reply(search, &reply, outcomes, depth, RootSide::A, same)?;
        let stakes = search.stakes();
        let equity = stakes.points(stakes.present(&value.values));
        answered.push(RollAnswered { dice, position: reply, equity });
    }
    search.put_back(replies);
    Ok(answered)
}

/// Value of a position to A, who is on roll, for each roll of the game; see
/// [`Evaluator::rolls`](crate::Evaluator::rolls).
pub(crate) fn roll_values(
    search: &mut Search,
    position: &Position,
    depth: Depth,
) -> Result<Vec<f32>, Stopped> {
    let levels = Levels::PRESENT;
    let (mut replies, most) = (search.take_replies(), search.settings().filter.replies);
    replies.best_replies(&mut search.static_evaluator, position, RootSide::A, levels, most);
    let mut values = Vec::with_capacity(replies.best().len());
    for (reply, outcomes) in replies.best() {
        let of_reply = search_reply(search, reply, *outcomes, depth, RootSide::B, levels)?;
        values.push(search.stakes().present(&of_reply.values));
    }
    search.put_back(replies);
    Ok(values)
}

/// Evaluates a position after a roll to a depth, from its outcomes at 1-ply; its player on roll may
/// double first.
fn search_reply(
    search: &mut Search,
    reply: &Position,
    outcomes: Outcomes,
    depth: Depth,
    on_roll: RootSide,
    levels: Levels,
) -> Result<NodeValue, Stopped> {
    match depth {
        Depth::ONE => Ok(search.static_evaluator.leaf_value_with_double(reply, outcomes, on_roll)),
        _ => search.search_node(reply, depth.plies(), on_roll, levels),
    }
}

/// Outcomes for the player on roll after the best play of each roll of the game, by 1-ply,
/// among the plays that the filter keeps.
pub(crate) fn reply_outcomes(search: &mut Search, position: &Position) -> Vec<Outcomes> {
    let (mut replies, most) = (search.take_replies(), search.settings().filter.replies);
    let evaluator = &mut search.static_evaluator;
    replies.best_replies(evaluator, position, RootSide::A, Levels::PRESENT, most);
    let outcomes = replies.best().iter().map(|(_, outcomes)| outcomes.swapped()).collect();
    search.put_back(replies);
    outcomes
}

/// Finds the evaluations from which a rollout computes a roll's luck: for each roll, the
/// 1-ply evaluation after the best reply on a cube level.
///
/// Luck has mean zero for any choice of replies, so a few suffice with any filter, and the first
/// member of an ensemble evaluates them alone.
pub(crate) fn luck_values(
    search: &mut Search,
    position: &Position,
    on_roll: RootSide,
    level: u8,
    values: &mut Vec<NodeValue>,
) {
    let mut replies = search.take_replies();
    let evaluator = &mut search.static_evaluator;
    replies.choose_replies(evaluator, position, on_roll, Levels::only(level), LUCK_REPLIES);
    values.clear();
    values.extend(
        replies
            .best()
            .iter()
            .map(|(reply, outcomes)| evaluator.leaf_value_with_double(reply, *outcomes, !on_roll)),
    );
    search.put_back(replies);
}
