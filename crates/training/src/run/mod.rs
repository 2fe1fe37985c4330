//! A training run: play, learn, measure, save, repeat.

mod checkpoint;
mod curve;
mod folder;
mod labels;
mod order;
mod step;
mod teacher;

pub use checkpoint::Counters;
pub use curve::CurvePoint;
pub use folder::Folder;
pub use order::serve_worker;

use crate::{
    data::{ReplayBuffer, Sample, from_records, self_play::Games, to_records},
    error::TrainingError,
    labels::{LabelFolder, LabelSet},
    learn::{Compute, Learners, random_network, reshape},
    recipe::{GameSettings, Recipe, Stage, Targets},
};
use checkpoint::{CHECKPOINT, Checkpoint};
use folder::FolderLock;
use order::Order;
use sheshbesh_arena::{Duel, DuelResult, PlayerError, PlayerSpec};
use sheshbesh_evaluator::{Depth, Evaluator, Settings, bearoff::Tables};
use sheshbesh_network::{
    Network, Provenance,
    file::{Damage, FileError, write_own},
};
use sheshbesh_parallel::Executor;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use step::Step;
use teacher::Teacher;

/// Observer of a run's progress.
pub trait Observer {
    /// A batch of a generation has been played, and will be learned when the whole generation has
    /// been played. `games` is the number of games in all stages so far, including those not yet
    /// learned.
    fn played(&mut self, stage: &str, games: u64);
    /// A batch has been learned. `total_games` is the number of games in all stages of the recipe.
    fn learned(&mut self, stage: &str, counters: &Counters, total_games: u64);
    /// Strength has been measured.
    fn measured(&mut self, point: &CurvePoint, opponent: &str);
}

/// Reason why training has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All stages are complete.
    Finished,
    /// The run was asked to stop, and can be resumed.
    Stopped,
}

/// Interval between two checkpoints of a run that is not stopped.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);
/// Seed of the measurement games. Self-play never uses it, so these games are not trained on.
const MEASURE_SEED: u64 = 0x6d65_6173_7572_6500;

/// A training run.
pub struct Run {
    recipe: Recipe,
    seed: u64,
    folder: Folder,
    /// Held for the lifetime of the run.
    _lock: FolderLock,
    provenance: Provenance,
    learners: Learners,
    replay_buffer: ReplayBuffer,
    /// Computed when a stage first uses them.
    tables: Arc<Tables>,
    stage: usize,
    /// Number of the stage's next step.
    batch: u64,
    /// Samples of `batch`, if they have been played.
    pending: Option<Vec<Sample>>,
    counters: Counters,
    /// Counters of the network that the run started from.
    before: Counters,
    curve: Vec<CurvePoint>,
    teacher: Option<Teacher>,
    labels: Option<LabelSet>,
}

/// Starting point of a run, besides recipe and seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beginning<'a> {
    /// Initial weights; random by default.
    pub network: Option<&'a Network>,
    /// Stage of the recipe to begin with, counted from 0. With the result of the previous stage as
    /// initial weights, a run learns the same as one that was never interrupted.
    pub stage: usize,
    /// Teacher for the stages of the recipe that need one.
    pub teacher: Option<&'a Network>,
    /// Label folders for the stages with the targets `labels`; a run uses the shards that they have
    /// when it begins.
    pub labels: &'a [LabelFolder],
}

impl Run {
    /// Begins a run with random weights, in a folder without a run.
    ///
    /// # Errors
    /// Same as [`Run::begin_with`].
    pub fn begin(
        recipe: Recipe,
        seed: u64,
        folder: Folder,
        device: &Compute,
    ) -> Result<Self, TrainingError> {
        Self::begin_with(&Beginning::default(), recipe, seed, folder, device)
    }

