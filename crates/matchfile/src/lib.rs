#![doc = include_str!("../README.md")]

mod document;
mod encoding;
mod format;
mod lost;
mod model;
mod number;
mod read;
mod reading;
mod recorder;
mod recount;
mod replay;
mod scribe;
mod table;
mod text;
mod verdict;
mod warning;
mod write;
mod writing;
mod written_play;

pub use encoding::{TextEncoding, UnknownEncoding};
pub use format::Format;
pub use lost::{ExportLoss, lost, no_place};
pub use model::{About, Date, Entry, Event, GameRecord, How, Match, Outcome, Player, Rules};
pub use reading::{Options, ReadError, Reading, read, read_all};
pub use recorder::LiveRecorder;
pub use replay::{Replay, ReplayStep};
pub use table::ReplayError;
pub use verdict::{Candidate, Chances, CubeVerdict, PlayVerdict, Verdict};
pub use warning::{Problem, Warning};
pub use writing::{WriteFormat, joined, write, write_all};
