//! A network as a player.

use crate::player::{Player, PlayerError, Turn, Visibility};
use sheshbesh_evaluator::{
    EvaluationLevel, Evaluator, PositionEvaluation, RankedPlay, Settings,
    cube::{CubeDecision, Reply, ReplyDecision},
};
use sheshbesh_movegen::{Answer, Dice, Phase, Side, Situation, Stakes, Win};

/// Cube policy of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CubePolicy {
    /// Decisions by the value of the cube at the score.
    Model,
    /// Decisions by the probability of winning alone.
    Simple {
        /// Minimum probability of winning for a double.
        double: f32,
        /// Minimum probability of winning for a take.
        take: f32,
    },
}

impl CubePolicy {
    /// Doubles at 70 %, takes at 25 %.
    pub const SIMPLE: Self = Self::Simple { double: 0.70, take: 0.25 };
}

/// Tolerance for the network's rounding, in points: a certain gammon is evaluated as about 1.9999.
pub(crate) const ROUNDING: f32 = 0.005;

/// Player that makes the best play by a network at an evaluation level.
pub struct NetworkPlayer {
    evaluator: Evaluator,
    level: EvaluationLevel,
    policy: CubePolicy,
}

impl NetworkPlayer {
    /// Creates a player. At 1-ply, it plays by the network's evaluation of each resulting position.
    /// The policy only matters in games with a cube.
    pub fn new(
        evaluator: Evaluator,
        level: impl Into<EvaluationLevel>,
        policy: CubePolicy,
    ) -> Self {
        let cubeful = policy == CubePolicy::Model;
        let settings = Settings { cubeful, ..evaluator.settings().clone() };
        Self { evaluator: evaluator.with_settings(settings), level: level.into(), policy }
    }

    /// Sets the evaluator's stakes to those of the player on roll.
    fn sit_down(&mut self, table: &Situation) -> Result<(), PlayerError> {
        self.evaluator.set_stakes(table).map_err(failed)
    }

    fn look_at(&mut self, table: &Situation, visibility: Visibility) -> Result<(), PlayerError> {
        match visibility {
            Visibility::Cube => self.sit_down(table),
            Visibility::BoardOnly => Ok(()),
        }
    }

    /// Cube decision of the player on roll.
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn decision(&mut self, table: &Situation) -> Result<CubeDecision, PlayerError> {
        self.evaluator.cube_decision(table, self.level).map_err(failed)
    }

    /// Ranks all plays of a roll by the player's own criteria, best first.
    ///
    /// # Errors
    /// Same as [`NetworkPlayer::decision`].
    pub fn rank(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        dice: Dice,
    ) -> Result<Vec<RankedPlay>, PlayerError> {
        self.look_at(table, visibility)?;
        Ok(self.evaluator.rank(&table.position, dice, self.level))
    }

    /// Evaluates all plays of a roll by the player's own criteria, in the order of `turn.results`.
    ///
    /// # Errors
    /// Same as [`NetworkPlayer::decision`]; also if the search is stopped.
    pub(crate) fn compare(&mut self, turn: &Turn<'_>) -> Result<Vec<RankedPlay>, PlayerError> {
        if let Some(table) = turn.table {
            self.sit_down(table)?;
        }
        self.evaluator.compare(turn.position, turn.results, self.level).map_err(failed)
    }

    /// Values of a resignation and of playing on to the player on roll, who has offered it: in a
    /// money game, points per game at the present cube.
    pub(crate) fn resignation(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        offered: Win,
    ) -> Result<(f32, f32), PlayerError> {
        self.look_at(table, visibility)?;
        let plays_on = match table.phase {
            Phase::Rolled(dice) => self.rank(table, visibility, dice)?[0].value,
            _ => self.evaluator.evaluate(&table.position, self.level).value,
        };
        let stakes = self.evaluator.stakes();
        let resigns = match table.stakes {
            Stakes::Money { .. } => {
                -(table.counted_by_outcomes().points_resigned(offered, Side::OnRoll) as f32)
                    / table.cube.value() as f32
            }
            Stakes::Match { .. } => stakes.lost(offered),
        };
        Ok((stakes.points(resigns), stakes.points(plays_on)))
    }

    /// Evaluates the position for the player on roll.
    fn judge(&mut self, table: &Situation) -> Result<PositionEvaluation, PlayerError> {
        self.sit_down(table)?;
        Ok(self.evaluator.evaluate(&table.position, self.level))
    }
}

