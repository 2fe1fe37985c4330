#![doc = include_str!("../README.md")]

mod board;
#[cfg(any(feature = "serde", feature = "bincode"))]
mod encoding;
mod games;
mod message;
mod named;
pub mod notation;
mod plays;
mod quoted;
#[cfg(feature = "random")]
pub mod random;
mod table;
pub mod testing;

pub use board::{
    BAR, BySeat, BySide, Checkers, Class, Dice, HOME, InvalidDice, InvalidPosition, OFF,
    ORDERED_ROLLS, POINTS, Position, Seat, Side, Stage, TurnState, View, Win,
};
#[cfg(feature = "serde")]
pub use encoding::{CubeLimit, CubeRulesForm, InvalidTableRules, TableRulesForm};
pub use games::{
    AceyDeucey, Agreement, American, Chase, CheckerMove, ClosedQuarter, Doubles, Dutch, Early,
    Entry, Family, Fevga, Form, GAME_CODE, Game, GameEnd, GulBara, Gyulbar, Head, HitAndRun,
    HitBan, Hitting, Irish, LongNardi, Matador, Misere, Mother, Numbers, OUTCOMES, Obligation,
    Obstacle, OldEnglish, Opening, OtherDice, Plakoto, PlaySoFar, Portes, RollError, Row, RowAt,
    Rules, Runner, Russian, StatedGame, Tabula, UnknownGame, usual_step,
};
pub use message::{Code, Coded, Message, Value};
pub use named::{either, listed};
pub use notation::{InvalidId, InvalidPacked, PackedPosition};
pub use plays::{AfterPlay, Plays, TurnBoard, TurnStep, TurnTree, generate_rolls, perft};
pub use quoted::quoted;
pub use table::{
    Action, ActionKind, Answer, Chouette, ChouetteAction, ChouetteDecision, ChouetteError,
    ChouetteRules, ChouetteStanding, Consulting, Cube, CubeRules, Decision, Ending, FirstPlayer,
    GameResult, GameSeries, HouseRules, Illegal, ImpossibleTie, InvalidHouseRules,
    InvalidSituation, PairResult, Phase, Progress, Referee, Scoring, Session, Situation, Snapshot,
    Stakes, TableRules, UnknownConsulting, UnknownFirstPlayer, UnknownGameSeries, UnknownOpening,
    UnknownScoring,
};
