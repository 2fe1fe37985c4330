//! Stakes in words.

use sheshbesh_movegen::{BySide, Side, Situation, Stakes};

/// Describes the stakes, such as `2-4 in a match to 7, own cube on 2`. Games without a cube mention
/// none.
pub fn stakes_words(situation: &Situation) -> String {
    let has_cube = situation.game.has_cube();
    let cube = match situation.cube.owner() {
        _ if !has_cube => String::new(),
        None if situation.cube.exponent() == 0 => ", centred cube".to_owned(),
        None => format!(", centred cube on {}", situation.cube.value()),
        Some(Side::OnRoll) => format!(", own cube on {}", situation.cube.value()),
        Some(Side::Opponent) => format!(", opponent's cube on {}", situation.cube.value()),
    };
    let scoring = situation.scoring.map(|scoring| format!(", scored {scoring}"));
    let scoring = scoring.unwrap_or_default();
    match situation.stakes {
        Stakes::Money { jacoby, beavers } => {
            let jacoby = if jacoby && has_cube { ", Jacoby" } else { "" };
            let beavers = if beavers && has_cube { ", beavers" } else { "" };
            format!("money game{jacoby}{beavers}{scoring}{cube}")
        }
        Stakes::Match { length, crawford } => {
            let BySide { on_roll: own, opponent: other } = situation.score;
            let crawford = if crawford { ", Crawford game" } else { "" };
            format!("{own}-{other} in a match to {length}{crawford}{scoring}{cube}")
        }
    }
}