fn failed(error: impl ToString) -> PlayerError {
    PlayerError { player: "shesh".to_owned(), problem: error.to_string() }
}

impl Player for NetworkPlayer {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        if let Some(table) = turn.table {
            self.sit_down(table)?;
        }
        Ok(self.evaluator.best(turn.position, turn.results, self.level))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.policy {
            CubePolicy::Model => Ok(self.decision(table)?.doubles()),
            CubePolicy::Simple { double, .. } => {
                Ok(self.judge(table)?.probabilities().win >= double)
            }
        }
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        match self.policy {
            CubePolicy::Model => Ok(self.decision(table)?.response()),
            CubePolicy::Simple { take, .. } => {
                let takes = 1.0 - self.judge(table)?.probabilities().win >= take;
                Ok(if takes { Answer::Take } else { Answer::Pass })
            }
        }
    }

    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.policy {
            CubePolicy::Model => {
                let rolled = self.judge(table)?.value;
                let raccooned = self.evaluator.value_after_raccoon(table, rolled, self.level);
                let raccooned = raccooned.map_err(failed)?;
                let replies = ReplyDecision::to_beaver(table, rolled, raccooned);
                Ok(replies.is_some_and(|replies| replies.best() == Reply::Raccoon))
            }
            CubePolicy::Simple { .. } => Ok(false),
        }
    }

    /// Refuses if the resignation costs the opponent less than playing on.
    fn accepts(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        let (resigns, plays_on) = self.resignation(table, visibility, offered)?;
        Ok(resigns <= plays_on + ROUNDING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::Depth;
    use sheshbesh_movegen::{Checkers, Cube, Game, Position, Scoring};

    /// The player on roll is about to lose a gammon.
    fn hopeless(stakes: Stakes, cube: Cube) -> Situation {
        let own = Checkers::from_points(&[(24, 15)]);
        let opponent = Checkers::from_points(&[(1, 2)]).with_rest_off(15);
        let position = Position::from_sides_unchecked(own, opponent);
        Situation { stakes, cube, ..Situation::new(position, Game::Backgammon) }
    }

    #[test]
    fn a_resignation_is_accepted_where_no_more_can_be_won_at_the_score_and_with_the_cube() {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        let mut player = NetworkPlayer::new(evaluator, Depth::ONE, CubePolicy::Model);
        let mut least = |stakes, cube, phase| {
            let table = Situation { phase, ..hopeless(stakes, cube) };
            let mut wins = [Win::Single, Win::Gammon, Win::Backgammon].into_iter();
            wins.find(|&win| player.accepts(&table, Visibility::Cube, win).unwrap())
        };
        let centred = Cube::default();
        let money = |jacoby| Stakes::Money { jacoby, beavers: false };
        for phase in [Phase::BeforeRoll, Phase::Rolled("21".parse().unwrap())] {
            assert_eq!(least(money(false), centred, phase), Some(Win::Backgammon));
            assert_eq!(least(money(true), centred, phase), Some(Win::Single));
            let turned = Cube::of_value(2, Some(Side::Opponent)).unwrap();
            assert_eq!(least(money(true), turned, phase), Some(Win::Backgammon));
            for (length, value, win) in
                [(1, 1, Win::Single), (2, 1, Win::Gammon), (2, 2, Win::Single), (4, 2, Win::Gammon)]
            {
                let stakes = Stakes::Match { length, crawford: false };
                let cube = Cube::of_value(value, Some(Side::Opponent)).unwrap();
                assert_eq!(least(stakes, cube, phase), Some(win), "{length} {value}");
            }
        }
    }

    /// A player who is about to lose a mars cannot resign for less, on any scale of points.
    #[test]
    fn a_resignation_is_weighed_by_the_scale_that_outcomes_tell() {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        let mut player = NetworkPlayer::new(evaluator, Depth::ONE, CubePolicy::Model);
        let mut least = |scoring| {
            let money = Stakes::Money { jacoby: false, beavers: false };
            let table = Situation { scoring, ..hopeless(money, Cube::default()) };
            let mut wins = [Win::Single, Win::Gammon, Win::Backgammon].into_iter();
            wins.find(|&win| player.accepts(&table, Visibility::Cube, win).unwrap())
        };
        assert_eq!(least(Some(Scoring::Single)), Some(Win::Single));
        assert_eq!(least(Some(Scoring::OynMars)), Some(Win::Gammon));
        assert_eq!(least(Some(Scoring::Left)), Some(Win::Gammon));
        assert_eq!(least(None), Some(Win::Backgammon));
    }
}
