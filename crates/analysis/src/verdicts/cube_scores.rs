//! Cube decisions at every score: the answer of `shesh cube --scores`.

use super::{
    STRING,
    grid::{Cell, grid},
    head::{EngineId, Head},
    scores::{CannotAskEverywhere, Score, ask_everywhere},
    stakes::stakes_words,
};
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{
    Depth, Evaluator,
    cube::{CubeAction, CubeVerdict},
};
use sheshbesh_movegen::{Answer, Side, Situation};
use std::fmt::Write;

/// Cube decision at every score of a match and for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeScores {
    /// Engine and position.
    #[serde(flatten)]
    pub head: Head,
    /// Search depth in plies.
    pub ply: u32,
    /// Match length in points.
    pub length: u16,
    /// Decision for money.
    pub money: CubeAdvice,
    /// Each score at which this cube is possible. The Crawford game is left out, since no player
    /// may double in it.
    pub scores: Vec<CubeAtScore>,
}

/// Cube decision at a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAtScore {
    /// Score.
    #[serde(flatten)]
    pub score: Score,
    /// Decision.
    #[serde(flatten)]
    pub advice: CubeAdvice,
}

/// Cube decision with its equities and margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CubeAdvice {
    /// Abbreviation in the table, see [`CubeAdvice::LETTERS`].
    pub letters: String,
    /// Decision in words.
    pub action: String,
    /// Equity of rolling without doubling, in points.
    pub no_double: f32,
    /// Equity of doubling if the opponent takes, in points.
    pub double_take: f32,
    /// Equity of doubling if the opponent passes, in points.
    pub double_pass: f32,
    /// Match winning chance with best play by both sides, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// Smallest loss of any wrong decision by either player, in points; null if there is no cube to
    /// turn.
    pub margin: Option<f32>,
}

/// Margin below which a decision is close, in points.
const CLOSE: f32 = 0.02;
/// Marks a close decision.
const CLOSE_MARK: char = '~';

/// Abbreviation and words of an action.
const fn letters(action: CubeAction) -> (&'static str, &'static str) {
    match action {
        CubeAction::NotAvailable => ("-", "no cube to turn"),
        CubeAction::NoDouble => ("ND", "no double, take"),
        CubeAction::NoDoubleBeaver => ("NB", "no double, beaver"),
        CubeAction::DoubleTake => ("DT", "double, take"),
        CubeAction::DoubleBeaver => ("DB", "double, beaver"),
        CubeAction::DoublePass => ("DP", "double, pass"),
        CubeAction::TooGoodPass => ("TG", "too good to double, pass"),
        CubeAction::TooGoodTake => ("TT", "too good to double, take"),
    }
}

impl CubeAdvice {
    /// All abbreviations with their words, in the order of the legend.
    pub const LETTERS: [(&'static str, &'static str); 8] = [
        letters(CubeAction::NoDouble),
        letters(CubeAction::DoubleTake),
        letters(CubeAction::DoublePass),
        letters(CubeAction::TooGoodPass),
        letters(CubeAction::TooGoodTake),
        letters(CubeAction::NoDoubleBeaver),
        letters(CubeAction::DoubleBeaver),
        letters(CubeAction::NotAvailable),
    ];

    /// Builds the advice from a verdict.
    pub fn new(verdict: &CubeVerdict) -> Self {
        let points = |worth| verdict.scale.points(worth);
        let apart = |a: f32, b: f32| (points(a) - points(b)).abs();
        let margin = verdict.may_double.then(|| {
            let players = apart(verdict.no_double, verdict.double());
            let takes = apart(verdict.double_take, verdict.double_pass);
            let beavers = apart(verdict.double_take, 2.0 * verdict.double_take);
            let opponents = match verdict.response() {
                Answer::Beaver => beavers,
                Answer::Take if verdict.beavers => takes.min(beavers),
                Answer::Take | Answer::Pass => takes,
            };
            // The opponent has a decision only if the player on roll doubles.
            if verdict.doubles() { players.min(opponents) } else { players }
        });
        Self {
            letters: letters(verdict.action()).0.to_owned(),
            action: verdict.words().to_owned(),
            no_double: points(verdict.no_double),
            double_take: points(verdict.double_take),
            double_pass: points(verdict.double_pass),
            mwc: verdict.scale.is_match().then(|| verdict.best()),
            margin,
        }
    }

