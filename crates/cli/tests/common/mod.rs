//! Helpers shared by the tests of the program.

#![allow(dead_code, reason = "each file of tests uses some of them")]

use assert_cmd::Command;
use serde_json::Value;
use std::process::Output;

/// Command that runs the program.
pub fn shesh(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
    command.args(arguments);
    command
}

/// Output of a command that succeeds.
#[track_caller]
pub fn stdout(arguments: &[&str]) -> String {
    stdout_of(shesh(arguments).output().unwrap(), arguments)
}

/// Output of a command that has succeeded.
#[track_caller]
pub fn stdout_of(output: Output, arguments: &[&str]) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// Answer of a command with `--json`.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--json"]].concat())).unwrap()
}

/// Error message of a command that fails with exit code 2 and writes nothing else.
pub fn refused(arguments: &[&str]) -> String {
    refused_with(arguments, 2)
}

/// Error message of a command that fails with an exit code and writes nothing else.
pub fn refused_with(arguments: &[&str], code: i32) -> String {
    let output = shesh(arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let notes_left_out = stderr.lines().filter(|line| !line.starts_with("note: "));
    let said = notes_left_out.collect::<Vec<_>>().join("\n");
    assert!(is_one_sentence(&said), "{arguments:?}: {stderr}");
    stderr
}

/// Returns true if an error is one sentence, or an error of clap, which may be longer.
pub fn is_one_sentence(stderr: &str) -> bool {
    let said = stderr.strip_prefix("error: ").unwrap_or_default().trim_end();
    !said.is_empty() && (!said.contains('\n') || said.ends_with("try '--help'."))
}
