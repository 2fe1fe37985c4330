//! Wins and losses in percent.

use sheshbesh_movegen::{Game, Win};
use sheshbesh_network::Probabilities;

/// Formats wins and losses of a game in percent, one line each, with gammons and backgammons if the
/// game's rules have them.
pub fn wins_and_losses(game: Game, p: &Probabilities) -> String {
    let kinds = game.kinds_of_wins();
    let sides = [
        ("wins", p.win, p.win_gammon, p.win_backgammon),
        ("loses", p.lose(), p.lose_gammon, p.lose_backgammon),
    ];
    let lines = sides.map(|(verb, all, gammon, backgammon)| {
        let mut line = format!("  {verb:5} {:6.2} %", 100.0 * all);
        for (name, win, p) in
            [("gammon", Win::Gammon, gammon), ("backgammon", Win::Backgammon, backgammon)]
        {
            if kinds.contains(&win) {
                push!(line, "   {name} {:6.2} %", 100.0 * p);
            }
        }
        line + "\n"
    });
    lines.concat()
}