    fn marked(&self) -> String {
        let close = self.margin.is_some_and(|margin| margin < CLOSE);
        format!("{}{}", self.letters, if close { CLOSE_MARK } else { ' ' })
    }

    fn style(&self) -> Style {
        match self.letters.as_str() {
            "DT" | "DB" => AnsiColor::Green.on_default(),
            "DP" => AnsiColor::Cyan.on_default(),
            "TG" | "TT" => AnsiColor::Yellow.on_default(),
            "-" => Style::new().dimmed(),
            _ => Style::new(),
        }
    }
}

impl CubeScores {
    /// Evaluates the cube decision, with the cube as it stands, at every score of a match to
    /// `length` points and for money. Calls `done` after each score with the total number of
    /// scores.
    ///
    /// # Errors
    /// If the opponent owns the cube, if the cube is impossible at every score, or if the situation
    /// cannot be evaluated.
    pub fn ask(
        evaluator: &Evaluator,
        engine: EngineId,
        situation: &Situation,
        depth: Depth,
        length: u16,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, CannotAskEverywhere> {
        if situation.cube.owner() == Some(Side::Opponent) {
            return Err(CannotAskEverywhere::NothingToDecide);
        }
        let ask = |judge: &mut Evaluator, at: &Situation| {
            Ok(CubeAdvice::new(&judge.cube_decision(at, depth)?))
        };
        let (money, scores) = ask_everywhere(evaluator, situation, length, false, done, ask)?;
        let at_score = |(score, advice)| CubeAtScore { score, advice };
        Ok(Self {
            head: Head::new(engine, situation),
            ply: depth.plies(),
            length,
            money,
            scores: scores.into_iter().map(at_score).collect(),
        })
    }

    /// Formats the table with its legend, to print below the board; `money` is the situation for
    /// money.
    pub fn words(&self, money: &Situation) -> String {
        let at = |score: &Score| {
            let found = self.scores.iter().find(|at| at.score == *score)?;
            Some(Cell { text: found.advice.marked(), style: found.advice.style() })
        };
        let mut text = format!(
            "What to do with the cube at every score of a match to {}, at {}-ply.\n\
             Down: points that the player on roll still needs; across: the opponent.\n\n",
            self.length, self.ply
        );
        text.push_str(&grid(self.length, false, at));
        let style = self.money.style();
        let stakes = stakes_words(money);
        writeln!(text, "\n{style}{}{style:#} {stakes}\n", self.money.marked()).expect(STRING);
        text.push_str(&self.legend());
        text
    }

    fn legend(&self) -> String {
        let shown = || self.scores.iter().map(|at| &at.advice).chain([&self.money]);
        let redouble = shown().any(|advice| advice.action.to_lowercase().contains("redouble"));
        let mut text = String::new();
        for (letters, words) in CubeAdvice::LETTERS {
            if shown().any(|advice| advice.letters == letters) {
                let words =
                    if redouble { words.replace("double", "redouble") } else { words.to_owned() };
                writeln!(text, "{letters:3} {words}").expect(STRING);
            }
        }
        if shown().any(|advice| advice.marked().ends_with(CLOSE_MARK)) {
            writeln!(text, "{CLOSE_MARK:<3} close: another decision loses less than {CLOSE}")
                .expect(STRING);
        }
        let all = usize::from(self.length).pow(2);
        if self.scores.len() < all {
            text.push_str(".   no cube stands like this there\n");
        }
        if self.scores.iter().any(|at| at.score.own_away.min(at.score.opponent_away) == 1) {
            text.push_str("1   after the Crawford game, in which nobody doubles\n");
        }
        text
    }
}
