//! All ways to play a roll, checker by checker, for interfaces that build a play in steps.

use super::generate::Plays;
use crate::{
    board::{BAR, Dice, Position},
    games::{CheckerMove, Game, MOST_MOVES, PlaySoFar, Rules, with_rules},
};
use std::collections::{HashMap, HashSet};

/// The legal plays of a roll as a directed acyclic graph of boards; every maximal path from the
/// first board is a legal play. Equal boards with the same numbers left to play are one node.
///
/// ```
/// use sheshbesh_movegen::{Dice, Game, Plays, TurnTree};
/// let (game, dice) = (Game::Backgammon, Dice::new(3, 1).unwrap());
/// let tree = TurnTree::new(game, &game.start(), dice);
/// let plays = tree.boards().iter().filter(|board| board.is_whole()).count();
/// assert_eq!(plays, Plays::new(game).generate(&game.start(), dice).len());
/// // The larger number comes first, and the rearmost checkers.
/// let step = tree.boards()[0].steps[0];
/// assert_eq!((step.number, step.made.from, step.made.to), (3, 24, 21));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTree(Vec<TurnBoard>);

/// A board during a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnBoard {
    /// The position, from the view of the player who plays, whose turn it still is.
    pub position: Position,
    /// Possible steps, the larger number first, and for each number the rearmost checkers first.
    /// Empty if the turn is over.
    pub steps: Vec<TurnStep>,
    /// The result if the turn or its stage ends here, as the opponent sees it.
    result: Position,
    is_whole: bool,
}

/// One checker moved by one number of the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// The number played.
    pub number: u8,
    /// The move of the checker.
    pub made: CheckerMove,
    /// Index of the resulting board in [`TurnTree::boards`].
    pub leads_to: usize,
}

impl TurnBoard {
    /// True if the play that leads to this board is complete. It may still be continued if the
    /// rules do not require as many numbers as possible.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The result of the play that ends here, as the opponent sees it; see
    /// [`Plays::generate`](super::Plays::generate).
    pub const fn result(&self) -> Position {
        self.result
    }
}

impl TurnTree {
    /// Builds the graph of a roll. If the roll cannot be played, or the game is over, there is one
    /// board without steps.
    pub fn new(game: Game, position: &Position, dice: Dice) -> Self {
        let mut plays = Plays::new(game);
        let passed = game.passed(position, dice);
        let results: HashSet<Position> = plays.generate(position, dice).iter().copied().collect();
        if results.iter().all(|result| *result == passed) {
            let (steps, position) = (Vec::new(), position.bare());
            return Self(vec![TurnBoard { position, steps, result: passed, is_whole: true }]);
        }
        let all = with_rules!(game, rules => Walked::of(rules, position, dice));
        Self(all.legal(&results))
    }

    /// The boards: first the board before the turn, then the others in the order in which they can
    /// be reached. Steps lead to later boards.
    pub fn boards(&self) -> &[TurnBoard] {
        &self.0
    }
}

/// Numbers left to play, in descending order, followed by zeros.
type Numbers = [u8; MOST_MOVES];

/// A double that the player has still to choose.
const ANY_DOUBLE: Numbers = [u8::MAX; MOST_MOVES];

/// All boards that steps lead to, legal or not.
struct Walked(Vec<TurnBoard>);

impl Walked {
    fn of<R: Rules>(rules: R, position: &Position, dice: Dice) -> Self {
        let given = rules.numbers_at(position, dice);
        let mut numbers = [0; MOST_MOVES];
        if given.is_any_double() {
            numbers = ANY_DOUBLE;
        } else {
            numbers[..given.as_slice().len()].copy_from_slice(given.as_slice());
        }
        let start = PlaySoFar::new(position, dice);
        let board = |turn: &PlaySoFar| TurnBoard {
            position: *turn.now(),
            steps: Vec::new(),
            result: rules.finish(turn),
            is_whole: false,
        };
        let mut boards = vec![board(&start)];
        let mut front = vec![(start, numbers)];
        // All boards of one front have the same count of numbers played, so equal ones meet there.
        while !front.is_empty() {
            let first = boards.len() - front.len();
            let mut next = Vec::new();
            let mut indices: HashMap<(Position, Numbers), usize> = HashMap::new();
            for (here, (so_far, numbers)) in (first..).zip(&front) {
                if R::ENDS_AMID_TURN && rules.end(so_far.now(), None).is_some() {
                    continue;
                }
                for (number, left) in choices(*numbers) {
                    for from in (1..=BAR).rev() {
                        let Ok(made) = rules.step(so_far, from, number) else { continue };
                        let after = so_far.after::<R>(&made);
                        let leads_to = *indices.entry((*after.now(), left)).or_insert_with(|| {
                            boards.push(board(&after));
                            next.push((after, left));
                            boards.len() - 1
                        });
                        boards[here].steps.push(TurnStep { number, made, leads_to });
                    }
                }
            }
            front = next;
        }
        Self(boards)
    }

