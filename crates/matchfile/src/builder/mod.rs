//! Builds match records from the actions that readers find; a referee validates each action.

mod parsed_action;
mod resignation;
mod result;

use crate::{
    annotation::Annotation,
    model::{Entry, Event, GameRecord, How, Match},
    replay_cursor::{ReplayCursor, ReplayError},
    warning::{Problem, Warning},
};
pub(crate) use parsed_action::ParsedAction;
use resignation::Offer;
use sheshbesh_movegen::{BySeat, Decision, Game, Illegal, Position, Seat, Situation};

/// Maximum number of warnings for a match.
const MOST_WARNINGS: usize = 200;

/// The game being recorded.
struct Current {
    record: GameRecord,
    /// The table now; `None` after an impossible action.
    table: Option<ReplayCursor>,
    /// The table at which reading stopped.
    stopped_at: Option<Situation>,
    /// True if the file does not state that this is the Crawford game.
    crawford_is_guess: bool,
    /// Line of the last entry or of the result.
    line: u32,
    /// The end of the game as stated by the loser.
    ending: Option<Ended>,
    /// An unanswered offer to resign.
    offer: Option<Offer>,
}

impl Current {
    fn push(&mut self, line: u32, seat: Seat, event: Event) {
        self.record.entries.push(Entry { line, ..Entry::new(seat, event) });
    }
}

/// The end of a game as stated by its loser: the winner, the points, and the kind of end.
type Ended = (Seat, Option<u32>, Option<How>);

/// Matches read from a file, each with its warnings.
pub(crate) type BuiltMatches = Vec<(Match, Vec<Warning>)>;

/// Builds the matches of a file, one after the other.
pub(crate) struct RecordBuilder {
    /// The match being recorded. Readers fill in everything before its first game.
    pub(crate) record: Match,
    /// The finished matches before it.
    before: BuiltMatches,
    warnings: Vec<Warning>,
    current: Option<Current>,
    /// Number of problems that suggest another game: impossible actions, illegal plays, and rolls
    /// left unplayed.
    pub(crate) troubles: usize,
}

impl RecordBuilder {
    pub(crate) fn new(game: Game) -> Self {
        let record = Match { game, ..Match::default() };
        Self { record, before: Vec::new(), warnings: Vec::new(), current: None, troubles: 0 }
    }

    /// Ends the current match and begins another one of a game.
    pub(crate) fn next_match(&mut self, game: Game) {
        let troubles = self.troubles;
        let ended = std::mem::replace(self, Self { troubles, ..Self::new(game) });
        self.before = ended.finish();
    }

