//! Marks `?!`, `?` and `??` for the size of a mistake.

use super::document::{Decision, Thresholds};

/// Minimum losses of the marks, in increasing order.
#[derive(Clone, Copy, Debug)]
pub struct Marks([(f64, &'static str); 3]);

impl Marks {
    /// Derives the marks from the thresholds: `?!` from an error and `??` from a blunder. `?`
    /// starts at their geometric mean.
    pub fn of(thresholds: &Thresholds) -> Self {
        let between = (thresholds.error * thresholds.blunder).sqrt();
        Self([(thresholds.error, "?!"), (between, "?"), (thresholds.blunder, "??")])
    }

    /// Mark of a decision; empty if it has none.
    pub fn mark(&self, decision: &Decision) -> &'static str {
        let loss = decision.loss.unwrap_or(0.0);
        self.0.iter().rev().find(|(least, _)| loss >= *least).map_or("", |(_, mark)| mark)
    }

    /// Legend of the marks.
    pub fn explained(&self) -> String {
        let [first, second, third] = self.0.map(|(least, mark)| format!("{mark} {least:.3}"));
        format!("Marks, for a loss of so much EMG or more: {first}, {second}, {third}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_given_from_their_loss_on() {
        let marks = Marks::of(&Thresholds {
            error: 0.02,
            blunder: 0.08,
            near_best: 0.0,
            cube: 0.0,
            early: 0.0,
        });
        let json = r#"{"seat": 1, "kind": "play", "position_id": "", "played": "", "counted": true,
            "counted_by_gnubg": true, "ply": 1}"#;
        let mut decision: Decision = serde_json::from_str(json).unwrap();
        assert_eq!(marks.mark(&decision), "");
        for (loss, mark) in
            [(0.0, ""), (0.0199, ""), (0.02, "?!"), (0.0399, "?!"), (0.041, "?"), (0.08, "??")]
        {
            decision.loss = Some(loss);
            assert_eq!(marks.mark(&decision), mark, "{loss}");
        }
        assert!(marks.explained().ends_with("?! 0.020, ? 0.040, ?? 0.080."));
    }
}
