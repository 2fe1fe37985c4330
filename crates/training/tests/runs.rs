//! Whole runs: independent of the number of threads, resumable, and safe against bad files.

mod common;

use common::{StopAfter, among, finish, train};
use sheshbesh_evaluator::{Depth, Evaluator, Executor, Settings};
use sheshbesh_movegen::{Game, testing::Random};
use sheshbesh_network::{Net, Network, inputs::BucketSet};
use sheshbesh_training::{
    Beginning, DeviceName, Ended, Folder, OtherShape, Recipe, Run, TrainingError,
};
use std::{
    fs,
    path::Path,
    sync::{Barrier, atomic::AtomicBool},
};

/// A run of a few seconds that uses all settings of recipes.
const RECIPE: &str = r#"
name = "test"
about = "All kinds of targets and optimisers, as small as they come."

[contact]
inputs = "structural2"
hidden = [16, 8]
plain_units = 24
pattern_units = 12
buckets = "game-plan-16"
activation = "relu"
output = "softmax"

[race]
inputs = "race1"
hidden = [8]
activation = "relu"
output = "softmax"

[pruner]
inputs = "points1"
hidden = [8]
activation = "relu"
output = "softmax"

[measure]
opponent = "random"
games = 20
final_games = 40

[[stages]]
name = "td"
games = 300
batch_games = 40
measure_every = 100
plain = true
targets = { lambda-return = { lambda = 0.7 } }
exploration = { random_openings = 0.3, opening_plays = 4, random_plays = 0.05 }
plays_judged = 4
minibatch = 700
reuse = 2
optimiser = "adam"
learning_rate = 2e-3
final_learning_rate = 1e-3
averaging = 0.1

[[stages]]
name = "two-ply"
games = 12
batch_games = 6
measure_every = 100
targets = { two-ply = { share = 0.1 } }
exploration = { back_games = 0.5, back_game_seekers = 0.5, endings = 0.5 }
replay_buffer = 50
averaging = 0.3
minibatch = 64
optimiser = "sgd-sum"
learning_rate = 1e-4
final_learning_rate = 1e-5

[[stages]]
name = "standing"
games = 8
batch_games = 3
measure_every = 3
targets = { expected-return = { lambda = 0.5 } }
exploration = { rivals = 0.3 }
replay_buffer = 400
generations = 2
reuse = 2
minibatch = 64
optimiser = "adam"
learning_rate = 1e-3
final_learning_rate = 1e-5
"#;

fn begin(folder: &Path, seed: u64) -> Run {
    let recipe = Recipe::parse(RECIPE).unwrap();
    Run::begin(recipe, seed, Folder::new(folder), &DeviceName::Cpu.open()).unwrap()
}

fn begin_from(
    network: &Network,
    stage: usize,
    recipe: Recipe,
    seed: u64,
    folder: Folder,
) -> Result<Run, TrainingError> {
    let beginning = Beginning { network: Some(network), stage, ..Default::default() };
    Run::begin_with(&beginning, recipe, seed, folder, &DeviceName::Cpu.open())
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let on = |threads| {
        let folder = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| finish(&mut begin(folder.path(), 1)))
    };
    let one = on(1);
    assert!(one == on(2), "two threads");
    assert!(one == on(5), "five threads");
    let folder = tempfile::tempdir().unwrap();
    assert!(one != finish(&mut begin(folder.path(), 2)), "another seed is another run");
}

#[test]
fn the_number_of_ranks_changes_nothing() {
    let alone = finish(&mut begin(tempfile::tempdir().unwrap().path(), 1));
    for ranks in [1, 2, 4] {
        let folder = tempfile::tempdir().unwrap();
        let train = |executor: &Executor, run: &mut Run, batches: u32| {
            let stop = AtomicBool::new(false);
            run.train_among(executor, &stop, &mut StopAfter { batches, stop: &stop }).unwrap()
        };
        let ended = among(ranks, |executor| train(executor, &mut begin(folder.path(), 1), 3));
        assert_eq!(ended, Ended::Stopped);
        // It resumes with another number of ranks.
        let whole = among(5 - ranks, |executor| {
            let folder = Folder::new(folder.path());
            let mut run = Run::resume(folder, &DeviceName::Cpu.open()).unwrap();
            assert_eq!(train(executor, &mut run, u32::MAX), Ended::Finished);
            finish(&mut run)
        });
        assert!(alone == whole, "{ranks} ranks");
    }
}

