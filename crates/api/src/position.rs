//! Describes a position: everything that its ID contains.

use crate::{
    board::Board, error::QueryError, position_query::position_query, roll_checks::read_roll,
};
use serde::Serialize;
use sheshbesh_movegen::{
    BySide, Class, Phase, Referee, Seat, Side, Situation, Stakes, TableRules, Win, notation,
};

position_query! {
    /// A position to describe.
    PositionRequest {
        /// The roll, for example `31`, if the ID has none or a different one is meant.
        dice: Option<String>,
    }
}

/// A position with its cube, stakes, score and roll.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Described {
    /// The game.
    game: String,
    /// Position ID, from the view of the player on roll.
    position_id: String,
    /// GNU Backgammon position ID and match ID.
    gnu_id: String,
    /// The XGID, with cube, score and dice; only in games that have XGIDs.
    #[serde(skip_serializing_if = "Option::is_none")]
    xgid: Option<String>,
    /// The position as checker counts.
    board: Board,
    /// Position class: `contact`, `race`, `bearoff` or `over`.
    class: &'static str,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    /// Remaining pips of each side.
    pips: Sides<u32>,
    /// Seat of the player on roll: `bottom` or `top`, as in XGIDs.
    on_roll: &'static str,
    /// Next decision: `roll` (or double), `play`, `answer` (to a double), `beaver` (answer to a
    /// beaver) or `raccoon` (answer to a raccoon).
    next: &'static str,
    /// Player who decides next: `own` (the player on roll) or `opponent`.
    decides: &'static str,
    /// The roll to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// The cube; absent in games without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<CubeAt>,
    /// Match length in points; absent in money games.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    length: Option<u16>,
    /// Points won so far.
    score: Sides<u16>,
    /// This is the Crawford game.
    crawford: bool,
    /// Jacoby rule: gammons count only after the cube has been turned (money games).
    jacoby: bool,
    /// Beavers are allowed (money games).
    beavers: bool,
}

/// A value for the player on roll and one for the opponent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sides<T> {
    own: T,
    other: T,
}

impl<T> From<BySide<T>> for Sides<T> {
    fn from(BySide { on_roll: own, opponent: other }: BySide<T>) -> Self {
        Self { own, other }
    }
}

/// The doubling cube.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAt {
    /// The value it shows: 1, 2, 4, …
    value: u32,
    /// `own`, `opponent`, or null if the cube is centred.
    owner: Option<&'static str>,
}

/// The result of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct End {
    /// `own` or `opponent`; null if the game is drawn.
    winner: Option<&'static str>,
    /// `single`, `gammon` or `backgammon`.
    win: &'static str,
    /// Points won at cube value 1; in a draw, the points that each player gets.
    points: u8,
}

fn owner(side: Side) -> &'static str {
    match side {
        Side::OnRoll => "own",
        Side::Opponent => "opponent",
    }
}

impl Described {
    fn new(situation: &Situation) -> Self {
        let &Situation { ref position, game, seat, phase, cube, stakes, score, .. } = situation;
        let (length, crawford) = match stakes {
            Stakes::Match { length, crawford } => (Some(length), crawford),
            Stakes::Money { .. } => (None, false),
        };
        let (jacoby, beavers) = match stakes {
            Stakes::Money { jacoby, beavers } => (jacoby, beavers),
            Stakes::Match { .. } => (false, false),
        };
        Self {
            game: game.to_string(),
            position_id: notation::position_id(game, position),
            gnu_id: situation.gnu_id(),
            xgid: situation.complete_xgid(),
            board: Board::new(position),
            class: match game.class(position) {
                Class::Contact => "contact",
                Class::Race => "race",
                Class::Bearoff => "bearoff",
                Class::Over => "over",
            },
            end: game.end(position, None).map(|end| End {
                winner: end.winner.map(owner),
                win: match end.win() {
                    Win::Single => "single",
                    Win::Gammon => "gammon",
                    Win::Backgammon => "backgammon",
                },
                points: end.points,
            }),
            pips: BySide { on_roll: position.own().pips(), opponent: position.opponent().pips() }
                .into(),
            on_roll: match seat {
                Seat::Bottom => "bottom",
                Seat::Top => "top",
            },
            next: match phase {
                Phase::BeforeRoll => "roll",
                Phase::Rolled(_) => "play",
                Phase::Doubled => "answer",
                Phase::Beavered => "beaver",
                Phase::Raccooned => "raccoon",
            },
            decides: owner(situation.to_decide()),
            dice: phase.dice().map(|dice| dice.to_string()),
            cube: game
                .has_cube()
                .then(|| CubeAt { value: cube.value(), owner: cube.owner().map(owner) }),
            length,
            score: score.into(),
            crawford,
            jacoby,
            beavers,
        }
    }
}

impl PositionRequest {
    /// Describes the position. `ply` and `filter` are accepted and ignored.
    ///
    /// # Errors
    /// When the request is invalid, or the position cannot occur in a game.
    pub fn answer(&self) -> Result<Described, QueryError> {
        let mut situation = self.common_fields().situation()?;
        if let Some(dice) = &self.dice {
            situation.phase = Phase::Rolled(read_roll(dice, &situation)?);
        }
        // The referee rejects finished games.
        if situation.game.end(&situation.position, None).is_none() {
            let rules = TableRules::of(&situation);
            Referee::resume(rules, situation, 0).map_err(QueryError::invalid)?;
        }
        Ok(Described::new(&situation))
    }
}
