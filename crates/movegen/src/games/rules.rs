//! What makes a game the game it is, and what follows from it: a trait with one definition, the
//! step of one checker by one number.
//!
//! [`crate::Plays`] gives resulting positions and is fast where a game has a generator of its own;
//! [`super::sequences`] keep every order of every play.

use crate::{
    dice::Dice,
    players::Side,
    position::{BAR, Checkers, Class, HOME, InvalidPosition, OFF, Position, View, Win},
};
use std::hash::Hash;

/// How many exclusive outcomes a game has: win or lose, each single, gammon or backgammon.
pub const OUTCOMES: usize = 6;

/// What makes a game the game it is: a value whose fields are what may be agreed otherwise. Most
/// have none, and what is told at compile time costs nothing.
pub trait Rules: Copy + Default + Eq + Hash + Send + Sync + 'static {
    /// How its checkers meet.
    const FAMILY: Family;
    /// How the other side counts the points.
    const VIEW: View;
    /// Who begins, and with which roll.
    const OPENING: Opening;
    /// It can be played with the doubling cube.
    const CUBE: bool;
    /// Once all checkers are home and cannot meet, the game goes on as backgammon does: the same plays,
    /// and whoever is first to bear off everything wins.
    const BEARS_OFF_AS_BACKGAMMON: bool = true;
    /// A step may end the game, other than by bearing off the last checker. It ends the turn too,
    /// whatever numbers are left, and may always be made.
    const ENDS_AMID_TURN: bool = false;

    /// How its checkers meet.
    fn family(self) -> Family {
        Self::FAMILY
    }

    /// How the other side counts the points.
    fn view(self) -> View {
        Self::VIEW
    }

    /// Who begins, and with which roll.
    fn opening(self) -> Opening {
        Self::OPENING
    }

    /// Whether it can be played with the doubling cube.
    fn has_cube(self) -> bool {
        Self::CUBE
    }

    /// Points that a draw gives each player at cube 1.
    fn points_of_draw(self) -> u8 {
        0
    }

    /// Whether all goes on as in backgammon once all checkers are home and cannot meet.
    fn bears_off_as_backgammon(self) -> bool {
        Self::BEARS_OFF_AS_BACKGAMMON
    }

    /// Moves one checker of the player on roll from an index by a number of one die; the turn
    /// stays theirs. Most games ask [`usual_step`], which is also what there is unless they say
    /// otherwise, and then what they have of their own.
    ///
    /// # Errors
    /// What stands in the way.
    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        usual_step::<Self>(so_far, from, number)
    }

    /// Whether the turn may end like this. A turn that may not is no play; the next longest that
    /// may is looked for.
    ///
    /// # Errors
    /// What forbids it.
    fn may_end(self, _turn: &PlaySoFar) -> Result<(), Obstacle> {
        Ok(())
    }

    /// Whether the turn does what the rules ask for where it can be done: if any play is
    /// preferred, the others are illegal.
    fn is_preferred(self, _turn: &PlaySoFar) -> bool {
        true
    }

    /// The numbers that a roll gives, the larger first.
    fn numbers(self, dice: Dice) -> Numbers {
        Numbers::usual(dice)
    }

    /// Whether as many numbers as possible must be played, and the larger where only one can be.
    /// Otherwise each number must be played if it can be when its turn comes, in an order that the
    /// player chooses.
    fn plays_most(self) -> bool {
        true
    }

    /// What stands in the way of setting a position up: it cannot come about in this game.
    ///
    /// # Errors
    /// Names the rule that it breaks.
    fn check(self, _position: &Position) -> Result<(), InvalidPosition> {
        Ok(())
    }

    /// What kind of position it is; backgammon's answer unless a game says otherwise.
    #[inline]
    fn class(self, position: &Position) -> Class {
        let (own, opponent) = (position.own(), position.opponent());
        if own.all_off() || opponent.all_off() {
            Class::Over
        } else if own.rearmost() + opponent.rearmost() > BAR {
            Class::Contact
        } else if own.rearmost() <= HOME && opponent.rearmost() <= HOME {
            Class::Bearoff
        } else {
            Class::Race
        }
    }

    /// How the game has ended, `None` while it goes on. Some games count the roll that ended it;
    /// where it is not known they judge by the position alone.
    fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd>;

    /// Which outcomes are still possible in a position that is not over, for the player on roll: win
    /// single, gammon, backgammon, then lose single, gammon, backgammon.
    fn possible(self, position: &Position) -> [bool; OUTCOMES];

    /// The position with one checker moved to another index, whatever the dice, and whether it hits or
    /// pins; `None` where it cannot go or come. See [`Game::with_moved`](crate::Game::with_moved).
    fn with_moved(self, position: &Position, from: u8, to: u8) -> Option<(Position, bool)> {
        let (own, opponent) = (position.own(), position.opponent());
        if own.on(from) == 0 || own.pinned() >> from & 1 == 1 {
            return None;
        }
        let hits = lands::<Self>(own, opponent, to)?;
        let after = moved::<Self>(position, &CheckerMove { from, to, hits });
        Some((after, hits))
    }

    /// Who rolls after a turn, as its player sees it: nearly always the opponent.
    ///
    /// `result` is one of the turn's results, seen by the opponent. Where the same player rolls
    /// again the game goes on from `result.swapped()`.
    fn next_to_roll(self, _before: &Position, _dice: Dice, _result: &Position) -> Side {
        Side::Opponent
    }

    /// Adds the distinct results of a roll, each seen by the opponent; none where it cannot be
    /// played or the game is over. A game without a generator of its own asks `distinct_results`, by
    /// which all others are tested.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>);

    /// Adds the distinct results of every roll, in the order of [`Dice::ALL`], each seen by the
    /// opponent, and tells where each roll's end. A roll that cannot be played has one: the turn
    /// passed.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
    ) -> [usize; Dice::ALL.len()] {
        results_of_rolls(position, results, |dice, results| {
            self.generate(position, dice, results);
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

/// How the checkers of both sides meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// As in backgammon: they run against each other, lone checkers are hit, two close a point.
    Hitting,
    /// As in plakoto: they run against each other, lone checkers are pinned where they stand, two
    /// close a point, and so does one that pins.
    Pinning,
    /// As in fevga and long nardi: both sides run the same way, and one checker closes a point.
    Parallel,
}

/// Who begins, and with which roll. Each player throws one die; the higher begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// An opposing checker is hit there, or pinned.
    pub hits: bool,
}

/// Most checker moves of one play.
pub(crate) const MOST_MOVES: usize = 4;

/// The numbers of a roll that are still to be played, in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    numbers: [u8; MOST_MOVES],
    count: u8,
}

