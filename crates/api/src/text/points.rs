//! Decision points of the cube, as a table.

use crate::answers::{PointColumns, Points};
use sheshbesh_network::Probabilities;

impl PointColumns {
    /// Formats a table with a column for each cube model; empty if there is no decision.
    pub(super) fn words(&self, redouble: bool) -> String {
        let columns = [self.dead, self.live, self.practical];
        let row = |name: &str, point: fn(&Points) -> Option<f32>| {
            let points = columns.each_ref().map(point);
            if points.iter().all(Option::is_none) {
                return String::new();
            }
            let cells = points.map(|point| {
                let cell = point.map_or("-".to_owned(), |p| format!("{:.1} %", 100.0 * p));
                format!("{cell:>11}")
            });
            format!("  {name:12}{}\n", cells.concat())
        };
        let double = if redouble { "redouble" } else { "double" };
        let rows = [
            row("take", |points| points.take_point),
            row(double, |points| points.double_point),
            row("cash", |points| points.cash_point),
            row("too good", |points| points.too_good_point),
        ];
        let rows = rows.concat();
        if rows.is_empty() {
            return rows;
        }
        let mut text = String::new();
        let (dead, live, practical) = ("dead cube", "live cube", "practical");
        push_line!(text, "  {:12}{dead:>11}{live:>11}{practical:>11}", "from");
        text + &rows
    }
}

/// Heading of a table of points; it mentions gammons if they count.
pub(super) fn format_heading(p: &Probabilities, has_gammons: bool) -> &'static str {
    if has_gammons && p.win_gammon + p.lose_gammon > 0.0 {
        "Winning chances from which each action is right, at these gammon rates:"
    } else {
        "Winning chances from which each action is right:"
    }
}
