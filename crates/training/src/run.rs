//! A training run: play, learn, measure, write down, repeat.

use crate::{
    checkpoint::{CHECKPOINT, Checkpoint, Counters},
    curve::{self, CurvePoint},
    device::Compute,
    learner::{InvalidState, Learner, LearnerState},
    memory::Memory,
    narrow::narrowed,
    recipe::{InvalidRecipe, NetworkSpec, Recipe, Stage, Targets},
    sample::Sample,
    self_play,
};
use rand::seq::SliceRandom;
use sheshbesh_arena::{Contestant, Duel, PlayerError, random::game_rng};
use sheshbesh_evaluator::{
    Evaluator, FilterName, Network,
    file::{FileError, io_error, write_atomically},
    network::{Activation, Mlp, Provenance},
};
use sheshbesh_movegen::{Class, Variant};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// Where things stand in a run's folder.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The network as it was last measured.
    pub fn weights(&self) -> PathBuf {
        self.0.join("network.weights")
    }

    /// What a resumed run goes on from.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint")
    }

    /// Positions that a stage with a memory keeps, until its end.
    pub fn memory(&self) -> PathBuf {
        self.0.join("samples")
    }

    /// The learning curve as a table.
    pub fn curve(&self) -> PathBuf {
        self.0.join("curve.csv")
    }

    /// The learning curve as a picture.
    pub fn plot(&self) -> PathBuf {
        self.0.join("curve.svg")
    }
}

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The recipe cannot be used.
    #[error(transparent)]
    Recipe(#[from] InvalidRecipe),
    /// A checkpoint does not fit.
    #[error(transparent)]
    State(#[from] InvalidState),
    /// There is a run already.
    #[error("{} holds a training run already: resume it, or choose another folder", .0.display())]
    Occupied(PathBuf),
    /// The network to start from does not fit the recipe.
    #[error("the network to start from has another {0} part than the recipe")]
    OtherShape(&'static str),
    /// There is nothing to resume.
    #[error("{} holds no training run to resume", .0.display())]
    NothingToResume(PathBuf),
    /// The bot to measure against cannot play.
    #[error("strength cannot be measured: {0}")]
    Measure(#[from] PlayerError),
    /// The picture cannot be drawn.
    #[error("the learning curve cannot be drawn: {0}")]
    Plot(String),
}

/// Who wants to know how a run goes.
pub trait Observer {
    /// A batch has been learned; `total_games` are those of all stages.
    fn learned(&mut self, stage: &str, counters: &Counters, total_games: u64);
    /// Strength has been measured.
    fn measured(&mut self, point: &CurvePoint, opponent: &str);
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All stages are done.
    Finished,
    /// It was asked to stop and can be resumed.
    Stopped,
}

/// Time between two checkpoints, in a run that is not interrupted.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);
/// Games that show which units matter.
const NARROWING_GAMES: u64 = 500;
/// Games of measurements have seeds of their own, so none of them is trained on.
const MEASURE_SEED: u64 = 0x6d65_6173_7572_6500;

/// A run in progress.
pub struct Run {
    recipe: Recipe,
    seed: u64,
    folder: Folder,
    provenance: Provenance,
    contact: Learner,
    race: Option<Learner>,
    pruner: Option<Learner>,
    memory: Memory,
    stage: usize,
    batch: u64,
    /// Samples of `batch`, once they have been played.
    pending: Option<Vec<Sample>>,
    counters: Counters,
    /// What the network that the run started from had behind it.
    before: Counters,
    curve: Vec<CurvePoint>,
}

impl Run {
    /// Begins a run with random weights in a folder that holds none yet.
    ///
    /// # Errors
    /// When the folder holds a run or cannot be written.
    pub fn begin(
        recipe: Recipe,
        seed: u64,
        folder: Folder,
        device: &Compute,
    ) -> Result<Self, TrainingError> {
        Self::begin_with(None, recipe, seed, folder, device)
    }

    /// The same with the weights of a network. A network without patterns or plans gets those that
    /// the recipe says, and one with a wider first layer keeps the units that matter most.
    ///
    /// # Errors
    /// When a part of the network has another shape than the recipe says; then nothing is
    /// written.
    pub fn begin_from(
        network: &Network,
        recipe: Recipe,
        seed: u64,
        folder: Folder,
        device: &Compute,
    ) -> Result<Self, TrainingError> {
        Self::begin_with(Some(network), recipe, seed, folder, device)
    }

    fn begin_with(
        network: Option<&Network>,
        recipe: Recipe,
        seed: u64,
        folder: Folder,
        device: &Compute,
    ) -> Result<Self, TrainingError> {
        for file in [folder.checkpoint(), folder.weights()] {
            if file.exists() {
                return Err(TrainingError::Occupied(folder.path().to_owned()));
            }
        }
        let stage = &recipe.stages[0];
        let random = |spec: &_, seed| Learner::random(spec, seed, stage, device);
        let mut run = Self {
            seed,
            contact: random(&recipe.contact, seed),
            // The parts must not begin with the same numbers.
            race: recipe.race.as_ref().map(|spec| random(spec, !seed)),
            pruner: recipe.pruner.as_ref().map(|spec| random(spec, seed ^ 1)),
            memory: Memory::empty(folder.memory()),
            provenance: Provenance::default(),
            stage: 0,
            batch: 0,
            pending: None,
            counters: Counters::default(),
            before: Counters::default(),
            curve: Vec::new(),
            folder,
            recipe,
        };
        if let Some(network) = network {
            run.take(network)?;
        }
        run.begin_stage()?;
        let path = run.folder.path();
        fs::create_dir_all(path).map_err(io_error("create", path))?;
        // What cannot be written is better known now than after an hour.
        run.write_checkpoint()?;
        Ok(run)
    }

    /// Goes on from the checkpoint in a folder.
    ///
    /// # Errors
    /// When there is none or it is damaged.
    pub fn resume(folder: Folder, device: &Compute) -> Result<Self, TrainingError> {
        let path = folder.checkpoint();
        if !path.exists() {
            return Err(TrainingError::NothingToResume(folder.path().to_owned()));
        }
        let checkpoint: Checkpoint = CHECKPOINT.read(&path)?;
        let recipe = Recipe::parse(&checkpoint.recipe)?;
        let stages = recipe.stages.len();
        let stage_number = checkpoint.stage as usize;
        // A finished run stands after its last stage.
        let stage = &recipe.stages[stage_number.min(stages - 1)];
        let learner = |spec: &_, state: LearnerState| Learner::resume(spec, state, stage, device);
        let part = |spec: &Option<_>, state: Option<LearnerState>, name| match (spec, state) {
            (Some(spec), Some(state)) => learner(spec, state).map(Some),
            (None, None) => Ok(None),
            _ => Err(InvalidState(format!("the {name} network is missing"))),
        };
        let memory = Memory::resume(folder.memory(), stage.memory, checkpoint.remembered)?;
        Ok(Self {
            contact: learner(&recipe.contact, checkpoint.contact)?,
            race: part(&recipe.race, checkpoint.race, "race")?,
            pruner: part(&recipe.pruner, checkpoint.pruner, "pruner")?,
            memory,
            seed: checkpoint.seed,
            provenance: Provenance::default(),
            stage: stage_number,
            batch: checkpoint.batch,
            pending: Some(checkpoint.pending).filter(|pending| !pending.is_empty()),
            counters: checkpoint.counters,
            before: checkpoint.before,
            curve: checkpoint.curve,
            folder,
            recipe,
        })
    }

    /// Takes the weights of a network instead of random ones.
    fn take(&mut self, network: &Network) -> Result<(), TrainingError> {
        let fitted = self.fitted(network, &self.recipe.stages[0])?;
        self.contact.take(fitted.contact);
        for (learner, part) in [(&mut self.race, fitted.race), (&mut self.pruner, fitted.pruner)] {
            if let (Some(learner), Some(part)) = (learner, part) {
                learner.take(part);
            }
        }
        let Provenance { games, samples, seconds, .. } = network.provenance;
        self.before = Counters { games, samples, seconds: seconds as f64 };
        Ok(())
    }

    /// A network in the shape of a stage, where it can be brought to it.
    fn fitted(&self, network: &Network, stage: &Stage) -> Result<Network, TrainingError> {
        // Games that show which units matter.
        let mut shown: Option<Vec<Sample>> = None;
        let mut fitted = |name, part: Option<&Mlp>, spec: Option<&NetworkSpec>| {
            let other_shape = Err(TrainingError::OtherShape(name));
            let (Some(part), Some(spec)) = (part, spec) else {
                return if part.is_none() && spec.is_none() { Ok(None) } else { other_shape };
            };
            let spec = stage.shape(spec);
            let mut part = part.clone();
            let widths = part.widths();
            if let [units, later @ ..] = &spec.hidden[..]
                && widths.get(1..widths.len() - 1) == Some(later)
                && widths[0] > *units
                && part.activation == Activation::Relu
            {
                let shown = shown.get_or_insert_with(|| {
                    let stage =
                        Stage { targets: Targets::LambdaReturn { lambda: 0.0 }, ..stage.clone() };
                    let evaluator = Evaluator::new(network);
                    self_play::play(&evaluator, &stage, self.stage_seed(), 0..NARROWING_GAMES)
                });
                let of_part = |sample: &&Sample| match name {
                    "contact" => network.race.is_none() || has_contact(sample),
                    "race" => !has_contact(sample),
                    _ => has_contact(sample),
                };
                let shown: Vec<Sample> = shown.iter().filter(of_part).copied().collect();
                part = narrowed(&part, &shown, *units);
            }
            let part = part.grown(spec.pattern_units, spec.stacks());
            if spec.describes(&part) { Ok(Some(part)) } else { other_shape }
        };
        let recipe = &self.recipe;
        Ok(Network {
            contact: fitted("contact", Some(&network.contact), Some(&recipe.contact))?
                .expect("a part that is there and described"),
            race: fitted("race", network.race.as_ref(), recipe.race.as_ref())?,
            pruner: fitted("pruner", network.pruner.as_ref(), recipe.pruner.as_ref())?,
            provenance: network.provenance.clone(),
        })
    }

    /// Says in the weights file which commit and machine made it.
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

    /// Where its files are.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// What has been done so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The measurements so far.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// The network as it is now.
    pub fn network(&self) -> Network {
        Network {
            contact: self.contact.part(),
            race: self.race.as_ref().map(Learner::part),
            pruner: self.pruner.as_ref().map(Learner::part),
            provenance: Provenance {
                recipe: self.recipe.name.clone(),
                seed: self.seed,
                games: self.before.games + self.counters.games,
                samples: self.before.samples + self.counters.samples,
                seconds: (self.before.seconds + self.counters.seconds) as u64,
                ..self.provenance.clone()
            },
        }
    }

    /// Trains to the end, or until `stop` is set; then the state is in the checkpoint.
    ///
    /// # Errors
    /// When a file cannot be written or the bot cannot play.
    pub fn train(
        &mut self,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Ended, TrainingError> {
        let started = Instant::now();
        let before = self.counters.seconds;
        let mut written = Instant::now();
        if self.curve.is_empty() {
            self.measure(self.recipe.measure.games, observer)?;
        }
        while let Some(stage) = self.recipe.stages.get(self.stage).cloned() {
            while self.batch < stage.batches() {
                if stop.load(Ordering::Relaxed) {
                    self.write_checkpoint()?;
                    return Ok(Ended::Stopped);
                }
                let games = self.counters.games;
                self.learn_batch(&stage)?;
                self.counters.seconds = before + started.elapsed().as_secs_f64();
                observer.learned(&stage.name, &self.counters, self.recipe.games());
                let last = self.batch == stage.batches();
                if !last && is_measured_between(games, self.counters.games, stage.measure_every) {
                    self.measure(self.recipe.measure.games, observer)?;
                }
                if !last && written.elapsed() >= CHECKPOINT_EVERY {
                    self.write_checkpoint()?;
                    written = Instant::now();
                }
            }
            self.stage += 1;
            self.batch = 0;
            self.pending = None;
            self.memory.forget();
            let finished = self.stage == self.recipe.stages.len();
            let measure = &self.recipe.measure;
            self.measure(if finished { measure.final_games } else { measure.games }, observer)?;
            if !finished {
                self.begin_stage()?;
            }
            self.write_checkpoint()?;
            self.memory.remove_file()?;
        }
        Ok(Ended::Finished)
    }

    /// Brings the networks to the stage's shape where they have another.
    fn begin_stage(&mut self) -> Result<(), TrainingError> {
        let Some(stage) = self.recipe.stages.get(self.stage).cloned() else { return Ok(()) };
        let fits = |learner: &Learner, spec: &NetworkSpec| learner.has_shape(&stage.shape(spec));
        let fits_if_any = |learner: &Option<Learner>, spec: &Option<NetworkSpec>| {
            learner.as_ref().zip(spec.as_ref()).is_none_or(|(learner, spec)| fits(learner, spec))
        };
        let recipe = &self.recipe;
        let all_fit = fits(&self.contact, &recipe.contact)
            && fits_if_any(&self.race, &recipe.race)
            && fits_if_any(&self.pruner, &recipe.pruner);
        if !all_fit {
            let fitted = self.fitted(&self.network(), &stage)?;
            let recipe = &self.recipe;
            let parts = [
                (Some(&mut self.contact), Some(fitted.contact), Some(&recipe.contact)),
                (self.race.as_mut(), fitted.race, recipe.race.as_ref()),
                (self.pruner.as_mut(), fitted.pruner, recipe.pruner.as_ref()),
            ];
            for (learner, part, spec) in parts {
                if let (Some(learner), Some(part), Some(spec)) = (learner, part, spec)
                    && !learner.has_shape(&stage.shape(spec))
                {
                    learner.take(part);
                }
            }
        }
        let others = self.race.iter_mut().chain(&mut self.pruner);
        std::iter::once(&mut self.contact).chain(others).for_each(|learner| learner.begin(&stage));
        Ok(())
    }

    /// Learns the pending batch while the next one is played with the weights before it.
    fn learn_batch(&mut self, stage: &Stage) -> Result<(), TrainingError> {
        let filter = match stage.targets {
            // What pruning loses is made good, see `self_play::mean_over_rolls`.
            Targets::ExpectedReturn { .. } => FilterName::Narrow,
            // A narrow search of the replies would make the targets too low.
            Targets::LambdaReturn { .. } | Targets::TwoPly { .. } => FilterName::Wide,
        };
        let evaluator = Evaluator::new(&self.network()).with_filter(filter.filter());
        let seed = self.stage_seed();
        let play = |number: u64| {
            let (first, end) = stage.batch(number);
            self_play::play(&evaluator, stage, seed, first..end)
        };
        let mut samples = self.pending.take().unwrap_or_else(|| play(self.batch));
        self.memory.add(&samples, stage.memory)?;
        let (first, end) = stage.batch(self.batch);
        let learning_rate = stage.learning_rate_at(first as f64 / stage.games as f64);
        let next = self.batch + 1;
        let (contact, race, pruner) = (&mut self.contact, &mut self.race, &mut self.pruner);
        let memory = &self.memory;
        let (pending, ()) = rayon::join(
            || (next < stage.batches()).then(|| play(next)),
            || {
                for replay in 0..stage.replays {
                    let mut rng =
                        game_rng(!seed, next * u64::from(stage.replays) + u64::from(replay));
                    if stage.memory > 0 {
                        memory.draw(&mut samples, &mut rng);
                    } else {
                        samples.shuffle(&mut rng);
                    }
                    learn(contact, race, pruner, &samples, stage, learning_rate);
                }
            },
        );
        self.pending = pending;
        self.batch = next;
        self.counters.games += end - first;
        self.counters.samples += samples.len() as u64 * u64::from(stage.replays);
        Ok(())
    }

    /// Each stage plays games of its own.
    fn stage_seed(&self) -> u64 {
        self.seed.wrapping_add((self.stage as u64) << 32)
    }

    fn measure(&mut self, games: u64, observer: &mut dyn Observer) -> Result<(), TrainingError> {
        let network = self.network();
        let opponent = &self.recipe.measure.opponent;
        let duel = Duel { games, seed: MEASURE_SEED, variant: Variant::Backgammon };
        let player = Contestant::network(&network, "network", 1);
        let result = duel.play(&player, &Contestant::Bot(self.recipe.opponent()), &|_| {})?;
        let stage = self.recipe.stages.get(self.stage).or(self.recipe.stages.last());
        let point = CurvePoint {
            stage: stage.map_or_else(String::new, |stage| stage.name.clone()),
            games: self.counters.games,
            samples: self.counters.samples,
            seconds: self.counters.seconds,
            measured_games: result.games,
            points: result.points.value,
            interval: result.points.interval_95,
        };
        observer.measured(&point, opponent);
        self.curve.push(point);
        network.write(&self.folder.weights())?;
        let csv = curve::to_csv(&self.curve, opponent);
        write_atomically(&self.folder.curve(), csv.as_bytes())?;
        let title = format!("{}: learning from self-play", self.recipe.name);
        let svg = curve::to_svg(&self.curve, &title, opponent).map_err(TrainingError::Plot)?;
        write_atomically(&self.folder.plot(), svg.as_bytes())?;
        Ok(())
    }

    fn write_checkpoint(&self) -> Result<(), TrainingError> {
        let checkpoint = Checkpoint {
            recipe: self.recipe.to_text(),
            seed: self.seed,
            stage: self.stage as u32,
            batch: self.batch,
            pending: self.pending.clone().unwrap_or_default(),
            counters: self.counters,
            before: self.before,
            contact: self.contact.state()?,
            race: self.race.as_ref().map(Learner::state).transpose()?,
            pruner: self.pruner.as_ref().map(Learner::state).transpose()?,
            remembered: self.memory.written(),
            curve: self.curve.clone(),
        };
        Ok(CHECKPOINT.write(&self.folder.checkpoint(), &checkpoint)?)
    }
}

/// Games until the first measurement of a run that is learning fast.
const FIRST_MEASUREMENT: u64 = 1000;

/// Whether a measurement is due in the games after `before` up to `after`: at every multiple of
/// `every`, and before the first of them at 1000 games and each time the games have doubled.
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

fn has_contact(sample: &Sample) -> bool {
    sample.position.class() == Class::Contact
}

fn learn(
    contact: &mut Learner,
    race: &mut Option<Learner>,
    pruner: &mut Option<Learner>,
    samples: &[Sample],
    stage: &Stage,
    learning_rate: f64,
) {
    let (with_contact, without): (Vec<Sample>, Vec<Sample>) =
        samples.iter().partition(|sample| has_contact(sample));
    if let Some(race) = race {
        contact.learn(&with_contact, stage, learning_rate);
        race.learn(&without, stage, learning_rate);
    } else {
        contact.learn(samples, stage, learning_rate);
    }
    if let Some(pruner) = pruner {
        pruner.learn(&with_contact, stage, learning_rate);
    }
}
