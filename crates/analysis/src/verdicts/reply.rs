//! Answers to a double, beaver or raccoon.

use super::STRING;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::cube::ReplyVerdict;
use sheshbesh_movegen::Side;
use std::fmt::Write;

/// Equity of each answer to a double, beaver or raccoon, for the player who answers, in points at
/// the present cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeReplies {
    /// Cube turn to be answered: `double`, `beaver` or `raccoon`.
    pub to: String,
    /// Player who answers: `own` for the player on roll, or `opponent`.
    pub decides: String,
    /// Best answer: `take`, `pass`, `beaver` or `raccoon`.
    pub best: String,
    /// Equity of playing on with the cube as offered.
    pub take: f32,
    /// Equity of giving up the cube's value before the offer.
    pub pass: f32,
    /// Equity of a beaver, if a double may be beavered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beaver: Option<f32>,
    /// Equity of a raccoon, if a beaver may be raccooned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raccoon: Option<f32>,
    /// Match winning chances of the same answers, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<ReplyChances>,
}

/// Match winning chances of the player who answers, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplyChances {
    /// After a take.
    pub take: f32,
    /// After a pass.
    pub pass: f32,
}

impl From<ReplyVerdict> for CubeReplies {
    fn from(replies: ReplyVerdict) -> Self {
        let ReplyVerdict { decides, take, pass, turn, scale, .. } = replies;
        let turn = turn.map(|worth| scale.points(worth));
        let answered = replies.answered();
        Self {
            to: answered.to_owned(),
            decides: match decides {
                Side::OnRoll => "own".to_owned(),
                Side::Opponent => "opponent".to_owned(),
            },
            best: replies.best().name().to_owned(),
            take: scale.points(take),
            pass: scale.points(pass),
            beaver: turn.filter(|_| answered == "double"),
            raccoon: turn.filter(|_| answered == "beaver"),
            mwc: scale.is_match().then_some(ReplyChances { take, pass }),
        }
    }
}

impl CubeReplies {
    /// Lists the answers, one per line and the best first, to print below the verdict.
    pub(super) fn words(&self) -> String {
        let player = if self.decides == "own" { "The player on roll" } else { "The opponent" };
        let mut text = format!("{player} is to answer a {}:\n\n", self.to);
        let mwc = self.mwc;
        let mut options = vec![
            ("take", self.take, mwc.map(|mwc| mwc.take)),
            ("pass", self.pass, mwc.map(|mwc| mwc.pass)),
        ];
        options.extend(self.beaver.map(|worth| ("beaver", worth, None)));
        options.extend(self.raccoon.map(|worth| ("raccoon", worth, None)));
        let is_best = |name: &str| name == self.best;
        options.sort_by(|a, b| is_best(b.0).cmp(&is_best(a.0)).then(b.1.total_cmp(&a.1)));
        let best = options[0].1;
        for (name, worth, mwc) in options {
            let difference =
                if is_best(name) { String::new() } else { format!("{:+.4}", worth - best) };
            let mwc = mwc.map_or(String::new(), |mwc| format!("   MWC {:6.2} %", 100.0 * mwc));
            let line = format!("  {name:18}{worth:+.4}  {difference:>7}{mwc}");
            writeln!(text, "{}", line.trim_end()).expect(STRING);
        }
        text
    }
}
