#![doc = include_str!("../README.md")]

mod annotation;
mod builder;
mod document;
mod encoding;
mod export;
mod export_loss;
mod live_recorder;
mod model;
mod number;
mod ogxm;
mod play_text;
mod read;
mod replay;
mod replay_cursor;
mod rescore;
mod text;
mod transcript;
mod warning;
mod write;

pub use annotation::{
    Annotation, Candidate, Chances, CubeAnnotation, PlayAnnotation, SHESHBESH_LEVEL,
};
pub use encoding::{TextEncoding, UnknownEncoding};
pub use export::{ExportError, ExportFormat};
pub use export_loss::{
    CubeRule, Detail, ExportLoss, ExportLosses, describe_export_loss, find_export_losses,
};
pub use live_recorder::LiveRecorder;
pub use model::{About, Date, Entry, Event, GameRecord, How, Match, Outcome, PlayerInfo, Rules};
pub use read::{Format, Options, ReadError, Reading, read, read_all};
pub use replay::{Replay, ReplayStep};
pub use replay_cursor::ReplayError;
pub use transcript::{Transcript, TranscriptAction, TranscriptError, TranscriptLine};
pub use warning::{Problem, Warning};
pub use write::{MisleadingFormat, WriteFormat, join_texts, write, write_all};
