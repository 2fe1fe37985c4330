//! Which library this is.

use std::ffi::{CStr, c_char};

/// Changes when a program that was compiled for an older library must be compiled anew. Functions and
/// fields at the ends of structures are added without that.
pub const SHESH_ABI_VERSION: u32 = 1;

/// The version as a C string.
const VERSION: &CStr = {
    let bytes = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    match CStr::from_bytes_with_nul(bytes) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    }
};

/// The SHESH_ABI_VERSION of the library, to be compared with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_abi_version() -> u32 {
    SHESH_ABI_VERSION
}

/// The version of the engine, such as "0.1.0"; it need not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_version() -> *const c_char {
    VERSION.as_ptr()
}
