//! Bundles of the page's ES modules.
//!
//! Browsers request at most six files at a time over HTTP/1.1, so on a slow network 50 small
//! modules take seconds longer than one large file. The page is written as plain modules and served
//! in two bundles: [`PAGE`] has the modules that the entry imports, and [`VIEWS`] those that are
//! loaded later by `import()`. In a bundle, a module is a function that returns its exports.
//!
//! The parser knows only the forms of imports and exports that the page uses, and rejects others.

mod module;

pub(crate) use module::ModuleError;

use module::{Binding, Module};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

/// File name of the bundle with the entry.
pub(crate) const PAGE: &str = "page.bundle.js";
/// File name of the bundle with the modules that are loaded later.
pub(crate) const VIEWS: &str = "views.bundle.js";
/// File name of the joined style sheets.
pub(crate) const STYLES: &str = "page.bundle.css";

/// Bundled files of a page.
#[derive(Debug)]
pub(crate) struct Bundles {
    /// [`PAGE`].
    pub(crate) page: String,
    /// [`VIEWS`].
    pub(crate) views: String,
    /// [`STYLES`].
    pub(crate) styles: String,
    /// The HTML page that loads them.
    pub(crate) html: String,
}

/// A problem that prevents bundling.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BundleError {
    /// A file is imported or linked, but missing.
    #[error("there is no {0}")]
    Missing(String),
    /// Modules import each other in a cycle.
    #[error("{0} is part of an import cycle")]
    Cycle(String),
    /// A module cannot be parsed.
    #[error("{0}: {1}")]
    Module(String, ModuleError),
    /// The HTML page does not load its entry by a script element.
    #[error("the page has no {0}")]
    Html(String),
}

/// Bundles the scripts and style sheets of `index.html`.
///
/// `read` returns a file by its path. `entry` is the path of the first module.
///
/// # Errors
/// If a file is missing or has an unknown form.
pub(crate) fn bundle<'a>(
    read: impl Fn(&str) -> Option<&'a str>,
    entry: &str,
) -> Result<Bundles, BundleError> {
    let text = |path: &str| read(path).ok_or_else(|| BundleError::Missing(path.to_owned()));
    let mut graph = Graph { read: &text, modules: BTreeMap::new(), order: Vec::new() };
    graph.add(entry, &mut Vec::new())?;
    let first = graph.order.len();
    // Modules loaded later may load further modules.
    let mut index = 0;
    while index < graph.order.len() {
        for path in graph.modules[&graph.order[index]].later.clone() {
            graph.add(&path, &mut Vec::new())?;
        }
        index += 1;
    }
    let scripts = Scripts { graph: &graph, first, entry };
    let (styles, html) = bundle_styles(text("index.html")?, &text)?;
    let script = |path: &str| format!("<script type=\"module\" src=\"{path}\"></script>");
    if !html.contains(&script(entry)) {
        return Err(BundleError::Html(script(entry)));
    }
    Ok(Bundles {
        page: scripts.page(),
        views: scripts.views(),
        styles,
        html: html.replace(&script(entry), &script(PAGE)),
    })
}

/// Modules by path, and their order of evaluation.
struct Graph<'a, R> {
    read: &'a R,
    modules: BTreeMap<String, Module>,
    order: Vec<String>,
}

impl<'b, R: Fn(&str) -> Result<&'b str, BundleError>> Graph<'_, R> {
    /// Adds a module after those that it imports. `above` are the modules that import it.
    fn add(&mut self, path: &str, above: &mut Vec<String>) -> Result<(), BundleError> {
        if above.iter().any(|importer| importer == path) {
            return Err(BundleError::Cycle(path.to_owned()));
        }
        if self.modules.contains_key(path) {
            return Ok(());
        }
        let module = Module::parse(path, (self.read)(path)?)
            .map_err(|error| BundleError::Module(path.to_owned(), error))?;
        above.push(path.to_owned());
        for (imported, _) in &module.imports {
            self.add(imported, above)?;
        }
        above.pop();
        self.modules.insert(path.to_owned(), module);
        self.order.push(path.to_owned());
        Ok(())
    }
}

