//! Table of all plays of all rolls.
//!
//! A sweep needs the plays of millions of positions, always the same. A side's legal plays do not
//! depend on single opposing checkers, only on the point that the opponent holds; so few checkers
//! hold at most one. The blots hit follow from the points on which a play touches down. The plays
//! of a side are therefore indexed by its placement and that point. A test compares them with
//! [`Plays`](sheshbesh_movegen::Plays).

use super::placement::{MOST_CHECKERS, Placements};
use sheshbesh_movegen::{BAR, Checkers, Dice, HOME, OFF, POINTS};
use sheshbesh_parallel::threads;

/// A play: the resulting placement of the side, and the points on which it touches down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Play {
    /// Resulting placement.
    pub(super) to: u16,
    /// Bit p is set if a checker comes to point p, to stay or to move on.
    touched: u32,
}

/// Point that the opponent holds, in the side's numbering, or 0 for none.
type Held = u8;
const HELD: usize = POINTS as usize + 1;
const ROLLS: usize = Dice::ALL.len();

/// The plays of all placements.
pub(super) struct Moves {
    plays: Vec<Play>,
    /// Start index of the plays for each placement, held point and roll, then the end of all plays.
    first: Vec<u32>,
    /// Targets of each placement of the opponent.
    targets: Vec<Targets>,
}

/// An opponent's placement from the view of a side that moves.
struct Targets {
    held: Held,
    /// Bits of the points with one checker.
    lone: u32,
    /// Points with one checker, padded by a point that is never touched.
    points: [u8; MOST_CHECKERS],
    /// Placement after a set of these checkers is hit.
    after: [u16; 1 << MOST_CHECKERS],
}

impl Moves {
    pub(super) fn new(placements: &Placements) -> Self {
        let made =
            threads::map_range(0..placements.count(), 8, |index| of_placement(placements, index));
        let (mut plays, mut first) = (Vec::new(), Vec::new());
        for (of_placement, ends) in made {
            first.extend(ends.into_iter().map(|end| plays.len() as u32 + end));
            plays.extend(of_placement);
        }
        first.insert(0, 0);
        let targets =
            (0..placements.count()).map(|index| Targets::new(placements, index)).collect();
        Self { plays, first, targets }
    }

    /// Plays of each roll for a side against an opponent; the passed turn if there is none.
    #[inline]
    pub(super) fn rolls(&self, own: usize, opponent: usize) -> impl Iterator<Item = &[Play]> {
        let begin = (own * HELD + usize::from(self.targets[opponent].held)) * ROLLS;
        let bounds = &self.first[begin..=begin + ROLLS];
        bounds.windows(2).map(|bounds| &self.plays[bounds[0] as usize..bounds[1] as usize])
    }

    /// Placement of the opponent after a play.
    #[inline]
    pub(super) fn opponent_after(&self, opponent: usize, play: Play) -> usize {
        let targets = &self.targets[opponent];
        if play.touched & targets.lone == 0 {
            return opponent;
        }
        let hit = |index: usize| (play.touched >> targets.points[index] & 1) << index;
        usize::from(targets.after[(hit(0) | hit(1) | hit(2)) as usize])
    }
}

impl Targets {
    fn new(placements: &Placements, index: usize) -> Self {
        /// Point without checkers.
        const NOWHERE: u8 = 31;
        let side = placements.at(index);
        let mut targets =
            Self { held: 0, lone: 0, points: [NOWHERE; MOST_CHECKERS], after: [index as u16; 8] };
        let mut lone = Vec::new();
        for point in 1..=POINTS {
            match side.on(point) {
                0 => {}
                1 => lone.push(point),
                _ => targets.held = BAR - point,
            }
        }
        for (i, point) in lone.iter().enumerate() {
            targets.points[i] = BAR - point;
            targets.lone |= 1 << (BAR - point);
        }
        for (set, after) in targets.after.iter_mut().enumerate() {
            let hit = lone.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let left = hit.fold(side, |side, (_, point)| moved(side, *point, BAR));
            *after = placements.index(left) as u16;
        }
        targets
    }
}

fn moved(side: Checkers, from: u8, to: u8) -> Checkers {
    let one = |point| Checkers::NONE.with_unchecked(point, 1).nibbles();
    Checkers::from_nibbles_unchecked(side.nibbles() - one(from) + one(to))
}

