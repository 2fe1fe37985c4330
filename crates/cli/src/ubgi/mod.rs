//! Engine for the Universal Backgammon Interface, draft 0.1.

mod log;
mod mistakes;
mod options;
mod protocol;
mod search;
mod session;
#[cfg(test)]
mod tests;

pub use log::{Log, lock};
pub use protocol::Reply;
pub use session::Session;
