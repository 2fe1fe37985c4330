//! Tests the looks of the board: marks, motion and sound.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, is_said, list_choices, play_by_pressing, sit_down},
};
use serde_json::json;
use std::{thread::sleep, time::Duration};

/// Counts animations and sounds from now on.
const COUNT: &str = "(() => {\
     window.animated = []; window.sounded = 0;\
     const animate = Element.prototype.animate;\
     Element.prototype.animate = function (...given) {\
       animated.push(this.getAttribute('class').split(' ')[0]); return animate.apply(this, given); };\
     const start = AudioBufferSourceNode.prototype.start;\
     AudioBufferSourceNode.prototype.start = function (...given) {\
       sounded += 1; return start.apply(this, given); };\
     })()";

/// Starts a game with the given speed, and continues until a play is to be entered.
fn begin(page: &Page, speed: &str) {
    let mut settings = brisk();
    settings["speed"] = json!(speed);
    settings["presses"] = json!("one");
    settings["forced"] = json!(false);
    sit_down(page, &json!({ "length": "3", "game": "backgammon" }), &settings);
    page.until("document.querySelector('#do-roll:enabled, #do-confirm')");
    if list_choices(page).contains(&"do-roll".to_owned()) {
        page.press("#do-roll");
    }
    page.wait("#do-confirm");
    page.eval(COUNT);
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn own_checkers_slide_and_sound() {
    browse("board-motion", 41, Screen::DESKTOP, |page| {
        begin(page, "fast");
        page.press(".pickable");
        page.wait("#do-undo:enabled");
        page.until("animated.includes('checker')");
        page.until("sounded > 0");
        // M turns the sounds off; the setting is kept.
        page.keys(&["m"]);
        is_said(page, "Sound off.");
        page.eval("void (sounded = 0)");
        page.press("#do-undo");
        page.wait("#do-undo:disabled");
        // The marks of the last move fade.
        page.until("document.querySelector('.last.fades')");
        assert_eq!(page.eval("sounded"), json!(0));
        assert_eq!(page.eval("JSON.parse(localStorage['shesh.settings']).sound"), json!(false));
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn white_has_the_light_checkers() {
    browse("board-white", 41, Screen::DESKTOP, |page| {
        for checkers in ["light", "dark"] {
            let settings = json!({ "checkers": checkers, "tutor": false, "language": "en" });
            sit_down(page, &json!({ "length": "1", "game": "american" }), &settings);
            list_choices(page);
            // Black has all fifteen checkers on the board; nine of White's are one stack beside it.
            let is_black = page.count(".checker.mine") > page.count(".checker.theirs");
            let colour = "document.querySelector('.board').dataset.bottom";
            assert_eq!(page.eval(colour), if is_black { "dark" } else { "light" });
            // The gradients of the page are exchanged where the reader has chosen other colours.
            let body = "getComputedStyle(document.querySelector('.checker.mine .body')).fill";
            let is_exchanged = (checkers == "dark") != is_black;
            let name = if is_exchanged { "paint-theirs" } else { "paint-mine" };
            let fill = page.eval(body);
            assert!(fill.as_str().unwrap().contains(name), "{fill}, not {name}");
            page.picture(&format!("board-white-{checkers}"));
        }
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn nothing_moves_with_animations_off() {
    browse("board-still", 41, Screen::DESKTOP, |page| {
        begin(page, "off");
        page.press(".pickable");
        page.wait("#do-undo:enabled");
        assert_eq!(page.eval("animated"), json!([]));
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_focused_checker_shows_where_it_can_go() {
    browse("board-marks", 41, Screen::DESKTOP, |page| {
        begin(page, "off");
        page.focus(".pickable");
        page.wait(".can.near");
        let name = page.attribute(".pickable", "aria-label").unwrap();
        let goes = name.split("can go to ").nth(1).unwrap().split(',').count();
        assert_eq!(page.count(".may"), goes, "{name}");
        page.focus("#do-hint");
        page.until("!document.querySelector('.near, .may')");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn presses_on_the_board_end_a_turn_and_roll() {
    browse("board-actions", 45, Screen::DESKTOP, |page| {
        begin(page, "off");
        page.wait("#do-confirm:disabled");
        // A press that moves nothing is answered, until another one does.
        page.press("[data-place='tray-top']");
        page.says(".status", "No checker can move from there");
        page.press(".pickable");
        page.says(".status", "to play.");
        play_by_pressing(page);
        page.is_accessible("buttons on the board");
        // A press on the dice of a complete play ends the turn.
        page.press(".dice-button");
        page.until("!document.querySelector('#do-confirm')");
        page.wait("#do-roll:enabled");
        assert_eq!(page.count(".last.fades"), 0, "marks fade with animations off");
        // A press on an empty place rolls, unless it may have been meant for the turn before.
        sleep(Duration::from_millis(600));
        let empty = page.eval(
            "[...document.querySelectorAll('[data-place]')].find(({ dataset, ariaLabel }) =>\
             /^\\d+$/.test(dataset.place) && ariaLabel.endsWith('empty')).dataset.place",
        );
        page.press(&format!("[data-place='{}']", empty.as_str().unwrap()));
        page.wait("#do-confirm");
        // A game that cannot be stored is announced.
        page.eval(
            "void (Storage.prototype.setItem = () => {\
             throw new DOMException('full', 'QuotaExceededError'); })",
        );
        play_by_pressing(page);
        page.press("#do-confirm");
        page.says(".notice", "This browser stores nothing");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_play_is_marked_once_it_is_made() {
    browse("board-marks", 46, Screen::PHONE, |page| {
        let mut settings = brisk();
        settings["speed"] = json!("slow");
        sit_down(page, &json!({ "length": "3", "game": "fevga" }), &settings);
        // While the opponent's checkers move, no place is marked; then their last places are.
        page.eval(
            "(window.moved = 0, window.early = 0, setInterval(() => {\
             if (!document.querySelector('.moving .checker')) return;\
             moved += 1; early += document.querySelectorAll('.last circle').length; }, 10))",
        );
        while page.eval("moved === 0") == json!(true) {
            page.until("moved > 0 || document.querySelector('#do-roll:enabled, #do-confirm')");
            if page.count("#do-roll:enabled") > 0 {
                page.press("#do-roll");
            } else if page.count("#do-confirm:enabled") > 0 {
                page.press("#do-confirm");
            } else if page.count(".pickable") > 0 {
                page.press(".pickable");
            }
        }
        page.wait(".last circle.came");
        assert_eq!(page.eval("early"), json!(0));
    });
}
