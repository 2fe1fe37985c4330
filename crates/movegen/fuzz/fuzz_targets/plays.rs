//! Whatever is read as a play is legal, and is read again from its canonical form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_movegen::{Dice, Plays, Position, Game, notation};

fuzz_target!(|input: (u8, &str)| {
    let (roll, text) = input;
    let dice = Dice::ALL[usize::from(roll) % Dice::ALL.len()];
    // The text may begin with a position; the start is played from otherwise.
    let position = text
        .split_once(' ')
        .and_then(|(id, _)| Position::from_gnu_id(id, Game::Backgammon).ok());
    let rest = if position.is_some() { &text[text.find(' ').unwrap() + 1..] } else { text };
    let position = position.unwrap_or_else(|| Game::Backgammon.start());
    if let Ok(result) = notation::parse(Game::Backgammon, &position, dice, rest) {
        assert!(Plays::new(Game::Backgammon).generate_or_pass(&position, dice).contains(&result));
        let written = notation::write(Game::Backgammon, &position, dice, &result).expect("a legal play is written");
        assert_eq!(notation::parse(Game::Backgammon, &position, dice, &written), Ok(result));
    }
});
