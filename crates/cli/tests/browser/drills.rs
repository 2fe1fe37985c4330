//! Tests drills: questions with numbers, plays and cube actions, the summary and its trend.

use crate::harness::{Page, Screen, browse};

/// Starts a drill with a fixed seed.
fn start(page: &Page, kind: &str) {
    page.eval("crypto.getRandomValues = (array) => { array.fill(7); return array; }");
    page.go("#drills");
    page.press(&format!("#drills [data-kind={kind}] [data-do=start]"));
    page.wait("#drills .quiz-actions button");
}

/// Answers the question about pips with the numbers.
fn answer(page: &Page, numbers: [&str; 2]) {
    page.fill("#drills [data-name=own]", numbers[0]);
    page.fill("#drills [data-name=opponent]", numbers[1]);
    page.keys(&["Enter"]);
}

/// The numbers of the truth in the verdict.
fn truth(page: &Page) -> [String; 2] {
    let said = page.text("#drills .quiz-solution .verdict");
    let (_, truth) = said.split_once("You have ").expect("the right answer");
    let numbers = truth.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<String> =
        numbers.filter(|part| !part.is_empty()).map(str::to_owned).take(2).collect();
    numbers.try_into().unwrap()
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn numbers_are_graded_and_sessions_are_kept() {
    browse("drills", 1, Screen::DESKTOP, |page| {
        page.go("#drills");
        page.wait("#drills .drill-cards");
        page.is_accessible("the list of drills");
        start(page, "pips");
        page.says("#drills .quiz-task", "How many pips");
        page.is_accessible("a question about pips");
        // The board does not tell the answer.
        assert_eq!(page.count("#drills .seat .pips"), 0);
        // What is no number is not an answer.
        answer(page, ["100", "many"]);
        page.says("#drills .drill-form .trouble", "Enter a number");
        assert_eq!(page.count("#drills .verdict"), 0);
        answer(page, ["1", "2"]);
        page.says("#drills .quiz-solution .verdict", "Wrong.");
        let first = truth(page);
        page.says("#drills .drill-progress", "0 of 1 right");
        page.is_accessible("the solution of a question about pips");
        page.press("#drills [data-do=next]");
        page.says("#drills h3", "Question 2 of 10");
        page.press("#drills [data-do=skip]");
        page.says("#drills h3", "Question 3 of 10");
        page.press("#drills [data-do=stop]");
        page.says("#drills .drill-result", "0 of 1 right, mean error");

        // The same seed asks the same question; the session is compared with the one before.
        start(page, "pips");
        answer(page, [&first[0], &first[1]]);
        page.says("#drills .quiz-solution .verdict", "Right.");
        page.press("#drills [data-do=stop]");
        page.says("#drills .drill-result", "1 of 1 right, mean error 0.0 pips");
        page.says("#drills .drill-result .note", "Last session: mean error");
        page.says("#drills .drill-result .note", "median time");
        page.wait("#drills [data-kind=pips] .drill-trend");
        page.reload();
        page.says("#drills [data-kind=pips]", "Last 2 sessions");
        page.is_accessible("the list of drills with a trend");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn other_games_have_their_drills() {
    browse("drills-games", 1, Screen::DESKTOP, |page| {
        page.go("#drills");
        page.wait("#drills .drill-cards");
        assert_eq!(page.count("#drills .drill-card"), 7);
        page.eval(
            "(() => { const list = document.querySelector('#drills [data-name=game]'); \
             list.value = 'long-nardi'; list.dispatchEvent(new Event('change')); \
             const end = document.querySelector('#drills [data-name=end]'); \
             end.value = '5m'; end.dispatchEvent(new Event('change')); })()",
        );
        page.until("document.querySelectorAll('#drills .drill-card').length === 4");
        assert_eq!(page.count("#drills [data-kind=cube]"), 0);
        page.is_accessible("the list of drills of long nardi");
        start(page, "pips");
        page.says("#drills h3", "Question 1, 5:00 left");
        answer(page, ["1", "2"]);
        page.says("#drills .quiz-solution .verdict", "Wrong.");
        page.press("#drills [data-do=next]");
        page.says("#drills h3", "Question 2, ");
        page.press("#drills [data-do=stop]");
        page.says("#drills .drill-result", "0 of 1 right, mean error");
        // Backgammon has no session yet.
        assert_eq!(page.eval("localStorage['shesh.drills'].includes('long-nardi')"), true);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn replies_say_the_first_play() {
    browse("drills-replies", 1, Screen::DESKTOP, |page| {
        start(page, "replies");
        page.says("#drills .quiz-task", "The opponent has played");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn decisions_are_graded_on_a_phone() {
    browse("drills-phone", 1, Screen::PHONE, |page| {
        start(page, "cube");
        let wide = page.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 360, "the page is {wide} pixels wide");
        page.is_accessible("a question about the cube");
        page.press("#drills .quiz-actions button");
        page.wait("#drills .quiz-solution table");
        page.is_accessible("the solution of a question about the cube");
        page.press("#drills [data-do=stop]");
        page.says("#drills .drill-result", "of 1 right");

        start(page, "take-point");
        page.says("#drills .quiz-task", "You need");
        assert!(
            page.eval("document.querySelector('#drills .quiz-board').hidden").as_bool().unwrap()
        );
        page.fill("#drills [data-name=value]", "24,5 %");
        page.keys(&["Enter"]);
        page.says("#drills .quiz-solution .verdict", "Exactly");
        page.press("#drills [data-do=stop]");
        page.wait("#drills .drill-result");

        // A play is made on the board.
        start(page, "openings");
        while page.count("#drills [data-do=check]:not(:disabled)") == 0 {
            let moves = "document.querySelectorAll('#drills .die.used').length";
            let before = page.eval(moves);
            let from = page.eval("document.querySelector('#drills .marks .can').dataset.of");
            page.press(&format!("#drills [data-place='{}']", from.as_str().unwrap()));
            page.until(&format!("{moves} !== {before}"));
        }
        page.press("#drills [data-do=check]");
        page.wait("#drills .quiz-solution .plays");
        page.wait("#drills .arrows polyline.best");
        page.is_accessible("the solution of a question about an opening");
    });
}
