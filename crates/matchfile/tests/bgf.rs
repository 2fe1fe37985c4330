//! Tests of `.bgf` files. The files are made up; no program but ours has read them.

#[path = "common/bgf_file.rs"]
mod bgf_file;
mod common;

use bgf_file::{HEADER, document, packed};
use common::random_match;
use serde_json::json;
use sheshbesh_matchfile::{About, Event, Format, Options, ReadError, Rules, read};
use sheshbesh_movegen::{Game, testing::Random};

#[test]
fn games_are_read_with_their_annotations() {
    let mut random = Random::new(31);
    for length in [1, 5, 7, 0] {
        let mut record = random_match(Game::Backgammon, length, &mut random);
        record.about = About { date: record.about.date, ..About::default() };
        record.games[0].comment = Some("Of the game.\nIn two lines.".to_owned());
        record.rules = Rules { largest_cube: Some(10), ..record.rules };
        let plain = [HEADER.as_bytes(), document(&record).to_string().as_bytes()].concat();
        for bytes in [packed(&document(&record)), plain] {
            let reading = read(&bytes, &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Bgf, &[][..]));
            let mut read = reading.record;
            let (mut plays, mut cubes) = (0, 0);
            for entry in read.games.iter_mut().flat_map(|game| &mut game.entries) {
                let Some(annotation) = entry.annotation.take() else { continue };
                if let Some(cube) = annotation.cube {
                    assert_eq!((cube.no_double, cube.take, cube.pass), (0.5, 0.625, Some(0.5625)));
                    assert_eq!((cube.mwc, cube.chances.unwrap().win_gammon), (length > 0, 0.5));
                    let error = if entry.event == Event::Take { 0.25 } else { 0.0 };
                    assert_eq!(cube.error, Some(error));
                    cubes += 1;
                    continue;
                }
                let Event::Play { result, .. } = entry.event else { panic!() };
                let play = annotation.play.unwrap();
                assert_eq!(annotation.luck, Some(-0.125));
                assert_eq!((play.candidates[0].result, play.error), (result, Some(0.0)));
                assert_eq!(play.candidates[0].equity, 0.25);
                plays += 1;
            }
            assert!(plays > 10 && (length == 1 || cubes > 1));
            assert_eq!(read, record);
        }
    }
}

#[test]
fn other_games_and_damage_are_told() {
    let mut other = document(&random_match(Game::Backgammon, 1, &mut Random::new(1)));
    let whole = packed(&other);
    let half = read(&whole[..whole.len() / 2], &Options::default()).unwrap_err();
    assert!(matches!(half, ReadError::Damaged { format: Format::Bgf, .. }), "{half}");
    other["games"][0]["gameMode"] = json!(3);
    let error = read(&packed(&other), &Options::default()).unwrap_err();
    assert_eq!(error, ReadError::OtherGame("game mode 3".to_owned()));
}
