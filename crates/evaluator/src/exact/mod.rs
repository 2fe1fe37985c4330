//! Exact tables of endgames and of Hypergammon, and their use in evaluations.

pub mod bearoff;
pub mod hypergammon;
mod table_file;
mod tablebase;

pub(crate) use tablebase::Tablebase;
pub use tablebase::TablebaseHit;
