//! The distinct legal plays of a roll.

use crate::{
    board::{Dice, Position},
    games::{Game, Rules, with_rules},
};

/// A reusable list of the distinct legal plays of a roll.
///
/// The list keeps its memory between calls: nothing is allocated once it has grown.
#[derive(Clone, Debug)]
pub struct Plays {
    game: Game,
    results: Vec<Position>,
}

/// Initial capacity: more plays than most rolls have. The list grows if necessary.
const INITIAL_CAPACITY: usize = 1024;

impl Plays {
    /// An empty list of plays of a game.
    pub fn new(game: Game) -> Self {
        Self { game, results: Vec::with_capacity(INITIAL_CAPACITY) }
    }

    /// The game of the plays.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// Generates the resulting positions of all distinct legal plays, each seen by the opponent,
    /// who is then on roll.
    ///
    /// Plays that lead to the same position are one play. The list is empty if the roll cannot be
    /// played, and if the game is over.
    #[inline]
    pub fn generate(&mut self, position: &Position, dice: Dice) -> &[Position] {
        self.results.clear();
        with_rules!(self.game, rules => rules.generate(position, dice, &mut self.results));
        &self.results
    }

    /// Like [`Plays::generate`], but a roll that cannot be played has one result: the turn passed.
    pub fn generate_or_pass(&mut self, position: &Position, dice: Dice) -> &[Position] {
        if self.generate(position, dice).is_empty() {
            self.results.push(position.swapped());
        }
        &self.results
    }

    /// The results of the last call.
    pub fn results(&self) -> &[Position] {
        &self.results
    }
}

/// Adds the distinct legal plays of every roll to `results`, in the order of [`Game::rolls`], as
/// [`Plays::generate_or_pass`] gives them. `ends` gets the end index of each roll's results.
///
/// This is faster than one roll after another.
///
/// ```
/// use sheshbesh_movegen::{Dice, Game, generate_rolls};
/// let game = Game::Backgammon;
/// let (mut results, mut ends) = (Vec::new(), Vec::new());
/// generate_rolls(game, &game.start(), &mut results, &mut ends);
/// let ace_ace = &results[..ends[0]];
/// let two_ace = &results[ends[0]..ends[1]];
/// assert_eq!((ace_ace.len(), two_ace.len()), (42, 15));
/// ```
pub fn generate_rolls(
    game: Game,
    position: &Position,
    results: &mut Vec<Position>,
    ends: &mut Vec<usize>,
) {
    with_rules!(game, rules => rules.generate_rolls(position, results, ends));
}
