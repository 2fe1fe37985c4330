//! What the positions of a game are taught, once it has been played.

use super::sample::Sample;
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::Outcomes;

/// A turn that was played.
pub(crate) struct Turn {
    /// Before the roll.
    pub(crate) position: Position,
    pub(crate) dice: Dice,
    /// The best play's outcomes, for the player who was on roll.
    pub(crate) best: Outcomes,
    /// Another play was made, so what came later says nothing of this position.
    pub(crate) explored: bool,
    /// What the tables know of the position.
    pub(crate) exact: Option<Outcomes>,
}

impl Turn {
    /// Whether the position is taught anything that came later in the game.
    fn looks_on(&self) -> bool {
        self.exact.is_none() && !self.explored
    }
}

/// The forward view of TD(λ): each position is taught (1 − λ) times the verdict on the best
/// play's resulting position plus λ times what that position is taught, and the last one the
/// result (for the player on roll after it). Where another play than the best was made, the
/// verdict alone counts, and what the tables know is taught as it is.
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

/// TD(λ) with the expected error of each step, see [`crate::Targets::ExpectedReturn`]; `means` are
/// the 2-ply verdicts, `deeper` 3-ply ones where there are some.
///
/// The target of a position is its mean plus λ times what the next position's target has more
/// than the 1-ply verdict on it. At the end of the game there is nothing more. Where another play
/// than the best was made, the mean alone counts, and so it does where the tables know it. Targets
/// add up to one, but noise can take them a little below zero; the gradient of the cross-entropy is
/// right all the same.
///
/// A deeper verdict has λ = 1 of the next position's error in it, averaged over all rolls; what is added is λ² times
/// the error of the one after that and so on, and what the positions before it are taught does not
/// change.
pub(crate) fn expected_returns(
    turns: &[Turn],
    means: &[Outcomes],
    deeper: &[Option<Outcomes>],
    lambda: f32,
) -> Vec<Sample> {
    // Of the next position's target over its 1-ply verdict, for the player on roll there, and of
    // that what stems from positions after it.
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
            // What the play before this one was thought to be worth, seen from here.
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
        // The third position was thought to be worth 0.4 to its player, the second 0.5.
        close(wins(&turns, 1.0), [0.55 - (0.58 - 0.5 - 0.5), 0.58 - 0.5, 0.9]);
        close(wins(&turns, 0.5), [0.55 - 0.5 * (0.33 - 0.5), 0.58 - 0.25, 0.9]);
        // After another play than the best nothing later counts.
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
        // The third position was thought to be worth 0.4, and 0.5 more than that.
        close(wins(&turns, [Some(0.7), None, None], 0.5), [0.7 + 0.125, 0.58 - 0.25, 0.9]);
        // The positions before are taught as if it were not there.
        close(wins(&turns, [None, Some(0.3), None], 0.5), [0.55 - 0.5 * (0.33 - 0.5), 0.3, 0.9]);
        // After another play than the best nothing later counts.
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
        // The second position was thought to be worth 0.5.
        assert!((samples[0].target.0[0] - (0.55 - (0.7 - 0.5))).abs() < 1e-6);
    }

    #[test]
    fn lambda_between_mixes_and_exploring_cuts() {
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        // 0.6 and 1 - 1 = 0 by halves are 0.3; 0.5 and 1 - 0.3 by halves 0.6.
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.6, 0.3, 1.0]);
        let turns = [turn(0.5, false), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.45, 0.6, 1.0]);
    }
}
