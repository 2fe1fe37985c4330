//! Answers to a double, beaver or raccoon, one per line.

use crate::answers::CubeReplies;

impl CubeReplies {
    /// Lists the answers, one per line and the best first, to print below the decision.
    pub(super) fn words(&self) -> String {
        let player = if self.decides == "own" { "The player on roll" } else { "The opponent" };
        let mut text = format!("{player} is to answer a {}:\n\n", self.to);
        let mwc = self.mwc;
        let mut options = vec![
            ("take", self.take, mwc.map(|mwc| mwc.take)),
            ("pass", self.pass, mwc.map(|mwc| mwc.pass)),
        ];
        options.extend(self.beaver.map(|worth| ("beaver", worth, None)));
        options.extend(self.raccoon.map(|worth| ("raccoon", worth, None)));
        let is_best = |name: &str| name == self.best;
        options.sort_by(|a, b| is_best(b.0).cmp(&is_best(a.0)).then(b.1.total_cmp(&a.1)));
        let best = options[0].1;
        for (name, worth, mwc) in options {
            let difference =
                if is_best(name) { String::new() } else { format!("{:+.4}", worth - best) };
            let mwc = mwc.map_or(String::new(), |mwc| format!("   MWC {:6.2} %", 100.0 * mwc));
            let line = format!("  {name:18}{worth:+.4}  {difference:>7}{mwc}");
            push_line!(text, "{}", line.trim_end());
        }
        text
    }
}
