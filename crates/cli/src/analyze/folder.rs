//! A folder of judged matches, one file each, and an index of them.

use crate::failure::Failure;
use serde::Serialize;
use sheshbesh_analysis::judged::{Document, FORMAT, JudgedMatch};
use sheshbesh_network::file::write_atomically;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// The index's name.
const INDEX: &str = "index.json";

/// Where judged matches are kept.
pub(super) struct Folder(PathBuf);

/// What a match is, and how it is judged: what is known of it must be of the same.
pub(super) struct Asked<'a> {
    /// The file, as it was given.
    pub(super) file: &'a str,
    /// Of the engine and all its settings.
    pub(super) settings: &'a str,
    /// Of the file's contents.
    pub(super) contents: &'a str,
}

/// The names of files that this run has written, or found to be done.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<PathBuf>,
    in_order: Vec<PathBuf>,
}

/// The place of a match in a folder.
pub(super) struct Place {
    path: PathBuf,
    /// What is there already, if it is what was asked for.
    pub(super) known: Option<JudgedMatch>,
}

/// What the index says of a match.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    document: String,
    players: [&'a str; 2],
    length: u16,
    pr: [Option<f64>; 2],
}

/// The index.
#[derive(Serialize)]
struct Index<'a> {
    format: String,
    engine: &'a sheshbesh_analysis::judged::Judges,
    matches: Vec<Line<'a>>,
    players: &'a [sheshbesh_analysis::judged::Career],
}

impl Folder {
    /// Opens a folder, and makes it where there is none.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        std::fs::create_dir_all(path)
            .map_err(|error| {
                Failure::BadInput(format!("cannot make the folder {}: {error}", path.display()))
            })
            .map(|()| Self(path.to_owned()))
    }

    /// Where a match belongs: what is there of another file, or is none of ours, stays.
    pub(super) fn place(&self, input: &Path, asked: &Asked<'_>, names: &mut Names) -> Place {
        let stem = input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{stem}.json"),
                _ => format!("{stem}-{number}.json"),
            };
            number += 1;
            let path = self.0.join(&name);
            if name == INDEX || names.taken.contains(&path) {
                continue;
            }
            let known = match std::fs::read(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(_) => continue,
                Ok(bytes) => match judged(&bytes) {
                    Some((settings, judged)) if judged.file == asked.file => {
                        let same = settings == asked.settings && judged.file_hash == asked.contents;
                        same.then_some(judged)
                    }
                    _ => continue,
                },
            };
            names.taken.insert(path.clone());
            names.in_order.push(path.clone());
            return Place { path, known };
        }
    }

    /// Writes what all matches of this run have in common.
    pub(super) fn write_index(&self, document: &Document, names: &Names) -> Result<(), Failure> {
        let lines = document.matches.iter().zip(&names.in_order).map(|(judged, path)| Line {
            file: &judged.file,
            document: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            players: judged.players.each_ref().map(|player| player.name.as_str()),
            length: judged.length,
            pr: judged.players.each_ref().map(|player| player.statistics.pr),
        });
        let index = Index {
            format: format!("{FORMAT}-index"),
            engine: &document.engine,
            matches: lines.collect(),
            players: &document.players,
        };
        write(&self.0.join(INDEX), &index)
    }
}

/// The match of a document, and the settings with which it was judged; `None` of any other file.
fn judged(bytes: &[u8]) -> Option<(String, JudgedMatch)> {
    let document: Document = serde_json::from_slice(bytes).ok()?;
    let [judged] = <[JudgedMatch; 1]>::try_from(document.matches).ok()?;
    (document.format == FORMAT).then_some((document.engine.settings_hash, judged))
}

impl Place {
    /// Writes a document of one match. Whatever else is made of it is written here.
    pub(super) fn write(&self, document: &Document) -> Result<(), Failure> {
        write(&self.path, document)
    }
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::failed)?;
    write_atomically(path, format!("{text}\n").as_bytes()).map_err(Failure::failed)
}
