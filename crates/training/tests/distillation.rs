//! Distillation: a network learns the evaluations of another network.

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

mod common;

use common::{StopAfter, among, finish, train};
use sheshbesh_evaluator::{Depth, Evaluator, Executor, Settings};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use sheshbesh_training::{
    Beginning, DeviceName, Ended, Folder, Recipe, Run, Targets, TrainingError, self_play,
};
use std::{fs, path::Path, sync::atomic::AtomicBool};

const RECIPE: &str = r#"
name = "distil"
about = "The verdicts of an ensemble."

[contact]
inputs = "structural2"
hidden = [24, 8]
activation = "relu"
output = "softmax"

[race]
inputs = "race1"
hidden = [8]
activation = "relu"
output = "softmax"

[measure]
opponent = "random"
games = 20
final_games = 40

[[stages]]
name = "distil"
games = 240
batch_games = 48
measure_every = 1000
targets = { distillation = { margin = 0.2, others = 0.1 } }
exploration = { random_openings = 0.3, opening_plays = 4, rivals = 0.1 }
minibatch = 64
optimiser = "adam"
learning_rate = 3e-3
final_learning_rate = 1e-4
"#;

fn make_recipe() -> Recipe {
    Recipe::parse(RECIPE).unwrap()
}

/// An ensemble of two networks without a common ancestor.
fn make_teacher() -> Network {
    let read = |name: &str| {
        Network::read(&Path::new("../../weights/backgammon").join(name))
            .expect("a network of the repository")
    };
    let members = vec![(read("small.weights"), 0.6), (read("td.weights"), 0.4)];
    Network::ensemble(members).unwrap()
}

fn begin(teacher: Option<&Network>, folder: &Path, recipe: Recipe) -> Result<Run, TrainingError> {
    let beginning = Beginning { teacher, ..Default::default() };
    Run::begin_with(&beginning, recipe, 5, Folder::new(folder), &DeviceName::Cpu.open())
}

fn resume(folder: &Path) -> Result<Run, TrainingError> {
    Run::resume(Folder::new(folder), &DeviceName::Cpu.open())
}

#[test]
fn a_network_learns_what_its_teacher_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = begin(Some(&make_teacher()), folder.path(), make_recipe()).unwrap();
    // Games that are not trained on.
    let mut settings = make_recipe().stages[0].game_settings();
    settings.targets = Targets::Distillation { margin: 6.0, others: 0.0 };
    let evaluator = self_play::make_evaluator(&make_teacher(), &settings, None);
    let (evaluator, game) = (&evaluator, Game::Backgammon);
    let samples = self_play::Games { evaluator, game, settings, seed: 9, first: 0, end: 20 }.play();
    let rms = |network: &Network| {
        let mut judge = Evaluator::new(network, Settings::default());
        let squares = samples.iter().map(|sample| {
            let outcomes = judge.evaluate(&sample.position, Depth::ONE).outcomes;
            let error = outcomes.equity() - sample.target.equity();
            error * error
        });
        (squares.sum::<f32>() / samples.len() as f32).sqrt()
    };
    let before = rms(&run.network());
    let (network, _) = finish(&mut run);
    let after = rms(&network);
    assert!(before > 0.6 && after < before / 3.0, "{after} after {before}");
    // Each roll gives several samples; with other targets a turn gives one.
    assert!(run.counters().samples > 240 * 250, "{:?}", run.counters());
}

