//! Converts a position, with its cube, stakes and score, to a record.

use crate::{
    builder::{ParsedAction, RecordBuilder},
    model::{Match, PlayerInfo},
};
use sheshbesh_movegen::{BySeat, Cube, Phase, Seat, Situation, Stakes};

/// Begins a game that is set up like a table. A change of stakes begins another match.
pub(super) fn begin(builder: &mut RecordBuilder, line: u32, table: &Situation) {
    begin_at_start(builder, line, table);
    builder.enter(line, table.seat, ParsedAction::SetBoard(table.position));
    if table.cube != Cube::default() {
        let owner: Option<Seat> = table.cube.owner().map(|side| table.seat.of(side));
        builder.enter(
            line,
            table.seat,
            ParsedAction::SetCube { exponent: table.cube.exponent(), owner },
        );
    }
    match table.phase {
        Phase::Rolled(dice) => builder.enter(line, table.seat, ParsedAction::SetDice(dice)),
        Phase::Doubled => builder.enter(line, table.seat, ParsedAction::Double(None)),
        Phase::BeforeRoll | Phase::Beavered | Phase::Raccooned => {}
    }
}

/// Begins a game from its starting position, with the stakes of a table. Begins another match if
/// the previous games have other stakes.
pub(super) fn begin_at_start(builder: &mut RecordBuilder, line: u32, table: &Situation) {
    let mut played_for = Match { game: table.game, ..Match::default() };
    played_for.rules.largest_cube = Some(table.largest_cube);
    match table.stakes {
        Stakes::Match { length, .. } => played_for.length = length,
        Stakes::Money { jacoby, beavers } => {
            (played_for.rules.jacoby, played_for.rules.beavers) = (Some(jacoby), Some(beavers));
        }
    }
    let is_first = builder.record.games.is_empty() && !builder.is_playing();
    let stakes = |of: &Match| (of.game, of.length, of.rules);
    if !is_first && stakes(&builder.record) != stakes(&played_for) {
        builder.next_match(table.game);
    }
    let Match { game, length, rules, .. } = played_for;
    (builder.record.game, builder.record.length, builder.record.rules) = (game, length, rules);
    let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
    builder.begin(line, table.score.seated(table.seat), Some(crawford));
}

/// Names the players of the current game. Begins another match with it if the previous games have
/// other players.
pub(super) fn name_players(builder: &mut RecordBuilder, names: BySeat<String>) {
    let before = &builder.record.players;
    let are_named = Seat::BOTH.into_iter().any(|seat| !before[seat].name.is_empty());
    if are_named && Seat::BOTH.into_iter().any(|seat| before[seat].name != names[seat]) {
        builder.split();
    }
    builder.record.players = names.map(|name| PlayerInfo { name, rating: None });
}

/// eXtreme Gammon's name for a depth of analysis.
pub(super) fn name_level(level: i32) -> String {
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
