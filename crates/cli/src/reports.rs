//! Reports in a folder, as `analyze --output` wrote them.

use crate::output::note;
use serde::Deserialize;
use sheshbesh_analysis::judged::{Document, FORMAT};
use sheshbesh_network::input::{limit, read_regular};
use std::{
    io,
    path::{Path, PathBuf},
};

/// What says whose a file is.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// All reports of a folder but those that are not wanted, by the names of their files. What is none of
/// ours is passed over; a report that cannot be read is named, and the others are taken.
pub fn reports(
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
        let name = clean(&path.file_name().unwrap_or_default().to_string_lossy());
        match read_regular(&path, limit::REPORT) {
            Err(error) => note(&format!("{name} is left out: {error}")),
            Ok(bytes) => match serde_json::from_slice::<Document>(&bytes) {
                Ok(document) if document.format == FORMAT => documents.push((path, document)),
                Ok(_) => {}
                Err(error) if is_report(&bytes) => {
                    let error = clean(&error.to_string());
                    note(&format!("{name} is left out: it is damaged: {error}"));
                }
                Err(_) => {}
            },
        }
    }
    Ok(documents)
}

/// Text of a report, which somebody may have edited, as the terminal may have it.
pub fn clean(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// Whether a file says that it is a report, whatever else is wrong with it.
fn is_report(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<Head>(bytes) {
        Ok(head) => head.format == FORMAT,
        // One that was cut off says so at its beginning.
        Err(_) => {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
            head.contains(&format!("\"format\": \"{FORMAT}\""))
        }
    }
}
