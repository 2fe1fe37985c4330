//! `shesh completions`: shell completion scripts.

use crate::{error::CliError, terminal::print};
use clap::Args;
use clap_complete::{Shell, generate};

/// Write the completion script of a shell
#[derive(Args)]
#[command(after_help = "\
Shells read completion scripts at startup from:
  bash        ~/.local/share/bash-completion/completions/shesh
  zsh         a folder in fpath, as _shesh
  fish        ~/.config/fish/completions/shesh.fish
  powershell  the file that $PROFILE names, at its end

Examples:
  shesh completions bash
  shesh completions zsh
  shesh completions fish")]
pub struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut command_line: clap::Command) -> Result<(), CliError> {
        let mut script = Vec::new();
        generate(self.shell, &mut command_line, "shesh", &mut script);
        print(&String::from_utf8(script).map_err(CliError::failed)?)
    }
}
