//! Judged matches as pages for a browser: one file each, which needs nothing else and runs no script.
//!
//! What they show is what a [`JudgedMatch`] holds; no engine is asked. Names and all else that comes
//! from a match file are text, whatever is in them.

mod game;
mod graph;
mod index;
mod marks;
mod mistake;
mod named;
mod page;
mod rolls;

use crate::{
    judged::{Choice, Document, JudgedMatch, Judges},
    markup::may_stand,
};
use askama::Template;
pub(crate) use marks::Marks;
pub(crate) use mistake::{error_in_words, in_words};

/// What a page of ours says of itself in its head, as `<meta name="generator">`.
pub const GENERATOR: &str = "sheshbesh-analysis";

/// The page of a match: the mistakes that were chosen with their boards, the chances to win, and all
/// games, decision by decision.
///
/// ```
/// # use sheshbesh_analysis::{judged::{Choice, Document, Judge, Preset}, report};
/// # use sheshbesh_evaluator::Settings;
/// # use sheshbesh_record::{Options, read};
/// # let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
/// # let reading = read(text.as_bytes(), &Options::default())?;
/// # let network = sheshbesh_weights::shipped();
/// # let judge = Judge::new(network, "shesh", Settings::default(), Preset::Quick, false);
/// # let judged = judge.judge("ada.mat", text.as_bytes(), &reading, &|_| ())?;
/// let page = report::page(&judged, judge.judges(), &Choice { errors: 0.02, most: 10 });
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Ada – Ben, match to 3"));
/// assert!(page.contains("24/20") && page.contains("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(judged: &JudgedMatch, engine: &Judges, choice: &Choice) -> String {
    rendered(&page::Page::of(judged, engine, choice))
}

/// The page that leads to those of all matches: `links` has one for each match, in their order, as a
/// file's name beside this page. So many of them were not judged as the document says.
///
/// # Panics
/// When there are fewer links than matches, or more.
pub fn index(document: &Document, links: &[String], judged_otherwise: usize) -> String {
    assert_eq!(document.matches.len(), links.len(), "one link for each match");
    rendered(&index::Index::of(document, links, judged_otherwise))
}

fn rendered(template: &impl Template) -> String {
    let mut page = template.render().expect("writing into a string");
    page.retain(may_stand);
    page
}
