//! Answers a question given by its name and a JSON request.

use crate::{
    BestRequest, CubeRequest, Engines, EvaluateRequest, ExplainRequest, PictureRequest,
    PlaysRequest, PositionRequest, QueryError, RequestError, RolloutRequest, ScoresRequest, json,
};
use serde::Serialize;
use sheshbesh_evaluator::Stop;

/// Answers the question with the given name. The request and the answer are JSON. Both are the same
/// as in the HTTP API; the answer is also the same as the output of the command with `--json`.
///
/// After each round of a rollout, calls `watch` with the results so far; the rollout ends when
/// `watch` returns false.
///
/// ```
/// use sheshbesh_evaluator::{Settings, Stop};
/// use sheshbesh_api::{Engines, dispatch};
/// let engines = Engines::new(sheshbesh_weights::shipped(), &[], "shesh", Settings::default(), 1)?;
/// let request = br#"{"position": "4HPwATDgc/ABMA", "dice": "31", "plays": 1}"#;
/// let answer = dispatch(&engines, "best", request, &Stop::never(), &mut |_| true)?;
/// assert!(answer.contains(r#""play": "8/5 6/5""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the question is unknown, the request is invalid, or the question cannot be answered.
pub fn dispatch(
    engines: &Engines,
    question: &str,
    request: &[u8],
    stop: &Stop,
    watch: &mut (dyn FnMut(&str) -> bool + Send),
) -> Result<String, QueryError> {
    let engine = engines.engine();
    match question {
        "best" => written(&json::read::<BestRequest>(request)?.question(engines)?(engine, stop)?),
        "cube" => written(&json::read::<CubeRequest>(request)?.question(engines)?(engine, stop)?),
        "evaluate" => {
            written(&json::read::<EvaluateRequest>(request)?.question(engines)?(engine, stop)?)
        }
        "explain" => {
            written(&json::read::<ExplainRequest>(request)?.question(engines)?(engine, stop)?)
        }
        "picture" => written(&json::read::<PictureRequest>(request)?.answer()?),
        "plays" => written(&json::read::<PlaysRequest>(request)?.question()?()),
        "position" => written(&json::read::<PositionRequest>(request)?.answer()?),
        "rollout" => {
            let question = json::read::<RolloutRequest>(request)?.question(engines)?;
            let answer = question.answer(engine, stop, &mut |rollout| {
                written(rollout).is_ok_and(|rollout| watch(&rollout))
            })?;
            if stop.is_due() && answer.results.iter().all(|result| result.games == 0) {
                return Err(QueryError::stopped("stopped before the first round of games ended"));
            }
            written(&answer)
        }
        "scores" => {
            written(&json::read::<ScoresRequest>(request)?.question(engines)?(engine, stop)?)
        }
        _ => Err(QueryError::invalid(RequestError::UnknownQuestion(question.to_owned()))),
    }
}

/// Formats an answer as the commands print it, without the final newline.
fn written(answer: &impl Serialize) -> Result<String, QueryError> {
    serde_json::to_string_pretty(answer).map_err(QueryError::failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{QUERIES, QueryErrorKind};
    use sheshbesh_evaluator::Settings;

    fn engines() -> Engines {
        Engines::new(sheshbesh_weights::shipped(), &[], "shesh", Settings::default(), 1).unwrap()
    }

    fn asked(question: &str, request: &str) -> Result<serde_json::Value, QueryError> {
        let answer =
            dispatch(&engines(), question, request.as_bytes(), &Stop::never(), &mut |_| true)?;
        Ok(serde_json::from_str(&answer).expect("answers are JSON"))
    }

    #[test]
    fn every_question_has_an_answer() {
        for question in QUERIES {
            let request = match question {
                "best" | "explain" | "plays" => r#"{"position": "4HPwATDgc/ABMA", "dice": "31"}"#,
                "rollout" => r#"{"position": "4HPwATDgc/ABMA", "games": 36, "truncate": 2}"#,
                "scores" => r#"{"position": "4HPwATDgc/ABMA", "length": 2}"#,
                _ => r#"{"position": "4HPwATDgc/ABMA"}"#,
            };
            let answer = asked(question, request).unwrap();
            assert!(answer.as_object().is_some_and(|fields| !fields.is_empty()), "{question}");
        }
    }

    #[test]
    fn a_rollout_without_a_game_is_no_answer() {
        let request = br#"{"position": "4HPwATDgc/ABMA", "games": 36, "truncate": 2}"#;
        let refused = dispatch(&engines(), "rollout", request, &Stop::when(|| true), &mut |_| true);
        assert_eq!(refused.unwrap_err().kind, QueryErrorKind::Stopped);
    }

    #[test]
    fn what_makes_no_sense_is_said_in_a_sentence() {
        let refused = |question: &str, request: &str| asked(question, request).unwrap_err();
        assert_eq!(
            refused("worst", "{}").to_string(),
            "unknown question \"worst\": questions are best, cube, evaluate, explain, picture, plays, position, rollout and scores"
        );
        assert_eq!(refused("best", "{").kind, QueryErrorKind::Unreadable);
        let wrong = refused("best", r#"{"position": "4HPwATDgc/ABMA", "dice": "37"}"#);
        assert_eq!(wrong.kind, QueryErrorKind::Nonsense);
        let wrong = refused("best", r#"{"position": "4HPwATDgc/ABMA", "rolls": "31"}"#);
        assert!(wrong.sentence.starts_with("unknown field `rolls`"), "{wrong}");
        let over = refused("cube", r#"{"position": "fevga@4HPwATDgc/ABMA"}"#);
        assert_eq!(over.kind, QueryErrorKind::Nonsense);
    }

    #[test]
    fn a_rollout_is_watched_and_ends_when_nobody_wants_more() {
        let request = r#"{"position": "4HPwATDgc/ABMA", "games": 7200, "truncate": 1}"#;
        let mut rounds = 0;
        let answer =
            dispatch(&engines(), "rollout", request.as_bytes(), &Stop::never(), &mut |round| {
                assert!(round.contains("equity_standard_error"));
                rounds += 1;
                rounds < 2
            });
        assert_eq!(rounds, 2);
        let answer: serde_json::Value = serde_json::from_str(&answer.unwrap()).unwrap();
        assert!(answer["results"][0]["games"].as_u64().is_some_and(|games| games < 7200));
    }
}
