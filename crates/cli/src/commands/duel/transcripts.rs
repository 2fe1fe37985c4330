//! Saves the games of a duel to files.

use crate::{
    error::CliError,
    files::{Target, sign},
};
use sheshbesh_arena::{Duel, Spectator, Transcript};
use sheshbesh_matchfile::{LiveRecorder, Match, PlayerInfo};
use sheshbesh_movegen::{Action, BySeat, CubeRules, FirstPlayer, Seat, Session};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

/// Spectator that collects transcripts, and ends the duel when a flag is set.
pub struct TranscriptCollector<'a> {
    written: Mutex<Vec<Transcript>>,
    stop: Arc<AtomicBool>,
    pair_over: &'a (dyn Fn() + Sync),
}

impl<'a> TranscriptCollector<'a> {
    /// Creates a spectator; it calls `pair_over` after each pair of games.
    pub fn new(stop: Arc<AtomicBool>, pair_over: &'a (dyn Fn() + Sync)) -> Self {
        Self { written: Mutex::default(), stop, pair_over }
    }

    /// Returns the transcripts in the order of the dice, with the first player on the left.
    pub fn into_transcripts(self) -> Vec<Transcript> {
        let mut written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        written.sort_by_key(|transcript| (transcript.pair, transcript.first == Seat::Top));
        written.into_iter().map(|transcript| transcript.with_first_at(Seat::Top)).collect()
    }
}

impl Spectator for TranscriptCollector<'_> {
    fn pair_over(&self) {
        (self.pair_over)();
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn takes_notes(&self) -> bool {
        true
    }

    fn played(&self, transcript: Transcript) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push(transcript);
    }
}

/// Builds match records from the transcripts of a duel.
pub struct MatchWriter<'a> {
    /// The duel.
    pub duel: &'a Duel,
    /// Names of the first and the second player.
    pub names: [String; 2],
}

impl MatchWriter<'_> {
    fn new_recorder(&self) -> LiveRecorder {
        let [first, second] = self.names.clone().map(|name| PlayerInfo { name, rating: None });
        let mut rules = self.duel.rules.unwrap_or_else(|| CubeRules::NO_CUBE.into());
        let is_match = matches!(rules.cube.session, Session::Match { .. });
        if self.duel.frame.is_single()
            && !is_match
            && rules.house_rules.starter(self.duel.frame.game(0)) == FirstPlayer::Winner
        {
            // Each game was independent of the winner of the previous one.
            rules.house_rules.starter = Some(FirstPlayer::OneDieEach);
        }
        let players = BySeat { top: first, bottom: second };
        let mut recorder = LiveRecorder::new(self.duel.frame, rules, players);
        sign(recorder.about(), Some(self.duel.seed));
        recorder
    }

    /// Builds one session from games played for points.
    pub fn build_session(&self, games: &[Transcript]) -> Result<Match, CliError> {
        let mut recorder = self.new_recorder();
        for (number, game) in games.iter().enumerate() {
            if number > 0 && recorder.referee().result().is_some() {
                recorder.apply(Action::NextGame).map_err(CliError::failed)?;
            }
            self.record_game(&mut recorder, game)?;
            recorder.break_off();
        }
        Ok(recorder.record())
    }

    fn record_game(
        &self,
        recorder: &mut LiveRecorder,
        transcript: &Transcript,
    ) -> Result<(), CliError> {
        match self.duel.start {
            None => recorder.exchange_sides(transcript.mirrored),
            Some(table) => {
                let table = if transcript.mirrored { table.mirrored() } else { table };
                recorder.begin_at_table(&table).map_err(CliError::failed)?;
            }
        }
        for &action in &transcript.actions {
            recorder.apply(action).map_err(CliError::failed)?;
        }
        Ok(())
    }

    /// Writes each match to its own file.
    pub fn write_matches(&self, matches: &[Transcript], to: &[Target]) -> Result<(), CliError> {
        for (played, target) in matches.iter().zip(to) {
            let mut recorder = self.new_recorder();
            self.record_game(&mut recorder, played)?;
            target.write(&recorder.record())?;
        }
        Ok(())
    }
}
