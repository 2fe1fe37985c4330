//! Rule books: a trait that defines a game by the step of one checker by one number.
//!
//! [`crate::Plays`] returns resulting positions, and is fast in games with their own generator;
//! `plays::sequences` keeps every order of every play.

use crate::board::{
    BAR, Checkers, Class, Dice, HOME, InvalidPosition, OFF, Position, Side, View, Win,
};
use std::hash::Hash;

/// Number of exclusive outcomes of a game: win or loss, each single, gammon or backgammon.
pub const OUTCOMES: usize = 6;

/// A rule book: a value whose fields are the options of the game. A rule book without options is
/// zero-sized; dispatch at compile time costs nothing.
pub trait Rules: Copy + Default + Eq + Hash + Send + Sync + 'static {
    /// The way in which the checkers of the two sides interact.
    const FAMILY: Family;
    /// Relation between the point numbers of the two sides. If the sides differ in it, the one that
    /// the first player sees; [`Rules::view_from`] has both.
    const VIEW: View;
    /// Rule of the opening roll.
    const OPENING: Opening;
    /// True if the player with the lower die of the lot starts, not the one with the higher.
    const LOWER_BEGINS: bool = false;
    /// True if the points are a ring without an end, on which point 24 follows point 1.
    const IS_RING: bool = false;
    /// True if the game can be played with the doubling cube.
    const CUBE: bool;
    /// True if the game continues like backgammon once all checkers are home and cannot meet: the
    /// same plays, and the first side to bear off everything wins.
    const BEARS_OFF_AS_BACKGAMMON: bool = true;
    /// True if a step may end the game other than by bearing off the last checker. Such a step ends
    /// the turn too, whatever numbers are left, and is always legal.
    const ENDS_AMID_TURN: bool = false;
    /// True if a turn may have several stages, or the same player may roll again: positions then
    /// have a [`TurnState`](crate::TurnState), which [`Rules::finish`] sets.
    const STAGES: bool = false;
    /// Number of dice: two, or three.
    const DICE: usize = 2;

    /// The way in which the checkers of the two sides interact.
    fn family(self) -> Family {
        Self::FAMILY
    }

    /// Relation between the point numbers of the two sides, seen by the side that has the checkers
    /// `own`.
    #[inline]
    fn view_from(_own: Checkers) -> View {
        Self::VIEW
    }

    /// Rule of the opening roll.
    fn opening(self) -> Opening {
        Self::OPENING
    }

    /// True if the game can be played with the doubling cube.
    fn has_cube(self) -> bool {
        Self::CUBE
    }

    /// True if a turn may have several stages, or the same player may roll again.
    #[inline]
    fn has_stages(self) -> bool {
        Self::STAGES
    }

    /// The distinct rolls of the game's dice.
    #[inline]
    fn rolls(self) -> &'static [Dice] {
        if Self::DICE == 3 { &Dice::ALL_OF_THREE } else { &Dice::ALL }
    }

    /// Points that a draw gives each player at cube value 1.
    fn points_of_draw(self) -> u8 {
        0
    }

    /// True if the game continues like backgammon once all checkers are home and cannot meet.
    fn bears_off_as_backgammon(self) -> bool {
        Self::BEARS_OFF_AS_BACKGAMMON
    }

    /// Moves one checker of the player on roll from an index by the number of one die; the turn
    /// stays theirs. The default is [`usual_step`]. Most games call it first and then check their
    /// own rules.
    ///
    /// # Errors
    /// Returns the obstacle if the checker cannot move like this.
    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        usual_step::<Self>(so_far, from, number)
    }

    /// Checks that the turn may end like this. A turn that may not end is not a play; the longest
    /// turns that may end are used instead.
    ///
    /// # Errors
    /// Returns the rule that forbids it.
    fn may_end(self, _turn: &PlaySoFar) -> Result<(), Obstacle> {
        Ok(())
    }

    /// True if the turn does what the rules require where possible. If any play is preferred, all
    /// others are illegal.
    fn is_preferred(self, _turn: &PlaySoFar) -> bool {
        true
    }

    /// The numbers that a roll gives, larger first.
    fn numbers(self, dice: Dice) -> Numbers {
        Numbers::usual(dice)
    }

    /// The numbers to play in a position: those of the roll, or those that a
    /// [stage](Rules::STAGES) has left there, whatever the roll. A player who may choose a double
    /// plays all they can of one, and of doubles that lead to the same board the one that is played
    /// further.
    #[inline]
    fn numbers_at(self, _position: &Position, dice: Dice) -> Numbers {
        self.numbers(dice)
    }

    /// The numbers of a roll that a player must play.
    fn obligation(self) -> Obligation {
        Obligation::Most
    }

    /// Checks that a position can occur in this game.
    ///
    /// # Errors
    /// Names the rule that the position breaks.
    fn check(self, _position: &Position) -> Result<(), InvalidPosition> {
        Ok(())
    }

    /// The class of a position. The default is that of backgammon.
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

    /// The result, or `None` if the game is not over. In some games, the value of a win depends on
    /// the roll that ended the game. If that roll is unknown, they use the position alone.
    fn end(self, position: &Position, last: Option<Dice>) -> Option<GameEnd>;

    /// Outcomes that are still possible for the player on roll in a position that is not over: win
    /// single, gammon, backgammon, then lose single, gammon, backgammon.
    fn possible(self, position: &Position) -> [bool; OUTCOMES];

    /// Moves one checker to another index, without regard to the dice. Returns the position, and
    /// true if the checker hits or pins. Returns `None` if the checker cannot leave or land. See
    /// [`Game::with_moved`](crate::Game::with_moved).
    fn with_moved(self, position: &Position, from: u8, to: u8) -> Option<(Position, bool)> {
        let (own, opponent) = (position.own(), position.opponent());
        let is_pinned = Self::FAMILY == Family::Pinning && own.pinned() >> from & 1 == 1;
        if own.on(from) == 0 || is_pinned {
            return None;
        }
        let hits = lands::<Self>(own, opponent, to)?;
        let after = moved::<Self>(position, &CheckerMove { from, to, hits });
        Some((after, hits))
    }

    /// The result of a turn or of a stage, as the opponent sees it. In a game with
    /// [stages](Rules::STAGES), it has the [`TurnState`](crate::TurnState) that says who goes on,
    /// and with what numbers. A turn in which nothing was played has a result too.
    #[inline]
    fn finish(self, turn: &PlaySoFar) -> Position {
        turn.now().swapped()
    }

    /// Adds the distinct results of a roll, each as the opponent sees it. Adds none if the roll
    /// cannot be played or the game is over. A game without its own generator calls
    /// `distinct_results`, which is also the test reference of the others.
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>);

    /// Adds the distinct results of every roll, in the order of [`Rules::rolls`], each as the
    /// opponent sees it. A roll that cannot be played has one result: the turn passed. `ends` gets
    /// the end index of each roll's results.
    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        results_of_rolls(self, position, results, ends, |dice, results| {
            self.generate(position, dice, results);
        });
    }
}

