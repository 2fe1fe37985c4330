//! Chouettes through the routes: engines as in the library, and refusals.

use crate::{routes::find, service::Service};
use serde_json::{Value, json};
use sheshbesh_api::{Board, Engines};
use sheshbesh_arena::{ChouettePlayer, CubePolicy, NetworkPlayer};
use sheshbesh_evaluator::{Depth, Evaluator, Settings, Stop};
use sheshbesh_movegen::{
    Action, BySeat, Chouette, ChouetteAction, ChouetteDecision, ChouetteRules, Consulting,
    CubeRules, Game, HouseRules, Session, TableRules, notation, testing::Random,
};
use std::sync::Arc;

fn new_service() -> Arc<Service> {
    let settings = Settings::default();
    let engines = Engines::new(sheshbesh_weights::shipped(), &[], "shesh", settings, 1).unwrap();
    Arc::new(Service::new(engines, 7))
}

fn post(service: &Arc<Service>, path: &str, body: &Value) -> (u16, Value) {
    assert!(find("POST", path).is_some());
    let body = body.to_string().into_bytes();
    let answer = service.answer("POST", path, body, &Stop::never(), &mut |_| {});
    (answer.status, serde_json::from_str(&answer.body).unwrap())
}

fn ask(service: &Arc<Service>, path: &str, body: &Value) -> Value {
    let (status, answer) = post(service, path, body);
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

fn act(service: &Arc<Service>, turn: &Value, action: Value) -> Value {
    ask(service, "chouette/act", &json!({"state": turn["state"], "action": action}))
}

fn play(service: &Arc<Service>, turn: &Value) -> Value {
    ask(service, "chouette/play", &json!({"state": turn["state"]}))
}

/// The code of a refusal.
fn refusal(service: &Arc<Service>, path: &str, body: &Value) -> String {
    let (status, answer) = post(service, path, body);
    assert!(status == 422 || status == 400, "{path}: {status} {answer}");
    answer["code"].as_str().unwrap_or_default().to_owned()
}

/// A chouette of the library beside the one of the service.
struct Beside {
    chouette: Chouette,
    player: ChouettePlayer,
    /// Roll before which everybody has decided about doubles.
    asked: Option<(u32, u32)>,
}

impl Beside {
    fn new(players: usize) -> Self {
        let session = Session::Money { jacoby: true, beavers: true, automatic_doubles: 1 };
        let cube = CubeRules { session, largest_cube: 10 };
        let table = TableRules { cube, house_rules: HouseRules::USUAL };
        let rules = ChouetteRules { table, consulting: Consulting::Always, extras: true };
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        Self {
            chouette: Chouette::new(Game::Backgammon, rules, players).unwrap(),
            player: NetworkPlayer::new(evaluator, Depth::ONE, CubePolicy::Model).into(),
            asked: None,
        }
    }

    /// Takes the next action, with the dice of the service.
    fn next(&mut self, did: &Value) {
        let action = match self.chouette.to_decide() {
            ChouetteDecision::Opening => {
                let die = |seat| did["opening"][seat].as_u64().unwrap() as u8;
                let dice = BySeat { bottom: die("bottom"), top: die("top") };
                ChouetteAction::Board(Action::OpeningRoll(dice))
            }
            ChouetteDecision::Roll { seat, .. } => {
                let now = Some((self.chouette.games(), self.chouette.board().turns()));
                let mut doubled = Vec::new();
                if self.asked != now {
                    let deciders = match seat {
                        Chouette::BOX => &self.chouette.line()[..1],
                        Chouette::TEAM => &self.chouette.line()[1..],
                    };
                    for &decider in deciders {
                        doubled.extend(self.player.doubles(&self.chouette, decider).unwrap());
                    }
                }
                self.asked = now;
                if !doubled.is_empty() {
                    ChouetteAction::Double(doubled)
                } else if did["type"] == "hold" {
                    return;
                } else {
                    let dice = did["dice"].as_str().expect("a roll").parse().unwrap();
                    ChouetteAction::Board(Action::Roll(dice))
                }
            }
            ChouetteDecision::NextGame => ChouetteAction::NextGame,
            _ => self.player.decide(&self.chouette).unwrap().unwrap(),
        };
        self.chouette.apply(action).unwrap();
    }

    fn check(&self, turn: &Value) {
        let chouette = &self.chouette;
        let table = chouette.board().table();
        assert_eq!(turn["board"], json!(Board::new(&table.position)));
        assert_eq!(turn["on_roll"], json!(table.seat));
        assert_eq!(turn["line"], json!(chouette.line()));
        assert_eq!(turn["captain"], json!(chouette.captain()));
        let field = |name: &str| {
            turn["players"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one[name].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(json!(field("score")), json!(chouette.scores()));
        for (pair, cube) in turn["cubes"].as_array().unwrap().iter().enumerate() {
            assert_eq!(cube["holder"], json!(chouette.holder(pair)));
            assert_eq!(cube["open"], json!(chouette.is_open(pair)));
            assert_eq!(cube["cube"]["value"], json!(chouette.cube(pair).value()));
        }
        // Payments are the points of this game.
        let mut points = vec![0; chouette.line().len()];
        for payment in turn["settlement"].as_array().unwrap() {
            let at = |name: &str| payment[name].as_u64().unwrap() as usize;
            points[at("payer")] -= payment["points"].as_i64().unwrap();
            points[at("receiver")] += payment["points"].as_i64().unwrap();
        }
        assert_eq!(points, chouette.balance());
    }
}

#[test]
fn engines_play_as_in_the_library() {
    let service = new_service();
    let names = ["Ann", "Bob", "Cleo", "Dan"];
    let players: Vec<Value> =
        names.iter().map(|name| json!({"name": name, "level": "1-ply"})).collect();
    let beginning = json!({"players": players, "jacoby": true, "beavers": true, "cube": true,
        "automatic_doubles": 1, "extras": true});
    let mut turn = ask(&service, "chouette/start", &beginning);
    let mut beside = Beside::new(4);
    let mut doubles = 0;
    while turn["number"].as_u64().unwrap() < 6 {
        beside.check(&turn);
        turn = play(&service, &turn);
        doubles += usize::from(turn["did"]["type"] == "double");
        beside.next(&turn["did"]);
    }
    beside.check(&turn);
    assert!(doubles > 2 && beside.chouette.games() == 5, "{doubles}");
    assert!(beside.chouette.scores().iter().any(|&points| points != 0));
}

/// All actions that a decision allows, with a random play.
fn choices(turn: &Value, random: &mut Random) -> Vec<Value> {
    let decide = &turn["decide"];
    let cubes = decide["cubes"].as_array().cloned().unwrap_or_default();
    let named = |names: &[&str]| names.iter().map(|name| json!({"type": name})).collect::<Vec<_>>();
    let mut actions = match decide["what"].as_str().unwrap() {
        "opening" => named(&["opening"]),
        "doubles" => named(&["hold"]),
        "roll" => named(&["roll"; 4]),
        "play" => Vec::new(),
        "double" | "beaver" | "raccoon" => named(&["take", "pass"]),
        "offer_extras" => named(&["offer_extras", "keep_extras"]),
        "take_extras" => named(&["take_extras", "refuse_extras"]),
        "resignation" => named(&["accept", "refuse"]),
        "next_game" => named(&["next_game"]),
        other => panic!("nobody decides {other}"),
    };
    if matches!(decide["what"].as_str(), Some("doubles" | "roll")) && !cubes.is_empty() {
        actions.push(json!({"type": "double", "cubes": cubes}));
        actions.push(json!({"type": "double", "cubes": [cubes[random.below(cubes.len())]]}));
    }
    for (field, name) in [("may_beaver", "beaver"), ("may_raccoon", "raccoon")] {
        if decide[field] == true {
            actions.push(json!({"type": name}));
        }
    }
    if decide["what"] == "roll" && random.below(10) == 0 {
        actions.push(json!({"type": "resign", "win": decide["may_resign"][0]}));
    }
    if let Some(nodes) = turn["plays"]["nodes"].as_array() {
        let mut node = &nodes[0];
        while let Some(steps) = node["steps"].as_array().filter(|steps| !steps.is_empty()) {
            node = &nodes[steps[random.below(steps.len())]["node"].as_u64().unwrap() as usize];
        }
        let by = ["play", "position_id"][random.below(2)];
        actions.push(json!({"type": "play", by: node[by]}));
    }
    actions
}

/// People and engines play random sessions of several games.
#[test]
fn people_and_engines_play_any_game() {
    let service = new_service();
    let mut random = Random::new(5);
    let (mut by_engines, mut games) = (0, 0);
    for (session, (game, levels)) in [
        ("hypergammon", [None, Some("1-ply"), None, Some("1-ply")]),
        ("hypergammon", [Some("1-ply"), Some("1-ply"), None, None]),
        ("hypergammon", [None; 4]),
        ("plakoto", [None; 4]),
        ("nackgammon", [Some("1-ply"), None, None, Some("1-ply")]),
    ]
    .into_iter()
    .enumerate()
    {
        let players: Vec<Value> = (levels.iter().enumerate())
            .map(|(place, level)| json!({"name": format!("P{place}"), "level": level}))
            .collect();
        let has_cube = game != "plakoto";
        let beginning = json!({"game": game, "players": players, "beavers": has_cube,
            "extras": session % 2 == 0});
        let mut turn = ask(&service, "chouette/start", &beginning);
        for _ in 0..400 {
            let decider = turn["decide"]["player"].as_u64().map(|player| player as usize);
            let is_engine = decider.is_some_and(|player| levels[player].is_some());
            if is_engine {
                let hold = json!({"state": turn["state"], "action": {"type": "hold"}});
                assert_eq!(refusal(&service, "chouette/act", &hold), "chouette.engine-decides");
                turn = play(&service, &turn);
                by_engines += 1;
            } else {
                if decider.is_some() {
                    let state = json!({"state": turn["state"]});
                    assert_eq!(
                        refusal(&service, "chouette/play", &state),
                        "chouette.person-decides"
                    );
                }
                let all = choices(&turn, &mut random);
                turn = act(&service, &turn, all[random.below(all.len())].clone());
            }
            assert_eq!(
                turn["did"]["player"].as_u64().map(|player| player as usize),
                decider,
                "{turn}"
            );
            let scores = turn["players"].as_array().unwrap();
            assert_eq!(scores.iter().map(|one| one["score"].as_i64().unwrap()).sum::<i64>(), 0);
            assert_eq!(turn["plays"].is_object(), turn["decide"]["what"] == "play");
            games += u32::from(turn["decide"]["what"] == "next_game");
        }
    }
    assert!(by_engines > 100 && games > 10, "{by_engines} {games}");
}

fn people(names: &[&str]) -> Value {
    json!(names.iter().map(|name| json!({"name": name})).collect::<Vec<_>>())
}

#[test]
fn impossible_beginnings_are_refused() {
    let service = new_service();
    let three = people(&["Ann", "Bob", "Cleo"]);
    let levels =
        |level: &str| json!([{"name": "Ann", "level": level}, {"name": "B"}, {"name": "C"}]);
    for (beginning, code) in [
        (json!({"players": people(&["Ann", "Bob"])}), "chouette.players"),
        (
            json!({"players": people(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"])}),
            "chouette.players",
        ),
        (json!({"players": three, "match": 5}), "chouette.match"),
        (json!({"players": people(&["Ann", "Bob", "ann"])}), "chouette.same-name"),
        (json!({"players": people(&["Ann", "Bob", " "])}), "chouette.player-name"),
        (json!({"players": people(&["Ann", "Bob", "C\nD"])}), "chouette.player-name"),
        (json!({"players": three, "consulting": "never"}), "unknown.consulting"),
        (json!({"players": three, "game": "fevga", "cube": true}), "session.no-cube"),
        (json!({"players": three, "game": "chess"}), "unknown.game"),
        (json!({"players": levels("pubeval")}), "chouette.level"),
        (json!({"players": levels("9-ply")}), "session.unknown-level"),
        (
            json!({"players": levels("1-ply"), "arithmetic_raises": true}),
            "evaluation.arithmetic-raises",
        ),
    ] {
        assert_eq!(refusal(&service, "chouette/start", &beginning), code, "{beginning}");
    }
    for odd in [json!({}), json!({"players": three, "position": "4HPwATDgc/ABMA"})] {
        let (status, answer) = post(&service, "chouette/start", &odd);
        assert!((400..500).contains(&status), "{odd}: {answer}");
    }
    // People may raise the stake by arithmetic.
    ask(&service, "chouette/start", &json!({"players": three, "arithmetic_raises": true}));
}

#[test]
fn illegal_actions_and_altered_states_are_refused() {
    let service = new_service();
    let start =
        ask(&service, "chouette/start", &json!({"players": people(&["Ann", "Bob", "Cleo"])}));
    let mut turn = act(&service, &start, json!({"type": "opening"}));
    while turn["decide"]["what"] == "opening" {
        turn = act(&service, &turn, json!({"type": "opening"}));
    }
    for (action, code) in [
        (json!({"type": "roll"}), "table.not-now"),
        (json!({"type": "hold"}), "chouette.no-doubles"),
        (json!({"type": "double", "cubes": [1]}), "chouette.no-doubles"),
        (json!({"type": "take"}), "chouette.not-now"),
        (json!({"type": "next_game"}), "chouette.not-now"),
        (json!({"type": "play"}), "session.one-play"),
        (json!({"type": "play", "play": "24/1"}), "play.not-die"),
    ] {
        let body = json!({"state": turn["state"], "action": action});
        let found = refusal(&service, "chouette/act", &body);
        assert!(
            found == code || code == "play.not-die" && found.starts_with("play."),
            "{action}: {found}"
        );
    }
    let state = json!({"state": turn["state"]});
    assert_eq!(refusal(&service, "chouette/consult", &state), "chouette.no-consulting");
    let mut random = Random::new(1);
    let play = choices(&turn, &mut random)[0].clone();
    let turn = act(&service, &turn, play);
    assert_eq!(turn["decide"]["what"], "roll");
    for (cubes, code) in [
        (json!([]), "chouette.no-cubes"),
        (json!([9]), "chouette.other-cube"),
        (json!([0]), "chouette.other-cube"),
        (json!([1, 1]), "chouette.no-cubes"),
    ] {
        let body = json!({"state": turn["state"], "action": {"type": "double", "cubes": cubes}});
        assert_eq!(refusal(&service, "chouette/act", &body), code, "{cubes}");
    }
    let altered = |path: &str, value: Value| {
        let mut state = turn["state"].clone();
        *state.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        json!({"state": state, "action": {"type": "roll"}})
    };
    let last = turn["state"]["actions"].as_array().unwrap().len() - 1;
    let start_id = notation::position_id(Game::Backgammon, &Game::Backgammon.start());
    for (path, value, code) in [
        ("/standing/line", json!([0, 1, 1]), "chouette.standing"),
        ("/standing/line", json!([0, 1]), "chouette.standing"),
        ("/standing/points", json!([1, 0, 0]), "chouette.standing"),
        ("/standing/points", json!([i64::MAX, -i64::MAX, 0]), "chouette.standing"),
        ("/dice", json!([]), "chouette.action"),
        ("/dice/0", json!("99"), "chouette.action"),
        ("/dice/0", json!("\u{663}1"), "chouette.action"),
        (&format!("/actions/{last}/position_id"), json!(start_id), "chouette.action"),
        (&format!("/actions/{last}"), json!({"type": "roll"}), "chouette.action"),
        ("/actions", json!(vec![json!({"type": "opening"}); 6001]), "chouette.too-many-actions"),
    ] {
        let found = refusal(&service, "chouette/act", &altered(path, value.clone()));
        assert_eq!(found, code, "{path}: {value}");
    }
    let mut more = altered("/seed", json!(3));
    more["state"]["dice"].as_array_mut().unwrap().push(json!("31"));
    assert_eq!(refusal(&service, "chouette/act", &more), "chouette.rolls");
    more["state"]["dice"].as_array_mut().unwrap().pop();
    ask(&service, "chouette/act", &more);
    for (path, value) in [("/seed", json!(-1)), ("/actions", json!(7)), ("/standing", json!({}))] {
        let (status, answer) = post(&service, "chouette/act", &altered(path, value));
        assert!((400..500).contains(&status), "{path}: {answer}");
    }
}

fn paid(payer: u32, receiver: u32, points: u32) -> Value {
    json!({"payer": payer, "receiver": receiver, "points": points})
}

/// All members but one pass the box's double, and this one takes their cubes over.
#[test]
fn an_only_taker_gets_the_extras() {
    let service = new_service();
    let players = people(&["Ann", "Bob", "Cleo", "Dan"]);
    let beginning = json!({"game": "hypergammon", "players": players, "extras": true});
    let mut turn = ask(&service, "chouette/start", &beginning);
    let mut random = Random::new(3);
    while !(turn["decide"]["what"] == "roll" && turn["decide"]["player"] == 0) {
        turn = act(&service, &turn, choices(&turn, &mut random)[0].clone());
    }
    assert_eq!(turn["decide"]["cubes"], json!([1, 2, 3]));
    turn = act(&service, &turn, json!({"type": "double", "cubes": [1, 2, 3]}));
    for (member, answer) in [(1, "pass"), (2, "take"), (3, "pass")] {
        assert_eq!(
            (&turn["decide"]["cube"], &turn["decide"]["player"]),
            (&json!(member), &json!(member))
        );
        turn = act(&service, &turn, json!({"type": answer}));
    }
    assert_eq!(turn["decide"], json!({"what": "offer_extras", "player": 0, "cubes": [1, 3]}));
    turn = act(&service, &turn, json!({"type": "offer_extras"}));
    assert_eq!(turn["decide"], json!({"what": "take_extras", "player": 2, "cubes": [1, 3]}));
    turn = act(&service, &turn, json!({"type": "take_extras"}));
    assert_eq!((&turn["captain"], &turn["decide"]["player"]), (&json!(2), &json!(0)));
    let holders: Vec<_> =
        turn["cubes"].as_array().unwrap().iter().map(|cube| &cube["holder"]).collect();
    assert_eq!(holders, [2, 2, 2]);
    turn = act(&service, &turn, json!({"type": "resign", "win": "single"}));
    turn = act(&service, &turn, json!({"type": "accept"}));
    assert_eq!(turn["decide"]["what"], "next_game");
    let settled = [paid(1, 2, 1), paid(0, 2, 2), paid(0, 2, 2), paid(3, 2, 1), paid(0, 2, 2)];
    assert_eq!(turn["settlement"], json!(settled));
}

#[test]
fn captains_consult_the_engines_of_their_team() {
    let service = new_service();
    let players = json!([{"name": "Ann"}, {"name": "Bob"}, {"name": "Cleo", "level": "1-ply"}]);
    for consulting in ["always", "after-cube"] {
        let beginning = json!({"players": players, "consulting": consulting});
        let mut turn = ask(&service, "chouette/start", &beginning);
        let mut random = Random::new(2);
        while !(turn["decide"]["what"] == "play" && turn["decide"]["player"] == 1) {
            turn = if turn["decide"]["player"] == 2 {
                play(&service, &turn)
            } else {
                act(&service, &turn, choices(&turn, &mut random)[0].clone())
            };
        }
        let state = json!({"state": turn["state"]});
        if consulting == "after-cube" {
            assert_eq!(turn["advisers"], json!([]));
            assert_eq!(refusal(&service, "chouette/consult", &state), "chouette.no-consulting");
            continue;
        }
        assert_eq!(turn["advisers"], json!([2]));
        let consulted = ask(&service, "chouette/consult", &state);
        let [advice] = &consulted["plays"].as_array().unwrap()[..] else { panic!("{consulted}") };
        assert_eq!(advice["player"], 2);
        act(&service, &turn, json!({"type": "play", "position_id": advice["position_id"]}));
    }
}
