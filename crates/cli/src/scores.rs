//! One question asked at every score of a match.

use crate::{failure::Failure, output::progress};
use clap::Args;
use rayon::prelude::*;
use sheshbesh_analysis::verdicts::{Score, for_money};
use sheshbesh_evaluator::{CannotJudge, Evaluator, Settings};
use sheshbesh_movegen::Situation;

/// Every score instead of one.
#[derive(Args)]
pub struct Scores {
    /// Ask at every score of a match to so many points, and for money
    #[arg(
        id = "scores",
        long,
        value_name = "POINTS",
        value_parser = clap::value_parser!(u16).range(1..=25),
        conflicts_with_all = ["length", "money", "jacoby", "beavers", "score", "crawford"]
    )]
    pub length: Option<u16>,
}

/// The answers for money, and at each score at which the cube can stand; with `crawford_games` in the
/// Crawford game and after it.
pub fn ask_everywhere<T: Send>(
    evaluator: &Evaluator,
    situation: &Situation,
    length: u16,
    crawford_games: bool,
    ask: impl Fn(&mut Evaluator, &Situation) -> Result<T, CannotJudge> + Sync,
) -> Result<(T, Vec<(Score, T)>), Failure> {
    let mut places = Vec::new();
    for score in Score::all(length, crawford_games) {
        let there = score.applied_to(situation, length).map_err(Failure::bad_input)?;
        places.extend(there.map(|there| (score, there)));
    }
    let bar = progress(places.len() as u64, "scores").with_prefix("scores");
    // The scores themselves are shared among the threads.
    let alone =
        evaluator.with_settings(Settings { parallel: false, ..evaluator.settings().clone() });
    let answers: Result<Vec<(Score, T)>, CannotJudge> = places
        .par_iter()
        .map_init(
            || alone.clone(),
            |evaluator, (score, there)| {
                let answer = ask(evaluator, there)?;
                bar.inc(1);
                Ok((*score, answer))
            },
        )
        .collect();
    bar.finish_and_clear();
    let money = ask(&mut evaluator.clone(), &for_money(situation)).map_err(Failure::bad_input)?;
    Ok((money, answers.map_err(Failure::bad_input)?))
}
