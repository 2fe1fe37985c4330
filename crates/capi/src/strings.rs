//! Memory of the caller's: strings, structures that say their size, buffers.

use crate::status::{Fault, SheshStatus};
use std::ffi::{CStr, c_char};

/// A string that may be left out.
///
/// # Safety
/// It is null, or ends with a zero byte and stays as it is.
pub(crate) unsafe fn optional<'a>(
    name: &str,
    text: *const c_char,
) -> Result<Option<&'a str>, Fault> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not null, and the caller vouches for the rest.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|_| Fault::argument(format_args!("{name} is no UTF-8")))
}

/// A string that must be there.
///
/// # Safety
/// As [`optional`].
pub(crate) unsafe fn required<'a>(name: &str, text: *const c_char) -> Result<&'a str, Fault> {
    // SAFETY: the caller vouches for it.
    let text = unsafe { optional(name, text) }?;
    text.ok_or_else(|| Fault::argument(format_args!("{name} is null")))
}

/// No structure will ever be larger; what says so has no size set.
const LARGEST: usize = 4096;

/// How large a structure of the caller's is, by its first field. It is at least what the first library
/// knew of it.
///
/// # Safety
/// The pointer is null, or leads to a structure that begins with its size.
pub(crate) unsafe fn size_of_given<T>(name: &str, given: *const T) -> Result<usize, Fault> {
    if given.is_null() {
        return Err(Fault::argument(format_args!("{name} is null")));
    }
    // SAFETY: it begins with its size.
    let size = unsafe { given.cast::<usize>().read_unaligned() };
    // All fields are from the first library: when the first is added, this is the size before.
    if !(size_of::<T>()..=LARGEST).contains(&size) {
        return Err(Fault::argument(format_args!("the size of {name} is not set")));
    }
    Ok(size)
}

/// A structure whose first field, a `size_t`, says how large it is.
///
/// # Safety
/// `T` is a C structure without padding that begins with that field. The pointer is null or leads to as
/// many bytes as are said there.
pub(crate) unsafe fn sized<T: Copy>(name: &str, given: *const T) -> Result<T, Fault> {
    // SAFETY: the caller vouches for it.
    let size = unsafe { size_of_given(name, given) }?;
    let known = size_of::<T>();
    // SAFETY: so many bytes are there.
    let beyond = unsafe { std::slice::from_raw_parts(given.cast::<u8>().add(known), size - known) };
    if beyond.iter().any(|byte| *byte != 0) {
        let sentence = format_args!("{name} asks for what this library does not know yet");
        return Err(Fault::argument(sentence));
    }
    // SAFETY: all of it is there.
    Ok(unsafe { given.read_unaligned() })
}

/// Writes a structure that says its size itself; what a newer caller knows beyond it becomes zero.
///
/// # Safety
/// As [`sized`], and it may be written.
pub(crate) unsafe fn give<T: Copy>(name: &str, to: *mut T, mut value: T) -> Result<(), Fault> {
    // SAFETY: the caller vouches for it.
    let size = unsafe { size_of_given(name, to) }?;
    let known = size_of::<T>();
    // SAFETY: a C structure that begins with its size, which stays as the caller has set it.
    unsafe {
        (&raw mut value).cast::<usize>().write_unaligned(size);
        to.write_unaligned(value);
        to.cast::<u8>().add(known).write_bytes(0, size - known);
    }
    Ok(())
}

/// Writes a text with a zero byte behind it into a buffer, and how many bytes that takes.
///
/// # Safety
/// The buffer has so many bytes, or is null and has none; the size may be null.
pub(crate) unsafe fn write(
    text: &str,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> Result<(), Fault> {
    let needed = text.len() + 1;
    if !size.is_null() {
        // SAFETY: it is not null, and the caller vouches for the rest.
        unsafe { size.write(needed) };
    }
    if buffer.is_null() || capacity < needed {
        let sentence = format_args!("the answer takes {needed} bytes");
        return Err(Fault::new(SheshStatus::TooSmall, sentence));
    }
    // SAFETY: there is room for it.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), text.len());
        buffer.add(text.len()).write(0);
    }
    Ok(())
}
