//! Tests of `shesh play --chouette`.

mod common;
use common::{is_one_sentence, refused, shesh};

/// Plays with typed lines, and returns the output.
fn play(options: &[&str], typed: &str) -> String {
    let output = shesh(&[&["play"], options].concat()).write_stdin(typed).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Scores of the last line that has them.
fn scores(text: &str) -> Vec<(String, i64)> {
    let line = text.lines().rfind(|line| line.starts_with("Scores: ")).unwrap();
    let all = line.trim_start_matches("Scores: ").trim_end_matches('.');
    let score = |of: &str| {
        let (name, points) = of.rsplit_once(' ').unwrap();
        (name.to_owned(), points.parse().unwrap())
    };
    all.split(", ").map(score).collect()
}

#[test]
fn engines_play_a_chouette_to_its_end() {
    let options =
        ["--chouette", "Ada=1,Ben=1,Cid=1", "--games", "3", "--seed", "3", "--game", "hypergammon"];
    let text = play(&options, "");
    assert!(text.contains("Game 1: Ada is the box, Ben the captain, then Cid.\n"), "{text}");
    assert!(text.contains("Game 3: ") && !text.contains("Game 4"), "{text}");
    let last = scores(&text);
    assert_eq!((last.len(), last.iter().map(|(_, points)| points).sum::<i64>()), (3, 0));
    assert_eq!(play(&options, ""), text, "the seed determines the games");
}

#[test]
fn people_resign_to_each_other_and_the_line_moves_on() {
    let options = ["--chouette", "Ann,Bob,Cleo", "--seed", "4"];
    let text = play(&options, "hint\nresign gammon\nno\nresign gammon\nyes\n\nresign\nyes\nquit\n");
    let sentences = [
        "Type help for a list of commands.",
        " 1. ",
        "offers to resign a gammon.",
        "refuses and plays on.",
        "wins 2 from",
        "Game 2: ",
        "wins 1 from",
    ];
    let mut rest = text.as_str();
    for sentence in sentences {
        rest = rest.split_once(sentence).unwrap_or_else(|| panic!("{sentence:?} in {text}")).1;
    }
    assert_eq!(scores(&text).iter().map(|(_, points)| points).sum::<i64>(), 0);
    // The end of the input is a quit.
    assert!(play(&options, "").ends_with("Scores: Ann +0, Bob +0, Cleo +0.\nGoodbye.\n"));
}

/// The box names cubes to double. A member who alone takes may take over the cubes of the others.
#[test]
fn cubes_are_doubled_and_answered_one_by_one() {
    let hypergammon = ["--seed", "5", "--game", "hypergammon", "--cube", "--beavers", "--extras"];
    let options = [&["--chouette", "Ann,Bob,Bo,Cleo"], &hypergammon[..]].concat();
    let of_two = "23/16\ndouble dan\ndouble bo, cleo\ntake\npass\nconsult\nquit\n";
    let of_all = "23/16\ndouble\npass\nbeaver\npass\nyes\nyes\nraccoon\ntake\nhint\nquit\n";
    let expected_of_two = [
        "No cube of dan may be doubled now.",
        "Ann doubles Bo and Cleo.",
        "Bo takes the double: the cube is on 2.",
        "Cleo passes the double.",
        "Cubes: Bob 1 (centred), Bo 2 (own).",
        "The box plays alone",
        "Scores: Ann +1, Bob +0, Bo +0, Cleo -1.",
    ];
    let expected_of_all = [
        "Ann doubles Bob, Bo and Cleo.",
        "Bo beavers: the cube is on 4.",
        "Ann offers the cubes of Bob and Cleo.",
        "Bo takes over the cubes of Bob and Cleo.",
        "Ann raccoons against Bo: the cube is on 8.",
        "Bo is the captain now.",
        "Cubes: Bob 2 (own, with Bo), Bo 8 (own), Cleo 2 (own, with Bo).",
        " 1. ",
        "Scores: Bo +2, Ann +0, Bob -1, Cleo -1.",
    ];
    for (typed, expected) in [(of_two, &expected_of_two[..]), (of_all, &expected_of_all)] {
        let text = play(&options, typed);
        let mut rest = text.as_str();
        for sentence in expected {
            rest = rest.split_once(sentence).unwrap_or_else(|| panic!("{sentence:?} in {text}")).1;
        }
    }
}

/// Only the captain rolls for the team: the other members double or not.
#[test]
fn members_who_do_not_roll_are_asked_about_their_cube_only() {
    let options = ["--chouette", "Ann,Bob,Cleo", "--seed", "1", "--game", "hypergammon", "--cube"];
    let typed = "24/20 23/20\nwhat\nroll\nwhat\nresign\nhint\nroll\nquit\n";
    let text = play(&options, typed);
    let captain = "Bob, roll or double? Type roll or double.\nBob, roll or double? ";
    let member = "Cleo, double? Type double or no.\n";
    assert!(text.contains(&format!("{captain}{member}{member}Cleo, double? ")), "{text}");
    assert!(text.contains("Bob, 61 to play: "), "{text}");
    // Arithmetic raises are for people: the engine gives no hints.
    let text = play(&[&options[..], &["--arithmetic-raises"]].concat(), typed);
    assert!(text.contains("The engine cannot evaluate arithmetic raises"), "{text}");
}

#[test]
fn wrong_chouettes_are_refused() {
    for (options, problem) in [
        (vec!["Ann,Bob"], "a chouette has 3 to 10 players, not 2"),
        (vec!["Ann,Bob,ann"], "two players of the chouette are called ann"),
        (vec!["Ann,,Bob"], "a player of the chouette has no name"),
        (vec!["Ann,Bob,Cleo=x"], "x"),
        (vec!["Ann,Bob,Cleo", "--match", "5"], "cannot be used with"),
        (vec!["Ann,Bob,Cleo", "--tutor"], "cannot be used with"),
        (vec!["Ann,Bob,Cleo", "--game", "fevga", "--cube"], "fevga is played without a cube"),
        (vec!["Ann,Bob,Cleo", "--consulting", "never"], "never"),
        (
            vec!["Ann,Bob,Cleo=1", "--cube", "--arithmetic-raises"],
            "cannot evaluate arithmetic raises",
        ),
    ] {
        let message = refused(&[&["play", "--chouette"], &options[..]].concat());
        assert!(message.contains(problem), "{message}");
    }
    let raises = ["play", "--cube", "--arithmetic-raises"];
    for options in [&[] as &[&str], &["--tutor"], &["--chouette", "Ann,Bob,Cleo=1"]] {
        let message = refused(&[&raises[..], options].concat());
        assert!(message.contains("the engine cannot evaluate arithmetic raises"), "{message}");
    }
    assert!(refused(&["play", "--extras"]).contains("--chouette"));
    assert!(is_one_sentence(&refused(&["play", "--chouette", "Ann,Bob"])));
}
