//! The SQLite collection of an Anki package, schema version 11.

use super::{
    DeckError,
    card::{BACK, FIELDS, FRONT, Note, Subdeck},
};
use rusqlite::{Connection, MAIN_DB, params};
use serde_json::{Map, Value, json};
use std::time::Duration;

const SCHEMA: &str = include_str!("schema.sql");
const STYLE: &str = include_str!("style.css");
const SCHEMA_VERSION: u32 = 11;

/// Identifier of the note type. Anki takes note types with the same identifier and fields for the
/// same, so it changes when the fields do.
const NOTE_TYPE: i64 = 1_764_300_000_001;
/// Lowest identifier of our decks; those of Anki are times in milliseconds.
const DECKS: i64 = 1_764_300_000_000;
/// Separator of fields.
const SEPARATOR: &str = "\u{1f}";
/// Update sequence number of objects that were never synchronised.
const UNSYNCED: i64 = -1;

/// Name of the deck of a player's mistakes; subdecks follow after `::`.
fn deck_name(player: &str, subdeck: Subdeck) -> String {
    // Two colons would begin another subdeck.
    let player = player.replace("::", ":");
    format!("Backgammon mistakes::{player}::{}", subdeck.name())
}

/// Identifier of a deck, by its name; FNV-1a.
fn deck_id(name: &str) -> i64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // Within the milliseconds of a year.
    DECKS + (hash % 31_000_000_000) as i64
}

/// Writes the collection and returns the bytes of its file.
pub(super) fn write(player: &str, notes: &[Note], now: Duration) -> Result<Vec<u8>, DeckError> {
    let seconds = now.as_secs() as i64;
    let milliseconds = now.as_millis() as i64;
    let mut collection = Connection::open_in_memory()?;
    collection.execute_batch(SCHEMA)?;
    let writing = collection.transaction()?;
    let mut decks = Map::new();
    decks.insert("1".to_owned(), deck("Default", 1, seconds));
    for subdeck in Subdeck::ALL.into_iter().filter(|&of| notes.iter().any(|n| n.subdeck == of)) {
        let name = deck_name(player, subdeck);
        let id = deck_id(&name);
        decks.insert(id.to_string(), deck(&name, id, seconds));
    }
    writing.execute(
        "INSERT INTO col VALUES (1, ?1, ?2, ?2, ?3, 0, 0, 0, ?4, ?5, ?6, ?7, '{}')",
        params![
            seconds,
            milliseconds,
            SCHEMA_VERSION,
            settings().to_string(),
            json!({ NOTE_TYPE.to_string(): note_type() }).to_string(),
            Value::Object(decks).to_string(),
            json!({ "1": deck_options() }).to_string(),
        ],
    )?;
    for (note, index) in notes.iter().zip(0..) {
        let id = milliseconds + index;
        writing.execute(
            "INSERT INTO notes VALUES (?1, ?2, ?3, ?4, ?5, '', ?6, ?7, 0, 0, '')",
            params![
                id,
                note.guid,
                NOTE_TYPE,
                seconds,
                UNSYNCED,
                note.fields.join(SEPARATOR),
                note.fields[0],
            ],
        )?;
        // A new card: type and queue 0, due by its place.
        writing.execute(
            "INSERT INTO cards VALUES (?1, ?1, ?2, 0, ?3, ?4, 0, 0, ?5, 0, 0, 0, 0, 0, 0, 0, 0, '')",
            params![id, deck_id(&deck_name(player, note.subdeck)), seconds, UNSYNCED, index],
        )?;
    }
    writing.commit()?;
    Ok(collection.serialize(MAIN_DB)?.to_vec())
}

fn note_type() -> Value {
    let fields = FIELDS.iter().enumerate().map(|(index, name)| {
        json!({
            "name": name, "ord": index, "font": "Arial", "size": 20, "rtl": false, "sticky": false,
            "media": [],
        })
    });
    let card = json!({
        "name": "Decision", "ord": 0, "qfmt": FRONT, "afmt": BACK, "bqfmt": "", "bafmt": "",
        "did": null,
    });
    json!({
        "id": NOTE_TYPE, "name": "Sheshbesh decision", "type": 0, "mod": NOTE_TYPE / 1000,
        "usn": UNSYNCED, "sortf": 0, "did": 1, "tmpls": [card], "flds": fields.collect::<Vec<_>>(),
        "css": STYLE, "latexPre": "", "latexPost": "", "tags": [], "vers": [],
        // The card needs the question or the board.
        "req": [[0, "any", [1, 2]]],
    })
}

fn deck(name: &str, id: i64, seconds: i64) -> Value {
    json!({
        "id": id, "name": name, "mod": seconds, "usn": UNSYNCED, "desc": "", "dyn": 0, "conf": 1,
        "collapsed": false, "browserCollapsed": false, "extendNew": 10, "extendRev": 50,
        "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0], "timeToday": [0, 0],
    })
}

/// Default options of decks. Anki keeps the user's own at the import.
fn deck_options() -> Value {
    json!({
        "id": 1, "name": "Default", "mod": 0, "usn": 0, "maxTaken": 60, "autoplay": true,
        "timer": 0, "replayq": true, "dyn": false,
        "new": {
            "bury": false, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 7],
            "order": 1, "perDay": 20,
        },
        "rev": {
            "bury": false, "ease4": 1.3, "hardFactor": 1.2, "ivlFct": 1.0, "maxIvl": 36500,
            "perDay": 200,
        },
        "lapse": {
            "delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0,
        },
    })
}

/// Settings of the collection, which an import ignores.
fn settings() -> Value {
    json!({
        "activeDecks": [1], "addToCur": true, "collapseTime": 1200, "curDeck": 1,
        "curModel": NOTE_TYPE.to_string(), "dueCounts": true, "estTimes": true, "newBury": true,
        "newSpread": 0, "nextPos": 1, "sortBackwards": false, "sortType": "noteFld",
        "timeLim": 0,
    })
}
