//! Accessibility check of a page with axe-core.
//!
//! axe-core (600 kB, Mozilla Public Licence) comes from npm, pinned by the lock file in `ci/node`,
//! and is not in the repository. `ci/types` fetches it.

use super::{Page, skip};
use std::path::Path;

const SCRIPT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../ci/node/node_modules/axe-core/axe.min.js");
/// Rules of WCAG 2.2 up to AA, and best practices.
const RULES: &str = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";

impl Page {
    /// Fails if axe-core finds a violation in the current state of the page.
    pub fn is_accessible(&self, what: &str) {
        if !Path::new(SCRIPT).is_file() {
            skip(what, "there is no axe-core (ci/types fetches it)");
            return;
        }
        let script = std::fs::read_to_string(SCRIPT).unwrap();
        self.run(&script);
        // Text that fades in has too little contrast at first. Some animations never end.
        self.until(
            "document.getAnimations().every(({playState, effect}) => playState !== 'running'\
             || effect.getComputedTiming().endTime === Infinity)",
        );
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
