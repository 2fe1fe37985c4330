//! A position with all that stands around it, as a record.

use crate::scribe::{Act, Scribe};
use sheshbesh_movegen::{Cube, Phase, Seat, Situation, Stakes};

/// Begins a game that is set up like a table. What is played for is that of the first game.
pub(super) fn begin(scribe: &mut Scribe, line: u32, table: &Situation) {
    begin_at_start(scribe, line, table);
    scribe.enter(line, table.seat, Act::SetBoard(table.position));
    if table.cube != Cube::default() {
        let owner: Option<Seat> = table.cube.owner().map(|side| table.seat.of(side));
        scribe.enter(line, table.seat, Act::SetCube { exponent: table.cube.exponent(), owner });
    }
    match table.phase {
        Phase::Rolled(dice) => scribe.enter(line, table.seat, Act::SetDice(dice)),
        Phase::Doubled => scribe.enter(line, table.seat, Act::Double(None)),
        Phase::BeforeRoll | Phase::Beavered | Phase::Raccooned => {}
    }
}

/// Begins a game from its start, played for what a table shows.
pub(super) fn begin_at_start(scribe: &mut Scribe, line: u32, table: &Situation) {
    if scribe.record.games.is_empty() && !scribe.is_playing() {
        let record = &mut scribe.record;
        record.game = table.game;
        record.rules.largest_cube = Some(table.largest_cube);
        match table.stakes {
            Stakes::Match { length, .. } => record.length = length,
            Stakes::Money { jacoby, beavers } => {
                (record.rules.jacoby, record.rules.beavers) = (Some(jacoby), Some(beavers));
            }
        }
    }
    let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
    scribe.begin(line, table.score.seated(table.seat), Some(crawford));
}

/// How eXtreme Gammon calls a depth of analysis.
pub(super) fn level_name(level: i32) -> String {
    match level {
        0..=6 => format!("{}-ply", level + 1),
        12 => "3-ply red".to_owned(),
        100 => "rollout".to_owned(),
        998 | 999 => "book".to_owned(),
        1000 => "XG Roller".to_owned(),
        1001 => "XG Roller+".to_owned(),
        1002 => "XG Roller++".to_owned(),
        other => format!("level {other}"),
    }
}
