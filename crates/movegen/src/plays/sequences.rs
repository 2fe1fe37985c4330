//! Every order of every play, for code that shows how a position is reached: notation, diagrams,
//! `play`.

use crate::{
    board::{BAR, Checkers, Dice, Position, Side},
    games::{CheckerMove, MOST_MOVES, Numbers, Obligation, PlaySoFar, Rules, orders, prefer},
};
use std::collections::HashMap;

/// A legal play in one of its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// The moves, in the order in which they are made.
    pub(crate) moves: Vec<CheckerMove>,
    /// The position after them, as the opponent sees it.
    pub(crate) result: Position,
}

/// True if the player on roll may play: the game goes on, and it is their turn.
fn may_play<R: Rules>(rules: R, position: &Position) -> bool {
    rules.end(position, None).is_none()
        && !(R::STAGES && position.turn_state().moves == Side::Opponent)
}

/// Every legal play in every order; empty if the roll cannot be played.
pub(crate) fn list_sequences<R: Rules>(rules: R, position: &Position, dice: Dice) -> Vec<Sequence> {
    if !may_play(rules, position) {
        return Vec::new();
    }
    if rules.numbers_at(position, dice).is_any_double() {
        return sequences_of_any_double(rules, position, dice, None);
    }
    let numbers = rules.numbers_at(position, dice);
    let Walk { most, mut found, ended, .. } = Walk::all(rules, position, dice, numbers, None);
    let start = PlaySoFar::new(position, dice);
    // As many numbers as possible must be played, and the largest one if only one can be.
    if most == 1 && rules.obligation() == Obligation::Most {
        let is_played = |number: u8, sequence: &Sequence| {
            rules
                .step(&start, sequence.moves[0].from, number)
                .is_ok_and(|step| rules.finish(&start.after::<R>(&step)) == sequence.result)
        };
        let mut numbers = numbers.as_slice().iter().copied();
        let largest =
            numbers.find(|&number| found.iter().chain(&ended).any(|s| is_played(number, s)));
        if let Some(largest) = largest {
            found.retain(|sequence| is_played(largest, sequence));
        }
    }
    let turn =
        |sequence: &Sequence| start.ended(sequence.result.swapped().bare(), sequence.moves.len());
    prefer(&mut found, |sequence| rules.is_preferred(&turn(sequence)));
    found.extend(ended);
    found
}

/// Every order of the legal play that leads to `result`, which the opponent sees. For an illegal
/// result, returns sequences that no rules allow, or none. Except on a ring, checkers only move
/// down, so only a few of all sequences are searched.
pub(crate) fn list_sequences_to<R: Rules>(
    rules: R,
    position: &Position,
    dice: Dice,
    result: &Position,
) -> Vec<Sequence> {
    // On a ring, checkers could come round to where they are.
    if !may_play(rules, position) {
        return Vec::new();
    }
    let target = result.swapped().bare();
    let numbers = rules.numbers_at(position, dice);
    if numbers.is_any_double() {
        return sequences_of_any_double(rules, position, dice, Some(target));
    }
    let Walk { mut found, ended, .. } = Walk::all(rules, position, dice, numbers, Some(target));
    found.extend(ended);
    found
}

/// Every order of the plays of a double of the player's choice, or of those that lead to a board. Of
/// doubles that lead to the same board, the one that is played further counts.
fn sequences_of_any_double<R: Rules>(
    rules: R,
    position: &Position,
    dice: Dice,
    target: Option<Position>,
) -> Vec<Sequence> {
    let mut all: Vec<Sequence> = Vec::new();
    for numbers in rules.numbers_at(position, dice).choices() {
        let Walk { found, ended, .. } = Walk::all(rules, position, dice, numbers, target);
        all.extend(found.into_iter().chain(ended));
    }
    let mut furthest: HashMap<Position, usize> = HashMap::new();
    for sequence in &all {
        let most = furthest.entry(sequence.result.bare()).or_default();
        *most = sequence.moves.len().max(*most);
    }
    all.retain(|sequence| sequence.moves.len() == furthest[&sequence.result.bare()]);
    all
}

/// True if checkers that only move down can get from the points of `from` to the points of `to`.
fn can_come(from: Checkers, to: Checkers) -> bool {
    let mut behind = 0;
    (1..=BAR).rev().all(|index| {
        behind += i32::from(from.on(index)) - i32::from(to.on(index));
        behind >= 0
    })
}

/// The search, with the sequences found so far.
struct Walk<R> {
    rules: R,
    /// The moves that lead to the current board.
    moves: Vec<CheckerMove>,
    /// Maximum count of numbers that can be played.
    most: usize,
    /// The longest sequences, or all complete ones if the rules do not require the longest.
    found: Vec<Sequence>,
    /// The sequences that end the game.
    ended: Vec<Sequence>,
    /// The only board to search for, if any.
    target: Option<Position>,
}

