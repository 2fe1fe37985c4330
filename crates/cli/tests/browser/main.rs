//! The page of `shesh serve` in a real browser: Debian's Chromium, driven by WebDriver.
//!
//! Each test has a server, a driver and a browser of its own, and leaves nothing running. Whatever a
//! test is about, it also fails where the page logs an error, breaks its content security policy, or
//! asks for anything from another machine. They take minutes, so `cargo test` leaves them out;
//! `.ci/browser` runs them. Where Chromium is missing, they say so and pass; `SHESH_BROWSER=required`
//! makes that a failure. Pictures lie in `target/tmp/browser/`.

mod analyse;
mod frames;
mod harness;
mod languages;
mod matches;
mod play;
mod sizes;
mod start_form;
mod touch;
