//! Who writes down what readers find: a referee goes along, so that everything in a record has
//! happened.

mod resignation;

use crate::{
    model::{Entry, Event, GameRecord, How, Match, Outcome, Rules},
    table::{Impossible, Table},
    verdict::Verdict,
    warning::{Problem, Warning, excerpt},
    written_play::{Drawn, WrittenPlay},
};
use resignation::Offer;
use sheshbesh_movegen::{
    BySeat, CheckerMove, Decision, Dice, Ending, Game, GameResult, Illegal, Position, Seat,
    Situation, Stakes, Win,
};

/// No more are told of a file.
const MOST_WARNINGS: usize = 200;

/// What is read of a game, one at a time.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// A roll by itself: it could not be played, had one play only, or was not played.
    Roll(Dice),
    /// A roll that was not played.
    Unplayed(Dice),
    /// A roll that lies on the table, to be played or not: set up where the board has just been, else
    /// rolled.
    Given(Dice),
    /// Sets the dice up with the board.
    SetDice(Dice),
    /// A roll and its play as written.
    Play(Dice, WrittenPlay, String),
    /// A roll, and the position to which its play led, as the opponent sees it; the moves where they
    /// are known.
    PlayTo(Dice, Position, Vec<CheckerMove>),
    /// A roll, and that nothing could be played.
    Dance(Dice),
    /// Offers the cube, which then shows so much where that is said.
    Double(Option<u32>),
    /// Plays on.
    Take,
    /// Gives up.
    Pass,
    /// Takes and turns the cube.
    Beaver,
    /// Turns it once more.
    Raccoon,
    /// Offers to lose so much; entered only where that is refused.
    Resign(Win),
    /// Plays on for more than was offered.
    Refuse,
    /// Sets the board up, to be on roll.
    SetBoard(Position),
    /// Sets the cube up.
    SetCube { exponent: u8, owner: Option<Seat> },
}

/// The game that is being written down.
struct Current {
    record: GameRecord,
    /// Where it stands; `None` once something impossible is said to have happened.
    table: Option<Table>,
    /// Where it stood when the reading of it was stopped.
    stopped_at: Option<Situation>,
    /// Whether it is the Crawford game is a guess.
    crawford_is_guess: bool,
    /// The line of its last entry or result.
    line: u32,
    /// What the loser said of the end.
    ending: Option<Ended>,
    /// An offer to resign that is not answered yet.
    offer: Option<Offer>,
}

impl Current {
    fn push(&mut self, line: u32, seat: Seat, event: Event) {
        self.record.entries.push(Entry { line, ..Entry::new(seat, event) });
    }
}

/// What the loser of a game says of its end: who wins, how much, and how.
type Ended = (Seat, Option<u32>, Option<How>);

/// Matches that were read, each with its warnings.
pub(crate) type Found = Vec<(Match, Vec<Warning>)>;

/// Writes down the matches of a file, one after the other.
pub(crate) struct Scribe {
    /// The match that is being written. Readers fill in what precedes its first game.
    pub(crate) record: Match,
    /// The matches before it.
    before: Found,
    warnings: Vec<Warning>,
    current: Option<Current>,
    /// Games that are not given to the end: broken, or with an illegal play.
    pub(crate) troubles: usize,
}

impl Scribe {
    pub(crate) fn new(game: Game) -> Self {
        let record = Match { game, ..Match::default() };
        Self { record, before: Vec::new(), warnings: Vec::new(), current: None, troubles: 0 }
    }

    /// Ends the match that is being written, and begins another of a game.
    pub(crate) fn next_match(&mut self, game: Game) {
        let troubles = self.troubles;
        let ended = std::mem::replace(self, Self { troubles, ..Self::new(game) });
        self.before = ended.finish();
    }

    /// Makes the game that is being written the first of another match, played by the same rules; does
    /// nothing where it is the first already.
    pub(crate) fn split(&mut self) {
        if self.record.games.is_empty() {
            return;
        }
        let number = self.record.games.len() + 1;
        let current = self.current.take();
        let is_moved = |warning: &Warning| current.is_some() && warning.game == number;
        let (moved, kept) = std::mem::take(&mut self.warnings).into_iter().partition(is_moved);
        self.warnings = kept;
        let Match { game, length, rules, customs, .. } = self.record;
        self.next_match(game);
        let record = Match { game, length, rules, customs, ..Match::default() };
        (self.record, self.current, self.warnings) = (record, current, moved);
        for warning in &mut self.warnings {
            warning.game = 1;
        }
    }

