//! `shesh completions`: what a shell completes of the command line.

use crate::{failure::Failure, output::print};
use clap::Args;
use clap_complete::{Shell, generate};

/// Writes completions for a shell
#[derive(Args)]
#[command(after_help = "\
Each shell reads them in a place of its own, when it starts:
  bash  ~/.local/share/bash-completion/completions/shesh
  zsh   a folder of its fpath, as _shesh
  fish  ~/.config/fish/completions/shesh.fish

Examples:
  shesh completions bash
  shesh completions zsh
  shesh completions fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut command_line: clap::Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut command_line, "shesh", &mut script);
        print(&String::from_utf8(script).map_err(Failure::failed)?)
    }
}
