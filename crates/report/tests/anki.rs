//! Tests the deck of flash cards. `ci/anki` imports decks into Anki's own collections.

#![cfg(feature = "anki")]

use flate2::read::DeflateDecoder;
use rusqlite::{Connection, MAIN_DB};
use serde_json::Value;
use sheshbesh_analysis::{
    match_analysis::Document,
    quiz::{Question, collect_questions},
};
use sheshbesh_report::anki::{Card, deck};
use std::{
    collections::BTreeSet,
    io::Read,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Questions of the player with more mistakes.
fn make_questions() -> (String, Vec<Question>) {
    let document: Document = serde_json::from_str(include_str!("pages/made-up.json")).unwrap();
    let players = document.matches[0].players.each_ref().map(|player| player.name.clone());
    let documents = [document];
    let of = |name: &String| collect_questions(&documents, name, 0.02);
    let player = players.into_iter().max_by_key(|name| of(name).len()).unwrap();
    let questions = of(&player);
    (player, questions)
}

fn cards(questions: &[Question]) -> Vec<Card<'_>> {
    let card = |question| Card { question, explanation: vec!["Less < more.".to_owned()] };
    questions.iter().map(card).collect()
}

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

/// Contents of the files of a package.
fn unpacked(package: &[u8], name: &str) -> Vec<u8> {
    let archive = rawzip::ZipArchive::from_slice(package).unwrap();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().unwrap() {
        if entry.file_path().as_bytes() == name.as_bytes() {
            let file = archive.get_entry(entry.wayfinder()).unwrap();
            let mut contents = Vec::new();
            let decoder = DeflateDecoder::new(file.data());
            file.verifying_reader(decoder).read_to_end(&mut contents).unwrap();
            return contents;
        }
    }
    panic!("{name} is missing");
}

fn opened(package: &[u8]) -> Connection {
    let bytes = unpacked(package, "collection.anki2");
    let mut collection = Connection::open_in_memory().unwrap();
    collection.deserialize_read_exact(MAIN_DB, &bytes[..], bytes.len(), true).unwrap();
    collection
}

fn column(collection: &Connection, query: &str) -> Vec<String> {
    let mut query = collection.prepare(query).unwrap();
    let rows = query.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn every_mistake_is_a_card() {
    let (player, questions) = make_questions();
    assert!(questions.len() >= 3, "{}", questions.len());
    let package = deck(&player, &cards(&questions), at(1_800_000_000)).unwrap();
    assert_eq!(unpacked(&package, "media"), b"{}");
    let collection = opened(&package);
    let fields = column(&collection, "SELECT flds FROM notes ORDER BY id");
    assert_eq!(fields.len(), questions.len());
    for (fields, question) in fields.iter().zip(&questions) {
        let fields: Vec<&str> = fields.split('\u{1f}').collect();
        let [_, ask, board, answer, explanation, source] = fields[..] else {
            panic!("{fields:?}");
        };
        assert!(roxmltree::Document::parse(board).is_ok(), "{board}");
        let page = format!("<div>{ask}{answer}{explanation}{source}</div>");
        let read = roxmltree::Document::parse(&page).unwrap_or_else(|e| panic!("{e}: {page}"));
        let text: String = read.descendants().filter_map(|node| node.text()).collect();
        let best = question.decision.best.as_deref().unwrap().replace("no-double", "no double");
        assert!(text.contains(&best), "{best}: {text}");
        assert!(text.contains("Less < more.") && text.contains(&question.file), "{text}");
        // The front must not give the answer away.
        let has_arrows = board.contains("class=\"best\"") || board.contains("class=\"played\"");
        assert!(!has_arrows && !ask.contains(&best) || ask.contains("ouble"), "{ask}");
    }
    let decks: Value =
        serde_json::from_str(&column(&collection, "SELECT decks FROM col")[0]).unwrap();
    let used = column(&collection, "SELECT DISTINCT CAST(did AS text) FROM cards");
    assert!(!used.is_empty());
    for id in used {
        let name = decks[&id]["name"].as_str().unwrap();
        assert!(name.starts_with(&format!("Backgammon mistakes::{player}::")), "{name}");
    }
    let dangling = "SELECT CAST(id AS text) FROM cards WHERE nid NOT IN (SELECT id FROM notes)";
    assert!(column(&collection, dangling).is_empty());
    assert_eq!(column(&collection, "PRAGMA integrity_check"), ["ok"]);
}

#[test]
fn a_later_deck_has_the_same_notes() {
    let (player, questions) = make_questions();
    let identifiers = |package: &[u8]| -> BTreeSet<String> {
        column(&opened(package), "SELECT guid FROM notes").into_iter().collect()
    };
    let first = deck(&player, &cards(&questions), at(1_800_000_000)).unwrap();
    let later = deck(&player, &cards(&questions), at(1_900_000_000)).unwrap();
    assert_eq!(identifiers(&first).len(), questions.len());
    assert_eq!(identifiers(&first), identifiers(&later));
    // Another player's mistake in the same position is another note.
    let other = deck("Somebody else", &cards(&questions), at(1_800_000_000)).unwrap();
    assert!(identifiers(&first).is_disjoint(&identifiers(&other)));
    assert_eq!(deck(&player, &cards(&questions), at(1_800_000_000)).unwrap(), first);
    assert!(deck(&player, &[], at(1)).is_ok());
}
