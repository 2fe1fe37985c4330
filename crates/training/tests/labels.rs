//! Label files: made, damaged, exported, and learned from.

mod common;

use common::{among, finish, train};
use sheshbesh_evaluator::{Depth, Evaluator, Settings, bearoff::Tables};
use sheshbesh_movegen::{Dice, Game, Plays, Position, notation::parse_position_id};
use sheshbesh_network::Network;
use sheshbesh_training::{
    Beginning, DeviceName, Ended, Folder, Format, LabelError, LabelErrors, LabelFolder,
    LabelRecipe, Recipe, Run, Sample, Targets, TrainingError, export,
    self_play::{self, Games},
};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

fn read_small() -> Network {
    Network::read(Path::new("../../weights/backgammon/small.weights"))
        .expect("a network of the repository")
}

/// A built-in recipe with few games per shard.
fn labels(name: &str) -> LabelRecipe {
    LabelRecipe { shard_games: 4, ..LabelRecipe::shipped(name).unwrap() }
}

/// Makes a folder with some shards.
fn made(path: &Path, recipe: &LabelRecipe, shards: u32) -> LabelFolder {
    let folder = LabelFolder::begin(path, recipe, &read_small()).unwrap();
    let maker = folder.maker().unwrap();
    for number in 0..shards {
        let labels = maker.make(number).unwrap();
        assert_eq!(folder.labels(number).unwrap(), labels);
    }
    folder
}

const RECIPE: &str = r#"
name = "from-labels"
about = "Labels that are there."

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
name = "labels"
games = 32
batch_games = 8
measure_every = 1000
targets = "labels"
differences = 1.0
minibatch = 64
optimiser = "adam"
learning_rate = 3e-3
final_learning_rate = 1e-4
"#;

fn begin(labels: &[LabelFolder], folder: &Path, recipe: &str) -> Result<Run, TrainingError> {
    let beginning = Beginning { labels, ..Default::default() };
    let recipe = Recipe::parse(recipe).unwrap();
    Run::begin_with(&beginning, recipe, 5, Folder::new(folder), &DeviceName::Cpu.open())
}

fn resume(folder: &Path) -> Result<Run, TrainingError> {
    Run::resume(Folder::new(folder), &DeviceName::Cpu.open())
}

#[test]
fn a_shard_is_a_function_of_recipe_network_and_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let recipe = labels("returns");
    let three = made(&path("three"), &recipe, 3);
    let bytes = |folder: &LabelFolder, number| fs::read(folder.shard(number)).unwrap();

    // Made alone, on one thread, in a folder with another name; and remade after a loss.
    let alone = made(&path("alone"), &recipe, 0);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| alone.maker().unwrap().make(2)).unwrap();
    assert_eq!(bytes(&alone, 2), bytes(&three, 2));
    let lost = bytes(&three, 1);
    fs::remove_file(three.shard(1)).unwrap();
    assert_eq!(three.shards().unwrap().numbers, [0, 2]);
    let three = LabelFolder::open(three.path()).unwrap();
    three.maker().unwrap().make(1).unwrap();
    assert_eq!(bytes(&three, 1), lost);
    assert!(three.maker().unwrap().reproduces(1).unwrap());
    assert_eq!(
        three.shards().unwrap().bytes,
        (0..3).map(|number| bytes(&three, number).len() as u64).sum::<u64>()
    );

    // A shard has the samples of the games with its numbers.
    let settings = recipe.game_settings();
    let tables = Some(Arc::new(Tables::in_memory()));
    let evaluator = &self_play::make_evaluator(&read_small(), &settings, tables);
    let (game, seed) = (recipe.game, recipe.seed);
    let games = Games { evaluator, game, settings, seed, first: 8, end: 12 };
    assert_eq!(three.read(2).unwrap(), games.play());

    // Another seed gives other labels.
    let other = made(&path("other"), &LabelRecipe { seed: 2, ..recipe }, 1);
    assert_ne!(other.read(0).unwrap()[1..4], three.read(0).unwrap()[1..4]);
}

