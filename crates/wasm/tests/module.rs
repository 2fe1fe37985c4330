//! Calls the functions of the module as a host does.

use serde_json::Value;
use std::path::Path;

/// Bytes in memory of the module.
struct Held(*mut u8, usize);

impl Held {
    fn new(bytes: &[u8]) -> Self {
        let memory = sheshbesh_wasm::alloc(bytes.len());
        assert!(!memory.is_null());
        // SAFETY: the memory has as many bytes.
        unsafe { memory.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Self(memory, bytes.len())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: the memory came from `alloc` with this size.
        unsafe { sheshbesh_wasm::free(self.0, self.1) }
    }
}

/// The answer to the last call.
fn answer() -> Value {
    let (start, size) = (sheshbesh_wasm::answer(), sheshbesh_wasm::answer_size());
    // SAFETY: the answer is valid until the next call.
    let bytes = unsafe { std::slice::from_raw_parts(start, size) };
    serde_json::from_slice(bytes).expect("answers are JSON")
}

fn ask(question: &str, request: &str) -> (u32, Value) {
    let (question, request) = (Held::new(question.as_bytes()), Held::new(request.as_bytes()));
    // SAFETY: both are valid.
    let status = unsafe { sheshbesh_wasm::ask(question.0, question.1, request.0, request.1, 0.0) };
    (status as u32, answer())
}

fn add(name: &str, file: &str) -> (u32, Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../weights").join(file);
    let (name, bytes) = (Held::new(name.as_bytes()), Held::new(&std::fs::read(path).unwrap()));
    // SAFETY: both are valid.
    let status = unsafe { sheshbesh_wasm::add_network(name.0, name.1, bytes.0, bytes.1) };
    (status as u32, answer())
}

fn needed(request: &str) -> Value {
    let request = Held::new(request.as_bytes());
    // SAFETY: it is valid.
    assert_eq!(unsafe { sheshbesh_wasm::needed(request.0, request.1) } as u32, 0);
    answer()
}

#[test]
fn networks_are_added_and_replaced() {
    let best = r#"{"position": "4HPwATDgc/ABMA", "dice": "31", "ply": 1, "plays": 1}"#;
    let (status, error) = ask("best", best);
    assert_eq!((status, error["error"].as_str()), (3, Some("no network has been loaded")));

    assert_eq!(add("small", "backgammon/small.weights"), (0, "backgammon".into()));
    let (status, small) = ask("best", best);
    assert_eq!((status, &small["plays"][0]["play"]), (0, &"8/5 6/5".into()));
    assert_eq!(small["engine"]["weights"], "small");

    assert_eq!(add("td", "backgammon/td.weights"), (0, "backgammon".into()));
    assert_eq!(add("own", "nardi/fevga.weights"), (0, "fevga".into()));
    let (_, td) = ask("best", best);
    assert_eq!(td["engine"]["weights"], "td");
    assert_ne!(td["engine"]["weights_crc32"], small["engine"]["weights_crc32"]);
    let (_, fevga) = ask("evaluate", r#"{"position": "fevga@AACA/z8AAID/Pw", "ply": 1}"#);
    assert_eq!(fevga["engine"]["weights"], "own");

    // A file that is not a network changes nothing.
    let (status, error) = add("text", "README.md");
    assert!(status == 3 && error["error"].as_str().unwrap().starts_with("text: "), "{error}");
    assert_eq!(ask("best", best).1, td);

    let (status, error) = ask("best", r#"{"position": "4HPwATDgc/ABMA", "dice": "37"}"#);
    assert_eq!((status, &error["code"]), (2, &"dice.invalid".into()));
    assert_eq!(ask("best", "{").0, 1);
    assert_eq!(ask("\u{fffd}", "{}").0, 2);
}

#[test]
fn the_network_of_a_request_is_known() {
    for (request, game) in [
        (r#"{"position": "4HPwATDgc/ABMA"}"#, "backgammon"),
        (r#"{"position": "4HPwATDgc/ABMA", "game": "portes"}"#, "backgammon"),
        (r#"{"position": "4HPwATDgc/ABMA", "game": "snake"}"#, "snake"),
        (r#"{"position": "hypergammon@AACgAgAAKgAAAA"}"#, "hypergammon"),
        (r#"{"position": "nard@AACA/z8AAID/Pw"}"#, "long-nardi"),
        (r#"{"position": {"own": [], "opponent": []}, "game": "tapa"}"#, "plakoto"),
        (r#"{"game": "fevga"}"#, "fevga"),
        (r#"{"position": "nothing"}"#, "backgammon"),
        ("{", "backgammon"),
    ] {
        assert_eq!(needed(request), game, "{request}");
    }
}
