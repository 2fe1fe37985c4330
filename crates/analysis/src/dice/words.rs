//! Formats the report as text.

use super::{DiceReport, DiceTest, LEVEL, LONG, MissingShare, SHOWN, Statistic, missing_test};
use crate::numbers::thousands;

impl DiceReport {
    /// Formats the tests as a table, then their verdict and the shares of missing numbers.
    pub fn words(&self) -> String {
        let mut text = format!("{:44} {:>20} {:>9}\n", "test", "statistic", "p-value");
        let suspicious: Vec<&DiceTest> = self.suspicious().collect();
        for test in &self.tests {
            let mark = if suspicious.contains(&test) { " !" } else { "" };
            let statistic = match test.statistic {
                Statistic::ChiSquare { value, degrees_of_freedom } => {
                    format!("χ²({degrees_of_freedom}) = {value:.2}")
                }
                Statistic::Normal { value } => format!("z = {value:+.2}"),
            };
            text += &format!("{:44} {statistic:>20} {:9.4}{mark}\n", test.name, test.p_value);
        }
        text.push('\n');
        text.push_str(&verdict(self.tests.len(), &suspicious));
        let due = suspicious.iter().any(|test| test.name == missing_test());
        text.push_str(&self.missing_words(due));
        text
    }

    fn missing_words(&self, due: bool) -> String {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let mut text = format!(
            "\nA number comes on either die in 11 of 36 rolls, {}. The next roll had it:\n\n\
             rolls without it        times     share   95 %\n",
            percent(SHOWN)
        );
        for row in &self.missing {
            let MissingShare { from, to, times, share, interval_95 } = *row;
            let rolls = match to {
                Some(to) if to == from => from.to_string(),
                Some(to) => format!("{from} to {to}"),
                None => format!("{from} or more"),
            };
            let share = share.zip(interval_95).map_or("-".to_owned(), |(share, half)| {
                format!("{:>8}   ± {}", percent(share), percent(half))
            });
            text += &format!("{rolls:16} {:>12}  {share}\n", thousands(times));
        }
        text.push('\n');
        text.push_str(&advice(&self.long_missing, due));
        text
    }
}

fn verdict(tests: usize, suspicious: &[&DiceTest]) -> String {
    match suspicious {
        [] => format!(
            "None of the {tests} tests speaks against the dice. Of fair dice, one does in {:.0} % of\n\
             all runs.\n",
            100.0 * LEVEL
        ),
        _ => format!(
            "What is marked with ! speaks against the dice: fair ones look so in no more than\n\
             {:.0} % of all runs.\n",
            100.0 * LEVEL
        ),
    }
}

/// Comments on the advice to expect a number that is due; `remember` is true if its test suggests
/// unfair dice.
fn advice(long: &MissingShare, remember: bool) -> String {
    let (Some(share), Some(half)) = (long.share, long.interval_95) else {
        return format!("No number was missing for {LONG} rolls or more.\n");
    };
    let [low, high] = [share - half, share + half].map(|share| 100.0 * share);
    let what = match (remember, share > SHOWN) {
        (false, _) => "dice remember nothing, and a number is never due",
        (true, true) => "likelier than with fair dice",
        (true, false) => "less likely than with fair dice",
    };
    let beside = if !remember && (share - SHOWN).abs() > half {
        "One such interval in twenty lies beside the truth; more rolls make it smaller.\n"
    } else {
        ""
    };
    format!(
        "Old manuals advise to count on a number that has not come for long. After {LONG}\n\
         rolls or more without it, it came in {:.2} % ({low:.2} to {high:.2}) of the next,\n\
         against {:.2} % at any time: {what}.\n{beside}",
        100.0 * share,
        100.0 * SHOWN
    )
}