/// The siblings of a turn are the best legal plays by 1-ply, with 2-ply evaluations.
#[test]
fn plays_of_a_roll_stand_together_with_their_2_ply_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = LabelRecipe {
        shard_games: 10,
        targets: Targets::TwoPlyPlays { margin: 0.05, most: 3 },
        ..labels("plays")
    };
    let folder = made(folder.path(), &recipe, 1);
    let labels = folder.read(0).unwrap();
    let tables = Some(Arc::new(Tables::in_memory()));
    let mut judge = self_play::make_evaluator(&read_small(), &recipe.game_settings(), tables);
    let mut sizes = BTreeMap::<usize, usize>::new();
    for roll in labels.chunk_by(|_, next| next.is_sibling) {
        *sizes.entry(roll.len()).or_default() += 1;
        // The opponent is on roll after the play: low equity is good for the player who made it.
        let mut equity =
            |sample: &Sample| judge.evaluate(&sample.position, Depth::ONE).outcomes.equity();
        let equities: Vec<f32> = roll.iter().map(&mut equity).collect();
        assert!(equities.is_sorted() && equities[roll.len() - 1] <= equities[0] + 0.05);
        for sample in roll {
            let verdict = judge.evaluate(&sample.position, Depth::TWO).outcomes;
            assert_eq!(verdict, sample.target);
            assert!(Game::Backgammon.end(&sample.position, None).is_none());
        }
    }
    assert!(sizes.keys().eq([2, 3].iter()) && sizes[&2] > 20 && sizes[&3] > 20, "{sizes:?}");

    // With at most two plays per turn, the same turns have samples: their first two plays.
    let two = LabelRecipe { targets: Targets::TwoPlyPlays { margin: 0.05, most: 2 }, ..recipe };
    let path = tempfile::tempdir().unwrap();
    let pairs = made(path.path(), &two, 1).read(0).unwrap();
    let rolls = labels.chunk_by(|_, next| next.is_sibling);
    let first_two: Vec<Sample> = rolls.flat_map(|roll| roll[..2].to_vec()).collect();
    assert_eq!(pairs, first_two);
}

/// Each position follows from the one before by the play that a search of all plays prefers.
#[test]
fn games_at_2_ply_play_what_the_search_prefers() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = LabelRecipe {
        shard_games: 1,
        targets: Targets::TwoPly { share: 1.0 },
        exploration: Default::default(),
        play_ply: 2,
        ..labels("plays")
    };
    let labels = made(folder.path(), &recipe, 1).read(0).unwrap();
    let tables = Some(Arc::new(Tables::in_memory()));
    let mut judge = self_play::make_evaluator(&read_small(), &recipe.game_settings(), tables);
    let mut equity = |position: &Position, depth| judge.evaluate(position, depth).outcomes.equity();
    let mut preferred = |position: &Position, dice: Dice| {
        let mut results: Vec<(f32, Position)> = slow_results(position, dice)
            .into_iter()
            .filter(|result| Game::Backgammon.end(result, None).is_none())
            .map(|result| (equity(&result, Depth::ONE), result))
            .collect();
        results.sort_by(|a, b| a.0.total_cmp(&b.0));
        let near = results.first()?.0 + 0.08;
        results.retain(|result| result.0 <= near);
        results.truncate(4);
        let searched = results.iter().map(|result| (equity(&result.1, Depth::TWO), result.1));
        let best = searched.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((best.1, best.1 != results[0].1))
    };
    let (mut turns, mut other_than_at_1_ply) = (0, 0);
    for pair in labels.windows(2) {
        let (before, after) = (pair[0].position, pair[1].position);
        let searched: Vec<_> =
            Dice::ALL.into_iter().filter_map(|dice| preferred(&before, dice)).collect();
        let played: Vec<_> = searched.iter().filter(|(result, _)| *result == after).collect();
        assert!(!played.is_empty(), "{before:?} {after:?}");
        turns += 1;
        other_than_at_1_ply += u32::from(played.iter().all(|(_, other)| *other));
    }
    assert!(turns > 30 && other_than_at_1_ply > 2, "{turns}, {other_than_at_1_ply}");
}

