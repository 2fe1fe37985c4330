#![doc = include_str!("../README.md")]

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

/// What launchers of MPI leave in the environment of those that they start: OpenMPI's, MPICH's with its kin,
/// and whatever speaks PMIx, as Slurm does.
const LAUNCHERS: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"),
];

/// Where a launcher of MPI says that this process stands among those that it has started; `None` where
/// it was started alone.
pub fn launched() -> Option<Place> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    LAUNCHERS
        .iter()
        .find_map(|(rank, ranks)| Some(Place { rank: number(rank)?, ranks: number(ranks)? }))
}