/// Adds the results of `generate` for each roll, or the turn passed. `ends` gets the end index of
/// each roll's results.
#[inline]
pub(super) fn results_of_rolls<R: Rules>(
    rules: R,
    position: &Position,
    results: &mut Vec<Position>,
    ends: &mut Vec<usize>,
    generate: impl Fn(Dice, &mut Vec<Position>),
) {
    ends.clear();
    ends.extend(rules.rolls().iter().map(|&dice| {
        let before = results.len();
        generate(dice, results);
        if results.len() == before {
            results.push(position.swapped());
        }
        results.len()
    }));
}

/// The way in which the checkers of the two sides interact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// As in backgammon: the sides move in opposite directions, single checkers are hit, and two
    /// checkers hold a point.
    Hitting,
    /// As in plakoto: the sides move in opposite directions, and single checkers are pinned where
    /// they stand. A point is held by two checkers, or by one that pins.
    Pinning,
    /// As in fevga and long nardi: both sides move in the same direction, and one checker holds a
    /// point.
    Parallel,
    /// As in chase: both sides move in the same direction, one checker stands on a point, and an
    /// opposing checker that lands there removes it for good.
    Capturing,
}

/// The numbers of a roll that a player must play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// As many as possible, and the largest one if only one can be played.
    Most,
    /// Each one that can be played when it comes up, in an order that the player chooses.
    EachInTurn,
    /// One, if any can be played.
    One,
}

