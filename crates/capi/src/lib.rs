#![doc = include_str!("../README.md")]
#![allow(clippy::missing_safety_doc, reason = "the header says what all pointers are")]

mod answers;
mod ask;
mod engine;
mod entry;
mod question;
mod status;
mod strings;
mod versions;

pub use answers::{SheshChances, SheshCube, SheshPlay, SheshVerdict};
pub use ask::{shesh_ask, shesh_last_answer};
pub use engine::{Shesh, SheshConfig, shesh_close, shesh_open};
pub use question::{
    SheshQuestion, SheshStop, shesh_best, shesh_cube, shesh_cube_chances, shesh_evaluate,
    shesh_evaluate_all,
};
pub use status::{SheshStatus, shesh_last_error};
pub use versions::{SHESH_ABI_VERSION, shesh_abi_version, shesh_version};
