//! Writes `.sgf`: a tree for each game, as GNU Backgammon writes and reads them.

mod annotations;

use crate::{
    model::{Event, GameRecord, How, Match},
    play_text::{count_checkers, derive_moves},
    replay::ReplayStep,
};
use sheshbesh_movegen::{
    BAR, BySeat, CheckerMove, Cube, Dice, Game, OFF, Position, Seat, notation,
};
use std::fmt::Write;

/// Maximum number of checker moves in a node.
const MOST_MOVES: usize = 4;

/// Formats a match as the text of an `.sgf` file. [`crate::find_export_losses`] lists the
/// parts of the match that the format cannot store.
pub(crate) fn write(record: &Match) -> String {
    let mut text = String::new();
    for (number, game) in record.games.iter().enumerate() {
        write_root(record, number, game, &mut text);
        let steps = game.replay(record).into_iter().flatten().filter_map(Result::ok);
        for (index, step) in steps.enumerate() {
            let is_in_root = index == 0 && find_root_cube(game).is_some();
            if !is_in_root && let Some(node) = format_node(&step) {
                let _ = write!(text, "\n;{node}");
                annotations::write(&step, record.length == 0, &mut text);
                if let Some(comment) = &step.entry.comment {
                    push_property(&mut text, "C", comment);
                }
            }
        }
        text.push_str(")\n\n");
    }
    text
}

/// Cube value after automatic doubles before the first roll.
fn find_root_cube(game: &GameRecord) -> Option<u32> {
    match game.entries.first()?.event {
        Event::SetCube { exponent, owner: None } => Some(Cube::new(exponent, None)?.value()),
        _ => None,
    }
}

fn push_property(text: &mut String, name: &str, value: &str) {
    let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
    let _ = write!(text, "{name}[{escaped}]");
}

fn write_root(record: &Match, number: usize, game: &GameRecord, text: &mut String) {
    let BySeat { bottom, top } = game.score;
    let application = concat!("Sheshbesh:", env!("CARGO_PKG_VERSION"));
    let _ = write!(
        text,
        "(;FF[4]GM[6]CA[UTF-8]AP[{application}]\
         MI[length:{}][game:{number}][ws:{top}][bs:{bottom}]",
        record.length
    );
    let about = &record.about;
    let date = about.date.map(|date| date.separated('-'));
    let rules = format_rules(record, game);
    let optional = [
        ("PW", Some(&record.players.top.name)),
        ("PB", Some(&record.players.bottom.name)),
        ("WR", record.players.top.rating.as_ref()),
        ("BR", record.players.bottom.rating.as_ref()),
        ("DT", date.as_ref()),
        ("EV", about.event.as_ref()),
        ("RO", about.round.as_ref()),
        ("PC", about.site.as_ref()),
        ("AN", about.annotator.as_ref()),
        ("US", about.transcriber.as_ref()),
        ("GN", about.id.as_ref()),
        ("GC", about.comment.as_ref()),
        ("RU", Some(&rules).filter(|rules| !rules.is_empty())),
        ("C", game.comment.as_ref()),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            push_property(text, name, value);
        }
    }
    if let Some(value) = find_root_cube(game) {
        let _ = write!(text, "CV[{value}]");
    }
    if let Some(result) = game.result
        && let Some(winner) = result.winner
    {
        let how = if matches!(result.how, How::Resigned(_)) { "R" } else { "" };
        let _ = write!(text, "RE[{}+{}{how}]", name_colour(winner), result.points);
    }
}

fn format_rules(record: &Match, game: &GameRecord) -> String {
    let is_match = record.length > 0;
    let name = match record.game {
        Game::Backgammon => None,
        Game::Nackgammon => Some("Nackgammon"),
        Game::Hypergammon => Some("Hypergammon3"),
        Game::LongGammon => Some("Longgammon"),
        other => Some(&*other.to_string()),
    };
    // GNU Backgammon ignores rules that it does not know: beavers and the cube limit.
    let beavers = record.rules.beavers.map(|beavers| if beavers { "Beavers" } else { "NoBeavers" });
    let limit = record.rules.largest_cube.and_then(|exponent| Cube::new(exponent, None));
    let limit = limit.map(|cube| match cube.value() {
        1 => "NoCube".to_owned(),
        value => format!("CubeLimit{value}"),
    });
    let rules = [
        (is_match && record.rules.crawford).then_some("Crawford"),
        game.crawford.then_some("CrawfordGame"),
        (!is_match && record.rules.jacoby.unwrap_or(true)).then_some("Jacoby"),
        beavers,
        name,
        limit.as_deref(),
    ];
    rules.into_iter().flatten().collect::<Vec<_>>().join(":")
}

fn name_colour(seat: Seat) -> char {
    match seat {
        Seat::Top => 'W',
        Seat::Bottom => 'B',
    }
}

/// The letter of a point in its player's view.
fn format_point(seat: Seat, index: u8) -> char {
    char::from(match (index, seat) {
        (BAR, _) => b'y',
        (OFF, _) => b'z',
        (point, Seat::Top) => b'a' + point - 1,
        (point, Seat::Bottom) => b'x' + 1 - point,
    })
}

/// Formats an event as the properties of a node; `None` if the event has none.
fn format_node(step: &ReplayStep<'_>) -> Option<String> {
    let ReplayStep { table, entry, .. } = step;
    let seat = entry.seat;
    let who = name_colour(seat);
    Some(match &entry.event {
        Event::Roll(dice) | Event::SetDice(dice) => format!("PL[{who}]DI[{dice}]"),
        Event::Play { dice, result } => {
            let moves = notation::checker_moves(table.game, &table.position, *dice, result)?;
            format_play(seat, *dice, &moves)
        }
        Event::IllegalPlay { dice, moves, result } => {
            let found = derive_moves(&table.position, result);
            match [moves, &found].into_iter().find(|moves| (1..=MOST_MOVES).contains(&moves.len()))
            {
                Some(moves) => format_play(seat, *dice, moves),
                // The roll and the resulting board.
                None => format!("PL[{who}]DI[{dice}]\n;{}", format_board(!seat, result)),
            }
        }
        Event::Double | Event::Beaver | Event::Raccoon => format!("{who}[double]"),
        Event::Take => format!("{who}[take]"),
        Event::Pass => format!("{who}[drop]"),
        Event::SetBoard(position) => format_board(seat, position),
        Event::SetCube { exponent, owner } => {
            let value = Cube::new(*exponent, None)?.value();
            let owner = owner.map_or('c', |owner| name_colour(owner).to_ascii_lowercase());
            format!("CV[{value}]CP[{owner}]")
        }
        Event::Resign(_) | Event::Refuse => return None,
    })
}

fn format_play(seat: Seat, dice: Dice, moves: &[CheckerMove]) -> String {
    format!("{}[{dice}{}]", name_colour(seat), annotations::format_moves(seat, moves))
}

/// Formats a board as the player on roll sees it.
fn format_board(seat: Seat, position: &Position) -> String {
    let mut text = format!("AE[a:y]PL[{}]", name_colour(seat));
    for (side, seat) in [(position.own(), seat), (position.opponent(), !seat)] {
        let counts = count_checkers(side);
        let mut letters = String::new();
        for index in (1..=BAR).rev() {
            for _ in 0..counts[usize::from(index)] {
                let _ = write!(letters, "[{}]", format_point(seat, index));
            }
        }
        if !letters.is_empty() {
            let _ = write!(text, "A{}{letters}", name_colour(seat));
        }
    }
    text
}
