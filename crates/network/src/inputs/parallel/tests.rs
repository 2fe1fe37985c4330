//! Tests of the features, against legal plays or on positions with an obvious value.

use super::{
    HELD, PER_SIDE, Parallel1,
    global::{GLOBAL, PASSED},
};
use crate::inputs::{Inputs, board::ROLLS, escapes::Blocks};
use sheshbesh_movegen::{
    Checkers, Class, Dice, Game, HOME, POINTS, Plays, Position,
    testing::{Random, random_game},
};

/// Returns the global features of both sides.
fn global_features(position: &Position) -> [f32; Parallel1::GLOBAL_FEATURES] {
    let mut features = [f32::NAN; Parallel1::GLOBAL_FEATURES];
    Parallel1::write_features::<false>(position, &mut features);
    features
}

fn side(points: &[(u8, u8)]) -> Checkers {
    Checkers::from_points(points).with_rest_off(15)
}

fn positions() -> impl Iterator<Item = Position> {
    let mut random = Random::new(3);
    (0..30).flat_map(move |_| random_game(Game::FEVGA, &mut random))
}

#[test]
fn features_are_numbers_of_moderate_size_and_seen_alike_by_both_sides() {
    for position in positions() {
        let all = |position: &Position| {
            let mut features = [f32::NAN; Parallel1::FEATURES];
            Parallel1::write_features::<true>(position, &mut features);
            features
        };
        let (here, there) = (all(&position), all(&position.swapped()));
        assert!(here.iter().all(|x| x.is_finite() && x.abs() < 6.0), "{here:?}");
        assert_eq!(here[..PER_SIDE], there[PER_SIDE..2 * PER_SIDE]);
        let held = |features: &[f32], number: usize| {
            features[2 * PER_SIDE + number * HELD..][..HELD].to_vec()
        };
        assert_eq!(held(&here, 0), held(&there, 1));
    }
}

/// If the rules on runner and start quarter forbid nothing, a whole roll is lost exactly if
/// none of its numbers can be played first.
#[test]
fn lost_rolls_agree_with_legal_plays() {
    const LOST: usize = 10;
    let mut plays = Plays::new(Game::FEVGA);
    let (mut seen, mut some_lost) = (0, 0);
    for position in positions() {
        let own = position.own();
        let in_start_quarter = own.occupied() >> (POINTS - HOME + 1) & 0x3f;
        let is_free = own.occupied() & (PASSED | 1) != 0 && in_start_quarter.count_ones() < 4;
        if !is_free || Game::FEVGA.class(&position) == Class::Over {
            continue;
        }
        let lost = Dice::ALL.iter().filter(|&&d| plays.generate(&position, d).is_empty());
        let lost: u32 = lost.map(|dice| dice.weight()).sum();
        seen += 1;
        some_lost += i32::from(lost > 0);
        let counted = global_features(&position)[LOST] * ROLLS;
        assert!((counted - lost as f32).abs() < 1e-3, "{counted} but {lost}: {position:?}");
    }
    assert!(seen > 1000 && some_lost > 100, "{seen} {some_lost}");
}

#[test]
fn a_row_before_the_opponents_head() {
    const CONTAINMENT: usize = 15;
    const ROW: usize = CONTAINMENT + 13;
    // The player's 11 to 6 are the opponent's 23 to 18: no checker leaves the opponent's head.
    let own = side(&[(24, 5), (11, 2), (10, 2), (9, 2), (8, 2), (7, 1), (6, 1)]);
    let opponent = side(&[(24, 13), (9, 1), (1, 1)]);
    let features = global_features(&Position::from_sides_unchecked(own, opponent));
    assert_eq!(features[CONTAINMENT], 0.0, "from 24");
    // Past the row, only the player's own head, the opponent's 12, remains.
    let past = Blocks::ahead_of(17, 1 << (25 - 12));
    assert_eq!(features[CONTAINMENT + 7], past.escapes(), "from 17");
    assert_eq!(features[CONTAINMENT + 12], 0.0, "the least");
    // A row of six that ends on the opponent's 18, with thirteen checkers behind it.
    let row = &features[ROW..ROW + 6];
    assert_eq!(row, [1.0, 1.0, 1.0, 1.0, 18.0 / 24.0, 13.0 / 15.0]);
    // All thirteen checkers on the opponent's head are held.
    assert_eq!(features[2 * GLOBAL + HELD], 13.0 / 4.0);
    // In front of the player's own head are the opponent's 9 and 1, the player's 21 and 13, and
    // then the opponent's head.
    let own_head = Blocks::ahead_of(24, 1 << (25 - 21) | 1 << (25 - 13) | 1 << (25 - 12));
    assert_eq!(features[2 * GLOBAL], 5.0 / 4.0 * (1.0 - own_head.escapes()));
}
