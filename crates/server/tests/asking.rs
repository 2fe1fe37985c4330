//! Requests about positions and their responses.

mod common;

use common::{get, post, shared_server};
use serde_json::{Value, json};
use sheshbesh_movegen::{Dice, Game, Plays};
use sheshbesh_server::{Options, Server};

const START: &str = "4HPwATDgc/ABMA";

#[tokio::test]
async fn the_games_are_listed_with_their_boards() {
    let games = get(&shared_server(), "/api/v1/games").await.json(200);
    let names: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, Game::ALL.map(Game::name));
    assert_eq!(games["levels"][0], "random");
    assert_eq!(games["default_level"], "1-ply");
    let offered: Vec<&str> =
        games["levels"].as_array().unwrap().iter().map(|level| level.as_str().unwrap()).collect();
    let network = ["pr-25", "pr-20", "pr-15", "pr-10", "pr-6", "pr-4", "1-ply", "2-ply", "3-ply"];
    assert!(offered.ends_with(&network), "{offered:?}");
    let backgammon = &games["games"][0];
    assert_eq!(backgammon["others"][24], 1);
    assert_eq!(backgammon["doubles"], 4);
    for game in Game::ALL {
        let known = games["games"].as_array().unwrap().iter().find(|of| of["name"] == game.name());
        let plies = sheshbesh_evaluator::defaults::depth(game).plies();
        assert_eq!(known.unwrap()["default_ply"], plies, "{game}");
    }
    let irish = games["games"].as_array().unwrap().iter().find(|game| game["name"] == "irish");
    assert_eq!(irish.unwrap()["doubles"], 2);
    assert_eq!(backgammon["start"]["board"]["own"][6], 5);
    assert_eq!(backgammon["start"]["position_id"], START);
    let all = games["games"].as_array().unwrap();
    let fevga = all.iter().find(|game| game["name"] == "fevga").unwrap();
    assert_eq!((&fevga["has_bar"], &fevga["has_network"]), (&json!(false), &json!(false)));
    assert_eq!(fevga["others"][24], 12);
    assert_eq!(fevga["levels"], json!(["random", "pipcount", "elbowroom", "blockade"]));
    let plakoto = all.iter().find(|game| game["name"] == "plakoto").unwrap();
    assert_eq!(plakoto["levels"], json!(["random", "pipcount", "ambush", "siege"]));
}

#[tokio::test]
async fn what_may_be_agreed_is_listed_and_can_be_started_with() {
    let server = shared_server();
    let answer = get(&server, "/api/v1/games").await.json(200);
    let all = answer["games"].as_array().unwrap();
    let named = |name: &str| all.iter().find(|game| game["name"] == name).unwrap();
    assert_eq!(named("backgammon")["agreements"], json!([]));
    let draw = json!({"key": "draw", "values": ["0", "1"], "usual": "1"});
    assert_eq!(named("tapa")["agreements"][1], draw);
    assert_eq!(
        (&named("portes")["opening"], &named("portes")["starter"], &named("misere")["turn_limit"]),
        (&json!("reroll"), &json!("winner"), &json!(500))
    );
    // Every listed value is accepted, and the usual value equals the default.
    let started = async |beginning: Value| {
        post(&server, "/api/v1/start", beginning).await.json(200)["game"].clone()
    };
    for game in all {
        let name = game["name"].as_str().unwrap();
        for agreement in game["agreements"].as_array().unwrap() {
            let key = agreement["key"].as_str().unwrap();
            for value in agreement["values"].as_array().unwrap() {
                let variant = format!("{name}:{key}={}", value.as_str().unwrap());
                let expected = if *value == agreement["usual"] { name } else { &variant };
                assert_eq!(started(json!({"game": variant})).await, expected);
            }
        }
    }
    let table = &answer["table"];
    assert_eq!(table["tavli"], json!(["portes", "plakoto", "fevga"]));
    assert_eq!(table["most_games"], 12);
    for field in ["scoring", "opening", "starter"] {
        for value in table[field].as_array().unwrap() {
            assert_eq!(started(json!({field: value})).await, "backgammon");
        }
    }
}

