//! Draws the board as text for terminals.

use anstyle::{AnsiColor, Style};
use sheshbesh_movegen::{
    BAR, BySide, Checkers, Dice, Game, HOME, OFF, POINTS, Phase, Position, Side, Situation, Stakes,
    notation,
};

/// Rows of each half of the board; a higher column shows its number of checkers.
const ROWS: u8 = 5;
const OWN: Style = AnsiColor::Cyan.on_default().bold();
const OTHER: Style = AnsiColor::Yellow.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Checkers in one column: counts for both sides. If both sides have checkers here, one of them is
/// a single pinned checker under the others.
#[derive(Clone, Copy)]
struct Column {
    own: u8,
    other: u8,
    is_own_under: bool,
}

/// Names of the sides, printed beside the board.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Name of the player on roll (`X`, at the bottom).
    pub own: &'a str,
    /// Name of the opponent (`O`).
    pub other: &'a str,
}

impl Names<'_> {
    /// The names of the player on roll and the opponent, with their colours in a game that tells
    /// White from Black.
    pub(crate) fn with_colours(self, position: &Position) -> [String; 2] {
        let white = position.turn_state().white;
        [(self.own, Side::OnRoll), (self.other, Side::Opponent)].map(|(name, side)| match white {
            None => name.to_owned(),
            Some(white) if white == side => format!("{name} (White)"),
            Some(_) => format!("{name} (Black)"),
        })
    }
}

impl Names<'static> {
    /// Labels for players without names.
    pub const ROLES: Self = Self { own: "on roll", other: "opponent" };
}

/// Draws the board from the view of the player on roll, who moves from 24 down to 1 and has the `X`
/// checkers. The text has 15 lines of fewer than 80 columns and uses ANSI colour escapes. A pinned
/// checker is a lower-case letter at the foot of its column.
///
/// ```
/// use sheshbesh_analysis::board::{Names, draw};
/// use sheshbesh_movegen::Game;
/// let game = Game::Backgammon;
/// let text = draw(game, &game.start(), Names { own: "Ada", other: "Ben" });
/// assert_eq!(text.lines().count(), 15);
/// assert!(text.contains("Ada") && text.contains("167 pips, 0 off"));
/// ```
pub fn draw(game: Game, position: &Position, names: Names<'_>) -> String {
    draw_with(game, position, names, true)
}

/// Draws the board like [`draw`], without the pip counts.
pub fn draw_uncounted(game: Game, position: &Position, names: Names<'_>) -> String {
    draw_with(game, position, names, false)
}

fn draw_with(game: Game, position: &Position, names: Names<'_>, has_pips: bool) -> String {
    let view = game.view_from(position.own());
    let [own_name, other_name] = names.with_colours(position);
    // Without the state of a turn, all bits beside the checkers are pins.
    let position = position.without_turn_state();
    let column = |point: u8| Column {
        own: position.own().on(point),
        other: position.opponent().on(view.other(point)),
        is_own_under: position.own().pinned() >> point & 1 == 1,
    };
    let half = HOME;
    let top: Vec<u8> = (POINTS / 2 + 1..=POINTS).collect();
    let bottom: Vec<u8> = (1..=POINTS / 2).rev().collect();
    let (own, other) = (position.own(), position.opponent());
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let numbers = |points: &[u8]| {
        let half_row = |points: &[u8]| -> String {
            points.iter().map(|point| format!("{point:^4}")).collect()
        };
        let (left, right) = points.split_at(usize::from(half));
        format!("  {}     {}", half_row(left), half_row(right))
    };
    let edge = format!(" +{0}+---+{0}+", "-".repeat(4 * usize::from(half)));
    let row = |points: &[u8], height: u8, bar: Column| {
        let cells = |points: &[u8]| -> String {
            points.iter().map(|&point| cell(column(point), height, 4)).collect()
        };
        let (left, right) = points.split_at(usize::from(half));
        format!(" |{}|{}|{}|", cells(left), cell(bar, height, 3), cells(right))
    };

    line(numbers(&top));
    line(edge.clone());
    // Checkers on the bar stand in the half opposite to their entry points, as on a real board.
    let own_bar = Column { own: own.on(BAR), other: 0, is_own_under: false };
    let other_bar = Column { own: 0, other: other.on(BAR), is_own_under: false };
    for height in 1..=ROWS {
        let mut text = row(&top, height, other_bar);
        match height {
            1 => text.push_str(&format!("  {OTHER}O{OTHER:#} {other_name}")),
            2 => text.push_str(&format!("    {}", count_words(game, other, has_pips))),
            _ => {}
        }
        line(text);
    }
    line(format!(" |{0}|{FAINT}BAR{FAINT:#}|{0}|", " ".repeat(4 * usize::from(half))));
    for height in (1..=ROWS).rev() {
        let mut text = row(&bottom, height, own_bar);
        match height {
            2 => text.push_str(&format!("  {OWN}X{OWN:#} {own_name}")),
            1 => text.push_str(&format!("    {}", count_words(game, own, has_pips))),
            _ => {}
        }
        line(text);
    }
    line(edge);
    line(numbers(&bottom));
    text
}

