//! Rollouts distributed over several ranks.

use sheshbesh_evaluator::{
    Evaluator, Settings,
    rollout::{self, Start, StoppingRule, roll_out, roll_out_among},
};
use sheshbesh_movegen::{Dice, Game, Plays};
use sheshbesh_parallel::run_local_ranks;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn the_number_of_ranks_changes_nothing() {
    let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let start = Game::Backgammon.start();
    let mut plays = Plays::new(Game::Backgammon);
    let results = plays.generate_or_pass(&start, Dice::new(3, 1).unwrap());
    let starts: Vec<Start> = results[..3].iter().map(|&after| Start::after_play(after)).collect();
    let short = rollout::Settings { games: 100, truncate: Some(3), ..Default::default() };
    let enough = StoppingRule { confidence: Some(0.9), standard_error: Some(0.02) };
    for settings in [short, rollout::Settings { games: 500, enough, ..short }] {
        let alone = roll_out(&evaluator, &starts, &settings, &mut |_| true);
        for ranks in [2, 3] {
            let results = run_local_ranks(ranks, 8, |executor| {
                roll_out_among(executor, &evaluator, &starts, &settings, &mut |_| true)
            });
            assert_eq!(results, vec![alone.clone(); ranks]);
        }
    }
}

#[test]
fn the_root_decides_when_to_stop() {
    let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let start = [Start::before_roll(Game::Backgammon.start())];
    let settings = rollout::Settings { games: 1 << 20, truncate: Some(1), ..Default::default() };
    let asked = AtomicUsize::new(0);
    let results = run_local_ranks(3, 8, |executor| {
        roll_out_among(executor, &evaluator, &start, &settings, &mut |_| {
            asked.fetch_add(1, Ordering::Relaxed);
            !executor.is_root()
        })
    });
    assert!(results.iter().all(|of_rank| of_rank == &results[0] && of_rank[0].games < 1 << 20));
    assert_eq!(asked.into_inner(), 3);
}
