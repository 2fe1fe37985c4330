//! Tests of each feature, against legal plays or on positions with an obvious value.

use super::{Pinning1, Pins1, global, one_side::OneSide, per_point};
use crate::inputs::{Inputs, board::ROLLS, escapes::Blocks};
use sheshbesh_movegen::{
    Checkers, Class, Dice, Game, POINTS, Plays, Position,
    testing::{Random, random_game},
};

const GAME: Game = Game::PLAKOTO;

/// Returns all features of a position.
fn all_features(position: &Position) -> [f32; Pinning1::FEATURES] {
    let mut features = [f32::NAN; Pinning1::FEATURES];
    Pinning1::write_features::<true>(position, &mut features);
    features
}

/// Returns the global features of a position.
fn global_features(position: &Position) -> [f32; Pinning1::GLOBAL_FEATURES] {
    let mut features = [f32::NAN; Pinning1::GLOBAL_FEATURES];
    Pinning1::write_features::<false>(position, &mut features);
    features
}

fn positions() -> impl Iterator<Item = Position> {
    let mut random = Random::new(3);
    let going_on = |position: &Position| GAME.class(position) != Class::Over;
    (0..30).flat_map(move |_| random_game(GAME, &mut random)).filter(going_on)
}

/// Returns a position with the other checkers of both sides borne off. Bits of `pins` mark points
/// of the player on roll, on which a lone checker of the opponent pins one of theirs.
fn position(own: &[(u8, u8)], opponent: &[(u8, u8)], pins: u32) -> Position {
    let counts = |points: &[(u8, u8)]| {
        let side = Checkers::from_points(points).with_rest_off(15);
        std::array::from_fn(|index| side.on(index as u8))
    };
    GAME.position_with_pins(&counts(own), &counts(opponent), pins).unwrap()
}

#[test]
fn features_are_numbers_of_moderate_size_and_seen_alike_by_both_sides() {
    let mut pinned = 0;
    for position in positions() {
        let (here, there) = (all_features(&position), all_features(&position.swapped()));
        assert!(here.iter().all(|x| x.is_finite() && x.abs() < 6.0), "{here:?}");
        let (dense, mostly_zero) = here.split_at(Pinning1::DENSE_FEATURES);
        let (other_dense, other_mostly_zero) = there.split_at(Pinning1::DENSE_FEATURES);
        assert_eq!(dense[..super::PER_SIDE], other_dense[super::PER_SIDE..]);
        assert_eq!(mostly_zero[..per_point::PER_POINT], other_mostly_zero[per_point::PER_POINT..]);
        let mut pins = [f32::NAN; Pins1::FEATURES];
        Pins1::write_features::<true>(&position, &mut pins);
        assert_eq!(pins[..POINTS as usize], mostly_zero[..per_point::PINNED]);
        let are_pinned = position.own().pinned().count_ones();
        pinned += are_pinned;
        assert_eq!(mostly_zero[..per_point::PINNED].iter().sum::<f32>(), are_pinned as f32);
    }
    assert!(pinned > 1000, "{pinned}");
}

#[test]
fn global_features_are_what_is_left_of_all() {
    for position in positions().step_by(7) {
        let (all, global) = (all_features(&position), global_features(&position));
        for side in 0..2 {
            let of_all = &all[side * super::PER_SIDE + super::FACTORISED..][..global::GLOBAL];
            assert_eq!(of_all, &global[side * global::GLOBAL..][..global::GLOBAL]);
        }
        assert_eq!(all[Pinning1::DENSE_FEATURES..], global[Pinning1::DENSE_GLOBAL_FEATURES..]);
    }
}

/// Compares the opponent's threats, as seen by masks, with legal plays. Masks ignore the rule that
/// both numbers must be played if possible.
#[test]
fn threats_agree_with_legal_plays() {
    let (mut seen, mut different, mut plays) = (0, 0, Plays::new(GAME));
    for position in positions() {
        let theirs = position.swapped();
        let blots = OneSide::both(&position)[0].blots();
        let pins = |result: &Position| result.own().pinned() & blots != 0;
        let rolls =
            Dice::ALL.iter().filter(|&&dice| plays.generate(&theirs, dice).iter().any(pins));
        let legal: u32 = rolls.map(|dice| dice.weight()).sum();
        let counted = all_features(&position)[super::FACTORISED + THREATS] * ROLLS;
        seen += 1;
        let difference = (counted - legal as f32).abs();
        different += i32::from(difference > 0.01);
        assert!(difference < 12.5, "{counted} but {legal}: {position}");
    }
    assert!(seen > 1500, "{seen}");
    assert!(different * 25 < seen, "{different} of {seen} differ");
}

