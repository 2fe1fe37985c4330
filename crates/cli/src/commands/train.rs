//! `shesh train`: trains a network by self-play.

use super::labels;
use crate::{
    args::GameOption,
    error::CliError,
    mpi::executor,
    terminal::{one_line, print, show_path, watch_ctrl_c},
};
use clap::Args;
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use sheshbesh_analysis::numbers::{interval, thousands};
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    ClassSet, Net, Network,
    input::{limit, read_to_string},
    inputs::BucketSet,
};
use sheshbesh_training::{
    Beginning, Compute, Counters, CurvePoint, DeviceName, Ended, Folder, LabelFolder, Observer,
    Recipe, Run, TrainingError, serve_worker,
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Train a network by self-play, from random weights
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh train                               a good network in minutes
  shesh train --recipe td-gammon            like TD-Gammon in 1992
  shesh train --game fevga                  another game
  shesh train --recipe my.toml --output runs/mine --seed 7
  shesh train --recipe full --from-stage 2 --start-from stage-1.weights
  shesh train --resume                      resume the latest run
  shesh train --resume --output runs/mine   resume the run in this folder

Recipes: quick (the default), full (like the built-in network), td-gammon,
cluster (for many machines, see docs/guide/cluster.md), or a file. Games outside
the backgammon family have their own quick and full recipes.
Ctrl-C stops with a checkpoint and exit code 130. The output folder holds
network.weights, checkpoint, curve.csv, curve.svg and lock; only one run can use
it at a time. The same seed gives the same weights on the same machine, with any
number of threads.")]
pub struct Train {
    /// Recipe, by name or file [default: quick]
    #[arg(long, value_name = "NAME|FILE")]
    recipe: Option<String>,
    #[command(flatten)]
    game: GameOption,
    /// Output folder [default: a new one under runs/]
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Seed of weights and dice [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Network to start from instead of random weights; its shape must be that of the recipe, or
    /// convertible to it; not an ensemble
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    start_from: Option<PathBuf>,
    /// Stage of the recipe to start with, from 1; with the network of the previous stage, the run
    /// continues as if it had never stopped
    #[arg(long, value_name = "N", requires = "start_from", value_parser = clap::value_parser!(u16).range(1..))]
    from_stage: Option<u16>,
    /// Network or ensemble that plays and evaluates in the recipe's stages with a teacher; it is
    /// copied to the output folder
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    teacher: Option<PathBuf>,
    /// Folder of labels, made by shesh labels, for the recipe's stages with the targets "labels"
    /// (repeatable)
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume")]
    labels: Vec<PathBuf>,
    /// Resume from the checkpoint in the output folder, or in the latest run under runs/
    #[arg(long)]
    resume: bool,
    /// Device of the learner
    #[arg(long, value_name = "NAME", default_value_t)]
    device: DeviceName,
}

/// Parent folder of runs.
const RUNS: &str = "runs";
const DEFAULT_SEED: u64 = 1;
/// Message after Ctrl-C.
const STOPPING: &str = "Stopping after this batch; press Ctrl-C again to stop at once.";

impl Train {
    pub fn run(&self) -> Result<(), CliError> {
        if !executor().is_root() {
            // Ignore Ctrl-C here: rank 0 stops at a point from which it can resume, and ends all
            // ranks.
            let _stays_low = watch_ctrl_c(None)?;
            serve_worker(executor());
            return Ok(());
        }
        let device = self.device.open();
        let mut run = if self.resume {
            let folder = self.output.clone().map_or_else(find_latest_run, Ok)?;
            let run = Run::resume(Folder::new(folder), &device).map_err(to_cli_error)?;
            self.check_same(&run)?;
            run
        } else {
            let recipe = self.recipe()?;
            let read = |path: &Option<PathBuf>| {
                let network = path.as_ref().map(|path| Network::read(path));
                network.transpose().map_err(CliError::bad_input)
            };
            let (network, teacher) = (read(&self.start_from)?, read(&self.teacher)?);
            let stage = self.from_stage.map_or(0, |number| usize::from(number) - 1);
            let labels = self.labels.iter().map(LabelFolder::open);
            let labels: Vec<_> = labels.collect::<Result<_, _>>().map_err(CliError::bad_input)?;
            let (network, teacher) = (network.as_ref(), teacher.as_ref());
            let beginning = Beginning { network, stage, teacher, labels: &labels };
            self.begin(&recipe, &beginning, &device)?
        };
        run.set_origin(env!("SHESH_COMMIT").to_owned(), describe_machine());
        let stop = watch_ctrl_c(Some(STOPPING))?;
        let folder = run.folder().clone();
        let path = show_path(folder.path());
        print(&introduce(&run))?;

        let mut progress = Progress::new(run.recipe(), run.counters());
        let ended = run.train_among(executor(), &stop, &mut progress).map_err(to_cli_error);
        progress.bar.finish_and_clear();
        match ended? {
            Ended::Finished => print(&format!(
                "Finished. The network is {0}, the learning curve {1}.\n\
                 Measure it: shesh benchmark {2}--weights {0}\n",
                show_path(&folder.weights()),
                show_path(&folder.plot()),
                match run.recipe().game {
                    Game::Backgammon => String::new(),
                    game => format!("--game {game} "),
                },
            )),
            Ended::Stopped => {
                print(&format!(
                    "Stopped after {} of {} games{}. Resume: shesh train --resume --output {path}\n",
                    thousands(run.counters().games),
                    thousands(run.recipe().games()),
                    match run.waiting_games() {
                        None => String::new(),
                        Some(games) => format!(", with {} still to learn", thousands(games)),
                    },
                ))?;
                // A script that waits for a network must see a failure: there is none yet.
                Err(CliError::Interrupted)
            }
        }
    }

    /// Starts a run in the output folder, or in the next free one under `runs/`.
    fn begin(
        &self,
        recipe: &Recipe,
        beginning: &Beginning<'_>,
        device: &Compute,
    ) -> Result<Run, CliError> {
        let seed = self.seed.unwrap_or(DEFAULT_SEED);
        loop {
            let folder = self.output.clone().unwrap_or_else(|| find_unused_folder(recipe));
            let (folder, recipe) = (Folder::new(folder), recipe.clone());
            match Run::begin_with(beginning, recipe, seed, folder, device) {
                // Another run took the folder meanwhile.
                Err(TrainingError::InUse(_) | TrainingError::Occupied(_))
                    if self.output.is_none() => {}
                run => return run.map_err(to_cli_error),
            }
        }
    }

    fn recipe(&self) -> Result<Recipe, CliError> {
        self.recipe_of(self.game.game())
    }

    /// Returns the selected recipe; a built-in recipe is the one for the game.
    fn recipe_of(&self, game: Game) -> Result<Recipe, CliError> {
        let built_in = Recipe::names(game);
        let name = self.recipe.as_deref().unwrap_or(built_in[0]);
        if built_in.contains(&name) {
            return Recipe::shipped(name, game).map_err(CliError::bad_input);
        }
        let path = Path::new(name);
        if !path.exists() {
            // The error lists the built-in recipes.
            return Recipe::shipped(name, game).map_err(|error| {
                CliError::BadInput(format!("{error}, and no file has that name"))
            });
        }
        let text = read_to_string(path, limit::RECIPE)
            .map_err(|error| CliError::BadInput(format!("cannot read {name}: {error}")))?;
        let recipe = match self.game.named() {
            // `--game` overrides the recipe's game.
            Some(game) => Recipe::parse_for(&text, game),
            None => Recipe::parse(&text),
        };
        recipe.map_err(|error| CliError::BadInput(format!("{name}: {error}")))
    }

    /// Checks that options given with `--resume` match the run.
    fn check_same(&self, run: &Run) -> Result<(), CliError> {
        let folder = run.folder().path().display();
        if let Some(game) = self.game.named().filter(|&game| game != run.recipe().game) {
            return Err(CliError::BadInput(format!(
                "the run in {folder} trains {}, but --game is {game}",
                run.recipe().game
            )));
        }
        if self.recipe.is_some() && self.recipe_of(run.recipe().game)? != *run.recipe() {
            return Err(CliError::BadInput(format!(
                "the run in {folder} was started with another recipe, {:?}",
                run.recipe().name
            )));
        }
        match self.seed {
            Some(seed) if seed != run.seed() => Err(CliError::BadInput(format!(
                "the run in {folder} was started with another seed, {}",
                run.seed()
            ))),
            _ => Ok(()),
        }
    }
}

fn to_cli_error(error: TrainingError) -> CliError {
    match error {
        TrainingError::Recipe(_)
        | TrainingError::Occupied(_)
        | TrainingError::InUse(_)
        | TrainingError::NoStage { .. }
        | TrainingError::OtherGame { .. }
        | TrainingError::Ensemble(_)
        | TrainingError::NoTeacher(_)
        | TrainingError::IdleTeacher
        | TrainingError::OtherTeacher { .. }
        | TrainingError::ChangedTeacher(_)
        | TrainingError::NoLabels(_)
        | TrainingError::IdleLabels
        | TrainingError::OtherLabels { .. }
        | TrainingError::UnevenShards
        | TrainingError::PartOfShard { .. }
        | TrainingError::NothingToResume(_)
        | TrainingError::OtherShape(_)
        | TrainingError::State(_) => CliError::bad_input(error),
        TrainingError::Labels(error) => labels::to_cli_error(error),
        TrainingError::File(_)
        | TrainingError::Measure(_)
        | TrainingError::Diverged { .. }
        | TrainingError::Plot(_) => CliError::failed(error),
    }
}

/// Returns the first of `runs/NAME-1`, `runs/NAME-2`, … that does not exist. NAME is the recipe,
/// preceded by the game unless it is backgammon.
fn find_unused_folder(recipe: &Recipe) -> PathBuf {
    let name = match recipe.game {
        Game::Backgammon => recipe.name.clone(),
        game => format!("{game}-{}", recipe.name),
    };
    let folder = |number: u32| Path::new(RUNS).join(format!("{name}-{number}"));
    (1..).map(folder).find(|folder| !folder.exists()).unwrap_or_else(|| folder(0))
}

/// Returns the run with the newest checkpoint.
fn find_latest_run() -> Result<PathBuf, CliError> {
    let changed = |folder: &PathBuf| -> Option<SystemTime> {
        fs::metadata(Folder::new(folder).checkpoint()).ok()?.modified().ok()
    };
    let folders = fs::read_dir(RUNS).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = folders.filter_map(|folder| Some((changed(&folder)?, folder))).max();
    newest.map(|(_, folder)| folder).ok_or_else(|| {
        CliError::BadInput(format!("no run to resume under {RUNS}/: name its folder with --output"))
    })
}

/// Describes the machine, for the provenance of weights.
fn describe_machine() -> String {
    let threads = rayon::current_num_threads();
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{os} {arch}, {threads} threads, {}", sheshbesh_network::instructions())
}

fn introduce(run: &Run) -> String {
    let recipe = run.recipe();
    let network = run.network();
    let net = |net: &Net| {
        let shape = net.shape();
        let layers: Vec<String> = shape.widths().iter().map(usize::to_string).collect();
        let patterns = if shape.patterns.is_some() { " and patterns" } else { "" };
        let buckets = match shape.buckets {
            BucketSet::Single => String::new(),
            several => format!(" by {several}"),
        };
        format!(
            "{} {}{patterns} → {}{buckets}",
            shape.inputs,
            shape.inputs.len(),
            layers.join(" → ")
        )
    };
    // The first expert needs no name: it evaluates nearly all positions.
    let experts = network.experts().iter().enumerate().map(|(number, expert)| match number {
        0 => net(&expert.net),
        _ if expert.classes == ClassSet::RACE => format!("races {}", net(&expert.net)),
        _ => format!("{} {}", expert.classes, net(&expert.net)),
    });
    let experts = experts.collect::<Vec<_>>().join(", ");
    let begun = match run.counters().games {
        0 => String::new(),
        games => format!(" Resuming after {}.", thousands(games)),
    };
    format!(
        "{}: {}\n{} games{} of self-play from seed {} into {}.{begun}\nNetwork: {experts}\n\n",
        one_line(&recipe.name),
        one_line(&recipe.about),
        thousands(recipe.games()),
        match recipe.game {
            Game::Backgammon => String::new(),
            game => format!(" of {game}"),
        },
        run.seed(),
        show_path(run.folder().path()),
    )
}

/// Progress output: a bar on a terminal, and a line per measurement on stdout.
struct Progress {
    bar: ProgressBar,
    /// Number of samples at the last update of the rate.
    samples: u64,
    last: std::time::Instant,
    rate: f64,
    strength: String,
    title_shown: bool,
}

/// Interval between updates of the sample rate.
const RATE_EVERY: Duration = Duration::from_secs(1);

impl Progress {
    fn new(recipe: &Recipe, counters: &Counters) -> Self {
        let template =
            "{prefix} {bar:10.cyan/dim} {human_pos} games, {per_sec}, {eta} left, {wide_msg}";
        let style =
            ProgressStyle::with_template(template).expect("the template is a constant").with_key(
                "per_sec",
                |state: &indicatif::ProgressState, text: &mut dyn std::fmt::Write| {
                    let _ = write!(text, "{:.0} games/s", state.per_sec());
                },
            );
        let bar = ProgressBar::new(recipe.games()).with_style(style);
        bar.set_position(counters.games);
        bar.reset_eta();
        Self {
            bar,
            samples: counters.samples,
            last: std::time::Instant::now(),
            rate: 0.0,
            strength: String::new(),
            title_shown: false,
        }
    }
}

impl Observer for Progress {
    fn played(&mut self, stage: &str, games: u64) {
        self.bar.set_prefix(format!("{}, playing", one_line(stage)));
        self.bar.set_message("learning follows");
        self.bar.set_position(games);
    }

    fn learned(&mut self, stage: &str, counters: &Counters, _: u64) {
        let elapsed = self.last.elapsed();
        if elapsed >= RATE_EVERY {
            self.rate = (counters.samples - self.samples) as f64 / elapsed.as_secs_f64();
            self.samples = counters.samples;
            self.last = std::time::Instant::now();
        }
        self.bar.set_prefix(one_line(stage).into_owned());
        self.bar.set_message(format!("{:.0}k samples/s{}", self.rate / 1000.0, self.strength));
        self.bar.set_position(counters.games);
    }

    fn measured(&mut self, point: &CurvePoint, opponent: &str) {
        self.strength = format!(", {:+.2}", point.points);
        let mut text = String::new();
        if !self.title_shown {
            self.title_shown = true;
            text = format!("     games       time   points per game against {opponent} (95 %)\n");
        }
        let time = FormattedDuration(Duration::from_secs(point.seconds as u64));
        text += &format!(
            "{:>10} {:>10}   {:+.3} ± {}\n",
            thousands(point.games),
            time.to_string(),
            point.points,
            interval(point.interval, 3)
        );
        // A closed stdout does not stop the run.
        self.bar.suspend(|| print(&text).ok());
    }
}
