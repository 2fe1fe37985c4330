//! Distribution of people's mistakes.
//!
//! Shapes and constants are fitted to the decisions of 200 matches between people, by PR in the
//! match; `docs/guide/levels.md` has the figures. A mistake is the less likely the more it loses,
//! and has a largest loss. People double late, miss cashes, and take too much.

use super::rating::Skill;
use rand::{Rng, RngExt};
use sheshbesh_evaluator::{
    RankedPlay,
    cube::{ActionValues, CubeDecision},
};
use sheshbesh_movegen::Answer;
use sheshbesh_network::maths::{exp, powi};

/// Number of best plays among which a person chooses.
const CONSIDERED: usize = 10;
/// Probability that a person sees the second-best of these plays. The best is always seen.
const SEEN: f64 = 0.55;
/// Factor of that probability for each further place.
const SEEN_NEXT: f64 = 0.9;

/// PR, and the loss in EMG at which a play is as likely as exp(−1) of the best one. Found by
/// self-play so that the analysis `standard` gives the PR: `scripts/bench/levels.py`.
const SCALES: [(f64, f64); 6] =
    [(0.0, 0.0), (2.0, 0.0034), (5.0, 0.0123), (10.0, 0.0253), (20.0, 0.0546), (30.0, 0.1210)];

/// Mistakes of a player with a rating. All equities are in EMG.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// Scale of the losses by plays.
    scale: f64,
    /// Largest loss by a single mistake.
    most: f64,
    /// Equity by which a double must seem better than no double if the opponent would take.
    late: f64,
    /// Probability of missing a cash.
    missed_cash: f64,
    /// Scale of errors about doubling.
    doubling: f64,
    /// Equity by which takes are overrated.
    overrated_take: f64,
    /// Scale of errors about taking.
    taking: f64,
}

impl ErrorModel {
    /// Creates the model of a rating. At full strength it makes no mistakes.
    pub fn new(skill: Skill) -> Self {
        let pr = skill.pr();
        let upper = SCALES.iter().position(|(known, _)| pr <= *known);
        let upper = upper.unwrap_or(SCALES.len() - 1).max(1);
        let ((from, low), (to, high)) = (SCALES[upper - 1], SCALES[upper]);
        Self {
            scale: low + (high - low) * (pr - from) / (to - from),
            most: if skill.is_full() { 0.0 } else { 0.25 + 0.03 * pr },
            late: (0.012 * pr).min(0.25),
            missed_cash: (0.03 * pr).min(0.5),
            doubling: (0.02 * pr).min(0.035 + 0.006 * pr).min(0.13),
            overrated_take: (0.01 * pr).min(0.2),
            taking: (0.03 * pr).min(0.03 + 0.018 * pr).min(0.4),
        }
    }

    /// Selects one of the plays of a roll, which may have any order, and returns its index.
    ///
    /// A play that loses *l* is selected with a probability proportional to exp(−√(*l* / scale)), if
    /// it is one of the best ten, is seen, and loses no more than the largest mistake. The best play
    /// is always seen, and the others the less often, the worse they are.
    ///
    /// # Panics
    /// If there are no plays.
    pub fn play(&self, plays: &[RankedPlay], rng: &mut impl Rng) -> usize {
        assert!(!plays.is_empty(), "there are plays to choose from");
        let mut equities: Vec<f32> = plays.iter().map(|play| play.equity).collect();
        equities.sort_by(|a, b| b.total_cmp(a));
        let best = equities[0];
        let worst = f64::from(best - equities[equities.len().min(CONSIDERED) - 1]).min(self.most);
        let mut weights = Vec::with_capacity(plays.len());
        for play in plays {
            let loss = f64::from(best - play.equity);
            let rank = equities.iter().take_while(|&&equity| equity > play.equity).count();
            let probability = SEEN * powi(SEEN_NEXT, rank.saturating_sub(1) as i32);
            // Drawn for every play, so that later draws do not depend on equities.
            let seen = rng.random::<f64>() < probability;
            weights.push(match loss {
                ..=0.0 => 1.0,
                _ if !seen || loss > worst => 0.0,
                _ => exp(-(loss / self.scale).sqrt()),
            });
        }
        let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.iter().position(|weight| *weight > 0.0).unwrap_or(0)
    }

    /// Returns true to double.
    pub fn doubles(&self, decision: &CubeDecision, rng: &mut impl Rng) -> bool {
        let drawn = rng.random::<f64>();
        decision.may_double && drawn < self.doubling_probability(&decision.points())
    }

    fn doubling_probability(&self, values: &ActionValues) -> f64 {
        let gain = f64::from(values.double() - values.no_double);
        if gain.abs() > self.most {
            return f64::from(u8::from(gain > 0.0));
        }
        match values.response() {
            Answer::Pass => (1.0 - self.missed_cash) * logistic(gain, self.doubling),
            Answer::Take | Answer::Beaver => logistic(gain - self.late, self.doubling),
        }
    }

