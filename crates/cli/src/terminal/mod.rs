//! Terminal input and output.

mod error_report;
mod escape;
mod interrupt;
mod output;
mod prompt;
mod window;

pub use error_report::report_error;
pub use escape::{escape_unstyled, one_line, show_path};
pub use interrupt::{on_ctrl_c, survive_file_size_limit, watch_ctrl_c};
pub use output::{note, print, print_bytes, print_json, progress, write_stderr};
pub use prompt::ask_line;
pub use window::has_own_window;
