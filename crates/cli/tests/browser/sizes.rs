//! Tests the board in windows of various sizes: phones in landscape, zoomed pages, small tablets.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices, play_by_pressing},
};
use serde_json::json;

/// Describes parts of the board and the buttons outside the window, and horizontal scrolling of the
/// page.
const OUTSIDE: &str = "(() => {
    const outside = [];
    for (const css of ['svg.table', '.play .bar', '.play .controls button']) {
        for (const element of document.querySelectorAll(css)) {
            const { top, bottom, left, right } = element.getBoundingClientRect();
            const inside = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
            if (!inside) outside.push([css, left, top, right, bottom].join(' '));
        }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) outside.push(`the page is ${scrollWidth} pixels wide`);
    return outside.join(', ');
})()";

/// Presses *Begin* at the end of the form, scrolling if needed.
fn begin(page: &Page, language: &str, game: &str) {
    let mut settings = brisk();
    settings["language"] = json!(language);
    page.eval(&format!(
        "(localStorage.removeItem('shesh.game'), localStorage.setItem('shesh.start', {:?}),\
         localStorage.setItem('shesh.settings', {:?}))",
        json!({ "length": "3", "game": game }).to_string(),
        settings.to_string()
    ));
    page.reload();
    page.wait("form.start");
    page.eval(
        "(() => { const begin = document.querySelector('form.start [type=submit]');\
         begin.scrollIntoView(); begin.click(); })()",
    );
    list_choices(page);
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_board_is_seen_after_begin() {
    // Phones in landscape; 1440 by 900 and 1280 by 800 zoomed up to 400 %; a phone and a tablet.
    for (width, height) in [
        (740, 360),
        (915, 412),
        (720, 450),
        (640, 400),
        (360, 225),
        (320, 200),
        (960, 600),
        (1280, 480),
        (256, 320),
        (360, 740),
        (768, 1024),
        (1440, 900),
    ] {
        let screen = Screen { width, height, touch: width < 1000 };
        browse(&format!("sizes-{width}x{height}"), 43, screen, |page| {
            for (language, game) in [("en", "backgammon"), ("ru", "backgammon"), ("hy", "plakoto")]
            {
                begin(page, language, game);
                assert_eq!(page.eval(OUTSIDE), json!(""), "{width} by {height}, {language}");
            }
        });
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_phone_held_sideways_plays_on() {
    browse("sizes-sideways", 44, Screen::touched(740, 360), |page| {
        begin(page, "en", "backgammon");
        if list_choices(page).contains(&"do-roll".to_owned()) {
            page.press("#do-roll");
        }
        page.wait("#do-confirm");
        play_by_pressing(page);
        assert_eq!(page.eval(OUTSIDE), json!(""));
        page.is_accessible("a phone held sideways");
        page.press("#do-confirm");
        page.until("!document.querySelector('#do-confirm')");
        list_choices(page);
        assert_eq!(page.eval(OUTSIDE), json!(""));
    });
}