    /// Answers a double.
    pub fn answer(&self, decision: &CubeDecision, rng: &mut impl Rng) -> Answer {
        let drawn = [rng.random::<f64>(), rng.random()];
        let values = decision.points();
        if drawn[0] >= self.taking_probability(&values) {
            return Answer::Pass;
        }
        let beaver = logistic(f64::from(-values.double_take), self.taking);
        match values.response() {
            Answer::Beaver if drawn[1] < beaver => Answer::Beaver,
            _ => Answer::Take,
        }
    }

    fn taking_probability(&self, values: &ActionValues) -> f64 {
        let gain = f64::from(values.double_pass - values.double_take);
        if gain.abs() > self.most {
            return f64::from(u8::from(gain > 0.0));
        }
        logistic(gain + self.overrated_take, self.taking)
    }
}

/// Logistic function of `x / scale`; a step at 0 for the scale 0.
fn logistic(x: f64, scale: f64) -> f64 {
    match scale {
        0.0 => f64::from(u8::from(x >= 0.0)),
        _ => 1.0 / (1.0 + exp(-x / scale)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    use sheshbesh_movegen::{Dice, Game, random::game_rng};

    fn error_model(pr: &str) -> ErrorModel {
        ErrorModel::new(pr.parse().unwrap())
    }

    const LEVELS: [&str; 6] = ["0", "2", "5", "10", "20", "30"];

    fn action_values(no_double: f32, double_take: f32) -> ActionValues {
        ActionValues { no_double, double_take, double_pass: 1.0, may_double: true, beavers: false }
    }

    #[test]
    fn plays_are_worse_the_higher_the_rating_and_never_absurd() {
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        let start = Game::Backgammon.start();
        let mut before = -1.0;
        for pr in LEVELS {
            let (model, mut rng) = (error_model(pr), game_rng(1, 0));
            let mut lost = 0.0;
            for dice in Dice::ALL {
                let ranked = evaluator.rank(&start, dice, Depth::ONE);
                for _ in 0..400 {
                    let play = model.play(&ranked, &mut rng);
                    let loss = f64::from(ranked[0].equity - ranked[play].equity);
                    assert!(loss <= model.most, "{pr}: {loss}");
                    lost += loss;
                }
            }
            assert!(lost > before, "{pr}: {lost} after {before}");
            before = lost;
        }
    }

    #[test]
    fn full_strength_makes_no_mistake() {
        let model = error_model("0");
        for (no_double, double_take) in [(0.5, 0.6), (0.9, 1.2), (0.6, 0.5), (1.1, 1.4)] {
            let values = action_values(no_double, double_take);
            let is_right = values.double() >= no_double;
            let expected = f64::from(u8::from(is_right));
            assert_eq!(model.doubling_probability(&values), expected, "{values:?}");
            let takes = f64::from(u8::from(double_take <= 1.0));
            assert_eq!(model.taking_probability(&values), takes, "{values:?}");
        }
    }

    #[test]
    fn cube_errors_grow_with_the_rating_and_have_a_largest_loss() {
        // Kinds of mistakes, with the probability of each one.
        let missed =
            |model: &ErrorModel| 1.0 - model.doubling_probability(&action_values(0.5, 0.6));
        let early = |model: &ErrorModel| model.doubling_probability(&action_values(0.5, 0.4));
        let cash = |model: &ErrorModel| 1.0 - model.doubling_probability(&action_values(0.85, 1.2));
        let take = |model: &ErrorModel| model.taking_probability(&action_values(0.9, 1.15));
        let pass = |model: &ErrorModel| 1.0 - model.taking_probability(&action_values(0.6, 0.85));
        for mistake in [&missed as &dyn Fn(&ErrorModel) -> f64, &cash, &take, &pass] {
            let of = LEVELS.map(|pr| mistake(&error_model(pr)));
            assert_eq!(of[0], 0.0);
            assert!(of[..5].is_sorted() && of[5] > 0.2 && of[1] < 0.2, "{of:?}");
        }
        // Weak players double early hardly more often, since they double late.
        let of = LEVELS.map(|pr| early(&error_model(pr)));
        assert!(of[0] == 0.0 && of.iter().all(|of| *of < 0.15), "{of:?}");
        for pr in LEVELS {
            let model = error_model(pr);
            assert_eq!(model.doubling_probability(&action_values(0.2, -1.0)), 0.0, "{pr}");
            assert_eq!(model.taking_probability(&action_values(0.9, 2.4)), 0.0, "{pr}");
            assert_eq!(model.taking_probability(&action_values(0.0, -0.3)), 1.0, "{pr}");
        }
        // People double too late rather than too early.
        let weak = error_model("20");
        assert!(missed(&weak) > 2.0 * early(&weak));
    }
}
