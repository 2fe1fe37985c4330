//! What several bots look at, from the view of the one who has just played.

use sheshbesh_movegen::{BAR, Checkers, Position};

/// A position after a play, seen by who made it.
pub(super) struct Board {
    /// Counts on indices 0 (off) to 25 (bar) of the player's own view.
    pub(super) own: [u8; 32],
    /// The opponent's, in the opponent's view.
    pub(super) opponent: [u8; 32],
    pub(super) own_side: Checkers,
    pub(super) opponent_side: Checkers,
}

impl Board {
    pub(super) fn after(result: &Position) -> Self {
        let (own_side, opponent_side) = (result.opponent(), result.own());
        Self { own: own_side.counts(), opponent: opponent_side.counts(), own_side, opponent_side }
    }

    /// The opponent's checkers on a point of the player's view; 0 is the opponent's bar, from
    /// where they enter the player's home board.
    pub(super) fn opponent_on(&self, point: usize) -> u8 {
        self.opponent[usize::from(BAR) - point]
    }

    /// The player's points with a lone checker.
    pub(super) fn blots(&self) -> impl Iterator<Item = usize> {
        (1..usize::from(BAR)).filter(|&point| self.own[point] == 1)
    }

    /// Of the 36 rolls, how many hit a blot on `point`: those with the distance on one die, and
    /// those that reach it with both or with a double, over points that the player does not hold.
    pub(super) fn shots(&self, point: usize) -> u32 {
        let hitters: Vec<usize> =
            (1..=point).filter(|&pips| self.opponent_on(point - pips) > 0).collect();
        let open = |point: usize| self.own[point] < 2;
        let all_in = self.opponent[usize::from(BAR)];
        let mut shots = 0;
        for high in 1..=6 {
            for low in 1..=6 {
                let hit = hitters.iter().any(|&pips| {
                    let from_bar = pips == point;
                    // With others on the bar, both dice enter checkers.
                    if all_in > 1 || (all_in == 1 && !from_bar) {
                        let direct = [high, low].contains(&pips);
                        let enters = |die: usize| open(die);
                        return if from_bar {
                            direct
                        } else {
                            all_in == 1
                                && (pips == high && enters(low) || pips == low && enters(high))
                        };
                    }
                    if pips == high || pips == low {
                        return true;
                    }
                    let start = point - pips;
                    if high == low {
                        pips % high == 0
                            && pips / high <= 4
                            && (1..pips / high).all(|step| open(start + step * high))
                    } else {
                        pips == high + low && (open(start + high) || open(start + low))
                    }
                });
                shots += u32::from(hit);
            }
        }
        shots
    }
}
