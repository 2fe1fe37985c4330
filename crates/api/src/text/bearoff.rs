//! Bearoff tables for one position: the output of `shesh bearoff query`.

use crate::answers::{BearoffAnswer, CubefulEquities, ExactDecision, ExactEquities};
use sheshbesh_evaluator::bearoff::BearoffGame;
use sheshbesh_movegen::Game;

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
            None if !self.has_two_sided_table() => {
                push_line!(text, "There is no two-sided table of {}.", self.head.game);
            }
            None => {
                text.push_str("Too many checkers for a two-sided table; see shesh bearoff make.\n")
            }
            Some(exact) => text.push_str(&exact.words()),
        }
        text
    }

    /// True if the game has a two-sided table.
    fn has_two_sided_table(&self) -> bool {
        let game: Option<Game> = self.head.game.parse().ok();
        game.and_then(BearoffGame::of).is_some_and(BearoffGame::has_two_sided)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Head;
    use sheshbesh_analysis::EngineId;
    use sheshbesh_movegen::Situation;

    #[test]
    fn words_say_why_exact_equities_are_missing() {
        for (id, reason) in [
            ("AQAAgAAAAAAAAA", "Too many checkers for a two-sided table"),
            ("early@AQAAgAAAAAAAAA", "There is no two-sided table of early.\n"),
        ] {
            let situation = Situation::parse(id, Game::Backgammon).unwrap();
            let head = Head::new(EngineId::program(), &situation);
            let answer =
                BearoffAnswer { head, mean_rolls: [1.0; 2], win_if_alone: 0.5, exact: None };
            assert!(answer.words().contains(reason), "{id}: {}", answer.words());
        }
    }
}