#[test]
fn a_run_that_stops_again_and_again_ends_like_one_that_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let whole = finish(&mut begin(&folder.path().join("whole"), 7));

    let parts = folder.path().join("parts");
    let device = DeviceName::Cpu.open();
    assert_eq!(train(&mut begin(&parts, 7), 1), Ended::Stopped);
    // The second stage begins after the fourth stop, the third after the fifth. The third stage
    // stops both while games are played and while they are learned.
    for batches in [1, 3, 2, 2, 2, 1, 3] {
        let mut run = Run::resume(Folder::new(&parts), &device).unwrap();
        assert_eq!(train(&mut run, batches), Ended::Stopped);
        // The weights file has the current network.
        assert!(Network::read(&parts.join("network.weights")).unwrap() == run.network());
    }
    let resumed = finish(&mut Run::resume(Folder::new(&parts), &device).unwrap());
    assert!(whole == resumed);
    let written = |name: &str| {
        let network = Network::read(&folder.path().join(name).join("network.weights")).unwrap();
        network.nets().cloned().collect::<Vec<Net>>()
    };
    assert!(written("whole") == written("parts"));
    // A finished run can be resumed, and has nothing left to do.
    let again = finish(&mut Run::resume(Folder::new(&parts), &device).unwrap());
    assert!(whole == again);
}

#[test]
fn the_folder_gets_weights_curve_and_picture_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = begin(folder.path(), 4);
    finish(&mut run);
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["checkpoint", "curve.csv", "curve.svg", "lock", "network.weights"]);
    let csv = fs::read_to_string(run.folder().curve()).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "stage,games,samples,seconds,opponent,measured_games,points_per_game,interval_95"
    );
    assert_eq!(lines.len(), run.curve().len() + 1);
    assert!(lines.iter().all(|line| line.split(',').count() == 8), "{csv}");
    let svg = fs::read_to_string(run.folder().plot()).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("random"), "{svg}");
}

#[test]
fn learning_beats_random_play() {
    let folder = tempfile::tempdir().unwrap();
    // Averaged weights lag behind when learning is that fast.
    let changes = [
        ("games = 300", "games = 3000"),
        ("final_games = 40", "final_games = 400"),
        ("averaging = 0.1", ""),
    ];
    let recipe =
        changes.iter().fold(RECIPE.to_owned(), |recipe, (from, to)| recipe.replacen(from, to, 1));
    let recipe = Recipe::parse(&recipe).unwrap();
    let device = DeviceName::Cpu.open();
    let mut run = Run::begin(recipe, 4, Folder::new(folder.path()), &device).unwrap();
    finish(&mut run);
    let last = run.curve().last().unwrap();
    assert!(last.points > 1.0, "{last:?}");
}

