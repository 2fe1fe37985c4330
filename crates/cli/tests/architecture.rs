//! Checks the rules of `docs/internals/architecture.md`: allowed dependencies between crates, no
//! import cycles between modules, and no locals that shadow the function that made them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};
use syn::{Item, UseTree};

/// Allowed dependencies of each crate of the workspace on others.
const ALLOWED: [(&str, &[&str]); 19] = [
    ("movegen", &[]),
    ("network", &["movegen"]),
    ("weights-nardi", &[]),
    ("weights-variants", &[]),
    ("weights", &["movegen", "network", "weights-nardi", "weights-variants"]),
    ("parallel", &[]),
    ("evaluator", &["movegen", "network", "parallel"]),
    ("matchfile", &["movegen"]),
    ("analysis", &["movegen", "network", "parallel", "evaluator", "matchfile"]),
    ("api", &["movegen", "network", "parallel", "evaluator", "analysis"]),
    ("report", &["movegen", "matchfile", "analysis"]),
    ("arena", &["movegen", "network", "weights", "parallel", "evaluator"]),
    ("training", &["movegen", "network", "parallel", "evaluator", "arena"]),
    ("service", &["movegen", "evaluator", "matchfile", "analysis", "api", "arena"]),
    ("server", &["movegen", "network", "evaluator", "api", "service"]),
    ("mcp", &["movegen", "evaluator", "matchfile", "analysis", "api", "report"]),
    ("capi", &["movegen", "network", "weights", "evaluator", "api"]),
    ("wasm", &["movegen", "network", "evaluator", "api", "service"]),
    (
        "cli",
        &[
            "movegen",
            "network",
            "weights",
            "evaluator",
            "matchfile",
            "analysis",
            "api",
            "report",
            "arena",
            "training",
            "parallel",
            "mcp",
            "server",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crate_folder(name: &str) -> PathBuf {
    match name {
        "weights" => root().join("weights/backgammon"),
        "weights-nardi" => root().join("weights/nardi"),
        "weights-variants" => root().join("weights/variants"),
        _ => root().join("crates").join(name),
    }
}

fn read_manifest(name: &str) -> toml::Table {
    let path = crate_folder(name).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.parse().unwrap_or_else(|e| panic!("{path:?}: {e}"))
}

#[test]
fn crates_depend_only_on_lower_layers() {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let found = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> =
        found.chain(["weights", "weights-nardi", "weights-variants"].map(str::to_owned)).collect();
    let listed: BTreeSet<String> = ALLOWED.map(|(name, _)| name.to_owned()).into();
    assert_eq!(found, listed, "crates of the workspace and of the list differ");
    for (name, allowed) in ALLOWED {
        let manifest = read_manifest(name);
        for dependency in manifest["dependencies"].as_table().unwrap().keys() {
            if let Some(other) = dependency.strip_prefix("sheshbesh-") {
                assert!(allowed.contains(&other), "{name} depends on {other}");
            }
        }
    }
}

/// Embedding the engine must not need Burn, whose build takes minutes.
#[test]
fn only_training_needs_burn() {
    for (name, _) in ALLOWED.iter().filter(|(name, _)| *name != "training") {
        let manifest = read_manifest(name);
        let dependencies = manifest["dependencies"].as_table().unwrap();
        assert!(dependencies.keys().all(|dependency| dependency != "burn"), "{name} needs Burn");
    }
}

/// A module's path below its crate, such as `["cube", "model"]`.
type Module = Vec<String>;

/// Imports between the modules of a crate.
#[derive(Default)]
struct Imports {
    /// Paths that each module uses, from the root of the crate.
    used: BTreeMap<Module, Vec<Vec<String>>>,
    /// Sources of re-exported names.
    re_exported: BTreeMap<Vec<String>, Vec<String>>,
}

impl Imports {
    fn of(name: &str) -> Self {
        let mut imports = Self::default();
        let folder = crate_folder(name).join("src");
        let root = ["lib.rs", "main.rs"].map(|file| folder.join(file));
        let root = root.into_iter().find(|path| path.exists()).expect("a crate has a root");
        imports.read(&root, &folder, Vec::new());
        imports
    }

    /// Reads the file of a module and of its submodules.
    fn read(&mut self, file: &Path, folder: &Path, module: Module) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file:?}: {e}"));
        let items = syn::parse_file(&text).unwrap_or_else(|e| panic!("{file:?}: {e}")).items;
        self.used.entry(module.clone()).or_default();
        for item in items {
            match item {
                Item::Use(item) if !is_test(&item.attrs) => {
                    let public = !matches!(item.vis, syn::Visibility::Inherited);
                    self.take(&item.tree, &module, Vec::new(), public);
                }
                Item::Mod(item) if item.content.is_none() && !is_test(&item.attrs) => {
                    let name = item.ident.to_string();
                    let below = folder.join(&name);
                    let file = folder.join(format!("{name}.rs"));
                    let file = if file.exists() { file } else { below.join("mod.rs") };
                    self.read(&file, &below, [&module[..], &[name]].concat());
                }
                item if !item_is_test(&item) => {
                    self.take_paths(&item.to_token_stream(), &module);
                }
                _ => {}
            }
        }
    }

    /// Notes the paths within an item that begin with `crate`, `super` or `self`, macros included.
    fn take_paths(&mut self, tokens: &TokenStream, module: &Module) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => self.take_paths(&group.stream(), module),
                TokenTree::Ident(ident)
                    if ["crate", "super", "self"].iter().any(|k| ident == k) =>
                {
                    let path = path_at(&trees[index..]);
                    if path.len() > 1 {
                        self.note(module, path, None, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes every path of a `use`, from the root of the crate.
    fn take(&mut self, tree: &UseTree, module: &Module, path: Vec<String>, public: bool) {
        let longer = |name: &syn::Ident| [&path[..], &[name.to_string()]].concat();
        match tree {
            UseTree::Path(tree) => self.take(&tree.tree, module, longer(&tree.ident), public),
            UseTree::Name(tree) => self.note(module, longer(&tree.ident), None, public),
            UseTree::Rename(tree) => {
                let renamed = Some(tree.rename.to_string());
                self.note(module, longer(&tree.ident), renamed, public);
            }
            UseTree::Glob(_) => self.note(module, path, None, false),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.take(tree, module, path.clone(), public);
                }
            }
        }
    }

    fn note(&mut self, module: &Module, path: Vec<String>, renamed: Option<String>, public: bool) {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let above = &module[..module.len().saturating_sub(supers)];
        let from_root = match path[0].as_str() {
            "crate" => path[1..].to_vec(),
            "super" => [above, &path[supers..]].concat(),
            "self" => [&module[..], &path[1..]].concat(),
            // A module that this one declares, or another crate.
            _ => [&module[..], &path[..]].concat(),
        };
        if public {
            let name = renamed.unwrap_or_else(|| path[path.len() - 1].clone());
            self.re_exported.insert([&module[..], &[name]].concat(), from_root.clone());
        }
        self.used.get_mut(module).expect("it is being read").push(from_root);
    }

    /// The module that defines the item of a path, found through re-exports.
    fn home(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        for _ in 0..8 {
            match self.re_exported.get(&path) {
                Some(other) if *other != path => path = other.clone(),
                _ => break,
            }
        }
        while !self.used.contains_key(&path) {
            path.pop();
        }
        path
    }

    /// Imports between modules with the same parent, those of their submodules included.
    fn between_siblings(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, paths) in &self.used {
            for home in paths.iter().map(|path| self.home(path)) {
                let shared = module.iter().zip(&home).take_while(|(a, b)| a == b).count();
                if shared < module.len() && shared < home.len() {
                    let siblings = [module, &home].map(|path| path[..=shared].to_vec());
                    let [from, to] = siblings;
                    edges.entry(from).or_default().insert(to);
                }
            }
        }
        edges
    }
}

/// The path that tokens begin with: identifiers joined by `::`.
fn path_at(trees: &[TokenTree]) -> Vec<String> {
    let is_colon =
        |tree: Option<&TokenTree>| matches!(tree, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(TokenTree::Ident(ident)) = trees.get(at) {
        path.push(ident.to_string());
        if !(is_colon(trees.get(at + 1)) && is_colon(trees.get(at + 2))) {
            break;
        }
        at += 3;
    }
    path
}

fn item_is_test(item: &Item) -> bool {
    match item {
        Item::Fn(item) => is_test(&item.attrs),
        Item::Mod(item) => is_test(&item.attrs),
        Item::Impl(item) => is_test(&item.attrs),
        Item::Const(item) => is_test(&item.attrs),
        Item::Struct(item) => is_test(&item.attrs),
        Item::Enum(item) => is_test(&item.attrs),
        Item::Use(_) => true,
        _ => false,
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// Edges on cycles, and between cycles: the rest after repeatedly removing modules without incoming
/// or outgoing edges.
fn cycles(edges: BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let pairs = |(from, targets): (Module, BTreeSet<Module>)| {
        targets.into_iter().map(move |to| (from.clone(), to))
    };
    let mut left: Vec<(Module, Module)> = edges.into_iter().flat_map(pairs).collect();
    loop {
        let (from, to): (BTreeSet<Module>, BTreeSet<Module>) = left.iter().cloned().unzip();
        let before = left.len();
        left.retain(|pair| to.contains(&pair.0) && from.contains(&pair.1));
        if left.len() == before {
            break;
        }
    }
    let words = |(from, to): &(Module, Module)| {
        format!("{} imports from {}", from.join("::"), to.join("::"))
    };
    left.iter().map(words).collect()
}

#[test]
fn modules_have_no_import_cycles() {
    let mut found = Vec::new();
    for (name, _) in ALLOWED {
        let edges = Imports::of(name).between_siblings();
        assert!(name.starts_with("weights") || !edges.is_empty(), "{name}: no imports found");
        found.extend(cycles(edges).into_iter().map(|cycle| format!("{name}: {cycle}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn cycles_are_found() {
    let edge = |from: &str, to: &str| (vec![from.to_owned()], [vec![to.to_owned()]].into());
    assert_eq!(cycles([edge("a", "b"), edge("b", "c")].into()), Vec::<String>::new());
    let found = cycles([edge("a", "b"), edge("b", "c"), edge("c", "b")].into());
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn paths_in_code_and_macros_are_imports() {
    let file: syn::File = syn::parse_str(
        r#"
        fn run() -> crate::error::Error { println!("{}", super::a::count()); self::inner::x }
        #[cfg(test)]
        fn test() { crate::only_in_tests::x() }
        "#,
    )
    .unwrap();
    let module = vec!["b".to_owned(), "c".to_owned()];
    let mut imports = Imports::default();
    imports.used.insert(module.clone(), Vec::new());
    for item in file.items.iter().filter(|item| !item_is_test(item)) {
        imports.take_paths(&item.to_token_stream(), &module);
    }
    let used = imports.used[&module].iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(used, ["error::Error", "b::a::count", "b::c::inner::x"]);
}

/// Adds the Rust files of a folder.
fn add_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}")) {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            add_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Adds the names that a `let` gives to the result of a function or closure of that name.
fn add_shadowing(tokens: TokenStream, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => add_shadowing(group.stream(), found),
            TokenTree::Ident(word) if word == "let" => {
                // Conditions end at the block.
                let before = index.checked_sub(1).map(|before| trees[before].to_string());
                let is_condition =
                    before.is_some_and(|before| ["if", "while", "&"].contains(&before.as_str()));
                let is_end = |tree: &TokenTree| match tree {
                    TokenTree::Punct(mark) => mark.as_char() == ';',
                    TokenTree::Group(group) => {
                        is_condition && group.delimiter() == Delimiter::Brace
                    }
                    _ => false,
                };
                let statement = trees[index + 1..].split(is_end).next().unwrap_or_default();
                let mut sides = statement.splitn(2, |tree| tree.to_string() == "=");
                if let (Some(pattern), Some(value)) = (sides.next(), sides.next()) {
                    let mut names = BTreeSet::new();
                    add_names(pattern, &mut names);
                    add_calls(value, &names, found);
                }
            }
            _ => {}
        }
    }
}

fn add_names(trees: &[TokenTree], names: &mut BTreeSet<String>) {
    for tree in trees {
        match tree {
            TokenTree::Group(group) => {
                add_names(&group.stream().into_iter().collect::<Vec<_>>(), names);
            }
            TokenTree::Ident(name) => _ = names.insert(name.to_string()),
            _ => {}
        }
    }
}

/// Adds the calls of functions, not of methods or of functions with a path.
fn add_calls(trees: &[TokenTree], names: &BTreeSet<String>, found: &mut Vec<String>) {
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                add_calls(&group.stream().into_iter().collect::<Vec<_>>(), names, found);
            }
            TokenTree::Ident(name) if names.contains(&name.to_string()) => {
                let before = index.checked_sub(1).map(|before| &trees[before]);
                let is_part =
                    matches!(before, Some(TokenTree::Punct(mark)) if ".:".contains(mark.as_char()));
                let is_call = matches!(trees.get(index + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let is_function =
                    name.to_string().starts_with(|letter: char| letter.is_lowercase());
                if is_call && is_function && !is_part {
                    found.push(name.to_string());
                }
            }
            _ => {}
        }
    }
}

#[test]
fn no_local_shadows_the_function_that_made_it() {
    let mut files = Vec::new();
    for folder in ["crates", "weights", "python"] {
        add_sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 600, "{} files", files.len());
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut found = Vec::new();
        add_shadowing(text.parse().unwrap_or_else(|e| panic!("{file:?}: {e}")), &mut found);
        all.extend(found.into_iter().map(|name| format!("{}: {name}", file.display())));
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn shadowing_is_found() {
    let code = r#"
        let plays = plays(1);
        let (mut dice, roll) = (dice(), self.roll(other::roll()));
        if let Some(score) = best { score(2) }
        while let Some(next) = a.b(next(c)) { let ends: Vec<u8> = list.map(|x| ends(x)).collect(); }
    "#;
    let mut found = Vec::new();
    add_shadowing(code.parse().unwrap(), &mut found);
    assert_eq!(found, ["plays", "dice", "next", "ends"]);
}