/// `differences` reduces the error between siblings, if necessary at the cost of the level.
#[test]
fn differences_between_siblings_are_learned() {
    let teacher = make_teacher();
    let mut settings = make_recipe().stages[0].game_settings();
    settings.targets = Targets::Distillation { margin: 0.1, others: 0.0 };
    let evaluator = self_play::make_evaluator(&teacher, &settings, None);
    let (evaluator, game) = (&evaluator, Game::Backgammon);
    let samples = self_play::Games { evaluator, game, settings, seed: 9, first: 0, end: 40 }.play();
    let rms = |network: &Network| {
        let mut judge = Evaluator::new(network, Settings::default());
        let (mut squares, mut count) = (0.0, 0);
        for roll in samples.chunk_by(|_, next| next.is_sibling) {
            let errors: Vec<f32> = roll
                .iter()
                .map(|sample| {
                    let outcomes = judge.evaluate(&sample.position, Depth::ONE).outcomes;
                    outcomes.equity() - sample.target.equity()
                })
                .collect();
            let mean = errors.iter().sum::<f32>() / errors.len() as f32;
            squares += errors.iter().map(|error| (error - mean) * (error - mean)).sum::<f32>();
            count += errors.len() - 1;
        }
        assert!(count > 1000, "{count}");
        (squares / count as f32).sqrt()
    };
    let learned = |differences| {
        let mut recipe = make_recipe();
        let stage = &mut recipe.stages[0];
        stage.targets = Targets::Distillation { margin: 0.2, others: 0.1 };
        stage.differences = differences;
        // A minibatch with few rolls comes from few games.
        (stage.games, stage.minibatch) = (1200, 256);
        let folder = tempfile::tempdir().unwrap();
        let (network, _) = finish(&mut begin(Some(&teacher), folder.path(), recipe).unwrap());
        rms(&network)
    };
    let (without, with) = (learned(0.0), learned(3.0));
    assert!(with < 0.95 * without, "{with} with, {without} without");
}

/// The samples are all positions that each roll leads to, filtered by the teacher's evaluations.
/// Positions of finished games are not among them.
#[test]
fn samples_are_the_teachers_verdicts_on_near_plays() {
    let mut settings = make_recipe().stages[0].game_settings();
    let teacher = make_teacher();
    let mut judge = Evaluator::new(&teacher, Settings::default());
    let mut samples = |margin, others| {
        settings.targets = Targets::Distillation { margin, others };
        let evaluator = self_play::make_evaluator(&teacher, &settings, None);
        let (evaluator, game) = (&evaluator, Game::Backgammon);
        self_play::Games { evaluator, game, settings, seed: 3, first: 0, end: 8 }.play()
    };
    let all = samples(6.0, 0.0);
    for sample in &all {
        assert_eq!(judge.evaluate(&sample.position, Depth::ONE).outcomes, sample.target);
        assert!(Game::Backgammon.end(&sample.position, None).is_none());
    }
    // The games are the same, so near plays are a subset of all plays, in the same order.
    let near = samples(0.1, 0.0);
    let best = samples(0.0, 0.0);
    let is_part = |part: &[sheshbesh_training::Sample], whole: &[sheshbesh_training::Sample]| {
        let mut whole = whole.iter();
        // `is_sibling` may differ: the first position of a roll may have been filtered out.
        let verdict = |sample: &sheshbesh_training::Sample| (sample.position, sample.target);
        part.iter().all(|sample| whole.any(|other| verdict(other) == verdict(sample)))
    };
    assert!(is_part(&near, &all) && is_part(&best, &near));
    assert!(best.len() * 2 < near.len() && near.len() * 2 < all.len());
    // About a third of the rest.
    let some = samples(0.1, 0.3).len();
    assert!((near.len()..all.len()).contains(&some), "{some}");
}

/// A teacher plays and labels the games for other targets too, although the network learns
/// meanwhile.
#[test]
fn a_teacher_labels_what_other_targets_need() {
    let mut recipe = make_recipe();
    let stage = &mut recipe.stages[0];
    stage.targets = Targets::ExpectedReturn { lambda: 0.7, deeper_from: None };
    (stage.teacher, stage.games, stage.batch_games) = (true, 24, 8);
    let text = recipe.to_text();
    assert!(text.contains("teacher = true"), "{text}");
    assert_eq!(Recipe::parse(&text).unwrap(), recipe);

    let folder = tempfile::tempdir().unwrap();
    let teacher = make_teacher();
    let mut run = begin(Some(&teacher), folder.path(), recipe.clone()).unwrap();
    finish(&mut run);
    let settings = recipe.stages[0].game_settings();
    let evaluator = self_play::make_evaluator(&teacher, &settings, None);
    let (evaluator, game) = (&evaluator, Game::Backgammon);
    let games = self_play::Games { evaluator, game, settings, seed: 5, first: 0, end: 24 };
    assert_eq!(run.counters().samples, games.play().len() as u64);
}