/// Formats one cell of a column: a checker, the count on top of a high column, or blank.
fn cell(column: Column, height: u8, width: usize) -> String {
    let Column { own, other, is_own_under } = column;
    let is_shared = own > 0 && other > 0;
    let is_own_above = own > 0 && !is_own_under;
    let is_pinned = is_shared && height == 1;
    let (letter, style) = if is_own_above != is_pinned { ('X', OWN) } else { ('O', OTHER) };
    // Checkers above a pinned checker stand one row higher.
    let above = if is_own_above { own } else { other };
    let top = above + u8::from(is_shared);
    let mark = if top < height {
        return " ".repeat(width);
    } else if is_pinned {
        letter.to_ascii_lowercase().to_string()
    } else if height == ROWS && top > ROWS {
        above.to_string()
    } else {
        letter.to_string()
    };
    let before = (width - mark.len()) / 2;
    let after = width - mark.len() - before;
    format!("{0:before$}{style}{mark}{style:#}{0:after$}", "")
}

/// States which player must answer a double, beaver or raccoon, and the possible answers.
fn to_decide(situation: &Situation) -> &'static str {
    match (situation.to_decide(), situation.may_answer_by_turning()) {
        (Side::OnRoll, true) => "The player on roll decides: take, pass or raccoon.",
        (Side::OnRoll, false) => "The player on roll decides: take or pass.",
        (Side::Opponent, true) => "The opponent decides: take, pass or beaver.",
        (Side::Opponent, false) => "The opponent decides: take or pass.",
    }
}

/// Formats the output of `shesh show`: the board with its cube, score, dice and IDs.
pub fn describe(situation: &Situation) -> String {
    let mut text = draw(situation.game, &situation.position, Names::ROLES);
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(String::new());
    line(match situation.phase {
        Phase::BeforeRoll if !situation.game.has_cube() => "To roll.".to_owned(),
        Phase::BeforeRoll => "To roll or double.".to_owned(),
        Phase::Rolled(dice) => match stage_words(situation) {
            Some(numbers) => format!("To play {numbers}, without a roll."),
            None => format!("To play {dice}."),
        },
        Phase::Doubled => format!("Has doubled. {}", to_decide(situation)),
        Phase::Beavered => format!("Has doubled and been beavered. {}", to_decide(situation)),
        Phase::Raccooned => {
            format!("Has doubled, been beavered and raccooned. {}", to_decide(situation))
        }
    });
    let cube = match (situation.game.has_cube(), situation.cube.owner()) {
        (false, _) => String::new(),
        (true, None) => format!(", cube at {}, centred", situation.cube.value()),
        (true, Some(side)) => format!(", cube at {}, owned by {side}", situation.cube.value()),
    };
    let BySide { on_roll: own, opponent: other } = situation.score;
    line(match situation.stakes {
        Stakes::Money { .. } if !situation.game.has_cube() => "Money game.".to_owned(),
        Stakes::Money { jacoby, beavers } => format!(
            "Money game{}{}{cube}.",
            if jacoby { ", Jacoby rule" } else { "" },
            if beavers { ", beavers" } else { "" },
        ),
        Stakes::Match { length, crawford } => format!(
            "Match to {length}, score {own}-{other}{}{cube}.",
            if crawford && situation.game.has_cube() { ", Crawford game" } else { "" },
        ),
    });
    if let Some(text) = pinned_words(situation.game, &situation.position) {
        line(text);
    }
    if let Some(waiting) = waiting_words(situation.game, &situation.position) {
        line(waiting);
    }
    line(format!("Position ID {}", notation::position_id(situation.game, &situation.position)));
    if let Some(xgid) = situation.complete_xgid() {
        line(xgid);
    }
    text
}

/// The numbers that the last turn has left to play, such as `5 5 5`; `None` if the player on roll
/// rolls.
pub fn stage_words(situation: &Situation) -> Option<String> {
    let stage = situation.position.turn_state().stage?;
    let numbers = situation.game.numbers(&situation.position, stage.dice());
    if numbers.is_any_double() {
        return Some("any double".to_owned());
    }
    let words: Vec<String> = numbers.as_slice().iter().map(u8::to_string).collect();
    Some(words.join(" "))
}

/// The pip count and the checkers off, or the captured ones on a ring, where pips mean nothing.
fn count_words(game: Game, side: Checkers, has_pips: bool) -> String {
    let off = side.on(OFF);
    match has_pips {
        _ if game.is_ring() => format!("{off} captured"),
        true => format!("{} pips, {off} off", side.pips()),
        false => format!("{off} off"),
    }
}

/// Counts the checkers of both sides that wait to enter, in a game whose checkers start in reserve,
/// and the ones among them that were hit and must enter first.
fn waiting_words(game: Game, position: &Position) -> Option<String> {
    let words = |letter: char, waiting: u8, hit: u8| match hit {
        0 => format!("{letter} {waiting}"),
        _ => format!("{letter} {waiting}, {hit} of them hit"),
    };
    let (own, other) = (position.own().on(BAR), position.opponent().on(BAR));
    let BySide { on_roll, opponent } = position.turn_state().counters;
    (game.has_reserve() && own + other > 0).then(|| {
        format!("To enter: {}; {}.", words('X', own, on_roll), words('O', other, opponent))
    })
}

