//! What the bearoff tables know of a position: the answer of `shesh bearoff query`.

use super::{STRING, head::Head};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::bearoff::{CubeDecision, CubeEquities};
use std::fmt::Write;

/// What the tables know of a position with all checkers of both sides home.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BearoffAnswer {
    /// What is asked about; no network answers.
    #[serde(flatten)]
    pub head: Head,
    /// Mean rolls to bear off: of the player on roll, and of the opponent.
    pub mean_rolls: [f32; 2],
    /// The chance of the player on roll, by the one-sided table: each side plays as if it were alone.
    pub win_if_alone: f32,
    /// By the two-sided table, where it holds so many checkers.
    pub exact: Option<ExactEquities>,
}

/// Exact equities in points per game at the present cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactEquities {
    /// Without a cube.
    pub cubeless: f32,
    /// With the cube, in games that have one.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub cubeful: Option<CubefulEquities>,
}

/// The same with the cube in each place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubefulEquities {
    /// The cube in the middle.
    pub centred: ExactDecision,
    /// The player on roll owns it.
    pub owned: ExactDecision,
    /// The opponent owns it.
    pub opponents_cube: f32,
}

/// What to do with a cube, exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactDecision {
    /// Before the cube is considered.
    pub equity: f32,
    /// Rolling without doubling.
    pub no_double: f32,
    /// Doubling, when the opponent takes.
    pub double_take: f32,
    /// Doubling, when the opponent passes.
    pub double_pass: f32,
    /// The best that both sides can do.
    pub action: String,
}

impl ExactEquities {
    /// From what the table holds: the decisions with a centred and an own cube.
    pub fn new(equities: CubeEquities, [centred, owned]: &[CubeDecision; 2]) -> Self {
        let cubeful = CubefulEquities {
            centred: ExactDecision::new(equities.centred, centred),
            owned: ExactDecision::new(equities.owned, owned),
            opponents_cube: equities.opponents,
        };
        Self { cubeful: Some(cubeful), ..Self::cubeless(equities) }
    }

    /// For a game without a cube.
    pub const fn cubeless(equities: CubeEquities) -> Self {
        Self { cubeless: equities.cubeless, cubeful: None }
    }

    fn words(&self) -> String {
        let mut text =
            format!("Exact, in points per game:\n  cubeless          {:+.4}\n", self.cubeless);
        if let Some(CubefulEquities { centred, owned, opponents_cube }) = &self.cubeful {
            for (place, decision) in [("centred cube", centred), ("own cube", owned)] {
                writeln!(text, "  {place:16}  {}", decision.words()).expect(STRING);
            }
            writeln!(text, "  opponent's cube   {opponents_cube:+.4}").expect(STRING);
        }
        text
    }
}

impl ExactDecision {
    /// From what a table holds.
    pub(super) fn new(equity: f32, decision: &CubeDecision) -> Self {
        Self {
            equity,
            no_double: decision.no_double,
            double_take: decision.double_take,
            double_pass: CubeDecision::DOUBLE_PASS,
            action: action(decision).to_owned(),
        }
    }

    pub(super) fn words(&self) -> String {
        let Self { equity, no_double, double_take, action, .. } = self;
        format!("{equity:+.4}   {action}: no double {no_double:+.4}, double/take {double_take:+.4}")
    }
}

fn action(decision: &CubeDecision) -> &'static str {
    match (decision.doubles(), decision.takes()) {
        (false, true) => "no double, take",
        (true, true) => "double, take",
        (true, false) => "double, pass",
        (false, false) => "too good to double, pass",
    }
}

impl BearoffAnswer {
    /// The answer in words and numbers, to stand below the board.
    pub fn words(&self) -> String {
        let [own, opponent] = self.mean_rolls;
        let mut text = format!(
            "Mean rolls to bear off: on roll {own:.3}, opponent {opponent:.3}\n\
             Each side playing as if alone, the player on roll wins {:.2} %\n",
            100.0 * self.win_if_alone
        );
        match &self.exact {
            None => {
                text.push_str("Too many checkers for a two-sided table; see shesh bearoff make.\n")
            }
            Some(exact) => text.push_str(&exact.words()),
        }
        text
    }
}
