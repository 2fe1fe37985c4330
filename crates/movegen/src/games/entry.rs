//! Common parts of the games in which all checkers start off the board.
//!
//! Checkers that have never entered, the reserve, wait at the index of the bar, together with
//! checkers that were hit. Hit checkers must enter before any other checker moves, those of the
//! reserve need not. The counter of a side is the number of its waiting checkers that were hit.

use super::rules::{CheckerMove, Obstacle, PlaySoFar, Rules, free_step};
use crate::board::{BAR, BySide, Checkers, Class, InvalidPosition, Position, Side, TurnState};

/// Number of checkers that must have entered before others move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// None: the player may enter checkers or move others.
    Free,
    /// Two.
    #[default]
    Two,
    /// All, as in backgammon.
    All,
}

/// Most checkers of a side that may be in reserve before others move, if two must have entered.
const TWO_ENTERED: u8 = 13;

/// The waiting checkers of both sides that were hit, now. `on_roll` is the player of the turn.
fn count_hit(turn: &PlaySoFar) -> BySide<u8> {
    let before = turn.start().turn_state().counters;
    let waiting = |side: fn(&Position) -> Checkers| {
        [turn.start(), turn.now()].map(|position| side(position).on(BAR))
    };
    let ([had, has], [opponent_had, opponent_has]) =
        (waiting(Position::own), waiting(Position::opponent));
    BySide {
        // Checkers that were hit enter first.
        on_roll: before.on_roll.saturating_sub(had - has),
        opponent: before.opponent + (opponent_has - opponent_had),
    }
}

impl Entry {
    /// The counters after a turn, from the view of its player.
    pub(super) fn counters(self, turn: &PlaySoFar) -> BySide<u8> {
        if self == Self::All { BySide::default() } else { count_hit(turn) }
    }

    /// The step of these games: as in backgammon, except that the reserve need not enter first.
    pub(super) fn step<R: Rules>(
        self,
        so_far: &PlaySoFar,
        from: u8,
        number: u8,
    ) -> Result<CheckerMove, Obstacle> {
        let own = so_far.now().own();
        let (waiting, hit) = (own.on(BAR), count_hit(so_far).on_roll);
        let must_enter = match self {
            Self::Free => hit > 0,
            Self::Two => hit > 0 || waiting > TWO_ENTERED,
            Self::All => waiting > 0,
        };
        if from != BAR && own.on(from) > 0 && must_enter {
            return Err(Obstacle::OnBar);
        }
        free_step::<R>(so_far, from, number)
    }

    /// Checks that the counters can occur, and that nothing else is counted.
    pub(super) fn check(self, position: &Position) -> Result<(), InvalidPosition> {
        let TurnState { counters, idle, .. } = position.turn_state();
        let is_counter = |side, checkers: Checkers| {
            counters[side] <= if self == Self::All { 0 } else { checkers.on(BAR) }
        };
        let is_state = idle == 0
            && is_counter(Side::OnRoll, position.own())
            && is_counter(Side::Opponent, position.opponent());
        if is_state { Ok(()) } else { Err(InvalidPosition::TurnState) }
    }
}

/// Number of a side's waiting checkers that have never entered.
pub(super) fn reserve(position: &Position) -> BySide<u8> {
    let hit = position.turn_state().counters;
    BySide {
        on_roll: position.own().on(BAR) - hit.on_roll,
        opponent: position.opponent().on(BAR) - hit.opponent,
    }
}

/// The class of a position in which both sides have the same way: a checker behind can always hit
/// one ahead.
pub(super) fn class_of_same_way(position: &Position) -> Class {
    let is_over = position.own().all_off() || position.opponent().all_off();
    if is_over { Class::Over } else { Class::Contact }
}
