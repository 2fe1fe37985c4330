//! Fuzzes the round trip of rolls and games: a written value is read as the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sheshbesh_movegen::{Dice, Game};

fuzz_target!(|text: &str| {
    if let Ok(dice) = text.parse::<Dice>() {
        assert_eq!(dice.to_string().parse(), Ok(dice));
    }
    if let Ok(game) = text.parse::<Game>() {
        assert_eq!(game.to_string().parse(), Ok(game));
    }
});