/// The positions after the legal plays of a roll, or after no move.
fn slow_results(position: &Position, dice: Dice) -> Vec<Position> {
    let mut plays = Plays::new(Game::Backgammon);
    plays.generate_or_pass(position, dice).to_vec()
}

#[test]
fn networks_learn_each_label_once_in_an_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let returns = made(&path("returns"), &labels("returns"), 2);
    let plays = made(&path("plays"), &labels("plays"), 2);
    let folders = [returns, plays];
    let all: u64 = folders.iter().map(|folder| folder.shards().unwrap().labels).sum();
    let whole = finish(&mut begin(&folders, &path("whole"), RECIPE).unwrap());
    // 32 games are two epochs of four shards of four games.
    let (games, samples, _) = *whole.1.last().unwrap();
    assert_eq!((games, samples), (32, 2 * all));

    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert!(one.install(|| finish(&mut begin(&folders, &path("one"), RECIPE).unwrap())) == whole);
    let ranks = among(2, |executor| {
        let mut run = begin(&folders, &path("ranks"), RECIPE).unwrap();
        let stop = Default::default();
        let mut observer = common::StopAfter { batches: u32::MAX, stop: &stop };
        run.train_among(executor, &stop, &mut observer).unwrap();
        let mut network = run.network();
        network.provenance = Default::default();
        network
    });
    assert!(ranks == whole.0);

    // Neither a pause nor shards that are added meanwhile change the result.
    let mut run = begin(&folders, &path("parts"), RECIPE).unwrap();
    assert_eq!(train(&mut run, 3), Ended::Stopped);
    drop(run);
    folders[0].maker().unwrap().make(7).unwrap();
    assert!(finish(&mut resume(&path("parts")).unwrap()) == whole);
    assert!(finish(&mut begin(&folders, &path("more"), RECIPE).unwrap()) != whole);

    // Without differences, siblings need not be adjacent, and the weights differ.
    let apart = RECIPE.replace("differences = 1.0", "");
    fs::remove_file(folders[0].shard(7)).unwrap();
    assert!(finish(&mut begin(&folders, &path("apart"), &apart).unwrap()).0 != whole.0);
}

