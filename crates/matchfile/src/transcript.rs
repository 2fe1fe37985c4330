//! A match written down while it is played: actions are entered in order and can be corrected.

use crate::{
    model::{Entry, Event, GameRecord, How, Match, Outcome},
    play_text::{PlayOutcome, PlayText},
    replay_cursor::{ReplayCursor, ReplayError},
};
use sheshbesh_movegen::{CheckerMove, Decision, Dice, Position, Seat, Situation, Win, notation};

/// An action of a player, as it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranscriptAction {
    /// A roll and its play. For the first roll of a game, the numbers are those of the player at
    /// the top and of the player at the bottom.
    Play {
        /// The two numbers, in the order in which they are entered.
        numbers: (u8, u8),
        /// The play; empty if the roll has only one, or none.
        text: String,
    },
    /// Offers a double.
    Double,
    /// Takes a double.
    Take,
    /// Passes a double.
    Pass,
    /// Takes a double and turns the cube again, or answers a beaver by turning it once more.
    Beaver,
    /// Resigns this win, which the opponent accepts.
    Resign(Win),
}

/// Reason why an action is not entered, or why a match is not corrected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// The numbers are no roll.
    #[error("{0} and {1} are no roll")]
    Dice(u8, u8),
    /// The roll has several plays.
    #[error("{0} has several plays: name one")]
    NoPlay(Dice),
    /// The text is no play.
    #[error("{0:?} is no play: write 8/5 6/5")]
    Unreadable(String),
    /// No checkers can make the play.
    #[error("{0:?} is impossible: no checker can be moved so")]
    Impossible(String),
    /// The action is not possible now.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The game has not begun.
    #[error("the first roll is next")]
    FirstRoll,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The match has no such entry.
    #[error("there is no entry {entry} in game {game}")]
    NoEntry {
        /// Number of the game, from 1.
        game: usize,
        /// Number of the entry, from 1.
        entry: usize,
    },
    /// A correction makes a later entry impossible.
    #[error("entry {entry} would become impossible ({error}): correct it first, or cut from it")]
    Later {
        /// Number of the entry before the correction, from 1.
        entry: usize,
        /// The reason.
        error: Box<TranscriptError>,
    },
    /// A correction changes the result of a game that others follow.
    #[error("the result of game {0} would change, and another game follows it")]
    Result(usize),
}

/// An entry of a game, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    /// Number in its game, from 1.
    pub number: usize,
    /// The player who acted.
    pub seat: Seat,
    /// The action, such as `31: 8/5 6/5`.
    pub text: String,
    /// True for a play that breaks the rules.
    pub is_illegal: bool,
}

/// A match that is written down while it is played. Each action is validated by a referee; plays
/// that break the rules are kept as such, if the checkers can make them.
///
/// ```
/// use sheshbesh_matchfile::{Match, Transcript, TranscriptAction};
/// let mut transcript = Transcript::new(Match { length: 3, ..Match::default() });
/// let play = |a, b, text: &str| TranscriptAction::Play { numbers: (a, b), text: text.to_owned() };
/// transcript.enter(&play(1, 3, "8/5 6/5"))?;
/// transcript.enter(&play(6, 4, "24/13"))?;
/// // The player at the bottom began with the higher number, and the second play was illegal.
/// let lines = transcript.lines(0);
/// assert_eq!((lines[0].text.as_str(), lines[1].is_illegal), ("31: 8/5 6/5", true));
/// transcript.correct(0, 1, 1, &[play(6, 4, "24/14")])?;
/// assert!(!transcript.lines(0)[1].is_illegal);
/// # Ok::<(), sheshbesh_matchfile::TranscriptError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transcript {
    record: Match,
}

impl Transcript {
    /// Continues a match. A match without a game begins its first one.
    pub fn new(mut record: Match) -> Self {
        if record.games.is_empty() {
            record.games.push(GameRecord::default());
        }
        Self { record }
    }

