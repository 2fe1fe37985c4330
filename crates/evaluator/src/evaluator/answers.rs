//! A verdict on a play taken apart: what follows each roll of the opponent.

use super::Evaluator;
use crate::{
    cube::{Levels, Player},
    depth::Depth,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};

/// What follows one roll of the opponent after a play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollAnswered {
    /// What the opponent rolls.
    pub dice: Dice,
    /// The position after the opponent's best reply, with who made the play on roll.
    pub position: Position,
    /// To who made the play: points per game at the present cube, on the scale of
    /// [`RankedPlay::equity`](super::RankedPlay::equity).
    pub equity: f32,
}

impl Evaluator {
    /// What follows each of [`Dice::ALL`] after a play that leads to `result`, which the opponent
    /// sees: the reply that is best by 1-ply of those that the filter leaves, searched so deep.
    ///
    /// The mean of the equities, each weighted by how likely its roll is, is what
    /// [`compare`](Self::compare) says of the play at one ply more where the opponent does not
    /// double before rolling, and `result` stands in no table.
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
    /// When somebody said stop.
    pub fn answers(
        &mut self,
        result: &Position,
        depth: Depth,
    ) -> Result<Vec<RollAnswered>, Stopped> {
        let opponent = Player::B;
        // As a search asks: its pruning looks at all levels that the opponent may turn the cube to.
        let levels = self.stakes.before_doubling(Levels::PRESENT, opponent);
        let mut node = self.idle_node();
        self.best_replies(result, opponent, levels, self.replies_kept(), &mut node);
        let mut answered = Vec::with_capacity(Dice::ALL.len());
        for (roll, dice) in Dice::ALL.into_iter().enumerate() {
            let present = node.replies(roll, levels).next();
            let (same, (reply, outcomes)) = present.expect("the present level is one of them");
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
