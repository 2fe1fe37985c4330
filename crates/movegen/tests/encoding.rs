//! Serialised forms: JSON names that files and clients rely on, and round trips.

use bincode::config;
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, from_value, json, to_value};
use sheshbesh_movegen::{
    Action, ActionKind, Answer, BySeat, BySide, CheckerMove, Coded, CubeRules, Dice, Ending,
    FirstPlayer, Game, GameResult, GameSeries, HouseRules, Opening, Position, Progress, Referee,
    Scoring, Seat, Session, Side, Situation, TableRules, TableRulesForm, Win,
    testing::{Random, any_actions, any_rules, any_series, every_form, random_game},
};
use std::fmt::Debug;

/// Checks that a value has a JSON form, and is read from it.
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: Value) {
    assert_eq!(to_value(&value).unwrap(), form, "{value:?}");
    assert_eq!(from_value::<T>(form).unwrap(), value);
}

fn is_refused<T: DeserializeOwned + Debug>(form: Value) {
    assert!(from_value::<T>(form.clone()).is_err(), "{form}");
}

#[test]
fn small_values_have_the_names_of_the_json_formats() {
    is_written(Seat::BOTH, json!(["bottom", "top"]));
    is_written(Side::BOTH, json!(["on_roll", "opponent"]));
    is_written(Win::ALL, json!(["single", "gammon", "backgammon"]));
    is_written([Answer::Take, Answer::Pass, Answer::Beaver], json!(["take", "pass", "beaver"]));
    is_written(Opening::ALL, json!(["lot", "reroll"]));
    is_written(FirstPlayer::ALL, json!(["lot", "winner"]));
    is_written(Scoring::ALL, json!(["gammon3", "oyn-mars", "nardi4", "single", "left", "mars10"]));
    is_written(BySeat { bottom: 3, top: 1 }, json!({"bottom": 3, "top": 1}));
    is_written(BySide { on_roll: 3, opponent: 1 }, json!({"on_roll": 3, "opponent": 1}));
    is_written(
        CheckerMove { from: 8, to: 5, hits: true },
        json!({"from": 8, "to": 5, "hit": true}),
    );
    is_written(GameSeries::TAVLI, json!("tavli"));
    is_refused::<BySeat<u8>>(json!({"bottom": 3, "top": 1, "middle": 0}));
    is_refused::<Dice>(json!("71"));
    is_refused::<Game>(json!("chess"));
    for dice in Dice::ALL {
        is_written(dice, json!(dice.to_string()));
    }
    for game in every_form() {
        is_written(game, json!(game.to_string()));
    }
}

#[test]
fn kinds_of_actions_have_the_names_of_the_json_formats() {
    let mut referee = Referee::new(Game::Backgammon, CubeRules::NO_CUBE);
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    let actions = any_actions(&referee, &mut Random::new(1));
    let mut names: Vec<Value> =
        actions.iter().map(|action| to_value(action.kind()).unwrap()).collect();
    names.dedup();
    let expected = json!([
        "opening",
        "roll",
        "double",
        "take",
        "pass",
        "beaver",
        "raccoon",
        "accept",
        "refuse",
        "next_game",
        "play",
        "resign",
        "play"
    ]);
    assert_eq!(Value::from(names), expected);
    is_written(ActionKind::NextGame, json!("next_game"));
}

#[test]
fn results_and_progress_have_the_names_of_the_json_formats() {
    let result = |winner, points, ending| GameResult { winner, points, ending };
    is_written(
        Progress::Over(result(Some(Seat::Top), 4, Ending::Resigned(Win::Gammon))),
        json!({
            "is": "over",
            "result": {"winner": "top", "points": 4, "how": "resigned", "win": "gammon"},
        }),
    );
    is_written(
        result(None, 0, Ending::TurnLimit),
        json!({"winner": null, "points": 0, "how": "turn_limit", "win": "single"}),
    );
    let resigning = json!({"is": "resigning", "offered": "backgammon"});
    is_written(Progress::Resigning(Win::Backgammon), resigning);
    is_written(
        [Progress::Opening, Progress::InPlay],
        json!([{"is": "opening"}, {"is": "in_play"}]),
    );
    for ending in [Ending::Played(Win::Backgammon), Ending::Passed, Ending::Settled] {
        let value = result(Some(Seat::Bottom), 3, ending);
        is_written(value, to_value(value).unwrap());
    }
}

/// Checks that rules have a JSON form, and are read from it.
fn are_written(series: GameSeries, rules: TableRules, form: Value) {
    assert_eq!(to_value(TableRulesForm::new(&series, &rules)).unwrap(), form, "{rules:?}");
    assert_eq!(from_value::<TableRulesForm>(form).unwrap().table_rules(&series), Ok(rules));
}

