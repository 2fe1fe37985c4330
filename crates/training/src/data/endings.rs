//! Endings made up at random, for games in which self-play seldom comes to them.

use rand::RngExt;
use sheshbesh_movegen::{Checkers, Game, HOME, POINTS, Position, random::GameRng};

/// A side has at most so many checkers left.
const MOST_CHECKERS: u8 = 8;
/// How often a side has all of them at home.
const AT_HOME: f64 = 0.7;

/// A position in which either side has borne off all but one to eight checkers. Where they stand
/// is left to chance: at home as a rule, and anywhere else, in contact or past it.
pub(crate) fn random(game: Game, rng: &mut GameRng) -> Position {
    let own = side(game, Checkers::NONE, rng);
    let opponent = side(game, own, rng);
    let [own, opponent] = [own, opponent].map(|side| side.with_rest_off(game.checkers()));
    Position::from_sides_unchecked(own, opponent)
}

/// Checkers of one side on points that the other's leave free.
fn side(game: Game, other: Checkers, rng: &mut GameRng) -> Checkers {
    let total = rng.random_range(1..=MOST_CHECKERS.min(game.checkers()));
    let farthest = if rng.random_bool(AT_HOME) { HOME } else { POINTS };
    let mut checkers = Checkers::NONE;
    while checkers.total() < total {
        let index = rng.random_range(1..=farthest);
        if other.on(POINTS + 1 - index) == 0 {
            checkers = checkers.with_unchecked(index, 1);
        } else if other.total() >= HOME && farthest == HOME {
            // Should the other side hold the whole board at home, there is room beyond it.
            return side(game, other, rng);
        }
    }
    checkers
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Class, random::game_rng};

    #[test]
    fn they_are_valid_and_of_every_class() {
        for game in [Game::Backgammon, Game::Misere, Game::Hypergammon] {
            let classes: Vec<Class> = (0..2000)
                .map(|number| {
                    let position = random(game, &mut game_rng(1, number));
                    let [own, opponent] = [position.own(), position.opponent()]
                        .map(|side| std::array::from_fn(|index| side.on(index as u8)));
                    assert_eq!(game.position(&own, &opponent), Ok(position));
                    assert!(game.end(&position, None).is_none());
                    game.class(&position)
                })
                .collect();
            let contact = classes.iter().filter(|class| **class == Class::Contact).count();
            assert!((200..1500).contains(&contact), "{contact} of {game}");
        }
    }
}
