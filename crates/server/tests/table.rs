//! Complete sessions through the API, and forged states.

mod common;

use axum::Router;
use common::{post, shared_server};
use serde_json::{Value, json};
use sheshbesh_matchfile::{How, Options as Reading, read};
use sheshbesh_movegen::{Game, Seat, testing::Random};

async fn start(server: &Router, beginning: Value) -> Value {
    post(server, "/api/v1/start", beginning).await.json(200)
}

async fn act(server: &Router, turn: &Value, action: Value) -> Value {
    let query = json!({"state": turn["state"], "action": action});
    post(server, "/api/v1/act", query).await.json(200)
}

async fn play(server: &Router, turn: &Value, level: &str) -> Value {
    let query = json!({"state": turn["state"], "level": level});
    post(server, "/api/v1/play", query).await.json(200)
}

/// All allowed actions of a response; of the plays, a random one.
fn choices(turn: &Value, random: &mut Random) -> Vec<Value> {
    let decide = &turn["decide"];
    let mut types = match decide["what"].as_str().unwrap() {
        "opening" => vec!["opening"],
        "roll" => vec!["roll"],
        "play" => vec![],
        "double" | "beaver" | "raccoon" => vec!["take", "pass"],
        "resignation" => vec!["accept", "refuse"],
        "next_game" => vec!["next_game"],
        "match_over" => vec![],
        other => panic!("nobody decides {other}"),
    };
    for (field, name) in
        [("may_double", "double"), ("may_beaver", "beaver"), ("may_raccoon", "raccoon")]
    {
        if decide[field] == true {
            types.push(name);
        }
    }
    let mut actions: Vec<Value> = types.into_iter().map(|name| json!({"type": name})).collect();
    if let Some(nodes) = turn["plays"]["nodes"].as_array() {
        // Any sequence of steps ends in a legal play.
        let mut node = &nodes[0];
        while let Some(steps) = node["steps"].as_array().filter(|steps| !steps.is_empty()) {
            node = &nodes[steps[random.below(steps.len())]["node"].as_u64().unwrap() as usize];
        }
        let by = ["play", "position_id"][random.below(2)];
        actions.push(json!({"type": "play", by: node[by]}));
    }
    // Readers of text formats complete a roll without a play if a single play is legal, so a
    // resignation before it cannot be stored.
    let whole = |nodes: &Vec<Value>| nodes.iter().filter(|node| node["play"].is_string()).count();
    let is_forced = turn["plays"]["nodes"].as_array().is_some_and(|nodes| whole(nodes) == 1);
    let wins = decide["may_resign"].as_array().filter(|_| !is_forced);
    if let Some(wins) = wins
        && random.below(30) == 0
    {
        let win = &wins[random.below(wins.len())];
        actions.push(json!({"type": "resign", "win": win}));
    }
    actions
}

/// Checks properties that hold in every response.
fn check(turn: &Value, game: Game) {
    let checkers = u64::from(game.checkers());
    for side in ["own", "other"] {
        let counts = turn["board"][side].as_array().unwrap();
        assert_eq!(counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), checkers);
    }
    assert_eq!(turn["plays"].is_object(), turn["decide"]["what"] == "play");
    assert_eq!(turn["state"]["game"], game.name());
    assert!(game.has_cube() || turn["crawford"] == false);
    let is_over = ["next_game", "match_over"].contains(&turn["decide"]["what"].as_str().unwrap());
    assert_eq!(turn["result"].is_object(), is_over);
    let seat = &turn["on_roll"];
    assert!(seat == "bottom" || seat == "top");
}

/// Plays a random session; returns the actions and the last response.
async fn session(server: &Router, beginning: Value, seed: u64) -> (Vec<Value>, Value) {
    let mut random = Random::new(seed);
    let mut turn = start(server, beginning.clone()).await;
    let game = beginning["game"].as_str().unwrap().parse().unwrap();
    let mut done = Vec::new();
    let mut games = 0;
    while games < 3 && done.len() < 1500 {
        check(&turn, game);
        let all = choices(&turn, &mut random);
        let Some(action) = all.get(random.below(all.len().max(1))) else { break };
        let seat = turn["decide"]["seat"].clone();
        turn = act(server, &turn, action.clone()).await;
        assert_eq!(turn["did"]["type"], action["type"]);
        assert_eq!(turn["did"].get("seat").unwrap_or(&Value::Null), &seat);
        games += usize::from(turn["result"].is_object());
        done.push(turn["did"].clone());
    }
    (done, turn)
}

