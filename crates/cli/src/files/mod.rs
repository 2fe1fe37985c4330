//! Match files and report folders that commands read, and files that they write games to.

mod match_file;
mod report_folder;
mod save;

pub use match_file::{PIPE, read_match_file, read_match_file_unless};
pub use report_folder::{read_reports, strip_controls};
pub use save::{Save, Target, check_new, export_format_of, number_file, sign};
