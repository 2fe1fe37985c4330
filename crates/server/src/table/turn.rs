//! A table as those see it who sit at it.

use super::{
    action::Did,
    names::{Both, Seat, Win},
    session::Session,
    state::{CubeState, GameOver, State},
};
use serde::Serialize;
use sheshbesh_movegen::{BySide, Decision, Phase, Referee, Situation, Stakes};
use sheshbesh_questions::{Board, Tree};
use utoipa::ToSchema;

/// A table, with all that is to be shown of it and what is to be decided.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Turn {
    /// To be given back with the next action.
    state: State,
    /// The game that is being played.
    game: String,
    /// Which one it is, where several are played in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<InFrame>,
    /// Seen by who is on roll.
    board: Board,
    on_roll: Seat,
    decide: Decide,
    /// What is to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    cube: CubeState,
    /// Points won so far, with those of a game that is just over.
    score: Both<u16>,
    /// Points that the match is played to.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    length: Option<u16>,
    /// This is the Crawford game.
    crawford: bool,
    /// Pips that each player still has to go.
    pips: Both<u32>,
    /// How the game has ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameOver>,
    /// What has just been done.
    #[serde(skip_serializing_if = "Option::is_none")]
    did: Option<Did>,
    /// All ways to play the roll, where one is to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Tree>,
}

/// Where a frame of several games is.
#[derive(Debug, Serialize, ToSchema)]
struct InFrame {
    /// Number of the game that is being played, from 1.
    number: u32,
    /// So many are played, where each is played once; the game that decides comes after them.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
}

impl InFrame {
    fn new(referee: &Referee) -> Option<Self> {
        let frame = referee.frame();
        let count = frame.games().len();
        let once = referee.rules().is_played_once(frame);
        (!frame.is_single())
            .then(|| Self { number: referee.games().saturating_add(1), of: once.then_some(count) })
    }
}

/// What is to be decided, and by whom.
#[derive(Debug, Serialize, ToSchema)]
struct Decide {
    what: What,
    /// Who decides; nobody where there is nothing to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Before a roll: whether the rules allow a double.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_double: Option<bool>,
    /// Before a roll, and with one: what can be resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_resign: Option<Vec<Win>>,
    /// After a double: whether the rules allow a beaver.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_beaver: Option<bool>,
    /// After a beaver: whether the rules allow a raccoon.
    #[serde(skip_serializing_if = "Option::is_none")]
    may_raccoon: Option<bool>,
    /// What was offered by resigning.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<Win>,
    /// Who has won the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Seat>,
}

/// What there is to be decided.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum What {
    /// `opening`.
    Opening,
    /// `roll`, or `double` where that is allowed, or `resign`.
    Roll,
    /// `play`, or `resign`.
    Play,
    /// `take`, `pass`, or `beaver` where that is allowed.
    Double,
    /// `take`, `pass`, or `raccoon` where that is allowed.
    Beaver,
    /// `take` or `pass`.
    Raccoon,
    /// `accept` or `refuse`.
    Resignation,
    /// `next_game`: the game is over.
    NextGame,
    /// Nothing: the match is over.
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
            seat: decision.seat().map(Seat::from),
            may_double: None,
            may_resign: None,
            may_beaver: None,
            may_raccoon: None,
            offered: None,
            winner: None,
        };
        if matches!(decision, Decision::Roll { .. } | Decision::Play { .. }) {
            let wins = table.wins_that_count();
            decide.may_resign = Some(wins.into_iter().map(Win::from).collect());
        }
        match decision {
            Decision::Roll { may_double, .. } => decide.may_double = Some(may_double),
            Decision::Double { may_beaver, .. } => decide.may_beaver = Some(may_beaver),
            Decision::Beaver { may_raccoon, .. } => decide.may_raccoon = Some(may_raccoon),
            Decision::Resignation { offered, .. } => decide.offered = Some(offered.into()),
            Decision::MatchOver { winner } => decide.winner = Some(winner.into()),
            _ => {}
        }
        decide
    }
}

impl Turn {
    /// Where a session is, after what has just been done there.
    pub(crate) fn new(session: &Session, did: Option<Did>) -> Self {
        let referee = session.referee();
        let table = referee.table();
        let Situation { position, seat, cube, .. } = *table;
        let decision = referee.to_decide();
        let dice = match (referee.result(), table.phase) {
            (None, Phase::Rolled(dice)) => Some(dice),
            _ => None,
        };
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
            on_roll: seat.into(),
            decide: Decide::new(decision, table),
            dice: dice.map(|dice| dice.to_string()),
            cube: CubeState::new(cube, seat),
            score: referee.score().into(),
            length,
            crawford,
            pips: pips.seated(seat).into(),
            result: referee.result().map(GameOver::from),
            did,
            plays,
        }
    }
}
