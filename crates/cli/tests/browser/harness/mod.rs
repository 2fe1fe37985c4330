//! What a test in the browser is made of.

mod access;
mod driver;
mod page;
mod processes;

pub use page::{Page, Screen};

use processes::{Server, missing};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
};

/// Where pictures and tables of the bearoff are kept from one run to the next.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Whether what only some machines have must be here.
fn is_required() -> bool {
    std::env::var("SHESH_BROWSER").is_ok_and(|said| said == "required")
}

/// Does without something, in a word, unless it must be here.
fn skip(test: &str, missing: &str) {
    assert!(!is_required(), "{missing}, and SHESH_BROWSER=required");
    eprintln!("{test} is skipped: {missing}");
}

/// Opens the page of a server with that seed on such a screen, does the test with it, takes a picture,
/// and sees that nothing was odd.
///
/// ```ignore
/// #[test]
/// #[ignore = "opens a browser: .ci/browser"]
/// fn it_opens() {
///     browse("it-opens", 1, Screen::DESKTOP, |page| page.wait("#play"));
/// }
/// ```
pub fn browse(name: &str, seed: u64, screen: Screen, test: impl FnOnce(&Page)) {
    if let Some(missing) = missing() {
        skip(name, &missing);
        return;
    }
    let server = Server::start(seed);
    let page = Page::open(&server.address, screen);
    let done = catch_unwind(AssertUnwindSafe(|| test(&page)));
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
