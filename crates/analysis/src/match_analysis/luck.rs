//! Luck of a roll: its value minus the mean over all rolls.

use super::decision_analyzer::{AnalysisError, DecisionAnalyzer, Difference};
use sheshbesh_evaluator::cube::Scale;
use sheshbesh_movegen::{Dice, Game, Situation};

/// Mean value of the rolls that satisfy `taken`, weighted by their probabilities.
fn mean_value(game: Game, values: &[f32], taken: impl Fn(Dice) -> bool) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (dice, worth) in game.rolls().iter().zip(values).filter(|(dice, _)| taken(**dice)) {
        sum += dice.probability() * f64::from(*worth);
        weights += dice.probability();
    }
    sum / weights
}

impl DecisionAnalyzer {
    /// Computes the luck of a roll, from the view of the player who rolled: the value of the
    /// position after the best play, minus the mean over all rolls. The cube is left as it is. The
    /// opening roll is decided by lot: half of its thirty rolls, all without doubles, are the
    /// opponent's.
    pub(super) fn luck(
        &mut self,
        table: &Situation,
        dice: Dice,
        by_lot: bool,
    ) -> Result<Difference, AnalysisError> {
        let depth = self.depths.luck;
        self.evaluator.set_stakes(table)?;
        let rolls = self.evaluator.rolls(&table.position, depth)?;
        let scale = self.evaluator.stakes().scale();
        let mean = if by_lot {
            let others = table.handed_over(table.position.swapped());
            self.evaluator.set_stakes(&others)?;
            let theirs = self.evaluator.rolls(&others.position, depth)?;
            let theirs = mean_value(table.game, &theirs, |dice| !dice.is_double());
            let theirs = if scale == Scale::Money { -theirs } else { 1.0 - theirs };
            (mean_value(table.game, &rolls, |dice| !dice.is_double()) + theirs) / 2.0
        } else {
            mean_value(table.game, &rolls, |_| true)
        };
        let rolled = f64::from(rolls[dice.index()]);
        Ok(Difference::between(mean, rolled, scale, table.cube.value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_analysis::preset::Preset;
    use sheshbesh_evaluator::{Evaluator, Settings};
    use sheshbesh_movegen::{BySide, Cube, Side, Stakes, testing};

    fn make_analyzer(preset: Preset) -> DecisionAnalyzer {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        DecisionAnalyzer::new(evaluator, preset)
    }

    fn at_score(position: sheshbesh_movegen::Position) -> Situation {
        Situation {
            stakes: Stakes::Match { length: 5, crawford: false },
            score: BySide { on_roll: 3, opponent: 1 },
            cube: Cube::new(1, Some(Side::Opponent)).unwrap(),
            ..Situation::new(position, Game::Backgammon)
        }
    }

    #[test]
    fn luck_is_nothing_on_average() {
        let mut random = testing::Random::new(3);
        let game = testing::random_game(Game::Backgammon, &mut random);
        for preset in [Preset::Quick, Preset::Standard] {
            let (mut analyzer, mut luckiest) = (make_analyzer(preset), 0.0f64);
            for position in
                game.iter().copied().filter(|p| Game::Backgammon.end(p, None).is_none()).step_by(9)
            {
                let (mut emg, mut mwc, mut most) = (0.0, 0.0, 0.0f64);
                for dice in Dice::ALL {
                    let luck = analyzer.luck(&at_score(position), dice, false).unwrap();
                    emg += dice.probability() * luck.emg;
                    mwc += dice.probability() * luck.mwc.unwrap();
                    most = most.max(luck.emg.abs());
                    assert_eq!(luck.points, None);
                }
                assert!(emg.abs() < 1e-5 && mwc.abs() < 1e-5, "{emg} {mwc}");
                luckiest = luckiest.max(most);
            }
            assert!(luckiest > 0.2, "{luckiest}");
        }
    }

    /// Half of the opening rolls are the opponent's, and their luck cancels the player's.
    #[test]
    fn the_first_roll_is_nothing_on_average_for_both() {
        let mut analyzer = make_analyzer(Preset::Quick);
        let table = Situation { cube: Cube::default(), ..at_score(Game::Backgammon.start()) };
        let other = table.handed_over(table.position.swapped());
        let mut sum = 0.0;
        for dice in Dice::ALL.into_iter().filter(|dice| !dice.is_double()) {
            sum += analyzer.luck(&table, dice, true).unwrap().mwc.unwrap();
            sum -= analyzer.luck(&other, dice, true).unwrap().mwc.unwrap();
        }
        assert!(sum.abs() < 1e-4, "{sum}");
        let money = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        let dice = Dice::new(3, 1).unwrap();
        let [lot, roll] = [true, false].map(|lot| analyzer.luck(&money, dice, lot).unwrap().emg);
        // Winning the opening roll is lucky in itself.
        assert!(lot > roll, "{lot} {roll}");
    }
}
