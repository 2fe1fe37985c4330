//! The five probabilities of every answer.

use super::STRING;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Game, Win};
use sheshbesh_network::Probabilities;
use std::fmt::Write;

/// Fields of [`Probabilities`], for `#[serde(with = …)]`.
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

/// Formats wins and losses of a game in percent, one line each, with gammons and backgammons if the
/// game's rules have them.
pub fn wins_and_losses(game: Game, p: &Probabilities) -> String {
    let largest = game.largest_win();
    let sides = [
        ("wins", p.win, p.win_gammon, p.win_backgammon),
        ("loses", p.lose(), p.lose_gammon, p.lose_backgammon),
    ];
    let lines = sides.map(|(verb, all, gammon, backgammon)| {
        let mut line = format!("  {verb:5} {:6.2} %", 100.0 * all);
        for (name, win, p) in
            [("gammon", Win::Gammon, gammon), ("backgammon", Win::Backgammon, backgammon)]
        {
            if win <= largest {
                write!(line, "   {name} {:6.2} %", 100.0 * p).expect(STRING);
            }
        }
        line + "\n"
    });
    lines.concat()
}
