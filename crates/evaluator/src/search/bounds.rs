//! Tests that the probabilities of searched positions are in range and sum to one.

use crate::{
    Depth, Evaluator, PositionEvaluation, Settings, exact::bearoff::Tables, test_positions,
};
use sheshbesh_movegen::{Class, Dice, Game, Position};
use std::sync::Arc;

fn check(evaluation: &PositionEvaluation, of: &Position) {
    let outcomes = evaluation.outcomes.0;
    assert!(outcomes.iter().all(|p| (0.0..=1.0).contains(p)), "{outcomes:?} of {of:?}");
    assert!(outcomes.iter().all(|p| p.is_sign_positive()), "{outcomes:?} of {of:?}");
    let sum: f32 = outcomes.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum} of {of:?}");
    let p = evaluation.probabilities();
    for seen in [p, p.swapped()] {
        assert!((0.0..=1.0).contains(&seen.win) && seen.win.is_sign_positive(), "{seen:?}");
        assert!((0.0..=seen.win).contains(&seen.win_gammon), "{seen:?}");
        assert!((0.0..=seen.win_gammon).contains(&seen.win_backgammon), "{seen:?}");
        assert!((0.0..=1.0).contains(&seen.lose()) && seen.lose().is_sign_positive(), "{seen:?}");
    }
}

/// Positions of a class, sampled evenly from random games.
fn positions(class: Class, count: usize) -> Vec<Position> {
    let game = Game::Backgammon;
    let all: Vec<Position> =
        test_positions(60).into_iter().filter(|p| game.class(p) == class).collect();
    let step = (all.len() / count).max(1);
    all.into_iter().step_by(step).take(count).collect()
}

#[test]
fn outcomes_of_a_search_are_probabilities() {
    let with = |tables| Settings { tables, ..Settings::default() };
    let settings = [with(None), with(Some(Arc::new(Tables::in_memory())))];
    for settings in settings {
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), settings);
        for (class, counts) in
            [(Class::Contact, [40, 4]), (Class::Race, [150, 10]), (Class::Bearoff, [150, 20])]
        {
            for (depth, count) in [Depth::TWO, Depth::THREE].into_iter().zip(counts) {
                let found = positions(class, count);
                assert!(found.len() * 2 > count, "{} of {class:?}", found.len());
                for position in found {
                    check(&evaluator.evaluate(&position, depth), &position);
                    for dice in [Dice::ALL[0], Dice::ALL[20]] {
                        let ranked = evaluator.rank(&position, dice, Depth::TWO);
                        assert!((0.0..=1.0).contains(&ranked[0].probabilities.win));
                    }
                }
            }
        }
    }
}

#[test]
fn a_race_that_is_won_is_lost_by_nobody() {
    let position = Position::from_gnu_id("mxmAQ4PbAQAAAA", Game::Backgammon).unwrap();
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    for ply in 1..=4 {
        let evaluation = evaluator.evaluate(&position, Depth::new(ply).unwrap());
        check(&evaluation, &position);
        assert!(evaluation.probabilities().win > 0.9999, "{evaluation:?}");
    }
}
