//! Evaluation of decisions before they are final.

mod common;

use common::{post, shared_server};
use serde_json::{Value, json};
use sheshbesh_analysis::match_analysis::{DecisionKind, MatchAnalyzer, Preset};
use sheshbesh_evaluator::{FilterName, Settings};
use sheshbesh_movegen::{Dice, Game, Phase, Situation};

/// State with 31 to be played at the start of a match to 5.
fn to_play() -> Value {
    json!({
        "game": "backgammon",
        "rules": {"match": 5, "crawford": true, "cube": 1024},
        "table": {"position_id": "4HPwATDgc/ABMA", "on_roll": "bottom", "phase": "rolled",
            "dice": "31", "cube": {"value": 1, "owner": null}, "score": {"bottom": 0, "top": 0},
            "crawford": false},
        "turns": 0, "progress": {"is": "in_play"}, "seed": 1, "rolls": 1
    })
}

/// The same state before the roll of the second turn.
fn to_roll() -> Value {
    let mut state = to_play();
    state["turns"] = json!(1);
    state["table"]["phase"] = json!("before_roll");
    state["table"].as_object_mut().unwrap().remove("dice");
    state
}

#[tokio::test]
async fn a_play_is_judged_as_a_match_would_be() {
    let server = shared_server();
    let play = json!({"type": "play", "play": "24/20"});
    let query = json!({"state": to_play(), "action": play, "preset": "quick"});
    let judged = post(&server, "/api/v1/judge", query).await.json(200);
    assert!(judged["warning"].as_str().unwrap().contains("24/20 loses"), "{judged}");
    assert_eq!(judged["decision"]["best"], "8/5 6/5");
    assert_eq!(judged["decision"]["played"], "24/20");

    let settings = Settings { filter: FilterName::Wide.filter(), ..Settings::default() };
    let network = sheshbesh_weights::shipped();
    let judge = MatchAnalyzer::new(network, "shesh", settings, Preset::Standard, false);
    let stakes = sheshbesh_movegen::Stakes::Match { length: 5, crawford: false };
    let phase = Phase::Rolled(Dice::new(3, 1).unwrap());
    let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    let table = Situation { phase, stakes, ..start };
    let expected = judge.decision(&table, DecisionKind::Play, None).unwrap();
    let query = json!({"state": to_play()});
    let best = post(&server, "/api/v1/judge", query).await.json(200);
    assert_eq!(best["decision"], serde_json::to_value(expected).unwrap());
    assert!(best.get("warning").is_none());
}

#[tokio::test]
async fn a_double_is_judged_and_a_roll_is_none() {
    let server = shared_server();
    let judge = |action: &str| {
        post(
            &server,
            "/api/v1/judge",
            json!({"state": to_roll(), "action": {"type": action}, "preset": "quick"}),
        )
    };
    let doubled = judge("double").await.json(200);
    assert_eq!(doubled["decision"]["error"], "wrong-double");
    assert!(doubled["warning"].as_str().unwrap().contains("wrong double"), "{doubled}");
    let rolled = judge("roll").await.json(200);
    assert_eq!(rolled["decision"]["loss"], 0.0);
    let offer = json!({"state": to_roll(), "action": {"type": "resign", "win": "single"}});
    let resigned = post(&server, "/api/v1/judge", offer).await.json(200);
    assert_eq!(resigned["decision"], Value::Null);
}

#[tokio::test]
async fn what_cannot_be_judged_is_one_sentence() {
    let server = shared_server();
    let mut fevga = to_play();
    fevga["game"] = json!("fevga");
    fevga["rules"]["cube"] = json!(false);
    fevga["table"]["position_id"] = json!("fevga@AACA/z8AAID/Pw");
    for (query, sentence) in [
        (json!({"state": to_play(), "preset": "rollout"}), "is too slow"),
        (json!({"state": to_play(), "preset": "slow"}), "unknown preset"),
        (json!({"state": to_play(), "action": {"type": "roll"}}), "cannot roll "),
        (json!({"state": fevga}), "cannot evaluate fevga"),
    ] {
        let message = post(&server, "/api/v1/judge", query).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
}
