//! Race counts, as tables.

use crate::answers::Race;

impl Race {
    /// Formats the counts as tables.
    pub fn words(&self) -> String {
        let number = |x: Option<f32>| x.map_or("-".to_owned(), |x| format!("{x:.2}"));
        let mut text = String::from("The race         pips  crossovers  effective  wastage\n");
        for (name, side) in ["on roll", "opponent"].into_iter().zip(&self.sides) {
            push_line!(
                text,
                "  {name:12} {:6} {:11} {:>10} {:>8}",
                side.pips,
                side.crossovers,
                number(side.effective_pips),
                number(side.wastage)
            );
        }
        if !self.counts.is_empty() {
            text.push_str("\nCounts for money  on roll  opponent\n");
        }
        for count in &self.counts {
            let action = match (count.double, count.redouble) {
                (true, true) => "double, redouble",
                (true, false) => "double, no redouble",
                _ => "no double",
            };
            let answer = if count.take { "take" } else { "pass" };
            push_line!(
                text,
                "  {:12} {:10.1} {:9.1}   {action}, {answer}",
                count.name,
                count.own,
                count.opponent
            );
        }
        text
    }
}
