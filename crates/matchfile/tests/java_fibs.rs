//! JavaFIBS match files, and offers to resign in Gibbon's trees. All games are made up.

use sheshbesh_matchfile::{Event, Format, How, Options, Outcome, Problem, Reading, read};
use sheshbesh_movegen::{Seat, Win};

#[track_caller]
fn reads(text: &str, format: Format) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(reading.format, format, "{text}");
    reading
}

fn won(winner: Seat, points: u32, how: How) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), points, how })
}

const FIRST: &str = "JavaFIBS internal match representation v1.1\r\n8:Ben:3\r\n13:Ben: \r\n6:You:Ben\r\n\
    11:You:3 1\r\n1:You:17-20 19-20 \r\n0:Ben:4 2\r\n1:Ben: 8-4 6-4\r\n";

#[test]
fn games_are_read_with_their_results() {
    let text = format!(
        "{FIRST}2:You: \n5:Ben:\n7:You:1\n14:Ada-1:Ben-0\n13:Ben: \n6:You:Ben\n\
         11:Ben:3 1\n1:Ben: 17-20 19-20\n0:You:6 6\n1:You:24-18 24-18 13-7 13-7 \n2:Ben:\n4:You:\n\
         0:Ben:6 6\n1:Ben: 17-23 17-23\n0:You:6 1\n3:You:2\n12:Ben: \n1:You:8-2 8-7\n3:Ben:2\n7:You:2\n9:You:3\n"
    );
    let Reading { record, warnings, .. } = reads(&text, Format::JavaFibs);
    assert_eq!(warnings, []);
    assert_eq!(record.length, 3);
    assert_eq!([&*record.players.top.name, &record.players.bottom.name], ["Ada", "Ben"]);
    let [first, second] = &record.games[..] else { panic!("{:?}", record.games) };
    assert_eq!(first.result, won(Seat::Top, 1, How::Passed));
    assert_eq!(first.entries.len(), 4);
    assert!(first.entries[..2].iter().all(|entry| matches!(entry.event, Event::Play { .. })));
    assert_eq!((second.score.top, second.score.bottom), (1, 0));
    let refused = second.entries.iter().position(|entry| entry.event == Event::Refuse).unwrap();
    assert_eq!(second.entries[refused - 1].event, Event::Resign(Win::Single));
    assert_eq!(second.result, won(Seat::Top, 2, How::Resigned(Win::Single)));
}

#[test]
fn what_is_not_understood_is_told_and_the_rest_is_read() {
    let text = format!("{FIRST}99:Ben:\n15:You:\n0:Ada:3 1\n0:You:9 9\nhello\n2:You: \n4:Ben:\n");
    let Reading { record, warnings, .. } = reads(&text, Format::JavaFibs);
    let lines: Vec<u32> = warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines, [9, 10, 11, 12, 13]);
    assert!(warnings.iter().all(|warning| matches!(warning.problem, Problem::NotUnderstood(_))));
    let events: Vec<&Event> = record.games[0].entries.iter().map(|entry| &entry.event).collect();
    assert!(matches!(events[2..], [Event::Double, Event::Take]), "{events:?}");
    for text in [
        "JavaFIBS internal match representation v1.1",
        "JavaFIBS internal match representation\n8:Ben:99999999999\n0:You:3 1\n7:You:1\n",
    ] {
        let error = read(text.as_bytes(), &Options::default()).unwrap_err();
        assert!(matches!(error, sheshbesh_matchfile::ReadError::NoGame(_)), "{error}");
    }
}

#[test]
fn a_length_that_no_number_holds_keeps_the_name() {
    let read_with = |length: &str| {
        let text = FIRST.replace("8:Ben:3", &format!("8:Ben:{length}"));
        let Reading { record, warnings, .. } = reads(&text, Format::JavaFibs);
        assert_eq!(record.players.bottom.name, "Ben", "{length}");
        assert_eq!((record.length, record.games[0].entries.len()), (0, 2), "{length}");
        warnings.into_iter().map(|warning| warning.problem).collect::<Vec<_>>()
    };
    for length in ["99999999999999999999", "70000", "-5"] {
        assert_eq!(read_with(length), [Problem::BadNumber(format!("Ben:{length}"))]);
    }
    assert_eq!(read_with("long"), [Problem::NotUnderstood("8:Ben:long".to_owned())]);
    for length in ["unlimited", "", "9999"] {
        assert_eq!(read_with(length), []);
    }
    // The winner of an invalid result is kept.
    let text = format!("{FIRST}7:You:4294967296\n");
    let Reading { record, warnings, .. } = reads(&text, Format::JavaFibs);
    assert_eq!(warnings[0].problem, Problem::BadNumber("7:You:4294967296".to_owned()));
    assert_eq!(record.games[0].result, won(Seat::Top, 1, How::Resigned(Win::Single)));
}