impl Numbers {
    /// Both numbers, or a double's four times.
    pub const fn usual(dice: Dice) -> Self {
        if dice.is_double() {
            Self { numbers: [dice.high(); MOST_MOVES], count: MOST_MOVES as u8 }
        } else {
            Self { numbers: [dice.high(), dice.low(), 0, 0], count: 2 }
        }
    }

    /// Both numbers, a double's twice.
    pub const fn each_die(dice: Dice) -> Self {
        Self { numbers: [dice.high(), dice.low(), 0, 0], count: 2 }
    }

    /// They, in descending order.
    pub const fn as_slice(&self) -> &[u8] {
        self.numbers.split_at(self.count as usize).0
    }
}

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
    /// All points of a start quarter would be held.
    StartQuarter,
    /// An opposing checker lies on it.
    Pinned,
    /// Another checker is pinned at home.
    PinnedAtHome,
    /// It has hit at home in this turn, and must stay.
    HitAndRun,
    /// As many checkers stand there as may.
    Full,
    /// No more checkers may leave the head in this turn.
    Head,
    /// Six points in a row with no opposing checker ahead of them.
    Row,
}

/// A turn that is being played: the roll, how the board stood before it and how it stands now, both
/// seen by its player. All that rules ask about a turn can be told from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySoFar {
    start: Position,
    now: Position,
    dice: Dice,
}

impl PlaySoFar {
    /// A turn in which nothing has been played.
    pub const fn new(position: &Position, dice: Dice) -> Self {
        Self { start: *position, now: *position, dice }
    }

    /// The board before the turn.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The board now.
    pub const fn now(&self) -> &Position {
        &self.now
    }

    /// The roll that is played.
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// The same turn, with the board as it is at its end.
    pub(super) const fn ended(self, board: Position) -> Self {
        Self { now: board, ..self }
    }

    /// The turn with one more checker moved.
    pub(crate) fn after<R: Rules>(&self, step: &CheckerMove) -> Self {
        Self { now: moved::<R>(&self.now, step), ..*self }
    }
}

/// The board after one checker has moved.
fn moved<R: Rules>(position: &Position, step: &CheckerMove) -> Position {
    let own = shifted(position.own(), step.from, step.to);
    let opponent = position.opponent();
    let opponent = match R::FAMILY {
        Family::Hitting if step.hits => shifted(opponent, R::VIEW.other(step.to), BAR),
        Family::Pinning => {
            let freed = if own.on(step.from) == 0 {
                opponent.freed(R::VIEW.other(step.from))
            } else {
                opponent
            };
            if step.hits { freed.pinned_on(R::VIEW.other(step.to)) } else { freed }
        }
        Family::Hitting | Family::Parallel => opponent,
    };
    Position::from_sides_unchecked(own, opponent)
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

/// The value of a win where nothing counts more than a gammon.
#[inline]
pub(super) const fn gammon_at_most(loser: Checkers) -> Win {
    if loser.on(OFF) > 0 { Win::Single } else { Win::Gammon }
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
    let hits = lands::<R>(own, opponent, to).ok_or(Obstacle::Blocked)?;
    Ok(CheckerMove { from, to, hits })
}

/// Whether a checker that comes to an index hits or pins another; `None` where the point is closed.
#[inline]
fn lands<R: Rules>(own: Checkers, opponent: Checkers, to: u8) -> Option<bool> {
    let against = if to == OFF { 0 } else { opponent.on(R::VIEW.other(to)) };
    match R::FAMILY {
        Family::Hitting if against < 2 => Some(against > 0),
        // Where one of theirs already lies on one of mine, the point is theirs.
        Family::Pinning if against < 2 && own.pinned() >> to & 1 == 0 => {
            Some(against > 0 && opponent.pinned() >> R::VIEW.other(to) & 1 == 0)
        }
        Family::Parallel if against == 0 => Some(false),
        Family::Hitting | Family::Pinning | Family::Parallel => None,
    }
}

/// One checker moved on one side's own nibbles; whether it was or is pinned stays as it was.
fn shifted(side: Checkers, from: u8, to: u8) -> Checkers {
    side.less_one_unchecked(from).with_unchecked(to, 1)
}
