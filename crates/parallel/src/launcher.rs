//! Detection of MPI launchers.

/// Environment variables that MPI launchers set for the processes they start: Open MPI, MPICH and
/// its derivatives, and launchers that use PMIx, such as Slurm.
const LAUNCHERS: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"),
];

/// A rank and the number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// Rank of this process, from 0.
    pub rank: usize,
    /// Number of ranks.
    pub ranks: usize,
}

/// Reads this process's rank and the number of ranks from the environment variables of an MPI
/// launcher. Returns `None` if the process was started on its own.
pub fn launched() -> Option<World> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    LAUNCHERS
        .iter()
        .find_map(|(rank, ranks)| Some(World { rank: number(rank)?, ranks: number(ranks)? }))
}
