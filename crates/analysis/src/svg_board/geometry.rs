//! Coordinates of the board's parts, in units of the view box.

use sheshbesh_movegen::{BAR, Game, HOME, OFF, POINTS, Side, View};

/// Width of a point and height of a checker in a column.
pub(super) const POINT: f64 = 40.0;
/// Radius of a checker.
pub(super) const RADIUS: f64 = 18.5;
/// Maximum number of checkers drawn in a column; higher columns show their count.
pub(super) const STACK: u8 = 5;
/// Width of the strips beside the board, for the cube and borne-off checkers.
pub(super) const STRIP: f64 = 50.0;
/// Heights of the line of text and the line of point numbers, above and below the board.
pub(super) const WORDS: f64 = 30.0;
pub(super) const NUMBERS: f64 = 20.0;
/// Gap between the two rows, for the dice.
const MIDDLE: f64 = 60.0;
/// Widths of a bar, and of the hinge in games without a bar.
const BAR_WIDTH: f64 = 44.0;
const HINGE_WIDTH: f64 = 14.0;

/// A position on the picture: to the right, and down.
pub(super) type Spot = (f64, f64);

/// Board of a game from the view of the player on roll, who also numbers the points.
///
/// Points 1 to 12 run from right to left at the bottom and 13 to 24 from left to right at the top,
/// so the player on roll moves round to the lower right. A mirrored board exchanges left and right.
/// The view defines the opponent's direction and home.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    game: Game,
    /// Relation between the point numbers, seen by the player on roll.
    view: View,
    mirrored: bool,
}

impl Geometry {
    pub(super) const fn new(game: Game, view: View, mirrored: bool) -> Self {
        Self { game, view, mirrored }
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

    /// Upper edge of the board.
    pub(super) fn top(self) -> f64 {
        WORDS + NUMBERS
    }

    /// Lower edge of the board.
    pub(super) fn bottom(self) -> f64 {
        self.top() + 2.0 * f64::from(STACK) * POINT + MIDDLE
    }

    /// Vertical middle of the board.
    pub(super) fn middle(self) -> f64 {
        (self.top() + self.bottom()) / 2.0
    }

    /// Left edge of the board's left or right half.
    pub(super) fn half(self, right: bool) -> f64 {
        let right_half = f64::from(HOME) * POINT + self.bar_width();
        STRIP + if right { right_half } else { 0.0 }
    }

    /// True if a point is in the upper row, in the numbering of the player on roll.
    pub(super) const fn is_above(point: u8) -> bool {
        point > POINTS / 2
    }

    /// Horizontal middle of a point, in the numbering of the player on roll.
    pub(super) fn column(self, point: u8) -> f64 {
        let row = POINTS / 2;
        let place = if Self::is_above(point) { point - row - 1 } else { row - point };
        let place = if self.mirrored { row - 1 - place } else { place };
        let right = place >= HOME;
        self.half(right) + (f64::from(place % HOME) + 0.5) * POINT
    }

    /// Converts a side's point to the numbering of the player on roll.
    pub(super) fn shared(self, side: Side, point: u8) -> u8 {
        match side {
            Side::OnRoll => point,
            Side::Opponent => self.view.seen_by_other().other(point),
        }
    }

    /// Converts a point of the player on roll to the opponent's numbering.
    pub(super) fn other(self, point: u8) -> u8 {
        self.view.other(point)
    }

    /// Centre of a checker with `below` checkers under it; `index` is in the side's own numbering.
    pub(super) fn spot(self, side: Side, index: u8, below: u8) -> Spot {
        let rise = f64::from(below.min(STACK - 1)) * POINT + POINT / 2.0;
        match index {
            OFF => self.tray(side),
            BAR => {
                let x = self.half(false) + f64::from(HOME) * POINT + self.bar_width() / 2.0;
                let away = MIDDLE / 6.0 + rise;
                // Checkers stand in the half opposite to their entry points, as on a real board.
                let enters_above = Self::is_above(self.shared(side, POINTS));
                (x, if enters_above { self.middle() + away } else { self.middle() - away })
            }
            point => {
                let shared = self.shared(side, point);
                let y =
                    if Self::is_above(shared) { self.top() + rise } else { self.bottom() - rise };
                (self.column(shared), y)
            }
        }
    }

    /// Horizontal middle of the strip for the cube, opposite to the home of the player on roll.
    pub(super) fn cube_strip(self) -> f64 {
        if self.mirrored { self.width() - STRIP / 2.0 } else { STRIP / 2.0 }
    }

    /// Centre of a side's tray for borne-off checkers, beside its 1 point.
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
        let starts = Game::ALL.into_iter().flat_map(|game| {
            let start = game.start();
            [start.own(), start.opponent()].map(|own| (game, game.view_from(own)))
        });
        let geometries = starts.flat_map(|(game, view)| [false, true].map(|to| (game, view, to)));
        for (game, view, mirrored) in geometries {
            let geometry = Geometry::new(game, view, mirrored);
            for point in 1..=POINTS {
                let other = view.other(point);
                let own = geometry.spot(Side::OnRoll, point, 0);
                assert_eq!(own, geometry.spot(Side::Opponent, other, 0), "{game} {point}");
                // Neighbouring points are adjacent, except at the corners.
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
            let geometry = Geometry::new(game, game.view(), false);
            let middle = geometry.width() / 2.0;
            let (own, other) = (geometry.tray(Side::OnRoll), geometry.tray(Side::Opponent));
            assert!(own.0 > middle && own.1 > geometry.middle());
            assert!((other.0 > middle) == opponents_right && other.1 < geometry.middle());
            let mirrored = Geometry::new(game, game.view(), true);
            assert_eq!(mirrored.tray(Side::OnRoll), (geometry.width() - own.0, own.1));
            assert_eq!(mirrored.tray(Side::Opponent), (geometry.width() - other.0, other.1));
        }
    }
}
