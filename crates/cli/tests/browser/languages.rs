//! Tests every view in every language.

use crate::harness::{Page, Screen, browse};

/// Texts and names on the page that are dictionary keys, which means missing translations. `TOPICS`
/// stands for the first parts of the keys.
const KEYS: &str = "(() => {
    const key = /^(TOPICS)\\.[\\w.-]+$/;
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        for (const name of ['aria-label', 'placeholder', 'title']) {
            const text = element.getAttribute(name);
            if (text && key.test(text)) found.push(text);
        }
        for (const node of element.childNodes) {
            const text = node.nodeType === Node.TEXT_NODE ? node.textContent.trim() : '';
            if (key.test(text) || /\\{\\w+\\}/.test(text)) found.push(text);
        }
    }
    return found.join(' ');
})()";

/// Finds a word that occurs twice in a row, such as a label repeated in its value.
const REPEATED: &str = "document.querySelector('main').innerText\
    .match(/(?<!\\p{L})(\\p{L}{3,})[ :\u{a0}]+\\1(?!\\p{L})/iu)?.[0] ?? ''";

fn missing_texts(page: &Page) -> serde_json::Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/web/lang/en.json");
    let words: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let topics: std::collections::BTreeSet<&str> =
        words.keys().map(|key| key.split('.').next().unwrap()).collect();
    let topics: Vec<&str> = topics.into_iter().collect();
    page.eval(&KEYS.replace("TOPICS", &topics.join("|")))
}

fn view(page: &Page, language: &str, name: &str, route: &str, shown: &str) {
    page.go(route);
    page.wait(shown);
    assert_eq!(missing_texts(page), "", "{language}, {name}");
    assert_eq!(page.eval(REPEATED), "", "{language}, {name}");
    page.is_accessible(&format!("{language}, {name}"));
    page.picture(&format!("language-{language}-{name}"));
}

fn speaks(page: &Page, language: &str, play: &str) {
    page.set("language", &format!("'{language}'"));
    page.until(&format!("document.documentElement.lang === '{language}'"));
    page.says("nav", play);
    view(page, language, "play", "#play", "#play button");
    let link = "#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    view(page, language, "analyse", link, "#analyse .plays");
    view(page, language, "matches", "#matches", "#matches .drop");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/pages/made-up.json");
    page.give("#matches input[type=file]", std::path::Path::new(file));
    page.until("/^#matches\\/[^/]+/.test(location.hash)");
    let report = page.route();
    view(page, language, "report", &report, "#matches .told .verdict");
    view(page, language, "drills", "#drills", "#drills .drill-cards");
    page.press("#drills [data-kind=openings] [data-do=start]");
    view(page, language, "drill", "#drills", "#drills .quiz-actions button");
    view(page, language, "rules", "#rules/plakoto", "#rules svg");
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn english() {
    browse("english", 1, Screen::DESKTOP, |page| speaks(page, "en", "Analyse"));
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn russian() {
    browse("russian", 1, Screen::DESKTOP, |page| speaks(page, "ru", "Анализ"));
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn armenian() {
    browse("armenian", 1, Screen::PHONE, |page| speaks(page, "hy", "Վերլուծություն"));
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn greek() {
    browse("greek", 1, Screen::PHONE, |page| {
        speaks(page, "el", "Ανάλυση");
        numbers_have_a_minus_sign(page);
    });
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn turkish() {
    browse("turkish", 1, Screen::DESKTOP, |page| {
        speaks(page, "tr", "Analiz");
        numbers_have_a_minus_sign(page);
        // The settings mark translations that need a reader.
        page.press("#open-settings");
        page.says("#setting-language", "Türkçe *");
        page.says("#settings .note", "anadili");
        // They stay open in another language.
        // The choice is made again by the new language, while a press on it would still go on.
        page.eval(
            "(() => {
                const choice = document.querySelector('#setting-language');
                choice.value = 'en';
                choice.dispatchEvent(new Event('change', { bubbles: true }));
            })()",
        );
        page.says("#settings[open] h2", "Settings");
        page.until("document.activeElement?.id === 'setting-language'");
    });
}

/// Checks the differences of the ranked plays, which are negative.
fn numbers_have_a_minus_sign(page: &Page) {
    page.go("#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    page.wait("#analyse .plays tbody:nth-of-type(2)");
    let plays = page.text("#analyse .plays");
    assert!(plays.contains("\u{2212}0,"), "{plays}");
    assert!(!plays.contains("-0,"), "{plays}");
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn dark_colours_have_contrast_too() {
    browse("dark", 1, Screen::DESKTOP, |page| {
        page.set("theme", "'dark'");
        page.go("#analyse/xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10&ply=3");
        page.wait("#analyse .plays");
        page.press("#analyse .plays tbody:nth-of-type(2) .written");
        page.press("#analyse [data-do=explain]");
        page.wait("#analyse .explanation .rolls");
        page.press("#analyse .scores-panel > summary");
        page.press("#analyse [data-do=scores]");
        page.wait("#analyse .scores .letter");
        page.is_accessible("a position in the dark");
    });
}
