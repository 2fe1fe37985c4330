//! Golden tests: names never change their meaning. The files in `goldens/` contain the results of
//! every named encoding, and of the shipped network, for 1,000 fixed positions.
//!
//! `positions.txt` has positions from games of random plays, each with the name of its game; no
//! test writes it. `UPDATE_EXPECT=1 cargo test --test goldens` rewrites the other files. The only
//! reasons for that are a new name or another shipped network.

use expect_test::expect_file;
use sheshbesh_evaluator::{Depth, Evaluator, Settings};
use sheshbesh_movegen::{
    Class, Dice, Game, Hitting, Plays, Position, Rules,
    testing::{Random, odd_position},
};
use sheshbesh_network::{
    FastNetwork, OUTCOMES,
    inputs::{BucketSet, InputSet, PatternSet},
};
use std::{fmt::Write, process::Command};

/// Step between the positions that the network evaluates: every tenth.
const JUDGED_STEP: usize = 10;

/// Positions of the file, each with its line: the game's name and the position ID.
fn read_positions() -> Vec<(&'static str, Position)> {
    let read = |line: &'static str| {
        let (game, id) = line.split_once(' ').expect("a game and an ID");
        let game: Game = game.parse().expect("a game");
        (line, Position::from_gnu_id(id, game).expect("an ID"))
    };
    include_str!("goldens/positions.txt").lines().map(read).collect()
}

/// Checksum of an encoding of all positions, as bytes.
fn checksum<T: AsRef<[u8]>>(encode: impl Fn(&Position) -> T) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for (_, position) in read_positions() {
        hasher.update(encode(&position).as_ref());
    }
    hasher.finalize()
}

fn encoded(set: InputSet, position: &Position) -> Vec<u8> {
    let mut inputs = vec![0.0f32; set.len()];
    set.encode(position, &mut inputs);
    // Adding zero turns negative zero into zero: they mean the same.
    inputs.iter().flat_map(|input| (input + 0.0).to_le_bytes()).collect()
}