/// A tree with the given nodes after the opening.
fn tree(nodes: &str) -> String {
    format!(
        "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:0]PB[Ben]PW[Ada]RU[Crawford]\
         ;W[31hefe];B[42qusu]{nodes})"
    )
}

#[test]
fn offers_to_resign_have_nodes() {
    let text = tree(";W[resign:1];B[reject];W[61mghg];B[resign:2];W[accept]");
    let Reading { record, warnings, .. } = reads(&text, Format::Sgf);
    assert_eq!(warnings, []);
    let game = &record.games[0];
    let events: Vec<&Event> = game.entries[2..].iter().map(|entry| &entry.event).collect();
    assert!(
        matches!(events[..], [Event::Resign(Win::Single), Event::Refuse, Event::Play { .. }]),
        "{events:?}"
    );
    assert_eq!(game.result, won(Seat::Top, 2, How::Resigned(Win::Gammon)));
}

#[test]
fn answers_to_offers_may_be_missing() {
    for (nodes, entries, result) in [
        (";W[resign:1]", 2, won(Seat::Bottom, 1, How::Resigned(Win::Single))),
        (";W[resign:3];B[accept]", 2, won(Seat::Bottom, 3, How::Resigned(Win::Backgammon))),
        // A player who plays on has been refused.
        (";W[resign:1];W[61mghg]", 5, None),
        (
            ";W[double];B[accept];W[resign:1];B[accept]",
            4,
            won(Seat::Bottom, 2, How::Resigned(Win::Single)),
        ),
        (";W[double];B[reject]", 4, won(Seat::Top, 1, How::Passed)),
    ] {
        let Reading { record, warnings, .. } = reads(&tree(nodes), Format::Sgf);
        assert_eq!(warnings, [], "{nodes}");
        assert_eq!(record.games[0].entries.len(), entries, "{nodes}");
        assert_eq!(record.games[0].result, result, "{nodes}");
    }
    // Nobody can resign a fourfold game, or resign while the other player is on roll.
    for (nodes, problem) in [
        (";W[resign:4]", "cannot parse \"W[resign:4]\"; skipped"),
        (";B[resign:1];W[reject]", "impossible resignation offer; skipped with its refusal"),
    ] {
        let warnings = reads(&tree(nodes), Format::Sgf).warnings;
        assert_eq!(warnings[0].problem.to_string(), problem, "{nodes}");
    }
}

#[test]
fn an_answer_without_an_offer_is_left_out() {
    for answer in ["accept", "reject"] {
        let text = tree(&format!(";W[{answer}];W[61mghg]"));
        let Reading { record, warnings, .. } = reads(&text, Format::Sgf);
        let problems: Vec<Problem> = warnings.into_iter().map(|warning| warning.problem).collect();
        assert_eq!(problems, [Problem::NotUnderstood(format!("W[{answer}]"))]);
        let game = &record.games[0];
        assert_eq!((game.entries.len(), game.result), (3, None), "{answer}");
    }
}

/// Actions after an impossible one are not read. A resignation there is worth the last known cube.
#[test]
fn nobody_wins_nothing() {
    for (nodes, points) in [
        (";B[61mghg];W[take];B[resign:1];W[accept]", 1),
        (";W[double];B[take];B[take];B[resign:2];W[accept]", 4),
        (";W[double];B[take];B[take];B[resign:1]", 2),
    ] {
        let Reading { record, warnings, .. } = reads(&tree(nodes), Format::Sgf);
        assert!(!warnings.is_empty(), "{nodes}");
        let result = record.games[0].result.unwrap();
        assert_eq!((result.winner, result.points), (Some(Seat::Top), points), "{nodes}");
    }
    let text = " 5 point match\n\n Game 1\n Ada : 0                        Ben : 0\n\
                \x20 1) 31: 8/5 6/5                  42: 8/4 6/4\n  2) Takes\n  3)                          Resigns\n";
    let game = reads(text, Format::Mat).record.games.remove(0);
    assert_eq!(game.result, won(Seat::Top, 1, How::Unrecorded));
}
