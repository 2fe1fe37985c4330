use super::{
    protocol::{P0, P1, Reply},
    session::Session,
};
use sheshbesh_movegen::{Cube, Game, Phase, Situation, Stakes, notation};

fn new_session() -> Session {
    Session::new("shesh".to_owned(), sheshbesh_weights::shipped(), &[], None).unwrap()
}

fn say(session: &mut Session, line: &str) -> Vec<String> {
    match session.answer_text(line) {
        Reply::Lines(lines) => lines,
        Reply::Quit => vec!["quit".to_owned()],
    }
}

#[test]
fn a_session() {
    let mut session = new_session();
    let greeting = say(&mut session, "ubgi");
    assert!(greeting[0].starts_with("id name ") && greeting.last().unwrap() == "ubgiok");
    assert_eq!(say(&mut session, "isready"), ["readyok"]);
    for silent in [
        "setoption name Threads value 2",
        "setoption name Ply value 2",
        "setoption name Cache value 1",
        "setoption name Deterministic value true",
        "setoption name EvalMode value cubeful",
        "newsession type match length 5 crawford off",
        "setscore 3 1",
        "newgame",
        "setcube value 2 owner p1",
        "setturn p0",
        "position gnubgid 4HPwATDgc/ABMA",
        "dice 3 1",
        "stop",
        "",
    ] {
        assert_eq!(say(&mut session, silent), Vec::<String>::new(), "{silent}");
    }
    let answer = say(&mut session, "go role chequer");
    assert!(answer[0].starts_with("info role chequer depth 2 eq "), "{answer:?}");
    assert_eq!(answer[1], "bestmove 8/5 6/5");
    assert_eq!(say(&mut session, "go role cube depth 1")[1], "bestcube nodouble");
    assert_eq!(say(&mut session, "go role turn")[1], "bestturn cube=nodouble move=8/5 6/5");
    // A double is one token for each checker.
    say(&mut session, "dice 1 1");
    let answer = say(&mut session, "go role chequer movetime 10");
    assert_eq!(answer[1].split_whitespace().count(), 5, "{answer:?}");
    assert_eq!(say(&mut session, "quit"), ["quit"]);
}

#[test]
fn what_makes_no_sense_is_answered_and_the_engine_goes_on() {
    let mut session = new_session();
    for (line, code) in [
        ("hello", "unknown_command"),
        ("go role chequer", "missing_context"),
        ("go", "bad_argument"),
        ("setoption name Colour value red", "unsupported_feature"),
        ("setoption name Threads value 0", "bad_argument"),
        ("position gnubgid nonsense", "bad_argument"),
        ("position fen x", "bad_argument"),
        ("dice 7 1", "bad_argument"),
        ("dice a b", "bad_argument"),
        ("setcube value 3 owner p0", "bad_argument"),
        ("setturn p2", "bad_argument"),
        ("setscore x 1", "bad_argument"),
        ("newsession type match", "bad_argument"),
        ("newsession type money jacoby maybe", "bad_argument"),
    ] {
        let answer = say(&mut session, line);
        assert!(
            answer.len() == 1 && answer[0].starts_with(&format!("error {code} ")),
            "{answer:?}"
        );
    }
    say(&mut session, "position gnubgid 4HPwATDgc/ABMA");
    assert!(say(&mut session, "go role chequer")[0].starts_with("error missing_context"));
    // A score at which the match is over.
    say(&mut session, "newsession type match length 3");
    say(&mut session, "setscore 3 0");
    say(&mut session, "dice 2 1");
    assert!(say(&mut session, "go role chequer")[0].contains("the match is over"));
    // Backgammon has no draws.
    say(&mut session, "setscore 3 3");
    for role in ["chequer", "cube"] {
        let said = say(&mut session, &format!("go role {role}"));
        assert!(said[0].starts_with("error bad_argument impossible score 3-3"), "{said:?}");
    }
    assert_eq!(say(&mut session, "isready"), ["readyok"]);
}

