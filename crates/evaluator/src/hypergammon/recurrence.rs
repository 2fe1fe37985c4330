//! What the worth of a position follows from: that of all positions that one roll leads to.
//!
//! Let i' and j' be where a play leaves the player's and the opponent's checkers, who is on roll
//! then, and let every roll be played as is best for what is asked:
//!
//! - cubeless: E(i, j) = mean over rolls of max −E(j', i'), the outcomes being those of that play, and
//!   of equally good ones of the one that loses fewest games;
//! - the opponent owns the cube: X(i, j) = mean of max −O(j', i');
//! - the player owns it: O(i, j) = max(mean of max −X(j', i'), double);
//! - it is centred: C(i, j) = max(mean of max −C(j', i'), double);
//!
//! where double = min(1, 2 X(i, j)): the opponent passes, or takes and owns the cube at twice the
//! stakes. There are no beavers, and the cube can be turned for ever. A game that ends with a
//! centred cube by Jacoby's rule is worth one point; otherwise all is the same with that rule.

use super::{
    moves::{Moves, Play},
    values::{CENTRED, CUBES, JACOBY, OPPONENTS, OUTCOMES, OWNED, Value, Values},
};
use sheshbesh_movegen::Dice;

/// Where the cube is for the opponent when it is there for the player.
const SWAPPED: [usize; CUBES] = [CENTRED, JACOBY, OPPONENTS, OWNED];

/// Plays whose cubeless equities differ by no more are equally good. Of these the one counts by which
/// the opponent wins least, and where that is the same, wins fewest gammons.
const EQUALLY_GOOD: f32 = 1e-6;
/// Small, so that wins come first; of outcomes that differ, hardly any are worth the same by it.
const GAMMONS: f32 = 0.07;

/// What a position is worth if nobody doubles before this roll, from what is known of those after
/// it. `count` is how many placements there are.
pub(super) fn after_rolling(
    moves: &Moves,
    values: &Values,
    count: usize,
    [own, opponent]: [usize; 2],
) -> Value {
    let mut outcomes = [0.0f64; OUTCOMES];
    let (mut cube, mut cubeless) = ([0.0f64; CUBES], 0.0f64);
    for (dice, plays) in Dice::ALL.into_iter().zip(moves.rolls(own, opponent)) {
        // All that follows is the opponent's, so the least is best.
        let mut least_cube = [f32::INFINITY; CUBES];
        let mut least = f32::INFINITY;
        let after =
            |play: &Play| moves.opponent_after(opponent, *play) * count + usize::from(play.to);
        for place in plays.iter().map(after) {
            for (least, value) in least_cube.iter_mut().zip(values.cube(place)) {
                *least = if value < least { *value } else { *least };
            }
            let cubeless = values.cubeless(place);
            least = if cubeless < least { cubeless } else { least };
        }
        // Without this, rounding would choose among equally good plays, another one each sweep.
        let mut chosen = (f32::INFINITY, 0);
        for place in plays.iter().map(after) {
            if values.cubeless(place) <= least + EQUALLY_GOOD {
                let [win, win_gammon, ..] = values.outcomes(place);
                let against = win + GAMMONS * win_gammon;
                if against < chosen.0 {
                    chosen = (against, place);
                }
            }
        }
        let weight = dice.probability();
        cubeless -= weight * f64::from(least);
        let [win, wg, wb, lg, lb] = values.outcomes(chosen.1).map(f64::from);
        for (sum, of_roll) in outcomes.iter_mut().zip([1.0 - win, lg, lb, wg, wb]) {
            *sum += weight * of_roll;
        }
        for (sum, place) in cube.iter_mut().zip(SWAPPED) {
            *sum -= weight * f64::from(least_cube[place]);
        }
    }
    Value {
        outcomes: outcomes.map(|sum| sum as f32),
        cube: cube.map(|sum| sum as f32),
        cubeless: cubeless as f32,
    }
}

/// What a position is worth to a player who may double first.
pub(super) fn before_doubling(rolled: &Value) -> Value {
    let double = (2.0 * rolled.cube[OPPONENTS]).min(1.0);
    let mut value = *rolled;
    for place in [CENTRED, JACOBY, OWNED] {
        value.cube[place] = value.cube[place].max(double);
    }
    value
}
