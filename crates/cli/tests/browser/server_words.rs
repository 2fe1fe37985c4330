//! Tests that the page words refusals of the server in its language.

use crate::harness::{Page, Screen, browse};

/// The refusal of an ID, as the page shows it.
const REFUSAL: &str = "document.querySelector('#analyse .ids-panel .trouble span')";

fn says(page: &Page, language: &str, refusal: &str) {
    page.set("language", &format!("'{language}'"));
    page.until(&format!("document.documentElement.lang === '{language}'"));
    page.go("#analyse");
    page.fill("#analyse input[name=position]", "such nonsense");
    page.keys(&["Enter"]);
    page.until(&format!("{REFUSAL}?.textContent.startsWith('{refusal}')"));
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn refusals_are_in_the_language_of_the_page() {
    browse("server-words", 1, Screen::DESKTOP, |page| {
        says(page, "ru", "В тексте «such nonsense» нет позиции");
        assert_eq!(page.eval(&format!("{REFUSAL}.lang")), "");
        says(page, "hy", "«such nonsense» տեքստում դիրք չկա");
        says(page, "el", "Το κείμενο «such nonsense» δεν έχει θέση");
        says(page, "tr", "“such nonsense” içinde konum yok");
        says(page, "en", "no position in");
        assert_eq!(page.eval(&format!("{REFUSAL}.lang")), "en");
    });
}
