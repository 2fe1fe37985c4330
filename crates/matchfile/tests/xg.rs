//! Tests of `.xg` files. The files are made up, record by record; no program but ours has read
//! them.

mod common;
#[path = "common/xg_file.rs"]
mod xg_file;

use common::random_match;
use flate2::{Compression, write::ZlibEncoder};
use sheshbesh_matchfile::{About, Date, Event, Format, Options, Problem, ReadError, Rules, read};
use sheshbesh_movegen::{Game, testing::Random};
use std::io::Write;
use xg_file::{HEADER, LENGTH, Record, file, make_records};

#[test]
fn records_are_read_with_their_annotations() {
    let mut random = Random::new(8);
    for game in [Game::Backgammon, Game::Nackgammon, Game::LongGammon, Game::Hypergammon] {
        for length in [0, 5] {
            let mut record = random_match(game, length, &mut random);
            record.about = About {
                event: Some("Made up".to_owned()),
                date: Date::new(2026, 2, 28),
                ..About::default()
            };
            record.rules = Rules { largest_cube: Some(10), ..record.rules };
            let reading = read(&file(&make_records(&record)), &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Xg, &[][..]));
            let mut read = reading.record;
            for game in &mut read.games {
                for entry in &mut game.entries {
                    let annotation = entry.annotation.take();
                    match entry.event {
                        Event::Play { result, .. } => {
                            let annotation = annotation.expect("every play is judged");
                            let play = annotation.play.unwrap();
                            assert_eq!((play.error, annotation.luck), (Some(0.125), Some(0.5)));
                            let [candidate] = &play.candidates[..] else { panic!() };
                            assert_eq!((candidate.result, candidate.equity), (result, 0.0625));
                            assert_eq!(candidate.level, "2-ply");
                            assert_eq!(candidate.chances.unwrap().lose_gammon, 0.125);
                        }
                        Event::Double => {
                            let cube = annotation.unwrap().cube.unwrap();
                            assert_eq!((cube.error, cube.take), (Some(0.5), -0.25));
                        }
                        _ => {}
                    }
                }
            }
            assert_eq!(read, record);
        }
    }
}

/// Adds a second file to the archive, and the list of both files at the end.
fn with_comments(records: &[Record], comments: &[u8]) -> Vec<u8> {
    let deflated = |bytes: &[u8]| {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    let mut bytes = file(records);
    let games = bytes.len() - HEADER - 3;
    let packed = deflated(comments);
    bytes.extend(&packed);
    let listed = |name: &str, start: usize, length: usize| {
        let mut listed = vec![0; 532];
        listed[0] = name.len() as u8;
        listed[1..=name.len()].copy_from_slice(name.as_bytes());
        listed[516..520].copy_from_slice(&u32::try_from(length).unwrap().to_le_bytes());
        listed[520..524].copy_from_slice(&u32::try_from(start).unwrap().to_le_bytes());
        listed
    };
    let list = [listed("temp.xg", 0, games), listed("temp.xgc", games, packed.len())].concat();
    let list = deflated(&list);
    bytes.extend(&list);
    let mut end = [0; 36];
    end[4] = 2;
    end[12..16].copy_from_slice(&u32::try_from(list.len()).unwrap().to_le_bytes());
    end[20] = 1;
    bytes.extend(end);
    bytes
}

#[test]
fn comments_are_read_where_they_belong() {
    let mut record = random_match(Game::Backgammon, 3, &mut Random::new(6));
    while !record.games[0].entries.iter().any(|entry| entry.event == Event::Double) {
        record = random_match(Game::Backgammon, 3, &mut Random::new(record.games.len() as u64 + 9));
    }
    let mut records = make_records(&record);
    // Gives every record a comment; each record type has its own field for the comment number.
    let mut lines = Vec::new();
    for record in &mut records {
        let offsets: &[usize] = match record.0[8] {
            0 => &[576, 580],
            1 => &[56, 60],
            2 => &[292],
            3 => &[2524],
            _ => &[],
        };
        for offset in offsets {
            record.integer(*offset, lines.len() as i32);
            lines.push(format!("{{\\rtf1\\ansi Number {}.\\par}}", lines.len()));
        }
    }
    let bytes = with_comments(&records, lines.join("\r\n").as_bytes());
    let found = read(&bytes, &Options::default()).unwrap().record;
    assert_eq!(found.about.comment.as_deref(), Some("Number 0.\nNumber 1."));
    assert_eq!(found.games[0].comment.as_deref(), Some("Number 2.\nNumber 3."));
    let comments: Vec<Option<&str>> =
        found.games[0].entries.iter().map(|entry| entry.comment.as_deref()).collect();
    let mut number = 4;
    for (entry, comment) in found.games[0].entries.iter().zip(comments) {
        // The record of a double also holds the answer.
        let is_answer = matches!(entry.event, Event::Take | Event::Pass | Event::Beaver);
        let expected = (!is_answer).then(|| format!("Number {number}."));
        assert_eq!(comment, expected.as_deref(), "{:?}", entry.event);
        number += usize::from(!is_answer);
    }
    // With an invalid list, only the comments are lost.
    for at in bytes.len() - 36..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0xff;
        let again = read(&broken, &Options::default()).unwrap().record;
        assert_eq!(again.games.len(), found.games.len());
    }
}

#[test]
fn damage_is_told_and_what_is_whole_is_read() {
    let record = random_match(Game::Backgammon, 3, &mut Random::new(2));
    let whole = file(&make_records(&record));
    for length in [4, 100, HEADER, HEADER + 3] {
        let error = read(&whole[..length], &Options::default()).unwrap_err();
        assert!(matches!(error, ReadError::Damaged { format: Format::Xg, .. }), "{error}");
    }
    let half = read(&whole[..HEADER + (whole.len() - HEADER) / 2], &Options::default()).unwrap();
    assert!(half.record.games.len() <= record.games.len());
    let problems: Vec<&Problem> = half.warnings.iter().map(|warning| &warning.problem).collect();
    assert_eq!(problems, [&Problem::BreaksOff]);
    let mut other = make_records(&record);
    other[0].integer(96, 7);
    let error = read(&file(&other), &Options::default()).unwrap_err();
    assert_eq!(error, ReadError::OtherGame("variation 7".to_owned()));
}

/// A file a thousand times smaller than its contents.
#[test]
fn a_small_file_cannot_fill_the_memory() {
    let mut all = make_records(&random_match(Game::Backgammon, 1, &mut Random::new(2)));
    let game = all.len() - 2;
    let whole = |count: usize, records: &mut Vec<Record>| {
        let [begin, end] = [1, game].map(|index| records[index].0);
        for _ in 0..count {
            records.extend([Record(begin), Record(end)]);
        }
        file(records)
    };
    let bytes = whole(30_000, &mut all);
    let reading = read(&bytes, &Options::default()).unwrap();
    let read = reading.record.games.len() * 2 * LENGTH;
    assert!(read <= (1 << 20) + 256 * bytes.len(), "{read} bytes of {}", bytes.len());
    assert!(reading.record.games.len() > 10);
}
