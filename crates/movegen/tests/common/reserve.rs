//! Games whose checkers start off the board, and Matador, which shares doubles of the player's
//! choice with them, a second time and by the letter. Index 25 has the
//! reserve and the checkers that were hit; the counters of the course are the numbers of the latter.

use super::{Board, Turn, stages::Course};
use sheshbesh_movegen::{Dice, Entry, Form, Game};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a stage in which the player chooses a double.
pub const ANY: u8 = 7;

fn entry(game: Game) -> Entry {
    match game {
        Game::AceyDeucey(_) | Game::Tabula(_) | Game::American => Entry::Free,
        Game::Russian(rules) => rules.entry,
        _ => unreachable!("a game without a reserve"),
    }
}

/// True if the number of checkers that were hit matters.
fn counts_hits(game: Game) -> bool {
    entry(game) != Entry::All && !matches!(game, Game::Tabula(rules) if rules.hit_to_reserve)
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
    let mut next = *board;
    next.own[from] -= 1;
    if from == 25 && next.course.counters[0] > 0 {
        next.course.counters[0] -= 1;
    }
    if from <= number {
        let is_legal = match game {
            Game::AceyDeucey(rules) if rules.form == Form::European => {
                board.may_bear_off(from, number) && from == number
            }
            Game::Tabula(rules) if rules.bear_off_free => {
                board.own[25] == 0 || rules.second_half_free
            }
            _ => board.may_bear_off(from, number),
        };
        next.own[0] += 1;
        return is_legal.then_some(next);
    }
    let to = from - number;
    // Points 12 to 1 are the second half.
    if let Game::Tabula(rules) = game
        && !rules.second_half_free
        && board.own[25] > 0
        && to < 13
    {
        return None;
    }
    // Both sides count the points alike if they have the same way.
    let there = if game.meets_as_backgammon() { 25 - to } else { to };
    match next.opponent[there] {
        0 => {}
        1 => {
            next.opponent[there] = 0;
            next.opponent[25] += 1;
            next.course.counters[1] += u8::from(counts_hits(game));
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
        0 if dice.count() == 3 => {
            let [a, b, c] = numbers_of_three(dice);
            let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
            vec![orders.into_iter().map(Vec::from).collect()]
        }
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
        if most == 1 && orders.len() > 1 {
            // The largest number that can be played.
            let mut numbers: Vec<usize> = orders[0].clone();
            numbers.sort_unstable();
            let by_one = |number: &usize| ends_of(&[vec![*number]]);
            ends = numbers.iter().rev().map(by_one).find(|(played, _)| *played == 1).unwrap().1;
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
            Course { waits: true, white: board.course.white, ..Course::default() }
        } else {
            let idle = idle_rolls(turn, played);
            // A drawn game leaves no numbers to play.
            let next = next_numbers(turn, played, number).filter(|_| idle < 100);
            Course {
                numbers: next.unwrap_or_default(),
                waits: next.is_none(),
                counters: board.course.counters,
                idle,
                white: board.course.white,
                ..Course::default()
            }
        };
        board.swapped()
    });
    finished.collect()
}

/// Rolls in a row without a step, in the games that count them.
fn idle_rolls(turn: &Turn, played: usize) -> u8 {
    let before = turn.start.course;
    if !matches!(turn.game, Game::Matador(_) | Game::American) || played > 0 {
        0
    } else {
        before.idle + u8::from(before.numbers[0] == 0)
    }
}

fn numbers_of_three(dice: Dice) -> [usize; 3] {
    let third = dice.third().expect("three dice");
    [dice.high(), dice.low(), third].map(usize::from)
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
        Game::Tabula(_) | Game::American => None,
        Game::Matador(rules) => match stage {
            1.. => is_full.then_some(roll_again),
            0 if (dice.high(), dice.low()) == (4, 3) => {
                (played == 2 || rules.always_gives).then_some([ANY; 4])
            }
            0 => None,
        },
        _ => unreachable!("a game without a reserve"),
    }
}
