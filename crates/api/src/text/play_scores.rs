//! Best play of a roll at every score: the output of `shesh best --scores`.

use super::{
    grid::{CLOSE, CLOSE_MARK, Cell, grid},
    level::level_words,
    stakes::stakes_words,
};
use crate::answers::{BestPlay, LetteredPlay, PlayScores, Score};
use anstyle::{AnsiColor, Style};
use sheshbesh_movegen::Situation;

/// Colours of the plays after the best play for money.
const COLOURS: [AnsiColor; 5] =
    [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Blue];

impl PlayScores {
    /// Formats the table with its legend, to print below the board; `money` is the situation for
    /// money.
    pub(super) fn words(&self, money: &Situation) -> String {
        let at = |score: &Score| {
            let found = self.scores.iter().find(|at| at.score == *score)?;
            Some(Cell { text: found.best.marked(), style: self.style(&found.best.letter) })
        };
        let cubeful = if self.cubeful { "cubeful" } else { "cubeless" };
        let mut text = format!(
            "The best play of {} at every score of a match to {}, at {}, {cubeful}.\n\
             Down: points that the player on roll still needs; across: the opponent.\n\n",
            self.dice,
            self.length,
            level_words(self.ply, self.rollout.as_deref(), None),
        );
        text.push_str(&grid(self.length, self.cubeful, at));
        let style = self.style(&self.money.letter);
        let stakes = stakes_words(money);
        push_line!(text, "\n{style}{}{style:#} {stakes}\n", self.money.marked());
        text.push_str(&self.legend());
        text
    }

    fn style(&self, letter: &str) -> Style {
        // The best play for money has no colour.
        let index = self.plays.iter().position(|play| play.letter == letter).unwrap_or_default();
        let colour = index.checked_sub(1).map(|index| COLOURS[index % COLOURS.len()]);
        colour.map_or(Style::new(), |colour| colour.on_default())
    }

    fn legend(&self) -> String {
        let width = self.plays.iter().map(|play| play.play.len()).max().unwrap_or(0);
        let mut text = String::new();
        for LetteredPlay { letter, play, scores, .. } in &self.plays {
            let plural = if *scores == 1 { "score" } else { "scores" };
            push_line!(text, "{letter:3} {play:width$}  {scores:4} {plural}");
        }
        let mut shown = self.scores.iter().map(|at| &at.best).chain([&self.money]);
        if shown.any(|best| best.marked().ends_with(CLOSE_MARK)) {
            push_line!(text, "{CLOSE_MARK:<3} close: the second best loses less than {CLOSE}");
        }
        if self.cubeful && self.length > 1 {
            text.push_str("1C  in the Crawford game; 1 is after it\n");
        }
        let all = Score::list_all(self.length, self.cubeful).len();
        if self.scores.len() < all || (self.cubeful && self.length > 1) {
            text.push_str(".   impossible score or cube\n");
        }
        text
    }
}

impl BestPlay {
    fn marked(&self) -> String {
        let close = self.margin.is_some_and(|margin| margin < CLOSE);
        format!("{}{}", self.letter, if close { CLOSE_MARK } else { ' ' })
    }
}