#[test]
fn a_run_can_start_from_a_network_of_its_shape() {
    let folder = tempfile::tempdir().unwrap();
    let (first, _) = finish(&mut begin(&folder.path().join("first"), 5));
    let contact = |network: &Network| network.experts()[0].net.shape().clone();
    assert!(contact(&first).patterns.is_some());
    assert_eq!(contact(&first).buckets, BucketSet::GamePlan16);
    let recipe = RECIPE.replace("plain = true\n", "").replace("plain_units = 24\n", "");
    let recipe = Recipe::parse(&recipe).unwrap();
    let device = DeviceName::Cpu.open();
    let path = |name: &str| folder.path().join(name);
    let begin_at = |network: &Network, name: &str| {
        begin_from(network, 0, recipe.clone(), 6, Folder::new(path(name)))
    };
    let second = begin_at(&first, "second").unwrap();
    let same = |network: Network| network.nets().eq(first.nets());
    assert!(same(second.network()));
    drop(second);
    // The checkpoint has the same network.
    assert!(same(Run::resume(Folder::new(path("second")), &device).unwrap().network()));

    // A network without patterns and buckets gets them, and evaluates as before.
    let plain = Recipe::parse(&RECIPE.replace("plain_units = 24\n", "")).unwrap();
    let mut plain = Run::begin(plain, 7, Folder::new(path("plain")), &device).unwrap();
    train(&mut plain, 2);
    let plain = plain.network();
    assert!(contact(&plain).patterns.is_none());
    assert_eq!(contact(&plain).buckets, BucketSet::Single);
    let third = begin_at(&plain, "third").unwrap().network();
    let position = Game::Backgammon.start();
    let verdict = |network: &Network| {
        let mut evaluator = Evaluator::new(network, Settings::default());
        evaluator.evaluate(&position, Depth::ONE).outcomes
    };
    assert_eq!(verdict(&third), verdict(&plain));
    assert_eq!(contact(&third).buckets, BucketSet::GamePlan16);

    // A wider network keeps the units that matter.
    let mut wide = begin(&path("wide"), 9);
    train(&mut wide, 2);
    let wide = wide.network();
    assert_eq!(contact(&wide).hidden[0], 24);
    let narrow = begin_at(&wide, "narrow").unwrap().network();
    assert_eq!(contact(&narrow).hidden[0], 16);

    // A network that does not fit is rejected, and nothing is written.
    let error = begin_at(sheshbesh_weights::shipped(), "other").err().unwrap();
    assert!(!path("other").exists());
    let shape =
        "hidden = [16, 8]\nplain_units = 24\npattern_units = 12\nbuckets = \"game-plan-16\"";
    let linear = Recipe::parse(&RECIPE.replace(shape, "hidden = []")).unwrap();
    let linear = Run::begin(linear, 3, Folder::new(path("linear")), &device).unwrap().network();
    assert!(matches!(
        begin_at(&linear, "other"),
        Err(TrainingError::OtherShape(OtherShape("contact")))
    ));
    assert!(matches!(error, TrainingError::OtherShape(OtherShape("contact"))), "{error}");
}

#[test]
fn a_run_goes_on_from_what_a_stage_gave() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (network, curve) = finish(&mut begin(&path("whole"), 11));
    let recipe = Recipe::parse(RECIPE).unwrap();
    let device = DeviceName::Cpu.open();
    // A run of the first stage only.
    let mut only = recipe.clone();
    only.stages.truncate(1);
    finish(&mut Run::begin(only, 11, Folder::new(path("only")), &device).unwrap());
    let first = Network::read(&path("only").join("network.weights")).unwrap();
    let begin_at = |stage: usize, name: &str| {
        begin_from(&first, stage, recipe.clone(), 11, Folder::new(path(name)))
    };
    let mut second = begin_at(1, "second").unwrap();
    assert_eq!(second.counters().games, 300);
    let (again, rest) = finish(&mut second);
    assert!(network == again);
    assert_eq!(rest.last(), curve.last());
    assert_eq!(second.network().provenance.games, 320);
    let error = begin_at(3, "none").err().unwrap();
    assert_eq!(error.to_string(), "no stage 4: the recipe has 3");
    let fevga = sheshbesh_weights::fevga();
    let other = begin_from(fevga, 0, recipe.clone(), 1, Folder::new(path("none")));
    let sentence = "the network to start from is for fevga, but the recipe is for backgammon";
    assert_eq!(other.err().unwrap().to_string(), sentence);
    assert!(!path("none").exists());
}

#[test]
fn a_teacher_stands_still_until_all_games_of_a_generation_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut recipe = Recipe::parse(RECIPE).unwrap();
    recipe.stages.drain(..2);
    let device = DeviceName::Cpu.open();
    let mut run = Run::begin(recipe, 3, Folder::new(folder.path()), &device).unwrap();
    let nets = |run: &Run| run.network().nets().cloned().collect::<Vec<Net>>();
    let begun = nets(&run);
    let waits = |run: &mut Run, waiting, games| {
        assert_eq!(train(run, 1), Ended::Stopped);
        assert_eq!((run.waiting_games(), run.counters().games), (waiting, games));
    };
    // The first generation has one batch of three games.
    waits(&mut run, Some(3), 0);
    assert!(nets(&run) == begun && run.counters().samples == 0);
    waits(&mut run, None, 3);
    let (taught, first) = (nets(&run), run.counters().samples);
    assert!(taught != begun);
    // The second generation has a batch of three games, and one of two games.
    waits(&mut run, Some(3), 3);
    waits(&mut run, Some(5), 3);
    assert!(nets(&run) == taught && run.counters().samples == first);
    waits(&mut run, None, 6);
    assert!(nets(&run) != taught);
    finish(&mut run);
    assert_eq!(run.counters().games, 8);
    // The buffer has room for 400 positions of both generations; each is learned twice on average.
    assert_eq!(run.counters().samples, first + 800);
    assert!(run.curve().len() > 2, "it is measured while it learns");
}