/// Writer of the two scripts.
struct Scripts<'a, R> {
    graph: &'a Graph<'a, R>,
    /// Number of modules in the first bundle.
    first: usize,
    entry: &'a str,
}

impl<R> Scripts<'_, R> {
    /// Position of a module in the order of evaluation.
    fn index(&self, path: &str) -> usize {
        self.graph.order.iter().position(|other| other == path).expect("all imports are added")
    }

    /// Variable that holds the exports of a module.
    fn name(path: &str) -> String {
        // Not a number: a page that stays open while the program is replaced loads the new bundle of
        // views beside its old one, and finds the same modules under the same names.
        let word = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        format!("module_{}", path.trim_end_matches(".js").chars().map(word).collect::<String>())
    }

    fn page(&self) -> String {
        let mut script = String::new();
        let (entry, others): (Vec<&String>, Vec<&String>) =
            self.graph.order[..self.first].iter().partition(|&path| path == self.entry);
        for path in &others {
            self.push_module(&mut script, path);
        }
        let names: Vec<String> = others.iter().map(|path| Self::name(path)).collect();
        push(&mut script, format_args!("export {{ {} }};\n", names.join(", ")));
        for path in entry {
            // Not awaited: the other bundle waits for the evaluation of this one.
            push(&mut script, format_args!("// {path}\n(async () => {{\n"));
            self.push_body(&mut script, path);
            script.push_str("})();\n");
        }
        script
    }

    fn views(&self) -> String {
        let mut script = String::new();
        let later = &self.graph.order[self.first..];
        let imports = later.iter().flat_map(|path| &self.graph.modules[path].imports);
        let shared: BTreeSet<&String> =
            imports.map(|(path, _)| path).filter(|path| self.index(path) < self.first).collect();
        let names: Vec<String> = shared.iter().map(|path| Self::name(path)).collect();
        push(&mut script, format_args!("import {{ {} }} from './{PAGE}';\n", names.join(", ")));
        for path in later {
            self.push_module(&mut script, path);
        }
        let names: Vec<String> = later.iter().map(|path| Self::name(path)).collect();
        push(&mut script, format_args!("export {{ {} }};\n", names.join(", ")));
        script
    }

    /// Writes a module as a variable with its exports.
    fn push_module(&self, script: &mut String, path: &str) {
        let exports = self.graph.modules[path].exports.join(", ");
        push(script, format_args!("// {path}\nconst {} = (() => {{\n", Self::name(path)));
        self.push_body(script, path);
        push(script, format_args!("return {{ {exports} }};\n}})();\n"));
    }

    /// Writes the imports of a module as constants, and its code.
    fn push_body(&self, script: &mut String, path: &str) {
        let module = &self.graph.modules[path];
        for (imported, binding) in &module.imports {
            let name = Self::name(imported);
            match binding {
                Binding::Names(names) => {
                    let names: Vec<String> = names
                        .iter()
                        .map(|(export, local)| {
                            if export == local {
                                export.clone()
                            } else {
                                format!("{export}: {local}")
                            }
                        })
                        .collect();
                    push(script, format_args!("const {{ {} }} = {name};\n", names.join(", ")));
                }
                Binding::All(local) => push(script, format_args!("const {local} = {name};\n")),
            }
        }
        // A bundle loads the other one, and has its own modules already.
        let is_first = self.index(path) < self.first;
        let code = module.code(|later| {
            let name = Self::name(later);
            let is_later_first = self.index(later) < self.first;
            if is_later_first == is_first {
                format!("Promise.resolve({name})")
            } else if is_first {
                format!("import('./{VIEWS}').then((views) => views.{name})")
            } else {
                format!("import('./{PAGE}').then((page) => page.{name})")
            }
        });
        script.push_str(&code);
    }
}