impl<R: Rules> Walk<R> {
    fn all(
        rules: R,
        position: &Position,
        dice: Dice,
        numbers: Numbers,
        target: Option<Position>,
    ) -> Self {
        let moves = Vec::with_capacity(MOST_MOVES);
        let mut walk = Self { rules, moves, most: 1, found: Vec::new(), ended: Vec::new(), target };
        for numbers in orders(numbers) {
            walk.extend(&PlaySoFar::new(position, dice), &numbers);
        }
        walk
    }

    fn sequence(&self, so_far: &PlaySoFar) -> Sequence {
        Sequence { moves: self.moves.clone(), result: self.rules.finish(so_far) }
    }

    /// Adds all continuations with the numbers in this order.
    fn extend(&mut self, so_far: &PlaySoFar, numbers: &[u8]) {
        let length = self.moves.len();
        let is_it = self.target.is_none_or(|target| target == *so_far.now());
        if R::ENDS_AMID_TURN && length > 0 && self.rules.end(so_far.now(), None).is_some() {
            if is_it {
                self.longest(length);
                self.ended.push(self.sequence(so_far));
            }
            return;
        }
        let (is_end, most) = (numbers.is_empty(), self.most);
        let may_stop = match self.rules.obligation() {
            Obligation::Most => length >= most && self.rules.may_end(so_far).is_ok(),
            Obligation::EachInTurn => is_end && length > 0,
            Obligation::One => length > 0,
        };
        if may_stop && is_it {
            if self.rules.obligation() == Obligation::Most {
                self.longest(length);
            }
            self.found.push(self.sequence(so_far));
        }
        let [number, rest @ ..] = numbers else { return };
        let mut is_played = false;
        for from in (1..=BAR).rev() {
            if let Ok(step) = self.rules.step(so_far, from, *number) {
                is_played = true;
                let after = so_far.after::<R>(&step);
                let is_past = |target: Position| !can_come(after.now().own(), target.own());
                if !R::IS_RING && self.target.is_some_and(is_past) {
                    continue;
                }
                self.moves.push(step);
                self.extend(&after, rest);
                self.moves.pop();
            }
        }
        if self.rules.obligation() == Obligation::EachInTurn && !is_played {
            self.extend(so_far, rest);
        }
    }

    /// Drops shorter sequences if `length` numbers can be played.
    fn longest(&mut self, length: usize) {
        if length > self.most {
            self.found.clear();
            self.most = length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Position,
        games::{Game, distinct_results, with_rules},
        testing::{Random, every_form, random_game},
    };
    use std::collections::BTreeSet;

    /// Checks that the game's own generator, the distinct results of the steps, and the sequences
    /// agree.
    fn agree(game: Game) {
        let mut random = Random::new(1);
        // Test games with a generator of their own more thoroughly.
        let is_fast = matches!(game.usual(), Game::Backgammon | Game::PLAKOTO | Game::TAPA);
        let games = if is_fast { 20 } else { 1 };
        let games = (0..games).map(|_| random_game(game, &mut random));
        // Checkers in reserve have very many orders of plays.
        let step = if game.has_reserve() { 12 } else { 1 };
        for position in games.collect::<Vec<_>>().into_iter().flatten().step_by(step) {
            let dice = random.roll(game);
            let mut fast = Vec::new();
            let mut slow = Vec::new();
            let all = with_rules!(game, rules => {
                rules.generate(&position, dice, &mut fast);
                distinct_results(rules, &position, dice, &mut slow);
                list_sequences(rules, &position, dice)
            });
            let mut by_sequence: BTreeSet<Position> =
                all.into_iter().map(|sequence| sequence.result).collect();
            if by_sequence.is_empty() && game.has_stages() && game.end(&position, None).is_none() {
                by_sequence.insert(game.passed(&position, dice));
            }
            let sets = [fast, slow].map(|results| {
                let set: BTreeSet<Position> = results.iter().copied().collect();
                assert_eq!(set.len(), results.len(), "a play is made twice: {position} {dice}");
                set
            });
            assert_eq!(sets, [by_sequence.clone(), by_sequence], "{game} {position} {dice}");
        }
    }

    /// Checks that the sequences to a result are those of all sequences that lead to it, in the
    /// same order.
    fn lead_there(game: Game) {
        let mut random = Random::new(2);
        let step = if game.has_reserve() { 20 } else { 3 };
        for position in random_game(game, &mut random).into_iter().step_by(step) {
            let dice = random.roll(game);
            with_rules!(game, rules => {
                let all = list_sequences(rules, &position, dice);
                let results: BTreeSet<Position> =
                    all.iter().map(|sequence| sequence.result).collect();
                for result in results {
                    let there = list_sequences_to(rules, &position, dice, &result);
                    let slow = all.iter().filter(|sequence| sequence.result == result);
                    assert!(there.iter().eq(slow), "{game} {position} {dice} {result}");
                }
            });
        }
    }

    #[test]
    fn sequences_to_a_result_are_found_without_the_others() {
        every_form().for_each(lead_there);
    }

    #[test]
    fn what_is_generated_is_what_follows_from_the_steps() {
        every_form().for_each(agree);
    }
}