    /// The match as written down up to now.
    pub const fn record(&self) -> &Match {
        &self.record
    }

    /// Mutable details of the match, such as names of players.
    pub const fn record_mut(&mut self) -> &mut Match {
        &mut self.record
    }

    /// Index of the last game.
    pub fn last_game(&self) -> usize {
        self.record.games.len().saturating_sub(1)
    }

    /// The table and the next decision of the last game.
    ///
    /// # Errors
    /// If the match has an entry that cannot have happened.
    pub fn state(&self) -> Result<(Situation, Decision), TranscriptError> {
        let cursor = self.cursor(self.last_game())?;
        Ok((*cursor.situation(), cursor.to_decide()))
    }

    /// Result of the last game, if it is over.
    pub fn result(&self) -> Option<Outcome> {
        self.record.games.last()?.result
    }

    /// The table before a roll, with the roll on it, and the player who plays it.
    ///
    /// # Errors
    /// If the numbers are no roll, or if nobody can roll now.
    pub fn rolled(&self, numbers: (u8, u8)) -> Result<Situation, TranscriptError> {
        let mut cursor = self.cursor(self.last_game())?;
        self.check_open(self.last_game())?;
        roll(&mut cursor, numbers)?;
        Ok(*cursor.situation())
    }

    /// Enters an action in the last game. Returns true if it is a play that breaks the rules.
    ///
    /// # Errors
    /// If the action is impossible now. Nothing is entered in this case.
    pub fn enter(&mut self, action: &TranscriptAction) -> Result<bool, TranscriptError> {
        self.enter_in(self.last_game(), action)
    }

    fn enter_in(
        &mut self,
        game: usize,
        action: &TranscriptAction,
    ) -> Result<bool, TranscriptError> {
        self.check_open(game)?;
        let mut cursor = self.cursor(game)?;
        let (entry, result) = apply(&mut cursor, action)?;
        let is_illegal =
            entry.as_ref().is_some_and(|entry| matches!(entry.event, Event::IllegalPlay { .. }));
        let record = &mut self.record.games[game];
        record.entries.extend(entry);
        record.result = result;
        Ok(is_illegal)
    }

    fn check_open(&self, game: usize) -> Result<(), TranscriptError> {
        match self.record.games[game].result {
            Some(_) => Err(TranscriptError::GameOver),
            None => Ok(()),
        }
    }

    /// Begins the next game, at the score after the last one.
    ///
    /// # Errors
    /// If the last game is not over, or if the match is.
    pub fn begin_next(&mut self) -> Result<(), TranscriptError> {
        let Some(last) = self.record.games.last() else { return Err(TranscriptError::NotOver) };
        let result = last.result.ok_or(TranscriptError::NotOver)?;
        let mut score = last.score;
        let points = u16::try_from(result.points).unwrap_or(u16::MAX);
        for seat in Seat::BOTH {
            if result.winner.is_none_or(|winner| winner == seat) {
                score[seat] = score[seat].saturating_add(points);
            }
        }
        let length = self.record.length;
        if length > 0 && score.into_iter().any(|points| points >= length) {
            return Err(TranscriptError::MatchOver);
        }
        let crawford = self.record.rules.crawford
            && self.record.is_one_away(score)
            && !self.record.is_one_away(last.score);
        let exchanged = self.record.game.is_uneven() && !last.exchanged;
        let next = GameRecord { score, crawford, exchanged, ..GameRecord::default() };
        self.record.games.push(next);
        Ok(())
    }

    /// Takes back the last action: a resignation, an entry, or the beginning of a game. Returns
    /// false if there is none.
    pub fn undo(&mut self) -> bool {
        let is_first = self.record.games.len() == 1;
        let Some(game) = self.record.games.last_mut() else { return false };
        let is_resigned = game.result.is_some_and(|result| matches!(result.how, How::Resigned(_)));
        game.result = None;
        if is_resigned || game.entries.pop().is_some() {
            return true;
        }
        if !is_first {
            self.record.games.pop();
        }
        !is_first
    }

