//! Answers questions read from the standard input, one JSON array `["best", {…}]` a line, by the
//! built-in networks. Prints each answer, or its error, as a JSON string on a line of its own.
//! `ci/wasm` compares them with the answers of the WebAssembly module.

use serde_json::{Value, value::RawValue};
use sheshbesh_api::{Engines, QueryError, dispatch};
use sheshbesh_evaluator::{EvaluationCache, Settings, Stop, bearoff::Tables};
use std::{
    error::Error,
    io::{BufRead, Write, stdin, stdout},
    sync::Arc,
};

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings {
        tables: Some(Arc::new(Tables::in_memory())),
        cache: Some(Arc::new(EvaluationCache::new(64))),
        cubeful: false,
        ..Settings::default()
    };
    let networks: Vec<_> = sheshbesh_weights::networks().collect();
    let engines = Engines::new(networks[0], &networks[1..], "shesh", settings, 1)?;
    let mut output = stdout().lock();
    for line in stdin().lock().lines() {
        let (question, request): (String, Box<RawValue>) = serde_json::from_str(&line?)?;
        let request = request.get().as_bytes();
        let answer = dispatch(&engines, &question, request, &Stop::never(), &mut |_| true)
            .unwrap_or_else(|QueryError { sentence, .. }| sentence);
        writeln!(output, "{}", Value::from(answer))?;
    }
    Ok(())
}
