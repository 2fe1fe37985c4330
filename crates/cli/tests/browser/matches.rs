//! Tests the Matches view: dropping a match file, reading its report, and walking through it.

use crate::harness::{Page, Screen, browse};

/// A made-up match with errors of both players.
const MATCH: &str = "\
; [Event \"Made up\"]

3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
  4) 66: 24/12(2)
                                  Wins 2 points

 Game 2
 Ada : 0                        Ben : 2
  1)                             42: 8/4 6/4
  2) 55: 13/3 13/8 6/2
  3) 21: 24/21
";

/// Analyses the match, and waits for its report.
fn analysed(page: &Page) {
    analyse_match(page, MATCH);
}

/// Analyses a match file at the lowest level, and waits for its report.
pub fn analyse_match(page: &Page, text: &str) {
    page.go("#matches");
    page.choose("#matches [data-name=preset]", "quick");
    page.drop_file("#matches .drop", "made-up.mat", text);
    page.until("/^#matches\\/[^/]+/.test(location.hash)");
    page.wait("#matches .told .verdict");
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_match_is_dropped_read_and_walked_through() {
    browse("matches-walk", 1, Screen::DESKTOP, |page| {
        analysed(page);
        // Names, result and ratings come first, then the chart. The file lacks the end of a game.
        page.says("#matches .names", "Ada – Ben");
        page.says("#matches .match-head .of-points", "0 2");
        page.says("#matches .cut-off", "game 2");
        page.says("#matches .summary", "Performance rating");
        page.until(
            "(() => { const top = (css) => document.querySelector(`#matches ${css}`)\
             .getBoundingClientRect().top;\
             return top('.match-head') < top('.graph') && top('.graph') < top('.walk'); })()",
        );
        page.wait("#matches .graph polyline.chance");
        page.is_accessible("a report");

        // The first mistake is the first play, shown with the best play.
        page.says("#matches .walk h2", "Game 1, Ada: 3-1");
        page.says("#matches .told .verdict", "24/20");
        page.says("#matches .told .verdict", "8/5 6/5");
        assert_eq!(page.count("#matches .arrows polyline.best"), 2);
        let first = page.text("#matches .walk h2");
        page.press("#matches [data-do=next]");
        page.until(&format!(
            "document.querySelector('#matches .walk h2').textContent !== '{first}'"
        ));
        // The address follows a moment later.
        page.until("/^#matches\\/[^/]+\\/\\d/.test(location.hash)");
        let route = page.route();
        page.keys(&["ArrowLeft"]);
        page.says("#matches .walk h2", &first);

        // In the list, arrow keys also move up and down; each decision is announced once, briefly.
        page.press("#matches .decisions tbody tr:nth-child(1) button");
        page.says("#matches .walk h2", &first);
        page.eval("(document.getElementById('live').replaceChildren(), 0)");
        for (key, row) in [("ArrowDown", 2), ("ArrowRight", 3)] {
            page.keys(&[key]);
            page.until(&format!(
                "document.querySelector('.decisions tr:nth-child({row})')?.matches('.chosen')\
                 && document.getElementById('live').childElementCount === {}",
                row - 1
            ));
        }
        let said = page.eval("document.getElementById('live').textContent");
        assert!(!said.as_str().unwrap().contains("Game 1"), "{said}");

        // The board stays visible beside the text about it.
        page.eval("(document.querySelector('#matches .both').scrollIntoView({block: 'end'}), 0)");
        page.until(
            "(() => { const b = document.querySelector('#matches svg.table').getBoundingClientRect();\
             return b.top >= 0 && b.bottom <= innerHeight; })()",
        );

        // Every decision, then the cube decisions of one player.
        let listed = "document.querySelectorAll('#matches .decisions tbody tr').length";
        let errors = page.eval(listed).as_u64().unwrap();
        page.choose("#matches [data-name=size]", "all");
        page.until(&format!("{listed} > {errors}"));
        page.choose("#matches [data-name=seat]", "2");
        page.choose("#matches [data-name=kind]", "cube");
        page.until(&format!(
            "{listed} > 0 && [...document.querySelectorAll('#matches .decisions .name')]\
             .every((name) => name.textContent === 'Ben')"
        ));

        // The URL of a decision reopens it, and the step before does not change the address any more.
        page.eval(&format!(
            "(document.querySelector('#matches .decisions tbody tr:nth-child(2) button').click(),\
             location.hash = '{route}', new Promise((done) => setTimeout(done, 400)))"
        ));
        page.until(&format!(
            "document.querySelector('#matches .walk h2')?.textContent && location.hash === '{route}'"
        ));
        page.press("#matches [data-do=continue]");
        page.until("location.hash.startsWith('#analyse/xgid=')");
        page.wait("#analyse .verdict-panel .answer > *");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn reports_and_notes_stay_until_they_are_deleted() {
    browse("matches-kept", 1, Screen::DESKTOP, |page| {
        analysed(page);
        let opened = page.route();
        page.fill("#matches .verdict-of-walk textarea", "The five point was there.");
        page.says("#matches .decisions", "note");
        // A press on the list that leaves the note is not lost, and the list marks the note.
        let first = page.text("#matches .walk h2");
        page.press("#matches .decisions tbody tr:nth-child(2) button");
        page.until(&format!(
            "document.querySelector('#matches .walk h2').textContent !== '{first}'"
        ));
        page.press("#matches [data-do=previous]");
        page.says("#matches .walk h2", &first);
        page.reload();
        page.go("#matches");
        page.says("#matches .kept", "Ada – Ben");
        page.is_accessible("the list of matches");
        page.press("#matches .kept a");
        page.wait("#matches .told .verdict");
        let note = page.eval("document.querySelector('#matches .verdict-of-walk textarea').value");
        assert_eq!(note, "The five point was there.");
        // A note is kept if the page is left while it is typed.
        page.eval(
            "(() => { const field = document.querySelector('#matches .verdict-of-walk textarea');\
             field.value = 'Half a'; field.dispatchEvent(new Event('input')); location.reload(); })()",
        );
        page.until(
            "document.querySelector('#matches .verdict-of-walk textarea')?.value === 'Half a'",
        );

        page.go("#matches");
        // A deleted match can be brought back.
        page.press("#matches .kept button");
        page.says("#matches .home", "None yet.");
        page.press("#matches [data-do=undo-delete]");
        page.says("#matches .kept", "Ada – Ben");
        page.press("#matches .kept button");
        page.says("#matches .home", "None yet.");
        page.go(&opened);
        page.says("#matches .trouble", "does not have that match");
        // A malformed address is not a match.
        page.go("#matches");
        page.go("#matches/%E0%A4%A/1.2");
        page.says("#matches .trouble", "does not have that match");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn whoever_plays_meanwhile_is_not_called_away() {
    browse("matches-meanwhile", 1, Screen::DESKTOP, |page| {
        page.go("#matches");
        page.choose("#matches [data-name=preset]", "quick");
        page.drop_file("#matches .drop", "made-up.mat", MATCH);
        page.go("#play");
        page.until("document.getElementById('live').textContent.includes('is analysed')");
        page.wait("#play form.start");
        assert_eq!(page.route(), "#play");
        page.go("#matches");
        page.says("#matches .kept", "Ada – Ben");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_match_is_saved_in_every_format() {
    browse("matches-saved", 1, Screen::DESKTOP, |page| {
        analysed(page);
        page.eval(
            "(URL.createObjectURL = (file) => { file.text().then((text) => { window.saved = text; });\
             return 'data:,'; }, 0)",
        );
        for (format, words) in
            [("mat", "3 point match"), ("sgf", "(;FF[4]"), ("json", "\"sheshbesh-match\"")]
        {
            page.press("#matches [data-do=menu]");
            page.press(&format!("[data-do=save-{format}]"));
            page.until(&format!("window.saved?.includes({words:?})"));
        }
    });
}

/// A file of eXtreme Gammon IDs: a roll, another one, and a cube decision.
const POSITIONS: &str = "\
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10
XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
";

#[test]
#[ignore = "opens a browser: ci/browser"]
fn positions_are_listed_with_their_answers() {
    browse("matches-positions", 1, Screen::DESKTOP, |page| {
        analyse_match(page, POSITIONS);
        page.says("#matches .names", "3 positions");
        page.says("#matches .walk h2", "Position 1: 3-1");
        page.says("#matches .told .verdict", "8/5 6/5");
        assert_eq!(page.count("#matches .arrows polyline.best"), 2);
        for result in [".match-head", ".cut-off", ".graph", ".games", ".summary"] {
            assert_eq!(page.count(&format!("#matches {result}")), 0, "{result}");
        }
        page.says("#matches .decisions tbody tr:nth-child(1)", "8/5 6/5");
        page.says("#matches .decisions tbody tr:nth-child(3)", "No double, take");
        page.press("#matches .decisions tbody tr:nth-child(3) button");
        page.says("#matches .walk h2", "Position 3: cube");
        page.is_accessible("a list of positions");
        page.picture("positions");
        page.go("#matches");
        page.says("#matches .kept", "3 positions");
        page.go("#matches/players");
        page.says("#matches", "No match has been analysed yet.");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn an_exported_report_opens_again_and_nonsense_is_refused() {
    browse("matches-files", 1, Screen::DESKTOP, |page| {
        page.go("#matches");
        page.drop_file("#matches .drop", "poem.txt", "Roses are red\n");
        page.until("document.querySelector('#matches .work .trouble').textContent.length > 10");
        let damaged = r#"{"format": "sheshbesh-analysis", "matches": [{"players": []}]}"#;
        page.drop_file("#matches .drop", "damaged.json", damaged);
        page.says("#matches .work .trouble", "damaged.json");
        // An unreadable file does not block the files after it.
        let script = format!(
            "(() => {{ const dropped = new DataTransfer();\
             dropped.items.add(new File(['Violets are blue'], 'second.txt'));\
             dropped.items.add(new File([{}], 'made-up.mat'));\
             document.querySelector('#matches .drop').dispatchEvent(new DragEvent('drop',\
             {{bubbles: true, cancelable: true, dataTransfer: dropped}})); }})()",
            serde_json::json!(MATCH)
        );
        page.choose("#matches [data-name=preset]", "quick");
        page.eval(&script);
        // After several files, the reader stays on the list and sees which one was refused.
        page.says("#matches .kept", "Ada – Ben");
        page.says("#matches .drop > .trouble", "second.txt");
        assert_eq!(page.route(), "#matches");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/pages/made-up.json");
        page.give("#matches input[type=file]", std::path::Path::new(file));
        page.until("/^#matches\\/[^/]+/.test(location.hash)");
        page.wait("#matches .told .verdict");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_phone_reads_a_report() {
    browse("matches-phone", 1, Screen::PHONE, |page| {
        analysed(page);
        let wide = page.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 360, "the page is {wide} pixels wide");
        page.press("#matches [data-do=next]");
        page.is_accessible("a report on a phone");
    });
}

/// The made-up match with other names, which may be equal.
fn named(first: &str, second: &str) -> String {
    let heads = |line: &str| line.starts_with(" Ada : ");
    let lines = MATCH.lines().map(|line| {
        if heads(line) {
            line.replace("Ada", first).replace("Ben", second)
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn long_names_break_no_report() {
    let long = [("W".repeat(90), "m".repeat(90)), ("\u{429}".repeat(90), "<b>x</b>".repeat(11))];
    for (screen, device) in [
        (Screen { width: 1440, height: 900, touch: false }, "desktop"),
        (Screen::touched(768, 1024), "tablet"),
        (Screen::PHONE, "phone"),
    ] {
        browse(&format!("matches-long-names-{device}"), 1, screen, |page| {
            for (first, second) in &long {
                page.go("#matches");
                page.choose("#matches [data-name=preset]", "quick");
                let file = format!("{}.mat", "f".repeat(90));
                page.drop_file("#matches .drop", &file, &named(first, second));
                page.until("/^#matches\\/[^/]+/.test(location.hash)");
                page.wait("#matches .told .verdict");
                page.says("#matches .names", first);
                // Page and summary need no horizontal scrolling, and no text is cut off.
                let beyond = "(() => {
                    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
                    const summary = document.querySelector('#matches .summary').closest('.wide');
                    if (summary.scrollWidth > summary.clientWidth) wide.push('the summary');
                    for (const cell of document.querySelectorAll('#matches .summary td'))
                        if (cell.getBoundingClientRect().right > innerWidth) wide.push(cell.textContent);
                    return wide.join(', ');
                })()";
                assert_eq!(page.eval(beyond), "", "{device}");
                let column = page.eval("document.querySelector('.summary tbody td').clientWidth");
                assert!(column.as_f64().unwrap() > 60.0, "{device}: {column}");
                assert_eq!(page.count("#matches b"), 0);
                page.go("#matches");
                page.wait("#matches .kept");
                let wide = page.eval("document.documentElement.scrollWidth - innerWidth");
                assert!(wide.as_f64().unwrap() <= 0.0, "{device}: the list is {wide} too wide");
            }
        });
    }
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_step_through_the_decisions_keeps_the_rows_and_the_graph() {
    browse("matches-rows-kept", 1, Screen::DESKTOP, |page| {
        analysed(page);
        page.choose("#matches [data-name=size]", "all");
        page.until("document.querySelectorAll('#matches .decisions tbody tr').length > 5");
        page.eval(
            "(window.drawn = [], window.observer = new MutationObserver((found) => drawn.push(...found\
             .map(({type, attributeName}) => attributeName ?? type))),\
             ['.decisions', '.graph'].forEach((css) => observer.observe(document.querySelector(css),\
             {childList: true, attributes: true, subtree: true})))",
        );
        let current = "document.querySelector('.decisions [aria-current]')?.closest('tr').rowIndex";
        let first = page.eval(current).as_u64().unwrap();
        // In a select element, arrow keys act on the list.
        page.eval("(document.activeElement.blur(), 0)");
        for step in 1..=3 {
            page.keys(&["ArrowRight"]);
            page.until(&format!("{current} === {}", first + step));
            assert_eq!(page.count("#matches .decisions [aria-current]"), 1);
            assert_eq!(page.count("#matches .decisions .chosen"), 1);
        }
        // Each step updates only the class and mark of two rows, and one line of the graph.
        let drawn = page.eval("window.drawn");
        let drawn: Vec<&str> =
            drawn.as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
        assert!(!drawn.contains(&"childList"), "{drawn:?}");
        assert!(drawn.len() <= 3 * 8, "{drawn:?}");
        // A note marks only its row.
        page.eval("(window.drawn.length = 0)");
        page.fill("#matches .verdict-of-walk textarea", "A note.");
        page.until("document.querySelectorAll('.decisions .chip').length === 1");
        let list = page.eval("window.drawn.filter((one) => one === 'childList').length");
        assert_eq!(list, 1);
        page.says("#matches .decisions tr.chosen", "note");
        // Steps follow the list after sorting and filtering.
        page.choose("#matches [data-name=order]", "loss");
        page.eval(
            "document.querySelector('#matches .decisions tbody tr:nth-child(2) button').click()",
        );
        page.until(&format!("{current} === 2"));
        page.choose("#matches [data-name=size]", "blunder");
        page.until("document.querySelectorAll('#matches .decisions [aria-current]').length === 1");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn only_nearby_rows_of_a_long_session_are_in_the_document() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/pages/made-up.json");
    let mut report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let games = report["matches"][0]["games"].as_array().unwrap().clone();
    let games: Vec<_> = std::iter::repeat_n(games, 150).flatten().collect();
    report["matches"][0]["games"] = games.into();
    browse("matches-long", 1, Screen::DESKTOP, |page| {
        page.go("#matches");
        page.drop_file("#matches .drop", "long.json", &report.to_string());
        page.until("/^#matches\\/[^/]+/.test(location.hash)");
        page.wait("#matches .told .verdict");
        page.choose("#matches [data-name=size]", "all");
        let count =
            "Number(document.querySelector('table.decisions').getAttribute('aria-rowcount'))";
        page.until(&format!("{count} > 1000"));
        let rows = "document.querySelectorAll('table.decisions tbody tr').length";
        page.until(&format!("{rows} < 300"));
        // A press on the chart leads far away; the row of the decision is shown, with its number.
        page.eval(
            "(() => { const graph = document.querySelector('#matches .graph');\
             const box = graph.getBoundingClientRect();\
             graph.dispatchEvent(new MouseEvent('click', {clientX: box.right - 9, clientY: box.top + 50})); })()",
        );
        page.until(&format!(
            "(() => {{ const row = document.querySelector('table.decisions tr.chosen');\
             const [list, at] = [row.closest('.long'), row.getBoundingClientRect()]\
             .map((one) => one.getBoundingClientRect?.() ?? one);\
             return Number(row.getAttribute('aria-rowindex')) > {count} - 20\
             && at.top >= list.top - 1 && at.bottom <= list.bottom + 1; }})()",
        ));
        page.keys(&["ArrowLeft", "ArrowLeft"]);
        page.until(&format!("{rows} < 300"));
        assert_eq!(page.count("#matches .decisions [aria-current]"), 1);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn an_analysis_goes_on_when_the_server_is_back() {
    browse("matches-lost", 1, Screen::DESKTOP, |page| {
        page.go("#matches");
        page.choose("#matches [data-name=preset]", "quick");
        page.eval(
            "(window.ask = window.fetch, window.fetch = () => Promise.reject(new TypeError('gone')), 0)",
        );
        page.drop_file("#matches .drop", "made-up.mat", MATCH);
        page.says("#matches .absent", "does not answer");
        page.eval("(window.fetch = window.ask, 0)");
        page.until("/^#matches\\/[^/]+/.test(location.hash)");
        page.says("#matches .names", "Ada – Ben");
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn a_sample_match_and_a_player_over_all_matches() {
    browse("matches-players", 1, Screen::DESKTOP, |page| {
        page.go("#matches");
        page.is_accessible("no matches");
        page.choose("#matches [data-name=preset]", "quick");
        page.press("#matches [data-do=sample]");
        page.says("#matches .names", "Hare – Tortoise");
        // Three more matches, one of them twice with other settings.
        for (second, preset) in [("Ben", "quick"), ("Hare", "quick"), ("Hare", "standard")] {
            page.go("#matches");
            page.choose("#matches [data-name=preset]", preset);
            page.drop_file("#matches .drop", "made-up.mat", &named("Cyd", second));
            page.until("/^#matches\\/[^/]+/.test(location.hash)");
            page.wait("#matches .told .verdict");
        }
        page.go("#matches");
        page.press("#matches a[href='#matches/players']");
        page.wait("#matches .rating .match");
        page.choose("#matches [data-name=player]", "Hare");
        page.says("#matches .totals .of-matches dd", "2");
        page.says("#matches .totals .of-won dd", "0–1");
        assert_eq!(page.count("#matches .rating a"), 2);
        page.says("#matches .kinds", "Cube decisions");
        page.says("#matches .kinds", "With contact");
        page.is_accessible("a player");
        // The choice is remembered, and a point of the chart opens its match.
        page.reload();
        page.says("#matches .totals .of-matches dd", "2");
        page.press("#matches .rating a:nth-last-child(2) .hit");
        page.wait("#matches .told .verdict");
        // A report of a match against the engine begins with the reader and their first mistake.
        page.go("#matches");
        page.drop_file("#matches .drop", "own.mat", &named("Sheshbesh", "You"));
        page.says("#matches .names", "You – Sheshbesh");
        page.says("#matches .walk h2", "You: ");
    });
}
