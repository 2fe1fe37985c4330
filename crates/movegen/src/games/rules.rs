//! What makes a game the game it is, and what follows from it: a trait with one definition, the
//! step of one checker by one number.
//!
//! [`crate::Plays`] gives resulting positions and is fast where a game has a generator of its own.
//! The sequences here keep every order of every play, for those who want to know how a position is
//! reached: notation, diagrams, `play`.

use crate::{
    dice::Dice,
    players::Side,
    position::{BAR, Checkers, Class, HOME, OFF, Position, View, Win},
};
use std::collections::HashSet;

/// How many exclusive outcomes a game has: win or lose, each single, gammon or backgammon.
pub const OUTCOMES: usize = 6;

/// What makes a game the game it is. Told at compile time, it costs nothing.
pub trait Rules: Copy + Default + Send + Sync + 'static {
    /// Its name among the rule books.
    const FAMILY: Family;
    /// How the other side counts the points.
    const VIEW: View;
    /// So many opposing checkers close a point.
    const CLOSED_BY: u8;
    /// What landing on fewer of them does.
    const LANDING: Landing;
    /// Who begins, and with which roll.
    const OPENING: Opening;
    /// It can be played with the doubling cube.
    const CUBE: bool;

    /// Moves one checker of the player on roll from an index by a number of one die; the turn
    /// stays theirs. Most games ask [`usual_step`] after what they have of their own.
    ///
    /// # Errors
    /// What stands in the way.
    fn step(so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle>;

    /// Whether the turn may end like this. A turn that may not is no play; the next longest that
    /// may is looked for.
    ///
    /// # Errors
    /// What forbids it.
    fn may_end(_turn: &PlaySoFar) -> Result<(), Obstacle> {
        Ok(())
    }

    /// Whether the turn does what the rules ask for where it can be done: if any play is
    /// preferred, the others are illegal.
    fn is_preferred(_turn: &PlaySoFar) -> bool {
        true
    }

    /// What kind of position it is.
    fn class(position: &Position) -> Class;

    /// How the game has ended, `None` while it goes on. Some games count the roll that ended it;
    /// where it is not known they judge by the position alone.
    fn end(position: &Position, last: Option<Dice>) -> Option<GameEnd>;

    /// Which outcomes are still possible in a position that is not over, for the player on roll: win
    /// single, gammon, backgammon, then lose single, gammon, backgammon.
    fn possible(position: &Position) -> [bool; OUTCOMES];

    /// Who rolls after a turn, as its player sees it: nearly always the opponent.
    ///
    /// `result` is one of the turn's results, seen by the opponent. Where the same player rolls
    /// again the game goes on from `result.swapped()`.
    fn next_to_roll(_before: &Position, _dice: Dice, _result: &Position) -> Side {
        Side::Opponent
    }

    /// Adds the distinct results of a roll, each seen by the opponent; none where it cannot be
    /// played or the game is over.
    fn generate(position: &Position, dice: Dice, results: &mut Vec<Position>) {
        distinct_results::<Self>(position, dice, results);
    }

    /// Adds the distinct results of every roll, in the order of [`Dice::ALL`], each seen by the
    /// opponent, and tells where each roll's end. A roll that cannot be played has one: the turn
    /// passed.
    fn generate_rolls(
        position: &Position,
        results: &mut Vec<Position>,
    ) -> [usize; Dice::ALL.len()] {
        results_of_rolls(position, results, |dice, results| {
            Self::generate(position, dice, results);
        })
    }
}

/// Adds what `generate` gives for each roll, or the turn passed, and tells where each roll's end.
#[inline]
pub(super) fn results_of_rolls(
    position: &Position,
    results: &mut Vec<Position>,
    generate: impl Fn(Dice, &mut Vec<Position>),
) -> [usize; Dice::ALL.len()] {
    Dice::ALL.map(|dice| {
        let before = results.len();
        generate(dice, results);
        if results.len() == before {
            results.push(position.swapped());
        }
        results.len()
    })
}

/// A rule book; games that differ only in their start share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Backgammon's: lone checkers are hit, two close a point.
    Hitting,
    /// Fevga's: both sides run the same way, and one checker closes a point.
    Fevga,
}

/// What landing on a point with opposing checkers, too few to close it, does to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// They are sent to the bar.
    Hits,
    /// Nothing: nobody lands where opposing checkers are.
    Nothing,
}

/// Who begins, and with which roll. Each player throws one die; the higher begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// With both dice of the lot, so that the first roll is no double.
    Lot,
    /// With a roll of his own.
    Reroll,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// Who has won; nobody where the game is drawn, which counts as half a win and half a loss.
    pub winner: Option<Side>,
    /// What it is worth at cube 1. Of a draw, what each player gets.
    pub points: u8,
}

impl GameEnd {
    /// A side has won.
    pub const fn won(winner: Side, win: Win) -> Self {
        Self { winner: Some(winner), points: win.points() }
    }

