//! A chouette as shown to its players.

use super::{
    action::Event,
    session::{BeforeRoll, Session},
    state::State,
};
use crate::table::{PerSeat, ShownCube};
use serde::Serialize;
use sheshbesh_api::{Board, Tree};
use sheshbesh_movegen::{
    BySide, Chouette, ChouetteDecision, Decision, PairResult, Seat, Situation, Win,
};
use utoipa::ToSchema;

/// A chouette after an action: everything to show, and the pending decision. Players are indices of
/// `players`. The box sits at the bottom, the team at the top.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouetteTurn)]
pub(crate) struct Turn {
    /// State to send with the next action.
    state: State,
    game: String,
    /// Number of the current game, from 1.
    number: u32,
    /// Board from the point of view of the side on roll.
    board: Board,
    on_roll: Seat,
    decide: Decide,
    /// Dice to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// Pip count of each side.
    pips: PerSeat<u32>,
    players: Vec<Standing>,
    /// The box, followed by the team in the order of the line, at the start of the game.
    line: Vec<usize>,
    /// The member of the team who rolls and moves.
    captain: usize,
    /// The games of the box with each member of the team, in the order of the line.
    cubes: Vec<PairState>,
    /// Payments of the current game so far. Once the game is over, its settlement.
    settlement: Vec<Payment>,
    /// Engines of the team that the captain may consult now.
    advisers: Vec<usize>,
    /// Action that was just performed.
    #[serde(skip_serializing_if = "Option::is_none")]
    did: Option<Event>,
    /// Tree of all legal plays, if a roll is to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Tree>,
}

/// A player and their points.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouettePlayer)]
struct Standing {
    name: String,
    /// Level of an engine; absent for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    /// Points of all games, including the current one so far. All scores sum to 0.
    score: i64,
}

/// The game of the box with a member of the team.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouetteCube)]
struct PairState {
    /// The member to whom the cube belongs; actions name cubes by their members.
    member: usize,
    /// The member who plays the game: another one after taking the cube over.
    holder: usize,
    /// The cube; its owner is the box (`bottom`) or the holder (`top`).
    cube: ShownCube,
    /// True while the game is played.
    open: bool,
}

/// A payment between two players.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouettePayment)]
struct Payment {
    payer: usize,
    receiver: usize,
    points: u32,
}

/// Pending decision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChouetteDecide)]
struct Decide {
    what: What,
    /// Player who has to decide; absent if there is nothing to choose. Of several people who may
    /// double together, the one who rolls, or the first in the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<usize>,
    /// Cubes that may be doubled, or that are offered as extras: indices of their members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cubes: Vec<usize>,
    /// The cube that is to be answered: index of its member.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<usize>,
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
}

/// Kinds of decisions, with the action types that they allow.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ChouetteWhat)]
enum What {
    /// `opening`.
    Opening,
    /// `double` with any of `cubes`, or `hold`: another player rolls.
    Doubles,
    /// `roll`, `double` with any of `cubes`, or `resign`.
    Roll,
    /// `play`, or `resign`.
    Play,
    /// `take`, `pass`, or `beaver` if it is allowed.
    Double,
    /// `take`, `pass`, or `raccoon` if it is allowed.
    Beaver,
    /// `take` or `pass`.
    Raccoon,
    /// `offer_extras` or `keep_extras`.
    OfferExtras,
    /// `take_extras` or `refuse_extras`.
    TakeExtras,
    /// `accept` or `refuse`.
    Resignation,
    /// `next_game`: the game is over.
    NextGame,
}

