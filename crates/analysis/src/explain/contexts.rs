//! Comparison of two plays at other stakes.

use crate::cube_windows::counts_gammons;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{BySide, Cube, Side, Situation, Stakes, listed};

/// Alternative stakes. Scores are from the view of the player who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Context {
    /// Money game with a centred cube, without the Jacoby rule and without beavers.
    Money,
    /// Double match point: both players need one point, and gammons have no extra value.
    DoubleMatchPoint,
    /// Gammon-go in the Crawford game: the opponent needs one point, and a gammon wins the match.
    GammonGo,
    /// Gammon-save in the Crawford game: one point wins the match, and losing a gammon loses it.
    GammonSave,
    /// Centred cube.
    CentredCube,
    /// Cube owned by the player who decides, at its present value or at 2.
    OwnCube,
    /// Cube owned by the opponent, at its present value or at 2.
    OpponentsCube,
}

impl Context {
    /// All contexts, in display order.
    pub const ALL: [Self; 7] = [
        Self::Money,
        Self::DoubleMatchPoint,
        Self::GammonGo,
        Self::GammonSave,
        Self::CentredCube,
        Self::OwnCube,
        Self::OpponentsCube,
    ];

    /// Words for the context, to follow "is better".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Money => "for money",
            Self::DoubleMatchPoint => "at double match point",
            Self::GammonGo => "where a gammon wins the match",
            Self::GammonSave => "where a gammon loses the match",
            Self::CentredCube => "with the cube in the middle",
            Self::OwnCube => "owning the cube",
            Self::OpponentsCube => "against the opponent's cube",
        }
    }

    /// Returns the situation at these stakes; `None` if it has them already or cannot have them.
    ///
    /// ```
    /// use sheshbesh_analysis::explain::Context;
    /// use sheshbesh_movegen::{Game, Situation};
    /// let money = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// assert_eq!(Context::Money.of(&money), None);
    /// let owned = Context::OwnCube.of(&money).unwrap();
    /// assert_eq!((owned.cube.value(), owned.stakes), (2, money.stakes));
    /// assert_eq!(Context::DoubleMatchPoint.of(&money).unwrap().away().unwrap().on_roll, 1);
    /// ```
    pub fn of(self, situation: &Situation) -> Option<Situation> {
        let present = *situation;
        let at_score = |length: u16, [on_roll, opponent]: [u16; 2]| Situation {
            stakes: Stakes::Match { length, crawford: length > 1 },
            score: BySide { on_roll, opponent },
            cube: Cube::default(),
            ..present
        };
        let owned = |owner| {
            let cube = Cube::of_value(present.cube.value().max(2), Some(owner))?;
            Some(Situation { cube, ..present })
        };
        let is_match = present.away().is_some();
        let is_at =
            |[on_roll, opponent]: [u16; 2]| present.away() == Some(BySide { on_roll, opponent });
        let moved = match self {
            Self::Money => is_match.then(|| Situation {
                stakes: Stakes::default(),
                score: BySide::default(),
                cube: Cube::default(),
                ..present
            }),
            Self::DoubleMatchPoint => (!is_at([1, 1])).then(|| at_score(1, [0, 0])),
            Self::GammonGo | Self::GammonSave if !counts_gammons(&present) => None,
            Self::GammonGo => (!is_at([2, 1])).then(|| at_score(2, [0, 1])),
            Self::GammonSave => (!is_at([1, 2])).then(|| at_score(2, [1, 0])),
            Self::CentredCube | Self::OwnCube | Self::OpponentsCube if !has_cube(situation) => None,
            Self::CentredCube => Some(Situation { cube: Cube::default(), ..present }),
            Self::OwnCube => owned(Side::OnRoll),
            Self::OpponentsCube => owned(Side::Opponent),
        };
        moved.filter(|moved| *moved != present && moved.cube.exponent() <= moved.largest_cube)
    }
}

/// True if a cube can be in play, whoever owns it.
fn has_cube(situation: &Situation) -> bool {
    let crawford = matches!(situation.stakes, Stakes::Match { crawford: true, .. });
    situation.game.has_cube() && situation.largest_cube > 0 && !crawford
}

/// Difference at alternative stakes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InContext {
    /// Alternative stakes.
    pub context: Context,
    /// Search depth in plies.
    pub ply: u32,
    /// Difference in points per game at the cube of the context; below 0 if the other play is
    /// better.
    pub difference: f32,
}

/// Computes the difference in every possible context, at 2-ply or less. `difference` returns the
/// difference in one context, or `None` if there is nothing to decide. Cube contexts are left out
/// of cubeless evaluation.
pub(super) fn in_contexts<E>(
    evaluator: &mut Evaluator,
    situation: &Situation,
    depth: Depth,
    mut compare: impl FnMut(&mut Evaluator, &Situation, Depth) -> Result<Option<f32>, E>,
) -> Result<Vec<InContext>, E> {
    let cubeful = evaluator.settings().cubeful;
    let depth = depth.min(Depth::TWO);
    let mut found = Vec::new();
    for context in Context::ALL {
        let of_cube =
            matches!(context, Context::CentredCube | Context::OwnCube | Context::OpponentsCube);
        let Some(moved) = context.of(situation).filter(|_| cubeful || !of_cube) else { continue };
        if let Some(difference) = compare(evaluator, &moved, depth)? {
            found.push(InContext { context, ply: depth.plies(), difference });
        }
    }
    Ok(found)
}

/// Lists the contexts in which the other play is better by at least `by`; `None` if there are none.
pub(super) fn turned_round(of: &[InContext], by: f32) -> Option<String> {
    let turned = of.iter().filter(|context| context.difference <= -by);
    let told = turned.map(|at| format!("{} (by {:.3})", at.context.words(), -at.difference));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| listed(&told))
}
