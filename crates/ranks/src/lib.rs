//! Processes on one or many machines that work together as a [`Crew`](sheshbesh_evaluator::crew::Crew):
//! started alike, they come to the same works in the same order; the first hands pieces out and gathers
//! what comes of them in their order, so that results are the same for any number of ranks. They talk by
//! MPI, with the feature `mpi`.

mod crew;
mod local;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod post;
#[cfg(test)]
mod tests;

pub use crew::{Ranks, Unlike};
pub use local::together;
#[cfg(feature = "mpi")]
pub use mpi::{CannotJoin, join};
pub use post::{Parcel, Place, Post};

/// Where this process stands among those that a launcher of MPI has started; `None` where it was started
/// alone. OpenMPI, and MPICH with its kin, are known by what they leave in the environment.
pub fn launched() -> Option<Place> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    let names = [("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE")];
    names.iter().find_map(|(rank, size)| Some(Place { rank: number(rank)?, ranks: number(size)? }))
}
