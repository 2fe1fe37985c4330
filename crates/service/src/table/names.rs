//! Wire type of pairs.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::BySeat;
use utoipa::ToSchema;

/// A value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Both)]
pub(crate) struct PerSeat<T> {
    pub(crate) bottom: T,
    pub(crate) top: T,
}

impl<T> From<BySeat<T>> for PerSeat<T> {
    fn from(BySeat { bottom, top }: BySeat<T>) -> Self {
        Self { bottom, top }
    }
}

impl<T> From<PerSeat<T>> for BySeat<T> {
    fn from(PerSeat { bottom, top }: PerSeat<T>) -> Self {
        Self { bottom, top }
    }
}
