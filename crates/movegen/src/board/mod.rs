//! The board: positions, dice, and the two players.

mod checkers;
mod dice;
mod players;
mod position;
mod turn_state;

pub use checkers::{BAR, Checkers, HOME, OFF, POINTS};
pub use dice::{Dice, InvalidDice, ORDERED_ROLLS};
pub use players::{BySeat, BySide, Seat, Side};
pub use position::{Class, InvalidPosition, Position, View, Win};
pub use turn_state::{Stage, TurnState};
