//! Terminal input and output.

mod error_report;
mod escape;
mod interrupt;
mod output;
mod prompt;

pub use error_report::report_error;
pub use escape::{one_line, plain, shown};
pub use interrupt::{on_ctrl_c, raised_by_ctrl_c, survive_file_size_limit};
pub use output::{complain, note, print, print_data, print_json, progress};
pub use prompt::ask_line;