#[test]
fn labels_that_do_not_fit_a_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let four = made(&path("four"), &labels("returns"), 1);
    let refusal = |labels: &[LabelFolder], recipe: &str| {
        let error = begin(labels, &path("run"), recipe).err().expect("an error").to_string();
        assert!(!path("run").exists(), "{error}");
        error
    };
    assert!(refusal(&[], RECIPE).starts_with("stage \"labels\" of the recipe learns from labels"));
    let other = RECIPE.replace(
        "targets = \"labels\"\ndifferences = 1.0",
        "targets = { lambda-return = { lambda = 0.7 } }",
    );
    assert!(refusal(std::slice::from_ref(&four), &other).starts_with("no stage of the recipe"));
    let few = made(&path("few"), &LabelRecipe { shard_games: 2, ..labels("returns") }, 1);
    assert!(refusal(&[four.clone(), few], RECIPE).contains("different numbers of games"));
    let empty = made(&path("empty"), &labels("returns"), 0);
    assert!(refusal(&[four.clone(), empty], RECIPE).contains("has no shards yet"));
    for (from, to) in [("games = 32", "games = 33"), ("batch_games = 8", "batch_games = 6")] {
        let error = refusal(std::slice::from_ref(&four), &RECIPE.replace(from, to));
        assert!(error.contains("must be a multiple of 4"), "{error}");
    }
    let nackgammon = LabelRecipe { game: Game::Nackgammon, ..labels("returns") };
    let nackgammon = made(&path("nackgammon"), &nackgammon, 1);
    assert_eq!(
        refusal(&[nackgammon], RECIPE),
        "the labels are for nackgammon, but the recipe is for backgammon"
    );
    for (from, to) in [
        ("targets = \"labels\"", "targets = \"labels\"\nteacher = true"),
        ("targets = \"labels\"", "targets = \"labels\"\nreuse = 2"),
        ("minibatch", "exploration = { rivals = 0.1 }\nminibatch"),
    ] {
        let error = Recipe::parse(&RECIPE.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains("labels cannot be combined with"), "{error}");
    }

    // Labels that have been changed or removed since the run began.
    drop(begin(std::slice::from_ref(&four), &path("run"), RECIPE).unwrap());
    let recipe = path("four").join("recipe.toml");
    let text = fs::read_to_string(&recipe).unwrap();
    fs::write(&recipe, text.replace("seed = 1", "seed = 2")).unwrap();
    let error = resume(&path("run")).err().expect("an error").to_string();
    assert!(error.contains("another recipe or seed"), "{error}");
    fs::write(&recipe, text).unwrap();
    fs::remove_file(four.shard(0)).unwrap();
    let mut run = resume(&path("run")).unwrap();
    let error = run.train(
        &Default::default(),
        &mut common::StopAfter { batches: u32::MAX, stop: &Default::default() },
    );
    assert!(matches!(error, Err(TrainingError::Labels(LabelError::File(_)))), "{error:?}");
}

#[test]
fn folders_and_shards_that_are_not_what_they_should_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let recipe = labels("returns");
    let mine = made(&path("mine"), &recipe, 2);
    let refusal = |result: Result<LabelFolder, LabelError>| result.unwrap_err().to_string();
    assert!(refusal(LabelFolder::open(path("none"))).contains("is not a label folder"));
    let other = LabelRecipe { seed: 3, ..recipe.clone() };
    let small = read_small();
    let begun = |recipe, network| LabelFolder::begin(path("mine"), recipe, network);
    assert!(refusal(begun(&other, &small)).contains("another recipe or seed"));
    assert!(refusal(begun(&recipe, sheshbesh_weights::shipped())).contains("another network"));
    let fevga = sheshbesh_weights::fevga();
    assert!(refusal(LabelFolder::begin(path("fevga"), &recipe, fevga)).contains("is for fevga"));
    assert!(!path("fevga").exists());
    assert!(begun(&recipe, &small).is_ok());

    // A shard with the number of another, and a shard from another folder.
    fs::copy(mine.shard(0), mine.shard(5)).unwrap();
    let error = mine.shards().unwrap_err().to_string();
    assert!(
        error.contains("000005.labels does not belong here: it is shard 0 of recipe"),
        "{error}"
    );
    assert!(matches!(mine.read(5), Err(LabelError::Mismatched { .. })));
    let stranger = made(&path("stranger"), &other, 1);
    fs::copy(stranger.shard(0), mine.shard(5)).unwrap();
    assert!(matches!(mine.shards(), Err(LabelError::Mismatched { .. })));
    // A truncated shard, and one with a flipped bit.
    let whole = fs::read(mine.shard(1)).unwrap();
    fs::remove_file(mine.shard(5)).unwrap();
    fs::write(mine.shard(1), &whole[..whole.len() - 1]).unwrap();
    assert!(mine.shards().unwrap_err().to_string().contains("bytes, found"));
    let mut fallen = whole.clone();
    fallen[whole.len() / 2] ^= 4;
    fs::write(mine.shard(1), fallen).unwrap();
    assert!(mine.shards().is_ok() && mine.read(1).is_err());
    fs::write(mine.shard(1), &whole[..10]).unwrap();
    assert!(mine.shards().unwrap_err().to_string().contains("not a valid labels file"));
    // Files with other names are ignored.
    fs::remove_file(mine.shard(1)).unwrap();
    for name in ["1.labels", "000001.labels.tmp", "notes.txt", "+00001.labels"] {
        fs::write(path("mine").join(name), "x").unwrap();
    }
    assert_eq!(mine.shards().unwrap().numbers, [0]);
}