    /// Removes the steps after which none of the `results` can be reached, and the boards that
    /// become unreachable.
    fn legal(mut self, results: &HashSet<Position>) -> Vec<TurnBoard> {
        let boards = &mut self.0;
        // Steps lead to later boards, so start from the last.
        let mut leads_on = vec![false; boards.len()];
        for (index, board) in boards.iter_mut().enumerate().rev() {
            board.steps.retain(|step| leads_on[step.leads_to]);
            board.is_whole = index > 0 && results.contains(&board.result);
            leads_on[index] = !board.steps.is_empty() || board.is_whole;
        }
        let mut is_reached = vec![false; boards.len()];
        is_reached[0] = true;
        for (index, board) in boards.iter().enumerate() {
            if is_reached[index] {
                board.steps.iter().for_each(|step| is_reached[step.leads_to] = true);
            }
        }
        let mut new_indices = vec![0; boards.len()];
        let mut next_index = 0;
        for (new_index, reached) in new_indices.iter_mut().zip(&is_reached) {
            *new_index = next_index;
            next_index += usize::from(*reached);
        }
        let reached = self.0.into_iter().zip(is_reached).filter(|(_, is_reached)| *is_reached);
        let moved = reached.map(|(mut board, _)| {
            for step in &mut board.steps {
                step.leads_to = new_indices[step.leads_to];
            }
            board
        });
        moved.collect()
    }
}

/// Each distinct number, the larger first, with the numbers left after it.
fn choices(numbers: Numbers) -> Vec<(u8, Numbers)> {
    if numbers == ANY_DOUBLE {
        return (1..=6).rev().map(|number| (number, [number, number, number, 0])).collect();
    }
    let is_new =
        |&index: &usize| numbers[index] > 0 && (index == 0 || numbers[index - 1] != numbers[index]);
    let all = (0..numbers.len()).filter(is_new).map(|index| {
        let mut left = numbers;
        left[index..].rotate_left(1);
        left[MOST_MOVES - 1] = 0;
        (numbers[index], left)
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notation,
        plays::{Sequence, list_sequences},
        testing::{Random, every_form, random_game},
    };
    use std::collections::BTreeSet;

    /// Every path from the first board to a board with a complete play.
    fn list_ways(tree: &TurnTree) -> Vec<(Vec<CheckerMove>, Position)> {
        let mut ways = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((index, moves)) = open.pop() {
            let board = &tree.boards()[index];
            if board.is_whole() {
                ways.push((moves.clone(), board.result()));
            }
            for step in &board.steps {
                assert!(step.leads_to > index && step.leads_to < tree.boards().len());
                open.push((step.leads_to, [&moves[..], &[step.made]].concat()));
            }
        }
        ways
    }

    fn agrees(game: Game, games: u64) {
        let mut random = Random::new(9);
        let mut plays = Plays::new(game);
        let games: Vec<Position> =
            (0..games).flat_map(|_| random_game(game, &mut random)).collect();
        // Checkers in reserve have very many orders of plays.
        for position in games.into_iter().step_by(if game.has_reserve() { 12 } else { 1 }) {
            let dice = random.roll(game);
            let tree = TurnTree::new(game, &position, dice);
            let results: BTreeSet<Position> =
                plays.generate_or_pass(&position, dice).iter().copied().collect();
            let ways = list_ways(&tree);
            let ends: BTreeSet<Position> = ways.iter().map(|(_, end)| *end).collect();
            assert_eq!(ends, results, "{position} {dice}");
            // Every sequence that the rules allow is a path.
            let walked: BTreeSet<&Vec<CheckerMove>> = ways.iter().map(|(moves, _)| moves).collect();
            let all = with_rules!(game, rules => list_sequences(rules, &position, dice));
            for sequence in &all {
                assert!(walked.contains(&sequence.moves), "{position} {dice} {sequence:?}");
            }
            // Every other path leads to the same result as a sequence, with at most as many moves,
            // unless the player chooses between doubles.
            let by_rules: BTreeSet<&Vec<CheckerMove>> = all.iter().map(|s| &s.moves).collect();
            for (moves, end) in ways.iter().filter(|(moves, _)| !by_rules.contains(moves)) {
                let longer = |s: &&Sequence| s.result == *end;
                let same = all.iter().find(longer);
                let is_pass = all.is_empty() && moves.is_empty();
                let chooses = game.numbers(&position, dice).is_any_double();
                assert!(
                    is_pass || same.is_some_and(|s| s.moves.len() >= moves.len() || chooses),
                    "{position} {dice} {moves:?}"
                );
            }
            let mut seen = HashSet::new();
            for board in tree.boards().iter().filter(|board| board.is_whole()) {
                let text = notation::write(game, &position, dice, &board.result());
                assert!(text.is_some(), "{position} {dice}");
                seen.insert(board.position);
            }
            assert_eq!(seen.len(), results.len());
        }
    }

    #[test]
    fn its_ways_are_the_legal_plays() {
        every_form().for_each(|game| agrees(game, if game == game.usual() { 2 } else { 1 }));
    }

    #[test]
    fn the_larger_number_is_forced_by_the_steps_alone() {
        // One checker that can play either number, and then nothing more.
        let mut own = [0; 26];
        let mut other = [0; 26];
        (own[24], own[0]) = (1, 14);
        (other[25 - 13], other[0]) = (2, 13);
        let position = Game::Backgammon.position(&own, &other).unwrap();
        let tree = TurnTree::new(Game::Backgammon, &position, Dice::new(6, 5).unwrap());
        let steps: Vec<u8> = tree.boards()[0].steps.iter().map(|step| step.number).collect();
        assert_eq!((steps, tree.boards().len()), (vec![6], 2));
    }

    #[test]
    fn nothing_to_play_is_one_board() {
        let over = [[0; 26], [0; 26]].map(|mut side: [u8; 26]| {
            side[0] = 15;
            side
        });
        let mut start = [0; 26];
        start[1] = 15;
        let position = Game::Backgammon.position(&over[0], &start).unwrap();
        let tree = TurnTree::new(Game::Backgammon, &position, Dice::new(6, 5).unwrap());
        assert_eq!(tree.boards().len(), 1);
        assert!(tree.boards()[0].is_whole());
    }
}
