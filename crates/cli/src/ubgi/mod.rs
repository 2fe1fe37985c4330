//! Engine for the Universal Backgammon Interface, draft 0.1.

mod log;
mod session;

pub use session::Ubgi;
