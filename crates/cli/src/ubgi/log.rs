//! Saves games played through the Universal Backgammon Interface to files.

use crate::{
    error::CliError,
    files::{Target, sign},
};
use sheshbesh_matchfile::{LiveRecorder, PlayerInfo};
use sheshbesh_movegen::{
    Action, Answer, BySeat, CubeRules, Decision, Dice, Game, InvalidSituation, Phase, Plays,
    Position, Seat, Situation, Stakes,
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Records queries and answers. Programs send positions, not the actions between them: an action is
/// inferred if only one roll leads to the new position; otherwise the position is set up.
pub struct Log {
    target: Target,
    current: Option<CurrentMatch>,
    /// Number of finished files; each match has its own.
    files: u64,
    /// True if existing files may be overwritten.
    force: bool,
    /// True if the next file exists already, so that nothing more is written.
    closed: bool,
    /// Time of the last write.
    written: Instant,
}

/// An answer of the engine, with the table on which it decided.
pub(super) enum LogEntry {
    Play { table: Situation, dice: Dice, result: Position },
    Double(Situation),
    Answer(Situation, Answer),
}

/// A log that the Ctrl-C handler also writes.
pub type SharedLog = Arc<Mutex<Log>>;

/// Locks a log, even if a thread panicked while it held the lock.
pub fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Minimum interval between writes during a match.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// A match in progress.
struct CurrentMatch {
    recorder: LiveRecorder,
    game: Game,
    rules: CubeRules,
    /// True if the engine has doubled and the answer is not known yet.
    doubled: bool,
}

impl Log {
    /// Creates a log. The first match is written to `target`, further ones to numbered files.
    pub fn new(target: Target, force: bool) -> Self {
        Self { target, current: None, files: 0, force, closed: false, written: Instant::now() }
    }

    /// Starts a game. An unfinished previous game counts as passed if the engine had doubled,
    /// otherwise it stays unfinished.
    pub fn new_game(&mut self) -> Result<(), CliError> {
        let Some(played) = &mut self.current else { return Ok(()) };
        if std::mem::take(&mut played.doubled) {
            // An illegal double is not recorded.
            let doubled = played.recorder.apply(Action::Double);
            let _ = doubled.and_then(|_| played.recorder.apply(Action::Pass));
        }
        played.recorder.break_off();
        Ok(())
    }

    /// Starts another match.
    pub fn new_session(&mut self) -> Result<(), CliError> {
        self.write()?;
        if self.current.take().is_some() {
            self.files += 1;
            let next = self.target.numbered(self.files + 1, 1);
            let free = next.check(self.force);
            self.closed = free.is_err();
            free?;
        }
        Ok(())
    }

    /// Writes the record if the last write was a while ago, so that little is lost if the program
    /// is killed.
    pub fn write_if_due(&mut self) -> Result<(), CliError> {
        if self.written.elapsed() < WRITE_INTERVAL {
            return Ok(());
        }
        self.written = Instant::now();
        self.write()
    }

    /// Writes the record so far, atomically.
    pub fn write(&self) -> Result<(), CliError> {
        let Some(played) = self.current.as_ref().filter(|_| !self.closed) else { return Ok(()) };
        let record = played.recorder.record();
        match self.files {
            0 => self.target.write(&record),
            files => self.target.numbered(files + 1, 1).write(&record),
        }
    }

    /// Records an answer of the engine.
    pub(super) fn record(&mut self, entry: LogEntry) -> Result<(), CliError> {
        match entry {
            LogEntry::Play { table, dice, result } => self.record_play(&table, dice, result),
            LogEntry::Double(table) => self.record_double(&table),
            LogEntry::Answer(table, answer) => self.record_answer(&table, answer),
        }
    }

    /// Records that the engine has played a roll.
    fn record_play(
        &mut self,
        table: &Situation,
        dice: Dice,
        result: Position,
    ) -> Result<(), CliError> {
        let recorder = self.reach(table, Some(dice))?;
        let rolls = matches!(recorder.referee().to_decide(), Decision::Roll { .. });
        let actions = [rolls.then_some(Action::Roll(dice)), Some(Action::Play(result))];
        apply_all(recorder, actions.into_iter().flatten())
    }

    /// Records that the engine doubles.
    fn record_double(&mut self, table: &Situation) -> Result<(), CliError> {
        self.reach(table, None)?;
        if let Some(played) = &mut self.current {
            played.doubled = true;
        }
        Ok(())
    }

    /// Records the engine's answer to the double of the player on roll.
    fn record_answer(&mut self, table: &Situation, answer: Answer) -> Result<(), CliError> {
        apply_all(self.reach(table, None)?, [Action::Double, answer.into()])
    }

    /// Brings the record to a table before its roll, and returns the recorder; `dice` is the roll,
    /// if any. Starts another match if game or rules differ.
    fn reach(
        &mut self,
        table: &Situation,
        dice: Option<Dice>,
    ) -> Result<&mut LiveRecorder, CliError> {
        let table = Situation { phase: Phase::BeforeRoll, ..*table };
        let (game, rules) = (table.game, CubeRules::of(&table));
        let is_same_match = self
            .current
            .as_ref()
            .is_some_and(|played| (played.game, played.rules) == (game, rules));
        if !is_same_match {
            self.new_session()?;
        }
        let played = self.current.get_or_insert_with(|| {
            let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
            let players = BySeat { top: player("p0"), bottom: player("p1") };
            let mut recorder = LiveRecorder::new(game, rules, players);
            sign(recorder.about(), None);
            CurrentMatch { recorder, game, rules, doubled: false }
        });
        let reached = played.reach(&table, dice);
        reached.map_err(|error| CliError::Failed(format!("cannot save the game: {error}")))?;
        Ok(&mut played.recorder)
    }
}

/// Applies actions to the record.
fn apply_all(
    recorder: &mut LiveRecorder,
    actions: impl IntoIterator<Item = Action>,
) -> Result<(), CliError> {
    for action in actions {
        let applied = recorder.apply(action);
        applied.map_err(|error| CliError::Failed(format!("cannot save the game: {error}")))?;
    }
    Ok(())
}

impl CurrentMatch {
    fn reach(&mut self, table: &Situation, dice: Option<Dice>) -> Result<(), InvalidSituation> {
        let (seat, recorder) = (table.seat, &mut self.recorder);
        let is_reached = |recorder: &LiveRecorder| {
            let now = recorder.referee().table();
            let is_before_roll = matches!(recorder.referee().to_decide(), Decision::Roll { .. });
            is_before_roll
                && (now.position, now.seat, now.cube) == (table.position, seat, table.cube)
        };
        if std::mem::take(&mut self.doubled) && table.cube != recorder.referee().table().cube {
            let _ = recorder.apply(Action::Double).and_then(|_| recorder.apply(Action::Take));
        }
        if recorder.referee().result().is_some() {
            // Fails after the end of a match: another session follows.
            let _ = recorder.apply(Action::NextGame);
        }
        let score = table.score.seated(seat);
        let is_match = matches!(table.stakes, Stakes::Match { .. });
        let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
        let now = recorder.referee().table();
        let other_score =
            is_match && (now.score.seated(now.seat), now.stakes) != (score, table.stakes);
        if recorder.referee().result().is_some() || other_score {
            recorder.begin_at(score, crawford)?;
        }
        if recorder.referee().to_decide() == Decision::Opening {
            record_opening(recorder, table, dice);
        } else if recorder.referee().table().seat != seat {
            let before = recorder.referee().table().position;
            if let Some(roll) = infer_roll(table.game, &before, &table.position, |_| true) {
                let play = Action::Play(table.position);
                let _ = recorder.apply(Action::Roll(roll)).and_then(|_| recorder.apply(play));
            }
        }
        let rolled = matches!(recorder.referee().to_decide(), Decision::Play { dice: roll, seat: who }
            if Some(roll) == dice && who == seat);
        if rolled && recorder.referee().table().position == table.position || is_reached(recorder) {
            return Ok(());
        }
        recorder.set_up(table)
    }
}

/// Records the opening roll of a game: the roll of the player on roll, or the inferred roll that
/// the opponent has already played.
fn record_opening(recorder: &mut LiveRecorder, table: &Situation, dice: Option<Dice>) {
    let start = table.game.start();
    let opening_dice = |seat: Seat, roll: Dice| table.game.lot(seat, [roll.high(), roll.low()]);
    let decides_start = |roll: &Dice| roll.high() != roll.low();
    if table.position == start {
        if let Some(roll) = dice.filter(decides_start) {
            let _ = recorder.apply(Action::OpeningRoll(opening_dice(table.seat, roll)));
        }
    } else if let Some(roll) = infer_roll(table.game, &start, &table.position, decides_start) {
        let opened = recorder.apply(Action::OpeningRoll(opening_dice(!table.seat, roll)));
        let _ = opened.and_then(|_| recorder.apply(Action::Play(table.position)));
    }
}

/// Returns the roll if exactly one leads from `before` to `after`, a position from the view of the
/// opponent.
fn infer_roll(
    game: Game,
    before: &Position,
    after: &Position,
    possible: impl Fn(&Dice) -> bool,
) -> Option<Dice> {
    let mut plays = Plays::new(game);
    let mut rolls = game
        .rolls()
        .iter()
        .copied()
        .filter(possible)
        .filter(|&roll| plays.generate_or_pass(before, roll).contains(after));
    rolls.next().filter(|_| rolls.next().is_none())
}
