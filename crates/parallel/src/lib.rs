#![doc = include_str!("../README.md")]

mod executor;
mod local;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
#[cfg(test)]
mod tests;
mod transport;

pub use executor::{MismatchError, MpiExecutor};
pub use local::together;
#[cfg(feature = "mpi")]
pub use mpi::{CannotJoin, join};
pub use transport::{Parcel, Place, Transport};

/// Environment variables that MPI launchers set for the processes they start: Open MPI, MPICH and
/// its derivatives, and launchers that use PMIx, such as Slurm.
const LAUNCHERS: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"),
];

/// Reads this process's rank and the number of ranks from the environment variables of an MPI
/// launcher. Returns `None` if the process was started on its own.
pub fn launched() -> Option<Place> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    LAUNCHERS
        .iter()
        .find_map(|(rank, ranks)| Some(Place { rank: number(rank)?, ranks: number(ranks)? }))
}
