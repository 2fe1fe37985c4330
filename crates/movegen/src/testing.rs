//! Chance for tests and benchmarks: the same on any machine, with no quality to speak of.
//!
//! Games that count draw their dice elsewhere.

use crate::{dice::Dice, game::Game, players::Side, plays::Plays, position::Position};

/// A linear congruential generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers that follow from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `n` - 1.
    pub const fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// A roll, each of the 21 as likely.
    pub const fn dice(&mut self) -> Dice {
        Dice::ALL[self.below(Dice::ALL.len())]
    }
}

/// The positions of a game in which every play is as likely, from the start to the end.
///
/// ```
/// use sheshbesh_movegen::{Class, Game, testing};
/// let game = testing::random_game(Game::Backgammon, &mut testing::Random::new(1));
/// assert_eq!(game.first(), Some(&Game::Backgammon.start()));
/// assert_eq!(game.last().map(|last| Game::Backgammon.class(last)), Some(Class::Over));
/// ```
pub fn random_game(game: Game, random: &mut Random) -> Vec<Position> {
    let mut plays = Plays::new(game);
    let mut positions = vec![game.start()];
    let mut position = game.start();
    while game.end(&position, None).is_none() {
        let dice = random.dice();
        let results = plays.generate_or_pass(&position, dice);
        let result = results[random.below(results.len())];
        position = match game.next_to_roll(&position, dice, &result) {
            Side::Opponent => result,
            Side::OnRoll => result.swapped(),
        };
        positions.push(position);
    }
    positions
}