#[test]
fn nothing_that_is_there_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let device = DeviceName::Cpu.open();
    let begin_again = |path: &Path| {
        let recipe = Recipe::parse(RECIPE).unwrap();
        Run::begin(recipe, 1, Folder::new(path), &device).map(|_| ())
    };
    let path = folder.path().join("run");
    drop(begin(&path, 1));
    assert!(matches!(begin_again(&path), Err(TrainingError::Occupied(_))));

    // A checkpoint that is damaged at any place is rejected and left alone.
    let checkpoint = Folder::new(&path).checkpoint();
    let whole = fs::read(&checkpoint).unwrap();
    for place in [0, 9, 13, 21, 40, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x20;
        fs::write(&checkpoint, &damaged).unwrap();
        let error = Run::resume(Folder::new(&path), &device).map(|_| ()).unwrap_err();
        assert!(matches!(error, TrainingError::File(_)), "{error}");
        assert!(error.to_string().contains("checkpoint"), "{error}");
        assert_eq!(fs::read(&checkpoint).unwrap(), damaged);
    }
    fs::write(&checkpoint, &whole[..whole.len() / 3]).unwrap();
    assert!(Run::resume(Folder::new(&path), &device).is_err());
    fs::write(&checkpoint, &whole).unwrap();
    assert!(Run::resume(Folder::new(&path), &device).is_ok());

    // The same holds for the samples of a stage with a replay buffer.
    let path = folder.path().join("with-samples");
    assert_eq!(train(&mut begin(&path, 1), 9), Ended::Stopped);
    let samples = Folder::new(&path).replay_buffer();
    let mut damaged = fs::read(&samples).unwrap();
    let last = damaged.len() - 1;
    for place in [0, 8, 12, 20, 24, last] {
        damaged[place] ^= 0x20;
        fs::write(&samples, &damaged).unwrap();
        let error = Run::resume(Folder::new(&path), &device).map(|_| ()).unwrap_err();
        assert!(matches!(error, TrainingError::File(_)), "{error}");
        assert!(error.to_string().contains(&samples.display().to_string()), "{error}");
        assert_eq!(fs::read(&samples).unwrap(), damaged);
        damaged[place] ^= 0x20;
    }
    fs::write(&samples, &damaged).unwrap();
    assert!(Run::resume(Folder::new(&path), &device).is_ok());

    let nothing = Run::resume(Folder::new(folder.path().join("nothing")), &device);
    assert!(matches!(nothing.map(|_| ()), Err(TrainingError::NothingToResume(_))));
    // A file where the folder should be.
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let error = begin_again(&file).unwrap_err();
    assert!(matches!(error, TrainingError::File(_)), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}

/// Names and contents of all files in a folder.
fn contents(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut contents: Vec<_> =
        entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect();
    contents.sort();
    contents
}

#[test]
fn a_folder_belongs_to_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let device = DeviceName::Cpu.open();
    let begin_again = |seed: u64| {
        let recipe = Recipe::parse(RECIPE).unwrap();
        Run::begin(recipe, seed, Folder::new(&path), &device).map(|_| ())
    };
    let resume = || Run::resume(Folder::new(&path), &device);
    let mut live = begin(&path, 1);
    for trained in [0, 2] {
        if trained > 0 {
            train(&mut live, trained);
        }
        let before = contents(&path);
        for error in [begin_again(1), begin_again(2), resume().map(|_| ())] {
            let error = error.unwrap_err();
            assert!(matches!(error, TrainingError::InUse(_)), "{error}");
            assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        }
        assert!(contents(&path) == before, "a refused run changes nothing");
    }
    drop(live);
    // The lock file of a run that has ended or was killed does not block other runs.
    assert!(path.join("lock").exists());
    assert!(matches!(begin_again(2).unwrap_err(), TrainingError::Occupied(_)));
    let resumed = resume().unwrap();
    assert!(matches!(resume().map(|_| ()).unwrap_err(), TrainingError::InUse(_)));
    drop(resumed);
    // A run whose process was killed before it had written anything.
    fs::remove_file(path.join("checkpoint")).unwrap();
    fs::remove_file(path.join("network.weights")).unwrap();
    begin_again(3).unwrap();
}

