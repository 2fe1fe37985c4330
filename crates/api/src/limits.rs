//! Limits that all surfaces share: the command line, UBGI, HTTP, C and Python.

/// Maximum match length in points.
pub const MATCH_LENGTH: u16 = 64;

/// Maximum length, in points, of a match at all of whose scores a question is answered.
pub const SCORES_LENGTH: u16 = 25;

/// Maximum number of automatic doubles.
pub const AUTOMATIC_DOUBLES: u8 = 5;

/// Maximum number of threads.
pub const THREADS: u16 = 1024;

/// Maximum size of the evaluation cache in MB.
pub const CACHE_MB: u32 = 1 << 16;

/// Default size of the evaluation cache in MB.
pub const DEFAULT_CACHE_MB: u32 = 64;

/// Maximum number of plies before the games of a rollout are truncated.
pub const ROLLOUT_PLIES: u32 = 1000;