impl Decide {
    fn new(session: &Session) -> Self {
        let chouette = session.chouette();
        let table = chouette.board().table();
        let members =
            |pairs: &[usize]| pairs.iter().map(|&pair| session.member(pair)).collect::<Vec<_>>();
        let mut decide = Self {
            what: What::Opening,
            player: session.decider(),
            cubes: Vec::new(),
            cube: None,
            may_resign: None,
            may_beaver: None,
            may_raccoon: None,
            offered: None,
        };
        if let Some(BeforeRoll { pairs, rolls, .. }) = session.before_roll() {
            decide.what = if rolls { What::Roll } else { What::Doubles };
            decide.cubes = members(&pairs);
            decide.may_resign = rolls.then(|| table.wins_that_count().into_iter().collect());
            return decide;
        }
        match chouette.to_decide() {
            ChouetteDecision::Play { .. } => {
                decide.what = What::Play;
                decide.may_resign = Some(table.wins_that_count().into_iter().collect());
            }
            ChouetteDecision::Answer { pair, decision, .. } => {
                decide.cube = Some(session.member(pair));
                match decision {
                    Decision::Beaver { may_raccoon, .. } => {
                        decide.what = What::Beaver;
                        decide.may_raccoon = Some(may_raccoon);
                    }
                    Decision::Double { may_beaver, .. } => {
                        decide.what = What::Double;
                        decide.may_beaver = Some(may_beaver);
                    }
                    _ => decide.what = What::Raccoon,
                }
            }
            ChouetteDecision::OfferExtras { pairs, .. } => {
                decide.what = What::OfferExtras;
                decide.cubes = members(&pairs);
            }
            ChouetteDecision::TakeExtras { pairs, .. } => {
                decide.what = What::TakeExtras;
                decide.cubes = members(&pairs);
            }
            ChouetteDecision::Resignation { offered, .. } => {
                decide.what = What::Resignation;
                decide.offered = Some(offered);
            }
            ChouetteDecision::NextGame => decide.what = What::NextGame,
            ChouetteDecision::Opening | ChouetteDecision::Roll { .. } => {}
        }
        decide
    }
}

/// Payments of the games that are over.
fn settlement(chouette: &Chouette) -> Vec<Payment> {
    let mut payments = Vec::new();
    let boss = chouette.box_player();
    for PairResult { member, holder, paid, result } in chouette.results() {
        if paid > 0 {
            payments.push(Payment { payer: member, receiver: holder, points: paid });
        }
        let points = result.points;
        match result.winner {
            Some(Chouette::BOX) => payments.push(Payment { payer: holder, receiver: boss, points }),
            Some(Chouette::TEAM) => {
                payments.push(Payment { payer: boss, receiver: holder, points });
            }
            None => {}
        }
    }
    payments
}

impl Turn {
    /// Describes a chouette after an action.
    pub(crate) fn new(session: &Session, did: Option<Event>) -> Self {
        let chouette = session.chouette();
        let table = chouette.board().table();
        let Situation { position, seat, .. } = *table;
        let decision = chouette.to_decide();
        let dice = match decision {
            ChouetteDecision::Play { dice, .. } => Some(dice),
            _ => None,
        };
        let pips = BySide { on_roll: position.own().pips(), opponent: position.opponent().pips() };
        let players = session.players().iter().zip(chouette.scores()).map(|(player, score)| {
            let level = player.depth.map(|depth| format!("{depth}-ply"));
            Standing { name: player.name.clone(), level, score }
        });
        let cubes = (0..chouette.pairs()).map(|pair| PairState {
            member: session.member(pair),
            holder: chouette.holder(pair),
            cube: ShownCube::new(chouette.table(pair)),
            open: chouette.is_open(pair),
        });
        Self {
            state: session.state(),
            game: table.game.to_string(),
            number: chouette.games().saturating_add(1),
            board: Board::new(&position),
            on_roll: seat,
            decide: Decide::new(session),
            dice: dice.map(|dice| dice.to_string()),
            pips: pips.seated(seat).into(),
            players: players.collect(),
            line: chouette.line().to_vec(),
            captain: chouette.captain(),
            cubes: cubes.collect(),
            settlement: settlement(chouette),
            advisers: session.advisers(),
            did,
            plays: dice.map(|dice| Tree::new(table, dice)),
        }
    }
}