    /// Replaces `removed` entries of a game from index `at` on by actions, and plays the later
    /// entries again. Returns the numbers of plays, from 1, that break the rules.
    ///
    /// # Errors
    /// If an action or a later entry is impossible. The match is unchanged in this case.
    pub fn correct(
        &mut self,
        game: usize,
        at: usize,
        removed: usize,
        actions: &[TranscriptAction],
    ) -> Result<Vec<usize>, TranscriptError> {
        let missing = TranscriptError::NoEntry { game: game + 1, entry: at + 1 };
        let Some(old) = self.record.games.get(game) else { return Err(missing) };
        if at + removed > old.entries.len() {
            return Err(missing);
        }
        let later = self.actions(game).split_off(at + removed);
        let result = old.result;
        let mut corrected = self.clone();
        corrected.record.games[game].entries.truncate(at);
        corrected.record.games[game].result = None;
        for action in actions {
            corrected.enter_in(game, action)?;
        }
        for ((entry, action), number) in later.into_iter().zip(at + removed + 1..) {
            let entered = match action {
                Some(action) => corrected.enter_in(game, &action).map(|_| ()),
                None => corrected.push_entry(game, entry),
            };
            let is_later = |error| TranscriptError::Later { entry: number, error: Box::new(error) };
            entered.map_err(is_later)?;
        }
        let made = &mut corrected.record.games[game];
        // A result that is no play, such as a resignation, stays.
        if made.result.is_none()
            && result.is_some_and(|old| !matches!(old.how, How::Played(_) | How::Passed))
        {
            made.result = result;
        }
        if game < self.last_game() && made.result != result {
            // Games without an entry begin again after the new result.
            let is_empty = |game: &GameRecord| game.entries.is_empty() && game.result.is_none();
            if !corrected.record.games[game + 1..].iter().all(is_empty) {
                return Err(TranscriptError::Result(game + 1));
            }
            corrected.record.games.truncate(game + 1);
        }
        *self = corrected;
        let illegal = self.lines(game).into_iter().filter(|line| line.is_illegal);
        Ok(illegal.map(|line| line.number).collect())
    }

    /// Entries of a game.
    pub fn lines(&self, game: usize) -> Vec<TranscriptLine> {
        let Some(record) = self.record.games.get(game) else { return Vec::new() };
        let Ok(replay) = record.replay(&self.record) else { return Vec::new() };
        let line = |(step, number): (crate::ReplayStep<'_>, usize)| TranscriptLine {
            number,
            seat: step.entry.seat,
            text: describe(&step.table, &step.entry.event),
            is_illegal: step.is_illegal,
        };
        replay.map_while(Result::ok).zip(1..).map(line).collect()
    }

    /// Entries of a game, each with its action, by which it is entered again. What people set up
    /// has none.
    fn actions(&self, game: usize) -> Vec<(Entry, Option<TranscriptAction>)> {
        let record = &self.record.games[game];
        let Ok(replay) = record.replay(&self.record) else { return Vec::new() };
        let steps = replay.map_while(Result::ok);
        steps
            .map(|step| (step.entry.clone(), find_action(&step.table, &step.entry.event)))
            .collect()
    }

    /// Adds an entry as it is.
    fn push_entry(&mut self, game: usize, entry: Entry) -> Result<(), TranscriptError> {
        self.check_open(game)?;
        let result = self.cursor(game)?.apply(entry.seat, &entry.event)?;
        let record = &mut self.record.games[game];
        record.entries.push(entry);
        record.result = result.map(Into::into);
        Ok(())
    }

    fn cursor(&self, game: usize) -> Result<ReplayCursor, TranscriptError> {
        let record = &self.record.games[game];
        let mut cursor = ReplayCursor::before(&self.record, record)?;
        for entry in &record.entries {
            cursor.apply(entry.seat, &entry.event)?;
        }
        Ok(cursor)
    }
}

