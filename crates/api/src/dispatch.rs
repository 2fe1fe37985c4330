//! Answers a question given by its name and a JSON request.

use crate::{
    BestRequest, CubeRequest, DrillRequest, Engines, EvaluateRequest, ExplainRequest,
    PictureRequest, PlaysRequest, PositionRequest, QueryError, RequestError, RolloutRequest,
    ScoresRequest, json,
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
        "drill" => written(&json::read::<DrillRequest>(request)?.question(engines)?(engine, stop)?),
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
                "drill" => r#"{"drill": "pips", "seed": 7}"#,
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
            "unknown question \"worst\": questions are best, cube, drill, evaluate, explain, picture, plays, position, rollout and scores"
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
    fn an_answer_to_a_drill_is_graded_without_state() {
        let question = asked("drill", r#"{"drill": "pips", "seed": 7, "number": 3}"#).unwrap();
        assert_eq!(
            (question["unit"].as_str(), question["grade"].as_object()),
            (Some("pips"), None)
        );
        let pips = asked("position", &format!(r#"{{"position": {}}}"#, question["position_id"]));
        let pips = &pips.unwrap()["pips"];
        let [own, opponent] = [&pips["own"], &pips["other"]].map(|count| count.as_u64().unwrap());
        for off in [0, 4] {
            let request = format!(
                r#"{{"drill": "pips", "seed": 7, "number": 3, "answer": "{} {opponent}"}}"#,
                own + off
            );
            let answer = asked("drill", &request).unwrap();
            let grade = &answer["grade"];
            assert_eq!(
                (grade["right"].as_bool(), grade["error"].as_f64()),
                (Some(off == 0), Some(off as f64))
            );
            assert_eq!(grade["truth"], serde_json::json!([own as f64, opponent as f64]));
        }
        let refused = asked("drill", r#"{"drill": "pips", "answer": "100"}"#).unwrap_err();
        assert_eq!(refused.message.unwrap().code, "answer.numbers");
        let refused = asked("drill", r#"{"drill": "pip"}"#).unwrap_err();
        assert_eq!(refused.message.unwrap().code, "unknown.drill");
    }

    #[test]
    fn a_wrong_answer_to_a_drill_is_explained() {
        let request = |answer: &str| {
            let answer = format!(r#"{{"drill": "openings", "seed": 3, "answer": "{answer}"}}"#);
            asked("drill", &answer)
        };
        let question = asked("drill", r#"{"drill": "openings", "seed": 3}"#).unwrap();
        let best = format!(
            r#"{{"position": {}, "dice": {}, "jacoby": false}}"#,
            question["position_id"], question["dice"]
        );
        let plays = asked("best", &best).unwrap()["plays"].as_array().unwrap().clone();
        let of = |place: usize| plays[place]["play"].as_str().unwrap();
        let worst = request(of(plays.len() - 1)).unwrap();
        let grade = &worst["grade"];
        assert_eq!(grade["right"], false);
        assert_eq!(grade["decision"]["loss"], grade["error"]);
        assert!(grade["decision"]["explanation"].is_object());
        let best = grade["decision"]["best"].as_str().unwrap();
        let right = request(best).unwrap();
        assert_eq!(right["grade"]["error"].as_f64(), Some(0.0));
        assert_eq!(request("24/1").unwrap_err().kind, QueryErrorKind::Nonsense);
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
