//! Makes `.xg` files for tests, record by record.

use flate2::{Compression, write::ZlibEncoder};
use sheshbesh_matchfile::{Event, How, Match};
use sheshbesh_movegen::{BAR, Game, Position, Seat};
use std::io::Write;

pub const LENGTH: usize = 2560;
pub const HEADER: usize = 8232;

pub struct Record(pub [u8; LENGTH]);

impl Record {
    pub fn new(kind: u8) -> Self {
        let mut bytes = [0; LENGTH];
        bytes[8] = kind;
        Self(bytes)
    }

    pub fn put(&mut self, at: usize, bytes: &[u8]) -> &mut Self {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    pub fn integer(&mut self, at: usize, value: i32) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    pub fn float(&mut self, at: usize, value: f64) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    fn single(&mut self, at: usize, value: f32) -> &mut Self {
        self.put(at, &value.to_le_bytes())
    }

    fn text(&mut self, at: usize, text: &str) -> &mut Self {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.put(at, &bytes)
    }

    /// Writes a board as its own player sees it.
    fn board(&mut self, at: usize, position: &Position) -> &mut Self {
        for index in 0..=BAR {
            let own = if index > 0 { position.own().on(index) } else { 0 };
            let other = if index < BAR { position.opponent().on(BAR - index) } else { 0 };
            let count = own.cast_signed() - other.cast_signed();
            self.0[at + usize::from(index)] = count.cast_unsigned();
        }
        self
    }
}

fn active(seat: Seat) -> i32 {
    if seat == Seat::Bottom { 1 } else { -1 }
}

/// Converts a board to the view of the first player, who sits at the bottom.
fn of_first(position: Position, seat: Seat) -> Position {
    if seat == Seat::Bottom { position } else { position.swapped() }
}

/// Makes the records of a match, with an annotation on every play.
pub fn make_records(record: &Match) -> Vec<Record> {
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
        let steps: Vec<_> = game.replay(record).unwrap().map(Result::unwrap).collect();
        for (index, step) in steps.iter().enumerate() {
            let seat = step.entry.seat;
            let board = of_first(step.table.position, seat);
            match step.entry.event {
                Event::Double => {
                    let mut cube = Record::new(2);
                    let answer = match steps[index + 1].entry.event {
                        Event::Take => 1,
                        Event::Pass => 0,
                        Event::Beaver => 2,
                        ref other => panic!("{other:?}"),
                    };
                    let to_beaver = steps.get(index + 2).map(|step| &step.entry.event);
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
                    roll.board(9, &board).board(35, &step.table.position);
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

pub fn file(records: &[Record]) -> Vec<u8> {
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
