//! The fast generator against published counts and against the slow one.

mod common;

use common::{Board, random_position, slow_plays};
use proptest::prelude::*;
use sheshbesh_movegen::{Class, Dice, Game, Plays, Position, notation, perft};
use std::collections::BTreeSet;

#[test]
fn perft_of_depth_one_and_two_of_every_variant() {
    let counts = [(447, 202_782), (547, 324_161), (59, 3_484), (195, 38_017)];
    for (game, (one, two)) in Game::ALL.into_iter().zip(counts) {
        assert_eq!((perft(&game.start(), 1), perft(&game.start(), 2)), (one, two), "{game}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn perft_of_depth_three() {
    assert_eq!(perft(&Game::Backgammon.start(), 3), 116_154_993);
    assert_eq!(perft(&Game::Hypergammon.start(), 3), 6_645_799);
}

fn check(position: &Position, plays: &mut Plays) {
    for dice in Dice::ALL {
        let fast = plays.generate(position, dice);
        let set: BTreeSet<Board> = fast.iter().map(Board::of).collect();
        assert_eq!(set.len(), fast.len(), "a play is made twice: {} {dice}", position.gnu_id());
        assert_eq!(set, slow_plays(position, dice), "{} {dice}", position.gnu_id());
    }
}

#[test]
fn both_generators_agree_on_many_random_positions_of_every_class() {
    let mut plays = Plays::new();
    let per_variant = if cfg!(debug_assertions) { 300 } else { 5_000 };
    for game in Game::ALL {
        let mut classes = [0; 4];
        for seed in 0..per_variant {
            let position = random_position(game, seed);
            classes[position.class() as usize] += 1;
            check(&position, &mut plays);
        }
        let [over, bearoff, race, contact] = classes;
        assert_eq!(over, 0);
        assert!([bearoff, race, contact].iter().all(|&n| n > per_variant / 50), "{classes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 64 } else { 1_000 }))]

    #[test]
    fn both_generators_agree(seed: u64, game in 0..4usize) {
        check(&random_position(Game::ALL[game], seed), &mut Plays::new());
    }

    #[test]
    fn legal_plays_keep_the_checkers(seed: u64, game in 0..4usize) {
        let game = Game::ALL[game];
        let position = random_position(game, seed);
        let mut plays = Plays::new();
        for dice in Dice::ALL {
            for result in plays.generate_or_pass(&position, dice) {
                let Board { own, opponent } = Board::of(result);
                let checked = Position::new(&own, &opponent, game.checkers());
                prop_assert_eq!(checked.as_ref(), Ok(result));
            }
        }
    }

    #[test]
    fn every_play_is_written_and_read(seed: u64, game in 0..4usize, roll in 0..21usize) {
        let position = random_position(Game::ALL[game], seed);
        let dice = Dice::ALL[roll];
        let mut plays = Plays::new();
        let results = plays.generate_or_pass(&position, dice);
        for (result, text) in results.iter().zip(notation::write_all(&position, dice, results)) {
            let text = text.expect("a legal play can be written");
            let read = notation::parse(&position, dice, &text);
            prop_assert_eq!(read.as_ref(), Ok(result), "{} {} {}", position.gnu_id(), dice, text);
            // Its moves lead there one by one.
            let moves = notation::checker_moves(&position, dice, result).expect("it has moves");
            prop_assert!(moves.len() <= 4);
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            if !moves.is_empty() {
                let read = notation::parse(&position, dice, &words.join(" "));
                prop_assert_eq!(read.as_ref(), Ok(result), "{}", words.join(" "));
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_plays() {
    let mut own = [0; 26];
    own[0] = 15;
    let mut opponent = [0; 26];
    opponent[3] = 15;
    let position = Position::new(&own, &opponent, Game::Backgammon.checkers()).unwrap();
    assert_eq!(position.class(), Class::Over);
    for position in [position, position.swapped()] {
        assert!(Plays::new().generate(&position, Dice::ALL[3]).is_empty());
        assert_eq!(perft(&position, 2), 0);
    }
}
