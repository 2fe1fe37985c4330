//! Access to the caller's memory: strings, sized structures and buffers.

use crate::status::{CallError, SheshStatus};
use std::ffi::{CStr, c_char};

/// Reads an optional string.
///
/// # Safety
/// The pointer is null, or points to a string that ends with a zero byte and does not change.
pub(crate) unsafe fn optional<'a>(
    name: &str,
    text: *const c_char,
) -> Result<Option<&'a str>, CallError> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the pointer is not null, and the caller guarantees the rest.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|_| CallError::argument(format_args!("{name} is no UTF-8")))
}

/// Reads a required string.
///
/// # Safety
/// As [`optional`].
pub(crate) unsafe fn required<'a>(name: &str, text: *const c_char) -> Result<&'a str, CallError> {
    // SAFETY: guaranteed by the caller.
    let text = unsafe { optional(name, text) }?;
    text.ok_or_else(|| CallError::argument(format_args!("{name} is null")))
}

/// Upper limit of structure sizes. A larger value means that the caller has not set the size.
const LARGEST: usize = 4096;

/// Reads the size of a caller's structure from its first field. Fails if it is smaller than the
/// structure of the first library version.
///
/// # Safety
/// The pointer is null, or points to a structure that begins with its size.
pub(crate) unsafe fn size_of_given<T>(name: &str, given: *const T) -> Result<usize, CallError> {
    if given.is_null() {
        return Err(CallError::argument(format_args!("{name} is null")));
    }
    // SAFETY: the structure begins with its size.
    let size = unsafe { given.cast::<usize>().read_unaligned() };
    // All fields exist since the first version. After a field is added, the lower limit must stay
    // at the size before it.
    if !(size_of::<T>()..=LARGEST).contains(&size) {
        return Err(CallError::argument(format_args!("the size of {name} is not set")));
    }
    Ok(size)
}

/// Reads a structure whose first field, a `size_t`, states its size.
///
/// # Safety
/// `T` is a C structure without padding that begins with this field. The pointer is null, or points
/// to as many bytes as the field states.
pub(crate) unsafe fn sized<T: Copy>(name: &str, given: *const T) -> Result<T, CallError> {
    // SAFETY: guaranteed by the caller.
    let size = unsafe { size_of_given(name, given) }?;
    let known = size_of::<T>();
    // SAFETY: the caller guarantees `size` bytes.
    let beyond = unsafe { std::slice::from_raw_parts(given.cast::<u8>().add(known), size - known) };
    if beyond.iter().any(|byte| *byte != 0) {
        let sentence = format_args!("{name} asks for what this library does not know yet");
        return Err(CallError::argument(sentence));
    }
    // SAFETY: all bytes of `T` are valid.
    Ok(unsafe { given.read_unaligned() })
}

/// Writes a structure but keeps its size field. Fields that only a newer caller knows become zero.
///
/// # Safety
/// As [`sized`], and the structure is writable.
pub(crate) unsafe fn give<T: Copy>(name: &str, to: *mut T, mut value: T) -> Result<(), CallError> {
    // SAFETY: guaranteed by the caller.
    let size = unsafe { size_of_given(name, to) }?;
    let known = size_of::<T>();
    // SAFETY: a C structure that begins with its size, which keeps the caller's value.
    unsafe {
        (&raw mut value).cast::<usize>().write_unaligned(size);
        to.write_unaligned(value);
        to.cast::<u8>().add(known).write_bytes(0, size - known);
    }
    Ok(())
}

/// Writes a text with a terminating zero byte to a buffer, and the number of bytes needed to
/// `size`.
///
/// # Safety
/// The buffer is null or has `capacity` bytes; `size` is null or writable.
pub(crate) unsafe fn write(
    text: &str,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> Result<(), CallError> {
    let needed = text.len() + 1;
    if !size.is_null() {
        // SAFETY: the pointer is not null, and the caller guarantees that it is writable.
        unsafe { size.write(needed) };
    }
    if buffer.is_null() || capacity < needed {
        let sentence = format_args!("the answer takes {needed} bytes");
        return Err(CallError::new(SheshStatus::TooSmall, sentence));
    }
    // SAFETY: the text and the zero byte fit into the buffer.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), text.len());
        buffer.add(text.len()).write(0);
    }
    Ok(())
}
