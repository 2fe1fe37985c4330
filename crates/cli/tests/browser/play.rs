//! Tests games on the page: by mouse, keyboard, touch and typed plays, and with the tutor.

use super::harness::{Page, Screen, browse};
use serde_json::{Value, json};
use std::{
    cell::Cell,
    thread::sleep,
    time::{Duration, Instant},
};

/// Settings for fast games: no animations, no tutor.
pub(crate) fn brisk() -> Value {
    json!({ "tutor": false, "speed": "off", "level": "1-ply", "language": "en", "lessons": false })
}

/// Starts a game with the given settings.
pub(crate) fn sit_down(page: &Page, start: &Value, settings: &Value) {
    page.eval(&format!(
        "(localStorage.setItem('shesh.start', {:?}), localStorage.setItem('shesh.settings', {:?}))",
        start.to_string(),
        settings.to_string()
    ));
    page.go("#play/new");
    page.reload();
    page.press("form.start [type=submit]");
    // A game that was not over is left.
    page.until("document.querySelector('.play, dialog.ask')");
    if page.count("dialog.ask") > 0 {
        page.press("[data-answer=yes]");
    }
    page.wait(".play");
}

/// Types a play, and enters it.
pub(crate) fn type_play(page: &Page, play: &str) {
    if page.count("#type-play-form:not([hidden])") == 0 {
        page.press("#type-play");
    }
    page.fill("#notation", play);
    page.keys(&["Enter"]);
}

