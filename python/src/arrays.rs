//! NumPy arrays.

use crate::errors::nonsense;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use sheshbesh_movegen::Position;
use sheshbesh_network::inputs::InputSet;

/// Creates an array with rows of equal length, without copying.
pub(crate) fn rows<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = values.len().checked_div(width).unwrap_or_default();
    PyArray1::from_vec(py, values).reshape([rows, width])
}

/// Converts an argument, an array of any integers or a list, to whole numbers.
pub(crate) fn integers<'py>(
    name: &str,
    values: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = values.extract::<PyReadonlyArray1<'py, i64>>()
        && array.as_slice().is_ok()
    {
        return Ok(array);
    }
    let numpy = values.py().import("numpy")?;
    let wrong =
        |_| nonsense(format_args!("{name} is an array of whole numbers, one for each game"));
    let array = numpy.call_method1("atleast_1d", (values,)).map_err(wrong)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.len()? == 0;
    if kind != "i" && kind != "u" && !is_empty {
        let found: String = array.getattr("dtype")?.str()?.to_string();
        return Err(nonsense(format_args!("{name} is an array of whole numbers, not of {found}")));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract().map_err(|_| {
        nonsense(format_args!("{name} is an array of one dimension, with a number for each game"))
    })
}

/// Number of positions per task.
const AT_ONCE: usize = 256;

/// Writes the features of positions to `rows`, a row each, in parallel on the current thread pool.
pub(crate) fn describe(set: InputSet, positions: &[Position], rows: &mut [f32]) {
    let chunks = rows.par_chunks_mut(AT_ONCE * set.len()).zip(positions.par_chunks(AT_ONCE));
    chunks.for_each(|(rows, positions)| {
        for (row, position) in rows.chunks_exact_mut(set.len()).zip(positions) {
            set.encode(position, row);
        }
    });
}

/// Number of checker counts of a position: indices 0 (off) to 25 (bar) of both sides, each from its
/// own view.
pub(crate) const COUNTS: usize = 2 * 26;

/// Writes the checker counts of a position to `row`.
pub(crate) fn count(position: &Position, row: &mut [i8]) {
    for (row, side) in row.chunks_exact_mut(26).zip([position.own(), position.opponent()]) {
        for (index, count) in (0..26).zip(row) {
            *count = side.on(index) as i8;
        }
    }
}
