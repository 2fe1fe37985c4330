//! Dead-cube windows of a position.

use sheshbesh_evaluator::{cube::MatchEquityTable, windows::Windows};
use sheshbesh_movegen::{BySide, Situation, Stakes, Win};
use sheshbesh_network::Probabilities;

/// Computes the dead-cube windows at the position's gammon rates.
pub fn dead_cube_windows(
    situation: &Situation,
    equities: &MatchEquityTable,
    p: &Probabilities,
) -> Windows {
    let share = |part: f32, whole: f32| if whole > 1e-6 { part / whole } else { 0.0 };
    let [single, gammon, backgammon] = situation.points_of_wins().map(f32::from);
    let gammons =
        BySide { on_roll: share(p.win_gammon, p.win), opponent: share(p.lose_gammon, p.lose()) };
    let gammons = gammons.map(|share| share * (gammon - single));
    let windows = match situation.away() {
        None => {
            let backgammons = BySide {
                on_roll: share(p.win_backgammon, p.win),
                opponent: share(p.lose_backgammon, p.lose()),
            };
            let points = gammons
                .zip(backgammons)
                .map(|(gammons, share)| single + gammons + share * (backgammon - gammon));
            let jacoby = matches!(situation.stakes, Stakes::Money { jacoby: true, .. });
            if jacoby && situation.cube.owner().is_none() {
                Windows::money_jacoby(points.on_roll, points.opponent)
            } else {
                Windows::money(points.on_roll, points.opponent)
            }
        }
        Some(away) => {
            let value = situation.cube.value() as i32;
            Windows::of_match(equities, away, value, situation.is_one_away(), gammons)
        }
    };
    let gammon_price = if counts_gammons(situation) { windows.gammon_price } else { 0.0 };
    Windows { gammon_price, ..windows }
}

/// True if a gammon is worth more than a single win.
pub fn counts_gammons(situation: &Situation) -> bool {
    situation.counted_by_outcomes().wins_that_count().contains(&Win::Gammon)
}
