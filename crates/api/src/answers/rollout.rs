//! Rollouts: the answer of `shesh rollout`.

use super::head::Head;
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::ProbabilityFields;
use sheshbesh_evaluator::{
    Depth, Evaluator,
    cube::Scale,
    rollout::{Estimate, RolloutResult, Start},
};
use sheshbesh_movegen::{Dice, Game, Position, Situation, notation};
use sheshbesh_network::Probabilities;

/// Rollout of a position, or of plays of a roll, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rollout {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// Roll whose plays were rolled out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// True if the cube was in play.
    pub cubeful: bool,
    /// One result for the position itself, or one for each play.
    pub results: Vec<RolledOut>,
}

/// Rollout result of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RolledOut {
    /// Play that leads to the position, in standard notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// The position; after a play, with the opponent on roll.
    pub position_id: String,
    /// Number of games played.
    pub games: u64,
    /// Equity in points at the stakes, for the player on roll, or for the player who made the play.
    pub equity: f32,
    /// Standard error of `equity`.
    pub equity_standard_error: f32,
    /// Cubeless equity, in points per game at cube 1.
    pub cubeless_equity: f32,
    /// Standard error of `cubeless_equity`.
    pub cubeless_equity_standard_error: f32,
    /// Match winning chance, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Standard error of `mwc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc_standard_error: Option<f32>,
    /// Cubeless probabilities. The luck adjustment of variance reduction is unbiased but can exceed
    /// the share of a rare outcome. Each share is therefore clamped between 0 and the share that
    /// includes it. Equities are the unclamped means of the games.
    #[serde(with = "ProbabilityFields")]
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub probabilities: Probabilities,
    /// Standard errors of the probabilities.
    #[serde(with = "ProbabilityFields")]
    #[cfg_attr(feature = "openapi", schema(value_type = ProbabilityFields))]
    pub standard_errors: Probabilities,
}

impl RolledOut {
    /// Builds the result of a position, reached by `play` if given; `scale` converts its values to
    /// points.
    pub fn new(
        game: Game,
        position: &Position,
        play: Option<String>,
        scale: Scale,
        result: &RolloutResult,
    ) -> Self {
        let five = |value: fn(&Estimate) -> f32| {
            let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
                result.probabilities.map(|estimate| value(&estimate));
            Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
        };
        let Estimate { mean, standard_error } = result.value;
        Self {
            play,
            position_id: notation::position_id(game, position),
            games: result.games,
            equity: scale.points(mean),
            equity_standard_error: error_in_points(scale, result.value),
            cubeless_equity: result.equity.mean,
            cubeless_equity_standard_error: result.equity.standard_error,
            mwc: scale.is_match().then_some(mean),
            mwc_standard_error: scale.is_match().then_some(standard_error),
            probabilities: possible(five(|e| e.mean)),
            standard_errors: five(|e| e.standard_error),
        }
    }
}

/// Clamps each share between 0 and the share that includes it.
fn possible(p: Probabilities) -> Probabilities {
    let win = p.win.clamp(0.0, 1.0);
    let [win_gammon, lose_gammon] =
        [(p.win_gammon, win), (p.lose_gammon, 1.0 - win)].map(|(share, of)| share.clamp(0.0, of));
    Probabilities {
        win,
        win_gammon,
        win_backgammon: p.win_backgammon.clamp(0.0, win_gammon),
        lose_gammon,
        lose_backgammon: p.lose_backgammon.clamp(0.0, lose_gammon),
    }
}

/// Positions to roll out on the same dice: a single position, or the best plays of a roll.
#[derive(Clone, Debug)]
pub struct RolloutCandidates {
    game: Game,
    plays: Vec<Option<String>>,
    starts: Vec<Start>,
}

impl RolloutCandidates {
    /// The position before the roll.
    pub fn position(situation: &Situation) -> Self {
        let starts = vec![Start::before_roll(situation.position)];
        Self { game: situation.game, plays: vec![None], starts }
    }

    /// The best plays of a roll by a 2-ply ranking, at most `most`.
    pub fn plays(
        situation: &Situation,
        dice: Dice,
        most: usize,
        evaluator: &mut Evaluator,
    ) -> Self {
        let Situation { game, ref position, .. } = *situation;
        let ranked = evaluator.rank_in_full(position, dice, Depth::TWO);
        let results: Vec<Position> = ranked.iter().take(most).map(|play| play.position).collect();
        let plays = notation::write_all(game, position, dice, &results);
        Self { game, plays, starts: results.into_iter().map(Start::after_play).collect() }
    }

    /// Start positions of the rollout.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// Returns the results of all positions, best first; `scale` converts their values to points.
    pub fn rolled_out(&self, scale: Scale, results: &[RolloutResult]) -> Vec<RolledOut> {
        let mut order: Vec<usize> = (0..results.len()).collect();
        order.sort_by(|&a, &b| results[b].value.mean.total_cmp(&results[a].value.mean));
        let of = |&index: &usize| {
            let (start, play) = (&self.starts[index], self.plays[index].clone());
            RolledOut::new(self.game, start.position(), play, scale, &results[index])
        };
        order.iter().map(of).collect()
    }
}

/// Standard error in points. The scale is linear, so the error scales by the same factor.
pub(crate) fn error_in_points(scale: Scale, worth: Estimate) -> f32 {
    scale.points(worth.mean + worth.standard_error) - scale.points(worth.mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::rollout_table;

    #[test]
    fn shares_are_what_can_be_and_equities_are_as_they_are() {
        let of = |mean| Estimate { mean, standard_error: 0.01 };
        let result = RolloutResult {
            games: 36,
            probabilities: [1.002, 0.2, -0.0017, 0.001, 0.003].map(of),
            equity: of(1.2),
            value: of(1.2),
            behind: Estimate::default(),
        };
        let game = Game::Backgammon;
        let scale =
            Evaluator::new(sheshbesh_weights::shipped(), Default::default()).stakes().scale();
        let shown = RolledOut::new(game, &game.start(), None, scale, &result);
        let Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } =
            shown.probabilities;
        let shares = [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon];
        assert_eq!(shares, [1.0, 0.2, 0.0, 0.0, 0.0]);
        assert_eq!(shown.cubeless_equity, 1.2);
        let text = rollout_table(game, std::slice::from_ref(&shown));
        assert!(text.contains("backgammon   0.00 ±") && !text.contains("-0."), "{text}");
        let text = rollout_table(Game::PLAKOTO, std::slice::from_ref(&shown));
        assert!(text.contains("gammon  20.00 ±") && !text.contains("backgammon"), "{text}");
    }
}
