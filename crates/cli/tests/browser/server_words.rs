//! Tests that the page words refusals of the server in its language.

use crate::harness::{Page, Screen, browse};

/// Asks for the plays of dice that do not exist, and returns the language and the text of the
/// refusal as the page shows it.
const REFUSAL: &str = "(async () => {
    const { Api, errorText } = await import('./common/api.js');
    const { t } = await import('./common/i18n.js');
    try {
        await new Api().post('plays', { position: '4HPwATDgc/ABMA', dice: '37' });
    } catch (error) {
        const shown = errorText(t, error);
        return `${shown.lang}: ${shown.textContent}`;
    }
})()";

fn says(page: &Page, language: &str, refusal: &str) {
    page.set("language", &format!("'{language}'"));
    page.until(&format!("document.documentElement.lang === '{language}'"));
    let shown = page.eval(REFUSAL);
    assert!(shown.as_str().is_some_and(|shown| shown.starts_with(refusal)), "{language}: {shown}");
}

#[test]
#[ignore = "opens a browser: ci/browser"]
fn refusals_are_in_the_language_of_the_page() {
    browse("server-words", 1, Screen::DESKTOP, |page| {
        says(page, "ru", ": «37» — не бросок");
        says(page, "hy", ": «37»-ը նետում չէ");
        says(page, "el", ": «37»: δεν είναι ζαριά");
        says(page, "tr", ": “37”");
        says(page, "en", "en: \"37\" is not a roll");
    });
}
