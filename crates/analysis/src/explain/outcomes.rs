//! Splits an equity difference into a sum over outcomes.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{RankedPlay, cube::CubeModel};
use sheshbesh_movegen::Side;
use sheshbesh_network::{OUTCOMES, Probabilities};

/// Kind of outcome. Each kind of win or loss includes the more valuable ones: a backgammon is also
/// counted as a gammon, and a won gammon also as a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// Games won, of any kind.
    Wins,
    /// Gammons and backgammons won.
    GammonsWon,
    /// Backgammons won.
    BackgammonsWon,
    /// Gammons and backgammons lost.
    GammonsLost,
    /// Backgammons lost.
    BackgammonsLost,
}

impl OutcomeKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Wins,
        Self::GammonsWon,
        Self::BackgammonsWon,
        Self::GammonsLost,
        Self::BackgammonsLost,
    ];

    const fn probability(self, p: &Probabilities) -> f32 {
        match self {
            Self::Wins => p.win,
            Self::GammonsWon => p.win_gammon,
            Self::BackgammonsWon => p.win_backgammon,
            Self::GammonsLost => p.lose_gammon,
            Self::BackgammonsLost => p.lose_backgammon,
        }
    }

    /// Value of an outcome beyond the kind that includes it; for wins, beyond a loss.
    const fn value(self, points: &[f32; OUTCOMES]) -> f32 {
        let [win, gammon, backgammon, lose, lose_gammon, lose_backgammon] = *points;
        match self {
            Self::Wins => win - lose,
            Self::GammonsWon => gammon - win,
            Self::BackgammonsWon => backgammon - gammon,
            Self::GammonsLost => lose_gammon - lose,
            Self::BackgammonsLost => lose_backgammon - lose_gammon,
        }
    }
}

/// Contribution of one kind of outcome to the difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutcomePart {
    /// Kind of outcome.
    pub kind: OutcomeKind,
    /// Probability after the better play minus probability after the other, −1 to 1.
    pub probability: f32,
    /// Value beyond the kind that includes it, in points at the present cube; 0 for a kind that
    /// every win, or every loss, is of.
    pub value: f32,
    /// Contribution in points: `probability` times `value`.
    pub points: f32,
}

/// An equity difference split into outcome parts and a cube part, which add up to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutcomeSplit {
    /// One part for each of [`OutcomeKind::ALL`].
    pub parts: Vec<OutcomePart>,
    /// Remainder due to the cube; zero except for rounding if the cube is not turned.
    pub cube: f32,
}

impl OutcomeSplit {
    /// Splits the difference between two plays by the values of the outcomes at an unchanged cube.
    pub(super) fn new(stakes: &CubeModel, better: &RankedPlay, other: &RankedPlay) -> Self {
        let mut worth = stakes.outcome_points();
        let plays = [better, other].map(|play| &play.probabilities);
        // In some games a side wins in one way only: then such a win is not also a lesser one. Means
        // of evaluations are rounded, and some games are drawn, so White is asked for first.
        let white = better.position.turn_state().white;
        if white == Some(Side::Opponent) || plays.iter().all(|p| p.win_backgammon >= p.win) {
            worth = [worth[2], worth[2], worth[2], worth[3], worth[4], worth[5]];
        }
        let loses = |p: &&Probabilities| p.lose_backgammon >= 1.0 - p.win;
        if white == Some(Side::OnRoll) || plays.iter().all(loses) {
            worth = [worth[0], worth[1], worth[2], worth[5], worth[5], worth[5]];
        }
        let parts = OutcomeKind::ALL.map(|kind| {
            let of = |play: &RankedPlay| kind.probability(&play.probabilities);
            let (probability, value) = (of(better) - of(other), kind.value(&worth));
            OutcomePart { kind, probability, value, points: probability * value }
        });
        let said: f32 = parts.iter().map(|part| part.points).sum();
        Self { parts: parts.to_vec(), cube: better.equity - other.equity - said }
    }

    /// Sum of the points of several kinds.
    pub fn points(&self, kinds: &[OutcomeKind]) -> f32 {
        self.parts.iter().filter(|part| kinds.contains(&part.kind)).map(|part| part.points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::{
        Depth,
        cube::{Efficiency, MatchEquityTable},
    };
    use sheshbesh_movegen::{Game, Situation};

    /// In American White wins three points and Black one, so a win has a single kind.
    #[test]
    fn a_win_of_one_kind_is_one_part() {
        let start = Situation::new(Game::American.start(), Game::American);
        let stakes =
            CubeModel::new(&start, &MatchEquityTable::kazaross_xg2(), Efficiency::default(), false);
        let stakes = stakes.unwrap();
        // White is on roll at the start; results are seen by the opponent of the player.
        for (position, [won, lost]) in
            [(start.position.swapped(), [3.0, 1.0]), (start.position, [1.0, 3.0])]
        {
            let play = |win: f32| {
                let lose = 1.0 - win;
                let of = |points: f32, p: f32| if points > 1.0 { p - 1e-6 } else { 0.0 };
                let equity = won * win - lost * lose;
                RankedPlay {
                    position,
                    probabilities: Probabilities {
                        win,
                        win_gammon: of(won, win),
                        win_backgammon: of(won, win),
                        lose_gammon: of(lost, lose),
                        lose_backgammon: of(lost, lose),
                    },
                    equity,
                    value: equity,
                    depth: Depth::ONE,
                    rollout: None,
                }
            };
            let split = OutcomeSplit::new(&stakes, &play(0.4), &play(0.3));
            let told: Vec<_> = split.parts.iter().filter(|part| part.points != 0.0).collect();
            let [wins] = told[..] else { panic!("{split:?}") };
            assert_eq!(wins.kind, OutcomeKind::Wins);
            assert!((wins.points - 0.4).abs() < 1e-5 && split.cube.abs() < 1e-5, "{split:?}");
        }
    }
}
