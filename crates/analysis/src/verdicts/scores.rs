//! The scores of a match, each at which a situation can stand.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{CannotJudge, Evaluator, Settings};
use sheshbesh_movegen::{BySide, Cube, Situation, Stakes};

/// A score of a match, seen by the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Score {
    /// Points that the player on roll still needs, at least 1.
    pub own_away: u16,
    /// Points that the opponent still needs, at least 1.
    pub opponent_away: u16,
    /// This is the Crawford game. Somebody who needs one point elsewhere is past it.
    pub crawford: bool,
}

/// A centred cube that has been turned, which no match knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cube is centred on {0}, which happens in no match")]
pub struct TurnedAndCentred(pub u32);

impl Score {
    /// Every score of a match to so many points, row by row: by what the player on roll still needs,
    /// then by what the opponent does. With `crawford_games` those of the Crawford game come before
    /// those after it.
    ///
    /// ```
    /// use sheshbesh_analysis::verdicts::Score;
    /// assert_eq!(Score::all(7, false).len(), 7 * 7);
    /// // One point away against 2 to 7, and the other way round.
    /// assert_eq!(Score::all(7, true).len(), 7 * 7 + 2 * 6);
    /// ```
    pub fn all(length: u16, crawford_games: bool) -> Vec<Self> {
        let sides = Self::sides(length, crawford_games);
        let of_row = |&own| sides.iter().filter_map(move |&opponent| Self::between(own, opponent));
        sides.iter().flat_map(of_row).collect()
    }

    /// What a side can still need, with whether that is in the Crawford game: one point there, one
    /// after it, two and so on.
    pub(crate) fn sides(length: u16, crawford_games: bool) -> Vec<(u16, bool)> {
        let crawford = (crawford_games && length > 1).then_some((1, true));
        crawford.into_iter().chain((1..=length).map(|away| (away, false))).collect()
    }

    /// The score at which the sides need so much; `None` where it cannot be: two are not one point
    /// away in the Crawford game.
    pub(crate) fn between(own: (u16, bool), opponent: (u16, bool)) -> Option<Self> {
        let crawford = own.1 || opponent.1;
        if crawford && own.0.max(opponent.0) == 1 {
            return None;
        }
        Some(Self { own_away: own.0, opponent_away: opponent.0, crawford })
    }

    /// The situation at this score of a match to so many points, its cube as it is; `None` where the
    /// cube makes no sense: somebody has turned it who had nothing to win by that, or it is the
    /// Crawford game.
    ///
    /// # Errors
    /// When the cube makes sense at no score.
    pub fn applied_to(
        self,
        situation: &Situation,
        length: u16,
    ) -> Result<Option<Situation>, TurnedAndCentred> {
        let cube = situation.cube;
        if cube.owner().is_none() && cube.exponent() > 0 {
            return Err(TurnedAndCentred(cube.value()));
        }
        let away = BySide { on_roll: self.own_away, opponent: self.opponent_away };
        let stands = if self.crawford { cube == Cube::default() } else { can_stand(cube, away) };
        let stakes = Stakes::Match { length, crawford: self.crawford };
        let score = away.map(|away| length.saturating_sub(away));
        Ok(stands.then_some(Situation { stakes, score, ..*situation }))
    }
}

/// Why a question is not answered at every score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotAskEverywhere {
    /// The cube can stand nowhere.
    #[error(transparent)]
    Cube(#[from] TurnedAndCentred),
    /// The situation cannot be judged.
    #[error(transparent)]
    CannotJudge(#[from] CannotJudge),
    /// A play has no name.
    #[error(transparent)]
    Unwritable(#[from] super::plays::Unwritable),
    /// Nobody who is asked has a cube.
    #[error("the opponent owns the cube: there is nothing to decide at any score")]
    NothingToDecide,
}

/// The answers for money, and at each score at which the cube can stand; with `crawford_games` in the
/// Crawford game and after it. The scores are shared among rayon's threads; after each of them `done`
/// is told how many there are.
pub(super) fn ask_everywhere<T: Send>(
    evaluator: &Evaluator,
    situation: &Situation,
    length: u16,
    crawford_games: bool,
    done: &(dyn Fn(usize) + Sync),
    ask: impl Fn(&mut Evaluator, &Situation) -> Result<T, CannotJudge> + Sync,
) -> Result<(T, Vec<(Score, T)>), CannotAskEverywhere> {
    let mut places = Vec::new();
    for score in Score::all(length, crawford_games) {
        let there = score.applied_to(situation, length)?;
        places.extend(there.map(|there| (score, there)));
    }
    let alone =
        evaluator.with_settings(Settings { parallel: false, ..evaluator.settings().clone() });
    let answers: Result<Vec<(Score, T)>, CannotJudge> = places
        .par_iter()
        .map_init(
            || alone.clone(),
            |evaluator, (score, there)| {
                let answer = ask(evaluator, there)?;
                done(places.len());
                Ok((*score, answer))
            },
        )
        .collect();
    let money = ask(&mut evaluator.clone(), &for_money(situation))?;
    Ok((money, answers?))
}

/// Whether a cube can have been turned so far by players who were so many points away: each of them
/// needed more than the cube showed before.
fn can_stand(cube: Cube, away: BySide<u16>) -> bool {
    let Some(owner) = cube.owner() else { return cube.exponent() == 0 };
    let turns = (0..cube.exponent()).rev();
    // The last turn was that of whoever does not own it, and they took turns.
    turns.enumerate().all(|(back, exponent)| {
        let side = if back.is_multiple_of(2) { !owner } else { owner };
        u32::from(away[side]) > 1 << exponent
    })
}

/// The situation for money: by the rules that it has, if it is of a money game already.
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

    /// The scores at which a cube stands that has been turned, found by letting them turn it.
    fn turned(value: u32, owner: Side, length: u16) -> Vec<Score> {
        let all = Score::all(length, true).into_iter();
        all.filter(|score| {
            if score.crawford {
                return false;
            }
            let away = BySide { on_roll: score.own_away, opponent: score.opponent_away };
            // Whoever turns it first, somebody always has something to win by it.
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
                        Score::all(length, true).into_iter().filter(stands).collect();
                    assert_eq!(found, turned(value, owner, length), "{value} {owner} {length}");
                }
            }
        }
    }

    #[test]
    fn a_situation_at_a_score_is_so_far_away() {
        for score in Score::all(7, true) {
            let there = score.applied_to(&start(Cube::default()), 7).unwrap().unwrap();
            let away = BySide { on_roll: score.own_away, opponent: score.opponent_away };
            assert_eq!(there.away(), Some(away));
            assert_eq!(there.stakes, Stakes::Match { length: 7, crawford: score.crawford });
            assert!(!score.crawford || there.is_one_away());
        }
        assert_eq!(Score::all(1, true).len(), 1);
    }

    #[test]
    fn a_centred_cube_that_was_turned_stands_at_no_score() {
        let situation = start(Cube::of_value(2, None).unwrap());
        let score = Score { own_away: 3, opponent_away: 4, crawford: false };
        assert_eq!(score.applied_to(&situation, 7), Err(TurnedAndCentred(2)));
    }
}
