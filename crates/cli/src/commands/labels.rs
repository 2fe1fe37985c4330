//! `shesh labels`: label files, which hold positions of self-play games and their targets.

use crate::{
    args::Weights,
    error::CliError,
    files::check_new,
    terminal::{one_line, print, progress, show_path, watch_ctrl_c},
};
use clap::{Args, Subcommand};
use sheshbesh_analysis::numbers::thousands;
use sheshbesh_network::{
    Network,
    input::{limit, read_to_string},
};
use sheshbesh_training::{Format, LabelError, LabelErrors, LabelFolder, LabelRecipe, export};
use std::{
    borrow::Cow,
    ops::Range,
    path::{Path, PathBuf},
    str::FromStr,
    sync::atomic::Ordering,
};

/// Make, list, check and export label files for training
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh labels make lab --shards 100             2-ply labels of 100,000 games
  shesh labels make lab --shards 100..200        100 more shards
  shesh labels make choices --recipe plays --weights my.weights
  shesh labels list lab
  shesh labels check lab --remake 2
  shesh labels errors lab my.weights --shards 90..100
  shesh labels export lab lab.npy
  shesh train --recipe my.toml --labels lab      my.toml: targets = \"labels\"

Labels are positions of self-play games with their targets. A folder holds
recipe.toml, teacher.weights (the network that plays and evaluates), and shards.
A shard depends only on recipe, network and shard number: a lost shard can be
remade bit for bit, and several machines can fill one folder. Recipes: returns
(the default), plays, or a file. docs/guide/labels.md describes recipes and
files.")]
pub struct Labels {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Make missing shards; Ctrl-C stops after the current one
    Make(Make),
    /// Show recipe, network and shards of a label folder
    List {
        /// Label folder
        folder: PathBuf,
    },
    /// Check every label; optionally remake shards to compare
    Check {
        /// Label folder
        folder: PathBuf,
        /// Number of shards to remake and compare, spread over the folder
        #[arg(long, value_name = "N", default_value_t = 0)]
        remake: u32,
    },
    /// Measure the errors of networks at 1-ply on labels not used to train them
    Errors {
        /// Label folder
        folder: PathBuf,
        /// Weights files
        #[arg(required = true, value_name = "FILE")]
        weights: Vec<PathBuf>,
        /// Shards to measure on: 10 for the first ten, or 10..20 [default: all]
        #[arg(long, value_name = "N|A..B")]
        shards: Option<Shards>,
    },
    /// Export labels as CSV or as a NumPy array
    Export {
        /// Label folder
        folder: PathBuf,
        /// Output file, ending in .csv or .npy
        output: PathBuf,
        /// Shards to export: 10 for the first ten, or 10..20 [default: all]
        #[arg(long, value_name = "N|A..B")]
        shards: Option<Shards>,
        /// Overwrite an existing file
        #[arg(long)]
        force: bool,
    },
}

#[derive(Args)]
struct Make {
    /// Label folder, new or existing
    folder: PathBuf,
    /// Label recipe, by name or file [default: the folder's recipe, or returns]
    #[arg(long, value_name = "NAME|FILE")]
    recipe: Option<String>,
    /// Seed of the games [default: the recipe's seed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    weights: Weights,
    /// Shards to make if missing: 10 for the first ten, or 10..20
    #[arg(long, value_name = "N|A..B", default_value = "1")]
    shards: Shards,
}

/// A range of shard numbers.
#[derive(Clone, Debug, PartialEq)]
struct Shards(Range<u32>);

/// Maximum number of shards in a folder.
const MOST_SHARDS: u32 = 1_000_000;

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number <= MOST_SHARDS);
        let range = match text.split_once("..") {
            None => number(text).map(|end| 0..end),
            Some((first, end)) => number(first).zip(number(end)).map(|(first, end)| first..end),
        };
        let some = range.filter(|range| !range.is_empty());
        some.map(Self).ok_or_else(|| {
            format!("expected a number or a range such as 10..20, up to {MOST_SHARDS}")
        })
    }
}

impl Labels {
    pub fn run(&self) -> Result<(), CliError> {
        match &self.action {
            Action::Make(make) => make.run(),
            Action::List { folder } => list(&open_folder(folder)?),
            Action::Check { folder, remake } => check(&open_folder(folder)?, *remake),
            Action::Errors { folder, weights, shards } => {
                print_errors(&open_folder(folder)?, weights, shards.as_ref())
            }
            Action::Export { folder, output, shards, force } => {
                export_labels(&open_folder(folder)?, output, shards.as_ref(), *force)
            }
        }
    }
}

/// Converts an error of label files.
pub fn to_cli_error(error: LabelError) -> CliError {
    match error {
        LabelError::File(_) => CliError::failed(error),
        _ => CliError::bad_input(error),
    }
}

