//! The difference of two verdicts as a sum over outcomes.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{RankedPlay, cube::CubeModel};
use sheshbesh_network::{OUTCOMES, Probabilities};

/// What an outcome is counted as. Each is counted within the one before it: a backgammon won is a
/// gammon won, and that a game won.
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
    /// All of them.
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

    /// What one such outcome is worth beyond the kind that holds it, and a win beyond a loss.
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

/// What one kind of outcome adds to the difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutcomePart {
    /// Which.
    pub kind: OutcomeKind,
    /// How much likelier it is after the better play than after the other, −1 to 1.
    pub probability: f32,
    /// What it is worth beyond the kind that holds it, in points at the present cube.
    pub value: f32,
    /// Their product: points of the difference.
    pub points: f32,
}

/// A difference of two verdicts, taken apart: the parts and the cube's share add up to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutcomeSplit {
    /// One for each of [`OutcomeKind::ALL`].
    pub parts: Vec<OutcomePart>,
    /// What the outcomes leave: the cube's share. Zero but for rounding where nobody turns it.
    pub cube: f32,
}

impl OutcomeSplit {
    /// Of the difference between two plays, by what outcomes are worth where the cube stays.
    pub(super) fn new(stakes: &CubeModel, better: &RankedPlay, other: &RankedPlay) -> Self {
        let worth = stakes.outcome_points();
        let parts = OutcomeKind::ALL.map(|kind| {
            let of = |play: &RankedPlay| kind.probability(&play.probabilities);
            let (probability, value) = (of(better) - of(other), kind.value(&worth));
            OutcomePart { kind, probability, value, points: probability * value }
        });
        let said: f32 = parts.iter().map(|part| part.points).sum();
        Self { parts: parts.to_vec(), cube: better.equity - other.equity - said }
    }

    /// The points of some kinds together.
    pub fn points(&self, kinds: &[OutcomeKind]) -> f32 {
        self.parts.iter().filter(|part| kinds.contains(&part.kind)).map(|part| part.points).sum()
    }
}
