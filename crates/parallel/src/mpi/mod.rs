//! Executor over several ranks, which exchange messages over a transport.

mod executor;
mod message;
mod transport;

pub use executor::{MismatchError, MpiExecutor};
pub use transport::{Envelope, Transport};
