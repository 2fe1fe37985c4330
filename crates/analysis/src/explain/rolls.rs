//! Splits an equity difference into a mean over the opponent's rolls.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::RollAnswered;
use sheshbesh_movegen::{Dice, ORDERED_ROLLS};

/// Plays with a smaller difference than this on a roll are equal on it, in points.
const EQUAL: f32 = 0.0005;

/// Difference on one roll of the opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollDifference {
    /// The roll, such as `31`.
    pub dice: String,
    /// Number of the 36 rolls that are this one: 1 or 2.
    pub weight: u32,
    /// Equity of the better play minus equity of the other after the opponent's best reply, in
    /// points.
    pub difference: f32,
}

/// Die with a large share of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DieShare {
    /// The die, 1 to 6.
    pub die: u8,
    /// Share of the sum over rolls that is due to the 11 of 36 rolls with this die; 1 is all of it.
    pub share: f32,
}

/// Difference of two plays by the opponent's rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollSplit {
    /// Search depth in plies, at least 2; replies are searched one ply less deep.
    pub ply: u32,
    /// The 21 rolls, in the order of [`Dice::ALL`].
    pub rolls: Vec<RollDifference>,
    /// Mean of the differences, weighted by the probabilities of the rolls.
    pub sum: f32,
    /// Full difference at this depth minus `sum`. Nonzero beyond rounding only if the opponent
    /// doubles before rolling, or if a bearoff table replaces the search.
    pub rest: f32,
    /// Number of the 36 rolls on which the other play is better by 0.0005 points or more.
    pub other_better: u32,
    /// Die with the largest share of the sum, if the sum is positive and that share is between a
    /// half and all of it; null otherwise.
    pub die: Option<DieShare>,
}

impl RollSplit {
    /// Splits a difference found at `ply`, given the replies to both plays.
    pub(super) fn new(
        ply: u32,
        difference: f32,
        better: &[RollAnswered],
        other: &[RollAnswered],
    ) -> Self {
        let rolls: Vec<(Dice, f32)> =
            better.iter().zip(other).map(|(a, b)| (a.dice, a.equity - b.equity)).collect();
        let mean = |holds: &dyn Fn(Dice) -> bool| -> f32 {
            let of = rolls.iter().filter(|(dice, _)| holds(*dice));
            of.map(|(dice, difference)| dice.probability() as f32 * difference).sum()
        };
        let sum = mean(&|_| true);
        let on = |die| mean(&|dice| dice.high() == die || dice.low() == die) / sum;
        let die = (1..=6)
            .map(|die| DieShare { die, share: on(die) })
            .max_by(|a, b| a.share.total_cmp(&b.share))
            // A share above 1 means nothing: other rolls cancel most of it.
            .filter(|found| sum > 0.0 && (0.5..=1.0).contains(&found.share));
        let worse = rolls.iter().filter(|(_, difference)| *difference <= -EQUAL);
        Self {
            ply,
            sum,
            rest: difference - sum,
            other_better: worse.map(|(dice, _)| dice.weight()).sum(),
            die,
            rolls: rolls
                .iter()
                .map(|&(dice, difference)| RollDifference {
                    dice: dice.to_string(),
                    weight: dice.weight(),
                    difference,
                })
                .collect(),
        }
    }

    /// The roll that adds most to the sum; of equal rolls, the first.
    pub fn largest(&self) -> Option<&RollDifference> {
        let adds = |roll: &RollDifference| roll.weight as f32 * roll.difference;
        self.rolls.iter().reduce(|most, roll| if adds(roll) > adds(most) { roll } else { most })
    }

    /// Share of a roll in the sum; 1 is all of it.
    pub fn share(&self, roll: &RollDifference) -> f32 {
        roll.weight as f32 / ORDERED_ROLLS as f32 * roll.difference / self.sum
    }

    /// Formats the differences as a table of six rows and six columns, one for each die.
    ///
    /// # Panics
    /// If `rolls` are not the 21 rolls of [`Dice::ALL`].
    pub fn grid(&self) -> String {
        let mut text = "   ".to_owned();
        for die in 1..=6 {
            text += &format!("{die:>8}");
        }
        text.push('\n');
        for row in 1..=6 {
            text += &format!("  {row}");
            for column in 1..=6 {
                let dice = Dice::new(row, column).expect("dice have six sides");
                let difference = self.rolls[dice.index()].difference;
                let equal = difference.abs() < EQUAL;
                let cell = if equal { ".".to_owned() } else { format!("{difference:+.3}") };
                text += &format!("{cell:>8}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Game;

    fn answered(equity: impl Fn(Dice) -> f32) -> Vec<RollAnswered> {
        let position = Game::Backgammon.start();
        let of = |dice| RollAnswered { dice, position, equity: equity(dice) };
        Dice::ALL.into_iter().map(of).collect()
    }

    #[test]
    fn a_die_is_named_where_its_eleven_rolls_hold_half() {
        let sixes = |dice: Dice| match (dice.high(), dice.low()) {
            (6, _) => 0.36,
            (5, 5) => 0.046,
            _ => -0.001,
        };
        let split = RollSplit::new(2, 0.11, &answered(sixes), &answered(|_| 0.0));
        assert_eq!(split.die.map(|found| found.die), Some(6));
        assert!((split.sum - (11.0 * 0.36 + 0.046 - 24.0 * 0.001) / 36.0).abs() < 1e-6);
        assert!((split.rest - (0.11 - split.sum)).abs() < 1e-7);
        assert_eq!(split.other_better, 24);
        assert_eq!(split.largest().map(|roll| roll.dice.as_str()), Some("61"));
        // Each die is in 11 of the 36 rolls, less than half.
        let level = RollSplit::new(2, 0.1, &answered(|_| 0.1), &answered(|_| 0.0));
        assert_eq!((level.die, level.other_better), (None, 0));
        assert_eq!(level.grid().lines().nth(1), Some(&*format!("  1{}", "  +0.100".repeat(6))));
    }

    #[test]
    fn no_die_holds_more_than_there_is() {
        // The other rolls cancel nearly all, more than all, or almost exactly all of the sixes'
        // share.
        for lost in [-0.155, -0.16, -0.158_4] {
            let sixes = |dice: Dice| if dice.high() == 6 { 0.36 } else { lost };
            let split = RollSplit::new(2, 0.1, &answered(sixes), &answered(|_| 0.0));
            assert!(split.sum.abs() < 0.01);
            assert_eq!(split.die, None, "{lost}: {}", split.sum);
        }
    }
}
