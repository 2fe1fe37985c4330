//! Vectorised environment: many games in parallel, for learning from afterstates.

use crate::{
    array_buffer::{ArrayBuffer, filled},
    arrays::{describe, integers},
    engine::checked_threads,
    errors::{EnvironmentClosed, failed, nonsense},
    fork_guard::ForkGuard,
    position,
    positions::Positions,
    unsigned::Unsigned,
};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::{exceptions::PyMemoryError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use sheshbesh_movegen::{
    AfterPlay, Dice, Game, GameEnd, HouseRules, Plays, Position, Side,
    random::{GameRng, first_roll, game_rng, roll},
};
use sheshbesh_network::inputs::InputSet;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Number of games per task.
const AT_ONCE: usize = 256;

/// Maximum number of games of an environment.
const MOST_GAMES: usize = 1 << 24;

/// Features of all afterstates, and the offset of each game.
type Afterstates<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>);

/// Many games in parallel; a finished game restarts.
#[pyclass(frozen, module = "sheshbesh")]
pub(crate) struct VectorEnv {
    game: Game,
    features: Option<InputSet>,
    size: usize,
    process: ForkGuard,
    games: Mutex<Games>,
}

/// The games of a [`VectorEnv`], with the threads that play them.
struct Games {
    game: Game,
    seed: u64,
    pool: ThreadPool,
    size: usize,
    chunks: Vec<Chunk>,
    /// Number of the next game to start.
    next_number: u64,
    /// Number of finished games.
    finished: u64,
    /// Buffer of the last `afterstates`, reused once no array refers to it.
    memory: Option<Py<ArrayBuffer>>,
    closed: bool,
}

/// Games of one task, with the plays of their rolls.
struct Chunk {
    games: Vec<Running>,
    plays: Plays,
    /// Afterstates, game by game, from the view of the player who rolls next.
    next: Vec<Position>,
    /// For each afterstate, true if the player who made the play rolls next.
    again: Vec<bool>,
    /// End of each game's afterstates.
    ends: Vec<usize>,
}

/// A game with a roll to be played.
struct Running {
    number: u64,
    rng: GameRng,
    position: Position,
    dice: Dice,
    /// Number of finished turns.
    turns: u32,
    /// Player on roll; 0 is the player who started.
    player: u8,
    reward: f32,
    over: bool,
}

impl Running {
    /// Starts the game of a seed with a number, like `shesh duel`.
    fn begin(game: Game, seed: u64, number: u64) -> Self {
        let mut rng = game_rng(seed, number);
        let dice = first_roll(game, &mut rng);
        let position = game.start();
        Self { number, rng, position, dice, turns: 0, player: 0, reward: 0.0, over: false }
    }

    /// Makes a play, and rolls for the next player if no numbers are left.
    fn play(&mut self, game: Game, next: Position, again: bool) {
        self.turns += 1;
        let result = if again { next.swapped() } else { next };
        let turn_limit = HouseRules::USUAL.turn_limit(game);
        let after = game.after_play(self.dice, &result).within(self.turns, turn_limit);
        self.over = after.position().is_none();
        self.reward = match after {
            AfterPlay::Over(GameEnd { winner: Some(Side::Opponent), points }) => f32::from(points),
            AfterPlay::Over(GameEnd { winner: Some(Side::OnRoll), points }) => -f32::from(points),
            _ => 0.0,
        };
        if !self.over {
            self.position = next;
            self.player ^= u8::from(!again);
            // Numbers that are left are played without a roll.
            self.dice = match next.turn_state().stage {
                Some(stage) => stage.dice(),
                None => roll(game, &mut self.rng),
            };
        }
    }
}

