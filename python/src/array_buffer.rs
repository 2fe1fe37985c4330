//! Memory of arrays, reused once no array refers to it.

use numpy::{PyArray2, ndarray::ArrayView2};
use pyo3::{exceptions::PyMemoryError, ffi, prelude::*};
use std::cell::UnsafeCell;

/// Buffer of arrays, accessible only through them.
#[pyclass(frozen, module = "sheshbesh._native")]
pub(crate) struct ArrayBuffer(UnsafeCell<Vec<f32>>);

// SAFETY: only `filled` writes to the buffer, and only while it holds the sole reference.
unsafe impl Sync for ArrayBuffer {}

/// Creates an array of a number of rows, filled by `write`. `kept` is the buffer of the previous
/// array; it is reused unless an array still refers to it.
pub(crate) fn filled<'py>(
    py: Python<'py>,
    kept: &mut Option<Py<ArrayBuffer>>,
    (rows, width): (usize, usize),
    write: impl FnOnce(&mut [f32]),
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let length = rows * width;
    // Take the buffer out, so that a re-entrant call cannot find it.
    let mut memory = kept.take();
    if let Some(ArrayBuffer(values)) = memory.as_ref().map(|memory| memory.bind(py).get()) {
        let held = memory.as_ref().map_or(0, |memory| {
            // SAFETY: the pointer is a valid object.
            unsafe { ffi::Py_REFCNT(memory.as_ptr()) }
        });
        // SAFETY: no thread is writing now.
        let has_room = unsafe { (*values.get()).len() } >= length;
        if held != 1 || !has_room {
            memory = None;
        }
    }
    let memory = match memory {
        Some(memory) => memory.into_bound(py),
        None => {
            let mut values = Vec::new();
            // Leave room for slightly larger arrays later.
            let room = length + length / 8;
            let problem = |_| PyMemoryError::new_err(format!("no room for {room} numbers"));
            values.try_reserve_exact(room).map_err(problem)?;
            values.resize(room, 0.0);
            Bound::new(py, ArrayBuffer(UnsafeCell::new(values)))?
        }
    };
    // SAFETY: this is the only reference to the object, hence to its contents: no array refers to
    // it.
    let values = unsafe { &mut (&mut *memory.get().0.get())[..length] };
    write(values);
    let values = ArrayView2::from_shape((rows, width), &*values).expect("rows of that length");
    *kept = Some(memory.clone().unbind());
    // SAFETY: the array keeps the buffer alive, and meanwhile it is neither moved nor written.
    Ok(unsafe { PyArray2::borrow_from_array(&values, memory.into_any()) })
}