fn beginnings() -> Vec<Value> {
    let of = |game: Game| {
        let mut all = vec![
            json!({"game": game.name()}),
            json!({"game": game.name(), "match": 3}),
            json!({"game": game.name(), "match": 2, "crawford": false, "cube": false}),
        ];
        if game.has_cube() {
            all.push(json!({"game": game.name(), "jacoby": true, "beavers": true,
                "automatic_doubles": 2, "cube": 16}));
            all.push(json!({"game": game.name(), "match": 5, "holland": true, "cube": true}));
        }
        all
    };
    Game::ALL.into_iter().flat_map(of).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whole_sessions_of_every_game_are_played_and_written_down() {
    let server = shared_server();
    for (beginning, seed) in beginnings().into_iter().zip(1..) {
        let (done, last) = session(&server, beginning.clone(), seed).await;
        for format in ["json", "mat", "sgf"] {
            let query = json!({"beginning": beginning, "actions": done, "format": format,
                "players": {"bottom": "Ada", "top": "Ben"}});
            let written = post(&server, "/api/v1/record", query).await;
            assert_eq!(written.status, 200, "{}", written.text());
            let game: Game = beginning["game"].as_str().unwrap().parse().unwrap();
            let options = Reading { game, ..Reading::default() };
            let record = read(&written.body, &options).unwrap().record;
            assert_eq!(record.players.bottom.name, "Ada", "{format}");
            // Points of finished games must equal the score of the last response.
            let mut points = [0; 2];
            for result in record.games.iter().filter_map(|game| game.result) {
                if result.how == How::Unrecorded {
                    continue;
                }
                for (points, seat) in points.iter_mut().zip(Seat::BOTH) {
                    // In a draw, each player gets them.
                    let gets = result.winner.is_none_or(|winner| winner == seat);
                    *points += if gets { result.points } else { 0 };
                }
            }
            assert_eq!(json!(points[0]), last["score"]["bottom"], "{beginning} {format}");
            assert_eq!(json!(points[1]), last["score"]["top"], "{beginning} {format}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_seed_rolls_the_same_dice_and_another_session_others() {
    let rolls = |number: usize| async move {
        let server = common::fresh(7);
        let mut all = Vec::new();
        for _ in 0..number {
            all = session(&server, json!({"game": "backgammon"}), 5).await.0;
        }
        let dice = |did: &Value| [did["dice"].clone(), did["opening"].clone()];
        all.iter().map(dice).collect::<Vec<_>>()
    };
    let (first, again, second) = tokio::join!(rolls(1), rolls(1), rolls(2));
    assert_eq!(first, again);
    assert_ne!(first, second);
    // The same request gives the same roll.
    let server = shared_server();
    let turn = start(&server, json!({})).await;
    let [once, twice] =
        [(), ()].map(|()| json!({"state": turn["state"], "action": {"type": "opening"}}));
    let once = post(&server, "/api/v1/act", once).await;
    assert_eq!(once.body, post(&server, "/api/v1/act", twice).await.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn levels_play_matches_to_their_end() {
    let server = common::fresh(3);
    let all: [(Value, [&str; 2]); 5] = [
        (json!({"game": "backgammon", "match": 3}), ["1-ply", "pubeval"]),
        (json!({"game": "backgammon", "match": 1}), ["2-ply", "random"]),
        (json!({"game": "nackgammon", "match": 2}), ["berliner", "columns"]),
        (json!({"game": "hypergammon", "match": 3}), ["2-ply", "1-ply"]),
        (json!({"game": "fevga", "match": 2}), ["pipcount", "random"]),
    ];
    for (beginning, levels) in all {
        let mut turn = start(&server, beginning.clone()).await;
        let mut actions = 0;
        while turn["decide"]["what"] != "match_over" {
            let place = usize::from(turn["decide"]["seat"] == "top");
            turn = play(&server, &turn, levels[place]).await;
            actions += 1;
            assert!(actions < 5000, "{beginning}");
        }
        let winner = turn["decide"]["winner"].as_str().unwrap();
        assert!(turn["score"][winner].as_u64() >= beginning["match"].as_u64(), "{turn}");
    }
}

#[tokio::test]
async fn the_engine_answers_doubles_beavers_and_resignations() {
    let server = shared_server();
    let beginning = json!({"beavers": true});
    let mut turn = start(&server, beginning).await;
    turn = act(&server, &turn, json!({"type": "opening"})).await;
    while turn["decide"]["what"] == "opening" {
        turn = act(&server, &turn, json!({"type": "opening"})).await;
    }
    turn = play(&server, &turn, "1-ply").await;
    // At the start of a game a double is beavered; a raccoon is then taken.
    let doubled = act(&server, &turn, json!({"type": "double"})).await;
    assert_eq!(doubled["decide"]["may_beaver"], true);
    let beavered = play(&server, &doubled, "1-ply").await;
    assert_eq!(beavered["did"]["type"], "beaver");
    assert_eq!(beavered["cube"]["value"], 4);
    let raccooned = act(&server, &beavered, json!({"type": "raccoon"})).await;
    assert_eq!(play(&server, &raccooned, "1-ply").await["did"]["type"], "take");
    assert_eq!(play(&server, &doubled, "pipcount").await["did"]["type"], "take");
    // No level accepts less than the game is worth, and a backgammon is always enough.
    for level in ["1-ply", "random"] {
        let offered = act(&server, &turn, json!({"type": "resign", "win": "backgammon"})).await;
        assert_eq!(offered["decide"]["offered"], "backgammon");
        let over = play(&server, &offered, level).await;
        assert_eq!(over["result"]["how"], "resigned");
        assert_eq!(over["result"]["points"], 3);
        let next = play(&server, &over, level).await;
        assert_eq!(next["did"]["type"], "next_game");
        assert_eq!(next["decide"]["what"], "opening");
    }
}

/// The right to turn the cube that a raccoon ends, and a stake that is raised, are in the state.
#[tokio::test]
async fn rules_of_the_cube_survive_in_the_state() {
    let server = shared_server();
    let begun = async |beginning: Value| {
        let mut turn = start(&server, beginning).await;
        while turn["decide"]["what"] == "opening" {
            turn = act(&server, &turn, json!({"type": "opening"})).await;
        }
        play(&server, &turn, "pipcount").await
    };
    let mut turn = begun(json!({"beavers": true, "final_raccoon": true})).await;
    for action in ["double", "beaver", "raccoon", "take"] {
        turn = act(&server, &turn, json!({"type": action})).await;
    }
    let table = &turn["state"]["table"];
    assert_eq!((&table["cube"]["value"], &table["cube"]["barred"]), (&json!(8), &table["on_roll"]));
    turn = act(&server, &turn, json!({"type": "roll"})).await;
    assert_eq!(turn["state"]["table"]["cube"]["value"], 8);

    let mut turn = begun(json!({"arithmetic_raises": true})).await;
    let query = json!({"state": turn["state"], "level": "1-ply"});
    let refusal = post(&server, "/api/v1/play", query).await.error(422);
    assert!(refusal.contains("cannot evaluate arithmetic raises"), "{refusal}");
    for stake in [2, 4, 7] {
        assert_eq!(turn["cube"]["next"], stake);
        turn = act(&server, &turn, json!({"type": "double"})).await;
        let passed = act(&server, &turn, json!({"type": "pass"})).await;
        assert_eq!(passed["result"]["points"], 1);
        turn = act(&server, &turn, json!({"type": "take"})).await;
        assert_eq!(turn["cube"]["value"], stake);
        turn = act(&server, &turn, json!({"type": "roll"})).await;
        turn = play(&server, &turn, "pipcount").await;
    }
    assert_eq!(begun(json!({"cube": 1})).await["cube"]["next"], Value::Null);
    assert_eq!(start(&server, json!({"game": "fevga"})).await["cube"]["next"], Value::Null);
    // The stakes of an ID are checked too.
    let of_match = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
    let query = json!({"position": of_match, "arithmetic_raises": true});
    let refusal = post(&server, "/api/v1/start", query).await.error(422);
    assert!(refusal.contains("arithmetic_raises needs money games"), "{refusal}");
    let both = json!({"arithmetic_raises": true, "beavers": true});
    let refusal = post(&server, "/api/v1/start", both).await.error(422);
    assert!(refusal.contains("without beavers and automatic_doubles"), "{refusal}");
}

/// Portes has no triple wins.
#[tokio::test]
async fn what_counts_nothing_is_not_resigned() {
    let server = shared_server();
    let mut turn = start(&server, json!({"game": "portes"})).await;
    while turn["decide"]["what"] == "opening" {
        turn = act(&server, &turn, json!({"type": "opening"})).await;
    }
    assert_eq!(turn["decide"]["may_resign"], json!(["single", "gammon"]));
    let action = json!({"type": "resign", "win": "backgammon"});
    let query = json!({"state": turn["state"], "action": action});
    let refusal = post(&server, "/api/v1/act", query).await.json(422);
    let sentence = "cannot resign a backgammon: it has no value of its own in this game of portes";
    assert_eq!(refusal["error"], sentence);
}

#[tokio::test]
async fn what_cannot_be_done_is_said_in_a_sentence() {
    let server = shared_server();
    let turn = start(&server, json!({"match": 3})).await;
    for (action, sentence) in [
        (json!({"type": "roll"}), "cannot roll "),
        (json!({"type": "play", "play": "8/5 6/5"}), "cannot play now"),
        (json!({"type": "double"}), "cannot double now"),
    ] {
        let query = json!({"state": turn["state"], "action": action});
        let message = post(&server, "/api/v1/act", query).await.error(422);
        assert!(message.starts_with(sentence), "{message}");
    }
    for (beginning, sentence) in [
        (json!({"match": 0}), "a match must have 1 to 64 points"),
        (json!({"match": 65}), "a match must have 1 to 64 points"),
        (json!({"match": 3, "jacoby": true}), "need a money game: leave out match"),
        (json!({"holland": true}), "need a match: add match"),
        (json!({"jacoby": true, "cube": false}), "automatic_doubles need a cube"),
        (json!({"automatic_doubles": 6}), "must be at most 5"),
        (json!({"cube": 3}), "the highest cube value: 1, 2, 4"),
        (json!({"cube": "big"}), "the highest cube value: 1, 2, 4"),
        (json!({"game": "fevga", "cube": true}), "fevga is played without a cube"),
        (json!({"game": "chess"}), "unknown game \"chess\""),
        (json!({"games": "fevga"}), "unknown field `games`"),
    ] {
        let message = post(&server, "/api/v1/start", beginning).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
    let fevga = start(&server, json!({"game": "fevga"})).await;
    for (state, level, sentence) in [
        (&turn["state"], "4-ply", "unknown level \"4-ply\"; available are random, pipcount"),
        (
            &fevga["state"],
            "2-ply",
            "2-ply does not play fevga; available are random, pipcount, elbowroom and blockade",
        ),
    ] {
        let query = json!({"state": state, "level": level});
        let message = post(&server, "/api/v1/play", query).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
    let opening = json!({"type": "opening", "opening": {"bottom": 3, "top": 1}});
    for (actions, format, players, sentence) in [
        (json!([]), "xg", json!(null), "unknown format \"xg\": available are mat, sgf and json"),
        (json!([opening, opening]), "mat", json!(null), "action 2 is invalid: "),
        (json!([{"type": "roll"}]), "mat", json!(null), "action 1 is invalid: missing dice"),
        (
            json!([]),
            "mat",
            json!({"bottom": "a\nb", "top": "c"}),
            "a player's name must be one line",
        ),
    ] {
        let query = json!({"beginning": {}, "actions": actions, "format": format,
            "players": players});
        let message = post(&server, "/api/v1/record", query).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
    // Bodies of more than a megabyte are accepted, as long money sessions need; more actions than
    // any session has are not.
    for (rolls, sentence) in [(80_000, "action 1 is invalid"), (100_001, "at most 100000 actions")]
    {
        let actions = vec![json!({"type": "roll"}); rolls];
        let query = json!({"beginning": {}, "actions": actions, "format": "mat"});
        let message = post(&server, "/api/v1/record", query).await.error(422);
        assert!(message.contains(sentence), "{message}");
    }
}

/// A random JSON value.
fn nonsense(random: &mut Random) -> Value {
    match random.below(12) {
        0 => json!(null),
        1 => json!(-1),
        2 => json!(0),
        3 => json!(u64::MAX),
        4 => json!(1.5),
        5 => json!(""),
        6 => json!("top"),
        7 => json!("66"),
        8 => json!([1, 2]),
        9 => json!({"is": "over"}),
        10 => json!("4HPwATDgc/ABMA"),
        _ => json!(random.below(70)),
    }
}

/// Changes a random part of a state.
fn tamper(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(fields) if !fields.is_empty() && random.below(12) > 0 => {
            let place = random.below(fields.len());
            let name = fields.keys().nth(place).unwrap().clone();
            match random.below(20) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("more".to_owned(), nonsense(random))),
                _ => tamper(&mut fields[&name], random),
            }
        }
        _ => *value = nonsense(random),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn states_that_nobody_gave_out_are_refused_or_played_on_from() {
    let server = shared_server();
    let mut random = Random::new(4);
    let (mut refused, mut taken) = (0, 0);
    for (beginning, seed) in beginnings().into_iter().zip(1..) {
        let mut turn = start(&server, beginning).await;
        let mut steps = Random::new(seed);
        for _ in 0..40 {
            let all = choices(&turn, &mut steps);
            let Some(action) = all.get(steps.below(all.len().max(1))) else { break };
            let mut state = turn["state"].clone();
            for _ in 0..=random.below(2) {
                tamper(&mut state, &mut random);
            }
            let level = ["random", "pipcount", "1-ply"][random.below(3)];
            for (path, query) in [
                ("/api/v1/act", json!({"state": state, "action": action})),
                ("/api/v1/play", json!({"state": state, "level": level})),
            ] {
                let reply = post(&server, path, query).await;
                if reply.status == 200 {
                    reply.json(200);
                    taken += 1;
                } else {
                    reply.error(422);
                    refused += 1;
                }
            }
            turn = act(&server, &turn, action.clone()).await;
        }
    }
    assert!(refused > 200 && taken > 50, "{refused} {taken}");
}

/// Plays a frame at random to its end; returns the actions, the games and the last response.
async fn whole_frame(server: &Router, beginning: &Value) -> (Vec<Value>, Vec<String>, Value) {
    let mut random = Random::new(23);
    let mut turn = start(server, beginning.clone()).await;
    let (mut done, mut played) = (Vec::new(), Vec::new());
    loop {
        let game = turn["state"]["game"].as_str().unwrap().to_owned();
        if played.last() != Some(&game) {
            played.push(game);
        }
        let all = choices(&turn, &mut random);
        let Some(action) = all.get(random.below(all.len().max(1))) else { break };
        turn = act(server, &turn, action.clone()).await;
        done.push(turn["did"].clone());
    }
    (done, played, turn)
}

#[tokio::test]
async fn a_tavli_match_is_played_to_its_end_and_read_back() {
    let server = shared_server();
    let beginning = json!({"frame": "tavli", "match": 3});
    let (done, played, turn) = whole_frame(&server, &beginning).await;
    assert_eq!(turn["decide"]["what"], "match_over");
    assert_eq!(played[..2], ["portes", "plakoto"]);
    assert_eq!(turn["state"]["frame"], "tavli");
    assert_eq!(turn["frame"], json!({"number": played.len()}));
    let lossy = json!({"beginning": beginning, "actions": done, "format": "mat"});
    let refused = post(&server, "/api/v1/record", lossy).await;
    assert!(refused.text().contains("mat cannot store the games of a frame"));
    let query = json!({"beginning": beginning, "actions": done, "format": "json"});
    let written = post(&server, "/api/v1/record", query).await;
    let record = read(written.text().as_bytes(), &Reading::default()).unwrap().record;
    assert_eq!(record.frame, Some(sheshbesh_movegen::GameSeries::TAVLI));
    assert!(record.games.len() >= 2);
    // Other formats do not store the game of each part.
    for format in ["mat", "sgf"] {
        let query = json!({"beginning": beginning, "actions": done, "format": format});
        let message = post(&server, "/api/v1/record", query).await.error(422);
        assert!(message.contains("write it as json"), "{message}");
    }
}

/// House rules are not written to formats that would be read with the usual rules.
#[tokio::test]
async fn games_that_count_what_was_agreed_are_written_as_json_alone() {
    let server = shared_server();
    for (customs, status) in [
        (json!({"game": "early", "match": 5, "scoring": "gammon3"}), 422),
        (json!({"game": "early", "match": 5, "turn_limit": 1}), 422),
        (json!({"game": "early", "match": 5, "turn_limit": 5000}), 200),
    ] {
        let (done, _) = session(&server, customs.clone(), 3).await;
        for (format, status) in [("mat", status), ("sgf", status), ("json", 200)] {
            let query = json!({"beginning": customs, "actions": done, "format": format});
            let written = post(&server, "/api/v1/record", query).await;
            if status == 422 {
                let message = written.error(422);
                assert!(message.ends_with("agreed at the table: write it as json"), "{message}");
            } else {
                assert_eq!(written.status, 200, "{customs} {format}: {}", written.text());
            }
        }
    }
}

#[tokio::test]
async fn a_frame_says_which_of_its_games_is_played() {
    let server = shared_server();
    let turn = start(&server, json!({"game": "tapa", "match": 3})).await;
    assert!(turn.get("frame").is_none());
    // The games of tavli, but each of them played once.
    for frame in ["portes,plakoto,fevga", "long-nardi,plakoto:mother=off,draw=1,hypergammon"] {
        let beginning = json!({"frame": frame});
        let (done, _, turn) = whole_frame(&server, &beginning).await;
        let number = turn["frame"]["number"].as_u64().unwrap();
        assert!(number >= 3 && turn["frame"]["of"] == 3, "{}", turn["frame"]);
        let query = json!({"beginning": beginning, "actions": done, "format": "json"});
        let written = post(&server, "/api/v1/record", query).await;
        let record = read(written.text().as_bytes(), &Reading::default()).unwrap().record;
        assert_eq!(record.frame, Some(frame.parse().unwrap()));
        assert_eq!(record.games.len() as u64, number);
    }
}

#[tokio::test]
async fn customs_are_kept_in_the_state_and_what_does_not_go_together_is_refused() {
    let server = shared_server();
    let customs = json!({
        "game": "misere", "match": 3, "scoring": "single", "opening": "reroll",
        "starter": "winner", "last_roll": true, "turn_limit": 9
    });
    let turn = start(&server, customs).await;
    let turn = act(&server, &turn, json!({"type": "opening"})).await;
    let rules = &turn["state"]["rules"];
    for (name, value) in
        [("scoring", json!("single")), ("opening", json!("reroll")), ("last_roll", json!(true))]
    {
        assert_eq!(rules[name], value);
    }
    for (beginning, says) in [
        (json!({"frame": "tavli"}), "add match"),
        (json!({"frame": "tavli", "match": 3, "game": "portes"}), "leave out game or frame"),
        (json!({"frame": "portes,chess"}), "unknown game"),
        (json!({"scoring": "most"}), "unknown scoring"),
        (json!({"frame": "fevga,nard", "cube": true}), "without a cube"),
    ] {
        let refused = post(&server, "/api/v1/start", beginning).await;
        assert!(refused.text().contains(says), "{}", refused.text());
    }
}

#[tokio::test]
async fn a_session_can_begin_at_a_position() {
    let server = shared_server();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:2:3:0:7:10";
    let turn = start(&server, json!({"position": xgid})).await;
    assert_eq!(turn["decide"]["what"], "play");
    assert_eq!(turn["decide"]["seat"], "top");
    assert_eq!(turn["cube"], json!({"value": 2, "owner": "bottom", "next": 4}), "{turn}");
    assert_eq!((&turn["match"], &turn["dice"]), (&json!(7), &json!("31")), "{turn}");
    // The session goes on from there.
    let played = play(&server, &turn, "pipcount").await;
    assert_eq!(played["decide"]["seat"], "bottom", "{played}");
    // The record begins there, too.
    let query = json!({
        "beginning": {"position": xgid}, "actions": [played["did"]], "format": "json",
    });
    let written = post(&server, "/api/v1/record", query).await;
    assert_eq!(written.status, 200, "{}", written.text());
    // Given rules replace those of the ID.
    let money = start(&server, json!({"position": xgid, "cube": true, "jacoby": true})).await;
    assert_ne!(money["match"], 7, "{money}");
    assert_eq!(money["on_roll"], "top", "{money}");
    let fevga = start(&server, json!({"position": "fevga@AACA/z8AAID/Pw"})).await;
    assert_eq!(fevga["game"], "fevga", "{fevga}");
    for (beginning, word) in [
        (json!({"position": "nonsense"}), "position ID"),
        (json!({"position": xgid, "frame": "tavli", "match": 7}), "frame"),
        (json!({"position": xgid, "game": "fevga"}), "fevga"),
        (json!({"position": "XGID=-A------------------------:0:0:1:00:0:0:0:0:10"}), "over"),
    ] {
        let message = post(&server, "/api/v1/start", beginning).await.error(422);
        assert!(message.contains(word), "{message}");
    }
}

#[tokio::test]
async fn the_engine_errs_as_people_of_a_rating_do() {
    let server = shared_server();
    let mut turn = start(&server, json!({"match": 3})).await;
    let (mut played, mut other) = (0, 0);
    for _ in 0..60 {
        let query = json!({"state": turn["state"], "level": "pr-30"});
        let next = post(&server, "/api/v1/play", query.clone()).await.json(200);
        // The same state has the same mistakes.
        assert_eq!(post(&server, "/api/v1/play", query).await.json(200), next);
        if turn["decide"]["what"] == "play" {
            played += 1;
            other += usize::from(play(&server, &turn, "1-ply").await["did"] != next["did"]);
        }
        turn = next;
        if turn["decide"]["what"] == "match_over" {
            break;
        }
    }
    assert!(played > 10 && (2..played).contains(&other), "{other} of {played}");
    for wrong in ["pr-0", "pr-1", "pr-31", "pr-", "pr-x", "pr-2.55"] {
        let query = json!({"state": turn["state"], "level": wrong});
        let message = post(&server, "/api/v1/play", query).await.error(422);
        assert!(message.contains("unknown level") && message.contains("pr-25"), "{message}");
    }
}

#[tokio::test]
async fn a_server_has_a_level_where_none_is_named() {
    let skill = "8".parse().unwrap();
    let options = sheshbesh_server::Options { threads: 2, seed: 7, skill, ..Default::default() };
    let server = sheshbesh_server::Server::new(sheshbesh_weights::shipped(), options).unwrap();
    let server = server.router();
    let games = common::get(&server, "/api/v1/games").await.json(200);
    assert_eq!(games["default_level"], "pr-8");
    let levels = games["games"][0]["levels"].as_array().unwrap();
    let place = levels.iter().position(|level| level == "pr-8").unwrap();
    assert_eq!((&levels[place - 1], &levels[place + 1]), (&json!("pr-10"), &json!("pr-6")));
    let turn = start(&server, json!({})).await;
    let opened = post(&server, "/api/v1/play", json!({"state": turn["state"]})).await.json(200);
    let query = json!({"state": opened["state"]});
    let named = play(&server, &opened, "pr-8").await;
    assert_eq!(post(&server, "/api/v1/play", query).await.json(200), named);
}
