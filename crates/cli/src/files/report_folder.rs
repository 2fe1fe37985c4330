//! Reads the reports in a folder written by `analyze --output`.

use crate::terminal::note;
use serde::Deserialize;
use sheshbesh_analysis::match_analysis::{Document, FORMAT};
use sheshbesh_network::input::{limit, read_regular};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Format marker of a JSON file.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads the wanted reports of a folder, sorted by file name. Other files are ignored. A report
/// that cannot be read is skipped with a note.
pub fn read_reports(
    folder: &Path,
    is_wanted: impl Fn(&Path) -> bool,
) -> io::Result<Vec<(PathBuf, Document)>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        if is_json && path.is_file() && is_wanted(&path) {
            paths.push(path);
        }
    }
    paths.sort();
    let mut documents = Vec::new();
    for path in paths {
        let name = strip_controls(&path.file_name().unwrap_or_default().to_string_lossy());
        match read_regular(&path, limit::REPORT) {
            Err(error) => note(&format!("skipped {name}: {error}")),
            Ok(bytes) => match serde_json::from_slice::<Document>(&bytes) {
                Ok(document) if document.format == FORMAT => documents.push((path, document)),
                Ok(_) => {}
                Err(error) if is_report(&bytes) => {
                    let error = strip_controls(&error.to_string());
                    note(&format!("skipped {name}: damaged report: {error}"));
                }
                Err(_) => {}
            },
        }
    }
    Ok(documents)
}

/// Removes control characters from a report's text, which may have been edited, for the terminal.
pub fn strip_controls(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// Returns true if a file is marked as a report, even if it is damaged.
fn is_report(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<Head>(bytes) {
        Ok(head) => head.format == FORMAT,
        // A truncated report has the marker near its beginning.
        Err(_) => {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
            head.contains(&format!("\"format\": \"{FORMAT}\""))
        }
    }
}
