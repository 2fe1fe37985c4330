//! Tests `shesh ensemble`, and commands that use its file.

mod common;

use common::{json, refused, shesh, stdout};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Companion, Expert, Net, Network};
use std::path::{Path, PathBuf};

const START: &str = "4HPwATDgc/ABMA";

fn weights(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon")).join(name)
}

#[test]
fn a_member_is_written_as_the_network_that_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [both, one] = ["both.weights", "one.weights"].map(|name| folder.path().join(name));
    let [both, one] = [&both, &one].map(|path| path.to_str().unwrap());
    let [shipped, small] = ["shipped.weights", "small.weights"].map(weights);
    stdout(&["ensemble", both, shipped.to_str().unwrap(), small.to_str().unwrap()]);
    for (number, path) in [(1, &shipped), (2, &small)] {
        let member = format!("{both}#{number}");
        let made = stdout(&["ensemble", one, &member, "--force"]);
        assert!(made.contains("is a network for backgammon"), "{made}");
        let [network, member] = [path.as_path(), one.as_ref()].map(|p| Network::read(p).unwrap());
        assert_eq!(network.experts(), member.experts());
        assert_eq!(network.provenance, member.provenance);
        assert_eq!(member.members(), 1);
    }
    for number in ["0", "3"] {
        let error = refused(&["ensemble", one, &format!("{both}#{number}"), "--force"]);
        assert!(error.contains("has members 1 to 2"), "{error}");
    }
}

#[test]
fn a_file_of_two_networks_judges_by_their_mean() {
    let folder = tempfile::tempdir().unwrap();
    let both = folder.path().join("both.weights");
    let both = both.to_str().unwrap();
    let [shipped, small] = ["shipped.weights", "small.weights"].map(weights);
    let [shipped, small] = [&shipped, &small].map(|path| path.to_str().unwrap());
    let parts = [format!("{shipped}:3"), format!("{small}:1")];
    let made = stdout(&["ensemble", both, &parts[0], &parts[1]]);
    assert!(made.contains("ensemble of 2 networks") && made.contains("0.2500"), "{made}");
    let network = Network::read(both.as_ref()).unwrap();
    assert_eq!((network.members(), network.weight()), (2, 0.75));

    let evaluate = |path: &str| json(&["evaluate", START, "--ply", "1", "--weights", path]);
    let [mean, first, second] = [both, shipped, small].map(evaluate);
    let win = |answer: &serde_json::Value| {
        answer["probabilities"]["win"].as_f64().expect("a chance to win")
    };
    let want = 0.75 * win(&first) + 0.25 * win(&second);
    assert!((win(&mean) - want).abs() < 1e-5, "{mean}");
    assert_ne!(mean["engine"]["weights_crc32"], first["engine"]["weights_crc32"]);
    json(&["best", START, "31", "--ply", "2", "--weights", both]);
    json(&["cube", START, "--ply", "2", "--weights", both]);
    stdout(&["duel", both, "random", "--games", "4"]);

    // An ensemble is not overwritten, can be a member itself, and cannot be trained.
    let kept = refused(&["ensemble", both, shipped, small]);
    assert!(kept.contains("--force"), "{kept}");
    stdout(&["ensemble", both, both, small, "--force"]);
    let network = Network::read(both.as_ref()).unwrap();
    let others: Vec<f32> = network.companions().iter().map(Companion::weight).collect();
    assert_eq!((network.weight(), others), (0.375, vec![0.125, 0.5]));
    let output = folder.path().join("run");
    let output = output.to_str().unwrap();
    let train = ["train", "--recipe", "quick", "--output", output, "--start-from", both];
    let taught = refused(&train);
    assert!(taught.contains("ensemble of 3 networks"), "{taught}");
    assert!(!Path::new(output).join("checkpoint").exists());
}

#[test]
fn what_makes_no_ensemble_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("some.weights");
    let output_name = output.to_str().unwrap();
    let small = weights("small.weights");
    let small = small.to_str().unwrap();
    for weight in ["0", "-1", "nan", "inf"] {
        let member = format!("{small}:{weight}");
        let why = refused(&["ensemble", output_name, small, &member]);
        assert!(why.contains("weights must be positive"), "{why}");
    }
    let mut many = vec!["ensemble", output_name];
    many.extend([small; 17]);
    assert!(!shesh(&many).output().unwrap().status.success());
    refused(&["ensemble", output_name, small, "no such file.weights"]);
    refused(&["ensemble", output_name, small, "no such file.weights:0.5"]);
    refused(&["ensemble", output_name, small, concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    let other = weights("../nardi/plakoto.weights");
    let why = refused(&["ensemble", output_name, small, other.to_str().unwrap()]);
    assert!(why.contains("the same game"), "{why}");
    assert!(!output.exists());
}

#[test]
fn merged_networks_are_one_network_between_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let small = weights("small.weights").to_str().unwrap().to_owned();
    // A network with other biases of its outputs.
    let mut other = Network::read(small.as_ref()).unwrap();
    let experts = other.experts().iter().map(|expert| {
        let (shape, mut weights) = expert.net.clone().into_parts();
        let last = weights.stacks.iter_mut().filter_map(|stack| stack.last_mut());
        last.for_each(|layer| layer.biases[0] += 1.0);
        Expert { classes: expert.classes, net: Net::new(shape, weights).unwrap() }
    });
    other = Network::new(Game::Backgammon, experts.collect(), other.pruner().cloned()).unwrap();
    other.write(at("other.weights").as_ref()).unwrap();

    let parts = [format!("{small}:3"), at("other.weights")];
    let made = stdout(&["ensemble", &at("mean.weights"), &parts[0], &parts[1], "--merge"]);
    assert!(made.contains("is a network for backgammon"), "{made}");
    let mean = Network::read(at("mean.weights").as_ref()).unwrap();
    let bias = |network: &Network| {
        let stack = network.experts()[0].net.weights().stacks[0].clone();
        stack.last().unwrap().biases[0]
    };
    let want = bias(&Network::read(small.as_ref()).unwrap()) + 0.25;
    assert!((bias(&mean) - want).abs() < 1e-6);

    let shipped = weights("shipped.weights").to_str().unwrap().to_owned();
    let error = refused(&["ensemble", &at("x.weights"), &small, &shipped, "--merge"]);
    assert!(error.contains("network 2 differs from the first"), "{error}");
    let both = at("both.weights");
    stdout(&["ensemble", &both, &small, &small]);
    let error = refused(&["ensemble", &at("x.weights"), &small, &both, "--merge"]);
    assert!(error.contains("network 2 is an ensemble"), "{error}");
}
