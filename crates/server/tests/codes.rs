//! Codes of messages: each type with codes is in the server's list, each code has words in each
//! language of the page, and responses carry them.

mod common;

use common::{post, shared_server};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files `lang/BEFORE.LANGUAGE.json` of the page, or `lang/LANGUAGE.json`, by language.
fn files(before: &str) -> BTreeMap<String, Map<String, Value>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(crates().join("server/web/lang")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let language = name.strip_prefix(before).and_then(|name| name.strip_suffix(".json"));
        if let Some(language) = language.filter(|language| !language.contains('.')) {
            let text = fs::read_to_string(&path).unwrap();
            let words = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{before}{language}: {error}"));
            found.insert(language.to_owned(), words);
        }
    }
    found
}

/// Plural forms of an entry, if it has several texts.
fn forms(entry: &Value) -> Option<Vec<&str>> {
    entry.as_object().map(|forms| forms.keys().map(String::as_str).collect())
}

/// Texts of an entry: one, or one for each plural form.
fn texts(entry: &Value) -> Vec<&str> {
    match entry {
        Value::Object(forms) => forms.values().map(|form| form.as_str().expect("a text")).collect(),
        text => vec![text.as_str().expect("a text")],
    }
}

/// Placeholder names in braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

#[test]
fn each_code_is_given_once() {
    let mut seen = BTreeSet::new();
    for code in sheshbesh_server::codes() {
        assert!(seen.insert(code.name), "{}", code.name);
        let names: BTreeSet<&str> = code.values.iter().copied().collect();
        assert_eq!(names.len(), code.values.len(), "{}", code.name);
    }
}

#[test]
fn each_code_has_words_in_each_language_with_its_values() {
    let (words, page) = (files("server."), files(""));
    // The sentences themselves are English.
    for language in page.keys().filter(|language| *language != "en") {
        assert!(words.contains_key(language), "{language}");
    }
    // The page words the names of games by itself.
    let codes: Vec<_> =
        sheshbesh_server::codes().into_iter().filter(|code| code.name != "game").collect();
    let names: BTreeSet<&str> = codes.iter().map(|code| code.name).collect();
    for (language, theirs) in &words {
        let given: BTreeSet<&str> = theirs.keys().map(String::as_str).collect();
        let lacking: Vec<_> = names.difference(&given).collect();
        let foreign: Vec<_> = given.difference(&names).collect();
        assert!(lacking.is_empty() && foreign.is_empty(), "{language}: {lacking:?}, {foreign:?}");
    }
    for code in codes {
        let known: BTreeSet<&str> = code.values.iter().copied().collect();
        let mut used: Option<BTreeSet<&str>> = None;
        for (language, theirs) in &words {
            let entry = &theirs[code.name];
            if let Some(forms_here) = forms(entry) {
                assert!(known.contains("n"), "{language}: {} has no n", code.name);
                let known = page.get(language).and_then(|page| page.values().find_map(forms));
                assert!(known.is_none_or(|known| known == forms_here), "{language}: {}", code.name);
            }
            let here: BTreeSet<&str> = texts(entry).into_iter().flat_map(placeholders).collect();
            assert!(texts(entry).iter().all(|text| !text.trim().is_empty()), "{}", code.name);
            assert!(here.is_subset(&known), "{language}: {} {here:?}, not {known:?}", code.name);
            let first = used.get_or_insert_with(|| here.clone());
            assert_eq!(*first, here, "{language}: {}", code.name);
        }
    }
}

#[test]
fn each_type_with_codes_is_listed() {
    let listed = fs::read_to_string(crates().join("service/src/codes.rs")).unwrap();
    let mut folders = vec![crates()];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for piece in text.split("\ncodes! {\n    ").skip(1) {
                let name = piece.split_once(' ').expect("a type and its codes").0;
                assert!(listed.contains(&format!("    {name},\n")), "{name} in {}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}

#[tokio::test]
async fn errors_have_codes_with_values() {
    let server = shared_server();
    let start = "4HPwATDgc/ABMA";
    for (path, request, status, code, values) in [
        (
            "position",
            json!({ "position": "4HPwATDgc/ABM" }),
            422,
            "id.length",
            json!({
                "kind": { "code": "id.kind.position" }, "text": "4HPwATDgc/ABM", "found": 13, "expected": 14,
            }),
        ),
        (
            "plays",
            json!({ "position": start, "dice": "37" }),
            422,
            "dice.invalid",
            json!({ "text": "37" }),
        ),
        ("plays", json!({ "position": start }), 422, "request.no-roll", json!({ "roll": "31" })),
        (
            "start",
            json!({ "game": "fevga", "cube": true }),
            422,
            "session.no-cube",
            json!({ "frame": "fevga" }),
        ),
        ("start", json!({ "frame": "tavli" }), 422, "session.tavli-length", json!(null)),
        // Choices are a list: its conjunction depends on the language.
        (
            "start",
            json!({ "opening": "odd" }),
            422,
            "unknown.opening",
            json!({ "text": "odd", "known": ["lot", "reroll"] }),
        ),
        (
            "start",
            json!({ "game": "misere:hit=on" }),
            422,
            "unknown.no-options",
            json!({ "game": "misere", "part": "hit=on" }),
        ),
        (
            "explain",
            json!({ "position": start, "dice": "51", "plays": ["24/19 6/5"] }),
            422,
            "play.blocked",
            json!({ "from": "24", "to": "19" }),
        ),
        (
            "best",
            json!({ "position": "fevga@AACA/z8AAID/Pw", "dice": "31", "game": "backgammon" }),
            422,
            "request.other-game",
            json!({
                "found": { "code": "game", "values": { "name": "fevga" } },
                "stated": { "code": "game", "values": { "name": "backgammon" } },
            }),
        ),
    ] {
        let refusal = post(&server, &format!("/api/v1/{path}"), request).await.json(status);
        assert!(refusal["error"].is_string(), "{refusal}");
        assert_eq!((&refusal["code"], &refusal["values"]), (&json!(code), &values), "{refusal}");
    }
}