#[test]
fn of_runs_that_begin_at_once_one_gets_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let recipe = Recipe::parse(RECIPE).unwrap();
    let all_have_begun = Barrier::new(8);
    let begun: Vec<Option<u64>> = std::thread::scope(|scope| {
        let begin = |seed: u64| {
            let (recipe, folder, all_have_begun) =
                (recipe.clone(), Folder::new(&path), &all_have_begun);
            move || {
                let begun = Run::begin(recipe, seed, folder, &DeviceName::Cpu.open());
                all_have_begun.wait();
                match begun {
                    Ok(run) => Some(run.seed()),
                    Err(error) => {
                        assert!(matches!(error, TrainingError::InUse(_)), "{error}");
                        None
                    }
                }
            }
        };
        let threads: Vec<_> = (0..8).map(|seed| scope.spawn(begin(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let [seed] = begun.into_iter().flatten().collect::<Vec<_>>()[..] else { panic!("one") };
    let device = DeviceName::Cpu.open();
    assert_eq!(Run::resume(Folder::new(&path), &device).unwrap().seed(), seed);
}

#[cfg(unix)]
#[test]
fn files_of_a_run_are_regular_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let device = DeviceName::Cpu.open();
    drop(begin(&path, 1));
    let checkpoint = Folder::new(&path).checkpoint();
    fs::remove_file(&checkpoint).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&checkpoint).status().unwrap().success());
    let error = Run::resume(Folder::new(&path), &device).map(|_| ()).unwrap_err();
    assert!(error.to_string().ends_with("not a regular file"), "{error}");
    for name in ["lock", "network.weights"] {
        let path = folder.path().join(name).join("run");
        fs::create_dir_all(&path).unwrap();
        let pipe = path.join(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let recipe = Recipe::parse(RECIPE).unwrap();
        let stop = AtomicBool::new(false);
        let mut observer = StopAfter { batches: u32::MAX, stop: &stop };
        let run = Run::begin(recipe, 1, Folder::new(&path), &device);
        let ended = run.and_then(|mut run| run.train(&stop, &mut observer).map(|_| ()));
        let error = ended.unwrap_err().to_string();
        let occupied = name == "network.weights" && error.contains("holds a training run");
        assert!(occupied || error.ends_with("not a regular file"), "{name}: {error}");
    }
}

#[test]
fn a_folder_that_vanishes_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut run = begin(&path, 1);
    fs::remove_dir_all(&path).unwrap();
    let stop = AtomicBool::new(false);
    let error = run.train(&stop, &mut StopAfter { batches: u32::MAX, stop: &stop }).unwrap_err();
    assert!(matches!(error, TrainingError::File(_)), "{error}");
    assert!(error.to_string().contains("network.weights"), "{error}");
    assert!(!path.exists());
}

#[test]
fn weights_that_grow_beyond_all_numbers_end_the_run_and_keep_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let device = DeviceName::Cpu.open();
    let text = RECIPE.replacen("optimiser = \"adam\"", "optimiser = \"sgd-sum\"", 1).replacen(
        "learning_rate = 2e-3\nfinal_learning_rate = 1e-3",
        "learning_rate = 10.0\nfinal_learning_rate = 10.0",
        1,
    );
    let recipe = Recipe::parse(&text).unwrap();
    let mut run = Run::begin(recipe, 1, Folder::new(&path), &device).unwrap();
    let stop = AtomicBool::new(false);
    let mut observer = StopAfter { batches: u32::MAX, stop: &stop };
    let error = run.train(&stop, &mut observer).unwrap_err();
    drop(run);
    assert!(matches!(&error, TrainingError::Diverged { stage, .. } if stage == "td"), "{error}");
    let run = Run::resume(Folder::new(&path), &device).unwrap();
    assert_eq!(run.network(), begin(&folder.path().join("same"), 1).network());
}