impl Chunk {
    /// Generates the plays of all games.
    fn find_plays(&mut self, game: Game) {
        self.next.clear();
        self.again.clear();
        self.ends.clear();
        for Running { position, dice, .. } in &self.games {
            for result in self.plays.generate_or_pass(position, *dice) {
                let after = game.after_play(*dice, result);
                self.next.push(after.position().unwrap_or(*result));
                self.again.push(matches!(after, AfterPlay::GoesOn(_)));
            }
            self.ends.push(self.next.len());
        }
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (num_envs, game = "backgammon", features = None, seed = Unsigned(0), threads = Unsigned(0)))]
    fn new(
        py: Python<'_>,
        num_envs: Unsigned<usize>,
        game: &str,
        features: Option<&str>,
        seed: Unsigned<u64>,
        threads: Unsigned<usize>,
    ) -> PyResult<Self> {
        let (Unsigned(num_envs), Unsigned(seed), Unsigned(threads)) = (num_envs, seed, threads);
        let game = position::parse_game(game)?;
        let features = features.map(|name| position::features(name, game)).transpose()?;
        if !(1..=MOST_GAMES).contains(&num_envs) {
            return Err(nonsense(format_args!(
                "num_envs is from 1 to {MOST_GAMES}, not {num_envs}"
            )));
        }
        let threads = checked_threads(threads)?;
        check_room(num_envs)?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(failed)?;
        let mut games = Games {
            game,
            seed,
            pool,
            size: num_envs,
            chunks: Vec::new(),
            next_number: 0,
            finished: 0,
            memory: None,
            closed: false,
        };
        py.detach(|| games.begin());
        let (process, games) = (ForkGuard::this(), Mutex::new(games));
        Ok(Self { game, features, size: num_envs, process, games })
    }

    /// Restarts all games, from the first game of the seed.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<Unsigned<u64>>) -> PyResult<()> {
        let games = &mut *self.games()?;
        games.seed = seed.map_or(games.seed, |seed| seed.0);
        py.detach(|| games.begin());
        Ok(())
    }

    /// Features of all afterstates, `float32 [N, F]`, from the view of the player who rolls next,
    /// and the offsets of the games, `int64 [B + 1]`.
    fn afterstates<'py>(&self, py: Python<'py>) -> PyResult<Afterstates<'py>> {
        let games = &mut *self.games()?;
        let Some(set) = self.features else {
            return Err(nonsense(
                "this environment has no features: give their name when it is made",
            ));
        };
        let Games { chunks, pool, memory, .. } = games;
        let count: usize = chunks.iter().map(|chunk| chunk.next.len()).sum();
        let describe_all = |mut rows: &mut [f32]| {
            let mut parts = Vec::with_capacity(chunks.len());
            for chunk in &*chunks {
                let (part, rest) = rows.split_at_mut(chunk.next.len() * set.len());
                parts.push((part, &chunk.next));
                rows = rest;
            }
            py.detach(|| {
                let describe_part =
                    |(rows, next): (&mut [f32], &Vec<Position>)| describe(set, next, rows);
                pool.install(|| parts.into_par_iter().for_each(describe_part));
            });
        };
        let all = filled(py, memory, (count, set.len()), describe_all)?;
        Ok((all, games.offsets(py)))
    }

    /// Offset of each game's plays among those of all games, `int64 [B + 1]`.
    fn offsets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.games()?.offsets(py))
    }

    /// Number of plays of each game, `int64 [B]`, at least 1.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let games = self.games()?;
        let mut counts = Vec::with_capacity(self.size);
        for chunk in &games.chunks {
            let begins = std::iter::once(&0).chain(&chunk.ends);
            counts.extend(chunk.ends.iter().zip(begins).map(|(end, begin)| (end - begin) as i64));
        }
        Ok(PyArray1::from_vec(py, counts))
    }

    /// Makes the play with the given index in each game. Returns the points won by the player who
    /// made it (negative for a loss), `float32 [B]`, and true for each finished game, `bool [B]`. A
    /// finished game restarts.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        choice: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>)> {
        let games = &mut *self.games()?;
        let choice = integers("choice", choice)?;
        // Copy, since other threads may write to the array meanwhile.
        let choice = choice.as_slice()?.to_vec();
        if choice.len() != self.size {
            return Err(nonsense(format_args!(
                "choice has {} numbers, and there are {} games",
                choice.len(),
                self.size
            )));
        }
        py.detach(|| games.play(&choice))?;
        let rewards = games.running().map(|game| game.reward).collect();
        let over = games.running().map(|game| game.over).collect();
        Ok((PyArray1::from_vec(py, rewards), PyArray1::from_vec(py, over)))
    }

    /// Positions before the plays, from the view of the player on roll.
    fn positions(&self) -> PyResult<Positions> {
        let list = self.games()?.running().map(|game| game.position).collect();
        Ok(Positions { game: self.game, list })
    }

    /// Afterstates of all plays of all games, from the view of the player who rolls next.
    fn afterstate_positions(&self) -> PyResult<Positions> {
        let games = self.games()?;
        let list = games.chunks.iter().flat_map(|chunk| &chunk.next).copied().collect();
        Ok(Positions { game: self.game, list })
    }

    /// Rolls to be played, the highest number first, `uint8 [B, 2]`, or `[B, 3]` with three dice.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let games = self.games()?;
        let dice = games.running().flat_map(|game| game.dice.numbers()).collect();
        PyArray1::from_vec(py, dice).reshape([self.size, self.game.dice()])
    }

    /// Player on roll, `uint8 [B]`; 0 is the player who started.
    #[getter]
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let games = self.games()?;
        Ok(PyArray1::from_vec(py, games.running().map(|game| game.player).collect()))
    }

    /// Number of each game within the seed, `uint64 [B]`.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let games = self.games()?;
        Ok(PyArray1::from_vec(py, games.running().map(|game| game.number).collect()))
    }

    /// Number of parallel games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.size
    }

    /// Name of the game, with its agreements.
    #[getter]
    fn game(&self) -> String {
        self.game.to_string()
    }

    /// Number of features of a position; 0 without features.
    #[getter]
    fn num_features(&self) -> usize {
        self.features.map_or(0, InputSet::len)
    }

    /// Number of finished games.
    #[getter]
    fn finished(&self) -> PyResult<u64> {
        Ok(self.lock()?.finished)
    }

    /// Frees the memory. Later calls raise `EnvironmentClosed`.
    fn close(&self) -> PyResult<()> {
        let mut games = self.lock()?;
        games.closed = true;
        games.chunks = Vec::new();
        games.memory = None;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.size
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {} at once>", self.size, self.game)
    }
}