#[test]
fn recipes_of_labels_say_what_is_wrong_with_them() {
    let text = labels("returns").to_text();
    for (from, to, problem) in [
        ("shard_games = 4", "shard_games = 0", "shard_games must be 1 to 10000"),
        ("shard_games = 4", "shard_games = 10001", "shard_games must be 1 to 10000"),
        ("lambda = 0.5", "lambda = 1.5", "lambda must be 0 to 1"),
        ("rivals = 0.15", "rivals = 2.0", "rivals must be 0 to 1"),
        ("seed = 1", "seed = -1", "invalid value"),
        ("seed = 1", "seed = 1\nplay_ply = 3", "play_ply must be 1 or 2"),
        ("seed = 1", "sed = 1", "unknown field"),
        ("name = ", "game = \"fevga\"\nname = ", "back_games are not supported in fevga"),
    ] {
        assert!(text.contains(from), "{text}");
        let error = LabelRecipe::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let kept = LabelRecipe { targets: Targets::Labels, ..labels("returns") };
    assert!(kept.validate().unwrap_err().to_string().contains("must not be labels"));
    let plays = LabelRecipe { targets: Targets::TwoPlyPlays { margin: 0.1, most: 1 }, ..kept };
    assert!(plays.validate().unwrap_err().to_string().contains("most must be 2 to"));
}

/// Computes the errors of all labels independently.
#[test]
fn errors_are_those_of_levels_and_siblings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = made(folder.path(), &labels("plays"), 2);
    let shipped = sheshbesh_weights::shipped();
    let tables = Some(Arc::new(Tables::in_memory()));
    let mut judge = Evaluator::new(shipped, Settings { tables, ..Default::default() });
    let (mut levels, mut losses, mut squares, mut freedom, mut count) =
        (Vec::new(), Vec::new(), 0.0, 0, 0);
    for labels in [folder.read(0).unwrap(), folder.read(1).unwrap()] {
        for roll in labels.chunk_by(|_, next| next.is_sibling) {
            let errors: Vec<f64> = roll
                .iter()
                .map(|sample| {
                    let found = judge.evaluate(&sample.position, Depth::ONE).outcomes.equity();
                    f64::from(found - sample.target.equity())
                })
                .collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            // The chosen play has the lowest equity for the opponent.
            let found = errors.iter().zip(roll).map(|(e, s)| e + f64::from(s.target.equity()));
            let found: Vec<f64> = found.collect();
            let least = (0..roll.len()).min_by(|&a, &b| found[a].total_cmp(&found[b])).unwrap();
            let targets = roll.iter().map(|sample| f64::from(sample.target.equity()));
            let best = targets.clone().min_by(f64::total_cmp).unwrap();
            losses.push(targets.clone().nth(least).unwrap() - best);
            levels.push(mean * mean);
            squares += errors.iter().map(|error| error * error).sum::<f64>()
                - errors.len() as f64 * mean * mean;
            freedom += errors.len() - 1;
            count += errors.len() as u64;
        }
    }
    let errors = LabelErrors::measure(shipped, &folder, &[0, 1]).unwrap();
    let level = (levels.iter().sum::<f64>() / levels.len() as f64).sqrt();
    let siblings = (squares / freedom as f64).sqrt();
    assert_eq!(errors.labels, count);
    assert!((errors.level - level).abs() < 1e-6, "{errors:?}, {level}");
    let loss = losses.iter().sum::<f64>() / losses.len() as f64;
    let found = errors.siblings.unwrap();
    assert!((found.rms - siblings).abs() < 1e-6, "{found:?}, {siblings}");
    assert!((found.loss - loss).abs() < 1e-5 && loss > 1e-3, "{found:?}, {loss}");
    let returns = made(&folder.path().join("returns"), &labels("returns"), 1);
    assert_eq!(LabelErrors::measure(shipped, &returns, &[0]).unwrap().siblings, None);
    let fevga = sheshbesh_weights::fevga();
    assert!(matches!(
        LabelErrors::measure(fevga, &folder, &[0]),
        Err(LabelError::OtherGame { .. })
    ));
}

