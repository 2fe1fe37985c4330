#![doc = include_str!("../README.md")]

mod executor;
mod job;
mod launcher;
#[cfg(feature = "rayon")]
mod local_ranks;
#[cfg(feature = "rayon")]
mod mpi;
mod object_pool;
#[cfg(all(test, feature = "rayon"))]
mod tests;
pub mod threads;

pub use executor::Executor;
pub use job::{Job, Meanwhile, Payload};
pub use launcher::{World, launched};
#[cfg(feature = "rayon")]
pub use local_ranks::run_local_ranks;
#[cfg(feature = "rayon")]
pub use mpi::{Envelope, MismatchError, MpiExecutor, Transport};
pub use object_pool::ObjectPool;
