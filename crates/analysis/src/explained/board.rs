//! What differs on the board after two plays, and nothing about what that leads to.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{BAR, Checkers, Family, Game, HOME, OFF, POINTS, Position};
use std::ops::RangeInclusive;

/// Something that can be counted on a board, of who made the play unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// Points with a single checker that the opponent has still to pass.
    Blots,
    /// Points held now that were not held before the play.
    PointsMade,
    /// Points held before the play that are not held now.
    PointsBroken,
    /// Points held in the opponent's home board.
    Anchors,
    /// The longest run of points held side by side.
    Prime,
    /// Points held in the own home board.
    HomePoints,
    /// The fourth and further checkers on a point.
    Stacked,
    /// Checkers borne off.
    BorneOff,
    /// The opponent's checkers on the bar.
    OnTheBar,
}

/// A kind, and whether players as a rule want more of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactRow {
    /// Which.
    pub kind: FactKind,
    /// What a test of facts against losses goes by.
    pub more_is_better: bool,
}

const fn row(kind: FactKind, more_is_better: bool) -> FactRow {
    FactRow { kind, more_is_better }
}

/// All kinds, in the order in which they are told: those that go with what plays lose more often than
/// facts that mean nothing (`docs/experiments.md`, 41).
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

/// A fact about a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counted {
    /// How many.
    pub count: u32,
    /// On which points of who made the play, the highest first, where that says something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<u8>,
}

/// Something that two boards differ in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardFact {
    /// What is counted.
    pub kind: FactKind,
    /// After the better play.
    pub better: Counted,
    /// After the other.
    pub other: Counted,
}

/// What differs after two plays of one position, each result seen by the opponent: nothing in games
/// without hits, of which no kind of fact has been tested.
///
/// ```
/// use sheshbesh_analysis::explained::{FactKind, board_facts};
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
    if game.family() != Family::Hitting {
        return Vec::new();
    }
    let facts = FACTS.iter().filter_map(|&FactRow { kind, .. }| {
        let (better, other) = (kind.count(before, better), kind.count(before, other));
        (better != other).then_some(BoardFact { kind, better, other })
    });
    facts.collect()
}

impl FactKind {
    /// After a play from a position that leads to `result`, which the opponent sees.
    fn count(self, before: &Position, result: &Position) -> Counted {
        let (mine, theirs) = (result.opponent(), result.own());
        let home_of_other = POINTS - HOME + 1..=POINTS;
        let (held, before) = (held(mine), held(before.own()));
        match self {
            Self::Blots => {
                // The opponent's rearmost checker, seen from here; the bar lies before all points.
                let passed = BAR - theirs.rearmost();
                Counted::on(1..=POINTS, |point| mine.on(point) == 1 && point > passed)
            }
            Self::PointsMade => Counted::on(1..=POINTS, |point| held(point) && !before(point)),
            Self::PointsBroken => Counted::on(1..=POINTS, |point| before(point) && !held(point)),
            Self::Anchors => Counted::on(home_of_other, held),
            Self::HomePoints => {
                Counted::number((1..=HOME).map(|point| u32::from(held(point))).sum())
            }
            Self::Prime => Counted::number(longest_run(held)),
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

/// Whether a side holds a point.
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
