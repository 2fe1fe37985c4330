//! What a position is: everything that its ID says.

use crate::{asking::asking, refusal::Refusal, written::Board};
use serde::Serialize;
use sheshbesh_movegen::{
    BySide, Class, Family, Phase, Referee, Seat, Side, Situation, Stakes, TableRules, Win, notation,
};

asking! {
    /// A position to be read.
    PositionRequest {
        /// The roll, such as `31`, where the ID has none or another one is meant.
        dice: Option<String>,
    }
}

/// A position with all that stands around the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Described {
    /// The game.
    game: String,
    /// The position alone, seen by the player on roll.
    position_id: String,
    /// GNU Backgammon's ID of position and match.
    gnu_id: String,
    /// The position with its cube, score and dice, in games that have XGIDs.
    #[serde(skip_serializing_if = "Option::is_none")]
    xgid: Option<String>,
    /// The position as numbers.
    board: Board,
    /// `contact`, `race`, `bearoff` or `over`.
    class: &'static str,
    /// How the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    /// Pips that each side has still to move.
    pips: Sides<u32>,
    /// Who is on roll: `bottom` or `top`, as XGIDs say it.
    on_roll: &'static str,
    /// What comes next: `roll` (or a double), `play`, `answer` to a double, `beaver` (the answer to a
    /// beaver) or `raccoon` (that to a raccoon).
    next: &'static str,
    /// The player whose decision is next: `own`, who is on roll, or `opponent`.
    decides: &'static str,
    /// The roll to be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// The cube; none in games that know none.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<CubeAt>,
    /// Points that the match is played to; of a money game none.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    length: Option<u16>,
    /// Points won so far.
    score: Sides<u16>,
    /// This is the Crawford game.
    crawford: bool,
    /// Gammons count only once the cube has been turned (money).
    jacoby: bool,
    /// A double may be beavered (money).
    beavers: bool,
}

/// Something of the player on roll, and of the opponent.
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
    /// What it shows.
    value: u32,
    /// `own`, `opponent`, or nobody.
    owner: Option<&'static str>,
}

/// How a game has ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct End {
    /// `own` or `opponent`; nobody where it is drawn.
    winner: Option<&'static str>,
    /// `single`, `gammon` or `backgammon`.
    win: &'static str,
    /// What it is worth at cube 1.
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
            xgid: (game.family() == Family::Hitting).then(|| situation.xgid()),
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
            dice: match phase {
                Phase::Rolled(dice) => Some(dice.to_string()),
                _ => None,
            },
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
    /// What the position is. `ply` and `filter` are taken, and say nothing here.
    ///
    /// # Errors
    /// When the request makes no sense, or there is no such position at a table.
    pub fn answer(&self) -> Result<Described, Refusal> {
        let mut situation = self.asking().situation()?;
        if let Some(dice) = &self.dice {
            situation.phase = Phase::Rolled(dice.parse().map_err(Refusal::nonsense)?);
        }
        // Of a game that is over, the referee has nothing to say.
        if situation.game.end(&situation.position, None).is_none() {
            let rules = TableRules::of(&situation);
            Referee::resume(rules, situation, 0).map_err(Refusal::nonsense)?;
        }
        Ok(Described::new(&situation))
    }
}