/// Rule of the opening roll. Each player throws one die; the higher number starts, in some games
/// the [lower](Rules::LOWER_BEGINS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The starting player plays both dice, so the first roll is not a double.
    OneDieEach,
    /// The starting player rolls again.
    Reroll,
}

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// The winner; `None` if the game is drawn, which counts as half a win and half a loss.
    pub winner: Option<Side>,
    /// Points at cube value 1; in a draw, the points that each player gets.
    pub points: u8,
}

impl GameEnd {
    /// A win by one side.
    pub const fn won(winner: Side, win: Win) -> Self {
        Self { winner: Some(winner), points: win.points() }
    }

    /// The kind of win; 3 points or more are a backgammon.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub struct CheckerMove {
    /// Origin, in the mover's view; [`BAR`] if the checker enters.
    pub from: u8,
    /// Destination; [`OFF`] if the checker is borne off.
    pub to: u8,
    /// True if an opposing checker is hit, pinned or captured there.
    #[cfg_attr(feature = "serde", serde(rename = "hit"))]
    pub hits: bool,
}

/// Maximum number of checker moves in a play.
pub(crate) const MOST_MOVES: usize = 4;

/// Numbers of a roll that are left to play, in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbers {
    numbers: [u8; MOST_MOVES],
    count: u8,
    is_any: bool,
}

impl Numbers {
    /// Both numbers; the number of a double four times.
    pub const fn usual(dice: Dice) -> Self {
        if dice.is_double() {
            Self::equal(dice.high(), MOST_MOVES as u8)
        } else {
            Self::each_die(dice)
        }
    }

    /// The number of each die once, so the number of a double twice.
    pub const fn each_die(dice: Dice) -> Self {
        let third = match dice.third() {
            Some(third) => third,
            None => 0,
        };
        let numbers = [dice.high(), dice.low(), third, 0];
        Self { numbers, count: dice.count() as u8, is_any: false }
    }

    /// A number up to four times.
    pub(crate) const fn equal(number: u8, count: u8) -> Self {
        let mut numbers = [0; MOST_MOVES];
        let mut index = 0;
        while index < count as usize {
            numbers[index] = number;
            index += 1;
        }
        Self { numbers, count, is_any: false }
    }

    /// A double of the player's choice.
    pub(crate) const ANY_DOUBLE: Self = Self { is_any: true, ..Self::equal(6, MOST_MOVES as u8) };

    /// True if the player chooses a double. The numbers are then those of its highest choice.
    pub const fn is_any_double(&self) -> bool {
        self.is_any
    }

    /// The numbers from which the player chooses, the largest first; usually one choice.
    pub fn choices(self) -> impl Iterator<Item = Self> {
        let lowest = if self.is_any { 1 } else { 6 };
        (lowest..=6u8)
            .rev()
            .map(move |n| if self.is_any { Self::equal(n, MOST_MOVES as u8) } else { self })
    }

    /// The numbers, in descending order.
    pub const fn as_slice(&self) -> &[u8] {
        self.numbers.split_at(self.count as usize).0
    }
}

/// Reason why one checker cannot move by one number, or why a turn cannot end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// No checker stands there.
    Empty,
    /// A checker on the bar must move first.
    OnBar,
    /// The opponent holds the point.
    Blocked,
    /// Not all checkers are home.
    NotHome,
    /// A checker further back must be borne off first.
    NotRearmost,
    /// The runner has not yet passed the other side's start.
    Runner,
    /// All points of a start quarter would be held.
    StartQuarter,
    /// An opposing checker lies on the checker.
    Pinned,
    /// Another checker is pinned at home.
    PinnedAtHome,
    /// The checker has hit in this turn and must stay.
    HitAndRun,
    /// The point has the maximum number of checkers.
    Full,
    /// No more checkers may leave the head in this turn.
    Head,
    /// Six points in a row have no opposing checker ahead of them.
    Row,
    /// No checker of the player has come home yet.
    MayNotHit,
    /// Checkers at home stay there until they are borne off.
    StaysHome,
    /// A checker is borne off by the number of its point only.
    NotExact,
    /// Not all checkers have entered, so none may move to the second half of the way.
    SecondHalf,
    /// A checker of the same side stands there.
    Own,
    /// The opponent's last checker cannot be taken there.
    LastIsSafe,
    /// A last checker moves from corner to corner, by ones and sixes.
    Corners,
}

/// A turn in progress: the roll, the board before the turn and the current board, both from the
/// view of the player on roll. The rules of a turn depend on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaySoFar {
    start: Position,
    now: Position,
    dice: Dice,
    played: u8,
}

