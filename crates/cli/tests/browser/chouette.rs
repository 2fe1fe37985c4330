//! Tests chouettes: people and engines at one board.

use crate::{
    harness::{Page, Screen, browse},
    play::{brisk, list_choices, play_by_pressing, sit_down},
};
use serde_json::{Value, json};

const TURN: &str = "JSON.parse(localStorage.getItem('shesh.game')).turn";

/// A chouette of Hypergammon with people, and engines by their levels.
fn sit_at_chouette(page: &Page, players: &[(&str, &str)], extras: bool) {
    sit_with_stakes(page, players, extras, &json!({"jacoby": false, "beavers": true}));
}

fn sit_with_stakes(page: &Page, players: &[(&str, &str)], extras: bool, stakes: &Value) {
    let players: Vec<Value> =
        players.iter().map(|(name, level)| json!({"name": name, "level": level})).collect();
    let chouette = json!({"players": players, "consulting": "always", "extras": extras});
    let mut start = stakes.clone();
    start["game"] = json!("hypergammon");
    start["opponent"] = json!("chouette");
    start["chouette"] = chouette;
    sit_down(page, &start, &brisk());
    page.wait(".chouette-table");
}

fn presses(page: &Page, choices: &[String], name: &str) -> bool {
    let found = choices.iter().any(|choice| choice == name);
    if found {
        page.press(&format!("#{name}"));
    }
    found
}

/// Completes a play by pressing checkers, and confirms it.
fn make_play(page: &Page) {
    play_by_pressing(page);
    page.press("#do-confirm");
}

fn decides(page: &Page) -> String {
    page.eval(&format!("{TURN}.decide.what")).as_str().unwrap().to_owned()
}

/// Plays on without doubles until a decision of a kind.
fn play_until(page: &Page, what: &str) {
    for _ in 0..200 {
        let choices = list_choices(page);
        if decides(page) == what {
            return;
        }
        page.eval(&format!("window.before = JSON.stringify({TURN})"));
        if choices.iter().any(|choice| choice == "do-confirm") {
            make_play(page);
        } else if !["do-roll", "do-hold", "do-next"]
            .iter()
            .any(|name| presses(page, &choices, name))
        {
            assert!(presses(page, &choices, "do-take"), "{choices:?}");
            page.press("[data-answer=yes]");
        }
        // Until the answer has come, the buttons are those of the decision before.
        page.until(&format!("JSON.stringify({TURN}) !== window.before"));
    }
    panic!("nobody decides {what}");
}

