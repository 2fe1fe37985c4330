//! What is asked, and answered.

mod common;

use common::{get, post, server};
use serde_json::json;
use sheshbesh_movegen::{Dice, Game, Plays};

const START: &str = "4HPwATDgc/ABMA";

#[tokio::test]
async fn the_games_are_listed_with_their_boards() {
    let games = get(&server(), "/api/v1/games").await.json(200);
    let names: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, Game::ALL.map(Game::name));
    assert_eq!(games["levels"][0], "random");
    let backgammon = &games["games"][0];
    assert_eq!(backgammon["others"][24], 1);
    assert_eq!(backgammon["start"]["board"]["own"][6], 5);
    assert_eq!(backgammon["start"]["position_id"], START);
    let fevga = &games["games"][4];
    assert_eq!((&fevga["has_bar"], &fevga["has_network"]), (&json!(false), &json!(false)));
    assert_eq!(fevga["others"][24], 12);
    assert_eq!(fevga["levels"], json!(["random", "pipcount"]));
}

#[tokio::test]
async fn an_id_and_a_board_ask_the_same() {
    let server = server();
    let board = get(&server, "/api/v1/games").await.json(200)["games"][0]["start"]["board"].clone();
    let by_id = post(&server, "/api/v1/best", json!({"position": START, "dice": "31"})).await;
    let by_board = post(&server, "/api/v1/best", json!({"position": board, "dice": "31"})).await;
    assert_eq!(by_id.body, by_board.body);
    let best = by_id.json(200);
    assert_eq!(best["plays"][0]["play"], "8/5 6/5");
    assert_eq!(best["plays"].as_array().unwrap().len(), 16);
    let few = json!({"position": START, "dice": "31", "plays": 3});
    let few = post(&server, "/api/v1/best", few).await.json(200);
    assert_eq!(few["plays"], json!(best["plays"].as_array().unwrap()[..3]));
    let worth = post(&server, "/api/v1/evaluate", json!({"position": START})).await.json(200);
    assert!(worth["equity"].as_f64().unwrap() > 0.0);
}

#[tokio::test]
async fn the_tree_ends_in_all_plays() {
    let server = server();
    for (game, dice) in [(Game::Backgammon, "31"), (Game::Hypergammon, "66"), (Game::Fevga, "21")] {
        let position = game.start();
        let asked = json!({"position": position.to_string(), "game": game.name(), "dice": dice});
        let tree = post(&server, "/api/v1/plays", asked).await.json(200);
        let nodes = tree["nodes"].as_array().unwrap();
        let plays = nodes.iter().filter(|node| node["play"].is_string()).count();
        let dice: Dice = dice.parse().unwrap();
        assert_eq!(plays, Plays::new(game).generate_or_pass(&position, dice).len());
        for node in nodes {
            let is_whole = node["steps"].as_array().unwrap().is_empty();
            assert_eq!(
                (node["play"].is_string(), node["position_id"].is_string()),
                (is_whole, is_whole)
            );
        }
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_one_sentence() {
    let server = server();
    let refused = [
        (json!({"position": "nonsense", "dice": "31"}), 422, "letters"),
        (json!({"position": START}), 422, "without a roll"),
        (json!({"position": START, "dice": "77"}), 422, "not a roll"),
        (json!({"position": START, "dice": "31", "ply": 9}), 422, "number of plies"),
        (json!({"position": START, "dice": "31", "plys": 2}), 422, "unknown field `plys`"),
        (json!({"position": START, "dice": "31", "match": 0}), 422, "1 to 64 points"),
        (json!({"position": START, "dice": "31", "match": 7, "jacoby": true}), 422, "beside"),
        (json!({"position": START, "dice": "31", "score": "2-4"}), 422, "no score"),
        (json!({"position": START, "dice": "31", "cube": "3"}), 422, "not on a cube"),
        (json!({"position": START, "dice": "31", "filter": "huge"}), 422, "huge"),
        (json!({"position": START, "game": "chess", "dice": "31"}), 422, "chess"),
        (json!({"position": "fevga@AACA/z8AAID/Pw", "dice": "31"}), 422, "does not know fevga"),
        (json!({"position": {"own": [1, 2], "other": []}, "dice": "31"}), 422, "length 2"),
        (
            json!({"position": {"own": vec![15; 26], "other": vec![0; 26]}, "dice": "31"}),
            422,
            "390",
        ),
        (json!({"position": 5, "dice": "31"}), 422, "a position's ID, or a board"),
        (json!([]), 422, "invalid length 0"),
    ];
    for (asked, status, part) in refused {
        let said = post(&server, "/api/v1/best", asked.clone()).await.error(status);
        assert!(said.contains(part), "{asked}: {said}");
    }
}
