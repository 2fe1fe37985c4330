//! Position evaluation: the output of `shesh evaluate`.

use super::{level::level_words, probabilities::wins_and_losses, stakes::stakes_words};
use crate::answers::Evaluation;
use sheshbesh_analysis::board::stage_words;
use sheshbesh_movegen::Situation;

impl Evaluation {
    /// Formats the evaluation as text to print below the board.
    pub fn words(&self, situation: &Situation) -> String {
        let stakes = if situation.game.has_cube() || self.mwc.is_some() {
            format!(",\n{}", stakes_words(situation))
        } else {
            String::new()
        };
        let is_over = situation.game.end(&situation.position, None).is_some();
        let mut text = if is_over {
            format!("The game is over; the player on roll{stakes}\n\n")
        } else {
            let level = level_words(self.ply, self.rollout.as_deref(), self.standard_error);
            let moment = match stage_words(situation) {
                Some(numbers) => format!("{numbers} left to play"),
                None => "Before the roll".to_owned(),
            };
            format!("{moment}, at {level}, the player on roll{stakes}\n\n")
        };
        text.push_str(&wins_and_losses(situation.game, &self.probabilities));
        push_line!(text, "\nCubeless equity {:+.4} points per game", self.equity);
        if let Some(equity) = self.cubeful_equity.filter(|_| self.cubeful) {
            push_line!(text, "Cubeful equity  {equity:+.4}, before deciding on the cube");
        }
        if let Some(mwc) = self.mwc {
            push_line!(text, "Chance to win the match {:.2} %", 100.0 * mwc);
        }
        if let Some(race) = &self.race {
            text.push('\n');
            text.push_str(&race.words());
        }
        text + self.head.lookup_words()
    }
}
