//! Reads Snowie positions: a line of forty fields, separated by semicolons.

use super::situation;
use crate::{
    builder::{BuiltMatches, RecordBuilder},
    text::{Line, first_line},
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BAR, BySide, Cube, Dice, Game, OFF, Phase, Seat, Side, Situation, Stakes};

/// Minimum number of fields; a trailing semicolon adds more.
const FIELDS: usize = 40;
/// Index of the first checker count, the opponent's bar.
const FIRST_COUNT: usize = 12;

/// True if the first nonempty line of a text is a Snowie position.
pub(super) fn is_snowie(lines: &[Line<'_>]) -> bool {
    first_line(lines).is_some_and(|line| {
        line.split(';').count() >= FIELDS && parse_position(line, Game::Backgammon).is_some()
    })
}

/// Parses a line. The fields in order are: the match length; the Jacoby rule; two more; the player
/// on roll (1 is the second player); the names of the player on roll and of the opponent; the
/// Crawford game; the points of both; the cube value; its owner (1 is the player on roll); 26
/// counts from the opponent's bar to the player's own bar; and the dice.
pub(crate) fn parse_position(line: &str, game: Game) -> Option<Situation> {
    let fields: Vec<&str> = line.split(';').map(str::trim).take(FIELDS).collect();
    if fields.len() < FIELDS {
        return None;
    }
    let number = |index: usize| fields[index].parse::<i16>().ok();
    let points = |index: usize| fields[index].parse::<u16>().ok();
    let length: u16 = points(0)?;
    let seat = if number(4)? == 1 { Seat::Bottom } else { Seat::Top };
    let owner = match number(11)? {
        0 => None,
        1.. => Some(Side::OnRoll),
        _ => Some(Side::Opponent),
    };
    let cube = Cube::of_value(fields[10].parse().ok()?, owner)?;
    let (mut own, mut opponent) = ([0; 26], [0; 26]);
    for index in 0..=BAR {
        let count = number(usize::from(index) + FIRST_COUNT)?;
        let (side, index) =
            if count > 0 { (&mut own, index) } else { (&mut opponent, BAR - index) };
        if count != 0 {
            *side.get_mut(usize::from(index)).filter(|_| index != OFF)? =
                u8::try_from(count.unsigned_abs()).ok()?;
        }
    }
    for side in [&mut own, &mut opponent] {
        let here: u32 = side.iter().map(|&count| u32::from(count)).sum();
        side[usize::from(OFF)] =
            u8::try_from(u32::from(game.checkers()).checked_sub(here)?).ok()?;
    }
    let position = game.position(&own, &opponent).ok()?;
    let dice = Dice::new(fields[38].parse().ok()?, fields[39].parse().ok()?);
    let stakes = match length {
        0 => Stakes::Money { jacoby: number(1)? == 1, beavers: false },
        _ => Stakes::Match { length, crawford: number(7)? == 1 },
    };
    Some(Situation {
        seat,
        phase: dice.map_or(Phase::BeforeRoll, Phase::Rolled),
        cube,
        stakes,
        score: BySide { on_roll: points(8)?, opponent: points(9)? },
        ..Situation::new(position, game)
    })
}

/// Reads positions, each as a game. Positions with the same players and stakes form a match.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let mut builder = RecordBuilder::new(game);
    for &(number, line) in lines.iter().filter(|(_, line)| !line.trim().is_empty()) {
        let Some(table) = parse_position(line, game) else {
            builder.warn(number, Problem::NotUnderstood(excerpt(line)));
            continue;
        };
        let name = |index| line.split(';').nth(index).unwrap_or_default().trim().to_owned();
        let names = BySide { on_roll: name(5), opponent: name(6) };
        situation::begin(&mut builder, number, &table);
        situation::name_players(&mut builder, names.seated(table.seat));
    }
    builder.finish()
}