/// Plays on without doubles until the first player of the list, or one of the others, is to roll.
fn play_until_rolls(page: &Page, is_first: bool) {
    play_until(page, "roll");
    while (page.eval(&format!("{TURN}.decide.player")) == 0) != is_first {
        page.press("#do-roll");
        play_until(page, "play");
        make_play(page);
        play_until(page, "roll");
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_chouette_begins_from_the_form() {
    browse("chouette-form", 61, Screen::DESKTOP, |page| {
        page.eval(&format!("localStorage.setItem('shesh.settings', {:?})", brisk().to_string()));
        page.reload();
        page.go("#play/new");
        page.press("#start-opponent-chouette");
        assert_eq!(page.eval("document.querySelector('#start-length').checkVisibility()"), false);
        page.fill("#chouette-name-0", "Ann");
        page.fill("#chouette-name-1", "Bob");
        page.choose("#chouette-level-1", "");
        page.press("#chouette-add");
        page.fill("#chouette-name-3", "ann");
        page.is_accessible("the players of a chouette");
        page.picture("chouette-players");
        page.press("form.start [type=submit]");
        // The server refuses two players of the same name.
        page.until(
            "document.querySelector('#play > .trouble')?.textContent.includes('called ann')",
        );
        page.fill("#chouette-name-3", "Dan");
        // Dan becomes the captain.
        page.press(".chouette-players li:nth-child(4) button");
        page.press(".chouette-players li:nth-child(3) button");
        page.press("form.start [type=submit]");
        page.wait(".chouette-table");
        let names = page.eval(
            "[...document.querySelectorAll('.chouette-table .who')].map((name) => name.textContent)",
        );
        assert_eq!(names, json!(["Ann", "Dan", "Bob", "Player 4"]));
        list_choices(page);
        page.is_accessible("a chouette");
        // A reload goes on with the same game.
        let state = page.eval(&format!("JSON.stringify({TURN}.state)"));
        page.reload();
        page.wait(".chouette-table");
        list_choices(page);
        assert_eq!(page.eval(&format!("JSON.stringify({TURN}.state)")), state);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn people_double_answer_and_settle() {
    let people = [("Ann", ""), ("Bob", ""), ("Cleo", ""), ("Dan", "")];
    browse("chouette-people", 62, Screen::DESKTOP, |page| {
        sit_at_chouette(page, &people, true);
        play_until_rolls(page, true);
        page.says(".status", "Ann: roll or double?");
        page.keys(&["d"]);
        page.wait("dialog .ask-cubes");
        page.is_accessible("cubes to double");
        page.picture("chouette-double");
        assert_eq!(page.count(".ask-cubes input:checked"), 3);
        page.press("dialog[open] [data-answer=yes]");
        // Bob passes, Cleo takes, Dan passes.
        for (name, answer) in [("Bob", "pass"), ("Cleo", "take"), ("Dan", "pass")] {
            page.says(".offer", &format!("Ann doubles to 2. {name}: take or pass?"));
            page.is_accessible("a double of the box");
            page.press(&format!("#do-{answer}"));
            page.press("[data-answer=yes]");
        }
        page.says(".status", "Ann: offer the cubes of Bob and Dan?");
        page.press("#do-offer_extras");
        page.says(".status", "Cleo: take over the cubes of Bob and Dan?");
        page.press("#do-take_extras");
        page.until(&format!("{TURN}.captain === 2"));
        page.says(".chouette-table tr.deciding", "Ann");
        list_choices(page);
        page.eval("document.querySelector('details.more').open = true");
        page.press("#do-resign");
        page.press("dialog[open] [data-answer=yes]");
        page.says(".status", "Cleo: do you accept?");
        page.press("#do-accept");
        page.wait(".settlement");
        page.says(".settlement", "Bob pays Cleo 1 point.");
        page.says(".settlement", "Ann pays Cleo 2 points.");
        list_choices(page);
        page.is_accessible("the settlement of a chouette");
        page.picture("chouette-settled");
        let scores = page.eval(&format!("{TURN}.players.map(({{score}}) => score)"));
        assert_eq!(scores, json!([-6, -1, 8, -1]));
        page.press("#do-next");
        page.until("!document.querySelector('.settlement')");
        page.until(&format!("{TURN}.number === 2"));
        // Cleo has beaten the box.
        page.says(".chouette-table tbody tr", "Cleo");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn people_raise_in_a_chouette() {
    let people = [("Ann", ""), ("Bob", ""), ("Cleo", "")];
    browse("chouette-raises", 63, Screen::DESKTOP, |page| {
        sit_with_stakes(page, &people, false, &json!({"jacoby": false, "raises": true}));
        for (box_raises, stake) in [(true, 2), (false, 4)] {
            play_until_rolls(page, box_raises);
            page.says(".status", "roll or raise?");
            page.keys(&["d"]);
            page.wait("dialog .ask-cubes");
            page.says("dialog[open]", "Stakes to raise");
            page.says(".ask-cubes", &format!("to {stake}"));
            page.press("dialog[open] [data-answer=yes]");
            page.says(".offer", &format!("raises to {stake}."));
            while decides(page) == "double" {
                let cube = page.eval(&format!("{TURN}.decide.cube"));
                page.press("#do-take");
                page.press("[data-answer=yes]");
                page.until(&format!("{TURN}.decide.cube !== {cube}"));
                list_choices(page);
            }
        }
        page.until(&format!(
            "{TURN}.cubes.some(({{cube}}) => cube.value === 4 && cube.next === 7)"
        ));
        // An engine cannot evaluate such a stake: without it, the usual rules are back.
        page.go("#play/new");
        page.wait("#start-raises");
        page.choose("#chouette-level-2", "1-ply");
        page.until("!document.querySelector('#start-raises').checkVisibility()");
        page.wait("#start-beavers");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_captain_consults_the_engines_on_a_phone() {
    let players = [("Ann", "1-ply"), ("Bob", ""), ("Cleo", "1-ply")];
    browse("chouette-phone", 63, Screen::touched(320, 640), |page| {
        sit_at_chouette(page, &players, false);
        play_until(page, "play");
        page.press("#do-consult");
        page.says(".status", "Cleo would play");
        let width = page.eval("document.documentElement.scrollWidth").as_f64().unwrap();
        assert!(width <= 320.0, "{width}");
        page.is_accessible("a chouette on a phone");
        page.picture("chouette-phone-play");
        make_play(page);
        play_until(page, "next_game");
        page.wait(".settlement");
        let width = page.eval("document.documentElement.scrollWidth").as_f64().unwrap();
        assert!(width <= 320.0, "{width}");
        page.press("#do-next");
        page.until(&format!("{TURN}.number === 2"));
    });
}
