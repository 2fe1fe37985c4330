//! Answers to `go`: the best play, the cube decision, or both.

use super::{
    log::LogEntry,
    protocol::{Limits, UbgiError, format_info, format_play},
    session::Session,
};
use sheshbesh_api::queries::{BestQuery, CubeQuery, SearchOptions};
use sheshbesh_evaluator::{Stop, cube};
use sheshbesh_movegen::{Answer, CubeRules, Decision, Dice, Phase, Referee, Situation};
use sheshbesh_network::Probabilities;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

/// Assumed number of past turns, which the protocol does not transmit: the game has begun.
const TURNS: u32 = 2;

/// A requested search.
struct Query<'a> {
    role: &'a str,
    situation: Situation,
    /// The situation with the seat of the player on roll, for the log.
    table: Situation,
    options: SearchOptions,
    stop: Stop,
    began: Instant,
}

/// Result of a search: a play or a cube action, its `info` line, and the entry for the log.
struct Choice {
    words: String,
    info: String,
    entry: Option<LogEntry>,
}

impl Session {
    /// Answers `go`: returns the lines to print and the entry for the log.
    pub(super) fn search(
        &mut self,
        role: &str,
        limits: &Limits,
    ) -> Result<(Vec<String>, Option<LogEntry>), UbgiError> {
        let began = Instant::now();
        let (read, obeyed) = (Arc::clone(&self.stops_read), self.stops_obeyed);
        let mut stop = Stop::when(move || read.load(Ordering::Relaxed) > obeyed);
        if let Some(time) = limits.time {
            stop = stop.or(Stop::at(began + time));
        }
        let position = self.position.ok_or_else(|| UbgiError::unset("the position"))?;
        if self.game.end(&position, None).is_some() {
            return Err(UbgiError::bad_argument("the game is over"));
        }
        let situation = self.situation(position);
        situation.check_tie().map_err(UbgiError::bad_argument)?;
        let table = Situation { seat: self.turn, ..situation };
        let options = SearchOptions {
            level: limits.depth.map(Into::into).or(self.options.level),
            ..self.options
        };
        let query = Query { role, situation, table, options, stop, began };
        match role {
            "chequer" => {
                let Choice { words, info, entry } = self.choose_play(&query, self.dice()?)?;
                Ok((vec![info, format!("bestmove {words}")], entry))
            }
            "cube" => {
                let Choice { words, info, entry } = self.choose_cube_action(&query)?;
                Ok((vec![info, format!("bestcube {words}")], entry))
            }
            "turn" => {
                let dice = self.dice()?;
                let action = self.choose_cube_action(&query)?.words;
                let Choice { words, info, entry } = self.choose_play(&query, dice)?;
                Ok((vec![info, format!("bestturn cube={action} move={words}")], entry))
            }
            _ => Err(UbgiError::bad_argument(format!(
                "unknown role {role:?}: use chequer, cube or turn"
            ))),
        }
    }

    fn dice(&self) -> Result<Dice, UbgiError> {
        match self.phase {
            Phase::Rolled(dice) => Ok(dice),
            _ => Err(UbgiError::unset("the roll")),
        }
    }

    fn choose_play(&mut self, query: &Query<'_>, dice: Dice) -> Result<Choice, UbgiError> {
        let &Query { role, ref situation, table, options, ref stop, began } = query;
        let asked = BestQuery::new(*situation, dice, options).map_err(UbgiError::bad_argument)?;
        let best = match self.mistakes.model() {
            None => asked.best_play(&self.engine, stop),
            Some((model, rng)) => {
                let ranked = asked.ranking(&self.engine, stop);
                ranked.map(|ranked| ranked[model.play(&ranked, rng)])
            }
        };
        let best = best.map_err(UbgiError::bad_argument)?;
        Ok(Choice {
            words: format_play(self.game, &situation.position, dice, &best.position),
            info: format_info(role, best.depth, best.equity, &best.probabilities, began),
            entry: Some(LogEntry::Play { table, dice, result: best.position }),
        })
    }

    fn choose_cube_action(&mut self, query: &Query<'_>) -> Result<Choice, UbgiError> {
        let &Query { role, ref situation, table, options, ref stop, began } = query;
        let cube_decision = CubeQuery::unchecked(*situation, options).decision(&self.engine, stop);
        let cube_decision = cube_decision.map_err(UbgiError::bad_argument)?;
        let equity = cube_decision.scale.points(cube_decision.best());
        let decision = allowed_decision(*situation)?;
        let (doubles, response) = match (self.mistakes.model(), decision) {
            (Some((model, rng)), Decision::Roll { .. }) => {
                (model.doubles(&cube_decision, rng), cube_decision.response())
            }
            (Some((model, rng)), Decision::Double { .. }) => {
                (cube_decision.doubles(), model.answer(&cube_decision, rng))
            }
            _ => (cube_decision.doubles(), cube_decision.response()),
        };
        let action = match (decision, response) {
            (Decision::Double { may_beaver: true, .. }, Answer::Beaver) => "beaver",
            (Decision::Double { .. }, Answer::Pass) => "pass",
            (Decision::Double { .. }, _) => "take",
            (Decision::Beaver { may_raccoon: true, .. }, _)
                if to_beaver(situation, cube_decision.no_double)
                    .is_some_and(|replies| replies.best() == cube::Reply::Raccoon) =>
            {
                "raccoon"
            }
            (Decision::Beaver { .. }, _) => "noraccoon",
            (Decision::Roll { may_double: true, .. }, _) if doubles => "double",
            _ => "nodouble",
        };
        let entry = match action {
            "double" => Some(LogEntry::Double(table)),
            "take" => Some(LogEntry::Answer(table, Answer::Take)),
            "pass" => Some(LogEntry::Answer(table, Answer::Pass)),
            "beaver" => Some(LogEntry::Answer(table, Answer::Beaver)),
            _ => None,
        };
        let p = Probabilities::from(cube_decision.outcomes);
        let info = format_info(role, cube_decision.depth, equity, &p, began);
        Ok(Choice { words: action.to_owned(), info, entry })
    }
}

/// Values of the answers to a beaver. The protocol has no house rules, such as a final raccoon.
fn to_beaver(situation: &Situation, rolled: f32) -> Option<cube::ReplyDecision> {
    cube::ReplyDecision::to_beaver(situation, rolled, rolled)
}

/// Returns the cube decision that the rules allow; a roll, if any, is ignored.
fn allowed_decision(mut table: Situation) -> Result<Decision, UbgiError> {
    if matches!(table.phase, Phase::Rolled(_)) {
        table.phase = Phase::BeforeRoll;
    }
    // A cube set beyond the usual limit raises the limit.
    table.largest_cube = table.largest_cube.max(table.cube.exponent());
    let referee = Referee::resume(CubeRules::of(&table), table, TURNS);
    referee.map(|referee| referee.to_decide()).map_err(UbgiError::bad_argument)
}
