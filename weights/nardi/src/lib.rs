#![doc = include_str!("../README.md")]
#![no_std]

/// Plakoto's.
pub static PLAKOTO: &[u8] = include_bytes!("../plakoto.weights");
/// Fevga's.
pub static FEVGA: &[u8] = include_bytes!("../fevga.weights");
/// Long nardi's.
pub static LONG_NARDI: &[u8] = include_bytes!("../long-nardi.weights");
/// Gul bara's.
pub static GUL_BARA: &[u8] = include_bytes!("../gul-bara.weights");
/// Gyulbar's.
pub static GYULBAR: &[u8] = include_bytes!("../gyulbar.weights");
/// American's.
pub static AMERICAN: &[u8] = include_bytes!("../american.weights");
