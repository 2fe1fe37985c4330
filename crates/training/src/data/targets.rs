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
}

impl Turn {
    /// True if the target of the position includes later turns.
    fn looks_on(&self) -> bool {
        self.exact.is_none() && !self.explored
    }
}

/// Computes λ-returns, the forward view of TD(λ). The target of a position is (1 − λ) times the
/// evaluation of the best play's result, plus λ times the target of that result. The target of the
/// last result is the result of the game, for the player on roll after it. If another play than the
/// best was made, the target is the evaluation alone. Exact outcomes are used unchanged.
pub(crate) fn lambda_returns(turns: &[Turn], result: Outcomes, lambda: f32) -> Vec<Sample> {
    let mut later = result;
    let mut samples: Vec<Sample> = turns
        .iter()
        .rev()
        .map(|turn| {
            let followed = later.swapped();
            let mut target = turn.exact.unwrap_or(turn.best);
            if turn.looks_on() {
                for (t, f) in target.0.iter_mut().zip(followed.0) {
                    *t += lambda * (f - *t);
                }
            }
            later = target;
            Sample { position: turn.position, target, is_sibling: false }
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
        .map(|number| {
            let turn = &turns[number];
            let looks_on = if turn.looks_on() { lambda } else { 0.0 };
            let added = |errors: Outcomes| Outcomes(errors.swapped().0.map(|e| looks_on * e));
            let (of_next, of_later) = (added(more), added(later));
            let mut target = means[number];
            target.add(of_next, 1.0);
            // The 1-ply evaluation of this position, known from the play before it.
            (more, later) = match number.checked_sub(1) {
                Some(before) => {
                    let verdict = turns[before].best.swapped().0;
                    (Outcomes(std::array::from_fn(|i| target.0[i] - verdict[i])), of_next)
                }
                None => Default::default(),
            };
            if let Some(verdict) = deeper[number] {
                target = verdict;
                target.add(of_later, 1.0);
            }
            Sample { position: turn.position, target, is_sibling: false }
        })
        .collect();
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Game;

    fn outcomes(win: f32) -> Outcomes {
        Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0])
    }

    fn turn(win: f32, explored: bool) -> Turn {
        let (position, dice) = (Game::Backgammon.start(), Dice::ALL[0]);
        Turn { position, dice, best: outcomes(win), explored, exact: None }
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
}
