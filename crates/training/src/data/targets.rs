//! Targets of the positions of a finished game.

use super::sample::Sample;
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::Outcomes;

/// A turn of a finished game.
pub(crate) struct Turn {
    /// Position before the roll.
    pub(crate) position: Position,
    pub(crate) dice: Dice,
    /// Outcomes of the best play, for the player on roll.
    pub(crate) best: Outcomes,
    /// True if another play was made, so later turns say nothing about this position.
    pub(crate) explored: bool,
    /// Exact outcomes, if the tables contain the position.
    pub(crate) exact: Option<Outcomes>,
    /// True if the same player moves next, with another roll or with numbers that are left.
    pub(crate) goes_on: bool,
}

impl Turn {
    /// True if the target of the position includes later turns.
    fn looks_on(&self) -> bool {
        self.exact.is_none() && !self.explored
    }

    /// Outcomes seen by the player on roll in the next turn, from the view of this turn's, and the
    /// other way round.
    pub(crate) fn turned(&self, outcomes: Outcomes) -> Outcomes {
        if self.goes_on { outcomes } else { outcomes.swapped() }
    }

    /// True if the turn begins with a roll, so that the network evaluates its position. Positions
    /// with numbers left to play look the same to the network and are never samples.
    pub(crate) fn is_rolled(&self) -> bool {
        self.position.turn_state().stage.is_none()
    }
}

/// Computes λ-returns, the forward view of TD(λ). The target of a position is (1 − λ) times the
/// evaluation of the best play's result, plus λ times the target of that result. The target of the
/// last result is the result of the game, for the player on roll after it. If the same player moves
/// next, that target counts as it is, and otherwise from the other view. If another play than the
/// best was made, the target is the evaluation alone. Exact outcomes are used unchanged.
pub(crate) fn lambda_returns(turns: &[Turn], result: Outcomes, lambda: f32) -> Vec<Sample> {
    let mut later = result;
    let mut samples: Vec<Sample> = turns
        .iter()
        .rev()
        .filter_map(|turn| {
            let followed = turn.turned(later);
            let mut target = turn.exact.unwrap_or(turn.best);
            if turn.looks_on() {
                for (t, f) in target.0.iter_mut().zip(followed.0) {
                    *t += lambda * (f - *t);
                }
            }
            later = target;
            let sample = Sample { position: turn.position, target, is_sibling: false };
            turn.is_rolled().then_some(sample)
        })
        .collect();
    samples.reverse();
    samples
}

