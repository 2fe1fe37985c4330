#![doc = include_str!("../README.md")]
#![no_std]

/// Long gammon's.
pub static LONG_GAMMON: &[u8] = include_bytes!("../long-gammon.weights");
/// Hypergammon's.
pub static HYPERGAMMON: &[u8] = include_bytes!("../hypergammon.weights");
/// Giveaway's.
pub static MISERE: &[u8] = include_bytes!("../misere.weights");
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
/// Chase's.
pub static CHASE: &[u8] = include_bytes!("../chase.weights");
/// Russian backgammon's.
pub static RUSSIAN: &[u8] = include_bytes!("../russian.weights");
/// Tabula's.
pub static TABULA: &[u8] = include_bytes!("../tabula.weights");
/// Acey-deucey's.
pub static ACEY_DEUCEY: &[u8] = include_bytes!("../acey-deucey.weights");
/// American's.
pub static AMERICAN: &[u8] = include_bytes!("../american.weights");