    /// Begins a run in a folder without a run. An initial network without patterns or buckets gets
    /// those of the recipe. One with a wider first layer keeps the units that matter most.
    ///
    /// # Errors
    /// A folder that holds a run, is in use or cannot be written; an initial network that does not
    /// fit the recipe; a stage that does not exist; a teacher or labels that are missing or not
    /// needed. Nothing is written in these cases.
    pub fn begin_with(
        beginning: &Beginning<'_>,
        recipe: Recipe,
        seed: u64,
        folder: Folder,
        device: &Compute,
    ) -> Result<Self, TrainingError> {
        let &Beginning { network, stage: first, teacher, labels } = beginning;
        let stages = recipe.stages.len();
        if first >= stages {
            return Err(TrainingError::NoStage { number: first + 1, stages });
        }
        // In this order: a running process takes its lock before it writes any file, so if the
        // first check finds its files, the second finds its lock.
        let unused = folder.check_unused();
        folder.check_idle()?;
        unused?;
        let game = recipe.game;
        if let Some(learned) = network.map(Network::game)
            && learned.family() != game.family()
        {
            return Err(TrainingError::OtherGame { learned, game });
        }
        if let Some(members) = network.map(Network::members).filter(|&members| members > 1) {
            return Err(TrainingError::Ensemble(members));
        }
        let teacher = Teacher::of(&recipe, teacher)?;
        let labels = labels::open(&recipe, labels)?;
        let stage = &recipe.stages[first];
        let weights = match network {
            Some(network) => reshaped(network, &recipe, stage, stage_seed(seed, first))?,
            None => random_network(&recipe, stage, seed),
        };
        let Provenance { games, samples, seconds, .. } = weights.provenance;
        let behind = Counters { games, samples, seconds: seconds as f64 };
        // Games of the recipe's earlier stages count as games of this run.
        let skipped =
            recipe.stages[..first].iter().map(|stage| stage.games).sum::<u64>().min(games);
        let (before, counters) = match first {
            0 => (behind, Counters::default()),
            _ => {
                let before = Counters { games: games - skipped, ..Counters::default() };
                (before, Counters { games: skipped, ..behind })
            }
        };
        let lock = folder.take()?;
        // Another run may have begun and ended here in the meantime.
        folder.check_unused()?;
        let mut run = Self {
            _lock: lock,
            seed,
            before,
            counters,
            learners: Learners::new(&weights, device),
            replay_buffer: ReplayBuffer::empty(folder.replay_buffer()),
            tables: Arc::new(Tables::in_memory()),
            provenance: Provenance::default(),
            stage: first,
            batch: 0,
            pending: None,
            curve: Vec::new(),
            folder,
            recipe,
            teacher,
            labels,
        };
        if let Some(teacher) = &run.teacher {
            teacher.write(&run.folder)?;
        }
        run.learners.begin(&run.recipe.stages[first]);
        // Report a write error now, not after an hour of training.
        run.write_checkpoint()?;
        Ok(run)
    }

    /// Resumes a run from the checkpoint in its folder.
    ///
    /// # Errors
    /// A missing or damaged file, or a folder in which another process trains.
    pub fn resume(folder: Folder, device: &Compute) -> Result<Self, TrainingError> {
        let path = folder.checkpoint();
        if !path.exists() {
            return Err(TrainingError::NothingToResume(folder.path().to_owned()));
        }
        let lock = folder.take()?;
        let checkpoint: Checkpoint = CHECKPOINT.read(&path)?;
        let recipe = Recipe::parse(&checkpoint.recipe)?;
        let stages = recipe.stages.len();
        let stage_number = checkpoint.stage as usize;
        // A finished run has the number after its last stage.
        let stage = &recipe.stages[stage_number.min(stages - 1)];
        let pending = from_records(&checkpoint.pending, recipe.game).map_err(|error| {
            let problem = Damage::Content { kind: CHECKPOINT.name, problem: error.to_string() };
            FileError::Damaged { path, problem }
        })?;
        let replay_buffer = ReplayBuffer::resume(
            folder.replay_buffer(),
            recipe.game,
            stage.replay_buffer,
            checkpoint.buffered,
        )?;
        Ok(Self {
            _lock: lock,
            learners: Learners::resume(checkpoint.learners, &recipe, stage, device)?,
            replay_buffer,
            tables: Arc::new(Tables::in_memory()),
            seed: checkpoint.seed,
            provenance: Provenance::default(),
            stage: stage_number,
            batch: checkpoint.batch,
            pending: Some(pending).filter(|pending| !pending.is_empty()),
            counters: checkpoint.counters,
            before: checkpoint.before,
            curve: checkpoint.curve,
            teacher: Teacher::resume(&recipe, &folder, checkpoint.teacher.as_deref())?,
            labels: checkpoint.labels.as_deref().map(LabelSet::resume).transpose()?,
            folder,
            recipe,
        })
    }