impl PlaySoFar {
    /// A turn in which nothing has been played.
    pub fn new(position: &Position, dice: Dice) -> Self {
        Self { start: *position, now: position.bare(), dice, played: 0 }
    }

    /// The position before the turn, with its [`TurnState`](crate::TurnState).
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current board, without a [`TurnState`](crate::TurnState).
    pub const fn now(&self) -> &Position {
        &self.now
    }

    /// The roll of the turn.
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// Count of numbers played so far.
    pub const fn played(&self) -> u8 {
        self.played
    }

    /// The same turn with the board at its end, after a count of numbers.
    pub(crate) const fn ended(self, board: Position, played: usize) -> Self {
        Self { now: board, played: played as u8, ..self }
    }

    /// The turn after one more checker move.
    pub(crate) fn after<R: Rules>(&self, step: &CheckerMove) -> Self {
        Self { now: moved::<R>(&self.now, step), played: self.played + 1, ..*self }
    }
}

/// The board after one checker has moved.
fn moved<R: Rules>(position: &Position, step: &CheckerMove) -> Position {
    let own = shifted(position.own(), step.from, step.to);
    let opponent = position.opponent();
    let view = R::view_from(own);
    let opponent = match R::FAMILY {
        Family::Hitting if step.hits => shifted(opponent, view.other(step.to), BAR),
        Family::Pinning => {
            let freed = if own.on(step.from) == 0 {
                opponent.freed(view.other(step.from))
            } else {
                opponent
            };
            if step.hits { freed.pinned_on(view.other(step.to)) } else { freed }
        }
        Family::Capturing if step.hits => shifted(opponent, view.other(step.to), OFF),
        Family::Hitting | Family::Parallel | Family::Capturing => opponent,
    };
    Position::from_sides_unchecked(own, opponent)
}

/// The result of a game that the first side to bear off everything wins. `win_over` returns the
/// kind of win for the loser's checkers.
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

/// The kind of win, if nothing counts more than a gammon.
#[inline]
pub(super) const fn gammon_at_most(loser: Checkers) -> Win {
    if loser.on(OFF) > 0 { Win::Single } else { Win::Gammon }
}

/// The step of most games: a checker must be there, checkers on the bar come first, a point may be
/// closed, and bearing off requires all checkers to be home.
///
/// # Errors
/// Returns the obstacle if the checker cannot move like this.
pub fn usual_step<R: Rules>(
    so_far: &PlaySoFar,
    from: u8,
    number: u8,
) -> Result<CheckerMove, Obstacle> {
    let own = so_far.now.own();
    if own.on(from) == 0 || from == OFF {
        return Err(Obstacle::Empty);
    }
    if from != BAR && own.on(BAR) > 0 {
        return Err(Obstacle::OnBar);
    }
    free_step::<R>(so_far, from, number)
}

/// The same without the rule that checkers on the bar come first.
pub(super) fn free_step<R: Rules>(
    so_far: &PlaySoFar,
    from: u8,
    number: u8,
) -> Result<CheckerMove, Obstacle> {
    let (own, opponent) = (so_far.now.own(), so_far.now.opponent());
    if own.on(from) == 0 || from == OFF {
        return Err(Obstacle::Empty);
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

/// True if a checker that lands on an index hits or pins another; `None` if the point is closed.
#[inline]
fn lands<R: Rules>(own: Checkers, opponent: Checkers, to: u8) -> Option<bool> {
    let view = R::view_from(own);
    let against = if to == OFF { 0 } else { opponent.on(view.other(to)) };
    match R::FAMILY {
        Family::Hitting if against < 2 => Some(against > 0),
        // If an opposing checker already lies on one of the mover's, the opponent holds the point.
        Family::Pinning if against < 2 && own.pinned() >> to & 1 == 0 => {
            Some(against > 0 && opponent.pinned() >> view.other(to) & 1 == 0)
        }
        Family::Parallel if against == 0 => Some(false),
        Family::Capturing if to == OFF || own.on(to) == 0 => Some(against > 0),
        Family::Hitting | Family::Pinning | Family::Parallel | Family::Capturing => None,
    }
}

/// Moves one checker in the nibbles of one side, without changing pins.
fn shifted(side: Checkers, from: u8, to: u8) -> Checkers {
    side.less_one_unchecked(from).with_unchecked(to, 1)
}
