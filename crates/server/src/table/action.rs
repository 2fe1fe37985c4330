//! What somebody does, and what was done.

use super::names::{Both, Seat, Win};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen as movegen;
use sheshbesh_movegen::{BySeat, CheckerMove, Dice, Position, Situation, notation};
use utoipa::ToSchema;

/// What somebody does. Dice are not said: nobody picks them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Both roll one die: the higher begins.
    Opening,
    /// Rolls.
    Roll,
    /// Plays the roll: the play, or the position that it leaves.
    Play {
        /// As people write it, such as `8/5 6/5`.
        play: Option<String>,
        /// The resulting position, which the opponent sees.
        position_id: Option<String>,
    },
    /// Offers the cube.
    Double,
    /// Plays on with the cube as it was offered.
    Take,
    /// Gives the game up.
    Pass,
    /// Takes, and turns the cube once more.
    Beaver,
    /// Answers a beaver by turning the cube once more.
    Raccoon,
    /// Offers to lose the game.
    Resign {
        /// So much.
        win: Win,
    },
    /// Takes what was offered by resigning.
    Accept,
    /// Plays on for more than was offered.
    Refuse,
    /// Begins the next game.
    NextGame,
}

/// A play that is written, or known by what it leaves, at a table where a roll is to be played.
pub(crate) fn read_play(
    table: &Situation,
    dice: Dice,
    play: Option<&str>,
    position_id: Option<&str>,
) -> Result<Position, Fault> {
    let game = table.game;
    match (play, position_id) {
        (Some(play), None) => {
            notation::parse(game, &table.position, dice, play).map_err(Fault::nonsense)
        }
        (None, Some(id)) => Ok(notation::parse_position_id(id, game).map_err(Fault::nonsense)?.1),
        _ => Err(Fault::nonsense("a play is given as play or as position_id, and only as one")),
    }
}

/// Something that happened at a table, with the dice that fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Did {
    /// Who did it; nobody rolls for the opening or begins the next game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// What, as in actions.
    #[serde(rename = "type")]
    kind: Kind,
    /// The roll, or the roll that was played, such as `31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// The dice of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opening: Option<Both<u8>>,
    /// The play, as people write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    /// The position that it left, seen by the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position_id: Option<String>,
    /// Its checker moves, in an order in which they can be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
    /// What was offered by resigning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win: Option<Win>,
}

/// The names of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ActionType)]
enum Kind {
    Opening,
    Roll,
    Play,
    Double,
    Take,
    Pass,
    Beaver,
    Raccoon,
    Resign,
    Accept,
    Refuse,
    NextGame,
}

/// A checker that moved, as its owner counts the points: 25 is the bar, 0 off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CheckerStep)]
struct Step {
    from: u8,
    to: u8,
    /// Whether an opposing checker was hit.
    hit: bool,
}

impl Did {
    /// What an action at a table did, which was legal there.
    pub(crate) fn new(
        table: &Situation,
        seat: Option<movegen::Seat>,
        action: movegen::Action,
    ) -> Self {
        let kind = match action {
            movegen::Action::OpeningRoll(_) => Kind::Opening,
            movegen::Action::Roll(_) => Kind::Roll,
            movegen::Action::Play(_) => Kind::Play,
            movegen::Action::Double => Kind::Double,
            movegen::Action::Take => Kind::Take,
            movegen::Action::Pass => Kind::Pass,
            movegen::Action::Beaver => Kind::Beaver,
            movegen::Action::Raccoon => Kind::Raccoon,
            movegen::Action::Resign(_) => Kind::Resign,
            movegen::Action::Accept => Kind::Accept,
            movegen::Action::Refuse => Kind::Refuse,
            movegen::Action::NextGame => Kind::NextGame,
        };
        let mut did = Self {
            seat: seat.map(Seat::from),
            kind,
            dice: None,
            opening: None,
            play: None,
            position_id: None,
            steps: None,
            win: None,
        };
        match (action, table.phase) {
            (movegen::Action::OpeningRoll(dice), _) => did.opening = Some(dice.into()),
            (movegen::Action::Roll(dice), _) => did.dice = Some(dice.to_string()),
            (movegen::Action::Play(result), movegen::Phase::Rolled(dice)) => {
                let Situation { game, ref position, .. } = *table;
                did.dice = Some(dice.to_string());
                did.play = notation::write(game, position, dice, &result);
                did.position_id = Some(notation::position_id(game, &result));
                let moves = notation::checker_moves(game, position, dice, &result);
                let steps = moves.into_iter().flatten();
                did.steps = Some(
                    steps
                        .map(|CheckerMove { from, to, hits }| Step { from, to, hit: hits })
                        .collect(),
                );
            }
            (movegen::Action::Resign(win), _) => did.win = Some(win.into()),
            _ => {}
        }
        did
    }

    /// What was done, as a referee is told who is at that table.
    pub(crate) fn action(&self, table: &Situation) -> Result<movegen::Action, Fault> {
        let lacks = |what: &str| Fault::nonsense(format_args!("what was done lacks its {what}"));
        Ok(match self.kind {
            Kind::Opening => {
                let dice = self.opening.ok_or_else(|| lacks("opening dice"))?;
                movegen::Action::OpeningRoll(BySeat::from(dice))
            }
            Kind::Roll => {
                let dice = self.dice.as_deref().ok_or_else(|| lacks("dice"))?;
                movegen::Action::Roll(dice.parse().map_err(Fault::nonsense)?)
            }
            Kind::Play => match table.phase {
                movegen::Phase::Rolled(dice) => {
                    // What it left is exact, and the words are for people.
                    let id = self.position_id.as_deref();
                    let play = self.play.as_deref().filter(|_| id.is_none());
                    movegen::Action::Play(read_play(table, dice, play, id)?)
                }
                _ => return Err(Fault::nonsense("a play was made before the roll")),
            },
            Kind::Double => movegen::Action::Double,
            Kind::Take => movegen::Action::Take,
            Kind::Pass => movegen::Action::Pass,
            Kind::Beaver => movegen::Action::Beaver,
            Kind::Raccoon => movegen::Action::Raccoon,
            Kind::Resign => movegen::Action::Resign(self.win.ok_or_else(|| lacks("win"))?.into()),
            Kind::Accept => movegen::Action::Accept,
            Kind::Refuse => movegen::Action::Refuse,
            Kind::NextGame => movegen::Action::NextGame,
        })
    }
}
