//! Random endings, for games in which self-play rarely reaches an ending.

use rand::RngExt;
use sheshbesh_movegen::{Checkers, Game, HOME, POINTS, Position, random::GameRng};

/// Maximum number of checkers left on a side.
const MOST_CHECKERS: u8 = 8;
/// Probability that all checkers of a side are at home.
const AT_HOME: f64 = 0.7;

/// A position with one to eight checkers left on each side. Their points are random: usually at
/// home, otherwise anywhere, with or without contact.
pub(crate) fn random(game: Game, rng: &mut GameRng) -> Position {
    let own = side(game, Checkers::NONE, rng);
    let opponent = side(game, own, rng);
    let [own, opponent] = [own, opponent].map(|side| side.with_rest_off(game.checkers()));
    Position::from_sides_unchecked(own, opponent)
}

/// Places checkers of one side on points that the other side does not occupy.
fn side(game: Game, other: Checkers, rng: &mut GameRng) -> Checkers {
    let total = rng.random_range(1..=MOST_CHECKERS.min(game.checkers()));
    let farthest = if rng.random_bool(AT_HOME) { HOME } else { POINTS };
    let mut checkers = Checkers::NONE;
    while checkers.total() < total {
        let index = rng.random_range(1..=farthest);
        if other.on(POINTS + 1 - index) == 0 {
            checkers = checkers.with_unchecked(index, 1);
        } else if other.total() >= HOME && farthest == HOME {
            // The other side may occupy the whole home board. Then only a new draw with points
            // beyond it can succeed.
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