#[test]
fn threads_ranks_and_pauses_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let teacher = make_teacher();
    let recipe = || {
        let mut recipe = make_recipe();
        recipe.stages[0].targets = Targets::Distillation { margin: 0.2, others: 0.1 };
        recipe.stages[0].differences = 1.0;
        recipe
    };
    let whole = finish(&mut begin(Some(&teacher), &path("whole"), recipe()).unwrap());
    assert_eq!(fs::read(path("whole").join("teacher.weights")).unwrap(), teacher.to_bytes());

    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let run = || finish(&mut begin(Some(&teacher), &path("one"), recipe()).unwrap());
    assert!(one.install(run) == whole);

    let train_among = |executor: &Executor, run: &mut Run, batches: u32| {
        let stop = AtomicBool::new(false);
        run.train_among(executor, &stop, &mut StopAfter { batches, stop: &stop }).unwrap()
    };
    let begun = |executor: &Executor| {
        let mut run = begin(Some(&teacher), &path("parts"), recipe()).unwrap();
        train_among(executor, &mut run, 2)
    };
    assert_eq!(among(3, begun), Ended::Stopped);
    assert_eq!(train(&mut resume(&path("parts")).unwrap(), 1), Ended::Stopped);
    let ended = among(2, |executor: &Executor| {
        let mut run = resume(&path("parts")).unwrap();
        assert_eq!(train_among(executor, &mut run, u32::MAX), Ended::Finished);
        finish(&mut run)
    });
    assert!(ended == whole);
}

#[test]
fn a_teacher_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let refusal = |teacher: Option<&Network>, recipe: Recipe| {
        let error = begin(teacher, &path, recipe).err().expect("an error").to_string();
        assert!(!path.exists());
        error
    };
    let stage = "stage \"distil\" of the recipe learns from a teacher";
    assert!(refusal(None, make_recipe()).starts_with(stage));
    let mut other = make_recipe();
    other.stages[0].targets = Targets::LambdaReturn { lambda: 0.7 };
    let teacher = make_teacher();
    assert!(refusal(Some(&teacher), other).starts_with("no stage of the recipe learns from"));
    let fevga = sheshbesh_weights::fevga();
    let sentence = "the teacher is for fevga, but the recipe is for backgammon";
    assert_eq!(refusal(Some(fevga), make_recipe()), sentence);

    drop(begin(Some(&teacher), &path, make_recipe()).unwrap());
    let kept = path.join("teacher.weights");
    fs::copy("../../weights/backgammon/small.weights", &kept).unwrap();
    let error = resume(&path).err().expect("an error");
    assert!(matches!(error, TrainingError::ChangedTeacher(_)), "{error}");
    fs::remove_file(&kept).unwrap();
    assert!(matches!(resume(&path).err().expect("an error"), TrainingError::File(_)));
    fs::write(&kept, teacher.to_bytes()).unwrap();
    assert!(resume(&path).is_ok());

    for (values, problem) in [
        ("margin = -0.1", "margin must be 0 to 6"),
        ("margin = 0.1, others = 1.5", "others must be 0 to 1"),
        ("others = 0.5", "missing field `margin`"),
    ] {
        let text = RECIPE.replace("margin = 0.2, others = 0.1", values);
        let error = Recipe::parse(&text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let text = RECIPE.replace("minibatch = 64", "minibatch = 64\ndifferences = 1.0");
    for (from, to, problem) in [
        ("softmax", "four-sigmoids", "differences need the output softmax"),
        ("minibatch = 64", "minibatch = 64\nreplay_buffer = 9", "replay_buffer must be 0"),
        ("differences = 1.0", "differences = -1.0", "differences must be 0 to 100"),
        (
            "distillation = { margin = 0.2, others = 0.1 }",
            "two-ply = { share = 0.1 }",
            "differences must be 0 unless the targets are",
        ),
    ] {
        let error = Recipe::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let text = RECIPE.replace("batch_games = 48", "batch_games = 5001");
    assert!(
        Recipe::parse(&text).unwrap_err().to_string().contains("batch_games must be 1 to 5000")
    );
}
