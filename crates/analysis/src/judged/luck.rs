//! What a roll was worth beyond the mean of all rolls.

use super::asked::{Asked, Difference, NotJudged};
use sheshbesh_evaluator::cube::Scale;
use sheshbesh_movegen::{Dice, Situation};

/// The mean of what rolls are worth, each weighted by how likely it is among those that are taken.
fn mean(rolls: &[f32; Dice::ALL.len()], taken: impl Fn(Dice) -> bool) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (dice, worth) in Dice::ALL.into_iter().zip(rolls).filter(|(dice, _)| taken(*dice)) {
        sum += dice.probability() * f64::from(*worth);
        weights += dice.probability();
    }
    sum / weights
}

impl Asked {
    /// The luck of a roll at a table, which is seen by who rolled: what the position is worth after
    /// the best play of it, less the mean over all rolls, the cube being left as it is. The first
    /// roll of a game is by lot: half of its thirty rolls, which are no doubles, are the opponent's.
    pub(super) fn luck(
        &mut self,
        table: &Situation,
        dice: Dice,
        by_lot: bool,
    ) -> Result<Difference, NotJudged> {
        let depth = self.preset.luck();
        self.evaluator.set_stakes(table)?;
        let rolls = self.evaluator.rolls(&table.position, depth)?;
        let scale = self.evaluator.stakes().scale();
        let mean = if by_lot {
            let others = table.handed_over(table.position.swapped());
            self.evaluator.set_stakes(&others)?;
            let theirs = self.evaluator.rolls(&others.position, depth)?;
            let theirs = mean(&theirs, |dice| !dice.is_double());
            let theirs = if scale == Scale::Money { -theirs } else { 1.0 - theirs };
            (mean(&rolls, |dice| !dice.is_double()) + theirs) / 2.0
        } else {
            mean(&rolls, |_| true)
        };
        let rolled = f64::from(rolls[dice.index()]);
        Ok(Difference::between(mean, rolled, scale, table.cube.value()))
    }
}
