//! Tests the rules of the games.

use crate::harness::{Screen, browse};

#[test]
#[ignore = "opens a browser: ci/browser"]
fn rules_of_the_chosen_game_open_from_the_form() {
    browse("rules", 51, Screen::DESKTOP, |page| {
        page.go("#play/new");
        page.wait("form.start");
        page.choose("#start-game", "plakoto");
        page.press("#start-rules");
        page.says("#rules h2", "Plakoto");
        assert_eq!(page.route(), "#rules/plakoto");
        assert_eq!(page.eval("document.title"), "Plakoto · Rules · Sheshbesh");
        page.until("document.activeElement.matches('#rules h2')");
        // The diagram is a picture that is described.
        let described = page.attribute("#rules svg[role=img]", "aria-label").unwrap();
        assert!(described.contains("24: 15"), "{described}");
        assert_eq!(page.count("#rules [data-place]"), 0);
        page.says("#rules .options", "loses once the winner has left their starting point (usual)");
        page.is_accessible("rules of a game");
        page.picture("rules");
        // The form still has the choice.
        page.eval("history.back()");
        page.wait("form.start");
        assert_eq!(page.eval("document.querySelector('#start-game').value"), "plakoto");
        page.until("document.activeElement?.id === 'start-rules'");
        assert_eq!(page.eval("document.title"), "Play · Sheshbesh");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn rules_of_all_games_fit_a_phone() {
    browse("rules-phone", 52, Screen::PHONE, |page| {
        page.go("#rules");
        page.wait("#rules .games a");
        page.is_accessible("list of rules");
        let names = page.eval(
            "[...document.querySelectorAll('#rules .games a')].map((link) => link.hash.slice(7))",
        );
        let names: Vec<_> =
            names.as_array().unwrap().iter().filter_map(|name| name.as_str()).collect();
        assert_eq!(names.len(), 29);
        for name in names {
            page.go(&format!("#rules/{name}"));
            page.until("document.querySelector('#rules .all-rules') !== null");
            page.wait("#rules svg");
            let width = page.eval("document.documentElement.scrollWidth").as_f64().unwrap();
            assert!(width <= 360.0, "{name}: {width} pixels");
        }
    });
}
