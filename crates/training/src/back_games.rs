//! Back games made up at random, to learn what self-play seldom meets.

use rand::RngExt;
use sheshbesh_arena::random::GameRng;
use sheshbesh_movegen::{Checkers, HOME, POINTS, Position, Variant};

/// Checkers that the defender may have on its anchors and behind.
const MOST_BACK: u8 = 7;
/// The attacker's checkers stand up to here, most of them past the anchors.
const FARTHEST_ATTACKER: u8 = 15;
/// The defender's other checkers stand up to here.
const FARTHEST_DEFENDER: u8 = 13;

/// A position in which one side holds two or three anchors in the other's home board and little
/// else behind, and the other is on its way home. Either is on roll. All else is left to chance.
pub(crate) fn random(variant: Variant, rng: &mut GameRng) -> Position {
    let checkers = variant.checkers();
    let mut defender = Checkers::NONE;
    // Anchors are points of the attacker's home board, 1 to 6.
    let mut anchors = Vec::new();
    let wanted = if rng.random_bool(0.25) { 3 } else { 2 };
    while anchors.len() < wanted {
        let anchor = rng.random_range(1..=HOME);
        if !anchors.contains(&anchor) {
            anchors.push(anchor);
        }
    }
    for anchor in &anchors {
        defender = defender.with(POINTS + 1 - anchor, 2);
    }
    let back = rng.random_range(2 * anchors.len() as u8..=MOST_BACK.max(2 * anchors.len() as u8));
    while defender.total() < back {
        let anchor = anchors[rng.random_range(0..anchors.len())];
        defender = defender.with(POINTS + 1 - anchor, 1);
    }
    while defender.total() < checkers {
        // Twos make points; a checker alone is a blot or a builder.
        let count = rng.random_range(1..=2).min(checkers - defender.total());
        defender = defender.with(rng.random_range(1..=FARTHEST_DEFENDER), count);
    }
    let mut attacker = Checkers::NONE;
    while attacker.total() < checkers {
        let count = rng.random_range(1..=3).min(checkers - attacker.total());
        let index = rng.random_range(1..=FARTHEST_ATTACKER);
        if defender.on(POINTS + 1 - index) == 0 {
            attacker = attacker.with(index, count);
        }
    }
    if rng.random_bool(0.5) {
        Position::from_sides(defender, attacker)
    } else {
        Position::from_sides(attacker, defender)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_arena::random::game_rng;
    use sheshbesh_movegen::Class;

    #[test]
    fn they_are_valid_and_have_contact() {
        for game in 0..2000 {
            let position = random(Variant::Backgammon, &mut game_rng(1, game));
            let [own, opponent] = [position.own(), position.opponent()]
                .map(|side| std::array::from_fn(|index| side.on(index as u8)));
            let valid = Position::new(&own, &opponent, Variant::Backgammon);
            assert_eq!(valid, Ok(position));
            assert_eq!(position.class(), Class::Contact);
        }
    }
}
