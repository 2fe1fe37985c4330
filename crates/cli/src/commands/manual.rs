//! `shesh manual`: writes the help as manual pages.

use crate::error::CliError;
use clap::{Args, Command};
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};
use sheshbesh_network::file::write_atomically;
use std::{
    fs::create_dir_all,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Write manual pages, one for each command
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh manual ~/.local/share/man/man1      for you: man shesh-best and others
  shesh manual /usr/local/share/man/man1    for all users
  shesh manual pages                        to read with: man pages/shesh.1")]
pub struct Manual {
    /// Output folder; created if missing
    folder: PathBuf,
}

impl Manual {
    pub fn run(&self, command_line: Command) -> Result<(), CliError> {
        let folder = &self.folder;
        create_dir_all(folder).map_err(|error| {
            CliError::Failed(format!("cannot create the folder {}: {error}", folder.display()))
        })?;
        let mut command_line = command_line.disable_help_subcommand(true);
        command_line.build();
        write_pages(&command_line, folder)
    }
}

/// Writes the pages of a command and of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> Result<(), CliError> {
    let man = Man::new(command.clone())
        .source(concat!("shesh ", env!("CARGO_PKG_VERSION")))
        .manual("Sheshbesh")
        // An empty date in quotes: without a field, the following fields would shift.
        .date("\"\"");
    let page = render_page(&man, command).map_err(CliError::failed)?;
    write_atomically(&folder.join(man.get_filename()), &page).map_err(CliError::failed)?;
    command.get_subcommands().try_for_each(|below| write_pages(below, folder))
}

fn render_page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let below = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    page.write_all(Below::of(&below).roff().to_roff().as_bytes())?;
    Ok(page)
}

/// Text below the options in the help.
#[derive(Default)]
struct Below<'a> {
    notes: Vec<&'a str>,
    examples: Vec<&'a str>,
}

impl<'a> Below<'a> {
    /// Sorts the paragraphs: the one under the heading and indented ones after it are examples.
    fn of(help: &'a str) -> Self {
        let mut below = Self::default();
        for paragraph in help.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            if let Some(first) = paragraph.strip_prefix("Examples:\n") {
                below.examples.push(first);
            } else if paragraph.starts_with("  ") && !below.examples.is_empty() {
                below.examples.push(paragraph);
            } else {
                below.notes.push(paragraph);
            }
        }
        below
    }

    fn roff(&self) -> Roff {
        let mut roff = Roff::new();
        for (heading, paragraphs) in [("NOTES", &self.notes), ("EXAMPLES", &self.examples)] {
            if paragraphs.is_empty() {
                continue;
            }
            roff.control("SH", [heading]);
            for (number, paragraph) in paragraphs.iter().enumerate() {
                if number > 0 {
                    roff.control("PP", []);
                }
                // Indented paragraphs keep their line breaks.
                let as_it_is = paragraph.lines().any(|line| line.starts_with(' '));
                if as_it_is {
                    roff.control("nf", []);
                }
                for line in paragraph.lines() {
                    let line =
                        if heading == "EXAMPLES" { &line[2.min(line.len())..] } else { line };
                    roff.text([roman(line)]);
                }
                if as_it_is {
                    roff.control("fi", []);
                }
            }
        }
        roff
    }
}

#[cfg(test)]
mod tests {
    use super::Below;

    #[test]
    fn notes_come_before_examples_and_are_filled() {
        let help =
            "First.\nStill first.\n\nExamples:\n  shesh best ID 31     a-b\n\n  curl -s\n\nLast.";
        assert_eq!(
            Below::of(help).roff().to_roff(),
            ".SH NOTES\nFirst.\nStill first.\n.PP\nLast.\n.SH EXAMPLES\n.nf\n\
             shesh best ID 31     a\\-b\n.fi\n.PP\n.nf\ncurl \\-s\n.fi\n",
        );
    }
}