fn open_folder(path: &Path) -> Result<LabelFolder, CliError> {
    LabelFolder::open(path).map_err(to_cli_error)
}

impl Make {
    fn run(&self) -> Result<(), CliError> {
        let folder = self.folder()?;
        let there = folder.shards().map_err(to_cli_error)?.numbers;
        let missing: Vec<u32> =
            self.shards.0.clone().filter(|number| there.binary_search(number).is_err()).collect();
        print(&format_title(&folder))?;
        if !missing.is_empty() {
            let stop = watch_ctrl_c(Some(STOPPING))?;
            let maker = folder.maker().map_err(to_cli_error)?;
            let bar = progress(missing.len() as u64, "shards");
            bar.tick();
            for &number in &missing {
                if stop.load(Ordering::Relaxed) {
                    bar.finish_and_clear();
                    print(&format_state(&folder)?)?;
                    return Err(CliError::Interrupted);
                }
                maker.make(number).map_err(CliError::failed)?;
                bar.inc(1);
            }
            bar.finish_and_clear();
        }
        print(&format_state(&folder)?)
    }

    /// Opens or creates the folder.
    fn folder(&self) -> Result<LabelFolder, CliError> {
        let there = match LabelFolder::open(&self.folder) {
            Ok(folder) => Some(folder),
            Err(LabelError::NoLabels(_)) => None,
            Err(error) => return Err(to_cli_error(error)),
        };
        let mut recipe = match (&self.recipe, &there) {
            (Some(name), _) => read_recipe(name)?,
            (None, Some(folder)) => folder.recipe().clone(),
            (None, None) => read_recipe(LabelRecipe::names()[0])?,
        };
        if let Some(seed) = self.seed {
            recipe.seed = seed;
            recipe.validate().map_err(CliError::bad_input)?;
        }
        let network = match (&self.weights.weights, &there) {
            (None, Some(folder)) => {
                Cow::Owned(Network::read(&folder.network_file()).map_err(CliError::failed)?)
            }
            _ => self.weights.network(recipe.game)?,
        };
        LabelFolder::begin(&self.folder, &recipe, &network).map_err(to_cli_error)
    }
}

/// Message after Ctrl-C.
const STOPPING: &str = "Stopping after this shard; press Ctrl-C again to stop at once.";

/// Finds a recipe by name or reads it from a file.
fn read_recipe(name: &str) -> Result<LabelRecipe, CliError> {
    if let Some(recipe) = LabelRecipe::shipped(name) {
        return Ok(recipe);
    }
    let path = Path::new(name);
    if !path.exists() {
        return Err(CliError::BadInput(format!(
            "no label recipe or file {name:?}; recipes are {}",
            LabelRecipe::names().join(", ")
        )));
    }
    let text = read_to_string(path, limit::RECIPE)
        .map_err(|error| CliError::BadInput(format!("cannot read {name}: {error}")))?;
    LabelRecipe::parse(&text).map_err(|error| CliError::BadInput(format!("{name}: {error}")))
}

/// Name, purpose and origin of the labels in a folder.
fn format_title(folder: &LabelFolder) -> String {
    let recipe = folder.recipe();
    format!(
        "{}: {}\nLabels of {}, seed {}, by network {}, in {}\n",
        one_line(&recipe.name),
        one_line(&recipe.about),
        recipe.game,
        recipe.seed,
        folder.network(),
        show_path(folder.path()),
    )
}

/// Number and size of the shards in a folder.
fn format_state(folder: &LabelFolder) -> Result<String, CliError> {
    let shards = folder.shards().map_err(to_cli_error)?;
    let count = shards.numbers.len() as u64;
    if count == 0 {
        return Ok("No shards yet.\n".to_owned());
    }
    Ok(format!(
        "{} shard{} ({}): {} labels of {} games, {} MB\n",
        thousands(count),
        if count == 1 { "" } else { "s" },
        format_ranges(&shards.numbers),
        thousands(shards.labels),
        thousands(count * folder.recipe().shard_games),
        thousands(shards.bytes.div_ceil(1_000_000)),
    ))
}

