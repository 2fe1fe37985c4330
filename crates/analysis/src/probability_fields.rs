//! JSON form of the five cubeless probabilities.

use serde::{Deserialize, Serialize};
use sheshbesh_network::Probabilities;

/// Fields of [`Probabilities`], for `#[serde(with = …)]`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Probabilities))]
#[serde(remote = "Probabilities")]
pub struct ProbabilityFields {
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
}
