//! The board as text: IDs, checkers, scores, cube and roll.

use sheshbesh_analysis::board::stage_words;
use sheshbesh_movegen::{BAR, BySeat, Phase, Position, Seat, Side, Situation, Stakes};
use std::fmt::Write;

/// Rows of half a board.
const HEIGHT: usize = 5;

/// Checkers of the two seats.
struct Checkers {
    /// X, the player at the bottom, by their own points.
    bottom: [u8; BAR as usize + 1],
    /// O, the player at the top, by their own points.
    top: [u8; BAR as usize + 1],
}

impl Checkers {
    fn new(table: &Situation) -> Self {
        let of = |seat: Seat| {
            let position: &Position = &table.position;
            let own = match table.seat.side_at(seat) {
                Side::OnRoll => position.own(),
                Side::Opponent => position.opponent(),
            };
            std::array::from_fn(|point| if point == 0 { 0 } else { own.on(point as u8) })
        };
        Self { bottom: of(Seat::Bottom), top: of(Seat::Top) }
    }

    /// Letter and number of the checkers on a point, numbered by the player at the bottom.
    fn on(&self, point: usize) -> (char, usize) {
        match (self.bottom[point], self.top[usize::from(BAR) - point]) {
            (0, 0) => (' ', 0),
            (0, count) => ('O', count.into()),
            (count, _) => ('X', count.into()),
        }
    }

    /// Row of half a board, `depth` checkers from the edge.
    fn row(&self, points: [usize; 12], depth: usize, bar: char) -> String {
        let mut text = String::from(" |");
        for (index, point) in points.into_iter().enumerate() {
            if index == 6 {
                let _ = write!(text, "| {bar} |");
            }
            let (letter, count) = self.on(point);
            if depth + 1 == HEIGHT && count > HEIGHT {
                let _ = write!(text, "{count:>2} ");
            } else {
                let letter = if depth < count { letter } else { ' ' };
                let _ = write!(text, " {letter} ");
            }
        }
        text + "|"
    }
}

/// Letter of a player's checkers on the bar, `depth` rows from the middle.
fn bar_letter(count: u8, letter: char, depth: usize) -> char {
    match usize::from(count) {
        0 => ' ',
        many if many > HEIGHT && depth + 1 == HEIGHT => {
            char::from_digit(many as u32, 16).unwrap_or(letter)
        }
        many if depth < many => letter,
        _ => ' ',
    }
}

/// Draws the table. X plays from 24 down to 1 at the bottom; points are numbered by the player on
/// roll.
pub(super) fn draw(table: &Situation, names: &BySeat<String>) -> String {
    let checkers = Checkers::new(table);
    let id = table.gnu_id();
    let (position, around) = id.split_once(':').unwrap_or((&id, ""));
    let (upper, lower, arrow) = match table.seat {
        Seat::Bottom => (HIGH, LOW, 'v'),
        Seat::Top => (LOW, HIGH, '^'),
    };
    let score = table.score.seated(table.seat);
    let side = |seat: Seat| {
        let letter = if seat == Seat::Top { 'O' } else { 'X' };
        let owns = table.cube.owner().is_some_and(|owner| table.seat.of(owner) == seat);
        let cube = if owns { format!(" (Cube: {})", table.cube.value()) } else { String::new() };
        format!("{letter}: {}{cube}", names[seat])
    };
    let acts = |seat: Seat| if decides(table) == seat { acting(table) } else { String::new() };
    let points = |seat: Seat| {
        let score = score[seat];
        format!("{score} point{}", if score == 1 { "" } else { "s" })
    };
    let mut text = format!(
        " GNU Backgammon  Position ID: {position}\n                 Match ID   : {around}\n{upper}     {}\n",
        side(Seat::Top)
    );
    for depth in 0..HEIGHT {
        let bar = bar_letter(checkers.bottom[usize::from(BAR)], 'X', HEIGHT - 1 - depth);
        let points_of_row = std::array::from_fn(|index| 13 + index);
        let note = [points(Seat::Top), acts(Seat::Top)].get(depth).cloned().unwrap_or_default();
        let _ = writeln!(text, "{}     {note}", checkers.row(points_of_row, depth, bar));
    }
    let _ =
        writeln!(text, "{arrow}|                  |BAR|                  |     {}", stakes(table));
    for depth in (0..HEIGHT).rev() {
        let bar = bar_letter(checkers.top[usize::from(BAR)], 'O', HEIGHT - 1 - depth);
        let points_of_row = std::array::from_fn(|index| 12 - index);
        let note = [points(Seat::Bottom), acts(Seat::Bottom)].get(depth).cloned();
        let row = checkers.row(points_of_row, depth, bar);
        let _ = writeln!(text, "{row}     {}", note.unwrap_or_default());
    }
    let _ = writeln!(text, "{lower}     {}", side(Seat::Bottom));
    text
}

const HIGH: &str = " +13-14-15-16-17-18------19-20-21-22-23-24-+";
const LOW: &str = " +12-11-10--9--8--7-------6--5--4--3--2--1-+";

/// The player who decides next.
fn decides(table: &Situation) -> Seat {
    table.seat.of(table.to_decide())
}

/// The state of the turn.
fn acting(table: &Situation) -> String {
    match table.phase {
        Phase::BeforeRoll => "On roll".to_owned(),
        Phase::Rolled(dice) => {
            format!("Rolled {}", stage_words(table).unwrap_or_else(|| dice.to_string()))
        }
        Phase::Doubled => format!("Cube offered at {}", 2 * table.cube.value()),
        Phase::Beavered | Phase::Raccooned => format!("Cube offered at {}", table.cube.value()),
    }
}

/// Match length and the cube in the middle.
fn stakes(table: &Situation) -> String {
    let length = match table.stakes {
        Stakes::Money { .. } => String::new(),
        Stakes::Match { length, crawford } => {
            format!("{length} points match{}", if crawford { " (Crawford game)" } else { "" })
        }
    };
    let is_centred = table.cube.owner().is_none() && table.phase != Phase::Doubled;
    let cube = if is_centred { format!("(Cube: {})", table.cube.value()) } else { String::new() };
    [length, cube].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Pip counts of both players, O first.
pub(super) fn pip_counts(table: &Situation) -> BySeat<u32> {
    let checkers = Checkers::new(table);
    let pips =
        |own: &[u8]| own.iter().zip(0..).map(|(&count, point)| u32::from(count) * point).sum();
    BySeat { bottom: pips(&checkers.bottom), top: pips(&checkers.top) }
}
