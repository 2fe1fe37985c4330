//! Bearoff tables for one position: the output of `shesh bearoff query`.

use crate::answers::{BearoffAnswer, CubefulEquities, ExactDecision, ExactEquities};

impl BearoffAnswer {
    /// Formats the answer as text to print below the board.
    pub fn words(&self) -> String {
        let [own, opponent] = self.mean_rolls;
        let mut text = format!(
            "Mean rolls to bear off: on roll {own:.3}, opponent {opponent:.3}\n\
             Each side playing as if alone, the player on roll wins {:.2} %\n",
            100.0 * self.win_if_alone
        );
        match &self.exact {
            None => {
                text.push_str("Too many checkers for a two-sided table; see shesh bearoff make.\n")
            }
            Some(exact) => text.push_str(&exact.words()),
        }
        text
    }
}

impl ExactEquities {
    fn words(&self) -> String {
        let mut text =
            format!("Exact, in points per game:\n  cubeless          {:+.4}\n", self.cubeless);
        if let Some(CubefulEquities { centred, owned, opponents_cube }) = &self.cubeful {
            for (place, decision) in [("centred cube", centred), ("own cube", owned)] {
                push_line!(text, "  {place:16}  {}", decision.words());
            }
            push_line!(text, "  opponent's cube   {opponents_cube:+.4}");
        }
        text
    }
}

impl ExactDecision {
    fn words(&self) -> String {
        let Self { equity, no_double, double_take, action, .. } = self;
        format!("{equity:+.4}   {action}: no double {no_double:+.4}, double/take {double_take:+.4}")
    }
}
