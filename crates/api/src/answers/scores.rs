//! Scores of a match at which a situation can occur.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{EvaluationError, Evaluator, Settings};
use sheshbesh_movegen::{BySide, Cube, Situation, Stakes, codes};
use sheshbesh_parallel::threads;

/// Score of a match, from the view of the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// Points that the player on roll still needs, at least 1.
    pub own_away: u16,
    /// Points that the opponent still needs, at least 1.
    pub opponent_away: u16,
    /// True for the Crawford game. If false, a player who needs one point is past the Crawford
    /// game.
    pub crawford: bool,
}

/// A centred cube above 1, which no match can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a centred cube at {0} is impossible in a match")]
pub struct ImpossibleCubeError(pub u32);

codes! {
    ImpossibleCubeError {
        Self(value) => "scores.cube" { value },
    }
}

impl Score {
    /// Lists every score of a match to `length` points, row by row: by the points that the player
    /// on roll needs, then by those of the opponent. With `crawford_games`, scores in the Crawford
    /// game come before those after it.
    ///
    /// ```
    /// use sheshbesh_api::answers::Score;
    /// assert_eq!(Score::list_all(7, false).len(), 7 * 7);
    /// // One point away against 2 to 7, and the other way round.
    /// assert_eq!(Score::list_all(7, true).len(), 7 * 7 + 2 * 6);
    /// ```
    pub fn list_all(length: u16, crawford_games: bool) -> Vec<Self> {
        let sides = Self::list_sides(length, crawford_games);
        let of_row = |&own| sides.iter().filter_map(move |&opponent| Self::between(own, opponent));
        sides.iter().flat_map(of_row).collect()
    }

    /// Lists the points that a side can still need, each with a Crawford flag: one point in the
    /// Crawford game, one after it, two and so on.
    pub(crate) fn list_sides(length: u16, crawford_games: bool) -> Vec<(u16, bool)> {
        let crawford = (crawford_games && length > 1).then_some((1, true));
        crawford.into_iter().chain((1..=length).map(|away| (away, false))).collect()
    }

    /// Score at which the sides need these points; `None` if it is impossible, since both cannot be
    /// one point away in the Crawford game.
    pub(crate) fn between(own: (u16, bool), opponent: (u16, bool)) -> Option<Self> {
        let crawford = own.1 || opponent.1;
        if crawford && own.0.max(opponent.0) == 1 {
            return None;
        }
        Some(Self { own_away: own.0, opponent_away: opponent.0, crawford })
    }

    /// Returns the situation at this score of a match to `length` points, with its cube unchanged.
    /// Returns `None` if the cube is impossible: a player turned it with nothing to gain, or the
    /// Crawford game is being played.
    ///
    /// # Errors
    /// If the cube is impossible at every score.
    pub fn applied_to(
        self,
        situation: &Situation,
        length: u16,
    ) -> Result<Option<Situation>, ImpossibleCubeError> {
        let cube = situation.cube;
        if cube.owner().is_none() && cube.exponent() > 0 {
            return Err(ImpossibleCubeError(cube.value()));
        }
        let away = BySide { on_roll: self.own_away, opponent: self.opponent_away };
        let stands = if self.crawford { cube == Cube::default() } else { can_stand(cube, away) };
        let stakes = Stakes::Match { length, crawford: self.crawford };
        let score = away.map(|away| length.saturating_sub(away));
        Ok(stands.then_some(Situation { stakes, score, ..*situation }))
    }
}

