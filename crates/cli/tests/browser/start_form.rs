//! Tests the start form: rare rules, and several games in turn.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices},
};
use serde_json::{Value, json};

const STATE: &str = "JSON.parse(localStorage.getItem('shesh.game')).turn.state";

fn begin(page: &Page) {
    page.press("form.start [type=submit]");
    list_choices(page);
}

/// Changes the settings, reloads the page, and opens the form.
fn load(page: &Page, settings: &Value) {
    page.eval(&format!("localStorage.setItem('shesh.settings', {:?})", settings.to_string()));
    page.reload();
    page.go("#play/new");
    page.wait("#start-game");
}

/// Displayed list of the games in turn.
fn in_turn(page: &Page) -> Value {
    page.eval("[...document.querySelectorAll('.chain li span')].map((name) => name.textContent)")
}

fn width(page: &Page) -> f64 {
    page.eval("document.documentElement.scrollWidth").as_f64().unwrap()
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn rules_that_are_agreed_are_played_by_and_kept() {
    browse("start-more-rules", 31, Screen::DESKTOP, |page| {
        load(page, &brisk());
        page.choose("#start-game", "plakoto");
        page.press("#start-more summary");
        page.press("#start-plakoto-mother-off");
        page.press("#start-plakoto-draw-1");
        page.press("#start-opening-lot");
        page.press("#start-scoring-left");
        page.fill("#start-turn-limit", "40");
        page.says("#start-more summary", "(5 changed)");
        page.is_accessible("rules that are unfolded");
        page.picture("start-more-rules-unfolded");
        begin(page);
        let rules = page.eval(&format!("{STATE}.rules"));
        assert_eq!(page.eval(&format!("{STATE}.game")), "plakoto:mother=off,draw=1");
        assert_eq!(
            [&rules["opening"], &rules["scoring"], &rules["turn_limit"], &rules["starter"]],
            [&json!("lot"), &json!("left"), &json!(40), &Value::Null]
        );
        // The board is still Plakoto's after a reload.
        page.reload();
        list_choices(page);
        assert_eq!(page.count("[data-place^='bar']"), 0);
        page.press("details.more summary");
        page.says(
            "#rules-played",
            "Plakoto. Pinned mother: does not decide the game. A draw gives each player: 1 point",
        );
        // The agreements are kept for the next game, and their number shows while they are folded.
        page.press("#new-game");
        page.press("[data-answer=yes]");
        page.press("#welcome-more");
        page.says("#start-more summary", "(5 changed)");
        // Another game has other agreements.
        page.choose("#start-game", "backgammon");
        page.says("#start-more summary", "(3 changed)");
        // The bar with the button to start covers the end of the form until it is scrolled.
        page.eval("(document.querySelector('#start-more').scrollIntoView({block: 'center'}), 0)");
        page.press("#start-more summary");
        assert_eq!(page.count("#start-plakoto-mother-off"), 0);
        page.press("#start-usual");
        assert_eq!(page.text("#start-more summary"), "More rules");
        begin(page);
        let rules = page.eval(&format!("{STATE}.rules"));
        assert!(rules.get("opening").is_none() && rules.get("turn_limit").is_none(), "{rules}");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_field_that_is_wrong_is_unfolded() {
    browse("start-wrong", 32, Screen::PHONE, |page| {
        load(page, &brisk());
        page.press("#start-more summary");
        page.fill("#start-turn-limit", "-3");
        page.press("#start-more summary");
        page.until("!document.querySelector('#start-more').open");
        page.press("form.start [type=submit]");
        page.until("document.activeElement?.id === 'start-turn-limit'");
        assert!(page.eval("document.querySelector('#start-more').open").as_bool().unwrap());
        assert_eq!(page.eval("localStorage.getItem('shesh.game')"), Value::Null);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn games_in_turn_are_listed_by_keys() {
    browse("start-mixed", 33, Screen::DESKTOP, |page| {
        load(page, &brisk());
        page.choose("#start-game", "mixed");
        assert_eq!(in_turn(page), json!(["Long nardi", "Portes", "Hypergammon"]));
        page.is_accessible("games in turn");
        // The keyboard focus stays on the moved game.
        page.focus(".chain li:nth-child(3) .up");
        page.keys(&["Enter"]);
        assert_eq!(in_turn(page), json!(["Long nardi", "Hypergammon", "Portes"]));
        page.keys(&["Enter"]);
        assert_eq!(in_turn(page), json!(["Hypergammon", "Long nardi", "Portes"]));
        let focused = page.eval("document.activeElement.getAttribute('aria-label')");
        assert_eq!(focused, "Remove Hypergammon");
        page.keys(&["Enter", "Enter"]);
        assert_eq!(in_turn(page), json!(["Portes"]));
        // A list of one game is an error.
        page.press("form.start [type=submit]");
        page.says("form.start .trouble", "at least two");
        page.choose("#start-next", "tapa");
        page.focus("#start-add");
        page.keys(&["Enter"]);
        assert_eq!(in_turn(page), json!(["Portes", "Tapa"]));
        page.choose("#start-length", "0");
        page.press("#start-more summary");
        page.press("#start-tapa-mother-immediate");
        begin(page);
        assert_eq!(page.eval(&format!("{STATE}.frame")), "portes,tapa:mother=immediate");
        assert_eq!(page.eval(&format!("{STATE}.rules.match ?? null")), Value::Null);
        page.says(".seat.bottom", "Portes, game 1 of 2");
        // Only JSON is offered for saving, since it names the games.
        page.press("details.more summary");
        page.wait("#save-json");
        assert_eq!(page.count("#save-mat, #save-sgf"), 0);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn other_names_stand_below_the_chosen_game() {
    browse("start-other-names", 35, Screen::PHONE, |page| {
        for (language, fevga, irish) in [
            ("en", "also Moultezim, Φεύγα", "also Todas tablas, Toutes tables"),
            (
                "el",
                "γνωστό και ως Μουλτεζίμ, Fevga, Moultezim",
                "γνωστό και ως Irish backgammon, Todas tablas, Toutes tables",
            ),
        ] {
            load(page, &json!({ "language": language }));
            page.choose("#start-game", "fevga");
            page.says("#start-game-also", fevga);
            let described = page.attribute("#start-game", "aria-describedby");
            assert_eq!(described.as_deref(), Some("start-game-also"));
            page.picture(&format!("start-other-names-{language}"));
            // A series of games has no other names; the game to add has.
            page.choose("#start-game", "tavli");
            page.until("!document.querySelector('#start-game-also').checkVisibility()");
            page.choose("#start-game", "mixed");
            page.choose("#start-next", "irish");
            page.says("#start-next-also", irish);
            assert!(width(page) <= 360.0, "{language}: {} pixels", width(page));
            page.go("#rules/fevga");
            page.says("#rules .other-names", fevga);
            page.is_accessible(&format!("other names in {language}"));
        }
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn all_rules_fit_a_phone_in_every_language() {
    browse("start-phone", 34, Screen::PHONE, |page| {
        let start = json!({ "game": "mixed", "length": "0",
            "games": ["tavla", "old-english", "early", "plakoto", "fevga", "long-nardi"] });
        for language in ["en", "ru", "hy"] {
            page.eval(&format!("localStorage.setItem('shesh.start', {:?})", start.to_string()));
            load(page, &json!({ "language": language }));
            page.press("#start-more summary");
            assert_eq!(page.count("#start-more fieldset"), 7);
            assert!(width(page) <= 360.0, "{language}: {} pixels", width(page));
            // The bar with the button to begin may cover a part of a choice, until one scrolls.
            page.eval("document.querySelector('form.start > .actions').style.position = 'static'");
            page.is_accessible(&format!("all rules in {language}"));
            let small = page.eval(
                "[...document.querySelectorAll('.start button, .start select, .start summary')]\
                 .map((e) => e.getBoundingClientRect())\
                 .filter((b) => b.width > 0 && Math.min(b.width, b.height) < 43).length",
            );
            assert_eq!(small, json!(0), "{language}");
        }
    });
}
