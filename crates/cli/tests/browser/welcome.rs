//! Tests the first screen: one press to play, the accompanied first turns, two people at one board,
//! and games that start from a position.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices, play_by_pressing},
};
use serde_json::json;

const STATE: &str = "JSON.parse(localStorage.getItem('shesh.game')).turn.state";
const SETTINGS: &str = "JSON.parse(localStorage.getItem('shesh.settings'))";

/// Opens the page with settings for fast games, as on a first visit.
fn visit(page: &Page) {
    page.eval(&format!("localStorage.setItem('shesh.settings', {:?})", brisk().to_string()));
    page.reload();
    page.wait(".welcome-card");
}

/// Plays one turn: rolls if needed, moves the first checkers that can move, and confirms.
fn take_turn(page: &Page) {
    if list_choices(page).contains(&"do-roll".to_owned()) {
        page.press("#do-roll");
    }
    page.wait("#do-confirm");
    play_by_pressing(page);
    page.press("#do-confirm");
    page.until("!document.querySelector('#do-confirm')");
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn one_press_starts_a_first_game_which_is_accompanied() {
    browse("welcome-first", 51, Screen::PHONE, |page| {
        visit(page);
        page.is_accessible("the first screen");
        let width = page.eval("document.documentElement.scrollWidth").as_f64().unwrap();
        assert!(width <= 360.0, "the page is {width} pixels wide");
        assert_eq!(page.count(".level"), 4);
        assert_eq!(page.count(".level.main"), 0);
        page.press("#welcome-berliner");
        page.says(".lesson", "They run along the arrow");
        assert_eq!(page.eval(&format!("{STATE}.rules.match")), 1);
        assert_eq!(page.eval(&format!("{SETTINGS}.level")), "berliner");
        page.wait(".way .head");
        page.is_accessible("the first turn");
        page.picture("welcome-first-lesson");
        // Words beside the board explain themselves.
        page.press(".seat.bottom .pips .term");
        page.says(".meaning:popover-open", "Pip count");
        page.press(".seat.bottom .pips .term");
        page.until("!document.querySelector('.meaning:popover-open')");
        take_turn(page);
        page.says(".lesson", "Turn 2 of 3");
        assert_eq!(page.count(".way .head"), 0);
        take_turn(page);
        page.says(".lesson", "to hit it");
        take_turn(page);
        // After three turns, there is no more help, in later games neither.
        page.until("!document.querySelector('.lesson')");
        assert_eq!(page.eval(&format!("{SETTINGS}.lessons")), false);

        // A new visit offers to continue the game.
        page.eval("sessionStorage.clear()");
        page.reload();
        page.press("#go-on");
        list_choices(page);
        assert_eq!(page.count(".lesson"), 0);
        page.eval("document.querySelector('#new-game').click()");
        page.press("[data-answer=yes]");
        // The last level is marked, and begins as one game again.
        page.says(".level.main", "Casual");
        page.says(".welcome-card", "one game");
        assert_eq!(page.count("#go-on"), 0);
        page.press(".all-games summary");
        page.says("[data-game=portes]", "Greek form");
        page.says("[data-game=fevga]", "Fevga also Moultezim, Φεύγα");
        page.press("[data-game=plakoto]");
        list_choices(page);
        assert_eq!(page.eval(&format!("{STATE}.game")), "plakoto");
        // The rank is kept: another bot has it in this game.
        page.until("document.querySelector('#level').value === 'siege'");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_first_turn_fits_a_phone() {
    browse("welcome-phone", 54, Screen::PHONE, |page| {
        visit(page);
        page.press("#welcome-berliner");
        page.until("document.querySelector('#do-roll:enabled, #do-confirm')");
        if list_choices(page).contains(&"do-roll".to_owned()) {
            page.press("#do-roll");
        }
        page.wait("#do-confirm");
        // The board keeps its size through the steps of a turn.
        let size = "document.querySelector('svg.table').getBoundingClientRect().height";
        let before = page.eval(size);
        // A hint names no move, and is in sight below the board.
        page.press("#do-hint");
        page.says(".tutor", "Hint 1 of 3");
        page.until(
            "document.querySelector('.tutor').getBoundingClientRect().bottom <= innerHeight + 1",
        );
        play_by_pressing(page);
        page.says(".lesson", "end your turn");
        assert_eq!(page.eval(size), before);
        // The way follows a new layout of the board, as by a turn of the phone.
        let way = "document.querySelector('.way .line').getAttribute('d')";
        let drawn = page.eval(way);
        page.press("#open-settings");
        page.choose("#setting-home", "left");
        page.until(&format!("{way} !== {drawn}"));
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn two_people_play_at_one_board() {
    browse("welcome-two", 52, Screen::DESKTOP, |page| {
        visit(page);
        page.press("#welcome-two");
        page.fill("#start-name-bottom", "Ana");
        page.fill("#start-name-top", "Ben");
        page.press("#start-turns");
        // The first game is one game, without a cube; the form for two is short.
        assert_eq!(page.eval("document.querySelector('#start-length').value"), "1");
        assert_eq!(page.count("#start-opponent, #start-from, #start-checkers"), 0);
        page.choose("#start-length", "5");
        // Terms of the form explain themselves.
        page.press("fieldset .term");
        page.says(".meaning:popover-open", "Doubling cube");
        page.is_accessible("a term that is explained");
        page.keys(&["Escape"]);
        page.until("!document.querySelector('.meaning:popover-open')");
        page.press("form.start [type=submit]");
        take_turn(page);
        // The board has turned to the other player.
        page.wait("#do-double");
        let first = page.text(".seat.top .who");
        let second = page.text(".seat.bottom .who");
        let mut names = [first.as_str(), second.as_str()];
        names.sort_unstable();
        assert_eq!(names, ["Ana", "Ben"]);
        assert_eq!(page.count(".lesson, #do-hint"), 0);
        // The double is offered to the other player, who sits at the bottom now.
        page.keys(&["d"]);
        page.press("[data-answer=yes]");
        page.says(".status", &format!("{second} doubles to 2. {first}: take or pass?"));
        assert_eq!(page.text(".seat.bottom .who"), first);
        page.is_accessible("a double between two people");
        page.keys(&["t"]);
        page.press("[data-answer=yes]");
        page.says(".status", &format!("{second}: your turn to roll."));
        // The names and the board survive a reload.
        page.reload();
        page.says(".status", &format!("{second}: your turn to roll."));
        page.eval("document.querySelector('#do-resign').click()");
        page.press("[data-answer=yes]");
        page.says(".status", &format!("{second} resigns a single game. {first}: do you accept?"));
        page.keys(&["a"]);
        page.says(".status", &format!("{first} wins 2 points (resigned)."));
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn two_people_raise_the_stake() {
    browse("welcome-raises", 54, Screen::DESKTOP, |page| {
        visit(page);
        page.press("#welcome-two");
        page.choose("#start-length", "0");
        page.wait("#start-beavers");
        page.press("#start-raises");
        page.until("!document.querySelector('#start-beavers').checkVisibility()");
        page.until("!document.querySelector('#start-automatic').checkVisibility()");
        page.press("form.start [type=submit]");
        for stake in [2, 4] {
            take_turn(page);
            page.says("#do-double", &format!("Raise to {stake}"));
            page.keys(&["d"]);
            page.press("[data-answer=yes]");
            page.says(".status", &format!("raises to {stake}."));
            page.says("#do-take", &format!("{stake}"));
            page.keys(&["t"]);
            page.press("[data-answer=yes]");
            page.wait("#do-roll");
        }
        // A third raise, by the player who took the second, is passed: one point is lost.
        take_turn(page);
        page.press("#do-double");
        page.press("[data-answer=yes]");
        page.says(".status", "raises to 7.");
        page.keys(&["p"]);
        page.press("[data-answer=yes]");
        page.says(".status", "wins 1 point (raise passed).");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_game_starts_from_a_position() {
    browse("welcome-position", 53, Screen::DESKTOP, |page| {
        visit(page);
        page.go("#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10");
        page.press("#analyse .play-on");
        page.wait("#start-from[open]");
        page.press("form.start [type=submit]");
        page.wait("#do-confirm");
        let table = page.eval(&format!("{STATE}.table"));
        assert_eq!([&table["dice"], &table["on_roll"]], [&json!("31"), &json!("bottom")]);
        assert_eq!(table["score"], json!({ "bottom": 2, "top": 1 }));
        assert_eq!(page.eval(&format!("{STATE}.rules.match")), 5);
        assert_eq!(page.route(), "#play");

        // Another game is not lost without a question; a position that cannot be read is refused.
        page.go("#play/from/nonsense");
        page.press("form.start [type=submit]");
        page.press("[data-answer=yes]");
        page.wait("#play .trouble:not(:empty)");
        page.fill("#start-position", "fevga@AACA/z8AAID/Pw");
        page.press("form.start [type=submit]");
        page.press("[data-answer=yes]");
        page.until(&format!("{STATE}.game === 'fevga'"));
    });
}
