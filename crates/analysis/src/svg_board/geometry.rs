//! Where on the picture the places of a board are, in the units of its view box.

use sheshbesh_movegen::{BAR, Game, HOME, OFF, POINTS, Side};

/// How wide a point is, and how high a checker.
pub(super) const POINT: f64 = 40.0;
/// Of a checker.
pub(super) const RADIUS: f64 = 18.5;
/// So many checkers of a column are drawn; higher columns show their number.
pub(super) const STACK: u8 = 5;
/// Beside the board, where the cube lies and checkers go that are borne off.
pub(super) const STRIP: f64 = 50.0;
/// Above and below the board: a line of words, and one of points' numbers.
pub(super) const WORDS: f64 = 30.0;
pub(super) const NUMBERS: f64 = 20.0;
/// Between the two rows, where the dice lie.
const MIDDLE: f64 = 60.0;
/// Of a bar on which checkers stand, and of a hinge where there is none.
const BAR_WIDTH: f64 = 44.0;
const HINGE_WIDTH: f64 = 14.0;

/// A place on the picture: right, and down.
pub(super) type Spot = (f64, f64);

/// The board of a game, seen by the player on roll, whose points are numbered.
///
/// Points 1 to 12 run from right to left at the bottom and 13 to 24 from left to right at the top,
/// so the player on roll moves round to the lower right. Which way the opponent goes, and where, is
/// what the game says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    game: Game,
}

impl Geometry {
    pub(super) const fn of(game: Game) -> Self {
        Self { game }
    }

    pub(super) fn bar_width(self) -> f64 {
        if self.game.has_bar() { BAR_WIDTH } else { HINGE_WIDTH }
    }

    pub(super) fn width(self) -> f64 {
        2.0 * STRIP + f64::from(POINTS / 2) * POINT + self.bar_width()
    }

    pub(super) fn height(self) -> f64 {
        2.0 * WORDS + self.bottom() - self.top() + 2.0 * NUMBERS
    }

    /// The upper edge of the board.
    pub(super) fn top(self) -> f64 {
        WORDS + NUMBERS
    }

    /// Its lower edge.
    pub(super) fn bottom(self) -> f64 {
        self.top() + 2.0 * f64::from(STACK) * POINT + MIDDLE
    }

    /// Half-way down.
    pub(super) fn middle(self) -> f64 {
        (self.top() + self.bottom()) / 2.0
    }

    /// The left edge of the board, or of its right half.
    pub(super) fn half(self, right: bool) -> f64 {
        let right_half = f64::from(HOME) * POINT + self.bar_width();
        STRIP + if right { right_half } else { 0.0 }
    }

    /// Whether a point, as the player on roll counts them, is in the upper row.
    pub(super) const fn is_above(point: u8) -> bool {
        point > POINTS / 2
    }

    /// The middle of a point, as the player on roll counts them.
    pub(super) fn column(self, point: u8) -> f64 {
        let row = POINTS / 2;
        let place = if Self::is_above(point) { point - row - 1 } else { row - point };
        let right = place >= HOME;
        self.half(right) + (f64::from(place % HOME) + 0.5) * POINT
    }

    /// A point as the player on roll counts them.
    pub(super) fn shared(self, side: Side, point: u8) -> u8 {
        match side {
            Side::OnRoll => point,
            Side::Opponent => self.game.view().other(point),
        }
    }

    /// A side's point as the other side counts it.
    pub(super) fn other(self, point: u8) -> u8 {
        self.game.view().other(point)
    }

    /// The middle of the checker that has so many below it: a side's index, as that side counts.
    pub(super) fn spot(self, side: Side, index: u8, below: u8) -> Spot {
        let rise = f64::from(below.min(STACK - 1)) * POINT + POINT / 2.0;
        match index {
            OFF => self.tray(side),
            BAR => {
                let x = self.half(false) + f64::from(HOME) * POINT + self.bar_width() / 2.0;
                let away = MIDDLE / 6.0 + rise;
                // They stand in the half where they do not enter, as on a real board.
                match Self::is_above(self.shared(side, POINTS)) {
                    true => (x, self.middle() + away),
                    false => (x, self.middle() - away),
                }
            }
            point => {
                let shared = self.shared(side, point);
                let y =
                    if Self::is_above(shared) { self.top() + rise } else { self.bottom() - rise };
                (self.column(shared), y)
            }
        }
    }

    /// Where a side's checkers lie that are borne off: beside its first point.
    pub(super) fn tray(self, side: Side) -> Spot {
        let first = self.shared(side, 1);
        let x = if self.column(first) > self.width() / 2.0 {
            self.width() - STRIP / 2.0
        } else {
            STRIP / 2.0
        };
        let quarter = f64::from(STACK) * POINT / 2.0;
        let above = Self::is_above(first);
        (x, if above { self.top() + quarter } else { self.bottom() - quarter })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_one_place_for_both_sides() {
        for game in Game::ALL {
            let geometry = Geometry::of(game);
            for point in 1..=POINTS {
                let other = game.view().other(point);
                let own = geometry.spot(Side::OnRoll, point, 0);
                assert_eq!(own, geometry.spot(Side::Opponent, other, 0), "{game} {point}");
                // Neighbours lie side by side, but for the corners.
                let next = geometry.spot(Side::OnRoll, point % POINTS + 1, 0);
                let apart = (own.0 - next.0).abs() + (own.1 - next.1).abs();
                let corner = point % (POINTS / 2) == 0;
                let gap = if point % HOME == 0 { geometry.bar_width() } else { 0.0 };
                assert!(corner || apart == POINT + gap, "{game} {point}: {apart}");
            }
        }
    }

    #[test]
    fn sides_bear_off_beside_their_home() {
        for (game, opponents_right) in [(Game::Backgammon, true), (Game::FEVGA, false)] {
            let geometry = Geometry::of(game);
            let middle = geometry.width() / 2.0;
            let (own, other) = (geometry.tray(Side::OnRoll), geometry.tray(Side::Opponent));
            assert!(own.0 > middle && own.1 > geometry.middle());
            assert!((other.0 > middle) == opponents_right && other.1 < geometry.middle());
        }
    }
}
