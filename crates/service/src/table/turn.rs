//! A session as shown to its players.

use super::{
    action::GameEvent, names::PerSeat, session::Session, shown_cube::ShownCube, state::State,
};
use serde::Serialize;
use sheshbesh_api::{Board, Tree};
use sheshbesh_movegen::{BySide, Decision, GameResult, Referee, Seat, Situation, Stakes, Win};
use utoipa::ToSchema;

/// A session after an action: everything to show, and the pending decision.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Turn {
    /// State to send with the next action.
    state: State,
    /// Current game.
    game: String,
    /// Place of the current game, if several are played in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<InFrame>,
    /// Board from the point of view of the player on roll.
    board: Board,
    on_roll: Seat,
    decide: Decide,
    /// Dice to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    cube: ShownCube,
    /// Points won so far, including a game that has just ended.
    score: PerSeat<u16>,
    /// Match length in points.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    length: Option<u16>,
    /// True in the Crawford game.
    crawford: bool,
    /// Pip count of each player.
    pips: PerSeat<u32>,
    /// Result of the game, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
    /// Action that was just performed.
    #[serde(skip_serializing_if = "Option::is_none")]
    did: Option<GameEvent>,
    /// Tree of all legal plays, if a roll is to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Tree>,
}

/// Place within a frame of several games.
#[derive(Debug, Serialize, ToSchema)]
struct InFrame {
    /// Number of the current game, from 1.
    number: u32,
    /// Number of games, if each is played once. A tie-break game comes after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
}

impl InFrame {
    fn new(referee: &Referee) -> Option<Self> {
        let frame = referee.series();
        let count = frame.games().len();
        let once = referee.rules().is_played_once(frame);
        (!frame.is_single())
            .then(|| Self { number: referee.games().saturating_add(1), of: once.then_some(count) })
    }
}

/// Pending decision.
#[derive(Debug, Serialize, ToSchema)]
struct Decide {
    what: What,
    /// Player who has to decide; absent if there is nothing to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Before a roll: true if the rules allow a double.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_double: Option<bool>,
    /// Before and after a roll: wins that can be offered by resigning.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_resign: Option<Vec<Win>>,
    /// After a double: true if the rules allow a beaver.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_beaver: Option<bool>,
    /// After a beaver: true if the rules allow a raccoon.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_raccoon: Option<bool>,
    /// Win offered by a resignation.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<Win>,
    /// Winner of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Seat>,
}

/// Kinds of decisions, with the action types that they allow.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum What {
    /// `opening`.
    Opening,
    /// `roll`, `double` if it is allowed, or `resign`.
    Roll,
    /// `play`, or `resign`.
    Play,
    /// `take`, `pass`, or `beaver` if it is allowed.
    Double,
    /// `take`, `pass`, or `raccoon` if it is allowed.
    Beaver,
    /// `take` or `pass`.
    Raccoon,
    /// `accept` or `refuse`.
    Resignation,
    /// `next_game`: the game is over.
    NextGame,
    /// None: the match is over.
    MatchOver,
}

impl Decide {
    fn new(decision: Decision, table: &Situation) -> Self {
        let what = match decision {
            Decision::Opening => What::Opening,
            Decision::Roll { .. } => What::Roll,
            Decision::Play { .. } => What::Play,
            Decision::Double { .. } => What::Double,
            Decision::Beaver { .. } => What::Beaver,
            Decision::Raccoon { .. } => What::Raccoon,
            Decision::Resignation { .. } => What::Resignation,
            Decision::NextGame => What::NextGame,
            Decision::MatchOver { .. } => What::MatchOver,
        };
        let mut decide = Self {
            what,
            seat: decision.seat(),
            may_double: None,
            may_resign: None,
            may_beaver: None,
            may_raccoon: None,
            offered: None,
            winner: None,
        };
        if matches!(decision, Decision::Roll { .. } | Decision::Play { .. }) {
            let wins = table.wins_that_count();
            decide.may_resign = Some(wins.into_iter().collect());
        }
        match decision {
            Decision::Roll { may_double, .. } => decide.may_double = Some(may_double),
            Decision::Double { may_beaver, .. } => decide.may_beaver = Some(may_beaver),
            Decision::Beaver { may_raccoon, .. } => decide.may_raccoon = Some(may_raccoon),
            Decision::Resignation { offered, .. } => decide.offered = Some(offered),
            Decision::MatchOver { winner } => decide.winner = Some(winner),
            _ => {}
        }
        decide
    }
}

impl Turn {
    /// Describes a session after an action.
    pub(crate) fn new(session: &Session, did: Option<GameEvent>) -> Self {
        let referee = session.referee();
        let table = referee.table();
        let Situation { position, seat, .. } = *table;
        let decision = referee.to_decide();
        let dice = if referee.result().is_none() { table.phase.dice() } else { None };
        let (length, crawford) = match table.stakes {
            Stakes::Money { .. } => (None, false),
            Stakes::Match { length, crawford } => (Some(length), crawford && table.game.has_cube()),
        };
        let pips = BySide { on_roll: position.own().pips(), opponent: position.opponent().pips() };
        let plays = match decision {
            Decision::Play { dice, .. } => Some(Tree::new(table, dice)),
            _ => None,
        };
        Self {
            state: session.state(),
            game: table.game.to_string(),
            frame: InFrame::new(referee),
            board: Board::new(&position),
            on_roll: seat,
            decide: Decide::new(decision, table),
            dice: dice.map(|dice| dice.to_string()),
            cube: ShownCube::new(table),
            score: referee.score().into(),
            length,
            crawford,
            pips: pips.seated(seat).into(),
            result: referee.result(),
            did,
            plays,
        }
    }
}
