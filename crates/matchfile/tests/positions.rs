//! Lists of positions.

use sheshbesh_matchfile::{Event, Format, Options, Problem, Reading, read_all};
use sheshbesh_movegen::{Game, Seat};

fn reads(text: &str) -> Vec<Reading> {
    read_all(text.as_bytes(), &Options::default()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const LIST: &str = "# Openings\n4HPwATDgc/ABMA\n\nXGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:3:0:10\n\
    11ccccchhhjjjjj:66666888dddddoo:N0N\n4HPwATDgc/ABMA:cAkAAAAAAAAE\n";

#[test]
fn every_kind_of_id_is_a_position() {
    let readings = reads(LIST);
    assert!(readings.iter().all(|reading| reading.format == Format::Positions));
    assert!(readings.iter().all(|reading| reading.warnings.is_empty()));
    let games: Vec<_> = readings.iter().flat_map(|reading| &reading.record.games).collect();
    assert_eq!(games.len(), 4);
    for game in &games {
        let start = Event::SetBoard(Game::Backgammon.start());
        assert_eq!(game.entries[0].event, start);
        assert_eq!(game.result, None);
    }
    let lines: Vec<u32> = games.iter().map(|game| game.entries[0].line).collect();
    assert_eq!(lines, [2, 4, 5, 6]);
    let owner = Some(Seat::Bottom);
    assert_eq!(games[1].entries[1].event, Event::SetCube { exponent: 1, owner });
    assert!(matches!(games[1].entries[2].event, Event::SetDice(_)));
}

#[test]
fn lists_of_xgids_stay_with_extreme_gammon() {
    let reading = reads("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n");
    assert_eq!(reading[0].format, Format::XgText);
}

#[test]
fn a_line_that_is_no_id_is_told_and_the_rest_is_read() {
    let reading = &reads("4HPwATDgc/ABMA\nhello\n4HPwATDgc/ABMA\n")[0];
    assert_eq!(reading.format, Format::Positions);
    assert_eq!(reading.record.games.len(), 2);
    let [warning] = &reading.warnings[..] else { panic!("{:?}", reading.warnings) };
    assert_eq!((warning.line, &warning.problem), (2, &Problem::NotUnderstood("hello".to_owned())));
    for text in ["hello\n4HPwATDgc/ABMA\n", "# only a comment\n"] {
        assert!(read_all(text.as_bytes(), &Options::default()).is_err(), "{text}");
    }
}

#[test]
fn any_position_is_read_from_its_ids() {
    let mut random = sheshbesh_movegen::testing::Random::new(4);
    for position in sheshbesh_movegen::testing::random_game(Game::Backgammon, &mut random) {
        if Game::Backgammon.end(&position, None).is_some() {
            continue;
        }
        for text in [position.gnu_id(), format!("Position ID: {}", position.gnu_id())] {
            let reading = &reads(&text)[0];
            assert_eq!(reading.format, Format::Positions, "{text}");
            let set = &reading.record.games[0].entries[0];
            assert_eq!(set.event, Event::SetBoard(position), "{text}");
        }
    }
}
