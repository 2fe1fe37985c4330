//! `shesh ensemble`: combines networks into one file that averages their outcomes.

use crate::{
    error::CliError,
    files::check_new,
    terminal::{one_line, print, show_path},
};
use clap::Args;
use sheshbesh_network::{Network, Provenance};
use std::{
    convert::Infallible,
    path::{Path, PathBuf},
    str::FromStr,
};

/// Combine networks into one file that averages them
#[derive(Args)]
#[command(after_help = "\
Any --weights option accepts the file. All members evaluate single positions and
the plays of a roll. To choose only the best play at 1-ply, the first member
evaluates all plays, and all members evaluate those near the best. In a deeper
search the first member chooses the reply to each roll, and all members evaluate
the chosen replies: put the fastest network first. Outcomes are averaged, so
members may differ in inputs, shape and outputs. The pruner comes from the first
member. All members must be trained on the same game. Training cannot start from
an ensemble.

Weights are divided by their sum. A member that is an ensemble is replaced by
its members; FILE#2 is its second member alone. A file whose name ends in a
colon and a number needs an explicit weight: odd:1:0.5.

Examples:
  shesh ensemble both.weights shipped.weights:0.7 full.weights:0.3
  shesh ensemble mean.weights a.weights b.weights c.weights   equal weights
  shesh ensemble both.weights shipped.weights:7 full.weights:3 --force
  shesh ensemble third.weights strong.weights#3               one member
  shesh ensemble merged.weights a.weights b.weights --merge   one network")]
pub struct Ensemble {
    /// Output file
    output: PathBuf,
    /// Weights files, the fastest first, each with an optional weight after a colon [default: 1]
    #[arg(value_name = "FILE[#MEMBER][:WEIGHT]", required = true, num_args = 1..=Network::MOST_MEMBERS)]
    members: Vec<Member>,
    /// Average the weights instead, into one network of the same shape and speed; only for networks
    /// that were trained from the same start
    #[arg(long)]
    merge: bool,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// A weights file and its weight in the mean.
#[derive(Clone, Debug, PartialEq)]
struct Member {
    path: PathBuf,
    weight: f32,
}

impl FromStr for Member {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let weighted = text.rsplit_once(':').and_then(|(path, weight)| {
            Some(Self { path: path.into(), weight: weight.parse().ok()? })
        });
        Ok(weighted.unwrap_or_else(|| Self { path: text.into(), weight: 1.0 }))
    }
}

impl Member {
    /// Reads the network, or the numbered member of an ensemble: `FILE#2`, if no file has that name.
    fn read(&self) -> Result<Network, CliError> {
        let text = self.path.to_string_lossy();
        let numbered = text.rsplit_once('#').filter(|_| !self.path.exists());
        let numbered = numbered.and_then(|(path, number)| Some((path, number.parse().ok()?)));
        let Some((path, number)) = numbered else {
            return Network::read(&self.path).map_err(CliError::bad_input);
        };
        let network = Network::read(path.as_ref()).map_err(CliError::bad_input)?;
        let member = usize::checked_sub(number, 1).and_then(|index| network.member(index));
        member.ok_or_else(|| {
            CliError::BadInput(format!(
                "{} has members 1 to {}, not {number}",
                show_path(path.as_ref()),
                network.members(),
            ))
        })
    }
}

impl Ensemble {
    pub fn run(&self) -> Result<(), CliError> {
        check_new(&self.output, self.force)?;
        let read = |member: &Member| member.read().map(|network| (network, member.weight));
        let members = self.members.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let combined = if self.merge {
            Network::merge(&members).map_err(CliError::bad_input)?
        } else {
            Network::ensemble(members).map_err(CliError::bad_input)?
        };
        combined.write(&self.output).map_err(CliError::failed)?;
        print(&summarize(&self.output, &combined))
    }
}

/// Describes the members and their origins.
fn summarize(output: &Path, ensemble: &Network) -> String {
    let line = |weight: f32, provenance: &Provenance| {
        let Provenance { recipe, seed, games, .. } = provenance;
        let recipe = if recipe.is_empty() { "unknown" } else { recipe };
        format!("  {weight:.4}  recipe {}, seed {seed}, {games} games\n", one_line(recipe))
    };
    let companions = ensemble.companions().iter();
    let companions = companions.map(|member| line(member.weight(), member.provenance()));
    let kind = match ensemble.members() {
        1 => "a network".to_owned(),
        members => format!("an ensemble of {members} networks"),
    };
    format!(
        "{} is {kind} for {}, {} parameters:\n{}{}",
        show_path(output),
        ensemble.game(),
        ensemble.parameters(),
        line(ensemble.weight(), &ensemble.provenance),
        companions.collect::<String>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_stands_after_the_last_colon() {
        for (text, path, weight) in [
            ("a.weights", "a.weights", 1.0),
            ("a.weights:0.25", "a.weights", 0.25),
            ("a:b.weights", "a:b.weights", 1.0),
            ("a:b:3", "a:b", 3.0),
            ("C:\\a.weights", "C:\\a.weights", 1.0),
            ("a.weights:", "a.weights:", 1.0),
            ("a.weights:-1", "a.weights", -1.0),
        ] {
            assert_eq!(text.parse(), Ok(Member { path: path.into(), weight }), "{text}");
        }
    }
}