/// Lists the pinned checkers of both sides; all points are numbered for the player on roll.
fn pinned_words(game: Game, position: &Position) -> Option<String> {
    let points = |is_there: &dyn Fn(u8) -> bool| -> Vec<String> {
        (1..=POINTS).rev().filter(|&point| is_there(point)).map(|point| point.to_string()).collect()
    };
    let position = position.without_turn_state();
    let own = position.own().pinned();
    let other = position.opponent().pinned();
    let own = points(&|point| own >> point & 1 == 1);
    let other = points(&|point| other >> game.view().other(point) & 1 == 1);
    let words = |letter: char, points: &[String]| format!("{letter} on {}", points.join(", "));
    match (own.is_empty(), other.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("Pinned: {}.", words('X', &own))),
        (true, false) => Some(format!("Pinned: {}.", words('O', &other))),
        (false, false) => Some(format!("Pinned: {}; {}.", words('X', &own), words('O', &other))),
    }
}

/// Formats a roll and its play as a heading, such as `31: 8/5 6/5`.
pub fn play_words(game: Game, position: &Position, dice: Dice, result: &Position) -> String {
    let play = notation::write(game, position, dice, result);
    format!("{dice}: {}", play.as_deref().unwrap_or("?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn the_start_as_everybody_knows_it() {
        let text = plain(&draw(Game::Backgammon, &Game::Backgammon.start(), Names::ROLES));
        assert!(text.contains("| O           "), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4 + 2 * usize::from(ROWS) + 1);
        assert!(lines.iter().all(|line| line.chars().count() < 80), "{text}");
        assert_eq!(text.matches('X').count() - 1, 15);
        assert_eq!(text.matches('O').count() - 1, 15);
        assert!(text.contains("167 pips, 0 off"));
    }

    #[test]
    fn sides_that_run_the_same_way_start_in_opposite_corners() {
        let text = plain(&draw(Game::FEVGA, &Game::FEVGA.start(), Names::ROLES));
        // The 24 point is the last of the upper row, the 12 point the first of the lower one.
        let lines: Vec<&str> = text.lines().collect();
        let columns = |line: &str, letter| -> Vec<usize> {
            line.char_indices().filter(|&(_, c)| c == letter).map(|(place, _)| place).collect()
        };
        assert_eq!(columns(lines[3], 'X'), [lines[0].rfind("24").unwrap()], "{text}");
        assert_eq!(columns(lines[9], 'O'), [lines.last().unwrap().find("12").unwrap()], "{text}");
    }

    #[test]
    fn white_is_named_where_it_matters() {
        let start = Game::American.start();
        let text = plain(&draw(Game::American, &start, Names::ROLES));
        assert!(text.contains("on roll (White)") && text.contains("opponent (Black)"), "{text}");
        let text = plain(&draw(Game::American, &start.swapped(), Names::ROLES));
        assert!(text.contains("on roll (Black)") && text.contains("opponent (White)"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(!draw(Game::FEVGA, &Game::FEVGA.start(), Names::ROLES).contains('('));
    }

    #[test]
    fn high_columns_show_their_number() {
        let text = plain(&draw(Game::LongGammon, &Game::LongGammon.start(), Names::ROLES));
        assert_eq!(text.matches("15").count(), 3, "two columns and a point's number: {text}");
    }

    #[test]
    fn who_is_pinned_lies_at_the_foot_of_those_above() {
        let counts = |points: &[(usize, u8)]| {
            let mut counts = [0; 26];
            points.iter().for_each(|&(index, count)| counts[index] = count);
            counts
        };
        // The player on roll has one checker on 20 under two of the opponent's, one on 6 above one
        // of the opponent's (the opponent's 19), and seven on 3 above one of the opponent's.
        let own = counts(&[(20, 1), (6, 1), (3, 7), (8, 6)]);
        let other = counts(&[(5, 2), (19, 1), (22, 1), (10, 11)]);
        let position = Game::PLAKOTO.position_with_pins(&own, &other, 0).unwrap();
        let text = plain(&describe(&Situation::new(position, Game::PLAKOTO)));
        let lines: Vec<&str> = text.lines().collect();
        // Reads the rows of a point's column, from the edge inwards.
        let column = |line: usize, number: &str, rows: [usize; 5]| -> String {
            let place = lines[line].find(number).unwrap() + usize::from(number.starts_with(' '));
            rows.map(|row| lines[row].get(place..place + 1).unwrap_or(" ")).concat()
        };
        let (above, below) = ([2, 3, 4, 5, 6], [12, 11, 10, 9, 8]);
        assert_eq!(column(0, "20", above), "xOO  ", "{text}");
        assert_eq!(column(14, " 6 ", below), "oX   ", "{text}");
        assert_eq!(column(14, " 3 ", below), "oXXX7", "{text}");
        assert!(text.contains("\nPinned: X on 20; O on 6, 3.\n"), "{text}");
        assert!(lines.iter().all(|line| line.chars().count() < 80), "{text}");
    }
}
