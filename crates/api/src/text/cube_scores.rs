//! Cube decisions at every score: the output of `shesh cube --scores`.

use super::{
    grid::{CLOSE, CLOSE_MARK, Cell, grid},
    level::level_words,
    stakes::stakes_words,
};
use crate::answers::{CubeAdvice, CubeScores, Score};
use anstyle::{AnsiColor, Style};
use sheshbesh_movegen::Situation;

impl CubeScores {
    /// Formats the table with its legend, to print below the board; `money` is the situation for
    /// money.
    pub(super) fn words(&self, money: &Situation) -> String {
        let at = |score: &Score| {
            let found = self.scores.iter().find(|at| at.score == *score)?;
            Some(Cell { text: found.advice.marked(), style: found.advice.style() })
        };
        let mut text = format!(
            "What to do with the cube at every score of a match to {}, at {}.\n\
             Down: points that the player on roll still needs; across: the opponent.\n\n",
            self.length,
            level_words(self.ply, self.rollout.as_deref(), None),
        );
        text.push_str(&grid(self.length, false, at));
        let style = self.money.style();
        let stakes = stakes_words(money);
        push_line!(text, "\n{style}{}{style:#} {stakes}\n", self.money.marked());
        text.push_str(&self.legend());
        text
    }

    fn legend(&self) -> String {
        let shown = || self.scores.iter().map(|at| &at.advice).chain([&self.money]);
        let redouble = shown().any(|advice| advice.action.to_lowercase().contains("redouble"));
        let mut text = String::new();
        for (letters, words) in CubeAdvice::LETTERS {
            if shown().any(|advice| advice.letters == letters) {
                let words =
                    if redouble { words.replace("double", "redouble") } else { words.to_owned() };
                push_line!(text, "{letters:3} {words}");
            }
        }
        if shown().any(|advice| advice.marked().ends_with(CLOSE_MARK)) {
            push_line!(text, "{CLOSE_MARK:<3} close: another decision loses less than {CLOSE}");
        }
        let all = usize::from(self.length).pow(2);
        if self.scores.len() < all {
            text.push_str(".   no cube stands like this there\n");
        }
        if self.scores.iter().any(|at| at.score.own_away.min(at.score.opponent_away) == 1) {
            text.push_str("1   after the Crawford game, in which nobody doubles\n");
        }
        text
    }
}

impl CubeAdvice {
    fn marked(&self) -> String {
        let close = self.margin.is_some_and(|margin| margin < CLOSE);
        format!("{}{}", self.letters, if close { CLOSE_MARK } else { ' ' })
    }

    fn style(&self) -> Style {
        match self.letters.as_str() {
            "DT" | "DB" => AnsiColor::Green.on_default(),
            "DP" => AnsiColor::Cyan.on_default(),
            "TG" | "TT" => AnsiColor::Yellow.on_default(),
            "-" => Style::new().dimmed(),
            _ => Style::new(),
        }
    }
}
