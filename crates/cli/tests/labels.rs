//! Tests `shesh labels`: making, checking and exporting label files, and training with them.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use std::{fs, path::Path, process::Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    shesh(arguments).current_dir(folder).output().unwrap()
}

fn stdout(folder: &Path, arguments: &[&str]) -> String {
    stdout_of(run(folder, arguments), arguments)
}

fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    assert!(is_one_sentence(&stderr), "{arguments:?}: {stderr}");
    stderr
}

/// A folder with the recipe `tiny.toml`, three games a shard, and the network `small.weights`.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let recipe = "name = \"tiny\"\nabout = \"A few labels.\"\nshard_games = 3\n\
                  targets = { two-ply-plays = { margin = 0.1, most = 2 } }\n";
    fs::write(folder.path().join("tiny.toml"), recipe).unwrap();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    fs::copy(weights, folder.path().join("small.weights")).unwrap();
    folder
}

const MAKE: [&str; 7] =
    ["labels", "make", "lab", "--recipe", "tiny.toml", "--weights", "small.weights"];

#[test]
fn labels_are_made_listed_checked_and_exported() {
    let folder = workplace();
    let folder = folder.path();
    let made = stdout(folder, &[&MAKE[..], &["--shards", "2"]].concat());
    assert!(made.starts_with("tiny: A few labels.\nLabels of backgammon, seed 1, by network "));
    assert!(made.contains("\n2 shards (0 to 1): ") && made.contains(" labels of 6 games, 1 MB\n"));
    // Recipe, seed and network come from the folder.
    let more = stdout(folder, &["labels", "make", "lab", "--shards", "3..5"]);
    assert!(more.contains("\n4 shards (0 to 1, 3 to 4): "), "{more}");
    let shard = |number: u32| fs::read(folder.join(format!("lab/{number:06}.labels"))).unwrap();
    let lost = shard(3);
    fs::remove_file(folder.join("lab/000003.labels")).unwrap();
    stdout(folder, &["labels", "make", "lab", "--shards", "5"]);
    assert_eq!(shard(3), lost);
    let list = stdout(folder, &["labels", "list", "lab"]);
    assert!(list.contains("\n5 shards (0 to 4): "), "{list}");
    let checked = stdout(folder, &["labels", "check", "lab", "--remake", "2"]);
    assert!(checked.contains("All shards are intact: 0 to 4.\n"), "{checked}");
    assert!(checked.ends_with("Remade and equal bit for bit: 0, 4.\n"), "{checked}");

    let errors = stdout(folder, &["labels", "errors", "lab", "small.weights", "--shards", "2"]);
    let line = errors.lines().last().unwrap();
    let numbers: Vec<f64> = line.split_whitespace().flat_map(|word| word.parse()).collect();
    // Errors of the network whose 2-ply evaluations are the labels.
    assert!(line.ends_with("   small.weights") && numbers.len() == 4, "{errors}");
    assert!((5.0..100.0).contains(&numbers[0]) && (5.0..100.0).contains(&numbers[1]), "{errors}");

    let wrote = stdout(folder, &["labels", "export", "lab", "all.csv"]);
    let lines = fs::read_to_string(folder.join("all.csv")).unwrap().lines().count();
    assert_eq!(wrote.replace(',', ""), format!("Wrote {} labels to all.csv.\n", lines - 1));
    stdout(folder, &["labels", "export", "lab", "some.npy", "--shards", "1..3"]);
    assert!(fs::read(folder.join("some.npy")).unwrap().starts_with(b"\x93NUMPY"));
}

#[test]
fn a_network_learns_from_labels() {
    let folder = workplace();
    let folder = folder.path();
    stdout(folder, &[&MAKE[..], &["--shards", "2"]].concat());
    let recipe = include_str!("../../training/recipes/quick.toml");
    let network = recipe.split("[[stages]]").next().unwrap();
    let network = network.replace("= 2000", "= 20").replace("= 10000", "= 40");
    let stage = "[[stages]]\nname = \"labels\"\ngames = 12\nbatch_games = 3\nmeasure_every = 100\n\
                 targets = \"labels\"\ndifferences = 1.0\nminibatch = 64\noptimiser = \"adam\"\n\
                 learning_rate = 1e-3\nfinal_learning_rate = 1e-4\n";
    fs::write(folder.join("learn.toml"), network + stage).unwrap();
    let train = ["train", "--recipe", "learn.toml", "--output", "run"];
    let trained = stdout(folder, &[&train[..], &["--labels", "lab"]].concat());
    assert!(trained.contains("Finished."), "{trained}");
    assert!(folder.join("run/network.weights").exists());

    let error = refused(folder, &["train", "--recipe", "learn.toml", "--output", "other"], 2);
    assert!(error.contains("name the label folders"), "{error}");
    let error = refused(folder, &["train", "--labels", "lab", "--output", "other"], 2);
    assert!(error.contains("no stage of the recipe learns from labels"), "{error}");
    let error = refused(folder, &["train", "--recipe", "learn.toml", "--labels", "none"], 2);
    assert!(error.contains("none is not a label folder"), "{error}");
    assert!(!folder.join("other").exists());
}

#[test]
fn input_that_makes_no_sense_is_refused_in_a_sentence() {
    let folder = workplace();
    let folder = folder.path();
    stdout(folder, &MAKE);
    for (arguments, problem) in [
        (&["labels", "list", "none"][..], "none is not a label folder: it has no recipe.toml"),
        (&["labels", "check", "."], "is not a label folder"),
        (&["labels", "make", "lab", "--seed", "2"], "labels of another recipe or seed"),
        (&["labels", "make", "lab", "--recipe", "plays"], "labels of another recipe or seed"),
        (&["labels", "make", "other", "--recipe", "no"], "recipes are returns, plays"),
        (&["labels", "make", "other", "--recipe", "small.weights"], "small.weights"),
        (&["labels", "make", "other", "--weights", "none"], "none"),
        (&["labels", "errors", "lab", "none"], "none"),
        (&["labels", "errors", "lab", "small.weights", "--shards", "5..6"], "lab has no shard 5"),
        (&["labels", "export", "lab", "lab.txt"], "must end in .csv or .npy"),
        (&["labels", "export", "lab", "lab.npy", "--shards", "3"], "lab has no shard 1"),
        (&["labels", "export", "lab", "none/lab.npy"], "the folder none does not exist"),
    ] {
        let error = refused(folder, arguments, 2);
        assert!(error.contains(problem), "{error}");
    }
    let make = ["labels", "make", "lab", "--weights"];
    let td = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/td.weights");
    let error = refused(folder, &[&make[..], &[td]].concat(), 2);
    assert!(error.contains("labels of another network"), "{error}");
    assert!(!folder.join("other").exists());

    fs::write(folder.join("there.csv"), "mine").unwrap();
    let error = refused(folder, &["labels", "export", "lab", "there.csv"], 2);
    assert!(error.contains("--force"), "{error}");
    assert_eq!(fs::read(folder.join("there.csv")).unwrap(), b"mine");
    stdout(folder, &["labels", "export", "lab", "there.csv", "--force"]);

    // A damaged shard is named, with a remedy.
    let shard = folder.join("lab/000000.labels");
    let mut bytes = fs::read(&shard).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&shard, bytes).unwrap();
    let error = refused(folder, &["labels", "check", "lab"], 1);
    assert!(error.contains("000000.labels") && error.contains("delete the file"), "{error}");
    let error = refused(folder, &["labels", "export", "lab", "there.csv", "--force"], 1);
    assert!(error.contains("checksum"), "{error}");
}