/// Ascending numbers as text: 0 to 9, 12.
fn format_ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|number, next| number + 1 == *next);
    let words = runs.map(|run| match run {
        [number] => number.to_string(),
        [first, .., last] => format!("{first} to {last}"),
        [] => String::new(),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn list(folder: &LabelFolder) -> Result<(), CliError> {
    print(&format!("{}{}", format_title(folder), format_state(folder)?))
}

fn check(folder: &LabelFolder, remake: u32) -> Result<(), CliError> {
    let numbers = folder.shards().map_err(to_cli_error)?.numbers;
    if numbers.is_empty() {
        return list(folder);
    }
    print(&format_title(folder))?;
    let bar = progress(numbers.len() as u64, "shards");
    for &number in &numbers {
        folder.read(number).map_err(|error| {
            let again = "delete the file and run: shesh labels make";
            CliError::Failed(format!("{error}; {again} {}", show_path(folder.path())))
        })?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&format!("All shards are intact: {}.\n", format_ranges(&numbers)))?;
    if remake == 0 {
        return Ok(());
    }
    let remade = select_spread(&numbers, remake as usize);
    let maker = folder.maker().map_err(to_cli_error)?;
    let bar = progress(remade.len() as u64, "shards");
    bar.tick();
    for &number in &remade {
        if !maker.reproduces(number).map_err(to_cli_error)? {
            return Err(CliError::Failed(format!(
                "{} is not reproduced by this program: another version may have made it",
                show_path(&folder.shard(number))
            )));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&format!("Remade and equal bit for bit: {}.\n", format_ranges(&remade)))
}

/// Selects `count` numbers, evenly spread from the first to the last.
fn select_spread(numbers: &[u32], count: usize) -> Vec<u32> {
    let (last, count) = (numbers.len() - 1, count.min(numbers.len()));
    (0..count).map(|index| numbers[(index * last).div_ceil((count - 1).max(1))]).collect()
}

/// Returns the shards of a folder, or those selected by the user.
fn select_shards(folder: &LabelFolder, shards: Option<&Shards>) -> Result<Vec<u32>, CliError> {
    let mut numbers = folder.shards().map_err(to_cli_error)?.numbers;
    if let Some(Shards(wanted)) = shards {
        if let Some(missing) = wanted.clone().find(|number| numbers.binary_search(number).is_err())
        {
            let folder = show_path(folder.path());
            return Err(CliError::BadInput(format!("{folder} has no shard {missing}")));
        }
        numbers.retain(|number| wanted.contains(number));
    }
    Ok(numbers)
}

fn print_errors(
    folder: &LabelFolder,
    weights: &[PathBuf],
    shards: Option<&Shards>,
) -> Result<(), CliError> {
    let numbers = select_shards(folder, shards)?;
    let read = |path: &PathBuf| Network::read(path).map_err(CliError::bad_input);
    let networks: Vec<Network> = weights.iter().map(read).collect::<Result<_, _>>()?;
    print(&format_title(folder))?;
    print("1-ply equity errors, and loss per choice of play, in thousandths of a point:\n\n")?;
    print("   level   siblings     loss     labels   network\n")?;
    for (network, path) in networks.iter().zip(weights) {
        let errors = LabelErrors::measure(network, folder, &numbers).map_err(to_cli_error)?;
        let number = |points: Option<f64>| {
            points.map_or_else(|| "-".to_owned(), |points| format!("{:.2}", 1000.0 * points))
        };
        let rms = number(errors.siblings.map(|siblings| siblings.rms));
        let loss = number(errors.siblings.map(|siblings| siblings.loss));
        print(&format!(
            "{:8.2} {rms:>10} {loss:>8} {:>10}   {}\n",
            1000.0 * errors.level,
            thousands(errors.labels),
            show_path(path),
        ))?;
    }
    Ok(())
}

fn export_labels(
    folder: &LabelFolder,
    output: &Path,
    shards: Option<&Shards>,
    force: bool,
) -> Result<(), CliError> {
    let format = Format::of(output).ok_or_else(|| {
        let shown = show_path(output);
        CliError::BadInput(format!("{shown} must end in .csv or .npy"))
    })?;
    check_new(output, force)?;
    let numbers = select_shards(folder, shards)?;
    let labels = export(folder, &numbers, format, output).map_err(to_cli_error)?;
    print(&format!("Wrote {} labels to {}.\n", thousands(labels), show_path(output)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_said_as_a_count_or_a_range() {
        let parsed = |text: &str| text.parse::<Shards>().map(|shards| shards.0).ok();
        assert_eq!(parsed("10"), Some(0..10));
        assert_eq!(parsed("10..20"), Some(10..20));
        for wrong in ["", "0", "-1", "5..5", "20..10", "..3", "3..", "1000001", "1..2..3", "x"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_said_in_runs() {
        assert_eq!(format_ranges(&[0, 1, 2, 5, 7, 8]), "0 to 2, 5, 7 to 8");
    }

    #[test]
    fn shards_to_compare_are_spread() {
        assert_eq!(select_spread(&[3, 4, 5, 8, 9], 1), [3]);
        assert_eq!(select_spread(&[3, 4, 5, 8, 9], 2), [3, 9]);
        assert_eq!(select_spread(&[3, 4, 5, 8, 9], 3), [3, 5, 9]);
        assert_eq!(select_spread(&[3, 4], 9), [3, 4]);
    }
}
