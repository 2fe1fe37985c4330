//! Fuzzes plays: a play that is read is legal, and its canonical form is read as the same play.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_movegen::{Game, Plays, Position, notation};

fuzz_target!(|input: (u8, u8, &str)| {
    let (game, roll, text) = input;
    let game = Game::ALL[usize::from(game) % Game::ALL.len()];
    let dice = game.rolls()[usize::from(roll) % game.rolls().len()];
    // The text may begin with a position; otherwise the play starts from the starting position.
    let position = text.split_once(' ').and_then(|(id, _)| Position::from_gnu_id(id, game).ok());
    let rest = if position.is_some() { &text[text.find(' ').unwrap() + 1..] } else { text };
    let position = position.unwrap_or_else(|| game.start());
    if let Ok(result) = notation::parse(game, &position, dice, rest) {
        assert!(Plays::new(game).generate_or_pass(&position, dice).contains(&result));
        let written =
            notation::write(game, &position, dice, &result).expect("a legal play is written");
        assert_eq!(notation::parse(game, &position, dice, &written), Ok(result));
    }
});
