//! State of the protocol, with the engine: executes commands.

use super::{
    log::{Log, SharedLog, lock},
    mistakes::Mistakes,
    protocol::{Command, IdNotation, P0, Reply, UbgiError},
};
use crate::{args::open_tables, error::CliError, terminal::note};
use sheshbesh_api::{limits::DEFAULT_CACHE_MB, queries::SearchOptions};
use sheshbesh_evaluator::{Depth, Engine, EvaluationCache, Settings};
use sheshbesh_movegen::{BySeat, Cube, Game, Phase, Position, Seat, Situation, Stakes};
use sheshbesh_network::{
    Network,
    input::{Line, limit},
};
use std::sync::{Arc, atomic::AtomicU64};

/// Default size of the evaluation cache in MB.
pub(super) const DEFAULT_CACHE: usize = DEFAULT_CACHE_MB as usize;

/// State of the protocol, with the engine.
pub struct Session {
    pub(super) engine: Engine,
    /// Name of the networks.
    pub(super) name: String,
    pub(super) options: SearchOptions,
    pub(super) mistakes: Mistakes,
    /// Number of `stop` commands read from the input. A search continues while it equals
    /// `stops_obeyed`, the number of those executed.
    pub(super) stops_read: Arc<AtomicU64>,
    pub(super) stops_obeyed: u64,
    pub(super) game: Game,
    pub(super) position: Option<Position>,
    /// Phase of the turn: before the roll, rolled, or a pending answer to the cube.
    pub(super) phase: Phase,
    pub(super) stakes: Stakes,
    pub(super) score: BySeat<u16>,
    /// Value of the cube.
    pub(super) cube_value: u32,
    /// Binary logarithm of the largest cube value.
    pub(super) largest_cube: u8,
    /// `None` for a centred cube.
    pub(super) cube_owner: Option<Seat>,
    pub(super) turn: Seat,
    /// Record of the games, for `--save`.
    log: Option<SharedLog>,
}

impl Session {
    /// Creates a session. `name` is the name of the networks; games are saved to the log, if any.
    pub fn new(
        name: String,
        network: &Network,
        others: &[&Network],
        log: Option<SharedLog>,
    ) -> Result<Self, CliError> {
        let settings = Settings {
            tables: Some(open_tables()),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE))),
            ..Settings::default()
        };
        Ok(Self {
            engine: Engine::with_others(network, others, settings, rayon::current_num_threads())
                .map_err(CliError::failed)?,
            name,
            options: SearchOptions {
                level: Some(Depth::ONE.into()),
                filter: None,
                cubeful: Some(false),
            },
            mistakes: Mistakes::none(),
            stops_read: Arc::default(),
            stops_obeyed: 0,
            game: Game::Backgammon,
            position: None,
            phase: Phase::BeforeRoll,
            stakes: Stakes::default(),
            largest_cube: Situation::USUAL_LARGEST_CUBE,
            score: BySeat::default(),
            cube_value: 1,
            cube_owner: None,
            turn: P0,
            log,
        })
    }

    /// Returns the counter of `stop` commands. The reader of the input increments it for each one,
    /// which ends a running search.
    pub fn stop_counter(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.stops_read)
    }

    /// Answers a line of input. Invalid input gets an `error` line and does not end the program.
    pub fn answer(&mut self, line: &Line) -> Reply {
        let problem = match line {
            Line::Text(text) => return self.answer_text(text),
            Line::NotText => "the line is not UTF-8 text".to_owned(),
            Line::TooLong => format!("the line is longer than {} bytes", limit::LINE),
        };
        Reply::Lines(vec![UbgiError::bad_argument(problem).to_line()])
    }

    pub(super) fn answer_text(&mut self, text: &str) -> Reply {
        let lines = match Command::parse(text) {
            Ok(Command::Quit) => return Reply::Quit,
            Ok(command) => self.execute(command),
            Err(error) => Err(error),
        };
        Reply::Lines(lines.unwrap_or_else(|error| vec![error.to_line()]))
    }

    fn execute(&mut self, command: Command<'_>) -> Result<Vec<String>, UbgiError> {
        match command {
            Command::Empty | Command::Quit => {}
            Command::Identify => return Ok(self.identify()),
            Command::IsReady => return Ok(vec!["readyok".to_owned()]),
            Command::Stop => self.stops_obeyed += 1,
            Command::NewGame => {
                (self.position, self.phase) = (None, Phase::BeforeRoll);
                (self.cube_value, self.cube_owner) = (1, None);
                self.update_log(Log::new_game);
            }
            Command::SetOption { name, value } => self.set_option(name, &value)?,
            Command::NewSession(stakes) => {
                self.stakes = stakes;
                (self.score, self.cube_value, self.cube_owner) = (BySeat::default(), 1, None);
                self.largest_cube = Situation::USUAL_LARGEST_CUBE;
                self.update_log(Log::new_session);
            }
            Command::SetScore(score) => self.score = score,
            Command::SetCube { value, owner } => {
                (self.cube_value, self.cube_owner) = (value, owner);
            }
            Command::SetTurn(turn) => self.turn = turn,
            Command::SetPosition { notation, id } => self.set_position(notation, id)?,
            Command::SetDice(dice) => self.phase = Phase::Rolled(dice),
            Command::Go { role, limits } => {
                let (lines, entry) = self.search(role, &limits)?;
                self.update_log(|log| entry.map_or(Ok(()), |entry| log.record(entry)));
                return Ok(lines);
            }
        }
        Ok(Vec::new())
    }

    /// Updates the log, if games are saved. An error is only reported as a note.
    fn update_log(&self, update: impl FnOnce(&mut Log) -> Result<(), CliError>) {
        let Some(log) = &self.log else { return };
        let mut log = lock(log);
        if let Err(error) = update(&mut log).and_then(|()| log.write_if_due()) {
            note(&error.to_string());
        }
    }

    fn set_position(&mut self, notation: IdNotation, id: &str) -> Result<(), UbgiError> {
        let situation = match notation {
            IdNotation::GnuId => {
                Situation::parse(id, self.game).map_err(UbgiError::bad_argument)?
            }
            IdNotation::Xgid => {
                Situation::from_xgid(id, self.game).map_err(UbgiError::bad_argument)?
            }
        };
        if situation.game != self.game {
            let (game, set) = (situation.game, self.game);
            return Err(UbgiError::bad_argument(format!(
                "the position is from {game}, but Variant is {set}"
            )));
        }
        self.position = Some(situation.position);
        if notation == IdNotation::GnuId {
            self.phase = Phase::BeforeRoll;
            return Ok(());
        }
        self.phase = situation.phase;
        self.stakes = situation.stakes;
        self.largest_cube = situation.largest_cube;
        self.score = situation.score.seated(self.turn);
        self.cube_value = situation.cube.value();
        self.cube_owner = situation.cube.owner().map(|side| self.turn.of(side));
        Ok(())
    }

    /// Returns the situation of a position with the current cube, score and phase.
    pub(super) fn situation(&self, position: Position) -> Situation {
        let mut situation = Situation::new(position, self.game);
        situation.phase = self.phase;
        situation.stakes = self.stakes;
        situation.largest_cube = self.largest_cube;
        situation.score = self.score.seen_from(self.turn);
        // `crawford on` announces the Crawford rule: it is the Crawford game only one point away.
        if !situation.is_one_away()
            && let Stakes::Match { crawford, .. } = &mut situation.stakes
        {
            *crawford = false;
        }
        let owner = self.cube_owner.map(|owner| self.turn.side_at(owner));
        situation.cube = Cube::of_value(self.cube_value, owner).expect("only such values are set");
        situation
    }
}
