//! Tests `shesh mcp` as a client of the Model Context Protocol sees it: JSON-RPC, a message a line.
#![cfg(feature = "mcp")]

mod common;

use common::{shesh, stdout_of};
use serde_json::{Value, json};
use std::path::Path;

/// A match with a bad play and a bad double.
const MATCH: &str = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n\
    \x20 1) 31: 24/20          64: 24/14\n  2) 52: 13/8 24/22     Doubles => 2\n  3)  Takes\n";

fn run(arguments: &[&str], messages: &[Value], folder: &Path) -> Vec<Value> {
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" } } });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let input: String =
        [hello, ready].iter().chain(messages).map(|message| format!("{message}\n")).collect();
    let mut command = shesh(&[&["mcp"], arguments].concat());
    command.current_dir(folder).env("XDG_CACHE_HOME", folder).write_stdin(input);
    let output = stdout_of(command.output().unwrap(), arguments);
    let mut answers: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

fn call(id: u32, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// Calls tools of one server. Returns the results.
fn called(calls: &[(&str, Value)], folder: &Path) -> Vec<Value> {
    let numbered = calls.iter().zip(1..);
    let messages: Vec<Value> =
        numbered.map(|((tool, arguments), id)| call(id, tool, arguments)).collect();
    let answers = run(&[], &messages, folder);
    assert_eq!(answers.len(), calls.len() + 1, "{answers:?}");
    answers[1..].iter().map(|answer| answer["result"].clone()).collect()
}

#[test]
fn a_client_finds_the_tools_and_their_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let answers = run(&[], &[list], folder.path());
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "sheshbesh");
    let tools = answers[1]["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "best_plays",
            "cube_action",
            "evaluate",
            "explain",
            "legal_plays",
            "read_position",
            "analyze_match"
        ]
    );
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        let fields = tool["inputSchema"]["properties"].as_object().unwrap();
        assert!(fields.contains_key("position") || fields.contains_key("text"), "{tool}");
    }
}

#[test]
fn answers_are_those_of_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let position = json!("4HPwATDgc/ABMA");
    let calls = [
        ("best_plays", json!({ "position": position, "dice": "31", "ply": 1, "plays": 2 })),
        ("cube_action", json!({ "position": position, "ply": 1 })),
        ("evaluate", json!({ "position": position, "ply": 1 })),
    ];
    let results = called(&calls, folder);
    let commands: [&[&str]; 3] = [
        &["best", "4HPwATDgc/ABMA", "31", "--ply", "1", "--plays", "2"],
        &["cube", "4HPwATDgc/ABMA", "--ply", "1"],
        &["evaluate", "4HPwATDgc/ABMA", "--ply", "1"],
    ];
    for (command, result) in commands.iter().zip(&results) {
        let arguments = [command, &["--json"][..]].concat();
        let mut command = shesh(&arguments);
        let output = command.env("XDG_CACHE_HOME", folder).output().unwrap();
        let expected: Value = serde_json::from_str(&stdout_of(output, &arguments)).unwrap();
        assert_eq!(result["structuredContent"], expected);
        assert_eq!(result["isError"], false);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), expected);
    }
}

#[test]
fn positions_are_read_explained_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let roll = json!({ "position": "4HPwATDgc/ABMA", "dice": "31" });
    let calls = [
        (
            "read_position",
            json!({ "position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10" }),
        ),
        ("legal_plays", roll.clone()),
        ("explain", json!({ "position": "4HPwATDgc/ABMA", "dice": "31", "ply": 1 })),
        ("best_plays", json!({ "position": "4HPwATDgc/ABMA", "dice": "21", "ply": 1 })),
    ];
    let results = called(&calls, folder.path());
    for result in &results {
        assert_eq!(result["isError"], false, "{result}");
    }
    assert!(results[0]["content"][0]["text"].as_str().unwrap().contains("4HPwATDgc/ABMA"));
    assert_eq!(results[3]["structuredContent"]["plays"].as_array().unwrap().len(), 10);
}

#[test]
fn a_match_is_analyzed_from_its_text_or_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a match.mat");
    std::fs::write(&file, MATCH).unwrap();
    let calls = [
        ("analyze_match", json!({ "text": MATCH, "preset": "quick" })),
        ("analyze_match", json!({ "file": file, "preset": "quick", "mistakes": 1 })),
    ];
    for result in called(&calls, folder.path()) {
        assert_eq!(result["isError"], false, "{result}");
        let report = result["content"][0]["text"].as_str().unwrap();
        assert!(report.starts_with("# ") && report.contains("Ada"), "{report}");
    }
}

#[test]
fn a_call_that_makes_no_sense_is_answered_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let calls = [
        ("best_plays", json!({ "position": "4HPwATDgc/ABMA", "dice": "37" })),
        ("best_plays", json!({ "position": "4HPwATDgc/ABMA", "rolls": "31" })),
        ("cube_action", json!({ "position": 5 })),
        ("analyze_match", json!({ "preset": "quick" })),
        ("analyze_match", json!({ "text": "no match at all" })),
        ("analyze_match", json!({ "text": MATCH, "preset": "slow" })),
        ("analyze_match", json!({ "file": "missing.mat" })),
        ("analyze_match", json!({ "file": "." })),
    ];
    for (result, (tool, arguments)) in called(&calls, folder.path()).iter().zip(&calls) {
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let sentence = result["content"][0]["text"].as_str().unwrap();
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
    }
    let unknown = run(&[], &[call(1, "roll_dice", &json!({}))], folder.path());
    assert!(unknown[1]["error"]["message"].as_str().unwrap().contains("roll_dice"));
}

#[test]
fn a_long_analysis_ends_at_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let deep = call(1, "analyze_match", &json!({ "text": MATCH, "preset": "world-class" }));
    let answers = run(&["--time-limit", "1"], &[deep], folder.path());
    let result = &answers[1]["result"];
    assert_eq!(result["isError"], true, "{result}");
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    let mut command = shesh(&["mcp"]);
    let output = command.write_stdin("").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty());
}
