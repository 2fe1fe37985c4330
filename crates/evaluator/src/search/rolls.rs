//! Evaluation of a play by the opponent's rolls.

use super::Evaluator;
use crate::{
    cube::{Levels, Player},
    depth::Depth,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};

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

impl Evaluator {
    /// Evaluates the replies to each roll of [`Dice::ALL`] after a play that leads to `result`,
    /// which is seen by the opponent. The reply is the best by 1-ply among those that the filter
    /// keeps; it is searched to `depth`.
    ///
    /// The mean of the equities, weighted by the rolls' probabilities, equals the equity of
    /// [`compare`](Self::compare) at one ply more, if the opponent does not double before rolling
    /// and `result` is in no table.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let play = evaluator.rank(&start, Dice::new(3, 1).unwrap(), Depth::ONE)[0].position;
    /// let answered = evaluator.answers(&play, Depth::ONE)?;
    /// let mean: f32 =
    ///     answered.iter().map(|roll| roll.dice.probability() as f32 * roll.equity).sum();
    /// let verdict = evaluator.compare(&start, &[play], Depth::TWO)?[0];
    /// assert!((mean - verdict.equity).abs() < 1e-5);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn answers(
        &mut self,
        result: &Position,
        depth: Depth,
    ) -> Result<Vec<RollAnswered>, Stopped> {
        let opponent = Player::B;
        // Same levels as in a search: pruning considers all levels to which the opponent may turn
        // the cube.
        let levels = self.stakes.before_doubling(Levels::PRESENT, opponent);
        let mut node = self.idle_node();
        self.best_replies(result, opponent, levels, self.replies_kept(), &mut node);
        let mut answered = Vec::with_capacity(Dice::ALL.len());
        for (roll, dice) in Dice::ALL.into_iter().enumerate() {
            let present = node.replies(roll, levels).next();
            let (same, (reply, outcomes)) = present.expect("the replies include the current level");
            let verdict = match depth {
                Depth::ONE => self.before_cube(self.leaf(&reply, outcomes, !opponent), !opponent),
                _ => self.within(&reply, depth.plies(), !opponent, same)?,
            };
            let equity = self.stakes.points(self.stakes.present(&verdict.values));
            answered.push(RollAnswered { dice, position: reply, equity });
        }
        self.nodes.push(node);
        Ok(answered)
    }
}
