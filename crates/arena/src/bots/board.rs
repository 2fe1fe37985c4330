//! Features for several bots, from the view of the player who has just played.

use sheshbesh_movegen::{BAR, Checkers, Position};

/// A position after a play, from the view of the player who made it.
pub(super) struct Board {
    /// The player's checkers on indices 0 (off) to 25 (bar), from their own view.
    pub(super) own: [u8; 32],
    /// The opponent's checkers, from the opponent's view.
    pub(super) opponent: [u8; 32],
    pub(super) own_side: Checkers,
    pub(super) opponent_side: Checkers,
}

impl Board {
    pub(super) fn after(result: &Position) -> Self {
        let (own_side, opponent_side) = (result.opponent(), result.own());
        Self { own: own_side.counts(), opponent: opponent_side.counts(), own_side, opponent_side }
    }

    /// The opponent's checkers on a point of the player's view. Point 0 is the opponent's bar, from
    /// which they enter the player's home board.
    pub(super) fn opponent_on(&self, point: usize) -> u8 {
        self.opponent[usize::from(BAR) - point]
    }

    /// Points on which the player has a single checker.
    pub(super) fn blots(&self) -> impl Iterator<Item = usize> {
        (1..usize::from(BAR)).filter(|&point| self.own[point] == 1)
    }

    /// Number of the 36 rolls that hit a blot on `point`: those with the distance on one die, and
    /// those that reach it with both dice or with a double, over points that the player does not
    /// hold.
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
                    // Checkers on the bar must enter first, with one die or both.
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
