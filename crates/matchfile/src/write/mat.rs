//! Writes `.mat` in the dialect that all readers accept: each checker move is a separate hop, and
//! every hit is marked.

use crate::{
    model::{About, Entry, Event, GameRecord, How, Match},
    play_text::derive_moves,
    replay::ReplayStep,
};
use sheshbesh_movegen::{BySeat, CheckerMove, Cube, Game, Phase, Seat, Situation, notation};
use std::fmt::Write;

/// Column of the right player's cells.
const RIGHT_COLUMN: usize = 33;
/// Column of the left player's cells.
const LEFT_COLUMN: usize = 5;

/// Formats a match as the text of a `.mat` file. [`crate::find_export_losses`] lists the
/// parts of the match that the format cannot store.
pub(crate) fn write(record: &Match) -> String {
    let mut text = String::new();
    for (key, value) in list_tags(record) {
        let _ = writeln!(text, "; [{key} \"{}\"]", collapse_spaces(&value));
    }
    push_comment(&mut text, record.about.comment.as_deref());
    let _ = writeln!(text, "\n {} point match", record.length);
    for (number, game) in (1..).zip(&record.games) {
        // The score follows a colon, so a name cannot contain one.
        let name = |seat: Seat| collapse_spaces(&record.players[seat].name.replace(':', " "));
        let left = format!("{} : {}", name(Seat::Top), game.score.top);
        let right = format!("{} : {}", name(Seat::Bottom), game.score.bottom);
        let _ =
            writeln!(text, "\n Game {number}\n {left:width$} {right}", width = RIGHT_COLUMN - 3);
        push_comment(&mut text, game.comment.as_deref());
        let mut rows = Rows { text: &mut text, left: None, number: 0 };
        write_game(record, game, &mut rows);
    }
    text
}

fn list_tags(record: &Match) -> Vec<(&'static str, String)> {
    let About { event, site, round, date, time, transcriber, annotator, id, .. } = &record.about;
    let BySeat { top, bottom } = &record.players;
    let on = |flag: bool| if flag { "On" } else { "Off" }.to_owned();
    let is_match = record.length > 0;
    let limit = |exponent| Cube::new(exponent, None).map(|cube| cube.value().to_string());
    let variation = match record.game {
        Game::Backgammon => "Backgammon",
        Game::Nackgammon => "NackGammon",
        Game::Hypergammon => "HyperGammon (3)",
        Game::LongGammon => "LongGammon",
        other => &other.to_string(),
    };
    [
        ("Site", site.clone()),
        ("Match ID", id.clone()),
        ("Event", event.clone()),
        ("Round", round.clone()),
        ("Player 1", Some(top.name.clone()).filter(|name| !name.is_empty())),
        ("Player 2", Some(bottom.name.clone()).filter(|name| !name.is_empty())),
        ("Player 1 Elo", top.rating.clone()),
        ("Player 2 Elo", bottom.rating.clone()),
        ("EventDate", date.map(|date| date.separated('.'))),
        ("EventTime", time.clone()),
        ("Variation", Some(variation.to_owned())),
        ("Crawford", is_match.then(|| on(record.rules.crawford))),
        ("Jacoby", record.rules.jacoby.map(on)),
        ("Beaver", record.rules.beavers.map(on)),
        ("CubeLimit", record.rules.largest_cube.and_then(limit)),
        ("Transcriber", transcriber.clone()),
        ("Annotator", annotator.clone()),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key, value?)))
    .collect()
}

/// Replaces each run of whitespace with one space.
fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_comment(text: &mut String, comment: Option<&str>) {
    for line in comment.into_iter().flat_map(str::lines) {
        let _ = writeln!(text, "; {}", line.trim());
    }
}

/// Writes rows with a cell for each player.
struct Rows<'a> {
    text: &'a mut String,
    /// Left cell of a row that is still without a right cell.
    left: Option<String>,
    number: u32,
}

impl Rows<'_> {
    fn push_cell(&mut self, seat: Seat, cell: String) {
        match seat {
            Seat::Top => {
                self.end_row();
                self.left = Some(cell);
            }
            Seat::Bottom => {
                self.left.get_or_insert_default();
                self.push_row(&cell);
            }
        }
    }

    fn end_row(&mut self) {
        if self.left.is_some() {
            self.push_row("");
        }
    }

    fn push_row(&mut self, right: &str) {
        self.number += 1;
        let left = self.left.take().unwrap_or_default();
        let row = format!("{:3}) {left:width$} {right}", self.number, width = RIGHT_COLUMN - 6);
        let _ = writeln!(self.text, "{}", row.trim_end());
    }

    fn push_comment(&mut self, comment: Option<&str>) {
        if comment.is_some() {
            self.end_row();
            push_comment(self.text, comment);
        }
    }
}

