//! The distinct results of a roll, from the steps of the rules alone. Games without their own
//! generator use them; the other generators are tested against them.

use super::rules::{Numbers, Obligation, PlaySoFar, Rules};
use crate::board::{BAR, Dice, Position, Side};
use std::collections::{HashMap, HashSet};

/// Adds the distinct results of a roll, each seen by the opponent. In games with stages, a roll that
/// cannot be played has a result too.
///
/// The legal continuations of a turn depend only on the roll, the board before the turn and the
/// current board. Of all ways to a board, it is enough to continue one.
pub(crate) fn distinct_results<R: Rules>(
    rules: R,
    position: &Position,
    dice: Dice,
    results: &mut Vec<Position>,
) {
    if rules.end(position, None).is_some() {
        return;
    }
    if R::STAGES
        && let (passed, Side::Opponent) = position.seen_by_mover()
    {
        results.push(passed);
        return;
    }
    let start = PlaySoFar::new(position, dice);
    let mut ended = Vec::new();
    let mut ends = if rules.numbers_at(position, dice).is_any_double() {
        any_double(rules, start, &mut ended)
    } else {
        match rules.obligation() {
            Obligation::Most => longest(rules, start, rules.numbers_at(position, dice), &mut ended),
            Obligation::EachInTurn => as_they_come(rules, start, &mut ended),
            Obligation::One => at_least_one(rules, start, &mut ended),
        }
    };
    prefer(&mut ends, |turn| rules.is_preferred(turn));
    ends.append(&mut ended);
    if R::STAGES && ends.is_empty() {
        ends.push(start);
    }
    results.extend(ends.iter().map(|turn| rules.finish(turn)));
}

/// Turns that play as many numbers as possible, and the largest one if only one can be played.
fn longest<R: Rules>(
    rules: R,
    start: PlaySoFar,
    numbers: Numbers,
    ended: &mut Vec<PlaySoFar>,
) -> Vec<PlaySoFar> {
    let mut most = 1;
    let mut ends: Vec<PlaySoFar> = Vec::new();
    let mut seen = HashSet::new();
    // The largest number that can be played first.
    let mut largest = 0;
    for numbers in orders(numbers) {
        // In some games, a roll may have no number that counts.
        let Some(&first) = numbers.first() else { break };
        let mut reached = vec![start];
        for (length, number) in (1..).zip(numbers) {
            let before = ended.len();
            reached = after_number(rules, &reached, number, ended);
            let mut legal = reached.iter().filter(|turn| rules.may_end(turn).is_ok()).peekable();
            if length > most && (legal.peek().is_some() || ended.len() > before) {
                ends.clear();
                seen.clear();
                most = length;
            }
            // If only one number can be played, it must be the largest one possible.
            let is_smaller = length == 1 && first < largest;
            if length == most && !is_smaller {
                for turn in legal {
                    if seen.insert(*turn.now()) {
                        ends.push(*turn);
                    }
                }
            }
            if !ends.is_empty() || !ended.is_empty() {
                largest = first.max(largest);
            }
        }
    }
    ends
}

/// Turns that play as much as possible of a double of the player's choice. Of doubles that lead to
/// the same board, the one that is played further counts.
fn any_double<R: Rules>(rules: R, start: PlaySoFar, ended: &mut Vec<PlaySoFar>) -> Vec<PlaySoFar> {
    let mut ends: HashMap<Position, PlaySoFar> = HashMap::new();
    for numbers in Numbers::ANY_DOUBLE.choices() {
        for turn in longest(rules, start, numbers, ended) {
            let furthest = ends.entry(*turn.now()).or_insert(turn);
            if turn.played() > furthest.played() {
                *furthest = turn;
            }
        }
    }
    let mut ends: Vec<PlaySoFar> = ends.into_values().collect();
    ends.sort_by_key(|turn| *turn.now());
    ends
}

/// Turns that play each number that can be played when it comes up, in either order.
fn as_they_come<R: Rules>(
    rules: R,
    start: PlaySoFar,
    ended: &mut Vec<PlaySoFar>,
) -> Vec<PlaySoFar> {
    let mut ends: Vec<PlaySoFar> = Vec::new();
    for numbers in orders(rules.numbers_at(start.start(), start.dice())) {
        let mut reached = vec![start];
        for number in numbers {
            let mut next = Vec::new();
            for turn in reached {
                let after = after_number(rules, &[turn], number, ended);
                next.extend(if after.is_empty() { vec![turn] } else { after });
            }
            reached = next;
        }
        for turn in reached {
            if turn != start && !ends.contains(&turn) {
                ends.push(turn);
            }
        }
    }
    ends
}

/// Turns that play one number or more.
fn at_least_one<R: Rules>(
    rules: R,
    start: PlaySoFar,
    ended: &mut Vec<PlaySoFar>,
) -> Vec<PlaySoFar> {
    let mut ends = Vec::new();
    let mut seen = HashSet::new();
    for numbers in orders(rules.numbers_at(start.start(), start.dice())) {
        let mut reached = vec![start];
        for number in numbers {
            reached = after_number(rules, &reached, number, ended);
            ends.extend(reached.iter().filter(|turn| seen.insert(*turn.now())));
        }
    }
    ends
}

/// All boards after one more number. Boards on which the game has ended go to `ended` and are not
/// continued.
fn after_number<R: Rules>(
    rules: R,
    turns: &[PlaySoFar],
    number: u8,
    ended: &mut Vec<PlaySoFar>,
) -> Vec<PlaySoFar> {
    let mut seen = HashSet::new();
    let mut reached = Vec::new();
    for turn in turns {
        for from in (1..=BAR).rev() {
            if let Ok(step) = rules.step(turn, from, number) {
                let after = turn.after::<R>(&step);
                if R::ENDS_AMID_TURN && rules.end(after.now(), None).is_some() {
                    // On a ring, other counts of numbers can lead to the same board.
                    if !ended.iter().any(|turn| turn.now() == after.now()) {
                        ended.push(after);
                    }
                } else if seen.insert(*after.now()) {
                    reached.push(after);
                }
            }
        }
    }
    reached
}

/// Keeps only the elements that are `good`, if there are any.
pub(crate) fn prefer<T>(all: &mut Vec<T>, good: impl Fn(&T) -> bool) {
    if all.iter().any(&good) {
        all.retain(good);
    }
}

/// The numbers of a roll in each order in which they can be played, the larger first.
pub(crate) fn orders(numbers: Numbers) -> impl Iterator<Item = Vec<u8>> {
    std::iter::successors(Some(numbers.as_slice().to_vec()), |order| lower_order(order))
}

/// The next lower order in the order of words; `None` after the last.
fn lower_order(order: &[u8]) -> Option<Vec<u8>> {
    let falls = order.windows(2).rposition(|pair| pair[0] > pair[1])?;
    let mut lower = order.to_vec();
    let smaller = order.iter().rposition(|number| *number < order[falls])?;
    lower.swap(falls, smaller);
    lower[falls + 1..].reverse();
    Some(lower)
}
