//! The sparse first layer: rows to look up, and rows to multiply.
//!
//! The first layer's point units and factorised features depend on one index and one count each.
//! Factorised features are merged into the point units, as NNUE trainers merge factorised inputs
//! after training, and the combined contribution is looked up: there is one row for each side,
//! index and count, with a number for each unit of the first hidden layer.

use crate::{inputs::Inputs, net::Layer};
use sheshbesh_movegen::{BAR, Checkers, Position, Side};

pub(super) const SIDES: usize = 2;
/// Number of indices that a side has room for. Every index in a position therefore has a row.
pub(super) const INDICES: usize = 32;
/// Number of counts, 0 to 15, that fit into a position.
pub(super) const COUNTS: usize = 16;

/// The base for positions that have nothing in common.
pub(super) const EMPTY: Position = Position::from_sides_unchecked(Checkers::NONE, Checkers::NONE);

/// Returns a table whose row (side × 32 + index) × 16 + count holds the contribution of `count`
/// checkers to each unit, through point units and factorised features.
pub(super) fn points_table<I: Inputs>(first: &Layer) -> Vec<f32> {
    let width = first.outputs();
    let mut points = vec![0.0; SIDES * INDICES * COUNTS * width];
    for side in [Side::OnRoll, Side::Opponent] {
        for index in 0..=BAR {
            for count in 1..COUNTS {
                let row = (side as usize * INDICES + index as usize) * COUNTS + count;
                let row = &mut points[row * width..][..width];
                let mut add = |input: usize, value: f32| {
                    let weights = &first.weights[input * width..][..width];
                    for (sum, weight) in row.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                };
                I::point_units(side, index, count as u8, &mut add);
                I::factorised(side, index, count as u8, |feature, value| {
                    add(I::POINT_UNITS + feature, value);
                });
            }
        }
    }
    points
}

/// Returns the first layer's rows of weights for the global features, one after the other.
pub(super) fn global_weights<I: Inputs>(first: &Layer) -> Vec<f32> {
    let rows = first.weights.chunks_exact(first.outputs()).skip(I::POINT_UNITS).enumerate();
    rows.filter(|&(feature, _)| !I::is_factorised(feature))
        .flat_map(|(_, row)| row)
        .copied()
        .collect()
}
