//! `.xg` files. These are made up, record by record; no program but ours has read them.

mod common;

use common::random_match;
use flate2::{Compression, write::ZlibEncoder};
use sheshbesh_movegen::{BAR, Game, Position, Seat, testing::Random};
use sheshbesh_record::{About, Date, Event, Format, How, Match, Options, Rules, Unreadable, read};
use std::io::Write;

const LENGTH: usize = 2560;
const HEADER: usize = 8232;

struct Record([u8; LENGTH]);

impl Record {
    fn new(kind: u8) -> Self {
        let mut bytes = [0; LENGTH];
        bytes[8] = kind;
        Self(bytes)
    }

    fn put(&mut self, at: usize, bytes: &[u8]) -> &mut Self {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    fn integer(&mut self, at: usize, value: i32) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    fn float(&mut self, at: usize, value: f64) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    fn single(&mut self, at: usize, value: f32) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    fn text(&mut self, at: usize, text: &str) -> &mut Self {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.put(at, &bytes)
    }

    /// A board as its own player sees it.
    fn board(&mut self, at: usize, position: &Position) -> &mut Self {
        for place in 0..=BAR {
            let own = if place > 0 { position.own().on(place) } else { 0 };
            let other = if place < BAR { position.opponent().on(BAR - place) } else { 0 };
            let count = own.cast_signed() - other.cast_signed();
            self.0[at + usize::from(place)] = count.cast_unsigned();
        }
        self
    }
}

fn active(seat: Seat) -> i32 {
    if seat == Seat::Bottom { 1 } else { -1 }
}

/// A board that the first player sees, who sits at the bottom.
fn of_first(position: Position, seat: Seat) -> Position {
    if seat == Seat::Bottom { position } else { position.swapped() }
}

/// The records of a match, with a verdict on every play.
fn records(record: &Match) -> Vec<Record> {
    let mut records = Vec::new();
    let mut first = Record::new(0);
    let length = if record.length == 0 { 99_999 } else { record.length.into() };
    let variation = Game::ALL.iter().position(|&game| game == record.game).unwrap();
    let variation = [0, 1, 3, 2][variation];
    first.integer(92, length).integer(96, variation).float(128, 46_081.0).integer(612, 10);
    let rules = record.rules;
    let flags = [rules.crawford, rules.jacoby == Some(true), rules.beavers == Some(true)];
    first.put(100, &flags.map(u8::from));
    first.text(622, "Made up").text(880, "Ben Bow").text(1138, "Ada");
    records.push(first);
    for game in &record.games {
        let mut begin = Record::new(1);
        begin.integer(12, game.score.bottom.into()).integer(16, game.score.top.into());
        begin.put(20, &[u8::from(game.crawford)]);
        records.push(begin);
        let moments: Vec<_> = game.replay(record).unwrap().map(Result::unwrap).collect();
        for (place, moment) in moments.iter().enumerate() {
            let seat = moment.entry.seat;
            let board = of_first(moment.table.position, seat);
            match moment.entry.event {
                Event::Double => {
                    let mut cube = Record::new(2);
                    let answer = match moments[place + 1].entry.event {
                        Event::Take => 1,
                        Event::Pass => 0,
                        Event::Beaver => 2,
                        ref other => panic!("{other:?}"),
                    };
                    let to_beaver = moments.get(place + 2).map(|moment| &moment.entry.event);
                    let to_beaver = match to_beaver {
                        Some(Event::Pass) => 0,
                        Some(Event::Raccoon) => 2,
                        _ => 1,
                    };
                    cube.integer(12, active(seat)).integer(16, 1).integer(20, answer);
                    cube.integer(24, to_beaver).board(36, &board).integer(232, 1);
                    cube.float(200, -0.5).float(216, -0.25).integer(92, 2);
                    cube.single(152, 0.25).single(156, -0.25).single(160, 1.0);
                    records.push(cube);
                }
                Event::Play { dice, result } => {
                    let mut play = Record::new(3);
                    play.board(9, &board).board(35, &result.swapped()).integer(64, active(seat));
                    play.integer(100, dice.high().into()).integer(104, dice.low().into());
                    play.put(2308, &[1]).float(2312, -0.125).float(2320, 0.5);
                    play.integer(188, 1).board(192, &result.swapped()).put(1280, &[1, 0]);
                    for (field, value) in
                        [0.0, 0.125, 0.5, 0.5, 0.25, 0.0, 0.0625].iter().enumerate()
                    {
                        play.single(1408 + 4 * field, *value);
                    }
                    records.push(play);
                }
                Event::Roll(dice) => {
                    let mut roll = Record::new(3);
                    roll.board(9, &board).board(35, &moment.table.position);
                    roll.integer(64, active(seat)).float(2312, -1000.0).float(2320, -1000.0);
                    roll.integer(100, dice.high().into()).integer(104, dice.low().into());
                    records.push(roll);
                }
                _ => {}
            }
        }
        let result = game.result.unwrap();
        let (number, more) = match result.how {
            How::Passed => (0, 0),
            How::Played(win) => (win.points().into(), 0),
            How::Resigned(win) => (win.points().into(), 100),
            other => panic!("{other:?}"),
        };
        let mut end = Record::new(4);
        end.integer(24, active(result.winner.unwrap()));
        end.integer(28, result.points.try_into().unwrap()).integer(32, number + more);
        records.push(end);
    }
    records.push(Record::new(5));
    records
}

fn file(records: &[Record]) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[..4].copy_from_slice(b"RGMH");
    file[8..12].copy_from_slice(&u32::try_from(HEADER + 3).unwrap().to_le_bytes());
    file.extend([1, 2, 3]);
    let mut packed = ZlibEncoder::new(file, Compression::fast());
    for record in records {
        packed.write_all(&record.0).unwrap();
    }
    packed.finish().unwrap()
}