/// Rolls the dice for the player whose turn it is.
fn roll(
    cursor: &mut ReplayCursor,
    (first, second): (u8, u8),
) -> Result<(Seat, Dice), TranscriptError> {
    let dice = Dice::new(first, second).ok_or(TranscriptError::Dice(first, second))?;
    let seat = match cursor.to_decide() {
        Decision::Opening if first < second => Seat::Bottom,
        Decision::Opening => Seat::Top,
        Decision::Roll { seat, .. } | Decision::Play { seat, .. } => seat,
        _ => return Err(ReplayError::NotTheirTurn.into()),
    };
    cursor.roll(seat, dice)?;
    Ok((seat, dice))
}

/// Applies an action. Returns its entry, none for a resignation, and the result of the game.
fn apply(
    cursor: &mut ReplayCursor,
    action: &TranscriptAction,
) -> Result<(Option<Entry>, Option<Outcome>), TranscriptError> {
    let (seat, event) = match action {
        TranscriptAction::Play { numbers, text } => {
            let (seat, dice) = roll(cursor, *numbers)?;
            if let Some(result) = cursor.result() {
                return Ok((Some(Entry::new(seat, Event::Roll(dice))), Some(result.into())));
            }
            (seat, read_play(cursor, dice, text.trim())?)
        }
        TranscriptAction::Resign(win) => {
            let seat = cursor.to_decide().seat().ok_or(TranscriptError::FirstRoll)?;
            let win = cursor.situation().win_resigned(*win).unwrap_or(*win);
            return Ok((None, cursor.resign(seat, win)?.map(Into::into)));
        }
        action => {
            let event = match action {
                TranscriptAction::Double => Event::Double,
                TranscriptAction::Take => Event::Take,
                TranscriptAction::Pass => Event::Pass,
                _ if matches!(cursor.to_decide(), Decision::Beaver { .. }) => Event::Raccoon,
                _ => Event::Beaver,
            };
            let seat = cursor.to_decide().seat().ok_or(TranscriptError::FirstRoll)?;
            (seat, event)
        }
    };
    let result = cursor.apply(seat, &event)?;
    if let Some(rule) = cursor.broken_rule() {
        return Err(rule.clone().into());
    }
    Ok((Some(Entry::new(seat, event)), result.map(Into::into)))
}

/// Reads a play of a roll that is on the table.
fn read_play(cursor: &ReplayCursor, dice: Dice, text: &str) -> Result<Event, TranscriptError> {
    let (legal, table) = (cursor.legal_plays(), cursor.situation());
    let passed = table.game.passed(&table.position, dice);
    if text.is_empty() || text.eq_ignore_ascii_case(notation::PASS) {
        return match legal {
            &[result] if text.is_empty() || result == passed => Ok(Event::Play { dice, result }),
            _ if text.is_empty() => Err(TranscriptError::NoPlay(dice)),
            // The player did not play, though they could.
            _ => Ok(Event::IllegalPlay { dice, moves: Vec::new(), result: passed }),
        };
    }
    let play = PlayText::parse(text).ok_or_else(|| TranscriptError::Unreadable(text.to_owned()))?;
    match play.apply_to(cursor.game(), &table.position, dice, legal) {
        PlayOutcome::Legal(result) => Ok(Event::Play { dice, result }),
        PlayOutcome::Illegal { moves, result } => Ok(Event::IllegalPlay { dice, moves, result }),
        PlayOutcome::Impossible => Err(TranscriptError::Impossible(text.to_owned())),
    }
}

/// The action that makes an event at the table before it; `None` for what people set up, and for
/// rolls and offers without a play.
fn find_action(table: &Situation, event: &Event) -> Option<TranscriptAction> {
    Some(match event {
        Event::Play { dice, result } => play(table, *dice, write_play(table, *dice, result)),
        Event::IllegalPlay { dice, moves, .. } => play(table, *dice, write_moves(moves)),
        Event::Double => TranscriptAction::Double,
        Event::Take => TranscriptAction::Take,
        Event::Pass => TranscriptAction::Pass,
        Event::Beaver | Event::Raccoon => TranscriptAction::Beaver,
        Event::Roll(_)
        | Event::SetDice(_)
        | Event::SetBoard(_)
        | Event::SetCube { .. }
        | Event::Resign(_)
        | Event::Refuse => return None,
    })
}

