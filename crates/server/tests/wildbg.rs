//! Compatibility with the clients of wildbg.

mod common;

use common::{get, shared_server};
use serde_json::{Value, json};

/// Starting position, as in wildbg's description.
const START: &str = "p24=2&p19=-5&p17=-3&p13=5&p12=-5&p8=3&p6=5&p1=-2";

/// The five probabilities, each between 0 and 1.
fn chances(probabilities: &Value) -> [f64; 5] {
    let fields = probabilities.as_object().unwrap();
    assert_eq!(fields.len(), 5);
    ["win", "winG", "winBg", "loseG", "loseBg"].map(|name| {
        let chance = fields[name].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance), "{name} {chance}");
        chance
    })
}

fn equity([win, win_g, win_bg, lose_g, lose_bg]: [f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_g + win_bg - lose_g - lose_bg
}

/// Error message of a request.
async fn refused(path: &str) -> String {
    let answer = get(&shared_server(), path).await.json(400);
    assert_eq!(answer.as_object().unwrap().len(), 1);
    answer["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn all_plays_of_a_roll_come_best_first() {
    let answer = get(&shared_server(), &format!("/move?die1=3&die2=1&{START}")).await.json(200);
    assert_eq!(answer.as_object().unwrap().len(), 1);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 16);
    assert_eq!(moves[0]["play"], json!([{"from": 8, "to": 5}, {"from": 6, "to": 5}]));
    let equities: Vec<f64> =
        moves.iter().map(|play| equity(chances(&play["probabilities"]))).collect();
    assert!(equities.is_sorted_by(|a, b| a >= &(b - 1e-6)), "{equities:?}");
}

#[tokio::test]
async fn bars_and_doubles_are_as_wildbg_has_them() {
    // One checker of x and one of o on the bar; the others are borne off.
    let entered = get(&shared_server(), "/move?die1=2&die2=2&p25=1&p0=-1").await.json(200);
    let play = &entered["moves"][0]["play"];
    assert_eq!(play.as_array().unwrap().len(), 4);
    assert_eq!(play[0], json!({"from": 25, "to": 23}));
    // No move is possible.
    let closed = (19..25).map(|point| format!("&p{point}=-2")).collect::<String>();
    let passed =
        get(&shared_server(), &format!("/move?die1=6&die2=5&p25=1{closed}")).await.json(200);
    assert_eq!(passed["moves"].as_array().unwrap().len(), 1);
    assert_eq!(passed["moves"][0]["play"], json!([]));
    // Two ways to bear off one checker are the same play.
    let off = get(&shared_server(), "/move?die1=3&die2=1&p4=1&p24=-1").await.json(200);
    let last = off["moves"][0]["play"].as_array().unwrap().last().unwrap();
    assert_eq!(last["to"], 0);
    assert!(chances(&off["moves"][0]["probabilities"])[0] > 0.999);
}

#[tokio::test]
async fn numbers_may_be_written_as_forms_write_them() {
    let plain = get(&shared_server(), &format!("/move?die1=3&die2=1&{START}")).await;
    let coded = START.replace('-', "%2D").replace("24=2", "24=%32").replace("p13=5", "p13=+5");
    let coded = get(&shared_server(), &format!("/move?die1=%33&die2=1&{coded}")).await;
    plain.json(200);
    assert_eq!(plain.text(), coded.text());
}

#[tokio::test]
async fn a_position_comes_with_its_cube() {
    let answer = get(&shared_server(), &format!("/eval?{START}")).await.json(200);
    let expected = chances(&answer["probabilities"]);
    let cube = answer["cube"].as_object().unwrap();
    assert_eq!((&cube["double"], &cube["accept"]), (&json!(false), &json!(true)));
    assert!((cube["equityCubeless"].as_f64().unwrap() - equity(expected)).abs() < 1e-5);
    assert!(cube["equityNoDouble"].is_f64() && cube["equityDoubleTake"].is_f64());
    // A race with such a lead that doubling is right and taking is wrong.
    let race = get(&shared_server(), "/eval?p1=2&p24=-2&p19=-5").await.json(200);
    assert_eq!((&race["cube"]["double"], &race["cube"]["accept"]), (&json!(true), &json!(false)));
    // At double match point, gammons do not matter and nobody doubles.
    let dmp = get(&shared_server(), &format!("/eval?{START}&x-away=1&o-away=1")).await.json(200);
    assert_eq!(dmp["cube"]["double"], false);
    get(&shared_server(), &format!("/move?die1=6&die2=5&{START}&x-away=2&o-away=5"))
        .await
        .json(200);
}

#[tokio::test]
async fn what_is_no_position_is_said_as_wildbg_says_it() {
    assert_eq!(
        refused("/move?die1=2&die2=0&p4=4&p20=-5").await,
        "Dice values must be between 1 and 6."
    );
    assert_eq!(
        refused("/eval?p4=16&p20=-5").await,
        "Player x has more than 15 checkers on the board."
    );
    assert!(refused("/move").await.contains("die1"));
    assert!(refused("/eval?p0=1&p4=4&p5=-5").await.contains("p0"));
    assert!(refused("/eval?p4=4&p5=-5&p25=-2").await.contains("p25"));
    assert!(refused("/eval?p4=many").await.contains("whole number"));
    assert!(refused("/eval?p4=4&p5=-127&p6=-127").await.contains("Player o"));
    assert!(refused(&format!("/eval?{START}&x-away=3")).await.contains("both"));
    assert!(refused(&format!("/eval?{START}&x-away=-3&o-away=2")).await.contains("both"));
    assert!(refused("/eval").await.contains("borne off"));
    assert!(refused("/move?die1=3&die2=1&p5=-1").await.contains("over"));
}
