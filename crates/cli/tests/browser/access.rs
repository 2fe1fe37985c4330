//! Tests all views for accessibility and reflow, and what surrounds the views: header, settings,
//! notices.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices, sit_down},
};
use serde_json::json;

/// Every view with a selector of its content, and a name for messages.
const VIEWS: [(&str, &str, &str); 7] = [
    ("#play", "#play button", "the first screen"),
    ("#play/new", "form.start", "the options of a new game"),
    (
        "#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "#analyse .plays",
        "a position",
    ),
    ("#matches", "#matches .drop", "matches"),
    ("#drills", "#drills .drill-cards", "the list of drills"),
    ("#rules", "#rules .games", "the list of rules"),
    ("#rules/long-nardi", "#rules svg", "the rules of long nardi"),
];

/// Describes horizontal scrolling of the page.
const TOO_WIDE: &str = "(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return '';
    const wide = [...document.querySelectorAll('main *')]
        .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1);
    return `${scrollWidth} pixels: ${wide.slice(0, 5).map((e) => `${e.tagName}.${e.className}`).join(', ')}`;
})()";

fn visit_all(page: &Page, check: impl Fn(&str)) {
    for (route, shown, name) in VIEWS {
        page.go(route);
        page.wait(shown);
        check(name);
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn views_are_accessible_in_the_dark_on_a_phone() {
    browse("access-dark", 51, Screen::PHONE, |page| {
        page.set("theme", "'dark'");
        visit_all(page, |name| page.is_accessible(&format!("{name}, dark, on a phone")));
        page.press("#open-settings");
        page.wait("#settings[open]");
        page.is_accessible("the settings, dark, on a phone");
        let mut settings = brisk();
        settings["theme"] = json!("dark");
        page.go("#play");
        sit_down(page, &json!({ "length": "3", "game": "backgammon" }), &settings);
        list_choices(page);
        page.is_accessible("a match, dark, on a phone");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn views_fit_in_zoomed_windows() {
    // 1280 by 1024 at 400 %, a phone in landscape, and 1440 by 900 at 200 %.
    for (width, height) in [(320, 256), (740, 360), (720, 450)] {
        let screen = Screen { width, height, touch: width == 740 };
        browse(&format!("access-{width}x{height}"), 52, screen, |page| {
            let languages: &[&str] =
                if width == 320 { &["en", "ru", "hy", "el", "tr"] } else { &["en", "hy"] };
            for &language in languages {
                page.set("language", &format!("'{language}'"));
                visit_all(page, |name| {
                    assert_eq!(page.eval(TOO_WIDE), "", "{width} by {height}, {language}: {name}");
                    if language == "en" {
                        page.is_accessible(&format!("{width} by {height}: {name}"));
                    }
                });
                // The header is one line.
                let height = page.eval("document.querySelector('header').offsetHeight");
                assert!(height.as_f64().unwrap() < 60.0, "{width}, {language}: {height}");
            }
        });
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn settings_tell_about_the_program() {
    browse("access-about", 53, Screen::DESKTOP, |page| {
        page.wait("#play button");
        page.press("#open-settings");
        page.says("#about-version", env!("CARGO_PKG_VERSION"));
        page.is_accessible("the settings");
        // Browsers draw their own controls in the colour of the header.
        page.choose("#setting-theme", "dark");
        let colours =
            "[...document.querySelectorAll('meta[name=theme-color]')].map((m) => m.content)";
        let header = "getComputedStyle(document.querySelector('header')).backgroundColor";
        page.until(&format!("{colours}.every((colour) => colour === {header})"));
        // The link to the rules closes the dialog.
        page.press("#settings a[href='#rules']");
        page.wait("#rules .games");
        assert_eq!(page.count("#settings[open]"), 0);
        let manifest = page.eval(
            "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())",
        );
        for icon in manifest["icons"].as_array().unwrap() {
            let loads = format!(
                "fetch(new URL('{}', document.baseURI)).then(({{ok}}) => ok)",
                icon["src"].as_str().unwrap()
            );
            assert_eq!(page.eval(&loads), true, "{icon}");
        }
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_large_window_shows_a_large_board() {
    browse("access-large", 55, Screen { width: 2560, height: 1440, touch: false }, |page| {
        sit_down(page, &json!({ "length": "3", "game": "backgammon" }), &brisk());
        list_choices(page);
        let share = page.eval(
            "(() => { const { width, height } = document.querySelector('svg.table').getBoundingClientRect();\
             return width * height / (innerWidth * innerHeight); })()",
        );
        assert!(share.as_f64().unwrap() > 0.4, "{share} of the window");
    });
}