/// An event in words, at the table before it.
fn describe(table: &Situation, event: &Event) -> String {
    match event {
        Event::Play { dice, result } => format!("{dice}: {}", write_play(table, *dice, result)),
        Event::IllegalPlay { dice, moves, .. } => format!("{dice}: {}", write_moves(moves)),
        Event::Roll(dice) => format!("{dice}: not played"),
        Event::SetDice(dice) => format!("{dice} is set up"),
        Event::SetBoard(_) => "the position is set up".to_owned(),
        Event::SetCube { .. } => "the cube is set up".to_owned(),
        Event::Double => format!("doubles to {}", 2 * table.cube.value()),
        Event::Take => "takes".to_owned(),
        Event::Pass => "passes".to_owned(),
        Event::Beaver => "beavers".to_owned(),
        Event::Raccoon => "raccoons".to_owned(),
        Event::Resign(_) => "offers to resign".to_owned(),
        Event::Refuse => "plays on".to_owned(),
    }
}

fn write_play(table: &Situation, dice: Dice, result: &Position) -> String {
    notation::write(table.game, &table.position, dice, result).unwrap_or_default()
}

/// The moves of a play against the rules; without any, the player passed.
fn write_moves(moves: &[CheckerMove]) -> String {
    if moves.is_empty() {
        return notation::PASS.to_owned();
    }
    moves.iter().map(write_move).collect::<Vec<_>>().join(" ")
}

/// A play with the numbers in the order of the first roll of a game.
fn play(table: &Situation, dice: Dice, text: String) -> TranscriptAction {
    let numbers = match table.seat {
        Seat::Top => (dice.high(), dice.low()),
        Seat::Bottom => (dice.low(), dice.high()),
    };
    TranscriptAction::Play { numbers, text }
}

