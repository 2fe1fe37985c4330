//! The difference of two verdicts as a mean over the opponent's rolls.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::RollAnswered;
use sheshbesh_movegen::{Dice, ORDERED_ROLLS};
use std::fmt::Write;

/// A roll on which two plays differ by less than this is equal, in points.
const EQUAL: f32 = 0.0005;

/// The difference on one roll of the opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollDifference {
    /// The roll, such as `31`.
    pub dice: String,
    /// Of the 36 rolls, how many are this one: 1 or 2.
    pub weight: u32,
    /// What the better play is worth beyond the other after the opponent's best reply, in points.
    pub difference: f32,
}

/// A die that holds much of the difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DieShare {
    /// 1 to 6.
    pub die: u8,
    /// What its eleven rolls of 36 hold of the sum over rolls: 1 for all of it.
    pub share: f32,
}

/// The difference of two plays by what the opponent rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollSplit {
    /// Plies of the search, at least 2: the replies are searched one ply less deep.
    pub ply: u32,
    /// The 21 rolls, in the order of [`Dice::ALL`].
    pub rolls: Vec<RollDifference>,
    /// The mean of the differences, each weighted by how likely its roll is.
    pub sum: f32,
    /// What the difference at that depth has beyond the sum: the opponent doubles before rolling, or
    /// a bearoff table knows better than a search. Otherwise zero but for rounding.
    pub rest: f32,
    /// On how many of 36 rolls the other play is better by 0.0005 points or more.
    pub other_better: u32,
    /// The die that holds most of the sum, where that is half of it or more and at most all of it; none
    /// where the sum is against the better play.
    pub die: Option<DieShare>,
}

impl RollSplit {
    /// From what follows both plays, whose verdicts differ so much at this depth.
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
            // A share of what other rolls all but take back says nothing.
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

    /// The roll that adds most to the sum, the first of equal ones.
    pub fn foremost(&self) -> Option<&RollDifference> {
        let adds = |roll: &RollDifference| roll.weight as f32 * roll.difference;
        self.rolls.iter().reduce(|most, roll| if adds(roll) > adds(most) { roll } else { most })
    }

    /// What a roll holds of the sum: 1 for all of it.
    pub fn share(&self, roll: &RollDifference) -> f32 {
        roll.weight as f32 / ORDERED_ROLLS as f32 * roll.difference / self.sum
    }

    /// The differences as a table of six rows and columns, a die each.
    ///
    /// # Panics
    /// When `rolls` are not the 21 of [`Dice::ALL`].
    pub fn grid(&self) -> String {
        let mut text = "   ".to_owned();
        let write = "writing into a string";
        for die in 1..=6 {
            write!(text, "{die:>8}").expect(write);
        }
        text.push('\n');
        for row in 1..=6 {
            write!(text, "  {row}").expect(write);
            for column in 1..=6 {
                let dice = Dice::new(row, column).expect("dice have six sides");
                let difference = self.rolls[dice.index()].difference;
                let equal = difference.abs() < EQUAL;
                let cell = if equal { ".".to_owned() } else { format!("{difference:+.3}") };
                write!(text, "{cell:>8}").expect(write);
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
        assert_eq!(split.foremost().map(|roll| roll.dice.as_str()), Some("61"));
        // Each die has 11 of 36, which is less than half.
        let level = RollSplit::new(2, 0.1, &answered(|_| 0.1), &answered(|_| 0.0));
        assert_eq!((level.die, level.other_better), (None, 0));
        assert_eq!(level.grid().lines().nth(1), Some(&*format!("  1{}", "  +0.100".repeat(6))));
    }

    #[test]
    fn no_die_holds_more_than_there_is() {
        // Other rolls take back all but a little, more than all, or just all of what the sixes have.
        for lost in [-0.155, -0.16, -0.158_4] {
            let sixes = |dice: Dice| if dice.high() == 6 { 0.36 } else { lost };
            let split = RollSplit::new(2, 0.1, &answered(sixes), &answered(|_| 0.0));
            assert!(split.sum.abs() < 0.01);
            assert_eq!(split.die, None, "{lost}: {}", split.sum);
        }
    }
}
