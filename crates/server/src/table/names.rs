//! Wire types for seats, wins and pairs.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen as movegen;
use utoipa::ToSchema;

/// A seat at the table. The local player sits at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Seat {
    Bottom,
    Top,
}

impl From<movegen::Seat> for Seat {
    fn from(seat: movegen::Seat) -> Self {
        match seat {
            movegen::Seat::Bottom => Self::Bottom,
            movegen::Seat::Top => Self::Top,
        }
    }
}

impl From<Seat> for movegen::Seat {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Bottom => Self::Bottom,
            Seat::Top => Self::Top,
        }
    }
}

/// Size of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Win {
    Single,
    Gammon,
    Backgammon,
}

impl From<movegen::Win> for Win {
    fn from(win: movegen::Win) -> Self {
        match win {
            movegen::Win::Single => Self::Single,
            movegen::Win::Gammon => Self::Gammon,
            movegen::Win::Backgammon => Self::Backgammon,
        }
    }
}

impl From<Win> for movegen::Win {
    fn from(win: Win) -> Self {
        match win {
            Win::Single => Self::Single,
            Win::Gammon => Self::Gammon,
            Win::Backgammon => Self::Backgammon,
        }
    }
}

/// A value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Both)]
pub(crate) struct PerSeat<T> {
    pub(crate) bottom: T,
    pub(crate) top: T,
}

impl<T> From<movegen::BySeat<T>> for PerSeat<T> {
    fn from(movegen::BySeat { bottom, top }: movegen::BySeat<T>) -> Self {
        Self { bottom, top }
    }
}

impl<T> From<PerSeat<T>> for movegen::BySeat<T> {
    fn from(PerSeat { bottom, top }: PerSeat<T>) -> Self {
        Self { bottom, top }
    }
}