/// An export has the labels of the shards, and the NumPy header describes its array.
#[test]
fn labels_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mine = made(&path("mine"), &labels("plays"), 2);
    let labels: Vec<(u32, u32, Sample)> = (0..2)
        .flat_map(|number| {
            let mut roll = u32::MAX;
            let of_shard = mine.read(number).unwrap().into_iter().map(move |sample| {
                roll = roll.wrapping_add(u32::from(!sample.is_sibling));
                (number, roll, sample)
            });
            of_shard.collect::<Vec<_>>()
        })
        .collect();

    let count = export(&mine, &[0, 1], Format::Csv, &path("labels.csv")).unwrap();
    let text = fs::read_to_string(path("labels.csv")).unwrap();
    assert_eq!((count, text.lines().count()), (labels.len() as u64, labels.len() + 1));
    for (line, (shard, roll, sample)) in text.lines().skip(1).zip(&labels) {
        let fields: Vec<&str> = line.split(',').collect();
        let (game, position) = parse_position_id(fields[2], Game::Backgammon).unwrap();
        assert_eq!((fields[0], fields[1]), (&*shard.to_string(), &*roll.to_string()));
        assert_eq!((game, position), (Game::Backgammon, sample.position));
        let outcomes: Vec<f32> = fields[3..].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!(outcomes, sample.target.0);
    }

    export(&mine, &[0, 1], Format::Npy, &path("labels.npy")).unwrap();
    let bytes = fs::read(path("labels.npy")).unwrap();
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((&bytes[..6], (10 + length) % 64), (&b"\x93NUMPY"[..], 0));
    let header = str::from_utf8(&bytes[10..10 + length]).unwrap();
    let fields = "[('shard', '<u4'), ('roll', '<u4'), ('counts', '|i1', (2, 26)), ('outcomes', '<f4', (6,))]";
    let plain = |text: &str| text.replace([' ', ','], "");
    assert!(plain(header).contains(&plain(fields)), "{header}");
    assert!(plain(header).contains(&format!("'shape':({})", labels.len())), "{header}");
    const ROW: usize = 4 + 4 + 52 + 24;
    let rows = bytes[10 + length..].chunks_exact(ROW);
    assert_eq!((rows.len(), rows.remainder().len()), (labels.len(), 0));
    for (row, (shard, roll, sample)) in rows.zip(&labels) {
        let number = |at: usize| u32::from_le_bytes(row[at..at + 4].try_into().unwrap());
        assert_eq!((number(0), number(4)), (*shard, *roll));
        let own: Vec<u8> = sample.position.own().counts()[..26].to_vec();
        assert_eq!((&row[8..34], row[34..60].iter().sum::<u8>()), (&own[..], 15));
        assert_eq!(f32::from_bits(number(60)), sample.target.0[0]);
    }

    // If a shard cannot be read, an existing file is unchanged.
    fs::write(mine.shard(1), "x").unwrap();
    for format in [Format::Csv, Format::Npy] {
        let error = export(&mine, &[0, 1], format, &path("labels.csv")).unwrap_err();
        assert!(error.to_string().contains("000001.labels"), "{error}");
        assert_eq!(fs::read_to_string(path("labels.csv")).unwrap(), text);
    }
}