#[test]
fn rules_are_one_flat_map() {
    let session = Session::Match { length: 7, crawford: true, holland: false };
    let house_rules = HouseRules {
        scoring: Some(Scoring::OynMars),
        starter: Some(FirstPlayer::OneDieEach),
        last_roll: true,
        turn_limit: Some(0),
        ..HouseRules::USUAL
    };
    are_written(
        GameSeries::default(),
        TableRules { cube: CubeRules { session, largest_cube: 6 }, house_rules },
        json!({
            "match": 7, "crawford": true, "holland": false, "jacoby": false, "beavers": false,
            "automatic_doubles": 0, "cube": 64, "scoring": "oyn-mars", "starter": "lot",
            "last_roll": true, "turn_limit": 0,
        }),
    );
    are_written(
        Game::FEVGA.into(),
        CubeRules::NO_CUBE.into(),
        json!({
            "holland": false, "jacoby": false, "beavers": false, "automatic_doubles": 0,
            "cube": false,
        }),
    );
    // Absent options have their defaults.
    let session = Session::Match { length: 5, crawford: true, holland: false };
    let usual = CubeRules { session, largest_cube: Situation::USUAL_LARGEST_CUBE }.into();
    for form in [json!({"match": 5}), json!({"match": 5, "cube": true})] {
        let form: TableRulesForm = from_value(form).unwrap();
        assert_eq!(form.table_rules(&GameSeries::default()), Ok(usual));
    }
    for wrong in [json!({"cube": 3}), json!({"cube": 65536}), json!({"cubes": 2})] {
        is_refused::<TableRulesForm>(wrong);
    }
    for (wrong, code) in [
        (json!({"match": 0}), "session.match-length"),
        (json!({"match": 65}), "session.match-length"),
        (json!({"match": 3, "jacoby": true}), "session.money-rules"),
        (json!({"match": 3, "holland": true, "cube": false}), "session.holland-without-cube"),
        (json!({"crawford": true}), "session.match-rules"),
        (json!({"beavers": true, "cube": false}), "session.cube-rules"),
        (json!({"automatic_doubles": 6}), "session.automatic-doubles"),
        (json!({"final_raccoon": true}), "session.final-raccoon"),
        (json!({"match": 3, "final_raccoon": true}), "session.final-raccoon"),
        (json!({"match": 3, "arithmetic_raises": true}), "session.arithmetic-raises"),
        (json!({"beavers": true, "arithmetic_raises": true}), "session.arithmetic-raises"),
        (json!({"cube": false, "arithmetic_raises": true}), "session.arithmetic-raises"),
        (json!({"scoring": "double"}), "unknown.scoring"),
        (json!({"opening": "none"}), "unknown.opening"),
        (json!({"starter": "loser"}), "unknown.first-player"),
    ] {
        let form: TableRulesForm = from_value(wrong).unwrap();
        let error = form.table_rules(&GameSeries::default()).unwrap_err();
        assert_eq!(error.message().code, code, "{error}");
    }
    let form: TableRulesForm = from_value(json!({"cube": 2})).unwrap();
    let error = form.table_rules(&Game::FEVGA.into()).unwrap_err();
    assert_eq!(error.to_string(), "fevga is played without a cube");
}

proptest! {
    #[test]
    fn rules_and_series_survive_json(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let (mut rules, series) = (any_rules(&mut random), any_series(&mut random));
        rules.cube.largest_cube += 1;
        if series.games().iter().all(|game| !game.has_cube()) {
            rules.cube = CubeRules::NO_CUBE;
            rules.house_rules.final_raccoon = false;
            rules.house_rules.arithmetic_raises = false;
        }
        let form = to_value(TableRulesForm::new(&series, &rules)).unwrap();
        let form: TableRulesForm = from_value(form).unwrap();
        prop_assert_eq!(form.table_rules(&series), Ok(rules));
        prop_assert_eq!(from_value::<GameSeries>(to_value(series).unwrap()).unwrap(), series);
    }

    #[test]
    fn positions_that_are_decoded_are_sides_of_a_game(own in any::<u128>(), bytes in any::<[u8; 40]>()) {
        let encoded = bincode::encode_to_vec((own, own), config::standard()).unwrap();
        for bytes in [&encoded[..], &bytes] {
            let decoded: Result<(Position, _), _> =
                bincode::decode_from_slice(bytes, config::standard());
            if let Ok((position, _)) = decoded {
                prop_assert!((1..=15).contains(&position.own().total()));
            }
        }
    }
}

#[test]
fn actions_and_results_survive_bincode() {
    let mut random = Random::new(4);
    for game in every_form() {
        let mut actions: Vec<Action> =
            random_game(game, &mut random).into_iter().map(Action::Play).collect();
        let referee = Referee::new(game, CubeRules::NO_CUBE);
        actions.extend(any_actions(&referee, &mut random));
        let result =
            GameResult { winner: Some(Seat::Top), points: 2, ending: Ending::Played(Win::Gammon) };
        let bytes = bincode::encode_to_vec((&actions, result), config::standard()).unwrap();
        let (decoded, length): ((Vec<Action>, GameResult), usize) =
            bincode::decode_from_slice(&bytes, config::standard()).unwrap();
        assert_eq!((decoded, length), ((actions, result), bytes.len()), "{game}");
    }
    let dice = bincode::encode_to_vec((7u8, 1u8), config::standard()).unwrap();
    assert!(bincode::decode_from_slice::<Dice, _>(&dice, config::standard()).is_err());
}