/// Computes expected returns: TD(λ) with the expected error of each step, see
/// [`crate::Targets::ExpectedReturn`]. `means` holds the 2-ply evaluations, and `deeper` the 3-ply
/// evaluations of some positions.
///
/// The target of a position is its mean plus λ times the excess of the next position's target over
/// its 1-ply evaluation. There is no excess at the end of the game. The target is the mean alone if
/// another play than the best was made, or if the tables contain the position. Targets add up to
/// one, but noise can make a probability slightly negative; the gradient of the cross-entropy is
/// still correct.
///
/// A 3-ply evaluation includes the next position's error with λ = 1, averaged over all rolls. Added
/// to it are λ² times the error of the position after the next, and so on. Targets of earlier
/// positions do not change.
pub(crate) fn expected_returns(
    turns: &[Turn],
    means: &[Outcomes],
    deeper: &[Option<Outcomes>],
    lambda: f32,
) -> Vec<Sample> {
    // Excess of the next position's target over its 1-ply evaluation, for the player on roll there,
    // and the part of it that stems from later positions.
    let (mut more, mut later) = (Outcomes::default(), Outcomes::default());
    let mut samples: Vec<Sample> = (0..turns.len())
        .rev()
        .filter_map(|number| {
            let turn = &turns[number];
            let looks_on = if turn.looks_on() { lambda } else { 0.0 };
            let added = |errors: Outcomes| Outcomes(turn.turned(errors).0.map(|e| looks_on * e));
            let (of_next, of_later) = (added(more), added(later));
            let mut target = means[number];
            target.add(of_next, 1.0);
            // The 1-ply evaluation of this position, known from the play before it.
            (more, later) = match number.checked_sub(1) {
                Some(before) => {
                    let verdict = turns[before].turned(turns[before].best).0;
                    (Outcomes(std::array::from_fn(|i| target.0[i] - verdict[i])), of_next)
                }
                None => Default::default(),
            };
            if let Some(verdict) = deeper[number] {
                target = verdict;
                target.add(of_later, 1.0);
            }
            let sample = Sample { position: turn.position, target, is_sibling: false };
            turn.is_rolled().then_some(sample)
        })
        .collect();
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Game, Stage, TurnState};

    fn outcomes(win: f32) -> Outcomes {
        Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0])
    }

    fn turn(win: f32, explored: bool) -> Turn {
        let (position, dice) = (Game::Backgammon.start(), Dice::ALL[0]);
        Turn { position, dice, best: outcomes(win), explored, exact: None, goes_on: false }
    }

    fn wins(turns: &[Turn], lambda: f32) -> Vec<f32> {
        // The player on roll after the last turn has lost.
        lambda_returns(turns, outcomes(0.0), lambda).iter().map(|s| s.target.0[0]).collect()
    }

    #[test]
    fn lambda_one_teaches_the_result_and_zero_the_next_verdict() {
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        assert_eq!(wins(&turns, 1.0), [1.0, 0.0, 1.0]);
        assert_eq!(wins(&turns, 0.0), [0.5, 0.6, 1.0]);
    }

    #[test]
    fn expected_returns_add_up_the_errors_of_the_means() {
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        let means = [0.55, 0.58, 0.9].map(outcomes);
        let wins = |turns: &[Turn], lambda| -> Vec<f32> {
            expected_returns(turns, &means, &[None; 3], lambda)
                .iter()
                .map(|s| s.target.0[0])
                .collect()
        };
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        close(wins(&turns, 0.0), [0.55, 0.58, 0.9]);
        // The 1-ply evaluation of the third position is 0.4, that of the second 0.5.
        close(wins(&turns, 1.0), [0.55 - (0.58 - 0.5 - 0.5), 0.58 - 0.5, 0.9]);
        close(wins(&turns, 0.5), [0.55 - 0.5 * (0.33 - 0.5), 0.58 - 0.25, 0.9]);
        // After another play than the best, later turns do not count.
        let turns = [turn(0.5, false), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, 1.0), [0.55 - 0.08, 0.58, 0.9]);
    }

    #[test]
    fn a_deeper_verdict_stands_for_two_steps() {
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        let means = [0.55, 0.58, 0.9].map(outcomes);
        let wins = |turns: &[Turn], deeper: [Option<f32>; 3], lambda| -> Vec<f32> {
            let deeper = deeper.map(|win| win.map(outcomes));
            expected_returns(turns, &means, &deeper, lambda).iter().map(|s| s.target.0[0]).collect()
        };
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        // The 1-ply evaluation of the third position is 0.4, and its target exceeds that by 0.5.
        close(wins(&turns, [Some(0.7), None, None], 0.5), [0.7 + 0.125, 0.58 - 0.25, 0.9]);
        // Targets of earlier positions do not change.
        close(wins(&turns, [None, Some(0.3), None], 0.5), [0.55 - 0.5 * (0.33 - 0.5), 0.3, 0.9]);
        // After another play than the best, later turns do not count.
        let turns = [turn(0.5, true), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, [Some(0.7), None, None], 1.0), [0.7, 0.58, 0.9]);
    }

    #[test]
    fn what_the_tables_know_is_taught_as_it_is() {
        let mut turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        turns[1].exact = Some(outcomes(0.7));
        assert_eq!(wins(&turns, 1.0), [1.0 - 0.7, 0.7, 1.0]);
        let means = [0.55, 0.7, 0.9].map(outcomes);
        let samples = expected_returns(&turns, &means, &[None; 3], 1.0);
        assert_eq!(samples[1].target, outcomes(0.7));
        // The 1-ply evaluation of the second position is 0.5.
        assert!((samples[0].target.0[0] - (0.55 - (0.7 - 0.5))).abs() < 1e-6);
    }

    #[test]
    fn lambda_between_mixes_and_exploring_cuts() {
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        // The mean of 0.6 and 1 - 1 = 0 is 0.3; the mean of 0.5 and 1 - 0.3 is 0.6.
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.6, 0.3, 1.0]);
        let turns = [turn(0.5, false), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.45, 0.6, 1.0]);
    }

    #[test]
    fn a_turn_after_which_the_same_player_goes_on_keeps_the_view() {
        let mut turns = [turn(0.5, false), turn(0.6, false), turn(0.8, false)];
        // The first turn is followed by another one of the same player, who then wins.
        turns[0].goes_on = true;
        turns[2].best = outcomes(0.0);
        let lost = outcomes(1.0);
        let of = |lambda| -> Vec<f32> {
            lambda_returns(&turns, lost, lambda).iter().map(|s| s.target.0[0]).collect()
        };
        assert_eq!(of(1.0), [1.0, 1.0, 0.0]);
        assert_eq!(of(0.0), [0.5, 0.6, 0.0]);
        // The excess of the second turn over its 1-ply evaluation counts fully, unturned.
        let means = [0.5, 0.7, 0.4].map(outcomes);
        let samples = expected_returns(&turns, &means, &[None; 3], 1.0);
        let found: Vec<f32> = samples.iter().map(|s| s.target.0[0]).collect();
        // Second turn: the third one is worth 0.4 to its player, where 0.4 was expected.
        assert!((found[1] - 0.7).abs() < 1e-6, "{found:?}");
        // First turn: the second one is worth 0.7, where 0.5 was expected.
        assert!((found[0] - 0.7).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn positions_with_numbers_left_are_no_samples() {
        let stage = Stage { high: 3, low: 0, count: 4, runs_on: true, is_remainder: false };
        let mut turns = [turn(0.5, false), turn(0.6, false), turn(0.0, false)];
        turns[0].goes_on = true;
        turns[1].position = Game::GUL_BARA
            .start()
            .with_turn_state(TurnState { stage: Some(stage), ..TurnState::default() });
        let samples = lambda_returns(&turns, outcomes(1.0), 1.0);
        let found: Vec<f32> = samples.iter().map(|s| s.target.0[0]).collect();
        assert_eq!(found, [1.0, 0.0]);
        assert_eq!(expected_returns(&turns, &[outcomes(0.5); 3], &[None; 3], 1.0).len(), 2);
    }
}