const MOTHER: usize = 5;
const THREATS: usize = MOTHER + 6;
const PINS: usize = THREATS + 7;
const MOBILITY: usize = PINS + 11;
const BLOCKADE: usize = MOBILITY + 13;

#[test]
fn lost_rolls_agree_with_legal_plays() {
    const LOST: usize = MOBILITY + 6;
    let (mut some_lost, mut plays) = (0, Plays::new(GAME));
    for position in positions() {
        let lost = Dice::ALL.iter().filter(|&&dice| plays.generate(&position, dice).is_empty());
        let lost: u32 = lost.map(|dice| dice.weight()).sum();
        some_lost += i32::from(lost > 0);
        let counted = global_features(&position)[LOST] * ROLLS;
        assert!((counted - lost as f32).abs() < 1e-3, "{counted} but {lost}: {position}");
    }
    assert!(some_lost > 50, "{some_lost}");
}

#[test]
fn mothers() {
    let mother = |features: &[f32], number: usize| {
        features[number * global::GLOBAL + MOTHER..][..6].to_vec()
    };
    // The player's mother is alone, six pips in front of a lone checker of the opponent: 17 rolls.
    // The opponent still has checkers on their own start.
    let before = position(&[(24, 1), (5, 14)], &[(24, 2), (7, 1)], 0);
    let features = global_features(&before);
    assert_eq!(mother(&features, 0), [0.0, 1.0, 34.0 / 36.0, 0.0, 0.0, 0.0]);
    assert_eq!(mother(&features, 1), [0.0; 6]);
    // The opponent has left their start, and two of their checkers in front of the mother hold it.
    let left = position(&[(24, 1), (5, 14)], &[(7, 2)], 0);
    let held = 1.0 - Blocks::ahead_of(24, 1 << 7).escapes();
    let features = global_features(&left);
    assert_eq!(mother(&features, 0), [0.0, 1.0, 34.0 / 36.0, 34.0 / 36.0, held, 0.0]);
    assert_eq!(mother(&features, 1), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    // The player's mother is pinned. The game goes on until the opponent's mother, which is alone,
    // has left.
    let after = position(&[(24, 1), (5, 14)], &[(24, 1), (1, 2), (2, 12)], 0);
    let features = global_features(&after);
    assert_eq!(mother(&features, 0), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(mother(&features, 1)[..2], [0.0, 1.0]);
}

#[test]
fn pins_and_those_who_hold_them() {
    // The player's 20 is pinned by two checkers, their 6 by one. They pin the opponent's 22 on
    // their own 3 with one checker.
    let own = [(24, 3), (20, 1), (6, 1), (3, 1), (8, 9)];
    let board = position(&own, &[(5, 2), (19, 1), (22, 1), (10, 11)], 1 << 6);
    assert_eq!(board.own().pinned(), 1 << 20 | 1 << 6);
    assert_eq!(board.opponent().pinned(), 1 << 22);
    let pips = (3 * 24 + 9 * 8) as f32;
    let outside = (3 * 18 + 9 * 2) as f32;
    let features = global_features(&board);
    let pins = &features[PINS..][..11];
    let expected = [
        2.0 / 4.0,
        20.0 / 24.0,
        1.0 / 3.0,
        0.0,
        1.0,
        1.0 / 3.0,
        1.0 / 8.0,
        12.0 / 15.0,
        pips / 100.0,
        outside / 50.0,
        1.0 / 4.0,
    ];
    assert_eq!(pins, expected);
    // The opponent may not land on points with two checkers or a pin of the player.
    let holds = OneSide::both(&board)[0].holds;
    assert_eq!(holds, 1 << 24 | 1 << 8 | 1 << 3);
}

#[test]
fn a_row_before_the_opponents_start() {
    // The player's 2 to 7 are the opponent's 23 to 18; one of these points is a pin.
    let own = [(24, 4), (2, 2), (3, 1), (4, 2), (5, 2), (6, 2), (7, 2)];
    let board = position(&own, &[(24, 10), (22, 1), (12, 4)], 0);
    let features = global_features(&board);
    let blockade = &features[BLOCKADE..][..21];
    assert_eq!(blockade[0], 0.0, "from 24");
    assert_eq!(blockade[12], 0.0, "the least");
    // A row of six with its near end on 2 and ten checkers behind it.
    assert_eq!(blockade[13..19], [1.0, 1.0, 1.0, 1.0, 2.0 / 24.0, 10.0 / 15.0]);
    assert_eq!(blockade[19..21], [1.0, 6.0 / 6.0]);
    // All ten checkers on the opponent's start are held.
    let held = Pinning1::DENSE_GLOBAL_FEATURES + 2 * per_point::PER_POINT - per_point::HELD;
    assert_eq!(features[held], 10.0 / 4.0);
}
