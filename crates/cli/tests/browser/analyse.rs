//! Tests the Analyse view: looking positions up, plays on the board, the position editor, and queries.

use crate::harness::{Page, Screen, browse};

/// URL fragment of the start with 31 to play.
const LINK: &str = "#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

/// Presses a point of the board.
fn point(page: &Page, place: &str) {
    page.press(&format!("#analyse [data-place='{place}']"));
}

/// Checkers on the board, as written in the two text fields beside it.
fn written(page: &Page) -> [String; 2] {
    let fields =
        "[...document.querySelectorAll('#analyse .setup input[type=text]')].map((f) => f.value)";
    let both = page.eval(fields);
    [0, 1].map(|side| both[side].as_str().unwrap().to_owned())
}

/// Waits until the position field contains an ID.
fn shows(page: &Page, id: &str) {
    page.until(&format!(
        "document.querySelector('#analyse input[name=position]')?.value.includes('{id}')"
    ));
}

/// Opens a fold of the view.
fn unfold(page: &Page, css: &str) {
    page.press(&format!("#analyse {css} > summary"));
}

fn tool(page: &Page, name: &str) {
    page.press(&format!("#analyse input[value={name}]"));
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_link_opens_its_position_with_its_best_plays() {
    browse("analyse-link", 1, Screen::DESKTOP, |page| {
        page.go(LINK);
        page.says("#analyse .plays tbody tr:nth-child(2) .written", "8/5 6/5");
        // The best play has dashed arrows for two checkers.
        assert_eq!(page.count("#analyse .arrows polyline.best"), 2);
        shows(page, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
        unfold(page, ".ids-panel .options");
        page.says("#analyse .ids", "4HPwATDgc/ABMA");
        page.says("#analyse .headline", "8/5 6/5");
        assert_eq!(page.route(), LINK);

        // A selected play gets its own arrows, and is compared with the best.
        page.press("#analyse .plays tbody tr:not(.chosen) .written");
        page.until("document.querySelectorAll('#analyse .arrow.head').length === 4");
        page.press("#analyse [data-do=explain]");
        page.wait("#analyse .explanation .rolls");
        page.is_accessible("plays and their explanation");
        page.press("#analyse [data-do=by-cube]");
        page.until("document.querySelectorAll('#analyse .by-cube tbody tr').length === 3");
        page.is_accessible("the best play by cube");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plays_judged_at_other_depths_stand_apart() {
    browse("analyse-depths", 1, Screen::DESKTOP, |page| {
        page.go(LINK);
        page.says("#analyse .plays", "Judged at 3-ply");
        assert_eq!(page.route(), LINK, "the default is not in the link");
        unfold(page, ".verdict-panel > .options");
        page.choose("#analyse [data-name=ply]", "2");
        page.says("#analyse .plays", "Judged at 2-ply");
        page.says("#analyse .plays", "Judged at 1-ply only");
        assert!(page.route().ends_with("&ply=2"), "{}", page.route());
        let marked = page.eval(
            "[...document.querySelectorAll('#analyse .plays .less')]\
            .every((row) => /^[-−+]?\\d\\.\\d{3}1-ply$/.test(row.cells[3].textContent))",
        );
        assert_eq!(marked, true);
        page.reload();
        page.says("#analyse .plays", "Judged at 2-ply");
        unfold(page, ".verdict-panel > .options");
        page.choose("#analyse [data-name=ply]", "3");
        page.says("#analyse .plays", "Judged at 3-ply");
        assert_eq!(page.route(), LINK);
    });
}

/// Number of rows of the first depth, and of cells with empty differences.
const RANKED: &str = "(() => { const plays = document.querySelector('#analyse .plays');\
    return [plays.tBodies[0].querySelectorAll('.written').length,\
    [...plays.querySelectorAll('tbody tr:not(.depth)')].slice(1)\
    .filter((row) => row.cells[3].textContent === '').length]; })()";

#[test]
#[ignore = "opens a browser: ci/browser"]
fn five_plays_are_ranked_at_the_full_depth_and_all_have_a_difference() {
    browse("analyse-five", 1, Screen::DESKTOP, |page| {
        for ply in ["", "&ply=2", "&ply=4"] {
            for dice in ["31", "42", "61", "53", "64"] {
                page.go(&format!("{}{ply}", LINK.replace(":31:", &format!(":{dice}:"))));
                let asked = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
                shows(page, &asked);
                page.wait("#analyse .plays");
                let found = page.eval(RANKED);
                assert!(found[0].as_u64().unwrap() >= 5, "{dice}{ply}: {found}");
                assert_eq!(found[1], 0, "{dice}{ply}");
            }
        }
    });
}

/// Displayed equity of the best play.
const BEST: &str =
    "document.querySelector('#analyse .plays .written')?.closest('tr').cells[2].textContent";

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plays_count_the_cube_until_the_reader_says_otherwise() {
    browse("analyse-cube", 1, Screen::DESKTOP, |page| {
        page.go(LINK);
        page.wait("#analyse .plays");
        let cubeful = page.eval(BEST);
        let ticked = "#analyse .verdict-panel .fields input[type=checkbox]";
        assert_eq!(page.eval(&format!("document.querySelector('{ticked}').checked")), true);
        unfold(page, ".verdict-panel > .options");
        page.press(ticked);
        page.until(&format!("{BEST} && {BEST} !== {cubeful}"));
        assert_eq!(page.eval(&format!("document.querySelector('{ticked}').checked")), false);
        let rollout = "document.querySelector('#analyse .rollout input[type=checkbox]').checked";
        assert_eq!(page.eval(rollout), true);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn an_id_is_looked_up_and_a_wrong_one_refused_in_a_sentence() {
    browse("analyse-id", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        page.fill("#analyse input[name=position]", "4HPwATDgc/ABMA");
        page.keys(&["Enter"]);
        page.says("#analyse .cube-panel", "No double, take");
        page.fill("#analyse input[name=position]", "nonsense");
        page.keys(&["Enter"]);
        page.until(
            "document.querySelector('#analyse .ids-panel .trouble').textContent.length > 10",
        );
        page.is_accessible("a cube decision");

        // Another score changes the cube decision.
        unfold(page, ".scores-panel");
        page.choose("#analyse .scores-panel select", "3");
        page.press("#analyse [data-do=scores]");
        page.wait("#analyse .scores .letter");
        page.is_accessible("a matrix of scores");
        page.press("#analyse .scores tbody tr:nth-child(2) .letter:last-of-type");
        shows(page, ":3:10");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_pasted_position_is_read_at_once() {
    browse("analyse-paste", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        page.wait("#analyse input[name=position]");
        let paste = |at: &str, text: &str| {
            page.eval(&format!(
                "(() => {{ const clipboardData = new DataTransfer(); \
                clipboardData.setData('text', {text:?}); \
                document.querySelector('{at}').dispatchEvent(\
                new ClipboardEvent('paste', {{ clipboardData, cancelable: true, bubbles: true }})); }})()"
            ));
        };
        paste(
            "#analyse input[name=position]",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10\n\nX:Player 1   O:Player 2\n\
            Score is X:0 O:0 5 pt.(s) match.",
        );
        page.says("#analyse .plays", "8/5 6/5");
        shows(page, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10");
        // Outside fields too.
        paste(
            "#analyse svg.table",
            "https://example.org/?ogid=11jjjjjhhhccccc%3Aooddddd88866666%3AN0N%3A42%3AB",
        );
        page.says("#analyse .plays", "8/4 6/4");
        paste("body", "Position ID: 4HPwATDgc/ABMA\n   Match ID   : cAkAAAAAAAAA");
        shows(page, ":0:0:1:00:0:0:1:0:10");
        paste(
            "body",
            "see http://127.0.0.1:1/#analyse/position=fevga%40AACA/z8AAID/Pw&dice=31&seat=top.",
        );
        shows(page, "fevga@AACA/z8AAID/Pw");
        page.until("location.hash.endsWith('&dice=31&seat=top')");
        page.eval("history.back()");
        shows(page, ":0:0:1:00:0:0:1:0:10");
        // Each look-up is an entry in the history.
        page.eval("history.back()");
        page.says("#analyse .headline", "8/4 6/4");
        shows(page, ":42:");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_position_is_set_up_and_what_cannot_be_is_refused() {
    browse("analyse-setup", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        page.press("#analyse [data-do=set-up]");
        page.press("#analyse .setup .row button:nth-child(2)");
        assert_eq!(written(page), ["", ""].map(str::to_owned));
        for place in ["6", "6", "5"] {
            point(page, place);
        }
        // The keyboard has the same effect.
        page.focus("#analyse [data-place='4']");
        page.keys(&["Enter", "Enter"]);
        tool(page, "other");
        point(page, "6");
        page.says("#analyse .refusal", "cannot hold checkers of both");
        page.press_right("#analyse [data-place='20']");
        point(page, "bar-top");
        assert_eq!(written(page), ["6:2 5:1 4:2", "bar:1 5:1"].map(str::to_owned));
        tool(page, "take");
        point(page, "5");
        assert_eq!(written(page)[0], "6:2 4:2");
        // Checkers are dragged between points and trays.
        page.drag("#analyse [data-place='4']", "#analyse [data-place='13']");
        page.drag("#analyse [data-place='tray-bottom']", "#analyse [data-place='8']");
        page.drag("#analyse [data-place='6']", "#analyse [data-place='tray-bottom']");
        page.drag("#analyse [data-place='20']", "#analyse [data-place='8']");
        page.says("#analyse .refusal", "cannot hold checkers of both");
        assert_eq!(written(page), ["13:1 8:1 6:1 4:1", "bar:1 5:1"].map(str::to_owned));

        page.press("#analyse .setup summary");
        page.fill("#analyse .setup details label:nth-of-type(1) input", "6:16");
        page.keys(&["Tab"]);
        page.says("#analyse .refusal", "A side has 15 checkers");
        page.fill("#analyse .setup details label:nth-of-type(1) input", "6:3 5:3 4:3");
        page.keys(&["Tab"]);
        page.is_accessible("the set-up");

        let open = |page: &Page| page.attribute("#analyse [data-do=set-up]", "aria-expanded");
        assert_eq!(open(page).as_deref(), Some("true"));
        page.press("#analyse [data-do=set-up]");
        assert_eq!(open(page).as_deref(), Some("false"));
        page.says("#analyse .cube-panel", "Wins");
        page.keys(&["6", "5"]);
        page.wait("#analyse .plays");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_game_without_a_bar_is_set_up_and_linked_too() {
    browse("analyse-fevga", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        unfold(page, ".stakes-fold");
        page.choose("#analyse [data-name=game]", "fevga");
        shows(page, "fevga@AACA/z8AAID/Pw");
        page.press("#analyse [data-do=set-up]");
        page.press("#analyse .setup .row button:nth-child(2)");
        point(page, "6");
        page.press("#analyse [data-do=set-up]");
        page.until("location.hash.startsWith('#analyse/position=fevga')");
        page.reload();
        page.until("document.querySelector('#analyse [data-name=game]')?.value === 'fevga'");
        assert_eq!(page.count("#analyse [data-place='bar-bottom']"), 0);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn what_a_verdict_leaves_out_is_said_under_it() {
    browse("analyse-notes", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        unfold(page, ".stakes-fold");
        page.choose("#analyse [data-name=game]", "early");
        // The panel of the game before goes when the verdict comes.
        page.until(
            "document.querySelector('#analyse .verdict-panel .note')?.textContent.includes('early')",
        );
        unfold(page, ".verdict-panel > .options");
        page.says("#analyse .verdict-panel .note", "so its evaluation of early is approximate.");
        page.says(
            "#analyse .verdict-panel .note",
            "winning with a double or against a loser who is not home are ignored",
        );
        page.choose("#analyse [data-name=game]", "backgammon");
        // Notes of a cube decision appear in the cube panel only.
        page.wait("#analyse .cube-panel");
        unfold(page, ".cube-panel .options");
        page.says("#analyse .cube-panel .note", "Without the cube");
        page.until(
            "document.querySelector('#analyse .verdict-panel > .options .note').textContent === ''",
        );
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_rollout_shows_how_far_it_is_and_is_ended() {
    browse("analyse-rollout", 1, Screen::DESKTOP, |page| {
        page.go(LINK);
        page.wait("#analyse .plays");
        unfold(page, ".rollout");
        page.choose("#analyse .rollout .fields label:nth-child(1) select", "5184");
        page.press("#analyse [data-do=rollout]");
        page.wait("#analyse .rollout progress");
        page.press("#analyse .rollout .progress button");
        page.until("document.querySelector('#analyse .rollout .progress').hidden");

        page.choose("#analyse .rollout .fields label:nth-child(1) select", "36");
        page.choose("#analyse .rollout .fields label:nth-child(2) select", "2");
        page.press("#analyse [data-do=rollout]");
        page.until("document.querySelectorAll('#analyse .rollout .found tbody tr').length === 2");
        page.says("#analyse .rollout .found", "±");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_phone_looks_a_position_up() {
    browse("analyse-phone", 1, Screen::PHONE, |page| {
        page.go(LINK);
        page.says("#analyse .plays", "8/5 6/5");
        let wide = page.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 360, "the page is {wide} pixels wide");
        page.press("#analyse .plays tbody tr:not(.chosen) .written");
        page.until("document.querySelectorAll('#analyse .arrow.head').length === 4");
        page.is_accessible("a position on a phone");
    });
}

/// Text of the sentence below the board.
const STATUS: &str = "#analyse .board-bar .status";

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plays_on_the_board_are_ranked_and_make_a_line() {
    browse("analyse-line", 1, Screen::DESKTOP, |page| {
        // A view without a position has examples.
        page.go("#analyse");
        page.wait("#analyse [data-example=race]");
        page.is_accessible("the examples");
        page.press("#analyse [data-example=opening]");
        page.says(STATUS, "Make a play on the board");

        // A press that moves nothing is answered.
        point(page, "20");
        page.says(STATUS, "No checker can move from there");
        // A play that is not among the best is searched as deeply as those.
        point(page, "24");
        page.wait("#analyse [data-do=undo]");
        point(page, "24");
        page.says(STATUS, "24/23 24/21 loses 0.");
        page.says("#analyse .plays .chosen", "yours");
        page.until("document.querySelectorAll('#analyse .plays tbody').length === 1");
        page.says(STATUS, "a blunder");
        page.is_accessible("a play on the board");
        page.keys(&["c"]);
        page.drag("#analyse [data-place='8']", "#analyse [data-place='5']");
        page.drag("#analyse [data-place='6']", "#analyse [data-place='5']");
        page.says(STATUS, "8/5 6/5 is the best play.");

        // The other player is on roll, and the board stays.
        page.press("#analyse [data-do=go]");
        page.says("#analyse .line", "3-1: 8/5 6/5");
        page.wait("#analyse .cube-panel");
        page.until("location.hash.endsWith(':00:0:0:0:0:10&seat=top')");
        let label = page.attribute("#analyse [data-place='1']", "aria-label").unwrap();
        assert_eq!(label, "point 24, 2 of yours");

        // Dice are typed, or chosen from a grid.
        page.keys(&["4"]);
        page.says(STATUS, "4, and the other die?");
        page.keys(&["2"]);
        page.says("#analyse .headline", "8/4 6/4");
        page.press("#analyse .dice-button");
        page.wait(".dice-picker [data-roll='42'].chosen");
        page.is_accessible("the choice of a roll");
        // A space between the digits does not press the cell in focus.
        page.keys(&["4", " "]);
        page.says(".dice-picker .half", "4, and the other die?");
        page.keys(&["2"]);
        page.until("!document.querySelector('.dice-picker')");
        page.until("location.hash.includes(':42:')");
        page.press("#analyse .dice-button");
        page.wait(".dice-picker [data-roll='42'].chosen");
        page.keys(&["ArrowRight", "Enter"]);
        page.until("location.hash.includes(':43:')");
        page.wait("#analyse .plays");
        page.press("#analyse [data-do=go]");
        page.says("#analyse .line", "4-3: ");
        let last = page.route();

        // Back and forward: by keys, by the list, and in the browser.
        page.keys(&["ArrowLeft", "ArrowLeft"]);
        page.says("#analyse .line [aria-current]", "3-1: 8/5 6/5");
        page.says("#analyse .plays .chosen", "played");
        page.press("#analyse .line li:nth-child(3) button");
        page.until(&format!("location.hash === '{last}'"));
        page.eval("history.back()");
        page.says("#analyse .line [aria-current]", "3-1");

        // The link has the present position.
        page.go(&last);
        page.reload();
        page.wait("#analyse .cube-panel");
        assert_eq!(page.route(), last);

        // A double that is taken, a roll, and the end of the game.
        unfold(page, ".examples");
        page.press("#analyse [data-example=last]");
        page.says("#analyse .headline", "Double, take");
        page.press("#analyse [data-do=double]");
        page.says("#analyse .cube-panel", "may not double");
        page.keys(&["6", "5"]);
        page.says("#analyse .headline", "the only play");
        page.press("#analyse [data-do=go]");
        page.says("#analyse .headline", "The opponent has won");
        // A roll that cannot be played.
        page.go("#analyse/xgid=-a----E-C---bB--bbbbbbB--A:0:0:1:66:0:0:0:0:10");
        page.says("#analyse .headline", "No checker can move");
        page.press("#analyse [data-do=go]");
        page.says("#analyse .line", "6-6: no move");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn plays_that_arrive_after_the_verdict_can_be_made() {
    browse("analyse-late-plays", 1, Screen::DESKTOP, |page| {
        page.go("#analyse");
        page.wait("#analyse [data-example=race]");
        // The plays wait until they are released.
        page.eval(
            "(window.late = new Promise((release) => { window.release = release; }),\
             window.real = window.fetch, window.fetch = async (to, how) => {\
             const answer = await window.real(to, how);\
             if (String(to).endsWith('/plays')) await window.late; return answer; }, 0)",
        );
        page.press("#analyse [data-example=opening]");
        page.says("#analyse .headline", "8/5 6/5");
        page.eval("(window.release(), 0)");
        page.press("#analyse [data-do=go]");
        page.says("#analyse .line", "3-1: 8/5 6/5");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_finger_drags_checkers_and_scrolls_by_the_rest_of_the_board() {
    browse("analyse-finger", 1, Screen::PHONE, |page| {
        page.go(LINK);
        page.says("#analyse .plays", "8/5 6/5");
        page.eval("window.scrollTo(0, 0)");
        page.drag_by_finger("#analyse [data-place='8']", "#analyse [data-place='5']");
        page.wait("#analyse [data-do=undo]");
        page.press("#analyse [data-place='6']");
        page.wait("#analyse [data-do=go]");
        let (x, y) = page.middle("#analyse [data-place='15']");
        let before = page.eval("scrollY").as_f64().unwrap();
        page.swipe((x, y), (x, y - 150.0));
        page.until(&format!("scrollY > {before} + 50"));
    });
}
