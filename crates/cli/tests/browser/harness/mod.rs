//! Harness for tests in a browser.

mod access;
mod driver;
mod page;
mod processes;

pub use page::{Page, Screen};
pub use processes::{Server, site};

use processes::missing_tool;
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
};

/// Folder for screenshots and bearoff tables, kept between runs.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns true if missing tools are an error: `SHESH_BROWSER=required`.
fn is_required() -> bool {
    std::env::var("SHESH_BROWSER").is_ok_and(|said| said == "required")
}

/// Prints that a test is skipped; panics if its tools are required.
fn skip(test: &str, missing: &str) {
    assert!(!is_required(), "{missing}, and SHESH_BROWSER=required");
    eprintln!("{test} is skipped: {missing}");
}

/// Opens the page of a server with a seed and a screen size, runs a test, takes a screenshot, and
/// checks that the browser has logged no problem.
///
/// ```ignore
/// #[test]
/// #[ignore = "opens a browser: ci/browser"]
/// fn it_opens() {
///     browse("it-opens", 1, Screen::DESKTOP, |page| page.wait("#play"));
/// }
/// ```
pub fn browse(name: &str, seed: u64, screen: Screen, test: impl FnOnce(&Page)) {
    visit(name, seed, screen, |page, _| test(page));
}

/// Tests that do not apply to the static site, with the reason.
const SERVED_ONLY: &[(&str, &str)] = &[
    ("matches-lost", "there is no server that could be lost"),
    ("play-fails", "there is no server that could fail or be busy"),
];

/// As [`browse`], for tests that also need the server.
pub fn visit(name: &str, seed: u64, screen: Screen, test: impl FnOnce(&Page, &mut Server)) {
    if let Some(missing) = missing_tool() {
        skip(name, &missing);
        return;
    }
    if site().is_some()
        && let Some((_, reason)) = SERVED_ONLY.iter().find(|(test, _)| *test == name)
    {
        eprintln!("{name} is skipped on the static site: {reason}");
        return;
    }
    let mut server = Server::start(seed);
    let page = Page::open(&server.address, screen);
    if site().is_some() {
        page.eval(&format!("localStorage.setItem('shesh.seed', '{seed}')"));
        page.reload();
    }
    let done = catch_unwind(AssertUnwindSafe(|| test(&page, &mut server)));
    let failed = if done.is_ok() { "" } else { "-failed" };
    page.picture(&format!("{name}{failed}"));
    let odd = page.odd();
    if let Err(panic) = done {
        for line in odd {
            eprintln!("the browser says: {line}");
        }
        resume_unwind(panic);
    }
    assert!(odd.is_empty(), "the browser says:\n{}", odd.join("\n"));
}
