//! Tests touch input with real touch events of the DevTools protocol, which may scroll the page.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices, sit_down},
};
use serde_json::json;

/// Screens of a phone, a large phone, a tablet, and a phone held sideways.
const SCREENS: [(u32, u32); 4] = [(360, 740), (412, 915), (768, 1024), (740, 360)];

fn place(name: &str) -> String {
    format!("[data-place='{name}']")
}

/// A place with a movable checker, and its destinations.
fn movable(page: &Page) -> (String, Vec<String>) {
    let from = page.eval("document.querySelector('.pickable').dataset.place");
    let name = page.attribute(".pickable", "aria-label").unwrap();
    let goes = name.split("can go to ").nth(1).unwrap();
    let goes = goes.split(',').map(|to| to.trim().trim_end_matches('.').to_owned()).collect();
    (from.as_str().unwrap().to_owned(), goes)
}

/// Starts a game, and continues until a play is to be entered.
fn begin(page: &Page, presses: &str) {
    let mut settings = brisk();
    settings["presses"] = json!(presses);
    settings["forced"] = json!(false);
    sit_down(page, &json!({ "length": "3", "game": "backgammon" }), &settings);
    if list_choices(page).contains(&"do-roll".to_owned()) {
        page.press("#do-roll");
    }
    page.wait("#do-confirm");
    page.eval(
        "(window.heard = [], ['pointercancel', 'pointerup'].forEach((name) =>\
         document.addEventListener(name, () => heard.push(name), true)))",
    );
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_finger_drags_a_checker() {
    for (width, height) in SCREENS {
        browse(&format!("touch-drag-{width}"), 41, Screen::touched(width, height), |page| {
            begin(page, "one");
            let (from, goes) = movable(page);
            let scrolled = page.eval("scrollY");
            page.drag_by_finger(&place(&from), &place(&goes[0]));
            page.wait("#do-undo:enabled");
            assert_eq!(page.eval("window.heard"), json!(["pointerup"]), "{width}");
            assert_eq!(page.eval("scrollY"), scrolled, "{width}: the page scrolls");
            let name = page.attribute(&place(&goes[0]), "aria-label").unwrap();
            assert!(name.contains("of yours"), "{width}: {name}");
            // A drag to an illegal destination does not change the play.
            page.press("#do-undo");
            page.until("document.querySelector('#do-undo:disabled')");
            page.drag_by_finger(&place(&from), &place("tray-top"));
            page.until("!document.querySelector('.moving .checker')");
            page.wait("#do-undo:disabled");
            // Taps still move checkers.
            page.press(&place(&from));
            page.wait("#do-undo:enabled");
        });
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_finger_scrolls_by_a_board_on_which_nothing_can_be_dragged() {
    browse("touch-scroll", 42, Screen::PHONE, |page| {
        page.go("#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
        page.wait("#analyse svg.table");
        page.eval("window.scrollTo(0, 0)");
        let (x, y) = page.middle("#analyse svg.table");
        let before = page.eval("scrollY").as_f64().unwrap();
        page.swipe((x, y), (x, y - 150.0));
        page.until(&format!("scrollY > {before} + 50"));
    });
}
