//! Tests the page of `shesh serve` in a real browser: Debian's Chromium, driven by WebDriver.
//!
//! Each test has its own server, driver and browser, and leaves nothing running. Every test also
//! fails if the page logs an error, violates its content security policy, or requests anything from
//! another machine. The tests take minutes, so `cargo test` ignores them; `ci/browser` runs them.
//! Without Chromium they print a message and pass; `SHESH_BROWSER=required` makes that a failure.
//! `SHESH_SITE=FOLDER` tests the static site of `scripts/site` instead, with Python as file server;
//! `ci/site` does.
//! Screenshots are in `target/tmp/browser/`.

mod access;
mod analyse;
mod board;
mod chouette;
mod drills;
mod frames;
mod harness;
mod languages;
mod matches;
mod play;
mod quiz;
mod rules;
mod server_words;
mod site;
mod sizes;
mod start_form;
mod touch;
mod welcome;
