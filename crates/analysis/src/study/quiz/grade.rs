//! Grades answers to questions.

use super::question::Question;
use crate::explain::capitalized;
use crate::match_analysis::{
    AnalysisError, Candidate, Cube, Decision, DecisionKind, MatchAnalyzer,
};
use sheshbesh_matchfile::Event;
use sheshbesh_movegen::{
    Phase, Position, Stakes, codes,
    notation::{self, IllegalPlay},
};

/// Answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Position after a play, from the opponent's view.
    Play(Position),
    /// `double`, `no-double`, `take`, `pass` or `beaver`.
    Cube(&'static str),
}

/// Reason for rejecting an answer, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The play is not legal.
    #[error("{}", capitalized(&format!("{}.", .0)))]
    Illegal(IllegalPlay),
    /// Not an answer to a double decision.
    #[error("Say double or no double.")]
    Double,
    /// Not an answer to a double.
    #[error("Say take or pass.")]
    Take,
    /// Not an answer to a double that may be beavered.
    #[error("Say take, beaver or pass.")]
    TakeOrBeaver,
}

codes! {
    NoAnswer {
        Self::Double => "answer.double",
        Self::Take => "answer.take",
        Self::TakeOrBeaver => "answer.take-or-beaver",
    } transparent {
        Self::Illegal(error) => error,
    }
}

impl Question {
    /// Parses an answer: a play in any notation, or a cube action.
    ///
    /// # Errors
    /// If the text is not a legal play of the roll or a possible cube action.
    pub fn read(&self, text: &str) -> Result<Answer, NoAnswer> {
        if let (DecisionKind::Play, Phase::Rolled(dice)) = (self.decision.kind, self.table.phase) {
            let result = notation::parse(self.table.game, &self.table.position, dice, text);
            return result.map(Answer::Play).map_err(NoAnswer::Illegal);
        }
        let may_beaver = self.decision.cube.as_ref().is_some_and(|cube| cube.may_beaver);
        let answer = match (self.decision.kind, text.to_lowercase().as_str()) {
            (DecisionKind::Double, "double" | "redouble" | "d") => "double",
            (DecisionKind::Double, "no double" | "no-double" | "no" | "n" | "roll" | "r") => {
                "no-double"
            }
            (DecisionKind::Double, _) => return Err(NoAnswer::Double),
            (_, "take" | "t") => "take",
            (_, "pass" | "drop" | "p") => "pass",
            (_, "beaver" | "b") if may_beaver => "beaver",
            _ if may_beaver => return Err(NoAnswer::TakeOrBeaver),
            _ => return Err(NoAnswer::Take),
        };
        Ok(Answer::Cube(answer))
    }

    /// Returns the decision as if the answer had been played. Uses the report's evaluation if it
    /// searched the play as closely as the best; otherwise evaluates the play anew, together with
    /// the best.
    ///
    /// # Errors
    /// If a play must be evaluated and the network does not know the game, or the search is
    /// stopped.
    pub fn grade(
        &self,
        analyzer: &MatchAnalyzer,
        answer: Answer,
    ) -> Result<Decision, AnalysisError> {
        match answer {
            Answer::Cube(done) => Ok(self.graded_cube(done)),
            Answer::Play(result) => {
                if let Some(known) = self.graded_play(&result) {
                    return Ok(known);
                }
                let Phase::Rolled(dice) = self.table.phase else {
                    return Ok(self.decision.clone());
                };
                let event = Event::Play { dice, result };
                let analyzed = analyzer.decision(&self.table, DecisionKind::Play, Some(&event))?;
                Ok(analyzed.unwrap_or_else(|| self.decision.clone()))
            }
        }
    }

    /// Grades a play by the report, if the report compared it with the best play.
    fn graded_play(&self, result: &Position) -> Option<Decision> {
        let id = notation::position_id(self.table.game, result);
        let best = self.decision.candidates.first()?;
        let found = self.decision.candidates.iter().find(|one| one.position_id == id)?;
        let how = |play: &Candidate| (play.ply, play.standard_error.is_some());
        if how(found) != how(best) {
            return None;
        }
        let loss = (best.equity - found.equity).max(0.0);
        let mwc = best.mwc.zip(found.mwc).map(|(best, found)| (best - found).max(0.0));
        Some(self.done(&found.play, &best.play, loss, mwc))
    }

    fn graded_cube(&self, done: &str) -> Decision {
        let Some(cube) = &self.decision.cube else { return self.decision.clone() };
        let Cube { no_double, double_take, double_pass, mwc, .. } = cube;
        let all = self.actions([*no_double, *double_take, *double_pass], cube.may_beaver);
        let of = |actions: &[(&'static str, f64)], done: &str| {
            let worth = |name: &str| actions.iter().find(|(known, _)| *known == name).map(|a| a.1);
            let best = actions.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
            best - worth(done).unwrap_or(best)
        };
        let mwc = mwc.map(|mwc| of(&self.actions(mwc, false), done));
        let best = self.decision.best.clone().unwrap_or_default();
        self.done(done, &best, of(&all, done), mwc)
    }

    /// Possible actions with their values to the player who decides. Negation preserves differences
    /// of match winning chances as well as of points.
    fn actions(&self, worths: [f64; 3], may_beaver: bool) -> Vec<(&'static str, f64)> {
        let [no_double, take, pass] = worths;
        let beavered = may_beaver && take < 0.0;
        if self.decision.kind == DecisionKind::Double {
            let answered = if beavered { 2.0 * take } else { take };
            return vec![("no-double", no_double), ("double", answered.min(pass))];
        }
        let mut actions = vec![("take", -take), ("pass", -pass)];
        if may_beaver {
            actions.push(("beaver", -2.0 * take));
        }
        actions
    }

    fn done(&self, played: &str, best: &str, loss: f64, mwc: Option<f64>) -> Decision {
        if played == self.decision.played {
            return self.decision.clone();
        }
        let cube = f64::from(self.table.cube.value());
        let is_money = matches!(self.table.stakes, Stakes::Money { .. });
        Decision {
            played: played.to_owned(),
            best: Some(best.to_owned()),
            loss: Some(loss),
            loss_mwc: mwc,
            loss_points: is_money.then_some(loss * cube),
            error: None,
            explanation: None,
            ..self.decision.clone()
        }
    }
}
