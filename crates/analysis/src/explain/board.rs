//! Differences between the boards after two plays, without claims about their effect.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{BAR, Checkers, Game, HOME, OFF, POINTS, Position};
use std::ops::RangeInclusive;

/// Quantity counted on a board, for the player who made the play unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// Blots that an opposing checker has yet to pass.
    Blots,
    /// Points held after the play but not before it.
    PointsMade,
    /// Points held before the play but not after it.
    PointsBroken,
    /// Points held in the opponent's home board.
    Anchors,
    /// Length of the longest prime.
    Prime,
    /// Points held in the player's own home board.
    HomePoints,
    /// Checkers beyond the third on a point.
    Stacked,
    /// Checkers borne off.
    BorneOff,
    /// The opponent's checkers on the bar.
    OnTheBar,
}

/// Kind of fact, and the direction that players prefer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactRow {
    /// Kind of fact.
    pub kind: FactKind,
    /// True if players want more of it; a test of facts against equity losses uses this direction.
    pub more_is_better: bool,
}

const fn row(kind: FactKind, more_is_better: bool) -> FactRow {
    FactRow { kind, more_is_better }
}

/// All kinds, in display order. Each agrees with equity losses more often than random facts do
/// (experiment 41, `docs/notebook/41-which-facts-may-be-told.md`).
pub const FACTS: [FactRow; 9] = [
    row(FactKind::OnTheBar, true),
    row(FactKind::Blots, false),
    row(FactKind::PointsMade, true),
    row(FactKind::PointsBroken, false),
    row(FactKind::Anchors, true),
    row(FactKind::HomePoints, true),
    row(FactKind::Prime, true),
    row(FactKind::Stacked, false),
    row(FactKind::BorneOff, true),
];

/// A count on one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counted {
    /// Number counted.
    pub count: u32,
    /// Points counted, highest first, numbered for the player who made the play; empty for kinds
    /// without points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<u8>,
}

/// Difference between two boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFact {
    /// Kind of fact.
    pub kind: FactKind,
    /// After the better play.
    pub better: Counted,
    /// After the other play.
    pub other: Counted,
}

/// Returns the differences between the boards after two plays from one position. Both results are
/// from the opponent's view. Games without hits return no facts, since no kind has been tested on
/// them.
///
/// ```
/// use sheshbesh_analysis::explain::{FactKind, board_facts};
/// use sheshbesh_movegen::{Dice, Game, notation};
/// let (game, dice) = (Game::Backgammon, Dice::new(3, 1).unwrap());
/// let after = |play| notation::parse(game, &game.start(), dice, play).unwrap();
/// let facts = board_facts(game, &game.start(), &after("8/5 6/5"), &after("24/23 13/10"));
/// let blots = facts.iter().find(|fact| fact.kind == FactKind::Blots).unwrap();
/// assert!(blots.better.points.is_empty());
/// assert_eq!(blots.other.points, [24, 23, 10]);
/// ```
pub fn board_facts(
    game: Game,
    before: &Position,
    better: &Position,
    other: &Position,
) -> Vec<BoardFact> {
    if !game.meets_as_backgammon() {
        return Vec::new();
    }
    let facts = FACTS.iter().filter_map(|&FactRow { kind, .. }| {
        let (better, other) = (kind.count(before, better), kind.count(before, other));
        (better != other).then_some(BoardFact { kind, better, other })
    });
    facts.collect()
}

impl FactKind {
    /// Counts the fact after a play from `before` to `result`, which is from the opponent's view.
    fn count(self, before: &Position, result: &Position) -> Counted {
        let (mine, theirs) = (result.opponent(), result.own());
        let home_of_other = POINTS - HOME + 1..=POINTS;
        let (holds, held_before) = (held(mine), held(before.own()));
        match self {
            Self::Blots => {
                // The opponent's rearmost checker, in the player's numbering; the bar comes before
                // all points.
                let passed = BAR - theirs.rearmost();
                Counted::on(1..=POINTS, |point| mine.on(point) == 1 && point > passed)
            }
            Self::PointsMade => {
                Counted::on(1..=POINTS, |point| holds(point) && !held_before(point))
            }
            Self::PointsBroken => {
                Counted::on(1..=POINTS, |point| held_before(point) && !holds(point))
            }
            Self::Anchors => Counted::on(home_of_other, holds),
            Self::HomePoints => {
                Counted::number((1..=HOME).map(|point| u32::from(holds(point))).sum())
            }
            Self::Prime => Counted::number(longest_run(holds)),
            Self::Stacked => Counted::number(
                (1..=POINTS).map(|point| u32::from(mine.on(point).saturating_sub(3))).sum(),
            ),
            Self::BorneOff => Counted::number(mine.on(OFF).into()),
            Self::OnTheBar => Counted::number(theirs.on(BAR).into()),
        }
    }
}

impl Counted {
    fn number(count: u32) -> Self {
        Self { count, points: Vec::new() }
    }

    fn on(points: RangeInclusive<u8>, holds: impl Fn(u8) -> bool) -> Self {
        let points: Vec<u8> = points.rev().filter(|&point| holds(point)).collect();
        Self { count: points.len() as u32, points }
    }
}

/// Returns a predicate for the points that a side holds.
fn held(side: Checkers) -> impl Fn(u8) -> bool + Copy {
    let bits = side.made();
    move |point| bits >> point & 1 == 1
}

fn longest_run(held: impl Fn(u8) -> bool) -> u32 {
    let (mut run, mut longest) = (0, 0);
    for point in 1..=POINTS {
        run = if held(point) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
