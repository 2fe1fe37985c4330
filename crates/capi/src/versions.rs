//! Versions of the library and of its ABI.

use std::ffi::{CStr, c_char};

/// ABI version. It changes when programs compiled for an older library must be recompiled. New
/// functions, and new fields at the ends of structures, do not change it.
pub const SHESH_ABI_VERSION: u32 = 1;

/// The version as a C string.
const VERSION: &CStr = {
    let bytes = concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes();
    match CStr::from_bytes_with_nul(bytes) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    }
};

/// Returns the SHESH_ABI_VERSION of the library, for comparison with that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_abi_version() -> u32 {
    SHESH_ABI_VERSION
}

/// Returns the version of the engine, such as "0.1.0". The string need not be freed.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_version() -> *const c_char {
    VERSION.as_ptr()
}
