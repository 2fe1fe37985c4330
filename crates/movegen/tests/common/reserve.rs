//! Games whose checkers all start off the board, a second time and by the letter. Index 25 has the
//! reserve and the checkers that were hit; the counters of the course are the numbers of the latter.

use super::{Board, Turn, stages::Course};
use sheshbesh_movegen::{Entry, Form, Game};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a stage in which the player chooses a double.
pub const ANY: u8 = 7;

fn entry(game: Game) -> Entry {
    match game {
        Game::AceyDeucey(_) => Entry::Free,
        Game::Russian(rules) => rules.entry,
        _ => unreachable!("a game without a reserve"),
    }
}

/// True if only entering checkers may move.
pub fn must_enter(game: Game, board: &Board) -> bool {
    let hit = board.course.counters[0];
    let entered = 15 - (board.own[25] - hit);
    match entry(game) {
        Entry::Free => hit > 0,
        Entry::Two => hit > 0 || entered < 2,
        Entry::All => board.own[25] > 0,
    }
}

/// The board after one checker has moved by one number, if nothing is in its way.
pub fn after_step(game: Game, board: &Board, from: usize, number: usize) -> Option<Board> {
    let counts_hits = entry(game) != Entry::All;
    let mut next = *board;
    next.own[from] -= 1;
    if from == 25 && next.course.counters[0] > 0 {
        next.course.counters[0] -= 1;
    }
    if from <= number {
        let is_exact = matches!(game, Game::AceyDeucey(rules) if rules.form == Form::European);
        if !board.may_bear_off(from, number) || is_exact && from != number {
            return None;
        }
        next.own[0] += 1;
        return Some(next);
    }
    let to = from - number;
    // In Russian backgammon both sides count the points alike.
    let there = if matches!(game, Game::Russian(_)) { to } else { 25 - to };
    match next.opponent[there] {
        0 => {}
        1 => {
            next.opponent[there] = 0;
            next.opponent[25] += 1;
            next.course.counters[1] += u8::from(counts_hits);
        }
        _ => return None,
    }
    next.own[to] += 1;
    Some(next)
}

/// All legal plays of a turn or a stage, seen by the opponent.
pub fn plays(turn: &Turn) -> BTreeSet<Board> {
    let (start, dice) = (turn.start, turn.dice);
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    // The doubles between which the player chooses, or the only roll in both orders.
    let choices: Vec<Vec<Vec<usize>>> = match start.course.numbers[0] {
        ANY => (1..=6).map(|number| vec![vec![number; 4]]).collect(),
        0 if dice.is_double() => vec![vec![vec![high; 4]]],
        0 => vec![vec![vec![high, low], vec![low, high]]],
        number => vec![vec![vec![number.into(); 4]]],
    };
    // The count of numbers played and the number of a double, for each board.
    let mut found: BTreeMap<Board, (usize, usize)> = BTreeMap::new();
    for orders in choices {
        let ends_of = |orders: &[Vec<usize>]| {
            let mut ends = Vec::new();
            orders.iter().for_each(|order| start.play(turn, order, 0, &mut ends));
            let most = ends.iter().map(|end| end.played).max().unwrap_or(0);
            ends.retain(|end| end.played == most);
            (most, ends)
        };
        let (most, mut ends) = ends_of(&orders);
        if most == 1 && orders.len() == 2 {
            let (larger, by_larger) = ends_of(&[vec![high]]);
            if larger == 1 {
                ends = by_larger;
            }
        }
        for end in ends.into_iter().filter(|_| most > 0) {
            let before = found.entry(end.board).or_insert((most, orders[0][0]));
            if most > before.0 {
                *before = (most, orders[0][0]);
            }
        }
    }
    if found.is_empty() {
        found.insert(start, (0, 0));
    }
    let finished = found.into_iter().map(|(mut board, (played, number))| {
        board.course = if board.is_over(turn.game) {
            Course { waits: true, ..Course::default() }
        } else {
            let next = next_numbers(turn, played, number);
            Course {
                numbers: next.unwrap_or_default(),
                waits: next.is_none(),
                counters: board.course.counters,
                ..Course::default()
            }
        };
        board.swapped()
    });
    finished.collect()
}

/// The numbers with which the player goes on, all zero for another roll; `None` if the opponent
/// rolls.
fn next_numbers(turn: &Turn, played: usize, number: usize) -> Option<[u8; 4]> {
    let dice = turn.dice;
    let stage = turn.start.course.numbers[0];
    let roll_again = [0; 4];
    let complement = [7 - number as u8; 4];
    let is_full = played == 4;
    match turn.game {
        Game::AceyDeucey(rules) => match (rules.form, stage) {
            (Form::European, ANY) => is_full.then_some(complement),
            (_, 1..) => is_full.then_some(roll_again),
            (Form::Race, _) => None,
            (_, 0) if (dice.high(), dice.low()) == (2, 1) => (played == 2).then_some([ANY; 4]),
            (Form::Usual, 0) => is_full.then_some(roll_again),
            (Form::European, 0) => is_full.then_some(complement),
            (Form::American, 0) => None,
        },
        Game::Russian(rules) => {
            let reserve = turn.start.own[25] - turn.start.course.counters[0];
            match stage {
                1.. => is_full.then_some(roll_again),
                0 if rules.complement_after_entry && reserve > 0 => None,
                0 => is_full.then_some(complement),
            }
        }
        _ => unreachable!("a game without a reserve"),
    }
}
