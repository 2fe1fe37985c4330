//! Rolls of two or three dice.

use crate::errors::nonsense;
use pyo3::{
    prelude::*,
    types::{PyByteArray, PyBytes},
};
use sheshbesh_movegen::Dice;

/// Parses a roll: `(3, 1)`, `(3, 2, 1)` or `"31"`.
pub(crate) fn roll(dice: &Bound<'_, PyAny>) -> PyResult<Dice> {
    if let Ok(text) = dice.extract::<String>() {
        return text.parse().map_err(|error: sheshbesh_movegen::InvalidDice| nonsense(error));
    }
    // Bytes are sequences of numbers in Python: b"31" would be 51 and 49.
    let is_bytes = dice.is_instance_of::<PyBytes>() || dice.is_instance_of::<PyByteArray>();
    let numbers: Option<Vec<u8>> = if is_bytes { None } else { dice.extract().ok() };
    let roll = numbers.and_then(|numbers| Dice::of(&numbers));
    roll.ok_or_else(|| {
        let written = dice.repr().map_or_else(|_| "this".to_owned(), |repr| repr.to_string());
        nonsense(format_args!(
            "{written} is not a roll: give two numbers from 1 to 6, such as (3, 1) or \"31\""
        ))
    })
}

/// Numbers of a roll of two dice, in the order given.
pub(crate) fn numbers(dice: &Bound<'_, PyAny>) -> PyResult<[u8; 2]> {
    let dice_of = roll(dice)?;
    let (high, low) = (dice_of.high(), dice_of.low());
    let first = match dice.extract::<String>() {
        Ok(text) => text.bytes().find(u8::is_ascii_digit).map(|digit| digit - b'0'),
        Err(_) => dice.get_item(0)?.extract().ok(),
    };
    Ok(if first == Some(low) { [low, high] } else { [high, low] })
}

/// The 21 rolls of two dice, the higher number first, with their probabilities.
#[pyfunction]
pub(crate) fn dice_probabilities() -> Vec<((u8, u8), f64)> {
    Dice::ALL.iter().map(|dice| ((dice.high(), dice.low()), dice.probability())).collect()
}
