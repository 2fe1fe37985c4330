//! The rules of backgammon, fast: positions, dice, legal plays, notation and position IDs.
//!
//! ```
//! use sheshbesh_movegen::{Dice, Game, Plays};
//!
//! let start = Game::Backgammon.start();
//! let dice: Dice = "31".parse()?;
//! let mut plays = Plays::new(Game::Backgammon);
//! // Each resulting position is seen by the opponent, who is then on roll.
//! assert_eq!(plays.generate(&start, dice).len(), 16);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod game;
mod games;
mod named;
pub mod notation;
mod perft;
mod players;
mod plays;
mod position;
mod table;

pub use dice::{Dice, InvalidDice, ORDERED_ROLLS};
pub use game::{Game, UnknownGame};
pub use games::{
    CheckerMove, Family, Fevga, GameEnd, Hitting, Landing, OUTCOMES, Obstacle, Opening, PlaySoFar,
    Rules, usual_step,
};
pub use named::listed;
pub use notation::InvalidId;
pub use perft::perft;
pub use players::{BySeat, BySide, Seat, Side};
pub use plays::Plays;
pub use position::{BAR, Checkers, Class, HOME, InvalidPosition, OFF, POINTS, Position, View, Win};
pub use table::{Cube, Phase, Situation, Stakes};