    /// What kind of win it is: 3 points and more are a backgammon.
    pub const fn win(self) -> Win {
        match self.points {
            0 | 1 => Win::Single,
            2 => Win::Gammon,
            _ => Win::Backgammon,
        }
    }
}

/// One checker moved by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckerMove {
    /// From where, in the mover's view; [`BAR`] when it enters.
    pub from: u8,
    /// To where; [`OFF`] when it is borne off.
    pub to: u8,
    /// An opposing checker is hit there.
    pub hits: bool,
}

/// Most checker moves of one play.
pub(crate) const MOST_MOVES: usize = 4;

/// Why one checker cannot be moved by one number, or a turn cannot end as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nobody stands there.
    Empty,
    /// A checker on the bar comes first.
    OnBar,
    /// Opposing checkers hold the point.
    Blocked,
    /// Some checkers are not home yet.
    NotHome,
    /// A checker further back must be taken first.
    NotRearmost,
    /// The runner has not yet passed the other side's start.
    Runner,
    /// All points of the start quarter would be held.
    StartQuarter,
}

/// A turn that is being played: how the board stood before it and how it stands now, both seen by
/// its player. All that rules ask about a turn can be told from the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySoFar {
    start: Position,
    now: Position,
}

impl PlaySoFar {
    /// A turn in which nothing has been played.
    pub const fn new(position: &Position) -> Self {
        Self { start: *position, now: *position }
    }

    /// The board before the turn.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The board now.
    pub const fn now(&self) -> &Position {
        &self.now
    }

    /// The turn with one more checker moved.
    pub(crate) fn after<R: Rules>(&self, step: &CheckerMove) -> Self {
        let opponent = self.now.opponent();
        let opponent =
            if step.hits { shifted(opponent, R::VIEW.other(step.to), BAR) } else { opponent };
        let own = shifted(self.now.own(), step.from, step.to);
        Self { now: Position::from_sides_unchecked(own, opponent), ..*self }
    }
}

/// The end of a game that whoever is first to bear off everything wins, by so much as `win_over`
/// says of the loser's checkers.
#[inline]
pub(super) fn first_to_bear_off(
    position: &Position,
    win_over: impl Fn(Checkers) -> Win,
) -> Option<GameEnd> {
    let (own, opponent) = (position.own(), position.opponent());
    if own.all_off() {
        Some(GameEnd::won(Side::OnRoll, win_over(opponent)))
    } else if opponent.all_off() {
        Some(GameEnd::won(Side::Opponent, win_over(own)))
    } else {
        None
    }
}

/// What is the same in most games: a checker must be there, those on the bar come first, a point
/// may be closed, and bearing off waits until all are home.
///
/// # Errors
/// What stands in the way.
pub fn usual_step<R: Rules>(
    so_far: &PlaySoFar,
    from: u8,
    number: u8,
) -> Result<CheckerMove, Obstacle> {
    let (own, opponent) = (so_far.now.own(), so_far.now.opponent());
    if own.on(from) == 0 || from == OFF {
        return Err(Obstacle::Empty);
    }
    if from != BAR && own.on(BAR) > 0 {
        return Err(Obstacle::OnBar);
    }
    let to = from.saturating_sub(number);
    if to == OFF {
        if own.rearmost() > HOME {
            return Err(Obstacle::NotHome);
        }
        if number > from && own.rearmost() > from {
            return Err(Obstacle::NotRearmost);
        }
    }
    let against = if to == OFF { 0 } else { opponent.on(R::VIEW.other(to)) };
    if against >= R::CLOSED_BY {
        return Err(Obstacle::Blocked);
    }
    let hits = against > 0 && matches!(R::LANDING, Landing::Hits);
    Ok(CheckerMove { from, to, hits })
}

fn shifted(side: Checkers, from: u8, to: u8) -> Checkers {
    let one = |index| Checkers::NONE.with_unchecked(index, 1).nibbles();
    Checkers::from_nibbles_unchecked(side.nibbles() - one(from) + one(to))
}

/// The numbers of a roll in each order in which they can be played, the larger first.
fn orders(dice: Dice) -> Vec<Vec<u8>> {
    let (high, low) = (dice.high(), dice.low());
    if dice.is_double() {
        vec![vec![high; MOST_MOVES]]
    } else {
        vec![vec![high, low], vec![low, high]]
    }
}

/// A legal play in one of its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// In the order in which they are made.
    pub(crate) moves: Vec<CheckerMove>,
    /// The position after them, seen by the opponent.
    pub(crate) result: Position,
}