/// Appends formatted text.
fn push(script: &mut String, text: std::fmt::Arguments<'_>) {
    // Strings accept all text.
    let _ = script.write_fmt(text);
}

/// Joins the style sheets of a page. Returns them, and the page that links them.
fn bundle_styles<'a>(
    html: &str,
    read: &impl Fn(&str) -> Result<&'a str, BundleError>,
) -> Result<(String, String), BundleError> {
    const LINK: &str = "<link rel=\"stylesheet\" href=\"";
    let (mut styles, mut bundled) = (String::new(), String::new());
    for line in html.lines() {
        let Some(path) = line.strip_prefix(LINK).and_then(|rest| rest.strip_suffix("\">")) else {
            bundled.push_str(line);
            bundled.push('\n');
            continue;
        };
        if styles.is_empty() {
            push(&mut bundled, format_args!("{LINK}{STYLES}\">\n"));
        }
        styles.push_str(read(path)?);
    }
    Ok((styles, bundled))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "<link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"stylesheet\" href=\"b.css\">\n\
        <script type=\"module\" src=\"app.js\"></script>\n";

    fn bundled(files: &[(&str, &str)]) -> Result<Bundles, BundleError> {
        let page = [("index.html", HTML), ("a.css", "a { top: 0 }\n"), ("b.css", "b { top: 0 }\n")];
        let files: BTreeMap<&str, &str> = page.into_iter().chain(files.iter().copied()).collect();
        bundle(|path| files.get(path).copied(), "app.js")
    }

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let bundles = bundled(&[
            (
                "app.js",
                "import { one, two as second } from './common/one.js';\n\
                 import * as one from './common/one.js';\nrun(() => import('./view/later.js'));\n",
            ),
            ("common/one.js", "// About.\nexport const one = 1;\nexport function two() {}\n"),
            (
                "view/later.js",
                "import { one } from '../common/one.js';\nimport { Deep } from './deep.js';\n\
                 export class View {}\n",
            ),
            ("view/deep.js", "export class Deep {}\nexport async function f() {}\n"),
        ])
        .unwrap();
        assert_eq!(
            bundles.page,
            "// common/one.js\nconst module_common_one = (() => {\nconst one = 1;\nfunction two() {}\n\
             return { one, two };\n})();\nexport { module_common_one };\n// app.js\n(async () => {\n\
             const { one, two: second } = module_common_one;\nconst one = module_common_one;\n\
             run(() => import('./views.bundle.js').then((views) => views.module_view_later));\n})();\n"
        );
        assert_eq!(
            bundles.views,
            "import { module_common_one } from './page.bundle.js';\n// view/deep.js\n\
             const module_view_deep = (() => {\nclass Deep {}\nasync function f() {}\n\
             return { Deep, f };\n})();\n// view/later.js\nconst module_view_later = (() => {\n\
             const { one } = module_common_one;\nconst { Deep } = module_view_deep;\nclass View {}\n\
             return { View };\n})();\nexport { module_view_deep, module_view_later };\n"
        );
        assert_eq!(bundles.styles, "a { top: 0 }\nb { top: 0 }\n");
        assert_eq!(
            bundles.html,
            "<link rel=\"stylesheet\" href=\"page.bundle.css\">\n\
             <script type=\"module\" src=\"page.bundle.js\"></script>\n"
        );
    }

    #[test]
    fn cycles_and_missing_modules_are_rejected() {
        let cycle = bundled(&[
            ("app.js", "import { a } from './a.js';\n"),
            ("a.js", "import { b } from './b.js';\nexport const a = 1;\n"),
            ("b.js", "import { a } from './a.js';\nexport const b = 1;\n"),
        ]);
        assert!(matches!(cycle, Err(BundleError::Cycle(path)) if path == "a.js"));
        let missing = bundled(&[("app.js", "import { a } from './a.js';\n")]);
        assert!(matches!(missing, Err(BundleError::Missing(path)) if path == "a.js"));
    }
}
