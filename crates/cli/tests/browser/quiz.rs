//! Tests the quiz on a player's own mistakes: answers by plays and by buttons, and repetition.

use crate::{
    harness::{Page, Screen, browse},
    matches::analyse_match,
};

/// A made-up match: the second player answers badly, and the first one plays badly.
const MATCH: &str = "\
3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
  4) 66: 24/12(2)
                                  Wins 2 points

 Game 2
 Ada : 0                        Ben : 2
  1)                             42: 24/22 24/20
  2) 55: 13/3 13/8 6/2
";

/// Analyses the match and opens the quiz on the mistakes of a player.
fn opened(page: &Page, player: &str) {
    analyse_match(page, MATCH);
    page.go("#matches/quiz");
    page.choose("#matches [data-name=player]", player);
}

/// Goes on until a question of a kind is asked; gives up all others.
fn ask(page: &Page, css: &str) {
    while !page
        .eval(&format!("Boolean(document.querySelector('.quiz-actions {css}'))"))
        .as_bool()
        .unwrap()
    {
        page.press("#matches [data-do=show]");
        page.press("#matches [data-do=next]");
        page.wait("#matches .quiz-actions button");
    }
}

/// Goes on after an answer. Returns true if it was the last one.
fn next(page: &Page) -> bool {
    let is_last = page.text("#matches [data-do=next]").contains("result");
    page.press("#matches [data-do=next]");
    is_last
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn mistakes_are_asked_graded_and_repeated() {
    browse("quiz", 1, Screen::DESKTOP, |page| {
        opened(page, "Ada");
        page.says("#matches .quiz-count", "0 to repeat");
        page.is_accessible("the start of the quiz");
        let new = page.eval("document.querySelector('.quiz-boxes .number').textContent");
        let new: usize = new.as_str().unwrap().parse().unwrap();
        assert!(new >= 3, "{new} questions");
        page.press("#matches [data-do=start]");

        // The biggest mistakes come first. A cube decision is answered by a button or a key.
        ask(page, "[data-do=no-double]");
        page.is_accessible("a question about the cube");
        page.press("#matches [data-do=double]");
        page.says("#matches .quiz-solution .verdict", "no double is best");
        page.says("#matches .quiz-solution table", "Double, take");
        page.keys(&["Enter"]);

        // A play is made on the board.
        ask(page, "[data-do=check]");
        page.press("#matches [data-do=choose]");
        page.wait("#matches .quiz-choices [data-play]");
        page.is_accessible("a question about a play");
        while page.count("#matches [data-do=check]:not(:disabled)") == 0 {
            let moves = "document.querySelectorAll('#matches .die.used').length";
            let before = page.eval(moves);
            let from = page.eval("document.querySelector('#matches .marks .can').dataset.of");
            let from = from.as_str().unwrap().replace("25", "bar-bottom");
            page.press(&format!("#matches [data-place='{from}']"));
            page.until(&format!("{moves} !== {before}"));
        }
        page.press("#matches [data-do=check]");
        page.says("#matches .quiz-solution .verdict", "is");
        page.wait("#matches .arrows polyline.best");
        page.press("#matches .quiz-why summary");
        page.wait("#matches .quiz-why .explanation");
        page.is_accessible("a solution");
        if !next(page) {
            page.press("#matches [data-do=stop]");
        }
        page.says("#matches .quiz-result", "You solved");

        // What was missed is due on the same day, also after a reload.
        let words = page.text("#matches .quiz-count");
        assert!(!words.contains("Today: 0 to repeat"), "{words}");
        page.reload();
        page.says("#matches .quiz-count", &words);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_phone_asks_and_solved_questions_come_back_later() {
    browse("quiz-phone", 1, Screen::PHONE, |page| {
        opened(page, "Ben");
        page.choose("#matches [data-name=least]", "0.02");
        page.press("#matches [data-do=start]");
        let wide = page.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 360, "the page is {wide} pixels wide");
        // The first time all answers are shown, the second time they are given.
        let mut answers = Vec::new();
        loop {
            page.wait("#matches .quiz-actions button");
            page.press("#matches [data-do=show]");
            let said = page.text("#matches .quiz-solution .verdict");
            answers.push(said.strip_suffix(" is best.").expect("the best answer").to_owned());
            if next(page) {
                break;
            }
        }
        page.says("#matches .quiz-result", "You solved 0");
        page.press("#matches [data-do=start]");
        for best in &answers {
            page.wait("#matches .quiz-actions button");
            if best.contains('/') {
                page.press("#matches [data-do=choose]");
                page.press(&format!("#matches .quiz-choices [data-play='{best}']"));
            } else {
                page.press(&format!("#matches [data-do={}]", best.replace(' ', "-")));
            }
            page.says("#matches .quiz-solution .verdict", "is right");
            next(page);
        }
        page.says("#matches .quiz-result", &format!("You solved {0} of {0}", answers.len()));
        page.says("#matches .quiz-count", "due in 1 day");
    });
}