    /// Tells something odd.
    pub(crate) fn warn(&mut self, line: u32, problem: Problem) {
        let game = self.record.games.len() + usize::from(self.current.is_some());
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Warning { line, game, problem });
        } else if self.warnings.len() == MOST_WARNINGS {
            self.warnings.push(Warning { line, game, problem: Problem::More });
        }
    }

    /// Begins a game; `crawford` is `None` where the file does not tell.
    pub(crate) fn begin(&mut self, line: u32, score: BySeat<u16>, crawford: Option<bool>) {
        // In uneven games the players change sides from game to game.
        let last = self.current.as_ref().map(|current| &current.record);
        let last = last.or(self.record.games.last());
        let exchanged = self.record.game.is_uneven() && last.is_some_and(|last| !last.exchanged);
        self.begin_as(line, score, crawford, GameRecord { exchanged, ..GameRecord::default() });
    }

    /// The same for a file that tells more of the game.
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
        let table = Table::before(&self.record, &record);
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

    /// Whether a game has begun.
    pub(crate) fn is_playing(&self) -> bool {
        self.current.is_some()
    }

    /// What is played in the game that is being written down.
    pub(crate) fn played(&self) -> Game {
        self.current.as_ref().map_or(self.record.game, |game| game.record.game(&self.record))
    }

    /// The table as it stands; `None` before the first game and behind something impossible.
    pub(crate) fn table(&self) -> Option<&Situation> {
        Some(self.current.as_ref()?.table.as_ref()?.situation())
    }

    /// The board as a player sees it.
    pub(crate) fn board_of(&self, seat: Seat) -> Option<Position> {
        let table = self.table()?;
        Some(if table.seat == seat { table.position } else { table.position.swapped() })
    }

    /// Who is to decide, where that is known.
    pub(crate) fn turn(&self) -> Option<Seat> {
        self.current.as_ref()?.table.as_ref()?.to_decide().seat()
    }

    /// What is to be decided, where that is known.
    pub(crate) fn to_decide(&self) -> Option<Decision> {
        Some(self.current.as_ref()?.table.as_ref()?.to_decide())
    }

    /// Whether the game is over by what happened in it.
    pub(crate) fn is_over(&self) -> bool {
        let table = self.current.as_ref().and_then(|current| current.table.as_ref());
        table.is_some_and(|table| table.result().is_some())
    }

    /// The result of the game as it was recorded, where nothing needs to be found out.
    pub(crate) fn set_result(&mut self, outcome: Outcome) {
        if let Some(current) = &mut self.current {
            current.record.result = Some(outcome);
        }
    }

    /// What somebody has to say of what was entered last, or of the game or the match.
    pub(crate) fn comment(&mut self, text: &str) {
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

    /// The verdict on what was entered last, to be filled in.
    pub(crate) fn verdict(&mut self) -> Option<&mut Verdict> {
        let entry = self.current.as_mut()?.record.entries.last_mut()?;
        Some(entry.verdict.get_or_insert_with(Box::default))
    }

    /// The last event of the game.
    pub(crate) fn last_event(&self) -> Option<&Event> {
        self.current.as_ref()?.record.entries.last().map(|entry| &entry.event)
    }

    /// How many entries the game has.
    pub(crate) fn entries(&self) -> usize {
        self.current.as_ref().map_or(0, |current| current.record.entries.len())
    }

    /// Enters what a player does.
    pub(crate) fn enter(&mut self, line: u32, seat: Seat, act: Act) {
        if self.is_offered() {
            // The game goes on.
            self.refuse(line);
        }
        let Some(current) = &mut self.current else { return };
        current.line = line;
        if current.table.is_none() {
            return;
        }
        if self.is_over() {
            return self.stop(line, Impossible::Illegal(Illegal::GameOver).into());
        }
        self.fill_in(line, seat, &act);
        if let Err(problem) = self.try_enter(line, seat, act) {
            self.stop(line, problem);
        }
    }

    /// Reads the game no further.
    fn stop(&mut self, line: u32, problem: Problem) {
        if let Some(current) = &mut self.current {
            // A game that was over already has its result.
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

    /// Enters what files leave out: that a beaver is taken, that a roll could be played and was not,
    /// that the game is not the Crawford game.
    fn fill_in(&mut self, line: u32, seat: Seat, act: &Act) {
        let rolls = matches!(act, Act::Roll(_) | Act::Play(..) | Act::PlayTo(..) | Act::Dance(_));
        match self.to_decide() {
            Some(Decision::Beaver { seat: other, .. } | Decision::Raccoon { seat: other })
                if rolls =>
            {
                let _ = self.try_enter(line, other, Act::Take);
            }
            Some(Decision::Double { seat: other, .. }) if rolls && other != seat => {
                self.warn(line, Problem::NoAnswer);
                let _ = self.try_enter(line, other, Act::Take);
            }
            Some(Decision::Play { seat: other, .. }) if other != seat => self.pass_roll(line),
            Some(Decision::Roll { may_double: false, .. }) if matches!(act, Act::Double(_)) => {
                self.unguess_crawford();
            }
            _ => {}
        }
    }

    /// The last entry, a roll, was not played, and the game goes on.
    fn pass_roll(&mut self, line: u32) {
        let Some(Current { record, table: Some(table), .. }) = &mut self.current else { return };
        let Some(entry) = record.entries.last_mut() else { return };
        let (Event::Roll(dice) | Event::SetDice(dice)) = entry.event else { return };
        let result = table.situation().position.swapped();
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

    /// Somebody doubles in what was taken for the Crawford game: it is not.
    fn unguess_crawford(&mut self) {
        let Some(current) = &mut self.current else { return };
        if !(current.crawford_is_guess && current.record.crawford) {
            return;
        }
        current.record.crawford = false;
        let replayed = Table::before(&self.record, &current.record).ok().and_then(|mut table| {
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

    fn try_enter(&mut self, line: u32, seat: Seat, act: Act) -> Result<(), Problem> {
        let (event, odd) = {
            let Some(Current { record, table: Some(table), .. }) = &mut self.current else {
                return Ok(());
            };
            let last = record.entries.last().map(|entry| &entry.event);
            event(table.game(), table, seat, act, last)?
        };
        if let Some(odd) = odd {
            self.troubles += usize::from(matches!(odd, Problem::IllegalPlay(_)));
            self.warn(line, odd);
        }
        let Some(Current { record, table: Some(table), .. }) = &mut self.current else {
            return Ok(());
        };
        let mut broken = None;
        if let Some(event) = event {
            table.apply(seat, &event)?;
            broken = table.broken_rule().cloned();
            match record.entries.last_mut() {
                // A roll that was entered before its play.
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

    /// The loser says that the game is over; what the winner says counts more.
    pub(crate) fn will_end(&mut self, winner: Seat, points: Option<u32>, how: Option<How>) {
        if let Some(current) = &mut self.current {
            current.ending = Some((winner, points, how));
        }
    }

    /// Enters how the game ended, as the file says. `None` for points that it does not say.
    pub(crate) fn result(
        &mut self,
        line: u32,
        winner: Option<Seat>,
        points: Option<u32>,
        how: Option<How>,
    ) {
        let Some(current) = &mut self.current else { return };
        current.line = line;
        let how = how.or_else(|| current.ending.take().and_then(|(.., how)| how));
        if let Some(before) = &mut current.record.result {
            // Some sites say twice who has lost and who has won.
            if before.winner != winner {
                self.warn(line, Problem::OtherWinner);
            } else if let Some(points) = points.filter(|&points| points != before.points) {
                let played = before.points;
                self.warn(line, Problem::Result { written: points, played });
            }
            return;
        }
        let unpassed = winner.and_then(|winner| self.unpassed(winner, points));
        if let Some(loser) = unpassed {
            let _ = self.try_enter(line, loser, Act::Pass);
        }
        let Some(current) = &mut self.current else { return };
        let Some(table) = &current.table else {
            let how = how.unwrap_or(How::Unrecorded);
            let points = points.unwrap_or_else(|| match (&current.stopped_at, winner) {
                (Some(table), Some(winner)) => least_points(table, winner, how),
                _ => u32::from(winner.is_some()),
            });
            current.record.result = Some(Outcome { winner, points, how });
            return;
        };
        let (outcome, odd) = match table.result() {
            Some(played) => {
                played_out(played, winner, points, self.record.rules, table.situation())
            }
            None => agreed(table.situation(), winner, points, how),
        };
        current.record.result = Some(outcome);
        if let Some(odd) = odd {
            self.warn(line, odd);
        }
    }

    /// Who has passed a double without the file saying so: the game ends with the cube offered.
    fn unpassed(&self, winner: Seat, points: Option<u32>) -> Option<Seat> {
        let table = self.current.as_ref()?.table.as_ref()?;
        match table.to_decide() {
            Decision::Double { seat, .. } if seat != winner => {
                let value = table.situation().cube.value();
                points.is_none_or(|points| points == value).then_some(seat)
            }
            _ => None,
        }
    }

    /// The game that is being written down is over.
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
            self.result(line, Some(winner), points, how);
        }
        let Some(current) = &mut self.current else { return };
        if current.record.result.is_none() {
            let over = current.table.as_ref().and_then(Table::result);
            current.record.result = over.map(Into::into);
        }
        self.check_resigned();
        if let Some(current) = self.current.take() {
            self.record.games.push(current.record);
        }
    }

    /// The matches as they were written down.
    pub(crate) fn finish(mut self) -> Found {
        self.end_game();
        self.correct_results();
        let mut found = self.before;
        found.push((self.record, self.warnings));
        found
    }

    /// Where two games' scores tell another result of the first than the file does, the scores are right.
    fn correct_results(&mut self) {
        for place in 1..self.record.games.len() {
            let (before, after) =
                (self.record.games[place - 1].score, self.record.games[place].score);
            let won = before.zip(after).map(|(before, after)| after.checked_sub(before));
            let (winner, points) = match won {
                BySeat { bottom: Some(0), top: Some(points) } if points > 0 => (Seat::Top, points),
                BySeat { bottom: Some(points), top: Some(0) } if points > 0 => {
                    (Seat::Bottom, points)
                }
                _ => continue,
            };
            let points = u32::from(points);
            let game = &mut self.record.games[place - 1];
            if is_position(game) {
                continue;
            }
            let how = match game.result {
                Some(result) if result.winner == Some(winner) && result.points == points => {
                    continue;
                }
                Some(result) if result.winner == Some(winner) => match result.how {
                    How::Resigned(_) => How::Settled,
                    how => how,
                },
                _ => How::Unrecorded,
            };
            let line = game.entries.last().map_or(0, |entry| entry.line);
            game.result = Some(Outcome { winner: Some(winner), points, how });
            if self.warnings.len() < MOST_WARNINGS {
                let problem = Problem::NextScore { points };
                self.warnings.push(Warning { line, game: place, problem });
            }
        }
    }
}

/// Whether a game is a position that is set up, in which nothing was played.
fn is_position(game: &GameRecord) -> bool {
    let mut events = game.entries.iter().map(|entry| &entry.event);
    game.result.is_none()
        && matches!(events.next(), Some(Event::SetBoard(_)))
        && events
            .all(|event| matches!(event, Event::SetCube { .. } | Event::SetDice(_) | Event::Double))
}

/// The result of a game that is over, beside what the file says of it.
fn played_out(
    played: GameResult,
    winner: Option<Seat>,
    points: Option<u32>,
    rules: Rules,
    table: &Situation,
) -> (Outcome, Option<Problem>) {
    let outcome = Outcome::from(played);
    let odd = match points {
        _ if winner != played.winner => Some(Problem::OtherWinner),
        Some(written) if written != played.points => {
            // Where nobody says whether the Jacoby rule holds, the result does.
            let by_jacoby = rules.jacoby.is_none()
                && matches!(played.ending, Ending::Played(win)
                    if written == played.points * u32::from(win.points()));
            if by_jacoby {
                return (Outcome { points: written, ..outcome }, None);
            }
            // Some sites give no more points than win the match, or than the match has.
            let needed = winner.and_then(|winner| needed(table, winner));
            let is_all = needed.is_some_and(|needed| {
                let all = [Some(needed), length(table)];
                played.points >= needed && all.contains(&Some(written))
            });
            (!is_all).then_some(Problem::Result { written, played: played.points })
        }
        _ => None,
    };
    (outcome, odd)
}

/// Points with which a player wins the match.
fn needed(table: &Situation, winner: Seat) -> Option<u32> {
    table.away().map(|away| away.seated(table.seat)[winner].into())
}

/// Points to which the match is played.
fn length(table: &Situation) -> Option<u32> {
    match table.stakes {
        Stakes::Match { length, .. } => Some(length.into()),
        Stakes::Money { .. } => None,
    }
}

/// Points of a game that ended behind what could be read, where nobody says how many.
fn least_points(table: &Situation, winner: Seat, how: How) -> u32 {
    match how {
        How::Resigned(win) => table.points_resigned(win, table.seat.side_at(!winner)),
        _ => table.cube.value(),
    }
}

/// The result of a game that was not played to its end, as the file says.
fn agreed(
    table: &Situation,
    winner: Option<Seat>,
    points: Option<u32>,
    how: Option<How>,
) -> (Outcome, Option<Problem>) {
    let cube = table.cube.value();
    let most = 3 * cube;
    if let (Some(winner), Some(0)) = (winner, points) {
        let (outcome, odd) = agreed(table, Some(winner), None, how);
        return (outcome, odd.or(Some(Problem::NoPoints { kept: outcome.points })));
    }
    let written = points.unwrap_or(cube);
    // Who leaves loses the match.
    let is_all = winner.is_some_and(|winner| {
        written > most && [needed(table, winner), length(table)].contains(&Some(written))
    });
    if is_all {
        let how = how.unwrap_or(How::Forfeited);
        return (Outcome { winner, points: written, how }, None);
    }
    let is_enough = winner.and_then(|winner| needed(table, winner)) == Some(written);
    if is_enough && written < most && how.is_none() {
        // Some sites give no more points than win the match.
        let win = [Win::Single, Win::Gammon, Win::Backgammon]
            .into_iter()
            .find(|win| u32::from(win.points()) * cube >= written);
        let how = win.map_or(How::Settled, How::Resigned);
        return (Outcome { winner, points: written, how }, None);
    }
    let kept = written.min(most);
    let odd = (kept < written).then_some(Problem::TooManyPoints { written, kept });
    let win = match kept / cube {
        _ if !kept.is_multiple_of(cube) => None,
        1 => Some(Win::Single),
        2 => Some(Win::Gammon),
        3 => Some(Win::Backgammon),
        _ => None,
    };
    let how = how.unwrap_or_else(|| win.map_or(How::Settled, How::Resigned));
    (Outcome { winner, points: kept, how }, odd)
}

/// What an act is at a table, and what is odd about it; a roll that is entered already is nothing
/// more.
fn event(
    game: Game,
    table: &mut Table,
    seat: Seat,
    act: Act,
    last: Option<&Event>,
) -> Result<(Option<Event>, Option<Problem>), Problem> {
    let is_set_up = matches!(last, Some(Event::SetBoard(_) | Event::SetCube { .. }));
    let given = |dice| if is_set_up { Event::SetDice(dice) } else { Event::Roll(dice) };
    let odd_cube = |table: &Table, written: Option<u32>| {
        let shown = table.situation().cube.value() * 2;
        written
            .filter(|&written| written != shown)
            .map(|written| Problem::CubeValue { written, shown })
    };
    Ok(match act {
        Act::Double(written) => (Some(Event::Double), odd_cube(table, written)),
        Act::Take => (Some(Event::Take), None),
        Act::Pass => (Some(Event::Pass), None),
        Act::Beaver => (Some(Event::Beaver), None),
        Act::Raccoon => (Some(Event::Raccoon), None),
        Act::SetBoard(position) => (Some(Event::SetBoard(position)), None),
        Act::SetCube { exponent, owner } => (Some(Event::SetCube { exponent, owner }), None),
        Act::Resign(win) => {
            (Some(Event::Resign(win)), resignation::odd(table.situation(), seat, win))
        }
        Act::Refuse => (Some(Event::Refuse), None),
        Act::Roll(dice) => {
            table.roll(seat, dice)?;
            match *table.legal_plays() {
                // It was set up, and is written once more.
                _ if last == Some(&Event::SetDice(dice)) => (None, None),
                [result] => (Some(Event::Play { dice, result }), None),
                _ => (Some(given(dice)), None),
            }
        }
        Act::Unplayed(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::Roll(dice)), None)
        }
        Act::Given(dice) => {
            table.roll(seat, dice)?;
            (Some(given(dice)), None)
        }
        Act::SetDice(dice) => {
            table.roll(seat, dice)?;
            (Some(Event::SetDice(dice)), None)
        }
        Act::Dance(dice) => {
            table.roll(seat, dice)?;
            let result = table.situation().position.swapped();
            if table.legal_plays() == [result] {
                (Some(Event::Play { dice, result }), None)
            } else {
                illegal(dice, Vec::new(), result, "")
            }
        }
        Act::PlayTo(dice, result, moves) => {
            table.roll(seat, dice)?;
            if table.legal_plays().contains(&result) {
                (Some(Event::Play { dice, result }), None)
            } else {
                illegal(dice, moves, result, "")
            }
        }
        Act::Play(dice, written, text) => {
            table.roll(seat, dice)?;
            let position = table.situation().position;
            match written.draw(game, &position, dice, table.legal_plays()) {
                Drawn::Legal(result) => (Some(Event::Play { dice, result }), None),
                Drawn::Illegal { moves, result } => illegal(dice, moves, result, &text),
                Drawn::Nothing => {
                    return Err(Problem::NoPlay(excerpt(&format!("{dice}: {text}"))));
                }
            }
        }
    })
}

fn illegal(
    dice: Dice,
    moves: Vec<CheckerMove>,
    result: Position,
    text: &str,
) -> (Option<Event>, Option<Problem>) {
    let text = excerpt(&format!("{dice}: {text}"));
    (Some(Event::IllegalPlay { dice, moves, result }), Some(Problem::IllegalPlay(text)))
}
