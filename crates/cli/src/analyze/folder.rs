//! A folder of judged matches, a document and a page each, and an index of both.

use crate::{failure::Failure, match_file::PIPE, reports::reports};
use serde::Serialize;
use sheshbesh_analysis::{
    judged::{Choice, Document, FORMAT, JudgedMatch, Judges},
    report,
};
use sheshbesh_network::{
    file::write_own,
    input::{check_regular, limit, read_regular},
};
use std::{
    collections::HashSet,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// The index's name, and that of its page.
const INDEX: &str = "index.json";
const INDEX_PAGE: &str = "index.html";

/// The name of a match from standard input.
const STDIN: &str = "stdin";

/// A page of ours says so within its first bytes.
const HEAD: u64 = 1024;

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
    engine: &'a Judges,
    matches: Vec<Line<'a>>,
    players: &'a [sheshbesh_analysis::judged::Career],
}

impl Names {
    /// So many matches have been judged: whatever else was given a name is left out.
    pub(super) fn keep(&mut self, judged: usize) {
        self.in_order.truncate(judged);
    }
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
        let stem = if input.as_os_str() == PIPE {
            STDIN.to_owned()
        } else {
            input.file_stem().unwrap_or_default().to_string_lossy().into_owned()
        };
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{stem}.json"),
                _ => format!("{stem}-{number}.json"),
            };
            number += 1;
            let path = self.0.join(&name);
            if name == INDEX || names.taken.contains(&path) || is_foreign(&page_of(&path)) {
                continue;
            }
            let known = match read_regular(&path, limit::REPORT) {
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

    /// Writes what all matches of the folder have in common: those of this run, then those of earlier
    /// ones, whose pages are written as chosen where there are none. A page of the index that is none
    /// of ours stays; then false is given.
    pub(super) fn write_index(
        &self,
        document: &Document,
        names: &Names,
        choice: &Choice,
    ) -> Result<bool, Failure> {
        // Whoever stops a run stops it in a match, which has a name then and nothing else.
        let mut paths = names.in_order[..document.matches.len()].to_vec();
        let mut matches = document.matches.clone();
        let mut judged_otherwise = 0;
        for (path, judged, engine) in self.earlier(&paths)? {
            // The same file by another name counts once.
            if matches.iter().any(|known| known.file_hash == judged.file_hash) {
                continue;
            }
            let place = Place { path, known: None };
            if !page_of(&place.path).exists() {
                place.write_page(&judged, &engine, choice)?;
            }
            judged_otherwise += usize::from(engine.settings_hash != document.engine.settings_hash);
            paths.push(place.path);
            matches.push(judged);
        }
        let document = &Document::new(document.engine.clone(), matches);
        let lines = document.matches.iter().zip(&paths).map(|(judged, path)| Line {
            file: &judged.file,
            document: file_name(path),
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
        write(&self.0.join(INDEX), &index)?;
        let page = self.0.join(INDEX_PAGE);
        if is_foreign(&page) {
            return Ok(false);
        }
        let links: Vec<String> = paths.iter().map(|path| file_name(&page_of(path))).collect();
        let text = report::index(document, &links, judged_otherwise);
        write_own(&page, text.as_bytes()).map_err(Failure::failed)?;
        Ok(true)
    }

    /// The reports of earlier runs, with who judged them, by the names of their files.
    fn earlier(
        &self,
        of_this_run: &[PathBuf],
    ) -> Result<Vec<(PathBuf, JudgedMatch, Judges)>, Failure> {
        let is_wanted = |path: &Path| {
            !of_this_run.iter().any(|known| known == path) && !is_foreign(&page_of(path))
        };
        let found = reports(&self.0, is_wanted).map_err(|error| {
            Failure::Failed(format!("cannot read the folder {}: {error}", self.0.display()))
        })?;
        let single = found.into_iter().filter_map(|(path, document)| {
            let [judged] = <[JudgedMatch; 1]>::try_from(document.matches).ok()?;
            Some((path, judged, document.engine))
        });
        Ok(single.collect())
    }
}

/// Where the page of a document belongs.
fn page_of(document: &Path) -> PathBuf {
    document.with_extension("html")
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether there is something, and it is no page that we have written.
fn is_foreign(path: &Path) -> bool {
    let mut head = Vec::new();
    let open = || check_regular(path).and_then(|()| File::open(path));
    match open().and_then(|file| file.take(HEAD).read_to_end(&mut head)) {
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        Ok(_) => {
            let mark = format!("name=\"generator\" content=\"{}\"", report::GENERATOR);
            !String::from_utf8_lossy(&head).contains(&mark)
        }
    }
}

/// The match of a document, and the settings with which it was judged; `None` of any other file.
fn judged(bytes: &[u8]) -> Option<(String, JudgedMatch)> {
    let document: Document = serde_json::from_slice(bytes).ok()?;
    let [judged] = <[JudgedMatch; 1]>::try_from(document.matches).ok()?;
    (document.format == FORMAT).then_some((document.engine.settings_hash, judged))
}

impl Place {
    /// Writes a document of one match.
    pub(super) fn write(&self, document: &Document) -> Result<(), Failure> {
        write(&self.path, document)
    }

    /// Writes the page of its match.
    pub(super) fn write_page(
        &self,
        judged: &JudgedMatch,
        engine: &Judges,
        choice: &Choice,
    ) -> Result<(), Failure> {
        let page = report::page(judged, engine, choice);
        write_own(&page_of(&self.path), page.as_bytes()).map_err(Failure::failed)
    }
}

fn write(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::failed)?;
    write_own(path, format!("{text}\n").as_bytes()).map_err(Failure::failed)
}
