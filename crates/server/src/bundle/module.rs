//! Parser of ES modules: their imports, their exports, and the code between.

/// A parsed module.
#[derive(Debug)]
pub(super) struct Module {
    /// Imported modules by path, with the local names.
    pub(super) imports: Vec<(String, Binding)>,
    /// Exported names.
    pub(super) exports: Vec<String>,
    /// Paths of the modules that are loaded by `import()`.
    pub(super) later: Vec<String>,
    /// Code without imports, the word `export` and comments of their own lines.
    body: String,
    /// Folder of the module, for relative paths.
    folder: String,
}

/// Names that an import makes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// `{ exported as local }`.
    Names(Vec<(String, String)>),
    /// `* as local`.
    All(String),
}

/// A statement that the parser does not know.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum ModuleError {
    /// An import of another form.
    #[error("unknown form of import: {0}")]
    Import(String),
    /// An export of another form.
    #[error("unknown form of export: {0}")]
    Export(String),
    /// `await` outside of functions, which only the entry may use.
    #[error("await at the top level: {0}")]
    Await(String),
}

/// Beginning of a module that is loaded later, or of a type in a comment.
const IMPORT: &str = "import('";

impl Module {
    /// Parses the module of a path.
    ///
    /// # Errors
    /// If the module has imports or exports of unknown forms.
    pub(super) fn parse(path: &str, text: &str) -> Result<Self, ModuleError> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let mut module = Self {
            imports: Vec::new(),
            exports: Vec::new(),
            later: Vec::new(),
            body: String::new(),
            folder,
        };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if is_comment(line, &mut lines) {
                continue;
            }
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let Some(next) = lines.next() else {
                        return Err(ModuleError::Import(statement));
                    };
                    statement.push_str(next);
                }
                module.push_import(&statement)?;
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let name = declared_name(declaration)
                    .ok_or_else(|| ModuleError::Export(line.to_owned()))?;
                module.exports.push(name.to_owned());
                module.push_line(declaration);
            } else {
                module.push_line(line);
            }
        }
        // Modules with exports become functions that are not asynchronous.
        let mut code = module.body.lines();
        let awaits = |line: &&str| line.starts_with("await ") || line.contains(" = await ");
        if let Some(line) = code.find(|line| !line.starts_with([' ', '\t']) && awaits(line))
            && !module.exports.is_empty()
        {
            return Err(ModuleError::Await(line.to_owned()));
        }
        for (_, target) in list_later(&module.body) {
            module.later.push(resolve(&module.folder, target));
        }
        Ok(module)
    }

    fn push_line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// Adds `import { a, b as c } from './x.js';` or `import * as x from './x.js';`.
    fn push_import(&mut self, statement: &str) -> Result<(), ModuleError> {
        let unknown = || ModuleError::Import(statement.to_owned());
        let inner = statement.strip_prefix("import ").and_then(|rest| rest.strip_suffix("';"));
        let (names, target) =
            inner.and_then(|rest| rest.split_once(" from '")).ok_or_else(unknown)?;
        if !target.starts_with('.') {
            return Err(unknown());
        }
        let names = names.trim();
        let binding = if let Some(local) = names.strip_prefix("* as ") {
            Binding::All(local.to_owned())
        } else {
            let list = names.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let names = list.ok_or_else(unknown)?.split(',').map(str::trim);
            let pair = |name: &str| {
                let (export, local) = name.split_once(" as ").unwrap_or((name, name));
                (export.to_owned(), local.to_owned())
            };
            Binding::Names(names.filter(|name| !name.is_empty()).map(pair).collect())
        };
        self.imports.push((resolve(&self.folder, target), binding));
        Ok(())
    }

    /// Code of the module. `load` returns the expression that loads a module later.
    pub(super) fn code(&self, load: impl Fn(&str) -> String) -> String {
        let mut code = String::new();
        let mut end = 0;
        for (start, target) in list_later(&self.body) {
            code.push_str(&self.body[end..start]);
            code.push_str(&load(&resolve(&self.folder, target)));
            end = start + IMPORT.len() + target.len() + "')".len();
        }
        code.push_str(&self.body[end..]);
        code
    }
}

/// Returns true if a line is a comment, and skips the rest of it.
fn is_comment<'a>(line: &str, lines: &mut (impl Iterator<Item = &'a str> + Clone)) -> bool {
    let trimmed = line.trim();
    if trimmed.starts_with("//") {
        return true;
    }
    if !trimmed.starts_with("/*") {
        return false;
    }
    let mut rest = lines.clone();
    let mut last = trimmed;
    while !last.contains("*/") {
        let Some(next) = rest.next() else { return false };
        last = next;
    }
    // Code may follow, such as the expression whose type the comment states.
    let is_whole = last.trim_end().ends_with("*/") && last.matches("*/").count() == 1;
    if is_whole {
        *lines = rest;
    }
    is_whole
}

/// Name of an exported declaration.
fn declared_name(declaration: &str) -> Option<&str> {
    let rest = ["const ", "class ", "function ", "async function "]
        .iter()
        .find_map(|keyword| declaration.strip_prefix(keyword))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

/// Positions and targets of `import('./x.js')`, except types such as `import('./x.js').Board`.
fn list_later(body: &str) -> Vec<(usize, &str)> {
    let imports = body.match_indices(IMPORT).filter_map(|(start, _)| {
        let (target, rest) = body[start + IMPORT.len()..].split_once("')")?;
        let is_type = rest
            .strip_prefix('.')
            .is_some_and(|member| member.starts_with(|c: char| c.is_ascii_uppercase()));
        (target.ends_with(".js") && !is_type).then_some((start, target))
    });
    imports.collect()
}

/// Resolves a relative path, such as `../common/dom.js`, from a folder.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_several_lines_and_comments_are_read() {
        let module = Module::parse(
            "play/table.js",
            "// @ts-check\n// About.\n\nimport {\n  a,\n  b as c,\n} from '../common/x.js';\n\
             /** @typedef {import('./other.js').Board} Board */\n/**\n * A comment.\n */\n\
             export const d = /** @type {import('./other.js').Board} */ (a);\n\
             /** @type {Board} */ (d).run();\n",
        )
        .unwrap();
        let names = [("a", "a"), ("b", "c")].map(|(from, to)| (from.to_owned(), to.to_owned()));
        assert_eq!(module.imports, [("common/x.js".to_owned(), Binding::Names(names.into()))]);
        assert_eq!(module.exports, ["d"]);
        assert!(module.later.is_empty());
        let code = module.code(|_| unreachable!("nothing is loaded later"));
        assert_eq!(
            code,
            "\nconst d = /** @type {import('./other.js').Board} */ (a);\n\
             /** @type {Board} */ (d).run();\n"
        );
    }

    #[test]
    fn unknown_forms_are_rejected() {
        let parse = |text: &str| Module::parse("a.js", text).unwrap_err();
        for text in [
            "import './b.js';",
            "import b from './b.js';",
            "import { b } from 'b';",
            "import { b }",
        ] {
            assert!(matches!(parse(text), ModuleError::Import(_)), "{text}");
        }
        for text in
            ["export default 1;", "export { a };", "export let a = 1;", "export * from './b.js';"]
        {
            assert!(matches!(parse(text), ModuleError::Export(_)), "{text}");
        }
        let text = "export const a = 1;\nconst b = await f();";
        assert!(matches!(parse(text), ModuleError::Await(_)));
    }
}
