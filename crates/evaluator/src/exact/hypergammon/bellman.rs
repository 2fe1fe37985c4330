//! Recurrence: the value of a position from those of all positions that one roll leads to.
//!
//! Let i' and j' be the placements of the player and of the opponent after a play; the opponent is
//! on roll then. With the best play of each roll for each of the values,
//!
//! - cubeless: E(i, j) = mean over rolls of max −E(j', i'). The outcomes are those of that play;
//!   among equally good plays, those of the one that loses the fewest games;
//! - the opponent owns the cube: X(i, j) = mean of max −O(j', i');
//! - the player owns it: O(i, j) = max(mean of max −X(j', i'), double);
//! - it is centred: C(i, j) = max(mean of max −C(j', i'), double);
//!
//! where double = min(1, 2 X(i, j)): the opponent passes, or takes and owns the cube at twice the
//! stakes. There are no beavers, and the number of cube turns is unlimited. Under the Jacoby rule,
//! a game that ends with a centred cube is worth one point; otherwise that rule changes nothing.

use super::{
    moves::{Moves, Play},
    values::{CENTRED, CUBES, JACOBY, OPPONENTS, OUTCOMES, OWNED, Value, Values},
};
use sheshbesh_movegen::Dice;

/// Cube owner from the opponent's view, for each cube owner from the player's view.
const SWAPPED: [usize; CUBES] = [CENTRED, JACOBY, OPPONENTS, OWNED];

/// Plays whose cubeless equities differ by no more than this are equally good. The play chosen
/// among them is the one with the fewest wins of the opponent, and among those the fewest gammons.
const EQUALLY_GOOD: f32 = 1e-6;
/// Weight of gammons in that choice. It is small, so that wins come first; different outcomes
/// hardly ever tie.
const GAMMONS: f32 = 0.07;

/// Value of a position without a double before this roll, from the current values of the positions
/// after it. `count` is the number of placements.
pub(super) fn after_rolling(
    moves: &Moves,
    values: &Values,
    count: usize,
    [own, opponent]: [usize; 2],
) -> Value {
    let mut outcomes = [0.0f64; OUTCOMES];
    let (mut cube, mut cubeless) = ([0.0f64; CUBES], 0.0f64);
    for (dice, plays) in Dice::ALL.into_iter().zip(moves.rolls(own, opponent)) {
        // The values after a play are the opponent's, so the lowest is best.
        let mut least_cube = [f32::INFINITY; CUBES];
        let mut least = f32::INFINITY;
        let after =
            |play: &Play| moves.opponent_after(opponent, *play) * count + usize::from(play.to);
        for index in plays.iter().map(after) {
            for (least, value) in least_cube.iter_mut().zip(values.cube(index)) {
                *least = if value < least { *value } else { *least };
            }
            let cubeless = values.cubeless(index);
            least = if cubeless < least { cubeless } else { least };
        }
        // Otherwise rounding would select a different one of the equally good plays in each sweep.
        let mut chosen = (f32::INFINITY, 0);
        for index in plays.iter().map(after) {
            if values.cubeless(index) <= least + EQUALLY_GOOD {
                let [win, win_gammon, ..] = values.outcomes(index);
                let against = win + GAMMONS * win_gammon;
                if against < chosen.0 {
                    chosen = (against, index);
                }
            }
        }
        let weight = dice.probability();
        cubeless -= weight * f64::from(least);
        let [win, wg, wb, lg, lb] = values.outcomes(chosen.1).map(f64::from);
        for (sum, of_roll) in outcomes.iter_mut().zip([1.0 - win, lg, lb, wg, wb]) {
            *sum += weight * of_roll;
        }
        for (sum, owner) in cube.iter_mut().zip(SWAPPED) {
            *sum -= weight * f64::from(least_cube[owner]);
        }
    }
    Value {
        outcomes: outcomes.map(|sum| sum as f32),
        cube: cube.map(|sum| sum as f32),
        cubeless: cubeless as f32,
    }
}

/// Value of a position to a player who may double first.
pub(super) fn before_doubling(rolled: &Value) -> Value {
    let double = (2.0 * rolled.cube[OPPONENTS]).min(1.0);
    let mut value = *rolled;
    for owner in [CENTRED, JACOBY, OWNED] {
        value.cube[owner] = value.cube[owner].max(double);
    }
    value
}
