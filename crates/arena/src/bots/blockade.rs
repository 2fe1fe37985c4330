//! `blockade`: plays Fevga and its kin for position.
//!
//! Both sides are judged by the same terms, and what counts is the difference: how well the checkers
//! that have still to pass are held, by rows of points and by single ones; what is on the head; how
//! many points are held, and where; the race, which counts for more the less there is in the way. Terms
//! and weights are this project's own.

use super::road::{Road, Traveller};
use crate::player::Turn;
use sheshbesh_movegen::{HOME, POINTS, Position};

const HOME_POINTS: usize = HOME as usize;
const HEAD: usize = POINTS as usize;
/// The point of the other's start.
const OTHER_HEAD: usize = HEAD / 2;

pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    let Road { own, opponent } = Road::after(turn.game, result);
    if own.off() == 15 {
        return f32::INFINITY;
    }
    // From all that are in each other's way to a pure race.
    let on_the_way = |side: &Traveller| f32::from(side.among(OTHER_HEAD + 1..=HEAD)) / 15.0;
    let contact = (on_the_way(&own) + on_the_way(&opponent)).min(1.0);
    let race = |side: &Traveller| 0.6 * f32::from(side.off()) - side.pips / 12.0 - waste(side);
    (1.0 - 0.6 * contact) * (race(&own) - race(&opponent)) + place(&own)
        - place(&opponent)
        - held(&own)
        + held(&opponent)
}

/// What has been wasted, or has still to be brought home.
fn waste(side: &Traveller) -> f32 {
    let low = 0.15 * f32::from(side.counts[1]) + 0.08 * f32::from(side.counts[2]);
    low + 0.03 * f32::from(side.among(HOME_POINTS + 1..=HEAD))
}

/// Points held, the head, and stacks.
fn place(side: &Traveller) -> f32 {
    if side.is_through() {
        return 0.0;
    }
    let points = 0.10 * side.points(1..=HOME_POINTS) as f32
        + 0.35 * side.points(HOME_POINTS + 1..=OTHER_HEAD) as f32
        + 0.25 * side.points(OTHER_HEAD + 1..=HEAD - 1) as f32;
    let stacks: f32 =
        (1..HEAD).map(|point| f32::from(side.counts[point].saturating_sub(2)).powf(1.5)).sum();
    points - 0.06 * stacks - 0.16 * f32::from(side.counts[HEAD])
}

/// What it costs a side that its checkers cannot go as they like: for each the share of rolls of which
/// it can play neither number, and something for each number; those that stand together behind one row
/// all suffer from it.
fn held(side: &Traveller) -> f32 {
    (OTHER_HEAD + 1..=HEAD)
        .filter(|&point| side.counts[point] > 0)
        .map(|point| {
            let blocked = side.blocked(point) as f32 / 6.0;
            let count = f32::from(side.counts[point]).min(8.0);
            count.sqrt() * (0.5 * blocked + 2.5 * blocked.powi(4))
        })
        .sum()
}
