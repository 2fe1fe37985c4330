//! The house is as `docs/architecture.md` draws it: who may know whom, and no circles.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};
use syn::{Item, UseTree};

/// Each crate of the house with the crates of the house that it may know.
const MAY_KNOW: [(&str, &[&str]); 14] = [
    ("movegen", &[]),
    ("network", &["movegen"]),
    ("weights-family", &[]),
    ("weights", &["movegen", "network", "weights-family"]),
    ("evaluator", &["movegen", "network"]),
    ("record", &["movegen"]),
    ("analysis", &["movegen", "network", "evaluator", "record"]),
    ("questions", &["movegen", "network", "evaluator", "analysis"]),
    ("arena", &["movegen", "network", "weights", "evaluator"]),
    ("ranks", &["evaluator"]),
    ("training", &["movegen", "network", "evaluator", "arena"]),
    ("server", &["movegen", "network", "evaluator", "record", "analysis", "questions", "arena"]),
    ("capi", &["movegen", "network", "weights", "evaluator", "analysis", "questions"]),
    (
        "cli",
        &[
            "movegen",
            "network",
            "weights",
            "evaluator",
            "record",
            "analysis",
            "arena",
            "training",
            "ranks",
            "server",
        ],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder(name: &str) -> PathBuf {
    match name {
        "weights" => root().join(name),
        "weights-family" => root().join("weights/family"),
        _ => root().join("crates").join(name),
    }
}

fn manifest(name: &str) -> toml::Table {
    let path = folder(name).join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    text.parse().unwrap_or_else(|e| panic!("{path:?}: {e}"))
}

#[test]
fn every_crate_knows_only_those_above_it() {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let found = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> =
        found.chain(["weights", "weights-family"].map(str::to_owned)).collect();
    let listed: BTreeSet<String> = MAY_KNOW.map(|(name, _)| name.to_owned()).into();
    assert_eq!(found, listed, "a crate is missing from the list, or from the house");
    for (name, may_know) in MAY_KNOW {
        let manifest = manifest(name);
        for dependency in manifest["dependencies"].as_table().unwrap().keys() {
            if let Some(other) = dependency.strip_prefix("sheshbesh-") {
                assert!(may_know.contains(&other), "{name} knows {other}");
            }
        }
    }
}

/// They can be embedded: a build takes seconds.
#[test]
fn the_engine_does_without_burn() {
    for name in
        ["movegen", "network", "weights", "evaluator", "record", "analysis", "ranks", "server"]
    {
        let manifest = manifest(name);
        let dependencies = manifest["dependencies"].as_table().unwrap();
        assert!(dependencies.keys().all(|dependency| dependency != "burn"), "{name} needs Burn");
    }
}

/// A module's path below its crate, such as `["cube", "model"]`.
type Module = Vec<String>;

/// The modules of a crate: what each imports from its crate, and where the names come from that it
/// passes on.
#[derive(Default)]
struct Imports {
    used: BTreeMap<Module, Vec<Vec<String>>>,
    passed_on: BTreeMap<Vec<String>, Vec<String>>,
}

impl Imports {
    fn of(name: &str) -> Self {
        let mut imports = Self::default();
        let folder = folder(name).join("src");
        let root = ["lib.rs", "main.rs"].map(|file| folder.join(file));
        let root = root.into_iter().find(|path| path.exists()).expect("a crate has a root");
        imports.read(&root, &folder, Vec::new());
        imports
    }

    /// Reads the file of a module, and those of the modules that it declares.
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
        let above = &module[..module.len().saturating_sub(1)];
        let from_root = match path[0].as_str() {
            "crate" => path[1..].to_vec(),
            "super" => [above, &path[1..]].concat(),
            "self" => [&module[..], &path[1..]].concat(),
            // A module that this one declares, or another crate.
            _ => [&module[..], &path[..]].concat(),
        };
        if public {
            let name = renamed.unwrap_or_else(|| path[path.len() - 1].clone());
            self.passed_on.insert([&module[..], &[name]].concat(), from_root.clone());
        }
        self.used.get_mut(module).expect("it is being read").push(from_root);
    }

    /// The module that a path leads to, through all that pass it on.
    fn home(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        for _ in 0..8 {
            match self.passed_on.get(&path) {
                Some(other) if *other != path => path = other.clone(),
                _ => break,
            }
        }
        while !self.used.contains_key(&path) {
            path.pop();
        }
        path
    }

    /// For all modules with the same parent: which import from which, or from modules below those.
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

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

/// What is left when whoever imports from nobody, or is imported by nobody, is taken away again and
/// again.
fn circles(edges: BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
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
fn no_file_imports_from_one_that_imports_from_it() {
    for (name, _) in MAY_KNOW {
        let edges = Imports::of(name).between_siblings();
        assert!(name.starts_with("weights") || !edges.is_empty(), "{name}: nothing has been read");
        let circles = circles(edges);
        assert!(circles.is_empty(), "{name}: {circles:#?}");
    }
}

#[test]
fn a_circle_is_found() {
    let edge = |from: &str, to: &str| (vec![from.to_owned()], [vec![to.to_owned()]].into());
    assert_eq!(circles([edge("a", "b"), edge("b", "c")].into()), Vec::<String>::new());
    let found = circles([edge("a", "b"), edge("b", "c"), edge("c", "b")].into());
    assert_eq!(found.len(), 2, "{found:?}");
}