#[test]
fn a_position_is_of_the_game_that_is_played() {
    let mut session = new_session();
    let fevga = "position gnubgid fevga@AACA/z8AAID/Pw";
    let nackgammon = "position gnubgid nackgammon@4Dl4ADbgOXgANg";
    let start = "position gnubgid 4HPwATDgc/ABMA";
    say(&mut session, start);
    for (other, game) in [(fevga, "fevga"), (nackgammon, "nackgammon")] {
        let refusal =
            format!("error bad_argument the position is from {game}, but Variant is backgammon");
        assert_eq!(say(&mut session, other), [refusal]);
    }
    // The previous position is kept.
    say(&mut session, "dice 3 1");
    assert_eq!(say(&mut session, "go role chequer")[1], "bestmove 8/5 6/5");
    say(&mut session, "setoption name Variant value nackgammon");
    let unset = ["error missing_context the position is not set"];
    assert_eq!(say(&mut session, "go role chequer"), unset);
    assert!(say(&mut session, fevga)[0].starts_with("error bad_argument"));
    for unnamed_or_the_same in [start, nackgammon] {
        assert_eq!(say(&mut session, unnamed_or_the_same), Vec::<String>::new());
    }
    assert_eq!(say(&mut session, "go role chequer"), ["error missing_context the roll is not set"]);
    say(&mut session, "dice 6 4");
    assert!(say(&mut session, "go role chequer")[1].starts_with("bestmove "));
}

#[test]
fn games_of_other_families_are_played_where_a_network_knows_them() {
    let variant = "setoption name Variant value fevga";
    let refusal = "error bad_argument a network trained for backgammon cannot evaluate fevga";
    assert_eq!(say(&mut new_session(), variant), [refusal]);
    assert!(!say(&mut new_session(), "ubgi").iter().any(|line| line.contains("var fevga")));
    let networks =
        [sheshbesh_weights::fevga(), sheshbesh_weights::plakoto(), sheshbesh_weights::chase()];
    let mut session =
        Session::new("shesh".to_owned(), sheshbesh_weights::shipped(), &networks, None).unwrap();
    let games = say(&mut session, "ubgi").into_iter().find(|line| line.contains("Variant"));
    assert!(Game::ALL.iter().all(|game| games.as_ref().unwrap().contains(&format!("{game}"))));
    say(&mut session, variant);
    say(&mut session, "position gnubgid fevga@AACA/z8AAID/Pw");
    say(&mut session, "dice 6 5");
    assert_eq!(say(&mut session, "go role chequer")[1], "bestmove 24/18 18/13");
    // The game has no cube.
    assert_eq!(say(&mut session, "go role cube")[1], "bestcube nodouble");
    say(&mut session, "setoption name Variant value plakoto");
    say(
        &mut session,
        &format!(
            "position gnubgid {}",
            notation::position_id(Game::PLAKOTO, &Game::PLAKOTO.start())
        ),
    );
    say(&mut session, "dice 6 5");
    assert!(say(&mut session, "go role chequer")[1].starts_with("bestmove 24/"));
}

#[test]
fn what_is_done_with_the_cube_is_what_the_rules_allow() {
    let mut session = new_session();
    let game = Game::Backgammon;
    // A wrong double: the opponent has started with the best roll.
    let dice = "31".parse().unwrap();
    let position = notation::parse(game, &game.start(), dice, "8/5 6/5").unwrap();
    let doubled = Situation {
        stakes: Stakes::Money { jacoby: false, beavers: true },
        phase: Phase::Doubled,
        ..Situation::new(position, game)
    };
    let mut answer = |table: Situation| {
        say(&mut session, &format!("position xgid {}", table.xgid()));
        say(&mut session, "go role cube").pop().unwrap()
    };
    assert_eq!(answer(doubled), "bestcube beaver");
    assert_eq!(answer(Situation { largest_cube: 1, ..doubled }), "bestcube take");
    let money = Stakes::Money { jacoby: false, beavers: false };
    assert_eq!(answer(Situation { stakes: money, ..doubled }), "bestcube take");
    let cube = Cube::of_value(4, Some(sheshbesh_movegen::Side::Opponent)).unwrap();
    let beavered = Situation { cube, phase: Phase::Beavered, ..doubled };
    assert_eq!(answer(beavered), "bestcube noraccoon");
    let refusal = answer(Situation { cube, ..doubled });
    assert!(refusal.starts_with("error bad_argument impossible cube"), "{refusal}");
    say(&mut session, "newsession type match length 5 crawford on");
    say(&mut session, &format!("position gnubgid {}", position.gnu_id()));
    assert_eq!(say(&mut session, "go role cube")[1], "bestcube nodouble");
}

#[test]
fn an_xgid_brings_cube_score_and_roll() {
    let mut session = new_session();
    say(&mut session, "position xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:7:10");
    assert_eq!((session.score[P0], session.score[P1]), (2, 4));
    assert_eq!((session.cube_value, session.cube_owner), (2, Some(P0)));
    assert_eq!(say(&mut session, "go role chequer")[1], "bestmove 8/5 6/5");
}
