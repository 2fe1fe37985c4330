//! Executor over several ranks, which exchange messages over MPI.

#[cfg(feature = "mpi")]
mod binding;
mod executor;
mod message;
mod transport;

#[cfg(feature = "mpi")]
pub use binding::{MpiError, join};
pub use executor::{MismatchError, MpiExecutor};
pub use transport::{Envelope, Transport};
