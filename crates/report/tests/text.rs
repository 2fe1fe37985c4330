//! Tests the text reports of random matches.

use sheshbesh_analysis::match_analysis::{Choice, Document};
use sheshbesh_report::text::{Layout, render_document};

#[test]
fn reports_list_mistakes_and_players() {
    let mut document: Document = serde_json::from_str(include_str!("pages/made-up.json")).unwrap();
    document.matches.push(document.matches[0].clone());
    for layout in [Layout::Terminal, Layout::Markdown] {
        let choice = Choice { errors: 0.02, most: 4 };
        let report = render_document(&document, layout, &choice);
        assert!(report.contains("And ") && report.contains("Players"), "{report}");
    }
}