fn write_move(one: &CheckerMove) -> String {
    let point = |index: u8| match index {
        sheshbesh_movegen::BAR => "bar".to_owned(),
        sheshbesh_movegen::OFF => "off".to_owned(),
        point => point.to_string(),
    };
    format!("{}/{}", point(one.from), point(one.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(numbers: (u8, u8), text: &str) -> TranscriptAction {
        TranscriptAction::Play { numbers, text: text.to_owned() }
    }

    fn begun() -> Transcript {
        let mut transcript = Transcript::new(Match { length: 3, ..Match::default() });
        for action in [
            play((3, 1), "8/5 6/5"),
            play((6, 2), "24/18 13/11"),
            play((4, 2), "8/4 6/4"),
            TranscriptAction::Double,
            TranscriptAction::Take,
            play((5, 5), "13/3(2)"),
        ] {
            transcript.enter(&action).unwrap();
        }
        transcript
    }

    fn texts(transcript: &Transcript) -> Vec<String> {
        transcript.lines(0).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn actions_are_entered_in_turn() {
        let transcript = begun();
        let seats: Vec<Seat> = transcript.lines(0).iter().map(|line| line.seat).collect();
        let (top, bottom) = (Seat::Top, Seat::Bottom);
        assert_eq!(seats, [top, bottom, top, bottom, top, bottom]);
        assert_eq!(texts(&transcript)[3..], ["doubles to 2", "takes", "55: 13/3(2)"]);
        assert!(matches!(transcript.state().unwrap().1, Decision::Roll { seat: Seat::Top, .. }));
    }

    #[test]
    fn a_corrected_roll_plays_the_rest_again() {
        let mut transcript = begun();
        assert_eq!(transcript.correct(0, 1, 1, &[play((6, 3), "24/18 13/10")]), Ok(Vec::new()));
        assert_eq!(texts(&transcript)[1], "63: 24/18 13/10");
        assert_eq!(transcript.lines(0).len(), 6);
        // The double play from the midpoint needs three checkers that are not there any more.
        let before = transcript.record().clone();
        let refused = transcript.correct(0, 1, 1, &[play((6, 6), "13/7(4)")]).unwrap_err();
        assert!(matches!(refused, TranscriptError::Later { entry: 6, .. }), "{refused}");
        assert_eq!(*transcript.record(), before);
        // Without the double and its take.
        assert_eq!(transcript.correct(0, 3, 2, &[]), Ok(Vec::new()));
        assert_eq!(texts(&transcript)[3], "55: 13/3(2)");
        let doubled = [TranscriptAction::Double, TranscriptAction::Take];
        assert_eq!(transcript.correct(0, 3, 0, &doubled), Ok(Vec::new()));
        assert_eq!(*transcript.record(), before);
        assert!(
            transcript.correct(0, 6, 1, &[]).is_err() && transcript.correct(1, 0, 0, &[]).is_err()
        );
    }

    #[test]
    fn plays_against_the_rules_are_kept_and_marked() {
        let mut transcript = begun();
        assert_eq!(transcript.enter(&play((2, 1), "13/11 13/11")), Ok(true));
        assert_eq!(transcript.enter(&play((2, 1), "pass")), Ok(true));
        let lines = transcript.lines(0);
        assert_eq!((lines[6].text.as_str(), lines[6].is_illegal), ("21: 13/11 13/11", true));
        assert!(lines[7].is_illegal && !lines[5].is_illegal);
        for (action, part) in [
            (play((2, 1), "22/20"), "impossible"),
            (play((2, 1), "home"), "no play"),
            (play((7, 1), ""), "no roll"),
            (play((2, 1), ""), "several"),
            (TranscriptAction::Take, ""),
        ] {
            let message = transcript.enter(&action).unwrap_err().to_string();
            assert!(message.contains(part), "{action:?}: {message}");
        }
        // Both illegal plays stay illegal when an earlier entry changes.
        assert_eq!(transcript.correct(0, 0, 1, &[play((3, 1), "24/23 13/10")]), Ok(vec![7, 8]));
    }

    #[test]
    fn games_end_and_follow_each_other() {
        let mut transcript = begun();
        assert_eq!(transcript.begin_next(), Err(TranscriptError::NotOver));
        transcript.enter(&TranscriptAction::Resign(Win::Single)).unwrap();
        let result = transcript.result().unwrap();
        assert_eq!((result.winner, result.points), (Some(Seat::Bottom), 2));
        assert_eq!(transcript.enter(&play((2, 1), "")), Err(TranscriptError::GameOver));
        assert_eq!(
            Transcript::new(Match::default()).enter(&TranscriptAction::Resign(Win::Single)),
            Err(TranscriptError::FirstRoll)
        );
        // A game without an entry does not keep the result before it.
        let mut corrected = transcript.clone();
        corrected.begin_next().unwrap();
        assert!(corrected.correct(0, 5, 1, &[TranscriptAction::Resign(Win::Gammon)]).is_ok());
        assert_eq!(corrected.record().games.len(), 1);
        assert_eq!(corrected.result().map(|result| result.points), Some(4));
        transcript.begin_next().unwrap();
        assert!(transcript.record().games[1].crawford);
        transcript.enter(&play((1, 2), "13/11 6/5")).unwrap();
        assert!(transcript.enter(&TranscriptAction::Double).is_err());
        // The first game cannot lose its result, and its plays can be corrected.
        assert!(transcript.correct(0, 1, 1, &[play((6, 3), "24/18 13/10")]).is_ok());
        for _ in 0..3 {
            assert!(transcript.undo());
        }
        assert_eq!((transcript.record().games.len(), transcript.result()), (1, None));
        while transcript.undo() {}
        assert_eq!(transcript.record().games, [GameRecord::default()]);
    }
}
