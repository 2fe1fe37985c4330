//! What differs on the board after two plays, and nothing about what that leads to.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{BAR, Checkers, Family, Game, HOME, OFF, POINTS, Position};
use std::ops::RangeInclusive;

/// Something that can be counted on a board, of who made the play unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Checkers on the 7 to 12 points that hold no point there: blots, and the third and further
    /// ones on a point.
    Builders,
    /// Checkers borne off.
    BorneOff,
    /// Pips still to move.
    Pips,
    /// The opponent's checkers on the bar.
    OnTheBar,
    /// The opponent's pips.
    OpponentPips,
}

/// What is known about a kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactRow {
    /// Which.
    pub kind: FactKind,
    /// Whether players as a rule want more of it: what a test of facts against losses goes by.
    pub more_is_better: bool,
    /// Whether it is put into words; it is counted in any case.
    pub said: bool,
}

const fn row(kind: FactKind, more_is_better: bool, said: bool) -> FactRow {
    FactRow { kind, more_is_better, said }
}

/// All kinds, in the order in which they are told. Pips are counted and not put into words: all plays
/// of a roll that use it to the full leave as many.
pub const FACTS: [FactRow; 10] = [
    row(FactKind::OnTheBar, true, true),
    row(FactKind::Blots, false, true),
    row(FactKind::PointsMade, true, true),
    row(FactKind::PointsBroken, false, true),
    row(FactKind::Anchors, true, true),
    row(FactKind::Prime, true, true),
    row(FactKind::Builders, true, true),
    row(FactKind::BorneOff, true, true),
    row(FactKind::Pips, false, false),
    row(FactKind::OpponentPips, true, false),
];

/// A fact about a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// How many.
    pub count: u32,
    /// On which points of who made the play, the highest first, where that says something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<u8>,
}

/// Something that two boards differ in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardFact {
    /// What is counted.
    pub kind: FactKind,
    /// After the better play.
    pub better: Counted,
    /// After the other.
    pub other: Counted,
}

/// What differs after two plays of one position, each result seen by the opponent.
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
    let counted = |kind: FactKind, result| kind.count(&Board { game, before, result });
    let facts = FACTS.iter().filter_map(|row| {
        let better = counted(row.kind, better)?;
        let other = counted(row.kind, other)?;
        (better != other).then_some(BoardFact { kind: row.kind, better, other })
    });
    facts.collect()
}

/// A board after a play, with the one before.
struct Board<'a> {
    game: Game,
    before: &'a Position,
    /// Seen by the opponent.
    result: &'a Position,
}

impl FactKind {
    /// `None` where there is no such thing in the game.
    fn count(self, board: &Board<'_>) -> Option<Counted> {
        let (mine, theirs) = (board.result.opponent(), board.result.own());
        let hits = board.game.family() == Family::Hitting;
        let home_of_other = POINTS - HOME + 1..=POINTS;
        let (held, before) = (held(mine, hits), held(board.before.own(), hits));
        Some(match self {
            Self::Blots if hits => {
                // The opponent's rearmost checker, seen from here; the bar lies before all points.
                let passed = BAR - theirs.rearmost();
                Counted::on(1..=POINTS, |point| mine.on(point) == 1 && point > passed)
            }
            Self::Anchors if hits => Counted::on(home_of_other, held),
            Self::OnTheBar if hits => Counted::number(theirs.on(BAR).into()),
            Self::Blots | Self::Anchors | Self::OnTheBar => return None,
            Self::PointsMade => Counted::on(1..=POINTS, |point| held(point) && !before(point)),
            Self::PointsBroken => Counted::on(1..=POINTS, |point| before(point) && !held(point)),
            Self::Prime => Counted::number(longest_run(held)),
            Self::Builders if hits => Counted::number(builders(mine)),
            Self::Builders => return None,
            Self::BorneOff => Counted::number(mine.on(OFF).into()),
            Self::Pips => Counted::number(mine.pips()),
            Self::OpponentPips => Counted::number(theirs.pips()),
        })
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

/// Whether a side holds a point: with two checkers, and with one where nobody is hit.
fn held(side: Checkers, hits: bool) -> impl Fn(u8) -> bool + Copy {
    let bits = if hits { side.made() } else { side.occupied() };
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

fn builders(side: Checkers) -> u32 {
    let spare = |count: u8| u32::from(if count > 2 { count - 2 } else { count % 2 });
    (HOME + 1..=2 * HOME).map(|point| spare(side.on(point))).sum()
}
