//! Whole numbers as arguments.

use crate::errors::nonsense;
use pyo3::{Borrowed, prelude::*};
use std::any::type_name;

/// A non-negative whole number; for any other argument, conversion fails with a message that quotes
/// it.
#[derive(Clone, Copy)]
pub(crate) struct Unsigned<T>(pub(crate) T);

impl<'a, 'py, T: FromPyObject<'a, 'py> + Copy> FromPyObject<'a, 'py> for Unsigned<T> {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> Result<Self, PyErr> {
        let Ok(found) = number.extract::<T>() else {
            let written = number.repr().map_or_else(|_| "this".to_owned(), |repr| repr.to_string());
            let bits = type_name::<T>().trim_start_matches(|c: char| !c.is_ascii_digit());
            let bits = if bits.is_empty() { "64" } else { bits };
            return Err(nonsense(format_args!(
                "{written} is no whole number from 0 on of {bits} bits"
            )));
        };
        Ok(Self(found))
    }
}
