#![doc = include_str!("../README.md")]
#![no_std]

/// Long gammon's.
pub static LONG_GAMMON: &[u8] = include_bytes!("../long-gammon.weights");
/// Hypergammon's.
pub static HYPERGAMMON: &[u8] = include_bytes!("../hypergammon.weights");
/// Snake's.
pub static SNAKE: &[u8] = include_bytes!("../snake.weights");
/// Giveaway's.
pub static MISERE: &[u8] = include_bytes!("../misere.weights");
/// Chase's.
pub static CHASE: &[u8] = include_bytes!("../chase.weights");
/// Russian backgammon's.
pub static RUSSIAN: &[u8] = include_bytes!("../russian.weights");
/// Tabula's.
pub static TABULA: &[u8] = include_bytes!("../tabula.weights");
/// Acey-deucey's.
pub static ACEY_DEUCEY: &[u8] = include_bytes!("../acey-deucey.weights");
