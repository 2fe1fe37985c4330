//! Rolls of two dice.

use crate::errors::nonsense;
use pyo3::{
    prelude::*,
    types::{PyByteArray, PyBytes},
};
use sheshbesh_movegen::Dice;

/// Parses a roll: `(3, 1)` or `"31"`.
pub(crate) fn roll(dice: &Bound<'_, PyAny>) -> PyResult<Dice> {
    if let Ok(text) = dice.extract::<String>() {
        return text.parse().map_err(|error: sheshbesh_movegen::InvalidDice| nonsense(error));
    }
    // Bytes are sequences of numbers in Python: b"31" would be 51 and 49.
    let is_bytes = dice.is_instance_of::<PyBytes>() || dice.is_instance_of::<PyByteArray>();
    let numbers: Option<(u8, u8)> = match dice.extract() {
        _ if is_bytes => None,
        Ok(pair) => Some(pair),
        // Lists and arrays are accepted too.
        Err(_) => match dice.extract::<Vec<u8>>().as_deref() {
            Ok(&[a, b]) => Some((a, b)),
            _ => None,
        },
    };
    let roll = numbers.and_then(|(a, b)| Dice::new(a, b));
    roll.ok_or_else(|| {
        let written = dice.repr().map_or_else(|_| "this".to_owned(), |repr| repr.to_string());
        nonsense(format_args!(
            "{written} is not a roll: give two numbers from 1 to 6, such as (3, 1) or \"31\""
        ))
    })
}

/// Numbers of a roll, in the order given.
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
