//! Tests of the generators against committed counts and against a slow generator.

mod common;

use common::{Board, random_position, slow_plays};
use proptest::prelude::*;
use sheshbesh_movegen::{
    Class, Dice, Game, Plays, Position, View, generate_rolls, notation, perft, testing::every_form,
};
use std::collections::BTreeSet;

/// The positions of a file of counts, each with its number of plays at each depth.
fn counts(game: Game, file: &str) -> Vec<(Position, Vec<u64>)> {
    let mut lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert_eq!(lines.next(), Some(game.name()));
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let id = words.next().expect("a position");
            let position = Position::from_gnu_id(id, game).expect("a position of the game");
            (position, words.map(|count| count.parse().expect("a count")).collect())
        })
        .collect()
}

fn check_perft(game: Game, file: &str, depths: std::ops::RangeInclusive<usize>) {
    for (position, counts) in counts(game, file) {
        for (depth, &count) in (1..).zip(&counts).filter(|(depth, _)| depths.contains(depth)) {
            let found = perft(game, &position, depth as u32);
            assert_eq!(found, count, "{game} {position}, depth {depth}");
        }
    }
}

/// The files of counts, in the order of the games.
macro_rules! files {
    ($($name:literal)+) => {
        [$(include_str!(concat!("perft/", $name, ".perft"))),+]
    };
}

const FILES: [&str; Game::ALL.len()] = files!(
    "backgammon" "nackgammon" "long-gammon" "hypergammon" "snake" "portes" "tavla" "old-english"
    "misere" "irish" "early" "plakoto" "tapa" "fevga" "long-nardi" "nard"
    "gul-bara" "gyulbar" "crazy-gyulbar" "jacquet" "dutch" "acey-deucey" "russian" "tabula" "matador"
    "american" "chase" "icelandic"
);

#[test]
fn perft_of_depth_one_and_two_of_every_game() {
    for (game, file) in Game::ALL.into_iter().zip(FILES) {
        assert!(counts(game, file).iter().any(|(position, _)| *position == game.start()));
        check_perft(game, file, 1..=2);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation")]
fn perft_of_depth_three() {
    for (game, file) in Game::ALL.into_iter().zip(FILES) {
        check_perft(game, file, 3..=3);
    }
}

fn check(game: Game, position: &Position, plays: &mut Plays) {
    // The numbers of a stage do not depend on the roll.
    let rolls = if position.turn_state().stage.is_some() { 2 } else { game.rolls().len() };
    for &dice in &game.rolls()[..rolls] {
        let fast = plays.generate(position, dice);
        let set: BTreeSet<Board> = fast.iter().map(Board::of).collect();
        assert_eq!(set.len(), fast.len(), "a play is made twice: {position} {dice}");
        assert_eq!(set, slow_plays(game, position, dice), "{game} {position} {dice}");
    }
    let (mut every_roll, mut ends) = (vec![*position], Vec::new());
    generate_rolls(game, position, &mut every_roll, &mut ends);
    assert_eq!(ends.len(), game.rolls().len());
    let mut first = 1;
    for (&dice, end) in game.rolls().iter().zip(ends) {
        assert_eq!(
            &every_roll[first..end],
            plays.generate_or_pass(position, dice),
            "{game} {dice}"
        );
        first = end;
    }
    assert_eq!(first, every_roll.len());
}

#[test]
fn both_generators_agree_on_many_random_positions_of_every_class() {
    for game in every_form() {
        let mut plays = Plays::new(game);
        let positions = match game.usual() {
            Game::Backgammon if !cfg!(debug_assertions) => 5_000,
            Game::PLAKOTO if !cfg!(debug_assertions) => 400,
            // Checkers in reserve have very many orders of plays.
            _ if game.has_reserve() => 20,
            _ => 60,
        };
        let mut classes = [0; 4];
        for seed in 0..positions {
            let position = random_position(game, seed);
            classes[game.class(&position) as usize] += 1;
            check(game, &position, &mut plays);
        }
        let [over, bearoff, race, contact] = classes;
        assert_eq!(over, 0);
        if game.has_reserve() && game.view() == View::Parallel(0) || game.is_ring() {
            // Sides that have the same way never pass each other.
            assert_eq!(contact, positions);
            continue;
        }
        assert!([bearoff, race, contact].iter().all(|&n| n > positions / 50), "{classes:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 64 } else { 1_000 }))]

    #[test]
    fn both_generators_agree(seed: u64, game in 0..Game::ALL.len()) {
        let game = Game::ALL[game];
        check(game, &random_position(game, seed), &mut Plays::new(game));
    }

    #[test]
    fn legal_plays_keep_the_checkers(seed: u64, game in 0..Game::ALL.len()) {
        let game = Game::ALL[game];
        let position = random_position(game, seed);
        let mut plays = Plays::new(game);
        for &dice in game.rolls() {
            for result in plays.generate_or_pass(&position, dice) {
                let checked = Board::of(result).position(game);
                prop_assert_eq!(checked.as_ref(), Some(result));
            }
        }
    }

    #[test]
    fn every_play_is_written_and_read(seed: u64, game in 0..Game::ALL.len(), roll in 0..56usize) {
        let game = Game::ALL[game];
        let position = random_position(game, seed);
        let dice = game.rolls()[roll % game.rolls().len()];
        let mut plays = Plays::new(game);
        let results = plays.generate_or_pass(&position, dice);
        for (result, text) in results.iter().zip(notation::write_all(game, &position, dice, results)) {
            let text = text.expect("a legal play can be written");
            let read = notation::parse(game, &position, dice, &text);
            prop_assert_eq!(read.as_ref(), Ok(result), "{} {} {}", position.gnu_id(), dice, text);
            // Its moves lead there one by one.
            let moves = notation::checker_moves(game, &position, dice, result).expect("it has moves");
            prop_assert!(moves.len() <= 4);
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            if !moves.is_empty() {
                let read = notation::parse(game, &position, dice, &words.join(" "));
                prop_assert_eq!(read.as_ref(), Ok(result), "{}", words.join(" "));
            }
        }
    }

    #[test]
    fn many_plays_are_written_as_one_is(seed: u64, game in 0..Game::ALL.len(), roll in 0..56usize) {
        let game = Game::ALL[game];
        let position = random_position(game, seed);
        let dice = game.rolls()[roll % game.rolls().len()];
        let mut plays = Plays::new(game);
        // Enough results to be written all at once; some occur twice, and one is illegal.
        let mut results = plays.generate_or_pass(&position, dice).to_vec();
        results.push(game.start());
        let results: Vec<Position> =
            results.iter().copied().cycle().take(results.len().max(100)).collect();
        let together = notation::write_all(game, &position, dice, &results);
        for (result, text) in results.iter().zip(together).rev().take(12) {
            prop_assert_eq!(notation::write(game, &position, dice, result), text);
        }
    }
}

#[test]
fn a_finished_game_has_no_plays() {
    let mut own = [0; 26];
    own[0] = 15;
    let mut opponent = [0; 26];
    opponent[3] = 15;
    for game in [Game::Backgammon, Game::PLAKOTO, Game::FEVGA] {
        let position = game.position(&own, &opponent).unwrap();
        for position in [position, position.swapped()] {
            assert_eq!(game.class(&position), Class::Over);
            let mut plays = Plays::new(game);
            assert!(plays.generate(&position, Dice::ALL[3]).is_empty());
            check(game, &position, &mut plays);
            assert_eq!(perft(game, &position, 2), 0);
        }
    }
}
