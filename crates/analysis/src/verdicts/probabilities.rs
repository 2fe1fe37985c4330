//! The five probabilities, as every answer has them.

use serde::{Deserialize, Serialize};
use sheshbesh_network::Probabilities;

/// The fields of [`Probabilities`], for `#[serde(with = …)]`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Probabilities))]
#[serde(remote = "Probabilities")]
pub(crate) struct Fields {
    win: f32,
    win_gammon: f32,
    win_backgammon: f32,
    lose_gammon: f32,
    lose_backgammon: f32,
}

/// Wins and losses in percent, a line each.
pub fn wins_and_losses(p: &Probabilities) -> String {
    let sides = [
        ("wins", p.win, p.win_gammon, p.win_backgammon),
        ("loses", p.lose(), p.lose_gammon, p.lose_backgammon),
    ];
    let lines = sides.map(|(verb, all, gammon, backgammon)| {
        let [all, gammon, backgammon] = [all, gammon, backgammon].map(|p| 100.0 * p);
        format!("  {verb:5} {all:6.2} %   gammon {gammon:6.2} %   backgammon {backgammon:6.2} %\n")
    });
    lines.concat()
}
