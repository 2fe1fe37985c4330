//! Chase and Icelandic backgammon, a second time and by the letter, on cells 0 to 23 in the
//! direction of movement.

use super::{Board, Turn, stages::Course};
use sheshbesh_movegen::Chase;
use std::collections::BTreeSet;

/// The cells at the ends of the quarters.
const CORNERS: [usize; 8] = [0, 5, 6, 11, 12, 17, 18, 23];

/// The checkers of both sides on the ring, and the numbers played so far.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cells {
    own: BTreeSet<usize>,
    theirs: BTreeSet<usize>,
    played: Vec<u8>,
}

/// The result of all steps of a turn.
struct Walk {
    rules: Chase,
    ends: BTreeSet<Cells>,
}

fn cells(side: &[u8; 26]) -> BTreeSet<usize> {
    (1..=24).filter(|&point| side[point] > 0).map(|point| 24 - point).collect()
}

fn points(side: &BTreeSet<usize>) -> [u8; 26] {
    let mut counts = [0; 26];
    side.iter().for_each(|cell| counts[24 - cell] = 1);
    counts[0] = 6 - side.len() as u8;
    counts
}

/// The corner with the shortest way in either direction.
fn nearest(cell: usize) -> usize {
    let way = |corner: &usize| {
        let there = (corner + 24 - cell) % 24;
        there.min(24 - there)
    };
    CORNERS.into_iter().min_by_key(way).expect("eight corners")
}

impl Cells {
    fn is_over(&self) -> bool {
        self.own.is_empty() || self.theirs.is_empty()
    }

    /// The cells after one checker has moved by one number.
    fn after(&self, rules: Chase, from: usize, number: u8) -> Option<Self> {
        let to = if self.own.len() == 1 {
            match CORNERS.iter().position(|&corner| corner == from) {
                None => nearest(from),
                Some(place) => match number {
                    1 => CORNERS[(place + 1) % 8],
                    6 => CORNERS[(place + 2) % 8],
                    _ => return None,
                },
            }
        } else {
            let mut cell = (from + usize::from(number)) % 24;
            if rules.own_blocks && self.own.contains(&cell) {
                return None;
            }
            while self.own.contains(&cell) {
                cell = (cell + 1) % 24;
            }
            cell
        };
        if self.theirs.contains(&to) && self.theirs.len() == 1 {
            let between = [23, 1].iter().all(|step| self.own.contains(&((to + step) % 24)));
            if between || !CORNERS.contains(&to) {
                return None;
            }
        }
        let mut next = self.clone();
        next.own.remove(&from);
        next.own.insert(to);
        next.theirs.remove(&to);
        next.played.push(number);
        Some(next)
    }
}

impl Walk {
    /// Plays the numbers that are left, in every order.
    fn play(&mut self, now: &Cells, left: &[u8]) {
        self.ends.insert(now.clone());
        if now.is_over() {
            return;
        }
        for index in (0..left.len()).filter(|&index| !left[..index].contains(&left[index])) {
            let mut rest = left.to_vec();
            let number = rest.remove(index);
            for &from in &now.own {
                if let Some(next) = now.after(self.rules, from, number) {
                    self.play(&next, &rest);
                }
            }
        }
    }
}

/// The numbers of a roll that count.
fn counting(turn: &Turn) -> Vec<u8> {
    let (high, low) = (turn.dice.high(), turn.dice.low());
    match high == low {
        true if high == 6 => vec![6; 4],
        true => vec![high; 2],
        false => [high, low].into_iter().filter(|number| [1, 6].contains(number)).collect(),
    }
}

/// All legal plays of a turn, seen by the opponent.
pub fn plays(rules: Chase, turn: &Turn) -> BTreeSet<Board> {
    let start = turn.start;
    let own = cells(&start.own);
    let begin = Cells { own, theirs: cells(&start.opponent), played: Vec::new() };
    let is_last = begin.own.len() == 1;
    let is_astray = is_last && begin.own.iter().all(|cell| !CORNERS.contains(cell));
    let rest: Vec<u8> = start.course.numbers.into_iter().filter(|&number| number > 0).collect();
    let is_rest = !rest.is_empty();
    let goes_free = rules.any_roll_to_corner && is_astray && !is_rest;
    let mut numbers = if is_rest { rest } else { counting(turn) };
    let mut course = Course { waits: !is_rest && !turn.dice.is_double(), ..Course::default() };
    if goes_free {
        course = Course { waits: true, is_rest: !numbers.is_empty(), ..Course::default() };
        for (place, number) in course.numbers.iter_mut().zip(&numbers) {
            *place = *number;
        }
        numbers = vec![turn.dice.high()];
    } else if is_last {
        numbers.truncate(2);
        if !is_astray {
            numbers.retain(|number| [1, 6].contains(number));
        }
    }
    let mut walk = Walk { rules, ends: BTreeSet::new() };
    walk.play(&begin, &numbers);
    let most = walk.ends.iter().map(|end| end.played.len()).max().unwrap_or(0);
    let larger_alone = vec![numbers.iter().copied().max().unwrap_or(0)];
    let is_larger_played = walk.ends.iter().any(|end| end.played == larger_alone);
    let legal = walk.ends.into_iter().filter(|end| {
        let is_larger = most != 1 || !is_larger_played || end.played == larger_alone;
        end.is_over() || end.played.len() == most && is_larger
    });
    let results = legal.map(|end| {
        let course =
            if end.is_over() { Course { waits: true, ..Course::default() } } else { course };
        let board = Board { own: points(&end.own), opponent: points(&end.theirs), ..start };
        Board { course, ..board }.swapped()
    });
    results.collect()
}