/// Every legal play in every order. Empty when the roll cannot be played.
pub(crate) fn sequences<R: Rules>(position: &Position, dice: Dice) -> Vec<Sequence> {
    if R::end(position, None).is_some() {
        return Vec::new();
    }
    // As many numbers as possible must be played, and the larger where only one can be.
    let Longest { most, mut found, .. } = Longest::of::<R>(position, dice, None);
    let turn = |sequence: &Sequence| PlaySoFar { start: *position, now: sequence.result.swapped() };
    if most == 1 && !dice.is_double() {
        let is_larger = |sequence: &Sequence| {
            let start = PlaySoFar::new(position);
            R::step(&start, sequence.moves[0].from, dice.high())
                .is_ok_and(|step| start.after::<R>(&step) == turn(sequence))
        };
        prefer(&mut found, is_larger);
    }
    prefer(&mut found, |sequence| R::is_preferred(&turn(sequence)));
    found
}

/// Every order of the legal play that leads to `result`, which the opponent sees; of an illegal
/// result, sequences that no rules allow, or none. Checkers only move down, so few of all
/// sequences need to be looked at.
pub(crate) fn sequences_to<R: Rules>(
    position: &Position,
    dice: Dice,
    result: &Position,
) -> Vec<Sequence> {
    Longest::of::<R>(position, dice, Some(result.swapped())).found
}

/// Whether checkers that only move down can come from where they stand to where others do.
fn can_come(from: Checkers, to: Checkers) -> bool {
    let mut behind = 0;
    (1..=BAR).rev().all(|index| {
        behind += i32::from(from.on(index)) - i32::from(to.on(index));
        behind >= 0
    })
}

/// Leaves only those that are `good`, if any is.
fn prefer<T>(all: &mut Vec<T>, good: impl Fn(&T) -> bool) {
    if all.iter().any(&good) {
        all.retain(good);
    }
}

/// The longest sequences found so far.
struct Longest {
    /// The moves before the place that is being looked at.
    moves: Vec<CheckerMove>,
    most: usize,
    found: Vec<Sequence>,
    /// The only board that is looked for, where there is one.
    target: Option<Position>,
}

impl Longest {
    fn of<R: Rules>(position: &Position, dice: Dice, target: Option<Position>) -> Self {
        let moves = Vec::with_capacity(MOST_MOVES);
        let mut longest = Self { moves, most: 1, found: Vec::new(), target };
        for numbers in orders(dice) {
            longest.extend::<R>(&PlaySoFar::new(position), &numbers);
        }
        longest
    }

    /// Adds all ways of playing on with the numbers in this order.
    fn extend<R: Rules>(&mut self, so_far: &PlaySoFar, numbers: &[u8]) {
        let length = self.moves.len();
        let is_it = self.target.is_none_or(|target| target == so_far.now);
        if length >= self.most && is_it && R::may_end(so_far).is_ok() {
            if length > self.most {
                self.found.clear();
                self.most = length;
            }
            let moves = self.moves.clone();
            self.found.push(Sequence { moves, result: so_far.now.swapped() });
        }
        let [number, rest @ ..] = numbers else { return };
        for from in (1..=BAR).rev() {
            if let Ok(step) = R::step(so_far, from, *number) {
                let after = so_far.after::<R>(&step);
                if self.target.is_some_and(|target| !can_come(after.now.own(), target.own())) {
                    continue;
                }
                self.moves.push(step);
                self.extend::<R>(&after, rest);
                self.moves.pop();
            }
        }
    }
}

/// Adds the distinct results of a roll, each seen by the opponent.
///
/// What a turn may go on with depends only on the boards before it and now, so that of all ways to
/// one board one is gone on with.
pub(crate) fn distinct_results<R: Rules>(
    position: &Position,
    dice: Dice,
    results: &mut Vec<Position>,
) {
    if R::end(position, None).is_some() {
        return;
    }
    let mut most = 1;
    let mut ends: Vec<PlaySoFar> = Vec::new();
    for (order, numbers) in orders(dice).into_iter().enumerate() {
        let mut reached = vec![PlaySoFar::new(position)];
        for (length, number) in (1..).zip(numbers) {
            reached = after_number::<R>(&reached, number);
            let mut legal = reached.iter().filter(|turn| R::may_end(turn).is_ok()).peekable();
            if length > most && legal.peek().is_some() {
                ends.clear();
                most = length;
            }
            // Where one number alone can be played, the larger must be if it can.
            let is_larger_played = order > 0 && length == 1 && !ends.is_empty();
            if length == most && !is_larger_played {
                for turn in legal {
                    if !ends.contains(turn) {
                        ends.push(*turn);
                    }
                }
            }
        }
    }
    prefer(&mut ends, R::is_preferred);
    results.extend(ends.iter().map(|turn| turn.now.swapped()));
}

/// All boards that are reached by playing one more number.
fn after_number<R: Rules>(turns: &[PlaySoFar], number: u8) -> Vec<PlaySoFar> {
    let mut seen = HashSet::new();
    let mut reached = Vec::new();
    for turn in turns {
        for from in (1..=BAR).rev() {
            if let Ok(step) = R::step(turn, from, number) {
                let after = turn.after::<R>(&step);
                if seen.insert(after.now) {
                    reached.push(after);
                }
            }
        }
    }
    reached
}
