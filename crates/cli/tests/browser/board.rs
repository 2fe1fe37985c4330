//! Tests the looks of the board: marks, motion and sound.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, is_said, list_choices, sit_down},
};
use serde_json::json;

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
        assert_eq!(page.eval("sounded"), json!(0));
        assert_eq!(page.eval("JSON.parse(localStorage['shesh.settings']).sound"), json!(false));
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
