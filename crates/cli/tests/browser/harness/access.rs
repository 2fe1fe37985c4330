//! Whether everybody can use a page: axe-core's rules, run in it.
//!
//! axe-core comes from npm, by the lock file in `.ci/page`: it is 600 kB under the Mozilla Public
//! Licence, which nobody needs who does not test pages. `.ci/types` fetches it.

use super::{Page, skip};
use std::path::Path;

const SCRIPT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/page/node_modules/axe-core/axe.min.js");
/// WCAG 2.2 up to AA, and what is good practice.
const RULES: &str = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";

impl Page {
    /// Fails where axe-core finds a violation in what the page shows now.
    pub fn is_accessible(&self, what: &str) {
        if !Path::new(SCRIPT).is_file() {
            skip(what, "there is no axe-core (.ci/types fetches it)");
            return;
        }
        let script = std::fs::read_to_string(SCRIPT).unwrap();
        self.run(&script);
        let found = self.eval(&format!(
            "axe.run(document, {{runOnly: {RULES}, resultTypes: ['violations']}})\
                 .then(({{violations}}) => violations.map(({{id, help, nodes}}) =>\
                 id + ': ' + help + ': ' + nodes.map((n) => n.target.join(' ')).join(', ')))"
        ));
        let found: Vec<&str> =
            found.as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
        assert!(found.is_empty(), "{what}: {}", found.join("\n"));
    }
}
