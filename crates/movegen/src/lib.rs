#![doc = include_str!("../README.md")]

mod agreed;
mod customs;
mod dice;
mod frame;
mod game;
mod games;
mod named;
pub mod notation;
mod packed;
mod perft;
mod players;
mod plays;
mod position;
mod quoted;
#[cfg(feature = "random")]
pub mod random;
mod referee;
mod scoring;
mod table;
pub mod testing;
mod turn_tree;

pub use agreed::{Agreement, UnknownGame};
pub use customs::{FirstPlayer, HouseRules, TableRules, UnknownOpening, UnknownStarter};
pub use dice::{Dice, InvalidDice, ORDERED_ROLLS};
pub use frame::{GameSeries, UnknownFrame};
pub use game::Game;
pub use games::{
    CheckerMove, ClosedQuarter, Early, Family, Fevga, GameEnd, Head, HitAndRun, Hitting, Irish,
    LongNardi, Misere, Mother, Numbers, OUTCOMES, Obstacle, OldEnglish, Opening, Plakoto,
    PlaySoFar, Portes, Row, RowAt, Rules, usual_step,
};
pub use named::listed;
pub use notation::InvalidId;
pub use packed::{InvalidPacked, PackedPosition};
pub use perft::perft;
pub use players::{BySeat, BySide, Seat, Side};
pub use plays::{Plays, generate_rolls};
pub use position::{BAR, Checkers, Class, HOME, InvalidPosition, OFF, POINTS, Position, View, Win};
pub use quoted::quoted;
pub use referee::{
    Action, Answer, Decision, Ending, GameResult, Illegal, InvalidSituation, Progress, Referee,
    Snapshot,
};
pub use scoring::{Scoring, UnknownScoring};
pub use table::{Cube, CubeRules, ImpossibleTie, Phase, Session, Situation, Stakes};
pub use turn_tree::{TurnBoard, TurnStep, TurnTree};