/// Plays of a placement for each possible held point and each roll, and their end indices.
fn of_placement(placements: &Placements, index: usize) -> (Vec<Play>, Vec<u32>) {
    let side = placements.at(index);
    let (mut plays, mut ends) = (Vec::new(), Vec::with_capacity(HELD * ROLLS));
    for held in 0..=POINTS {
        // A point with checkers of the side cannot be held by the opponent.
        let is_possible = !side.all_off() && (held == 0 || side.on(held) == 0);
        for dice in Dice::ALL {
            if is_possible {
                let begin = plays.len();
                let turns = Turn::all(side, held, dice);
                plays.extend(turns.iter().map(|turn| Play {
                    to: placements.index(turn.side) as u16,
                    touched: turn.touched,
                }));
                plays[begin..].sort_unstable();
                let mut kept = begin;
                for i in begin..plays.len() {
                    if i == begin || plays[i] != plays[kept - 1] {
                        plays[kept] = plays[i];
                        kept += 1;
                    }
                }
                plays.truncate(kept);
            }
            ends.push(plays.len() as u32);
        }
    }
    (plays, ends)
}

/// A turn during move generation.
#[derive(Clone, Copy)]
struct Turn {
    side: Checkers,
    touched: u32,
    /// Number of dice played.
    played: usize,
}

impl Turn {
    /// All ways to play a roll: as many dice as possible, and the larger one if only one is
    /// possible.
    fn all(side: Checkers, held: Held, dice: Dice) -> Vec<Self> {
        let start = Self { side, touched: 0, played: 0 };
        let (high, low) = (dice.high(), dice.low());
        let mut turns = Vec::new();
        if dice.is_double() {
            start.extend(held, &[high; 4], &mut turns);
        } else {
            start.extend(held, &[high, low], &mut turns);
            let larger_first = turns.len();
            let is_one = |turn: &Self| turn.played == 1;
            let larger_alone = turns.iter().all(is_one);
            start.extend(held, &[low, high], &mut turns);
            if larger_alone && turns[larger_first..].iter().all(|turn| turn.played <= 1) {
                turns.truncate(larger_first);
            }
        }
        let most = turns.iter().map(|turn| turn.played).max().unwrap_or(0);
        turns.retain(|turn| turn.played == most);
        turns
    }

    /// Adds the turns that play these numbers in this order for as long as possible.
    fn extend(self, held: Held, numbers: &[u8], turns: &mut Vec<Self>) {
        let mut is_over = true;
        if let [number, rest @ ..] = numbers {
            for from in (1..=BAR).filter(|from| self.side.on(*from) > 0) {
                if let Some(next) = self.step(held, from, *number) {
                    next.extend(held, rest, turns);
                    is_over = false;
                }
            }
        }
        if is_over {
            turns.push(self);
        }
    }

    fn step(self, held: Held, from: u8, number: u8) -> Option<Self> {
        if from != BAR && self.side.on(BAR) > 0 {
            return None;
        }
        let to = from.saturating_sub(number);
        let rearmost = self.side.rearmost();
        let is_legal = match to {
            OFF => rearmost <= HOME && (number <= from || rearmost == from),
            _ => to != held,
        };
        let touched = if to == OFF { self.touched } else { self.touched | 1 << to };
        let side = if is_legal { moved(self.side, from, to) } else { return None };
        Some(Self { side, touched, played: self.played + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Game, Plays, Position};
    use std::collections::BTreeSet;

    fn agree(checkers: u8, step: usize) {
        let placements = Placements::new(checkers);
        let moves = Moves::new(&placements);
        let mut plays = Plays::new(Game::Hypergammon);
        let mut compared = 0;
        for pair in (0..placements.count().pow(2)).step_by(step) {
            let (own, opponent) = (pair / placements.count(), pair % placements.count());
            let [side, other] = [own, opponent].map(|index| placements.at(index));
            let meet = (1..=POINTS).any(|point| side.on(point) > 0 && other.on(BAR - point) > 0);
            if own == 0 || opponent == 0 || meet {
                continue;
            }
            let position = Position::from_sides_unchecked(side, other);
            let mut rolls = moves.rolls(own, opponent);
            for dice in Dice::ALL {
                let found: BTreeSet<[usize; 2]> = (rolls.next().unwrap().iter())
                    .map(|play| [usize::from(play.to), moves.opponent_after(opponent, *play)])
                    .collect();
                let want: BTreeSet<[usize; 2]> = plays
                    .generate_or_pass(&position, dice)
                    .iter()
                    .map(|result| [result.opponent(), result.own()].map(|s| placements.index(s)))
                    .collect();
                assert_eq!(found, want, "{position:?} {dice}");
                compared += want.len();
            }
            assert!(rolls.next().is_none());
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn plays_are_those_of_the_rules() {
        agree(1, 1);
        agree(2, 7);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn plays_with_three_checkers_are_those_of_the_rules() {
        agree(3, 101);
    }
}