/// Reasons for not answering a question at every score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoresError {
    /// The cube is impossible at every score.
    #[error(transparent)]
    Cube(#[from] ImpossibleCubeError),
    /// The situation cannot be evaluated.
    #[error(transparent)]
    EvaluationError(#[from] EvaluationError),
    /// A play cannot be written in notation.
    #[error(transparent)]
    Unwritable(#[from] super::play::UnwritablePlayError),
    /// The opponent owns the cube, so the player on roll has no decision.
    #[error("the opponent owns the cube: there is nothing to decide at any score")]
    NothingToDecide,
}

codes! {
    ScoresError {
        Self::NothingToDecide => "scores.nothing-to-decide",
    } transparent {
        Self::Cube(error) => error,
        Self::EvaluationError(error) => error,
        Self::Unwritable(error) => error,
    }
}

/// Answers a question for money and at each score at which the cube is possible; with
/// `crawford_games`, in the Crawford game and after it. Scores are evaluated in parallel on rayon's
/// threads. Calls `done` after each score with the total number of scores.
pub(super) fn ask_everywhere<T: Send>(
    evaluator: &Evaluator,
    situation: &Situation,
    length: u16,
    crawford_games: bool,
    done: &(dyn Fn(usize) + Sync),
    ask: impl Fn(&mut Evaluator, &Situation) -> Result<T, EvaluationError> + Sync,
) -> Result<(T, Vec<(Score, T)>), ScoresError> {
    let mut places = Vec::new();
    for score in Score::list_all(length, crawford_games) {
        let there = score.applied_to(situation, length)?;
        places.extend(there.map(|there| (score, there)));
    }
    let alone =
        evaluator.with_settings(Settings { parallel: false, ..evaluator.settings().clone() });
    let answers = threads::map_with(
        &places,
        || alone.clone(),
        |evaluator, (score, there)| {
            let answer = ask(evaluator, there)?;
            done(places.len());
            Ok((*score, answer))
        },
    );
    let answers: Result<_, EvaluationError> = answers.into_iter().collect();
    let money = ask(&mut evaluator.clone(), &for_money(situation))?;
    Ok((money, answers?))
}

/// True if players that many points away can have turned the cube to its present value: each of
/// them needed more points than the cube showed before their turn.
pub(super) fn can_stand(cube: Cube, away: BySide<u16>) -> bool {
    let Some(owner) = cube.owner() else { return cube.exponent() == 0 };
    let turns = (0..cube.exponent()).rev();
    // The opponent of the owner turned last, and turns alternate.
    turns.enumerate().all(|(back, exponent)| {
        let side = if back.is_multiple_of(2) { !owner } else { owner };
        u32::from(away[side]) > 1 << exponent
    })
}

/// Returns the situation for money. A money game keeps its rules.
pub fn for_money(situation: &Situation) -> Situation {
    let stakes = match situation.stakes {
        money @ Stakes::Money { .. } => money,
        Stakes::Match { .. } => Stakes::default(),
    };
    Situation { stakes, score: BySide::default(), ..*situation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Game, Side};

    fn start(cube: Cube) -> Situation {
        Situation { cube, ..Situation::new(Game::Backgammon.start(), Game::Backgammon) }
    }

    /// Scores at which a turned cube is possible, found by simulating the turns.
    fn turned(value: u32, owner: Side, length: u16) -> Vec<Score> {
        let all = Score::list_all(length, true).into_iter();
        all.filter(|score| {
            if score.crawford {
                return false;
            }
            let away = BySide { on_roll: score.own_away, opponent: score.opponent_away };
            // Either player can be the first to turn; each turn must have something to gain.
            [Side::OnRoll, Side::Opponent].into_iter().any(|first| {
                let (mut shows, mut turner) = (1, first);
                while shows < value && u32::from(away[turner]) > shows {
                    (shows, turner) = (2 * shows, !turner);
                }
                shows == value && turner == owner
            })
        })
        .collect()
    }

    #[test]
    fn a_cube_stands_where_it_can_have_been_turned() {
        for length in [1, 2, 5, 9] {
            for value in [2, 4, 8, 16] {
                for owner in [Side::OnRoll, Side::Opponent] {
                    let situation = start(Cube::of_value(value, Some(owner)).unwrap());
                    let stands =
                        |score: &Score| score.applied_to(&situation, length).unwrap().is_some();
                    let found: Vec<Score> =
                        Score::list_all(length, true).into_iter().filter(stands).collect();
                    assert_eq!(found, turned(value, owner, length), "{value} {owner} {length}");
                }
            }
        }
    }

    #[test]
    fn a_situation_at_a_score_is_so_far_away() {
        for score in Score::list_all(7, true) {
            let there = score.applied_to(&start(Cube::default()), 7).unwrap().unwrap();
            let away = BySide { on_roll: score.own_away, opponent: score.opponent_away };
            assert_eq!(there.away(), Some(away));
            assert_eq!(there.stakes, Stakes::Match { length: 7, crawford: score.crawford });
            assert!(!score.crawford || there.is_one_away());
        }
        assert_eq!(Score::list_all(1, true).len(), 1);
    }

    #[test]
    fn a_centred_cube_that_was_turned_stands_at_no_score() {
        let situation = start(Cube::of_value(2, None).unwrap());
        let score = Score { own_away: 3, opponent_away: 4, crawford: false };
        assert_eq!(score.applied_to(&situation, 7), Err(ImpossibleCubeError(2)));
    }
}
