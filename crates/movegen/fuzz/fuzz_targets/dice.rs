//! Whatever is read as a roll or a game is written as one that is read as the same.
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
