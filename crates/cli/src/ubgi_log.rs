//! What is played through the Universal Backgammon Interface, written to files.

use crate::{
    failure::Failure,
    save::{Target, sign},
};
use sheshbesh_movegen::{
    Action, Answer, BySeat, CubeRules, Decision, Dice, Game, InvalidSituation, Phase, Plays,
    Position, Seat, Situation, Stakes,
};
use sheshbesh_record::{Player, Recorder};
use std::time::{Duration, Instant};

/// Writes down what is asked and answered. Programs tell the engine where a game stands, not what
/// was played in between: that is found where one roll alone leads there, and otherwise the board is
/// set up.
pub struct Log {
    target: Target,
    match_now: Option<Played>,
    /// Files that are full: another one begins with another match.
    files: u64,
    /// Whether files that are there already may be written over.
    force: bool,
    /// The next file is there already: nothing more is written.
    closed: bool,
    /// When it was written last.
    last: Instant,
}

/// How often what is played is written while it goes on.
const PAUSE: Duration = Duration::from_secs(1);

/// A match that is being played.
struct Played {
    recorder: Recorder,
    game: Game,
    rules: CubeRules,
    /// The engine has said that it doubles, and has not been told of the answer.
    doubled: bool,
}

impl Log {
    /// Files behind a name: the first is called so, those of further matches are numbered.
    pub fn new(target: Target, force: bool) -> Self {
        Self { target, match_now: None, files: 0, force, closed: false, last: Instant::now() }
    }

    /// A game begins; one that has not ended stays unfinished, or was passed if the engine has
    /// doubled.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        let Some(played) = &mut self.match_now else { return Ok(()) };
        if std::mem::take(&mut played.doubled) {
            // If it may not be doubled there, nothing is written down.
            let doubled = played.recorder.apply(Action::Double);
            let _ = doubled.and_then(|_| played.recorder.apply(Action::Pass));
        }
        played.recorder.break_off();
        Ok(())
    }

    /// Another match begins.
    pub fn new_session(&mut self) -> Result<(), Failure> {
        self.write()?;
        if self.match_now.take().is_some() {
            self.files += 1;
            let next = self.target.numbered(self.files + 1, 1);
            let free = next.check(self.force);
            self.closed = free.is_err();
            free?;
        }
        Ok(())
    }

    /// The same if it has not been written for a while, so that little is lost if the program is
    /// killed.
    pub fn write_now_and_then(&mut self) -> Result<(), Failure> {
        if self.last.elapsed() < PAUSE {
            return Ok(());
        }
        self.last = Instant::now();
        self.write()
    }

    /// Writes what has been played so far, whole or not at all.
    pub fn write(&self) -> Result<(), Failure> {
        let Some(played) = self.match_now.as_ref().filter(|_| !self.closed) else { return Ok(()) };
        let record = played.recorder.record();
        match self.files {
            0 => self.target.write(&record),
            files => self.target.numbered(files + 1, 1).write(&record),
        }
    }

    /// The engine has played a roll at a table.
    pub fn played(
        &mut self,
        table: &Situation,
        dice: Dice,
        result: Position,
    ) -> Result<(), Failure> {
        let recorder = self.reach(table, Some(dice))?;
        let rolls = matches!(recorder.referee().to_decide(), Decision::Roll { .. });
        let actions = [rolls.then_some(Action::Roll(dice)), Some(Action::Play(result))];
        happen(recorder, actions.into_iter().flatten())
    }

    /// The engine has said that it doubles.
    pub fn doubled(&mut self, table: &Situation) -> Result<(), Failure> {
        self.reach(table, None)?;
        if let Some(played) = &mut self.match_now {
            played.doubled = true;
        }
        Ok(())
    }

    /// The engine has answered the double of whoever is on roll at a table.
    pub fn answered(&mut self, table: &Situation, answer: Answer) -> Result<(), Failure> {
        happen(self.reach(table, None)?, [Action::Double, answer.into()])
    }

    /// Somebody whose table it is as it was before the roll, with that roll if there is one.
    fn reach(&mut self, table: &Situation, dice: Option<Dice>) -> Result<&mut Recorder, Failure> {
        let table = Situation { phase: Phase::BeforeRoll, ..*table };
        let (game, rules) = (table.game, CubeRules::of(&table));
        let goes_on = self
            .match_now
            .as_ref()
            .is_some_and(|played| (played.game, played.rules) == (game, rules));
        if !goes_on {
            self.new_session()?;
        }
        let played = self.match_now.get_or_insert_with(|| {
            let player = |name: &str| Player { name: name.to_owned(), rating: None };
            let players = BySeat { top: player("p0"), bottom: player("p1") };
            let mut recorder = Recorder::new(game, rules, players);
            sign(recorder.about(), None);
            Played { recorder, game, rules, doubled: false }
        });
        let reached = played.reach(&table, dice);
        reached.map_err(|error| Failure::Failed(format!("the game cannot be saved: {error}")))?;
        Ok(&mut played.recorder)
    }
}