    /// Moves the current game to a new match with the same rules, as its first game. Does nothing
    /// if it is already the first game.
    pub(crate) fn split(&mut self) {
        if self.record.games.is_empty() {
            return;
        }
        let number = self.record.games.len() + 1;
        let current = self.current.take();
        let is_moved = |warning: &Warning| current.is_some() && warning.game == number;
        let (moved, others) = std::mem::take(&mut self.warnings).into_iter().partition(is_moved);
        self.warnings = others;
        let Match { game, length, rules, customs, .. } = self.record;
        self.next_match(game);
        let record = Match { game, length, rules, customs, ..Match::default() };
        (self.record, self.current, self.warnings) = (record, current, moved);
        for warning in &mut self.warnings {
            warning.game = 1;
        }
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, line: u32, problem: Problem) {
        let game = self.record.games.len() + usize::from(self.current.is_some());
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Warning { line, game, problem });
        } else if self.warnings.len() == MOST_WARNINGS {
            self.warnings.push(Warning { line, game, problem: Problem::More });
        }
    }

    /// Begins a game. `crawford` is `None` if the file does not state it.
    pub(crate) fn begin(&mut self, line: u32, score: BySeat<u16>, crawford: Option<bool>) {
        // In uneven games the players exchange sides after each game.
        let last = self.current.as_ref().map(|current| &current.record);
        let last = last.or(self.record.games.last());
        let exchanged = self.record.game.is_uneven() && last.is_some_and(|last| !last.exchanged);
        self.begin_as(line, score, crawford, GameRecord { exchanged, ..GameRecord::default() });
    }

    /// Begins a game with details that the file states, such as the game played.
    pub(crate) fn begin_as(
        &mut self,
        line: u32,
        score: BySeat<u16>,
        crawford: Option<bool>,
        of: GameRecord,
    ) {
        self.end_game();
        let is_one_away = self.record.is_one_away(score);
        let last = self.record.games.last();
        let may_be_crawford = self.record.rules.crawford
            && is_one_away
            && !last.is_some_and(|last| self.record.is_one_away(last.score));
        let crawford_is_guess =
            crawford.is_none() && may_be_crawford && last.is_none() && self.record.length > 1;
        let crawford = crawford.unwrap_or(may_be_crawford) && is_one_away;
        let record = GameRecord { score, crawford, ..of };
        let table = ReplayCursor::before(&self.record, &record);
        let (table, problem) = match table {
            Ok(table) => (Some(table), None),
            Err(impossible) => (None, Some(impossible)),
        };
        self.current = Some(Current {
            record,
            table,
            stopped_at: None,
            crawford_is_guess,
            line,
            ending: None,
            offer: None,
        });
        if crawford_is_guess {
            self.warn(line, Problem::CrawfordGuess);
        }
        if let Some(problem) = problem {
            self.troubles += 1;
            self.warn(line, problem.into());
        }
    }

    /// True if a game has begun.
    pub(crate) fn is_playing(&self) -> bool {
        self.current.is_some()
    }

    /// The game played in the current game record.
    pub(crate) fn game_played(&self) -> Game {
        self.current.as_ref().map_or(self.record.game, |game| game.record.game(&self.record))
    }

    /// The table now; `None` before the first game and after an impossible action.
    pub(crate) fn table(&self) -> Option<&Situation> {
        Some(self.current.as_ref()?.table.as_ref()?.situation())
    }

    /// The board as a player sees it.
    pub(crate) fn board_of(&self, seat: Seat) -> Option<Position> {
        let table = self.table()?;
        Some(if table.seat == seat { table.position } else { table.position.swapped() })
    }

    /// The player to decide, if known.
    pub(crate) fn turn(&self) -> Option<Seat> {
        self.current.as_ref()?.table.as_ref()?.to_decide().seat()
    }

    /// The next decision, if known.
    pub(crate) fn to_decide(&self) -> Option<Decision> {
        Some(self.current.as_ref()?.table.as_ref()?.to_decide())
    }

    /// True if an action has ended the game.
    pub(crate) fn is_over(&self) -> bool {
        let table = self.current.as_ref().and_then(|current| current.table.as_ref());
        table.is_some_and(|table| table.result().is_some())
    }

    /// Adds a comment to the last entry, or else to the game or the match.
    pub(crate) fn add_comment(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let to = match &mut self.current {
            None => &mut self.record.about.comment,
            Some(Current { record, .. }) => match record.entries.last_mut() {
                Some(entry) => &mut entry.comment,
                None => &mut record.comment,
            },
        };
        match to {
            Some(before) => {
                before.push('\n');
                before.push_str(text);
            }
            None => *to = Some(text.to_owned()),
        }
    }

    /// The annotation of the last entry, for the caller to fill in.
    pub(crate) fn annotation_mut(&mut self) -> Option<&mut Annotation> {
        let entry = self.current.as_mut()?.record.entries.last_mut()?;
        Some(entry.annotation.get_or_insert_with(Box::default))
    }

    /// The last event of the game.
    pub(crate) fn last_event(&self) -> Option<&Event> {
        self.current.as_ref()?.record.entries.last().map(|entry| &entry.event)
    }

    /// Number of entries in the game.
    pub(crate) fn count_entries(&self) -> usize {
        self.current.as_ref().map_or(0, |current| current.record.entries.len())
    }

    /// Enters an action of a player.
    pub(crate) fn enter(&mut self, line: u32, seat: Seat, action: ParsedAction) {
        if self.is_offered() {
            // The game goes on, so the offer was refused.
            self.refuse(line);
        }
        let Some(current) = &mut self.current else { return };
        current.line = line;
        if current.table.is_none() {
            return;
        }
        if self.is_over() {
            return self.stop(line, ReplayError::Illegal(Illegal::GameOver).into());
        }
        self.fill_in(line, seat, &action);
        if let Err(problem) = self.try_enter(line, seat, action) {
            self.stop(line, problem);
        }
    }

    /// Stops reading the game.
    fn stop(&mut self, line: u32, problem: Problem) {
        if let Some(current) = &mut self.current {
            // A game that was already over keeps its result.
            if let Some(table) = current.table.take() {
                current.stopped_at = Some(*table.situation());
                if let Some(over) = table.result() {
                    current.record.result.get_or_insert_with(|| over.into());
                }
            }
            self.troubles += 1;
            self.warn(line, problem);
        }
    }

    /// Enters actions that files leave out: the take of a beaver or a double, and a playable roll
    /// that was not played. Also corrects a wrong guess of the Crawford game.
    fn fill_in(&mut self, line: u32, seat: Seat, action: &ParsedAction) {
        let rolls = matches!(
            action,
            ParsedAction::Roll(_)
                | ParsedAction::Play(..)
                | ParsedAction::PlayTo(..)
                | ParsedAction::Dance(_)
        );
        match self.to_decide() {
            Some(Decision::Beaver { seat: other, .. } | Decision::Raccoon { seat: other })
                if rolls =>
            {
                let _ = self.try_enter(line, other, ParsedAction::Take);
            }
            Some(Decision::Double { seat: other, .. }) if rolls && other != seat => {
                self.warn(line, Problem::NoAnswer);
                let _ = self.try_enter(line, other, ParsedAction::Take);
            }
            Some(Decision::Play { seat: other, .. }) if other != seat => self.pass_roll(line),
            Some(Decision::Roll { may_double: false, .. })
                if matches!(action, ParsedAction::Double(_)) =>
            {
                self.unguess_crawford();
            }
            _ => {}
        }
    }

    /// Turns the last entry, an unplayed roll, into a pass, because the game goes on.
    fn pass_roll(&mut self, line: u32) {
        let Some(Current { record, table: Some(table), .. }) = &mut self.current else { return };
        let Some(entry) = record.entries.last_mut() else { return };
        let (Event::Roll(dice) | Event::SetDice(dice)) = entry.event else { return };
        let Situation { game, ref position, .. } = *table.situation();
        let result = game.passed(position, dice);
        let event = Event::IllegalPlay { dice, moves: Vec::new(), result };
        let seat = entry.seat;
        if table.apply(seat, &event).is_ok() {
            match entry.event {
                Event::Roll(_) => entry.event = event,
                _ => record.entries.push(Entry { line, ..Entry::new(seat, event) }),
            }
            self.troubles += 1;
            self.warn(line, Problem::NotPlayed);
        }
    }

    /// Corrects a wrong guess of the Crawford game, after a player doubles in it. Replays the game
    /// with the cube.
    fn unguess_crawford(&mut self) {
        let Some(current) = &mut self.current else { return };
        if !(current.crawford_is_guess && current.record.crawford) {
            return;
        }
        current.record.crawford = false;
        let replayed =
            ReplayCursor::before(&self.record, &current.record).ok().and_then(|mut table| {
                for entry in &current.record.entries {
                    table.apply(entry.seat, &entry.event).ok()?;
                }
                Some(table)
            });
        match replayed {
            Some(table) => current.table = Some(table),
            None => current.record.crawford = true,
        }
    }

    fn try_enter(&mut self, line: u32, seat: Seat, action: ParsedAction) -> Result<(), Problem> {
        let (event, problem) = {
            let Some(Current { record, table: Some(table), .. }) = &mut self.current else {
                return Ok(());
            };
            let last = record.entries.last().map(|entry| &entry.event);
            parsed_action::to_event(table.game(), table, seat, action, last)?
        };
        if let Some(problem) = problem {
            self.troubles += usize::from(matches!(problem, Problem::IllegalPlay(_)));
            self.warn(line, problem);
        }
        let Some(Current { record, table: Some(table), .. }) = &mut self.current else {
            return Ok(());
        };
        let mut broken = None;
        if let Some(event) = event {
            table.apply(seat, &event)?;
            broken = table.broken_rule().cloned();
            match record.entries.last_mut() {
                // The roll was entered before its play.
                Some(last)
                    if matches!(last.event, Event::Roll(_))
                        && last.seat == seat
                        && !matches!(event, Event::Resign(_)) =>
                {
                    (last.event, last.line) = (event, line);
                }
                _ => record.entries.push(Entry { line, ..Entry::new(seat, event) }),
            }
        }
        if let Some(rule) = broken {
            self.warn(line, Problem::IllegalCube(rule));
        }
        Ok(())
    }

    /// Ends the current game.
    pub(crate) fn end_game(&mut self) {
        let Some(current) = &mut self.current else { return };
        if current.record.result.is_none() && current.offer.is_some() {
            let line = current.line;
            self.accept(line);
        }
        let Some(current) = &mut self.current else { return };
        let ending = current.ending.filter(|_| current.record.result.is_none());
        if let Some((winner, points, how)) = ending {
            let line = current.line;
            self.enter_result(line, Some(winner), points, how);
        }
        let Some(current) = &mut self.current else { return };
        if current.record.result.is_none() {
            let over = current.table.as_ref().and_then(ReplayCursor::result);
            current.record.result = over.map(Into::into);
        }
        self.check_resigned();
        if let Some(current) = self.current.take() {
            self.record.games.push(current.record);
        }
    }

    /// Returns all matches.
    pub(crate) fn finish(mut self) -> BuiltMatches {
        self.end_game();
        self.correct_results();
        let mut found = self.before;
        found.push((self.record, self.warnings));
        found
    }
}
