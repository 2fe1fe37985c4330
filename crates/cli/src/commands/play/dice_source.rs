//! Source of the dice.

use clap::ValueEnum;

/// Dice rolled by the program, or typed by people who play on a real board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum DiceSource {
    /// The program rolls.
    #[default]
    Random,
    /// The player types each roll.
    ByHand,
}