#[test]
fn older_names_of_a_recipe_s_keys_are_still_read() {
    let mut older = RECIPE.to_owned();
    for (name, before) in [
        ("replay_buffer = ", "memory = "),
        ("reuse = ", "replays = "),
        ("back_game_seekers = ", "seekers = "),
        ("buckets = \"game-plan-16\"", "by_plan = true"),
    ] {
        let renamed = older.replace(name, before);
        assert_ne!(renamed, older, "the recipe says nothing of {name}");
        older = renamed;
    }
    let recipe = Recipe::parse(&older).unwrap();
    assert_eq!(recipe, Recipe::parse(RECIPE).unwrap());
    assert!(!recipe.to_text().contains("memory"), "new names are written");
}

#[test]
fn no_recipe_panics_whatever_it_says() {
    let mut rng = Random::new(1);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut text = RECIPE.as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let place = rng.below(text.len());
            match rng.below(3) {
                0 => text[place] = b" \"=[]{}-0123456789einf\n"[rng.below(23)],
                1 => drop(text.drain(place..(place + 1 + rng.below(20)).min(text.len()))),
                _ => text.insert(place, b"0123456789.,-\"[]"[rng.below(16)]),
            }
        }
        let text = String::from_utf8(text).unwrap();
        match Recipe::parse(&text) {
            Ok(recipe) => assert_eq!(Recipe::parse(&recipe.to_text()), Ok(recipe)),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!((1000..3000).contains(&refused), "{refused} of 3000 refused");
}

