//! Golden test: self-play samples are the same to the last bit on every processor.
//! `goldens/samples.txt` holds their checksums.
//!
//! `UPDATE_EXPECT=1 cargo test --test goldens` updates the file. The learner has no golden test,
//! because its matrix products depend on the processor.

use expect_test::expect_file;
use sheshbesh_movegen::Game;
use sheshbesh_training::{Recipe, Targets, self_play};
use std::fmt::Write;

#[test]
fn samples() {
    let recipe = Recipe::shipped("quick", Game::Backgammon).expect("a recipe");
    let mut settings = recipe.stages[0].game_settings();
    settings.plays_judged = 0;
    let mut text = String::new();
    for (name, targets) in [
        ("lambda-return", Targets::LambdaReturn { lambda: 0.7 }),
        ("two-ply", Targets::TwoPly { share: 0.3 }),
        ("expected-return", Targets::ExpectedReturn { lambda: 0.9, deeper_from: None }),
        ("deeper", Targets::ExpectedReturn { lambda: 0.9, deeper_from: Some(0.05) }),
        ("distillation", Targets::Distillation { margin: 0.1, others: 0.1 }),
        ("two-ply-plays", Targets::TwoPlyPlays { margin: 0.08, most: 4 }),
    ] {
        settings.targets = targets;
        let evaluator = self_play::make_evaluator(sheshbesh_weights::shipped(), &settings, None);
        let (evaluator, game) = (&evaluator, Game::Backgammon);
        let samples =
            self_play::Games { evaluator, game, settings, seed: 3, first: 0, end: 3 }.play();
        let mut hasher = crc32fast::Hasher::new();
        for sample in &samples {
            hasher.update(sample.position.gnu_id().as_bytes());
            // Adding zero turns negative zeros into positive ones, since both mean the same.
            sample.target.0.iter().for_each(|target| hasher.update(&(target + 0.0).to_le_bytes()));
        }
        writeln!(text, "{name}: {} samples, checksum {:08x}", samples.len(), hasher.finalize())
            .expect("writing into a string");
    }
    expect_file!["goldens/samples.txt"].assert_eq(&text);
}
