//! Writes annotated positions as eXtreme Gammon's text: the XGID, the players, the board, and the
//! candidate plays or the equities of the cube.

use crate::{
    annotation::{Candidate, Chances, CubeAnnotation, PlayAnnotation, SHESHBESH_LEVEL},
    model::{Event, Match},
};
use sheshbesh_movegen::{BAR, Dice, Phase, Position, Seat, Side, Situation, Stakes, notation};
use std::fmt::Write;

/// Last line of each position, with the program that evaluated it.
pub(crate) const LAST_LINE: &str = "Sheshbesh Version";
/// Height of a quarter of the board, in checkers.
const HEIGHT: u8 = 5;

/// Formats every annotated decision of a match, in order. An answer to a double has the position of
/// the double, which is written once.
pub(crate) fn write(record: &Match) -> String {
    let mut text = String::new();
    for game in &record.games {
        let Ok(mut replay) = game.replay(record) else { continue };
        while let Some(Ok(step)) = replay.next() {
            let Some(annotation) = &step.entry.annotation else { continue };
            let table = match step.entry.event {
                Event::SetBoard(_) | Event::SetCube { .. } => *replay.table(),
                Event::Take | Event::Pass | Event::Beaver | Event::Raccoon => continue,
                _ => step.table,
            };
            if let Some(cube) = annotation.cube.as_ref().filter(|cube| !cube.mwc) {
                let before = Situation { phase: Phase::BeforeRoll, ..table };
                write_heading(record, &before, &mut text);
                write_cube(&before, cube, &mut text);
                write_end(&mut text);
            }
            if let Some(play) =
                annotation.play.as_ref().filter(|play| !play.mwc && !play.candidates.is_empty())
                && let Phase::Rolled(dice) = table.phase
            {
                write_heading(record, &table, &mut text);
                write_plays(&table, dice, play, &mut text);
                write_end(&mut text);
            }
        }
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// A name on one line; its first blanks could end the name of the other player.
fn format_name(name: &str) -> String {
    name.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// eXtreme Gammon's letter of a player. The player at the bottom has the X.
const fn letter(seat: Seat) -> char {
    match seat {
        Seat::Bottom => 'X',
        Seat::Top => 'O',
    }
}

fn write_heading(record: &Match, table: &Situation, text: &mut String) {
    line(text, &table.xgid());
    line(text, "");
    let [bottom, top] = [Seat::Bottom, Seat::Top].map(|seat| &record.players[seat].name);
    line(text, &format!("X:{}   O:{}", format_name(bottom), format_name(top)));
    let score = table.score.seated(table.seat);
    let stakes = match table.stakes {
        Stakes::Match { length, .. } => format!(" {length} pt.(s) match."),
        Stakes::Money { jacoby, beavers } => {
            let mut rules = String::new();
            if jacoby {
                rules.push_str(" Jacoby");
            }
            if beavers {
                rules.push_str(" Beaver");
            }
            let comma = if rules.is_empty() { "" } else { "," };
            format!(". Unlimited Game{comma}{rules}")
        }
    };
    line(text, &format!("Score is X:{} O:{}{stakes}", score.bottom, score.top));
    let position =
        if table.seat == Seat::Bottom { table.position } else { table.position.swapped() };
    write_board(&position, text);
    let [own, other] = [position.own(), position.opponent()].map(|side| side.pips());
    let (length, crawford) = match table.stakes {
        Stakes::Match { length, crawford: true } => (format!("/{length}"), " Crawford"),
        Stakes::Match { length, .. } => (format!("/{length}"), ""),
        Stakes::Money { .. } => (String::new(), ""),
    };
    let score = format!("{}-{}{length}{crawford}", score.bottom, score.top);
    line(text, &format!("Pip count  X: {own}  O: {other} X-O: {score}"));
    let owner = table
        .cube
        .owner()
        .map_or(String::new(), |side| format!(", {} own cube", letter(table.seat.of(side))));
    line(text, &format!("Cube: {}{owner}", table.cube.value()));
    let mover = letter(table.seat);
    match table.phase {
        Phase::Rolled(dice) => line(text, &format!("{mover} to play {dice}")),
        _ => line(text, &format!("{mover} on roll, cube action")),
    }
    line(text, "");
}

/// Writes the board as the player at the bottom sees it. A number replaces checkers that have no
/// room.
fn write_board(position: &Position, text: &mut String) {
    let (own, other) = (position.own(), position.opponent());
    // Three characters of a point, at a distance from its rim.
    let cell = |point: u8, depth: u8| {
        let (ours, theirs) = (own.on(point), other.on(BAR - point));
        let (count, letter) = if ours > 0 { (ours, 'X') } else { (theirs, 'O') };
        match (depth + 1).cmp(&count) {
            std::cmp::Ordering::Greater => "   ".to_owned(),
            _ if depth + 1 == HEIGHT && count > HEIGHT => format!("{count:^3}"),
            _ => format!(" {letter} "),
        }
    };
    let bar = |count: u8, letter: char, depth: u8| match count {
        count if count <= depth => "   ".to_owned(),
        count if depth + 1 == HEIGHT && count > HEIGHT => format!("{count:^3}"),
        _ => format!(" {letter} "),
    };
    let row =
        |left: &mut dyn Iterator<Item = u8>, right: &mut dyn Iterator<Item = u8>, depth, middle| {
            let left: String = left.map(|point| cell(point, depth)).collect();
            let right: String = right.map(|point| cell(point, depth)).collect();
            format!(" |{left}|{middle}|{right}|")
        };
    line(text, " +13-14-15-16-17-18------19-20-21-22-23-24-+");
    for depth in 0..HEIGHT {
        // The opponent's checkers on the bar are above the middle, nearest to it.
        let middle = bar(other.on(BAR), 'O', HEIGHT - 1 - depth);
        line(text, &row(&mut (13..19), &mut (19..25), depth, middle));
    }
    line(text, " |                  |BAR|                  |");
    for depth in (0..HEIGHT).rev() {
        let middle = bar(own.on(BAR), 'X', HEIGHT - 1 - depth);
        line(text, &row(&mut (7..13).rev(), &mut (1..7).rev(), depth, middle));
    }
    line(text, " +12-11-10--9--8--7-------6--5--4--3--2--1-+");
}

fn format_side(win: f64, gammon: f64, backgammon: f64) -> String {
    let percent = |share: f64| format!("{:.2}%", 100.0 * share.clamp(0.0, 1.0));
    format!("{:>7} (G:{} B:{})", percent(win), percent(gammon), percent(backgammon))
}

/// The chances of the player and of the opponent.
fn format_chances(chances: &Chances) -> [String; 2] {
    let &Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    [
        format_side(win, win_gammon, win_backgammon),
        format_side(1.0 - win, lose_gammon, lose_backgammon),
    ]
}

/// A level in words that readers of eXtreme Gammon's text know; the last line names the program.
fn format_level(level: &str) -> &str {
    let level = level.strip_prefix(SHESHBESH_LEVEL).unwrap_or(level).trim_start();
    if level.starts_with("rollout") { "Rollout" } else { level }
}

fn write_plays(table: &Situation, dice: Dice, play: &PlayAnnotation, text: &mut String) {
    let results: Vec<Position> = play.candidates.iter().map(|candidate| candidate.result).collect();
    let names = notation::write_all(table.game, &table.position, dice, &results);
    let best = play.candidates[0].equity;
    let named = play.candidates.iter().zip(names);
    let named = named.filter_map(|(candidate, name)| Some((candidate, name?)));
    for ((candidate, name), number) in named.zip(1..) {
        let Candidate { equity, chances, level, .. } = candidate;
        let level = format_level(level);
        let loss = if number == 1 { String::new() } else { format!(" ({:+.3})", equity - best) };
        line(text, &format!("    {number}. {level:<11} {name:<28} eq:{equity:+.3}{loss}"));
        if let Some(chances) = chances {
            let [own, other] = format_chances(chances);
            line(text, &format!("      Player:   {own}"));
            line(text, &format!("      Opponent: {other}"));
        }
        line(text, "");
    }
}

fn write_cube(table: &Situation, cube: &CubeAnnotation, text: &mut String) {
    let pass = cube.pass.unwrap_or(1.0);
    line(text, &format!("Analyzed in {}", format_level(&cube.level)));
    if let Some(chances) = &cube.chances {
        let [own, other] = format_chances(chances);
        line(text, &format!("Player Winning Chances:   {own}"));
        line(text, &format!("Opponent Winning Chances: {other}"));
        line(text, "");
    }
    let word = if table.cube.owner() == Some(Side::OnRoll) { "redouble" } else { "double" };
    let best = cube.no_double.max(cube.take.min(pass));
    line(text, "Cubeful Equities:");
    for (label, equity) in [
        (format!("No {word}:"), cube.no_double),
        (format!("{}/Take:", capitalized(word)), cube.take),
        (format!("{}/Pass:", capitalized(word)), pass),
    ] {
        let difference = equity - best;
        let difference =
            if difference == 0.0 { String::new() } else { format!(" ({difference:+.3})") };
        line(text, &format!("       {label:<15}{equity:+.3}{difference}"));
    }
    line(text, "");
    let answer = if cube.take > pass { "Pass" } else { "Take" };
    let action = match (cube.no_double > cube.take.min(pass), cube.no_double > pass) {
        (false, _) => capitalized(word),
        (true, false) => format!("No {word}"),
        (true, true) => format!("Too good to {word}"),
    };
    line(text, &format!("Best Cube action: {action} / {answer}"));
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

fn write_end(text: &mut String) {
    let _ = writeln!(text, "\n{LAST_LINE}: {}\n", env!("CARGO_PKG_VERSION"));
}