impl VectorEnv {
    /// Locks the games of an open environment.
    ///
    /// # Errors
    /// Same as [`lock`](Self::lock); also fails after [`close`](Self::close), and in a process
    /// forked from the one that created the environment.
    fn games(&self) -> PyResult<MutexGuard<'_, Games>> {
        let games = self.lock()?;
        if games.closed {
            return Err(EnvironmentClosed::new_err("this environment has been closed"));
        }
        self.process.check()?;
        Ok(games)
    }

    /// Locks the games.
    ///
    /// # Errors
    /// Fails while another thread uses them. Waiting could take as long as a step, with the
    /// interpreter lock held.
    fn lock(&self) -> PyResult<MutexGuard<'_, Games>> {
        self.games.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                failed("another thread is using this environment: give each thread its own")
            }
            TryLockError::Poisoned(_) => failed("this environment broke down earlier"),
        })
    }
}

/// Checks that a number of games with their afterstates fits into memory.
///
/// # Errors
/// `MemoryError` if it does not.
fn check_room(games: usize) -> PyResult<()> {
    /// Average number of plays of a roll, with a reserve, since lists grow by doubling.
    const PLAYS: usize = 64;
    let each = size_of::<Running>() + PLAYS * (size_of::<Position>() + 1);
    let bytes = games.saturating_mul(each);
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .map_err(|_| PyMemoryError::new_err(format!("no room for {games} games ({bytes} bytes)")))
}

impl Games {
    /// All games in order.
    fn running(&self) -> impl Iterator<Item = &Running> {
        self.chunks.iter().flat_map(|chunk| &chunk.games)
    }

    /// Offset of each game's plays, followed by the total number of plays.
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut offsets = Vec::with_capacity(self.size + 1);
        let mut before = 0;
        offsets.push(0);
        for chunk in &self.chunks {
            offsets.extend(chunk.ends.iter().map(|end| (before + end) as i64));
            before += chunk.next.len();
        }
        PyArray1::from_vec(py, offsets)
    }

    fn begin(&mut self) {
        let (game, seed) = (self.game, self.seed);
        let starts: Vec<usize> = (0..self.size).step_by(AT_ONCE).collect();
        let chunk = |start: usize| {
            let numbers = start..(start + AT_ONCE).min(self.size);
            let games = numbers.map(|number| Running::begin(game, seed, number as u64)).collect();
            let plays = Plays::new(game);
            let mut chunk = Chunk { games, plays, next: vec![], again: vec![], ends: vec![] };
            chunk.find_plays(game);
            chunk
        };
        let chunks = self.pool.install(|| starts.into_par_iter().map(chunk).collect());
        self.chunks = chunks;
        (self.next_number, self.finished) = (self.size as u64, 0);
    }

    /// Makes the chosen plays.
    ///
    /// # Errors
    /// `InvalidInput` for an invalid choice; no game is changed then.
    fn play(&mut self, choice: &[i64]) -> PyResult<()> {
        let game = self.game;
        let checked = |(at, (chunk, choice)): (usize, (&Chunk, &[i64]))| {
            let mut begin = 0;
            for (index, (&end, &choice)) in chunk.ends.iter().zip(choice).enumerate() {
                if !(0..(end - begin) as i64).contains(&choice) {
                    return Err((at * AT_ONCE + index, choice, end - begin));
                }
                begin = end;
            }
            Ok(())
        };
        let chunks = self.chunks.iter().zip(choice.chunks(AT_ONCE)).enumerate();
        for chunk in chunks {
            checked(chunk).map_err(|(index, choice, plays)| {
                nonsense(format_args!(
                    "game {index} has {plays} plays, and none is number {choice}"
                ))
            })?;
        }
        let played = |(chunk, choice): (&mut Chunk, &[i64])| {
            let mut begin = 0;
            for ((running, &end), &choice) in chunk.games.iter_mut().zip(&chunk.ends).zip(choice) {
                let index = begin + choice as usize;
                running.play(game, chunk.next[index], chunk.again[index]);
                begin = end;
            }
        };
        let (pool, chunks) = (&self.pool, &mut self.chunks);
        pool.install(|| chunks.par_iter_mut().zip(choice.par_chunks(AT_ONCE)).for_each(played));
        // Number new games in order, independent of the threads.
        for running in self.chunks.iter_mut().flat_map(|chunk| &mut chunk.games) {
            if running.over {
                running.number = self.next_number;
                self.next_number += 1;
                self.finished += 1;
            }
        }
        let seed = self.seed;
        let began = |chunk: &mut Chunk| {
            for running in chunk.games.iter_mut().filter(|running| running.over) {
                let begun = Running::begin(game, seed, running.number);
                *running = Running { over: true, reward: running.reward, ..begun };
            }
            chunk.find_plays(game);
        };
        self.pool.install(|| self.chunks.par_iter_mut().for_each(began));
        Ok(())
    }
}
