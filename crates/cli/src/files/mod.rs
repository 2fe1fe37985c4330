//! Match files and report folders that commands read, and files that they write games to.

mod match_file;
mod report_folder;
mod save;

pub use match_file::{PIPE, match_file, match_file_unless};
pub use report_folder::{clean, reports};
pub use save::{Save, Target, check_new, format_of, numbered, sign};