fn patterns(set: PatternSet, position: &Position) -> Vec<u8> {
    let mut numbers = set.of(position).numbers().to_vec();
    numbers.sort_unstable();
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Outcomes by the shipped network, without tables and search.
fn judged(evaluator: &mut Evaluator, position: &Position) -> [f32; OUTCOMES] {
    evaluator.evaluate(position, Depth::ONE).outcomes.0
}

#[test]
fn the_positions_are_of_all_kinds() {
    let positions = read_positions();
    assert_eq!(positions.len(), 1000);
    for class in [Class::Contact, Class::Race, Class::Bearoff, Class::Over] {
        let all = positions.iter().filter(|(_, position)| Hitting.class(position) == class).count();
        let judged = positions
            .iter()
            .step_by(JUDGED_STEP)
            .filter(|(_, p)| Hitting.class(p) == class)
            .count();
        assert!(all >= 40 && judged >= 4, "{all}, {judged} of {class:?}");
    }
    for game in ["backgammon ", "nackgammon ", "long-gammon ", "hypergammon "] {
        assert!(positions.iter().filter(|(line, _)| line.starts_with(game)).count() >= 100);
    }
    let mut plans = [0; BucketSet::GamePlan16.count()];
    positions.iter().for_each(|(_, position)| plans[BucketSet::GamePlan16.bucket(position)] += 1);
    assert!(plans.iter().all(|&count| count > 0), "{plans:?}");
}

#[test]
fn every_encoding_is_what_it_was() {
    let mut text = String::new();
    for &set in InputSet::ALL {
        let sum = checksum(|position| encoded(set, position));
        writeln!(text, "inputs {set}: {} numbers, checksum {sum:08x}", set.len()).unwrap();
    }
    for &set in PatternSet::ALL {
        let sum = checksum(|position| patterns(set, position));
        writeln!(text, "patterns {set}: {}, checksum {sum:08x}", set.count()).unwrap();
    }
    for &set in BucketSet::ALL {
        let sum = checksum(|position| [set.bucket(position) as u8]);
        writeln!(text, "buckets {set}: {}, checksum {sum:08x}", set.count()).unwrap();
    }
    expect_file!["goldens/encodings.txt"].assert_eq(&text);
}

#[test]
fn the_shipped_network_says_what_it_said() {
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let mut text = String::new();
    for (line, position) in read_positions().iter().step_by(JUDGED_STEP) {
        let outcomes = judged(&mut evaluator, position);
        let numbers = outcomes.map(|outcome| format!("{outcome:e}")).join(" ");
        writeln!(text, "{line} {numbers}").unwrap();
    }
    expect_file!["goldens/outcomes.txt"].assert_eq(&text);
}

/// The accumulator is updated from the position before the roll and from other candidates.
#[test]
fn whole_rolls_are_judged_as_each_play_is_alone() {
    let fast = FastNetwork::new(sheshbesh_weights::shipped());
    let mut scratch = fast.workspace();
    let mut judge = |base: &Position, positions: &[Position]| {
        let mut outcomes = Vec::new();
        fast.evaluate(&mut scratch, |_| None, base, positions, &mut outcomes);
        outcomes
    };
    let (mut plays, mut count) = (Plays::new(Game::Backgammon), 0);
    for (place, (_, position)) in read_positions().iter().enumerate().step_by(7) {
        if Hitting.class(position) == Class::Over {
            continue;
        }
        let roll = Dice::ALL[place % Dice::ALL.len()];
        let results = plays.generate_or_pass(position, roll);
        count += results.len();
        let alone = |result| judge(&FastNetwork::EMPTY, std::slice::from_ref(result))[0];
        let alone: Vec<_> = results.iter().map(alone).collect();
        assert_eq!(judge(&position.swapped(), results), alone, "{roll:?} in {position:?}");
    }
    assert!(count > 1000, "{count} plays");
}

/// The integer network has headroom for values that hardly any game reaches.
#[test]
fn odd_positions_are_judged_as_in_floats() {
    let network = sheshbesh_weights::shipped();
    let passes = [FastNetwork::new(network), FastNetwork::in_floats(network)];
    let mut random = Random::new(19);
    let odd: Vec<Position> = (0..5000).map(|_| odd_position(&mut random)).collect();
    let [whole, floats] = passes.map(|pass| {
        let (mut scratch, mut outcomes) = (pass.workspace(), Vec::new());
        pass.evaluate(&mut scratch, |_| None, &FastNetwork::EMPTY, &odd, &mut outcomes);
        outcomes
    });
    for ((whole, floats), position) in whole.iter().zip(&floats).zip(&odd) {
        let apart = (whole.equity() - floats.equity()).abs();
        assert!(apart < 0.03, "{apart} apart: {position:?}");
    }
}

/// Command that runs this test program. For another processor's program the emulator is needed,
/// which only Cargo knows.
fn again() -> Command {
    let program = std::env::current_exe().expect("this program");
    let told = std::env::var("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER");
    let runner = told.ok().filter(|_| cfg!(target_arch = "aarch64"));
    let mut words = runner.iter().flat_map(|runner| runner.split_whitespace());
    match words.next() {
        Some(emulator) => {
            let mut command = Command::new(emulator);
            command.args(words).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// The program runs once for each kernel, because it selects the kernel only once.
#[test]
fn every_kernel_of_this_processor_gives_the_same() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        // The files are being written.
        return;
    }
    // If the processor lacks the instructions of a name, all available ones are used.
    let kernels = if cfg!(target_arch = "aarch64") {
        &["plain", "neon"][..]
    } else {
        &["plain", "sse2", "avx2", "avx512", "avx512-vnni"]
    };
    for kernel in kernels {
        let golden = [
            "every_encoding_is_what_it_was",
            "the_shipped_network_says_what_it_said",
            "whole_rolls_are_judged_as_each_play_is_alone",
        ];
        let output = again()
            .args(["--exact"])
            .args(golden)
            .env("SHESH_SIMD", kernel)
            .output()
            .expect("it runs again");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("3 passed"), "{kernel}: {said}");
    }
}
