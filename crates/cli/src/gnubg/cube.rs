//! The text of a cube decision, the same in answers and in exported matches.

use super::options::CommandOptions;
use sheshbesh_matchfile::Chances;
use std::fmt::Write;

/// A cube decision, for the player on roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeText {
    /// Depth in GNU Backgammon's plies.
    pub(super) plies: u32,
    /// Equity with a dead cube: normalized in a match, otherwise of a money game.
    pub(super) cubeless: f64,
    /// Equity in a money game, to print beside `cubeless` in a match.
    pub(super) money: Option<f64>,
    pub(super) chances: Chances,
    /// Normalized equities of no double, double and take, double and pass.
    pub(super) equities: [f64; 3],
    /// Match winning chances of the same actions, in a match.
    pub(super) match_chances: Option<[f64; 3]>,
    /// True if the player on roll owns the cube.
    pub(super) redouble: bool,
    /// True if a double may be beavered.
    pub(super) may_beaver: bool,
}

/// Probabilities in GNU Backgammon's order.
pub(super) fn chances(chances: &Chances) -> String {
    let &Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
    let lose = 1.0 - win;
    format!(
        "{win:.3} {win_gammon:.3} {win_backgammon:.3} - {lose:.3} {lose_gammon:.3} {lose_backgammon:.3}"
    )
}

/// A value and its difference to the best one, as an equity or a match winning chance.
pub(super) fn value(value: f64, best: Option<f64>, is_mwc: bool, digits: usize) -> String {
    let difference = best.map(|best| value - best);
    if is_mwc {
        let difference = difference.map_or(String::new(), |d| format!(" ({:>+6.2}%)", 100.0 * d));
        format!("{:>6.2}%{difference}", 100.0 * value)
    } else {
        let difference = difference.map_or(String::new(), |d| format!(" ({d:+.digits$})"));
        format!("{value:+.digits$}{difference}")
    }
}

/// Best action of both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Best {
    Hold,
    Double,
    TooGood,
}

impl CubeText {
    fn best(&self) -> Best {
        let [hold, take, pass] = self.equities;
        if take.min(pass) >= hold {
            Best::Double
        } else if hold > pass {
            Best::TooGood
        } else {
            Best::Hold
        }
    }

    /// Best action of both sides in words.
    pub(super) fn action(&self) -> String {
        let [_, take, pass] = self.equities;
        let double = if self.redouble { "redouble" } else { "double" };
        let answer = match () {
            () if take > pass => "pass",
            () if self.may_beaver && take < 0.0 => "beaver",
            () => "take",
        };
        match self.best() {
            Best::Hold => format!("No {double}, {answer}"),
            Best::TooGood => format!("Too good to {double}, {answer}"),
            Best::Double => {
                let (first, rest) = double.split_at(1);
                format!("{}{rest}, {answer}", first.to_uppercase())
            }
        }
    }

    /// Share of passes, in percent, from which doubling would be right although it is wrong against
    /// correct answers: the opponent's share of mistakes that makes both actions equal.
    fn needed_mistakes(&self) -> Option<f64> {
        let [hold, take, pass] = self.equities;
        let (right, wrong) = if take > pass { (pass, take) } else { (take, pass) };
        let share = (hold - right) / (wrong - right);
        (self.best() != Best::Double && share.is_finite() && share <= 1.0).then_some(100.0 * share)
    }

    /// The lines from `Cube analysis` on.
    pub(super) fn write(&self, options: &CommandOptions) -> String {
        self.write_as(self, options)
    }

    /// The lines with the numbers of this text, and with the order and the actions of the same
    /// decision as the player on roll sees it.
    pub(super) fn write_as(&self, of: &Self, options: &CommandOptions) -> String {
        let is_mwc = options.mwc && self.match_chances.is_some();
        let digits = options.digits;
        let mut text = format!("Cube analysis\n{}-ply cubeless ", self.plies);
        let _ = write!(text, "equity {:+.digits$}", self.cubeless);
        if let Some(money) = self.money {
            let _ = write!(text, " (Money: {money:+.digits$})");
        }
        let _ = writeln!(text, "\n  {}\nCubeful equities:", chances(&self.chances));
        let [hold, take, pass] = self.match_chances.filter(|_| is_mwc).unwrap_or(self.equities);
        let hold = ("No double", hold);
        let [take, pass] = [("Double, take", take), ("Double, pass", pass)];
        let order = match of.best() {
            Best::Double if of.equities[1] > of.equities[2] => [pass, take, hold],
            Best::Double => [take, pass, hold],
            Best::Hold | Best::TooGood => [hold, pass, take],
        };
        for ((name, equity), number) in order.into_iter().zip(1..) {
            let best = (number > 1).then_some(order[0].1);
            let shown = value(equity, best, is_mwc, digits).replacen(" (", "  (", 1);
            let _ = writeln!(text, "{number}. {name:<20}{shown}");
        }
        let _ = write!(text, "Proper cube action: {}", of.action());
        if let Some(share) = of.needed_mistakes() {
            let _ = write!(text, " ({share:.1}%)");
        }
        text.push('\n');
        text
    }
}
