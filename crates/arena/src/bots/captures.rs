//! The part of `pipcount` that plays games of captures, in which nobody races.

use sheshbesh_movegen::{Checkers, OFF, POINTS, Position};

/// Numbers that count in a mixed roll of these games.
const COUNTING: [u8; 2] = [1, 6];

/// Score of a result: captures first, then as few checkers as possible within reach of the
/// opponent, then as many opposing ones within reach. Both sides number the points alike.
pub(super) fn score(result: &Position) -> f32 {
    let (own, opponent) = (result.opponent(), result.own());
    let reached = |targets: Checkers, hitters: Checkers| {
        let within = |point: u8, steps: u8| (point + steps - 1) % POINTS + 1;
        let is_reached = |point: u8| COUNTING.iter().any(|&n| hitters.on(within(point, n)) > 0);
        (1..=POINTS).filter(|&point| targets.on(point) > 0 && is_reached(point)).count()
    };
    let captured = f32::from(opponent.on(OFF)) - f32::from(own.on(OFF));
    100.0 * captured - 10.0 * reached(own, opponent) as f32 + reached(opponent, own) as f32
}
