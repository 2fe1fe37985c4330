//! A move generator that is obviously right, and random positions to try it on.

// Each test binary uses a part of this.
#![allow(dead_code)]

use sheshbesh_movegen::{Dice, Family, Game, Position, testing::Random};
use std::collections::BTreeSet;

/// A board as a beginner would keep it: counts for off, points 1 to 24, and bar; each side in its
/// own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub own: [u8; 26],
    pub opponent: [u8; 26],
}

impl Board {
    pub fn of(position: &Position) -> Self {
        let side = |checkers: sheshbesh_movegen::Checkers| {
            std::array::from_fn(|index| checkers.on(index as u8))
        };
        Self { own: side(position.own()), opponent: side(position.opponent()) }
    }

    pub fn swapped(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// The board after one checker has moved by one number, where that is legal.
    fn after(&self, game: Game, from: usize, number: usize) -> Option<Self> {
        match game.family() {
            Family::Hitting => self.after_in_backgammon(from, number),
            Family::Fevga => self.after_in_fevga(from, number),
        }
    }

    fn after_in_backgammon(&self, from: usize, number: usize) -> Option<Self> {
        if self.own[from] == 0 {
            return None;
        }
        if self.own[25] > 0 && from != 25 {
            return None;
        }
        let mut next = *self;
        next.own[from] -= 1;
        if from > number {
            let to = from - number;
            let against = &mut next.opponent[25 - to];
            if *against >= 2 {
                return None;
            }
            if *against == 1 {
                *against = 0;
                next.opponent[25] += 1;
            }
            next.own[to] += 1;
        } else {
            if !self.may_bear_off(from, number) {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    fn after_in_fevga(&self, from: usize, number: usize) -> Option<Self> {
        if self.own[from] == 0 {
            return None;
        }
        // Until a checker has passed the other side's start, which is 12, only the first may move.
        let passed = self.own[..12].iter().any(|&count| count > 0);
        if !passed && self.own[1..from].iter().any(|&count| count > 0) {
            return None;
        }
        let mut next = *self;
        next.own[from] -= 1;
        if from > number {
            let to = from - number;
            if self.opponent[opposite(to)] > 0 {
                return None;
            }
            next.own[to] += 1;
        } else {
            if !self.may_bear_off(from, number) {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    fn may_bear_off(&self, from: usize, number: usize) -> bool {
        let outside: u8 = self.own[7..].iter().sum();
        let behind: u8 = self.own[from + 1..].iter().sum();
        outside == 0 && (from == number || behind == 0)
    }

    /// All boards that some order of playing these numbers leads to, each with how many numbers
    /// were played.
    fn play(self, game: Game, numbers: &[usize], played: usize, ends: &mut Vec<(usize, Self)>) {
        ends.push((played, self));
        let [number, rest @ ..] = numbers else { return };
        for from in 1..26 {
            if let Some(next) = self.after(game, from, *number) {
                next.play(game, rest, played + 1, ends);
            }
        }
    }

    /// In Fevga, all six points of the start quarter are held.
    fn holds_its_start(&self) -> bool {
        self.own[19..25].iter().all(|&count| count > 0)
    }

    /// In Fevga, six points stand right before all the opponent's checkers on the board.
    fn traps(&self) -> bool {
        let on_board: Vec<usize> = (1..25).filter(|&index| self.opponent[index] > 0).collect();
        let [only] = on_board[..] else { return false };
        only > 6 && (only - 6..only).all(|index| self.own[opposite(index)] > 0)
    }
}

/// In Fevga, the index by which the other side knows a point.
fn opposite(point: usize) -> usize {
    if point > 12 { point - 12 } else { point + 12 }
}

/// All legal plays, by the letter of the rules. The results are seen by the opponent.
pub fn slow_plays(game: Game, position: &Position, dice: Dice) -> BTreeSet<Board> {
    let board = Board::of(position);
    if board.own[0] > 0 && board.own[1..].iter().all(|&n| n == 0)
        || board.opponent[1..].iter().all(|&n| n == 0)
    {
        return BTreeSet::new();
    }
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    let may_end = |end: &(usize, Board)| game.family() != Family::Fevga || !end.1.holds_its_start();
    let ends_of = |orders: &[&[usize]]| {
        let mut ends = Vec::new();
        for numbers in orders {
            board.play(game, numbers, 0, &mut ends);
        }
        ends.retain(may_end);
        ends
    };
    let mut ends = if dice.is_double() {
        ends_of(&[&[high; 4]])
    } else {
        ends_of(&[&[high, low], &[low, high]])
    };
    let most = ends.iter().map(|end| end.0).max().unwrap_or(0);
    if most == 0 {
        return BTreeSet::new();
    }
    if most == 1 && !dice.is_double() {
        let larger = ends_of(&[&[high]]);
        if larger.iter().any(|end| end.0 == 1) {
            ends = larger;
        }
    }
    ends.retain(|end| end.0 == most);
    let must_open = game.family() == Family::Fevga && board.traps();
    if must_open && ends.iter().any(|end| !end.1.traps()) {
        ends.retain(|end| !end.1.traps());
    }
    ends.into_iter().map(|end| end.1.swapped()).collect()
}

/// A random position: somewhere in a random game, or checkers strewn about, in one of several
/// ways that make every class of position common.
pub fn random_position(game: Game, seed: u64) -> Position {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    random.below(2);
    match random.below(5) {
        0 => from_a_game(game, &mut random),
        1 => strewn(game, &mut random, 6, 6),
        2 => strewn(game, &mut random, 7 + random_up_to(seed, 6), 6),
        3 => strewn(game, &mut random, 12, 12),
        _ => strewn(game, &mut random, 25, 25),
    }
}

fn random_up_to(seed: u64, n: u64) -> usize {
    (seed % (n + 1)) as usize
}

fn from_a_game(game: Game, random: &mut Random) -> Position {
    let mut position = game.start();
    for _ in 0..random.below(60) {
        let dice = Dice::ALL[random.below(21)];
        let plays: Vec<Board> = slow_plays(game, &position, dice).into_iter().collect();
        position = match plays.len() {
            0 => position.swapped(),
            n => {
                let Board { own, opponent } = plays[random.below(n)];
                game.position(&own, &opponent).unwrap()
            }
        };
        if game.end(&position, None).is_some() {
            return game.start();
        }
    }
    position
}

/// Checkers at random between off and the given highest indices, never both sides on one point.
fn strewn(game: Game, random: &mut Random, own_high: usize, opponent_high: usize) -> Position {
    loop {
        let mut own = [0u8; 26];
        let mut opponent = [0u8; 26];
        // Few different points make blocks and blots both common.
        let heap = 1 + random.below(5) as u8;
        let mut place = |side: &mut [u8; 26], other: Option<&[u8; 26]>, high: usize| {
            let mut left = game.checkers();
            while left > 0 {
                let index = random.below(high + 1);
                let there = match game.family() {
                    Family::Hitting => 25 - index,
                    Family::Fevga if index == 0 => 25,
                    Family::Fevga => opposite(index),
                };
                let taken = (1..25).contains(&index) && other.is_some_and(|other| other[there] > 0);
                if !taken {
                    let count = left.min(1 + random.below(heap.into()) as u8);
                    side[index] += count;
                    left -= count;
                }
            }
        };
        // Nobody is hit in Fevga.
        let bar = if game.family() == Family::Fevga { 24 } else { 25 };
        let (own_high, opponent_high) = (own_high.min(bar), opponent_high.min(bar));
        place(&mut own, None, own_high);
        if (1..25).filter(|&i| own[i] > 0).count() > 20 {
            continue;
        }
        place(&mut opponent, Some(&own), opponent_high);
        if let Ok(position) = game.position(&own, &opponent)
            && game.end(&position, None).is_none()
        {
            return position;
        }
    }
}