#[tokio::test]
async fn an_id_and_a_board_ask_the_same() {
    let server = shared_server();
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
    let server = shared_server();
    for (game, dice) in [(Game::Backgammon, "31"), (Game::Hypergammon, "66"), (Game::FEVGA, "21")] {
        let position = game.start();
        let query = json!({"position": position.to_string(), "game": game.name(), "dice": dice});
        let tree = post(&server, "/api/v1/plays", query).await.json(200);
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

/// A side of fifteen checkers: some on the given points, the others on the 24 point.
fn side(points: &[(usize, u8)]) -> Vec<u8> {
    let mut counts = vec![0; 26];
    for &(point, count) in points {
        counts[point] += count;
    }
    counts[24] += 15 - counts.iter().sum::<u8>();
    counts
}

#[tokio::test]
async fn boards_say_who_lies_under_whom() {
    let server = shared_server();
    let described = async |board: &Value| {
        let query = json!({"position": board, "game": "plakoto"});
        post(&server, "/api/v1/position", query).await.json(200)
    };
    // The opponent's 5 and 7 points are the 20 and 18 points of the player on roll.
    let both = json!({"own": side(&[(20, 1), (18, 1)]), "other": side(&[(5, 1), (7, 2)])});
    let mut pinned = both.clone();
    pinned["under"] = json!([20]);
    let (above, below) = (described(&both).await, described(&pinned).await);
    assert_ne!(above["position_id"], below["position_id"]);
    // A checker under two others needs no entry in `under`.
    assert_eq!((&above["board"], &below["board"]), (&both, &pinned));
    for described in [above, below] {
        let by_id = json!({"position": described["position_id"]});
        let read = post(&server, "/api/v1/position", by_id).await.json(200);
        assert_eq!(read["board"], described["board"]);
    }
    for (game, under, part) in [
        ("plakoto", json!([18]), "point 18"),
        ("plakoto", json!([0]), "1 to 24"),
        ("plakoto", json!([200]), "1 to 24"),
        ("backgammon", json!([20]), "18"),
    ] {
        let mut board = both.clone();
        board["under"] = under;
        let query = json!({"position": board, "game": game});
        let error = post(&server, "/api/v1/position", query).await.json(422);
        let error = error["error"].as_str().unwrap();
        assert!(error.contains(part), "{game}: {error}");
    }
}

#[tokio::test]
async fn what_makes_no_sense_is_one_sentence() {
    let server = shared_server();
    let refused = [
        (json!({"position": "nonsense", "dice": "31"}), 422, "letters"),
        (json!({"position": START}), 422, "has no roll"),
        (json!({"position": START, "dice": "77"}), 422, "not a roll"),
        (json!({"position": START, "dice": "31", "ply": 9}), 422, "use 1 to"),
        (json!({"position": START, "dice": "31", "plys": 2}), 422, "unknown field `plys`"),
        (json!({"position": START, "dice": "31", "match": 0}), 422, "1 to 64 points"),
        (json!({"position": START, "dice": "31", "match": 7, "jacoby": true}), 422, "combined"),
        (json!({"position": START, "dice": "31", "score": "2-4"}), 422, "need a match"),
        (json!({"position": START, "dice": "31", "cube": "3"}), 422, "invalid cube value"),
        (json!({"position": START, "dice": "31", "filter": "huge"}), 422, "huge"),
        (json!({"position": START, "game": "chess", "dice": "31"}), 422, "chess"),
        (json!({"position": "fevga@AACA/z8AAID/Pw", "dice": "31"}), 422, "cannot evaluate fevga"),
        (json!({"position": {"own": [1, 2], "other": []}, "dice": "31"}), 422, "length 2"),
        (
            json!({"position": {"own": vec![15; 26], "other": vec![0; 26]}, "dice": "31"}),
            422,
            "390",
        ),
        (json!({"position": 5, "dice": "31"}), 422, "position: invalid type: integer `5`"),
        (json!({"position": 5, "dice": "31"}), 422, "a position's ID, or a board"),
        (json!({"position": {"own": [1]}}), 422, "position.own: invalid length 1"),
        (json!({"position": {"points": []}}), 422, "position: unknown field `points`"),
        (json!({"position": START, "dice": "31", "ply": -1}), 422, "ply: invalid value"),
        (json!({"position": START, "dice": "31", "ply": 1e99}), 422, "ply: invalid type"),
        (json!({"position": START, "dice": "31", "explain": 3}), 422, "explain: invalid type"),
        (
            json!({"position": START, "dice": "31", "explain": "8/5"}),
            422,
            "a list of one or two plays",
        ),
        (json!({"position": START, "dice": "31", "explain": [5]}), 422, "explain[0]: invalid type"),
        (json!({"dice": "31"}), 422, "missing field `position`"),
        (
            json!({"position": START, "game": "irish", "dice": "31", "cubeful": true}),
            422,
            "irish is played without a cube",
        ),
        (
            json!({"position": START, "dice": "31", "cubeful": true, "cubeless": true}),
            422,
            "cubeful and cubeless cannot both be true",
        ),
        (
            json!({"position": START, "game": "irish", "dice": "31", "cube": "2:own"}),
            422,
            "irish is played without a cube",
        ),
    ];
    for (query, status, part) in refused {
        let message = post(&server, "/api/v1/best", query.clone()).await.error(status);
        assert!(message.contains(part), "{query}: {message}");
    }
}

#[tokio::test]
async fn a_position_is_described_with_all_that_its_id_says() {
    let server = shared_server();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:4:0:7:10";
    let answer = post(&server, "/api/v1/position", json!({"position": xgid})).await.json(200);
    assert_eq!(answer["xgid"], xgid);
    assert_eq!((&answer["position_id"], &answer["game"]), (&json!(START), &json!("backgammon")));
    assert_eq!((&answer["dice"], &answer["next"]), (&json!("31"), &json!("play")));
    assert_eq!(answer["cube"], json!({"value": 2, "owner": "opponent"}));
    assert_eq!((&answer["match"], &answer["score"]), (&json!(7), &json!({"own": 3, "other": 4})));
    assert_eq!(answer["pips"], json!({"own": 167, "other": 167}));
    assert_eq!((&answer["class"], &answer["on_roll"]), (&json!("contact"), &json!("bottom")));
    // Each ID in the response can be sent again.
    for name in ["xgid", "gnu_id"] {
        let again = json!({"position": answer[name]});
        let again = post(&server, "/api/v1/position", again).await.json(200);
        assert_eq!(again["board"], answer["board"]);
        assert_eq!(
            (&again["cube"], &again["score"]),
            (&answer["cube"], &answer["score"]),
            "{name}"
        );
    }
    let board = json!({"position": answer["board"], "dice": "66", "match": 5, "score": "1-0"});
    let described = post(&server, "/api/v1/position", board).await.json(200);
    assert_eq!((&described["dice"], &described["match"]), (&json!("66"), &json!(5)));
    let fevga = json!({"position": Game::FEVGA.start().to_string(), "game": "fevga"});
    let fevga = post(&server, "/api/v1/position", fevga).await.json(200);
    assert!(fevga.get("cube").is_none() && fevga.get("xgid").is_none());
    // Options may be given by the ID or by `game`.
    for (named, beside) in [("plakoto", "plakoto:mother=off"), ("plakoto:mother=off", "plakoto")] {
        let query = json!({"position": format!("{named}@AACA/z8AAID/Pw"), "game": beside});
        let answer = post(&server, "/api/v1/position", query).await.json(200);
        assert_eq!(answer["game"], "plakoto:mother=off", "{named}, {beside}");
    }
    for (query, part) in [
        (json!({"position": START, "match": 7, "score": "2-2", "crawford": true}), "Crawford"),
        (json!({"position": START, "match": 7, "score": "7-2"}), "7"),
        (json!({"position": "fevga@AACA/z8AAID/Pw", "cube": "2:own"}), "cube"),
        (
            json!({"position": "tapa:draw=0@AACA/z8AAID/Pw", "game": "plakoto:mother=off"}),
            "the position is of tapa:draw=0, and game says plakoto:mother=off",
        ),
        (
            json!({"position": "fevga:runner=home@AACA/z8AAID/Pw", "game": "fevga:runner=past-start"}),
            "the position is of fevga:runner=home, and game says fevga:runner=past-start",
        ),
    ] {
        let answer = post(&server, "/api/v1/position", query.clone()).await.error(422);
        assert!(answer.contains(part), "{query}: {answer}");
    }
}

#[tokio::test]
async fn a_game_that_is_over_is_known_and_not_played() {
    let server = shared_server();
    let [mut won, mut lost] = [[0; 26]; 2];
    won[0] = 15;
    lost[1] = 15;
    let board = json!({"own": lost.to_vec(), "other": won.to_vec()});
    let answer = post(&server, "/api/v1/position", json!({"position": board})).await.json(200);
    assert_eq!(answer["class"], "over");
    assert_eq!(answer["end"], json!({"winner": "opponent", "win": "gammon", "points": 2}));
    for path in ["best", "plays", "explain"] {
        let query = json!({"position": board, "dice": "31"});
        let answer = post(&server, &format!("/api/v1/{path}"), query).await.error(422);
        assert!(answer.contains("over"), "{path}: {answer}");
    }
    let answer = post(&server, "/api/v1/cube", json!({"position": board})).await.error(422);
    assert!(answer.contains("no cube to turn"), "{answer}");
    // First sixteen checkers on a side, then two winners.
    won[0] = 16;
    let board = json!({"own": lost.to_vec(), "other": won.to_vec()});
    let answer = post(&server, "/api/v1/position", json!({"position": board})).await.error(422);
    assert!(answer.contains("16 checkers"), "{answer}");
    won[0] = 15;
    let board = json!({"own": won.to_vec(), "other": won.to_vec()});
    let answer = post(&server, "/api/v1/position", json!({"position": board})).await.error(422);
    assert!(answer.contains("both sides"), "{answer}");
}

#[tokio::test]
async fn a_cube_is_judged_from_chances_and_after_a_beaver() {
    let server = shared_server();
    let path = "/api/v1/cube";
    let numbers = json!([72.1, 2.0, 0.1, 27.9, 2.0, 0.0]);
    let answer = post(&server, path, json!({"chances": numbers})).await.json(200);
    assert_eq!(answer["action"], "Double, take");
    for (field, expected) in [("no_double", 0.667), ("double_take", 0.684), ("double_pass", 1.0)] {
        let found = answer[field].as_f64().unwrap();
        assert!((found - expected).abs() < 0.02, "{field} {found}");
    }
    let text = json!({"chances": "72.1, 2.0, 0.1, 27.9, 2.0, 0.0"});
    assert_eq!(post(&server, path, text).await.json(200), answer);
    let race = json!({"chances": numbers, "class": "race", "pips": 90, "match": 7, "score": "3-4"});
    let race = post(&server, path, race).await.json(200);
    assert_eq!((&race["class"], &race["pips"]), (&"race".into(), &90.into()));
    assert!(race["mwc"]["double_take"].is_number() && race["points"]["live"].is_object());
    for (query, part) in [
        (json!({"chances": [72.1, 2.0, 0.1, 28.2, 2.0, 0.0]}), "add up to 100.3"),
        (json!({"chances": [72.1, 2.0, 0.1, 27.9, 2.0]}), ", not 5"),
        (json!({"chances": [72.1, "2", 0.1, 27.9, 2.0, 0.0]}), "chances"),
        (json!({"chances": 5}), "six percentages"),
        (json!({"chances": vec![0.0; 100]}), "six percentages"),
        (json!({"chances": numbers, "position": START}), "cannot be given together"),
        (json!({"chances": numbers, "ply": 2}), "do not apply to chances"),
        (json!({"chances": numbers, "class": "opening"}), "classes are contact, race and bearoff"),
        (json!({"chances": numbers, "pips": 751}), "0 to 750, not 751"),
        (json!({"chances": numbers, "game": "fevga"}), "without a cube"),
        (json!({"chances": numbers, "match": 5, "score": "5-1"}), "the match is over"),
        (json!({"position": START, "class": "race"}), "need chances"),
        (json!({}), "missing field `position`"),
    ] {
        let refusal = post(&server, path, query).await.error(422);
        assert!(refusal.contains(part), "{refusal}");
    }
    let explained = json!({"chances": numbers, "explain": true});
    let explained = post(&server, path, explained).await.json(200);
    let reasons = &explained["explanation"]["reasons"];
    assert!(reasons["take_point"]["practical"].is_number() && reasons["win"].is_number());
    let beavered = json!({"position": "AQAAhAAAAAAAAA:QRkAAAAAAAAA"});
    let cube = post(&server, path, beavered.clone()).await.json(200);
    assert_eq!(
        (&cube["action"], &cube["reply"]["best"]),
        (&"Beaver, raccoon".into(), &"raccoon".into())
    );
    let position = post(&server, "/api/v1/position", beavered).await.json(200);
    assert_eq!((&position["next"], &position["decides"]), (&"beaver".into(), &"own".into()));
    let raccooned = json!({"position": "4HPwATDgc/ABMA:QhEAAAAAAAAA"});
    let position = post(&server, "/api/v1/position", raccooned).await.json(200);
    assert_eq!((&position["next"], &position["decides"]), (&"raccoon".into(), &"opponent".into()));
    // A tied match, which is possible with draws, goes on.
    let others: Vec<_> = sheshbesh_weights::networks().skip(1).collect();
    let options = Options { threads: 1, ..Options::default() };
    let server = Server::with_others(sheshbesh_weights::shipped(), &others, options).unwrap();
    let tied = json!({"position": "tapa@AACA/z8AAID/Pw", "match": 3, "score": "4-4"});
    let tied = post(&server.router(), "/api/v1/evaluate", tied).await.json(200);
    assert!(
        (tied["mwc"].as_f64().unwrap() - tied["probabilities"]["win"].as_f64().unwrap()).abs()
            < 1e-6
    );
}

#[tokio::test]
async fn explanations_are_of_the_plays_that_are_named() {
    let server = shared_server();
    let with = |explain: Value| json!({"position": START, "dice": "31", "explain": explain});
    let both = post(&server, "/api/v1/best", with(json!(["24/20", "8/5 6/5"]))).await.json(200);
    assert_eq!(both["explanation"]["better"]["play"], "8/5 6/5");
    assert_eq!(both["explanation"]["other"]["play"], "24/20");
    let alone = json!({"position": START, "dice": "31", "plays": ["24/20"]});
    let alone = post(&server, "/api/v1/explain", alone).await.json(200);
    assert_eq!(alone, both["explanation"]);
    let best = post(&server, "/api/v1/best", with(json!(true))).await.json(200);
    assert_eq!(best["explanation"]["better"]["play"], best["plays"][0]["play"]);
    assert_eq!(best["explanation"]["other"]["play"], best["plays"][1]["play"]);
    let none = post(&server, "/api/v1/best", with(json!(false))).await.json(200);
    assert!(none.get("explanation").is_none());
    for (named, part) in [
        (json!(["24/20", "24/20"]), "same play"),
        (json!(["24/10"]), "from 24 to 10"),
        (json!(["24/20", "8/5 6/5", "13/9"]), "at most two plays"),
    ] {
        let message = post(&server, "/api/v1/best", with(named)).await.error(422);
        assert!(message.contains(part), "{message}");
    }
}

#[tokio::test]
async fn scores_ask_for_plays_or_for_the_cube() {
    let server = shared_server();
    let path = "/api/v1/scores";
    let plays = json!({"position": START, "dice": "21", "length": 3});
    let plays = post(&server, path, plays).await.json(200);
    // With the cube, the Crawford game and post-Crawford games are separate scores.
    assert_eq!((plays["scores"].as_array().unwrap().len(), &plays["dice"]), (13, &json!("21")));
    let cubeless = json!({"position": START, "dice": "21", "length": 3, "cubeless": true});
    let cubeless = post(&server, path, cubeless).await.json(200);
    assert_eq!(cubeless["scores"].as_array().unwrap().len(), 9);
    let cube = post(&server, path, json!({"position": START, "length": 3})).await.json(200);
    assert_eq!(cube["money"]["action"], "No double, take");
    for (query, part) in [
        (json!({"position": START, "length": 0}), "1 to 25"),
        (json!({"position": START, "length": 26}), "1 to 25"),
        (json!({"position": START, "length": 3, "score": "1-0"}), "all scores"),
        (json!({"position": START, "length": 3, "ply": 4}), "at most"),
        (json!({"position": START, "length": 3, "cube": "2:opponent"}), "opponent owns"),
        (json!({"position": START, "length": 3, "cube": "2"}), "centred cube at 2"),
        (json!({"position": START}), "missing field `length`"),
    ] {
        let message = post(&server, path, query.clone()).await.error(422);
        assert!(message.contains(part), "{query}: {message}");
    }
    // In a game without a cube, only plays can be evaluated.
    let others: Vec<_> = sheshbesh_weights::networks().skip(1).collect();
    let options = Options { threads: 1, ..Options::default() };
    let server = Server::with_others(sheshbesh_weights::shipped(), &others, options).unwrap();
    let fevga = json!({"position": "fevga@AACA/z8AAID/Pw", "length": 3});
    let message = post(&server.router(), path, fevga.clone()).await.error(422);
    assert_eq!(message, "fevga is played without a cube");
    let mut rolled = fevga;
    rolled["dice"] = json!("21");
    post(&server.router(), path, rolled).await.json(200);
}

#[tokio::test]
async fn what_was_asked_is_not_repeated_at_length() {
    let server = shared_server();
    let long = "x".repeat(100_000);
    let answer = post(&server, "/api/v1/evaluate", json!({"position": long})).await.error(422);
    assert!(answer.starts_with("no position in \"xxx") && answer.len() < 1000, "{answer}");
    let answer = get(&server, &format!("/{}", &long[..50_000])).await.error(404);
    assert!(answer.starts_with("there is nothing at /xxx") && answer.len() < 1000, "{answer}");
    let answer = get(&server, &format!("/eval?p24={}", &long[..50_000])).await.json(400);
    let answer = answer["message"].as_str().unwrap();
    assert!(answer.starts_with("p24 must be a whole number") && answer.len() < 1000, "{answer}");
    // Multi-byte characters are not split.
    let wide = json!({"position": "\u{2680}".repeat(5000)});
    let answer = post(&server, "/api/v1/evaluate", wide).await.error(422);
    assert!(answer.chars().count() < 500, "{answer}");
}

#[tokio::test]
async fn a_picture_is_drawn_by_its_address() {
    let server = shared_server();
    let path = |query: &str| format!("/api/v1/board.svg?{query}");
    let query = "position=4HPwATDgc/ABMA&dice=31&arrows=24/23+13/10&best=8%2F5%206%2F5&theme=dark";
    let reply = get(&server, &path(query)).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.headers["content-type"]),
        (200, &"image/svg+xml".parse().unwrap())
    );
    assert!(reply.headers.contains_key("content-security-policy"));
    let svg = reply.text();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{svg}");
    for class in ["played head", "best head"] {
        assert_eq!(svg.matches(&format!("class=\"{class}\"")).count(), 2, "{class}");
    }
    let body = json!({"position": START, "dice": "31", "arrows": "24/23 13/10", "best": "8/5 6/5",
        "theme": "dark"});
    let picture = post(&server, "/api/v1/picture", body).await.json(200);
    assert_eq!(picture["svg"], svg);
    assert_eq!(picture["position_id"], START);
    let flipped = get(&server, &path("position=4HPwATDgc/ABMA&flip=true&match=7&score=2-4")).await;
    assert!(flipped.text().contains("2 of 7"), "{}", flipped.text());
    for (query, part) in [
        ("position=4HPwATDgc/ABMA&arrows=8/5+6/5", "no roll"),
        ("position=4HPwATDgc/ABMA&dice=31&arrows=8/2", "from 8 to 2"),
        ("position=4HPwATDgc/ABMA&theme=sepia", "themes are light, dark and print"),
        ("position=4HPwATDgc/ABMA&dice=37", "37"),
        ("position=4HPwATDgc/ABMA&colour=red", "colour"),
        ("position=4HPwATDgc/ABMA&flip=perhaps", "flip"),
        ("dice=31", "position"),
        ("position=nothing", "nothing"),
    ] {
        let refusal = get(&server, &path(query)).await.error(422);
        assert!(refusal.contains(part), "{query}: {refusal}");
    }
}