#[test]
fn records_are_read_with_their_verdicts() {
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
            let reading = read(&file(&records(&record)), &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Xg, &[][..]));
            let mut read = reading.record;
            for game in &mut read.games {
                for entry in &mut game.entries {
                    let verdict = entry.verdict.take();
                    match entry.event {
                        Event::Play { result, .. } => {
                            let verdict = verdict.expect("every play is judged");
                            let play = verdict.play.unwrap();
                            assert_eq!((play.error, verdict.luck), (Some(0.125), Some(0.5)));
                            let [candidate] = &play.candidates[..] else { panic!() };
                            assert_eq!((candidate.result, candidate.equity), (result, 0.0625));
                            assert_eq!(candidate.level, "2-ply");
                            assert_eq!(candidate.chances.unwrap().lose_gammon, 0.125);
                        }
                        Event::Double => {
                            let cube = verdict.unwrap().cube.unwrap();
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

/// The file with another one in its archive, and the list of both at its end.
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
    let mut records = records(&record);
    // Every record has a comment, and each another place for its number.
    let mut lines = Vec::new();
    for record in &mut records {
        let places: &[usize] = match record.0[8] {
            0 => &[576, 580],
            1 => &[56, 60],
            2 => &[292],
            3 => &[2524],
            _ => &[],
        };
        for place in places {
            record.integer(*place, lines.len() as i32);
            lines.push(format!("{{\\rtf1\\ansi Number {}.\\par}}", lines.len()));
        }
    }
    let bytes = with_comments(&records, lines.join("\r\n").as_bytes());
    let read = read(&bytes, &Options::default()).unwrap().record;
    assert_eq!(read.about.comment.as_deref(), Some("Number 0.\nNumber 1."));
    assert_eq!(read.games[0].comment.as_deref(), Some("Number 2.\nNumber 3."));
    let said: Vec<Option<&str>> =
        read.games[0].entries.iter().map(|entry| entry.comment.as_deref()).collect();
    let mut number = 4;
    for (entry, said) in read.games[0].entries.iter().zip(said) {
        // An answer stands in the record of its double.
        let is_answer = matches!(entry.event, Event::Take | Event::Pass | Event::Beaver);
        let expected = (!is_answer).then(|| format!("Number {number}."));
        assert_eq!(said, expected.as_deref(), "{:?}", entry.event);
        number += usize::from(!is_answer);
    }
    // A list that says anything else hides the comments alone.
    for at in bytes.len() - 36..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0xff;
        let again = sheshbesh_record::read(&broken, &Options::default()).unwrap().record;
        assert_eq!(again.games.len(), read.games.len());
    }
}

#[test]
fn damage_is_told_and_what_is_whole_is_read() {
    let record = random_match(Game::Backgammon, 3, &mut Random::new(2));
    let whole = file(&records(&record));
    for length in [4, 100, HEADER, HEADER + 3] {
        let error = read(&whole[..length], &Options::default()).unwrap_err();
        assert!(matches!(error, Unreadable::Damaged { format: Format::Xg, .. }), "{error}");
    }
    let half = read(&whole[..HEADER + (whole.len() - HEADER) / 2], &Options::default()).unwrap();
    assert!(half.record.games.len() <= record.games.len());
    let mut other = records(&record);
    other[0].integer(96, 7);
    let error = read(&file(&other), &Options::default()).unwrap_err();
    assert_eq!(error, Unreadable::OtherGame("variation 7".to_owned()));
}

/// A file of a thousandth of its contents' size.
#[test]
fn a_small_file_cannot_fill_the_memory() {
    let mut all = records(&random_match(Game::Backgammon, 1, &mut Random::new(2)));
    let game = all.len() - 2;
    let whole = |count: usize, records: &mut Vec<Record>| {
        let [begin, end] = [1, game].map(|place| records[place].0);
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
