//! Analyzed matches as HTML pages: each is a self-contained file without scripts.
//!
//! Pages show the contents of a [`AnalyzedMatch`], without further evaluation. Names and other text
//! from a match file are escaped.

mod game;
mod graph;
mod index;
pub(crate) mod mistake;
mod named;
mod page;
mod positions;
mod rolls;

use askama::Template;
use sheshbesh_analysis::{
    markup::may_stand,
    match_analysis::{AnalysisSettings, AnalyzedMatch, Choice, Document},
};

/// Value of `<meta name="generator">` in all pages.
pub const GENERATOR: &str = "sheshbesh-analysis";

/// Renders the page of a match: the selected mistakes with their boards, the graph of winning
/// chances, and all games, decision by decision. A file of positions has a page of answers.
///
/// ```
/// # use sheshbesh_analysis::match_analysis::{Choice, Document, MatchAnalyzer, Preset};
/// # use sheshbesh_evaluator::Settings;
/// # use sheshbesh_matchfile::{Options, read};
/// # let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
/// # let reading = read(text.as_bytes(), &Options::default())?;
/// # let network = sheshbesh_weights::shipped();
/// # let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
/// # let analyzed = analyzer.analyze("ada.mat", text.as_bytes(), &reading, &|_| ())?;
/// let page = sheshbesh_report::pages::render_match(&analyzed, analyzer.settings(), &Choice { errors: 0.02, most: 10 });
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Ada – Ben, match to 3"));
/// assert!(page.contains("24/20") && page.contains("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn render_match(
    analyzed: &AnalyzedMatch,
    engine: &AnalysisSettings,
    choice: &Choice,
) -> String {
    if analyzed.are_positions() {
        render(&positions::Positions::of(analyzed, engine))
    } else {
        render(&page::Page::of(analyzed, engine, choice))
    }
}

/// Renders the index page. `links` has one file name for each match, in order, relative to the
/// index page. `analyzed_otherwise` of the matches were analyzed with other settings than the
/// document's.
///
/// # Panics
/// If the numbers of links and of matches differ.
pub fn render_index(document: &Document, links: &[String], analyzed_otherwise: usize) -> String {
    assert_eq!(document.matches.len(), links.len(), "matches and links differ in number");
    render(&index::Index::of(document, links, analyzed_otherwise))
}

fn render(template: &impl Template) -> String {
    let mut page = template.render().expect("templates have no fallible filters");
    page.retain(may_stand);
    page
}