#[tokio::test]
async fn the_best_play_is_ranked_with_each_cube() {
    let server = shared_server();
    let path = "/api/v1/best";
    let asked = |more: Value| {
        let mut body = json!({"position": START, "dice": "64", "ply": 1});
        body.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        body
    };
    let answer = post(&server, path, asked(json!({"cubes": true}))).await.json(200);
    let rows = answer["cubes"].as_array().unwrap();
    let owners: Vec<&str> = rows.iter().map(|row| row["owner"].as_str().unwrap()).collect();
    assert_eq!(owners, ["centred", "own", "opponent"]);
    for (row, cube) in rows.iter().zip(["1", "2:own", "2:opponent"]) {
        let alone = post(&server, path, asked(json!({"cube": cube}))).await.json(200);
        assert_eq!(row["play"], alone["plays"][0]["play"], "{cube}");
        assert_eq!(row["equity"], alone["plays"][0]["equity"], "{cube}");
        assert_eq!(row["present"], cube == "1");
        let is_other = row["play"] != answer["plays"][0]["play"];
        assert_eq!(row["differs"], is_other && row["loss"].as_f64() >= Some(0.00005));
        let usual = alone["plays"].as_array().unwrap();
        let usual = usual.iter().find(|play| play["play"] == answer["plays"][0]["play"]).unwrap();
        let loss = row["equity"].as_f64().unwrap() - usual["equity"].as_f64().unwrap();
        assert!((row["loss"].as_f64().unwrap() - loss).abs() < 1e-6 && loss >= 0.0, "{cube}");
    }
    assert!(post(&server, path, asked(json!({}))).await.json(200).get("cubes").is_none());
    for (more, part) in [
        (json!({"cubes": true, "cubeless": true}), "cubeless"),
        (
            json!({"cubes": true, "match": 5, "score": "4-2", "crawford": true}),
            "where the cube can be turned",
        ),
    ] {
        let refusal = post(&server, path, asked(more)).await.error(422);
        assert!(refusal.contains(part), "{refusal}");
    }
    let nard = json!({"position": "nard@AACA/z8AAID/Pw", "dice": "31", "ply": 1, "cubes": true});
    let reply = post(&server, path, nard).await;
    assert!(matches!(reply.status.as_u16(), 422 | 503), "{}", reply.text());
}