/// Lets what has happened happen in the record.
fn happen(
    recorder: &mut Recorder,
    actions: impl IntoIterator<Item = Action>,
) -> Result<(), Failure> {
    for action in actions {
        let applied = recorder.apply(action);
        applied.map_err(|error| Failure::Failed(format!("the game cannot be saved: {error}")))?;
    }
    Ok(())
}

impl Played {
    fn reach(&mut self, table: &Situation, dice: Option<Dice>) -> Result<(), InvalidSituation> {
        let (seat, recorder) = (table.seat, &mut self.recorder);
        let stands = |recorder: &Recorder| {
            let now = recorder.referee().table();
            let is_before_roll = matches!(recorder.referee().to_decide(), Decision::Roll { .. });
            is_before_roll
                && (now.position, now.seat, now.cube) == (table.position, seat, table.cube)
        };
        if std::mem::take(&mut self.doubled) && table.cube != recorder.referee().table().cube {
            let _ = recorder.apply(Action::Double).and_then(|_| recorder.apply(Action::Take));
        }
        if recorder.referee().result().is_some() {
            // A match that is over ends in another session.
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
            open(recorder, table, dice);
        } else if recorder.referee().table().seat != seat {
            let before = recorder.referee().table().position;
            if let Some(roll) = only_roll(table.game, &before, &table.position, |_| true) {
                let play = Action::Play(table.position);
                let _ = recorder.apply(Action::Roll(roll)).and_then(|_| recorder.apply(play));
            }
        }
        let rolled = matches!(recorder.referee().to_decide(), Decision::Play { dice: roll, seat: who }
            if Some(roll) == dice && who == seat);
        if rolled && recorder.referee().table().position == table.position || stands(recorder) {
            return Ok(());
        }
        recorder.set_up(table)
    }
}

/// The first roll of a game, where it is that of whoever is on roll, or of the opponent who has
/// played it.
fn open(recorder: &mut Recorder, table: &Situation, dice: Option<Dice>) {
    let start = table.game.start();
    let lot = |seat: Seat, roll: Dice| match seat {
        Seat::Bottom => BySeat { bottom: roll.high(), top: roll.low() },
        Seat::Top => BySeat { bottom: roll.low(), top: roll.high() },
    };
    let is_lot = |roll: &Dice| !roll.is_double();
    if table.position == start {
        if let Some(roll) = dice.filter(is_lot) {
            let _ = recorder.apply(Action::OpeningRoll(lot(table.seat, roll)));
        }
    } else if let Some(roll) = only_roll(table.game, &start, &table.position, is_lot) {
        let opened = recorder.apply(Action::OpeningRoll(lot(!table.seat, roll)));
        let _ = opened.and_then(|_| recorder.apply(Action::Play(table.position)));
    }
}

/// The roll that alone leads from a position to another, which the opponent sees.
fn only_roll(
    game: Game,
    before: &Position,
    after: &Position,
    possible: impl Fn(&Dice) -> bool,
) -> Option<Dice> {
    let mut plays = Plays::new(game);
    let mut rolls = Dice::ALL
        .into_iter()
        .filter(possible)
        .filter(|&roll| plays.generate_or_pass(before, roll).contains(after));
    rolls.next().filter(|_| rolls.next().is_none())
}
