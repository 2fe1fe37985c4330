//! The checker moves that a play is made of: all legal sequences, move by move.
//!
//! [`crate::Plays`] gives resulting positions and is fast. This module keeps every order of every
//! play, for those who want to know how a position is reached: notation, diagrams, `play`.

use crate::{
    dice::Dice,
    position::{BAR, Checkers, HOME, OFF, POINTS, Position},
};

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

/// Why one checker cannot be moved by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
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
}

/// Moves one checker of the player on roll by one number; the turn stays theirs.
pub(crate) fn move_checker(
    position: &Position,
    from: u8,
    number: u8,
) -> Result<(CheckerMove, Position), Obstacle> {
    let (own, opponent) = (position.own(), position.opponent());
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
    let against = if to == OFF { 0 } else { opponent.on(BAR - to) };
    if against > 1 {
        return Err(Obstacle::Blocked);
    }
    let hits = against == 1;
    let own = shifted(own, from, to);
    let opponent = if hits { shifted(opponent, BAR - to, BAR) } else { opponent };
    Ok((CheckerMove { from, to, hits }, Position::from_sides_unchecked(own, opponent)))
}

fn shifted(side: Checkers, from: u8, to: u8) -> Checkers {
    let one = |index| Checkers::NONE.with_unchecked(index, 1).nibbles();
    Checkers::from_nibbles_unchecked(side.nibbles() - one(from) + one(to))
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
pub(crate) fn sequences(position: &Position, dice: Dice) -> Vec<Sequence> {
    let mut found = Vec::new();
    if position.own().all_off() || position.opponent().all_off() {
        return found;
    }
    let mut moves = Vec::with_capacity(MOST_MOVES);
    if dice.is_double() {
        extend(position, &[dice.high(); MOST_MOVES], &mut moves, &mut found);
    } else {
        extend(position, &[dice.high(), dice.low()], &mut moves, &mut found);
        extend(position, &[dice.low(), dice.high()], &mut moves, &mut found);
    }
    // As many numbers as possible must be played, and the larger where only one can be.
    let most = found.iter().map(|sequence| sequence.moves.len()).max().unwrap_or(0);
    found.retain(|sequence| sequence.moves.len() == most);
    if most == 1 && !dice.is_double() {
        let with_larger: Vec<Sequence> = found
            .iter()
            .filter(|s| {
                let from = s.moves[0].from;
                move_checker(position, from, dice.high())
                    .is_ok_and(|(_, after)| after.swapped() == s.result)
            })
            .cloned()
            .collect();
        if !with_larger.is_empty() {
            return with_larger;
        }
    }
    if most == 0 {
        found.clear();
    }
    found
}

/// Adds all ways of playing the numbers in this order, those that end early included.
fn extend(
    position: &Position,
    numbers: &[u8],
    moves: &mut Vec<CheckerMove>,
    found: &mut Vec<Sequence>,
) {
    let mut stuck = true;
    if let [number, rest @ ..] = numbers {
        for from in (1..=POINTS + 1).rev() {
            if let Ok((step, after)) = move_checker(position, from, *number) {
                stuck = false;
                moves.push(step);
                extend(&after, rest, moves, found);
                moves.pop();
            }
        }
    }
    if stuck {
        found.push(Sequence { moves: moves.clone(), result: position.swapped() });
    }
}