    /// Sets the commit and the machine that the weights file names as its origin.
    pub fn set_origin(&mut self, commit: String, machine: String) {
        self.provenance.commit = commit;
        self.provenance.machine = machine;
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Folder of the run's files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Progress so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Games that have been played, but are not learned before the rest of their generation has
    /// been played; `None` if games are learned as they are played.
    pub fn waiting_games(&self) -> Option<u64> {
        let stage = self.recipe.stages.get(self.stage)?;
        match stage.step(self.batch.checked_sub(1)?)? {
            Step::Play { batch, generation } => {
                Some(stage.batch(batch).1 - stage.batch(generation.start).0)
            }
            _ => None,
        }
    }

    /// Measurements so far.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// The current network.
    pub fn network(&self) -> Network {
        let mut network = self.learners.network();
        network.provenance = Provenance {
            recipe: self.recipe.name.clone(),
            seed: self.seed,
            games: self.before.games + self.counters.games,
            samples: self.before.samples + self.counters.samples,
            seconds: (self.before.seconds + self.counters.seconds) as u64,
            ..self.provenance.clone()
        };
        network
    }

    /// Trains to the end, or until `stop` is set. The checkpoint then has the state.
    ///
    /// # Errors
    /// A file that cannot be written, a bot that cannot play, or weights that diverge.
    pub fn train(
        &mut self,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Ended, TrainingError> {
        self.train_among(&Executor::Threads, stop, observer)
    }

    /// Trains as the root of an executor: learns, and distributes all games. The other ranks call
    /// [`serve_worker`].
    ///
    /// # Errors
    /// Same as [`Run::train`].
    pub fn train_among(
        &mut self,
        executor: &Executor,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Ended, TrainingError> {
        let teacher = self.teacher.as_ref().map(|teacher| &teacher.network);
        Order::send(executor, || Order::begin(&self.recipe, teacher));
        let ended = self.all_stages(executor, stop, observer);
        Order::send(executor, || Order::End);
        ended
    }

    fn all_stages(
        &mut self,
        executor: &Executor,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Ended, TrainingError> {
        let started = Instant::now();
        let before = self.counters.seconds;
        let mut written = Instant::now();
        if self.curve.is_empty() {
            self.measure(executor, self.recipe.measure.games, observer)?;
        }
        while let Some(stage) = self.recipe.stages.get(self.stage).cloned() {
            while self.batch < stage.steps() {
                if stop.load(Ordering::Relaxed) {
                    self.write_checkpoint()?;
                    // The weights file of the last measurement may be an hour old.
                    write_own(&self.folder.weights(), &self.network().to_bytes())?;
                    return Ok(Ended::Stopped);
                }
                let games = self.counters.games;
                self.step(executor, &stage)?;
                self.counters.seconds = before + started.elapsed().as_secs_f64();
                match self.waiting_games() {
                    Some(waiting) => observer.played(&stage.name, self.counters.games + waiting),
                    None => observer.learned(&stage.name, &self.counters, self.recipe.games()),
                }
                let last = self.batch == stage.steps();
                if !last && is_measured_between(games, self.counters.games, stage.measure_every) {
                    self.measure(executor, self.recipe.measure.games, observer)?;
                }
                if !last && written.elapsed() >= CHECKPOINT_EVERY {
                    self.write_checkpoint()?;
                    written = Instant::now();
                }
            }
            self.stage += 1;
            self.batch = 0;
            self.pending = None;
            self.replay_buffer.forget();
            self.learners.finish();
            let finished = self.stage == self.recipe.stages.len();
            let measure = &self.recipe.measure;
            let games = if finished { measure.final_games } else { measure.games };
            self.measure(executor, games, observer)?;
            if !finished {
                self.begin_stage()?;
            }
            self.write_checkpoint()?;
            self.replay_buffer.remove_file()?;
        }
        Ok(Ended::Finished)
    }

    /// Starts the current stage: brings the networks to its shape and resets the learners.
    fn begin_stage(&mut self) -> Result<(), TrainingError> {
        let Some(stage) = self.recipe.stages.get(self.stage) else { return Ok(()) };
        let seed = stage_seed(self.seed, self.stage);
        self.learners.take(&reshaped(&self.learners.network(), &self.recipe, stage, seed)?);
        self.learners.begin(stage);
        Ok(())
    }

    fn measure(
        &mut self,
        executor: &Executor,
        games: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), TrainingError> {
        let network = self.network();
        let opponent = &self.recipe.measure.opponent;
        Order::send(executor, || Order::measure(games, &network));
        let measured = strength(executor, &self.recipe, &network, games)?;
        let stage = self.recipe.stages.get(self.stage).or(self.recipe.stages.last());
        let point = CurvePoint {
            stage: stage.map_or_else(String::new, |stage| stage.name.clone()),
            games: self.counters.games,
            samples: self.counters.samples,
            seconds: self.counters.seconds,
            measured_games: measured.played,
            points: measured.result.value,
            interval: measured.result.interval_95,
        };
        observer.measured(&point, opponent);
        self.curve.push(point);
        write_own(&self.folder.weights(), &network.to_bytes())?;
        let csv = curve::to_csv(&self.curve, opponent);
        write_own(&self.folder.curve(), csv.as_bytes())?;
        let title = format!("{}: learning from self-play", self.recipe.name);
        let svg = curve::to_svg(&self.curve, &title, opponent).map_err(TrainingError::Plot)?;
        write_own(&self.folder.plot(), svg.as_bytes())?;
        Ok(())
    }

    fn write_checkpoint(&self) -> Result<(), TrainingError> {
        self.replay_buffer.sync()?;
        let checkpoint = Checkpoint {
            recipe: self.recipe.to_text(),
            seed: self.seed,
            stage: self.stage as u32,
            batch: self.batch,
            pending: to_records(self.pending.as_deref().unwrap_or_default()),
            counters: self.counters,
            before: self.before,
            learners: self.learners.states()?,
            buffered: self.replay_buffer.written(),
            curve: self.curve.clone(),
            teacher: self.teacher.as_ref().map(|teacher| teacher.fingerprint.clone()),
            labels: self.labels.as_ref().map(LabelSet::to_checkpoint),
        };
        Ok(CHECKPOINT.write(&self.folder.checkpoint(), &checkpoint)?)
    }
}

/// Measures the strength of a network against the recipe's bot.
fn strength(
    executor: &Executor,
    recipe: &Recipe,
    network: &Network,
    games: u64,
) -> Result<DuelResult, PlayerError> {
    let duel =
        Duel { games, seed: MEASURE_SEED, frame: recipe.game.into(), rules: None, start: None };
    let player = PlayerSpec::network(network, "network", Depth::ONE);
    duel.play_among(executor, &player, &PlayerSpec::Bot(recipe.opponent()), &|_| {})
}

/// Games that show which units of a layer matter.
const SHOWN_GAMES: u64 = 500;

/// Brings a network to the shape of a stage, see [`reshape`]. Its own games show which units
/// matter.
fn reshaped(
    network: &Network,
    recipe: &Recipe,
    stage: &Stage,
    seed: u64,
) -> Result<Network, TrainingError> {
    let shown = || {
        let targets = Targets::LambdaReturn { lambda: 0.0 };
        let settings = GameSettings { targets, plays_judged: 0, ..stage.game_settings() };
        let evaluator = &Evaluator::new(network, Settings::default());
        let game = recipe.game;
        Games { evaluator, game, settings, seed, first: 0, end: SHOWN_GAMES }.play()
    };
    Ok(reshape(network, recipe, stage, seed, shown)?)
}

/// Seed of a stage: each stage plays different games.
fn stage_seed(seed: u64, stage: usize) -> u64 {
    seed.wrapping_add((stage as u64) << 32)
}

/// Games before the first measurement, early in a run.
const FIRST_MEASUREMENT: u64 = 1000;

/// True if a measurement is due after more than `before` and up to `after` games: at every multiple
/// of `every`; before the first multiple, after 1,000 games and each time the games have doubled.
fn is_measured_between(before: u64, after: u64, every: u64) -> bool {
    let mut early = std::iter::successors(Some(FIRST_MEASUREMENT), |games| Some(2 * games))
        .take_while(|&games| games < every && games <= after);
    before / every != after / every || early.any(|games| before < games)
}

#[test]
fn measurements_are_dense_at_first() {
    let due: Vec<u64> =
        (0..200).filter(|n| is_measured_between(n * 500, n * 500 + 500, 20_000)).collect();
    assert_eq!(due, [1, 3, 7, 15, 31, 39, 79, 119, 159, 199]);
}