/// Waits for a decision of the player; returns the IDs of the buttons.
pub(crate) fn list_choices(page: &Page) -> Vec<String> {
    let waits = ".controls:not([aria-busy]) #do-confirm";
    let is_ready = format!("document.querySelector('.controls button:enabled, {waits}')");
    let ids = "[...document.querySelectorAll('.controls button')].map((b) => b.id)";
    // Both in one script: the buttons may disappear in between.
    page.until(&format!("{is_ready} && (window.choices = {ids})"));
    let found = page.eval("window.choices");
    found.as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

/// Plays of the current roll, the best first.
pub(crate) fn ranked(page: &Page) -> Vec<String> {
    let table = "JSON.parse(localStorage.getItem('shesh.game')).turn";
    let ranked = page.eval(&format!(
        "import(new URL('common/transport.js', document.baseURI)).then(({{transport}}) =>\
         transport.send('best', {{method: 'POST', headers: {{'content-type': 'application/json'}},\
         body: JSON.stringify({{position: {table}.state.table.position_id, dice: {table}.dice}})}}))\
         .then((answer) => answer.json()).then(({{plays}}) => plays.map(({{play}}) => play))"
    ));
    ranked.as_array().unwrap().iter().map(|play| play.as_str().unwrap().to_owned()).collect()
}

fn can_confirm(page: &Page) -> bool {
    page.count("#do-confirm:enabled") > 0
}

/// Presses checkers until the play is complete.
pub(crate) fn play_by_pressing(page: &Page) {
    loop {
        // Nothing can be pressed while a checker moves.
        page.until("document.querySelector('.pickable, #do-confirm:enabled')");
        if can_confirm(page) {
            return;
        }
        page.press(".pickable");
    }
}

/// Finds a place of the board by words in its accessible name, such as a destination of a checker.
fn place_that(page: &Page, words: &str) -> String {
    let found = page.eval(&format!(
        "[...document.querySelectorAll('[data-place]')]\
         .find((place) => place.getAttribute('aria-label').includes({words:?}))?.dataset.place"
    ));
    format!("[data-place='{}']", found.as_str().unwrap_or_else(|| panic!("no place {words}")))
}

/// Waits until these words are announced to screen readers.
pub(crate) fn is_said(page: &Page, words: &str) {
    page.until(&format!("document.getElementById('live').textContent.includes({words:?})"));
}

/// Plays to the end of the match; `enter` enters a play and `press` presses a button.
fn play_on(page: &Page, enter: impl Fn(&Page), press: impl Fn(&Page, &str)) {
    for _ in 0..400 {
        let choices = list_choices(page);
        let has = |id: &str| choices.iter().any(|choice| choice == id);
        if has("do-new") {
            page.says(".status", "won the match.");
            return;
        }
        if has("do-confirm") {
            enter(page);
            press(page, "do-confirm");
            page.until("!document.querySelector('#do-confirm')");
        } else if has("do-take") {
            press(page, "do-take");
            press(page, "yes");
            page.until("!document.querySelector('#do-take')");
        } else {
            let id = if has("do-roll") { "do-roll" } else { "do-next" };
            if id == "do-next" {
                // Its text moves the button.
                wait_for_analysis(page);
            }
            press(page, id);
            page.until(&format!("!document.querySelector('#{id}')"));
        }
    }
    panic!("the match does not end");
}

/// Waits for the analysis of a game, which takes seconds, and longer on a busy machine.
fn wait_for_analysis(page: &Page) {
    let start = Instant::now();
    while page.count(".result .luck") == 0 && start.elapsed() < Duration::from_secs(120) {
        sleep(Duration::from_millis(200));
    }
}

/// Presses a button of the page or of a dialog.
fn by_pointer(page: &Page, id: &str) {
    let css = if id == "yes" { "[data-answer=yes]".to_owned() } else { format!("#{id}") };
    page.press(&css);
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_match_is_played_by_mouse() {
    browse("play-by-mouse", 11, Screen::DESKTOP, |page| {
        page.is_accessible("the choice of a game");
        sit_down(page, &json!({ "length": "1", "game": "backgammon" }), &brisk());
        play_on(page, play_by_pressing, by_pointer);
        wait_for_analysis(page);
        page.wait(".result .luck");
        assert_eq!(page.count(".result .rating"), 2);
        page.is_accessible("a match that is over");
        page.picture("play-result");
        // The panel can be put away, to see the final position.
        page.press("#hide-result");
        page.wait("#do-rematch");
        assert_eq!(page.count(".result:not([hidden])"), 0);
        page.press("#show-result");
        // The report is the one that the panel was made from.
        page.press("#analyse-match");
        page.wait("#matches .report");
        page.go("#play");
        page.press("#do-rematch");
        page.until("!document.querySelector('.result')");
        let score = page.eval("JSON.parse(localStorage.getItem('shesh.game')).turn.score");
        assert_eq!(score, json!({ "bottom": 0, "top": 0 }));
        list_choices(page);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_match_is_played_by_keys_alone() {
    /// Arrow key that moves the focus towards the first selectable place; null if it has the focus.
    const NEXT_ARROW: &str = "(() => {\
        const middle = (g) => { const b = g.querySelector('rect').getBoundingClientRect();\
            return [b.left + b.width / 2, b.top + b.height / 2]; };\
        const here = document.activeElement.closest('[data-place]');\
        const goal = document.querySelector('.pickable');\
        if (here === goal) return '';\
        const [[x, y], [u, v]] = [middle(here), middle(goal)];\
        if (Math.abs(u - x) > 4) return u > x ? 'ArrowRight' : 'ArrowLeft';\
        return v > y ? 'ArrowDown' : 'ArrowUp'; })()";
    let walk = |page: &Page| {
        for _ in 0..60 {
            let key = page.eval(NEXT_ARROW);
            match key.as_str().unwrap() {
                "" => return,
                key => page.keys(&[key]),
            }
        }
        panic!("arrows do not lead there");
    };
    browse("play-by-keys", 12, Screen::DESKTOP, |page| {
        // The list of keys is available before a game.
        page.wait("form.start");
        page.keys(&["?"]);
        page.says("dialog .keys", "Roll, confirm, go on");
        page.keys(&["Escape"]);
        sit_down(page, &json!({ "length": "3", "game": "hypergammon" }), &brisk());
        page.wait(".controls button");
        page.focus(".buttons [tabindex='0']");
        let lift_and_drop = |page: &Page| {
            while !can_confirm(page) {
                walk(page);
                page.keys(&["Enter"]);
                assert_eq!(page.count(".lifted"), 1);
                page.keys(&["Enter"]);
            }
        };
        let by_key = |page: &Page, id: &str| match id {
            "yes" => page.keys(&["Enter"]),
            "do-take" => page.keys(&["t"]),
            _ => page.keys(&[" "]),
        };
        play_on(page, lift_and_drop, by_key);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_match_is_played_by_a_finger() {
    browse("play-by-finger", 13, Screen::PHONE, |page| {
        let mut settings = brisk();
        settings["presses"] = json!("two");
        sit_down(page, &json!({ "length": "3", "game": "hypergammon" }), &settings);
        let lift_and_drop = |page: &Page| {
            while !can_confirm(page) {
                page.press(".pickable");
                page.press(&place_that(page, "a checker can go here"));
            }
        };
        let width = page.eval("document.documentElement.scrollWidth").as_f64().unwrap();
        assert!(width <= 360.0, "the page is {width} pixels wide");
        play_on(page, lift_and_drop, by_pointer);
        // Touch targets need about 44 pixels in both directions.
        let small = page.eval(
            "[...document.querySelectorAll('[data-place] rect, .controls button, nav a')]\
             .map((e) => e.getBoundingClientRect())\
             .filter((b) => b.width > 0 && Math.min(b.width, b.height) < 43).length",
        );
        assert_eq!(small, json!(0));
        page.is_accessible("a match on a phone");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn fevga_is_played_by_dragging() {
    browse("play-fevga", 14, Screen::DESKTOP, |page| {
        let mut settings = brisk();
        settings["level"] = json!("pipcount");
        settings["home"] = json!("left");
        sit_down(page, &json!({ "length": "1", "game": "fevga" }), &settings);
        let drag = |page: &Page| {
            while !can_confirm(page) {
                let from = page.eval("document.querySelector('.pickable').dataset.place");
                let goes = page.attribute(".pickable", "aria-label").unwrap();
                let to = goes.split("can go to ").nth(1).unwrap().split(',').next().unwrap();
                let to = if to == "off" { "tray-bottom" } else { to };
                let place = |name: &str| format!("[data-place='{name}']");
                page.drag(&place(from.as_str().unwrap()), &place(to));
            }
        };
        play_on(page, drag, by_pointer);
        assert_eq!(page.count("[data-place^='bar']"), 0);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plakoto_shows_who_lies_under_whom() {
    browse("play-plakoto", 22, Screen::DESKTOP, |page| {
        let mut settings = brisk();
        settings["level"] = json!("pipcount");
        sit_down(page, &json!({ "length": "1", "game": "plakoto" }), &settings);
        let pinned = Cell::new(0);
        let press_checkers = |page: &Page| {
            play_by_pressing(page);
            let both = page.count("[data-place][aria-label*=' on top of ']");
            if both > 0 && pinned.get() == 0 {
                page.is_accessible("a checker that is pinned");
                page.picture("play-plakoto-pinned");
            }
            pinned.set(pinned.get() + both);
        };
        play_on(page, press_checkers, by_pointer);
        assert!(pinned.get() > 0, "nobody was pinned");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_games_of_a_tavli_match_follow_each_other() {
    browse("play-tavli", 19, Screen::DESKTOP, |page| {
        let start = json!({ "game": "tavli", "length": "3", "scoring": "single" });
        sit_down(page, &start, &brisk());
        let state = "JSON.parse(localStorage.getItem('shesh.game')).turn.state";
        let played = Cell::new(0);
        let press_checkers = |page: &Page| {
            // Both at once: the page may begin the next game in between.
            let both = page.eval(&format!("(({{ games, game }}) => [games, game])({state})"));
            let number = both[0].as_u64().unwrap();
            assert_eq!(both[1], ["portes", "plakoto", "fevga"][number as usize % 3]);
            played.set(number);
            play_by_pressing(page);
        };
        play_on(page, press_checkers, by_pointer);
        // Each win counts one point.
        assert!(played.get() >= 2, "{}", played.get());
        page.is_accessible("tavli that is over");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plays_are_typed_and_survive_a_reload() {
    browse("play-typed", 15, Screen::DESKTOP, |page| {
        sit_down(page, &json!({ "length": "5", "game": "backgammon" }), &brisk());
        if list_choices(page).contains(&"do-roll".to_owned()) {
            page.keys(&[" "]);
        }
        page.wait("#do-confirm");
        type_play(page, "24/1");
        page.says(".status", "24/1 is not a legal play");
        let kept = "JSON.parse(localStorage.getItem('shesh.game')).turn";
        let play = page.eval(&format!("{kept}.plays.nodes.findLast((node) => node.play).play"));
        let play = play.as_str().unwrap();
        type_play(page, play);
        page.says(".status", &format!("{play} is on the board"));
        let before = page.eval("document.querySelector('.in-words').textContent");
        page.press("#do-undo");
        assert!(!can_confirm(page));
        page.press("#do-clear");
        page.reload();
        page.wait("#do-confirm");
        type_play(page, play);
        page.keys(&["Enter"]);
        // The second Enter confirms the play.
        is_said(page, &format!("You play {play}."));
        let dice = page.eval(&format!("{kept}.state.rolls"));
        assert!(dice.as_u64().unwrap() >= 1);
        assert!(before.as_str().unwrap().contains("You, "));
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn the_tutor_warns_before_a_mistake_is_final() {
    browse("play-tutor", 16, Screen::DESKTOP, |page| {
        let settings = json!({ "tutor": true, "lessons": false, "speed": "off", "level": "1-ply", "language": "en" });
        sit_down(page, &json!({ "length": "5", "game": "backgammon" }), &settings);
        if list_choices(page).contains(&"do-roll".to_owned()) {
            page.keys(&[" "]);
        }
        page.wait("#do-confirm");
        let plays = ranked(page);
        let (best, worst) = (plays[0].as_str(), plays[plays.len() - 1].as_str());
        type_play(page, worst);
        page.press("#do-confirm");
        // First only the loss; the better play is shown on request.
        page.says(".tutor", &format!("{worst} loses"));
        assert!(!page.text(".play").contains("Best: "), "the answer is given away");
        assert_eq!(page.count(".arrow, #do-undo"), 0);
        page.press("#do-better");
        page.says(".tutor", &format!("Best: {best}."));
        page.wait(".arrow.best");
        page.wait(".arrow.blunder, .arrow.error");
        page.wait(".rolls");
        assert_eq!(page.count(".chances"), 2);
        page.is_accessible("a warning");
        page.picture("play-tutor-warns");
        page.press("#do-back");
        assert_eq!(page.count(".tutor:not([hidden])"), 0);
        // After the warning is dismissed, the status line shows the next action again.
        page.says(".status", "to play.");
        // Hints come in steps; the last one names the play.
        for step in 1..=3 {
            page.press("#do-hint");
            page.says(".tutor", &format!("Hint {step} of 3"));
        }
        page.says(".tutor", &format!("Best: {best}."));
        // A mistake can be made in spite of the warning, also by key.
        type_play(page, worst);
        page.press("#do-confirm");
        page.wait("#do-anyway");
        page.keys(&["p"]);
        is_said(page, &format!("You play {worst}."));
        // The list of moves marks the mistake; a press shows the position with both plays.
        page.wait("#do-roll");
        let marked = ".game-moves button.is-blunder, .game-moves button.is-error";
        page.says(marked, worst);
        page.press(marked);
        page.wait(".arrow.best");
        page.wait(".arrow.blunder, .arrow.error");
        page.says(".tutor", &format!("Best: {best}."));
        assert_eq!(page.count("#do-roll"), 0);
        page.is_accessible("an earlier move");
        // The arrow keys go on from there.
        page.keys(&["ArrowRight"]);
        page.says(".status", "Sheshbesh");
        page.keys(&["ArrowLeft"]);
        page.says(".status", worst);
        page.press("#do-present");
        page.wait("#do-roll");
        assert_eq!(page.count(".arrow, .tutor:not([hidden])"), 0);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_double_is_asked_about_and_a_game_resigned() {
    browse("play-cube", 17, Screen::DESKTOP, |page| {
        sit_down(page, &json!({ "length": "0", "game": "backgammon", "jacoby": false }), &brisk());
        if list_choices(page).contains(&"do-confirm".to_owned()) {
            play_by_pressing(page);
            page.press("#do-confirm");
        }
        page.wait("#do-double");
        page.keys(&["d"]);
        page.says("dialog.ask", "Double to 2?");
        page.is_accessible("a question");
        page.keys(&["Escape"]);
        page.until("!document.querySelector('dialog.ask')");
        page.wait("#do-double");
        page.press("details.more summary");
        page.press("#do-resign");
        page.is_accessible("a resignation");
        page.press("dialog .worth summary");
        page.press("dialog [value=backgammon]");
        page.press("[data-answer=yes]");
        page.wait("#do-next");
        page.says(".status", "Sheshbesh wins 3 points (resigned).");
        page.says(".result", "Sheshbesh wins 3 points (resigned).");
        page.press("#do-next");
        page.until("!document.querySelector('#do-next')");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn nothing_covers_the_board_on_a_phone() {
    /// Places with a corner that cannot be pressed, and elements that cover the board, while the
    /// screen shows the board and the next action.
    const COVERED: &str = "(() => {\
        document.querySelector('.play .stage').scrollIntoView();\
        const board = document.querySelector('svg.table').getBoundingClientRect();\
        const bar = document.querySelector('.play .bar').getBoundingClientRect();\
        const covered = [...document.querySelectorAll('[data-place]')].filter((place) => {\
            const b = place.querySelector('rect').getBoundingClientRect();\
            return [b.top + 2, b.bottom - 2].some((y) =>\
                !place.contains(document.elementFromPoint(b.left + b.width / 2, y))); })\
            .map((place) => place.dataset.place);\
        return [covered.join(' '), bar.top >= board.bottom - 1, bar.bottom <= innerHeight + 1]; })()";
    browse("play-covered", 18, Screen::PHONE, |page| {
        for (language, game) in [("ru", "fevga"), ("hy", "backgammon")] {
            let settings = json!({ "tutor": true, "lessons": false, "speed": "off", "level": "pipcount",
                "language": language, "threshold": 0.01 });
            page.eval("localStorage.removeItem('shesh.game')");
            sit_down(page, &json!({ "length": "3", "game": game }), &settings);
            if list_choices(page).contains(&"do-roll".to_owned()) {
                page.press("#do-roll");
            }
            page.wait("#do-confirm");
            assert_eq!(page.eval(COVERED), json!(["", true, true]), "{language}");
            // The tutor is not available in Fevga here.
            if game == "backgammon" {
                type_play(page, ranked(page).last().unwrap());
                page.press("#do-confirm");
                page.wait("#do-anyway");
                assert_eq!(page.eval(COVERED), json!(["", true, true]), "a warning");
            }
            page.picture(&format!("play-covered-{language}"));
            for seat in ["top", "bottom"] {
                let cut = format!(
                    "(() => {{ const who = document.querySelector('.seat.{seat} .who');\
                     return who.scrollWidth > who.clientWidth; }})()"
                );
                assert_eq!(page.eval(&cut), json!(false), "a name is cut");
            }
        }
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn what_the_tutor_looks_at_is_not_asked_about_too() {
    browse("play-asked-once", 19, Screen::DESKTOP, |page| {
        let settings = json!({ "tutor": true, "lessons": false, "speed": "off", "level": "1-ply", "language": "en" });
        sit_down(page, &json!({ "length": "5", "game": "backgammon" }), &settings);
        // The focus is on the controls after a start by press or key.
        page.until("document.activeElement?.closest('.controls')");
        if list_choices(page).contains(&"do-confirm".to_owned()) {
            page.press("#do-hint");
            page.press("#more-hint");
            page.press("#more-hint");
            let best = page.text(".tutor tbody tr:first-child th");
            type_play(page, &best);
            page.keys(&["Enter"]);
        }
        page.wait("#do-double");
        page.press("#do-double");
        page.says(".tutor", "Doubling loses");
        assert_eq!(page.count("dialog.ask"), 0);
        page.press("#do-anyway-double");
        page.until("!document.querySelector('#do-anyway-double')");
        assert_eq!(page.count("dialog.ask"), 0);
        is_said(page, "You double.");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_server_that_fails_or_is_busy_is_told_of_and_asked_again() {
    /// Replaces the answer to the next request; the server answers later ones.
    fn next_answer(page: &Page, answer: &str) {
        page.eval(&format!(
            "(window.real ??= window.fetch, window.fetch = (...asked) => {{\
             window.fetch = window.real; return {answer}; }}, 0)"
        ));
    }
    browse("play-fails", 20, Screen::DESKTOP, |page| {
        sit_down(page, &json!({ "length": "5", "game": "backgammon" }), &brisk());
        if list_choices(page).contains(&"do-confirm".to_owned()) {
            play_by_pressing(page);
            page.press("#do-confirm");
        }
        page.wait("#do-roll");
        next_answer(page, "Promise.reject(new TypeError('it is gone'))");
        page.press("#do-roll");
        page.says(".trouble", "The server does not answer");
        // The button repeats the request, and does not only hide the message.
        page.press(".trouble button");
        page.wait("#do-confirm");
        play_by_pressing(page);
        next_answer(
            page,
            "Promise.resolve(new Response('{\"error\": \"busy\"}', {status: 503, \
             headers: {'content-type': 'application/json', 'retry-after': '2'}}))",
        );
        page.press("#do-confirm");
        page.says(".status", "The server is busy");
        is_said(page, "The server is busy");
        page.wait("#do-roll, #do-take");
        assert_eq!(page.count(".waits:not([hidden])"), 0);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn what_is_half_entered_stays_in_another_language_and_another_tab_takes_over() {
    browse("play-tabs", 21, Screen::DESKTOP, |page| {
        let mut settings = brisk();
        settings["forced"] = json!(false);
        sit_down(page, &json!({ "length": "5", "game": "backgammon" }), &settings);
        if list_choices(page).contains(&"do-roll".to_owned()) {
            page.press("#do-roll");
        }
        page.wait("#do-confirm");
        page.press(".pickable");
        page.wait("#do-undo:enabled");
        let checkers = "document.querySelector('.table .checkers').innerHTML";
        let before = page.eval(checkers);
        page.set("language", "'hy'");
        page.until("document.documentElement.lang === 'hy'");
        page.wait("#do-undo:enabled");
        assert_eq!(page.eval(checkers), before);

        // Another tab of this browser continues the game.
        page.eval(
            "window.dispatchEvent(new StorageEvent('storage',\
             {key: 'shesh.game', newValue: localStorage.getItem('shesh.game')}))",
        );
        page.wait("#go-on-here");
        assert_eq!(page.count("#play svg.table"), 0);
        let kept = "JSON.parse(localStorage.getItem('shesh.game')).kept";
        let number = page.eval(kept);
        page.press("#go-on-here");
        page.wait("#do-confirm");
        assert_ne!(page.eval(kept), number, "the other page hears of it");
    });
}