#[test]
fn recipes_say_what_is_wrong_with_them() {
    for game in Game::ALL {
        for name in Recipe::names(game) {
            let recipe = Recipe::shipped(name, game).unwrap();
            assert_eq!((&*recipe.name, recipe.game), (name, game));
            assert_eq!(Recipe::parse(&recipe.to_text()), Ok(recipe));
        }
        assert!(["quick", "full"].iter().all(|name| Recipe::names(game).contains(name)));
    }
    let wrong = |from: &str, to: &str| {
        let text = RECIPE.replacen(from, to, 1);
        assert_ne!(text, RECIPE);
        Recipe::parse(&text).unwrap_err().to_string()
    };
    for (from, to, named) in [
        ("structural2", "structural9", "structural9"),
        ("pattern_units = 12", "pattern_units = 17", "contact.pattern_units"),
        (
            "hidden = [16, 8]\nplain_units = 24\npattern_units = 12",
            "hidden = []",
            "contact.buckets",
        ),
        ("plain_units = 24", "plain_units = 15", "contact.plain_units"),
        ("pattern_units = 12", "pattern_units = 12\npatterns = \"rows-6\"", "contact.patterns"),
        (
            "back_games = 0.5, back_game_seekers = 0.5, endings = 0.5",
            "back_game_seekers = 1.5",
            "back_game_seekers",
        ),
        ("measure_every = 100\nplain = true", "measure_every = 100\nplain = 1", "plain"),
        ("hidden = [16, 8]", "hidden = [0]", "contact.hidden"),
        ("hidden = [16, 8]", "hidden = [99999]", "contact.hidden"),
        ("opponent = \"random\"", "opponent = \"gnubg\"", "measure.opponent"),
        ("games = 300", "games = 0", "stage 1: games"),
        ("batch_games = 40", "batch_games = 0", "stage 1: batch_games"),
        ("lambda = 0.7", "lambda = 1.7", "stage 1: lambda"),
        ("share = 0.1", "share = 0.0", "stage 2: share"),
        ("plays_judged = 4", "plays_judged = 17", "stage 1: plays_judged"),
        ("minibatch = 64", "plays_judged = 4\nminibatch = 64", "stage 2: plays_judged"),
        ("minibatch = 64", "minibatch = 0", "stage 2: minibatch"),
        ("replay_buffer = 400", "replay_buffer = 0", "stage 3: generations"),
        ("generations = 2", "generations = 4", "stage 3: generations"),
        ("learning_rate = 2e-3", "learning_rate = -1.0", "stage 1: learning_rate"),
        ("learning_rate = 2e-3", "learning_rate = nan", "stage 1: learning_rate"),
        ("random_plays = 0.05", "random_plays = 1.05", "stage 1: random_plays"),
        ("random_plays = 0.05", "rivals = 1.05", "stage 1: rivals"),
        ("reuse = 2", "reuses = 2", "reuses"),
        ("name = \"test\"", "", "name"),
        ("games = 20\n", "games = 9223372036854775807\n", "measure.games must be 1 to 1000000"),
        ("games = 20\n", "games = 1000001\n", "measure.games"),
        ("games = 20\n", "games = 0\n", "measure.games"),
        ("games = 20\n", "games = -1\n", "games = -1"),
        (
            "final_games = 40",
            "final_games = 4000000000",
            "measure.final_games must be 1 to 1000000",
        ),
        ("games = 300", "games = 9223372036854775807", "stage 1: games must be 1 to 1000000000000"),
        ("batch_games = 40", "batch_games = 1000000", "stage 1: batch_games must be 1 to 100000"),
        ("measure_every = 3\n", "measure_every = 9223372036854775807\n", "stage 3: measure_every"),
        ("minibatch = 700", "minibatch = 1048577", "stage 1: minibatch must be 1 to 1048576"),
        ("minibatch = 700", "minibatch = 9223372036854775807", "stage 1: minibatch"),
        ("reuse = 2", "reuse = 4294967295", "stage 1: reuse must be 1 to 100"),
        ("replay_buffer = 50\n", "replay_buffer = 50000001\n", "stage 2: replay_buffer"),
        ("opening_plays = 4", "opening_plays = 4000000000", "stage 1: opening_plays"),
        ("generations = 2", "generations = 4294967295", "stage 3: generations"),
        ("hidden = [8]", "hidden = [1, 1, 1, 1, 1, 1, 1, 1, 1]", "race.hidden must be at most 8"),
        // 67 million weights between them.
        ("hidden = [8]", "hidden = [8192, 8192]", "race network has 6"),
        (
            "hidden = [16, 8]\nplain_units = 24\npattern_units = 12",
            "hidden = [4096, 8]\npattern_units = 4096",
            "contact network has",
        ),
        ("optimiser = \"adam\"", "optimiser = \"adamant\"", "adamant"),
    ] {
        let message = wrong(from, to);
        assert!(message.contains(named), "{to}: {message}");
    }
    // A large minibatch through wide layers.
    let wide = RECIPE.replace("plain_units = 24", "plain_units = 1024");
    assert!(Recipe::parse(&wide).is_ok());
    let message = Recipe::parse(&wide.replace("minibatch = 700", "minibatch = 1048576"));
    let message = message.unwrap_err().to_string();
    assert!(message.contains("stage 1: minibatch must be at most 65027"), "{message}");
    // Generations of a single batch, which learn everything at once.
    let many = RECIPE
        .replace("games = 8\nbatch_games = 3", "games = 600000\nbatch_games = 100000")
        .replace("replay_buffer = 400", "replay_buffer = 50000000")
        .replace("generations = 2\nreuse = 2", "generations = 6\nreuse = 3");
    let message = Recipe::parse(&many).unwrap_err().to_string();
    assert!(message.contains("stage 3: generations draw 150000000 positions"), "{message}");
    assert!(Recipe::parse(&many.replace("reuse = 3", "reuse = 1")).is_ok());
    let stages = RECIPE.split_once("[[stages]]").unwrap().1.split("[[stages]]").next().unwrap();
    let message = Recipe::parse(&format!("{RECIPE}{}", format!("[[stages]]{stages}").repeat(100)));
    assert!(message.unwrap_err().to_string().contains("stages must be at most 100"));
    let again = RECIPE.replace("plain = true\n", "");
    let again = again.replacen("name = \"two-ply\"", "name = \"two-ply\"\nplain = true", 1);
    let message = Recipe::parse(&again).unwrap_err().to_string();
    assert!(message.contains("plain stages before the others"), "{message}");
    assert!(Recipe::shipped("quik", Game::Backgammon).unwrap_err().to_string().contains("quick"));
}
