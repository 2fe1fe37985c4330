//! Record of the game, saved to a file.

use crate::{
    error::CliError,
    files::{Target, sign},
    terminal::{on_ctrl_c, report_error},
};
use sheshbesh_matchfile::{LiveRecorder, PlayerInfo};
use sheshbesh_movegen::{BySeat, GameSeries, Situation, TableRules};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Record of the game and its output file. Ctrl-C also writes the file.
pub(super) struct Autosave {
    recorder: Arc<Mutex<LiveRecorder>>,
    target: Target,
}

impl Autosave {
    /// Begins a record. `seed` is that of the dice; `None` if they are typed.
    pub(super) fn new(
        target: Target,
        frame: GameSeries,
        rules: TableRules,
        start: Option<&Situation>,
        seed: Option<u64>,
    ) -> Result<Self, CliError> {
        let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
        let players = BySeat { bottom: player("You"), top: player("Sheshbesh") };
        let mut recorder = LiveRecorder::new(frame, rules, players);
        sign(recorder.about(), seed);
        if let Some(table) = start {
            recorder.begin_at_table(table).map_err(CliError::bad_input)?;
        }
        let autosave = Self { recorder: Arc::new(Mutex::new(recorder)), target };
        let (recorder, target) = (Arc::clone(&autosave.recorder), autosave.target.clone());
        on_ctrl_c(move || {
            let recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(failure) = target.write(&recorder.record()) {
                report_error(failure);
            }
        })?;
        Ok(autosave)
    }

    pub(super) fn recorder(&self) -> MutexGuard<'_, LiveRecorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the record so far to the file.
    pub(super) fn write(&self) -> Result<(), CliError> {
        self.target.write(&self.recorder().record())
    }
}
