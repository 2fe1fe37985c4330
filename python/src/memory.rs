//! Memory that arrays are made of, and that is used again once no array has it.

use numpy::{PyArray2, ndarray::ArrayView2};
use pyo3::{exceptions::PyMemoryError, ffi, prelude::*};
use std::cell::UnsafeCell;

/// What arrays stand in. Nobody but them has a way to it.
#[pyclass(frozen, module = "sheshbesh._native")]
pub(crate) struct Memory(UnsafeCell<Vec<f32>>);

// SAFETY: it is written by `fill` alone, which sees to it that nobody else has it.
unsafe impl Sync for Memory {}

/// An array of so many rows, which `write` fills. `kept` is the memory of the one before: arrays that
/// somebody still has are left alone.
pub(crate) fn filled<'py>(
    py: Python<'py>,
    kept: &mut Option<Py<Memory>>,
    (rows, width): (usize, usize),
    write: impl FnOnce(&mut [f32]),
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let length = rows * width;
    // Whatever happens meanwhile, nobody else finds it here.
    let mut memory = kept.take();
    if let Some(Memory(values)) = memory.as_ref().map(|memory| memory.bind(py).get()) {
        let held = memory.as_ref().map_or(0, |memory| {
            // SAFETY: it is an object.
            unsafe { ffi::Py_REFCNT(memory.as_ptr()) }
        });
        // SAFETY: nothing is written now.
        let has_room = unsafe { (*values.get()).len() } >= length;
        if held != 1 || !has_room {
            memory = None;
        }
    }
    let memory = match memory {
        Some(memory) => memory.into_bound(py),
        None => {
            let mut values = Vec::new();
            // The next ones may be a little more.
            let room = length + length / 8;
            let problem = |_| PyMemoryError::new_err(format!("no room for {room} numbers"));
            values.try_reserve_exact(room).map_err(problem)?;
            values.resize(room, 0.0);
            Bound::new(py, Memory(UnsafeCell::new(values)))?
        }
    };
    // SAFETY: this is the only reference to the object, and so to what is in it: no array has it.
    let values = unsafe { &mut (&mut *memory.get().0.get())[..length] };
    write(values);
    let values = ArrayView2::from_shape((rows, width), &*values).expect("rows of that length");
    *kept = Some(memory.clone().unbind());
    // SAFETY: the memory lives as long as the array has it, and is neither moved nor written meanwhile.
    Ok(unsafe { PyArray2::borrow_from_array(&values, memory.into_any()) })
}