fn write_game(record: &Match, game: &GameRecord, rows: &mut Rows<'_>) {
    let steps = game.replay(record).into_iter().flatten().filter_map(Result::ok);
    let steps: Vec<ReplayStep<'_>> = steps.collect();
    for (index, ReplayStep { table, entry, .. }) in steps.iter().enumerate() {
        // A roll is written with its play, even if a refused offer to resign comes between them.
        let is_unwritten = |step: &&ReplayStep<'_>| is_resigning(&step.entry.event);
        let next = steps[index + 1..].iter().find(|step| !is_unwritten(step));
        let is_played = next.is_some_and(|next| {
            matches!(next.entry.event, Event::Play { .. } | Event::IllegalPlay { .. })
        });
        if matches!(entry.event, Event::Roll(_)) && is_played {
            rows.push_comment(entry.comment.as_deref());
            continue;
        }
        if let Some(cell) = format_cell(table, entry) {
            rows.push_cell(entry.seat, cell);
        } else if let Event::SetBoard(_) | Event::SetCube { .. } = entry.event {
            rows.end_row();
            let after = apply_setup(table, entry);
            let _ = writeln!(rows.text, "; Set Pos={}", format_board_and_cube(&after));
        } else if let Event::SetDice(dice) = entry.event {
            rows.end_row();
            let _ = writeln!(rows.text, "; Set Dice={dice}");
            if !is_played {
                rows.push_cell(entry.seat, format!("{dice}:"));
            }
        }
        rows.push_comment(entry.comment.as_deref());
    }
    let Some(result) = game.result else { return rows.end_row() };
    let Some(winner) = result.winner else { return rows.end_row() };
    match result.how {
        How::Forfeited => rows.push_cell(!winner, "Forfeits".to_owned()),
        How::OutOfTime => rows.push_cell(!winner, "Loses on time".to_owned()),
        _ => {}
    }
    let points = result.points;
    let plural = if points == 1 { "" } else { "s" };
    let score = u32::from(game.score[winner]).saturating_add(points);
    let is_last = record.length > 0 && score >= u32::from(record.length);
    let and = if is_last { " and the match" } else { "" };
    let wins = format!(" Wins {points} point{plural}{and}");
    match winner {
        // Written beside the loser's last action, as GNU Backgammon expects.
        Seat::Bottom if rows.left.is_some() => rows.push_row(&wins),
        _ => {
            rows.end_row();
            let column = if winner == Seat::Top { LEFT_COLUMN } else { RIGHT_COLUMN };
            let _ = writeln!(rows.text, "{:column$}{wins}", "");
        }
    }
}

/// True for an offer to resign and for its refusal.
const fn is_resigning(event: &Event) -> bool {
    matches!(event, Event::Resign(_) | Event::Refuse)
}

/// Formats an action as a cell; `None` if the action has no cell.
fn format_cell(table: &Situation, entry: &Entry) -> Option<String> {
    let value = table.cube.value();
    Some(match &entry.event {
        Event::Roll(dice) => format!("{dice}:"),
        Event::Play { dice, result } => {
            let moves = notation::checker_moves(table.game, &table.position, *dice, result)?;
            format!("{dice}: {}", format_hops(&moves)).trim_end().to_owned()
        }
        Event::IllegalPlay { dice, moves, result } => {
            let found = derive_moves(&table.position, result);
            match if moves.is_empty() { &found } else { moves } {
                moves if moves.is_empty() => format!("{dice}: Cannot Move"),
                moves => format!("{dice}: {}", format_hops(moves)),
            }
        }
        Event::Double => format!(" Doubles => {}", 2 * value),
        // The next action shows that a beaver or raccoon was taken.
        Event::Take => match table.phase {
            Phase::Beavered | Phase::Raccooned => return None,
            _ => " Takes".to_owned(),
        },
        Event::Pass => " Drops".to_owned(),
        Event::Beaver => format!(" Beavers => {}", 4 * value),
        Event::Raccoon => format!(" Raccoons => {}", 2 * value),
        Event::Resign(_)
        | Event::Refuse
        | Event::SetBoard(_)
        | Event::SetCube { .. }
        | Event::SetDice(_) => return None,
    })
}

/// Formats each checker move as a separate hop.
pub(super) fn format_hops(moves: &[CheckerMove]) -> String {
    let words: Vec<String> = moves.iter().map(CheckerMove::to_string).collect();
    words.join(" ")
}

/// The table after the board or the cube has been set up.
fn apply_setup(table: &Situation, entry: &Entry) -> Situation {
    let table =
        if table.seat == entry.seat { *table } else { table.handed_over(table.position.swapped()) };
    match entry.event {
        Event::SetBoard(position) => Situation { position, ..table },
        Event::SetCube { exponent, owner } => {
            let owner = owner.map(|owner| table.seat.side_at(owner));
            Situation { cube: Cube::new(exponent, owner).unwrap_or(table.cube), ..table }
        }
        _ => table,
    }
}

/// The board part of an XGID, and the number of times the cube was turned, with a minus sign if the
/// top player owns it and a plus sign if the bottom player does.
fn format_board_and_cube(table: &Situation) -> String {
    let id = table.xgid();
    let board = id.trim_start_matches("XGID=").split(':').next().unwrap_or_default();
    let sign = match table.cube.owner().map(|side| table.seat.of(side)) {
        None => "",
        Some(Seat::Bottom) => "+",
        Some(Seat::Top) => "-",
    };
    format!("{board}/{sign}{}", table.cube.exponent())
}
