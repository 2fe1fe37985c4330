//! Output folder of `analyze`: a JSON document and a page for each match, and both for the index.

use crate::{
    error::CliError,
    files::{PIPE, read_reports},
};
use serde::Serialize;
use sheshbesh_analysis::match_analysis::{
    AnalysisSettings, AnalyzedMatch, Choice, Document, FORMAT,
};
use sheshbesh_network::{
    file::write_own,
    input::{check_regular, limit, read_regular},
};
use sheshbesh_report::pages;
use std::{
    collections::HashSet,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// File names of the index and of its page.
const INDEX: &str = "index.json";
const INDEX_PAGE: &str = "index.html";

/// File name, without extension, for a match from standard input.
const STDIN: &str = "stdin";

/// Number of leading bytes in which a page of this program has its marker.
const HEAD: u64 = 1024;

/// Output folder.
pub(super) struct Folder(PathBuf);

/// Identifies an analysis: an existing one is reused only if all fields match.
pub(super) struct FolderRequest<'a> {
    /// File name as given.
    pub(super) file: &'a str,
    /// Hash of the engine and all its settings.
    pub(super) settings: &'a str,
    /// Hash of the file's contents.
    pub(super) contents: &'a str,
}

/// Files that this run has written or reused.
#[derive(Default)]
pub(super) struct Names {
    /// File names in lower case: some systems do not distinguish the cases of letters.
    taken: HashSet<String>,
    in_order: Vec<PathBuf>,
}

/// Location of a match in the folder.
pub(super) struct Place {
    path: PathBuf,
    /// Existing analysis, if it matches the request.
    pub(super) known: Option<AnalyzedMatch>,
}

/// Entry of a match in the index.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    document: String,
    players: [&'a str; 2],
    length: u16,
    pr: [Option<f64>; 2],
}

/// Index of the folder.
#[derive(Serialize)]
struct Index<'a> {
    format: String,
    engine: &'a AnalysisSettings,
    matches: Vec<Line<'a>>,
    players: &'a [sheshbesh_analysis::match_analysis::PlayerTotals],
}

impl Names {
    /// Keeps the names of the first `analyzed` matches; drops names of matches that failed.
    pub(super) fn truncate(&mut self, analyzed: usize) {
        self.in_order.truncate(analyzed);
    }
}

impl Folder {
    /// Opens a folder; creates it if missing.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        std::fs::create_dir_all(path)
            .map_err(|error| {
                CliError::BadInput(format!("cannot create the folder {}: {error}", path.display()))
            })
            .map(|()| Self(path.to_owned()))
    }

    /// Chooses the location of a match. Never overwrites the report of another file, or a file that
    /// this program did not write.
    pub(super) fn find_place(
        &self,
        input: &Path,
        request: &FolderRequest<'_>,
        names: &mut Names,
    ) -> Place {
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
            let key = name.to_lowercase();
            if key == INDEX || names.taken.contains(&key) || is_foreign(&page_path(&path)) {
                continue;
            }
            let known = match read_regular(&path, limit::REPORT) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(_) => continue,
                Ok(bytes) => match parse_document(&bytes) {
                    Some((settings, known)) if known.file == request.file => {
                        let same =
                            settings == request.settings && known.file_hash == request.contents;
                        same.then_some(known)
                    }
                    _ => continue,
                },
            };
            names.taken.insert(key);
            names.in_order.push(path.clone());
            return Place { path, known };
        }
    }

    /// Writes the index of all matches in the folder: those of this run, then those of earlier
    /// runs, whose missing pages are written with the given choice. Returns false if the index page
    /// is not from this program; it is then kept.
    pub(super) fn write_index(
        &self,
        document: &Document,
        names: &Names,
        choice: &Choice,
    ) -> Result<bool, CliError> {
        // A match that was interrupted has a name already, but no analysis.
        let mut paths = names.in_order[..document.matches.len()].to_vec();
        let mut matches = document.matches.clone();
        let mut other_settings = 0;
        for (path, analyzed, engine) in self.read_earlier(&paths)? {
            // The same file under another name counts once.
            if matches.iter().any(|known| known.file_hash == analyzed.file_hash) {
                continue;
            }
            let place = Place { path, known: None };
            if !page_path(&place.path).exists() {
                place.write_page(&analyzed, &engine, choice)?;
            }
            other_settings += usize::from(engine.settings_hash != document.engine.settings_hash);
            paths.push(place.path);
            matches.push(analyzed);
        }
        let document = &Document::new(document.engine.clone(), matches);
        let lines = document.matches.iter().zip(&paths).map(|(analyzed, path)| Line {
            file: &analyzed.file,
            document: file_name(path),
            players: analyzed.players.each_ref().map(|player| player.name.as_str()),
            length: analyzed.length,
            pr: analyzed.players.each_ref().map(|player| player.statistics.pr),
        });
        let index = Index {
            format: format!("{FORMAT}-index"),
            engine: &document.engine,
            matches: lines.collect(),
            players: &document.players,
        };
        write_json(&self.0.join(INDEX), &index)?;
        let page = self.0.join(INDEX_PAGE);
        if is_foreign(&page) {
            return Ok(false);
        }
        let links: Vec<String> = paths.iter().map(|path| file_name(&page_path(path))).collect();
        let text = pages::render_index(document, &links, other_settings);
        write_own(&page, text.as_bytes()).map_err(CliError::failed)?;
        Ok(true)
    }

    /// Reads the reports of earlier runs with their engines, sorted by file name.
    fn read_earlier(
        &self,
        of_this_run: &[PathBuf],
    ) -> Result<Vec<(PathBuf, AnalyzedMatch, AnalysisSettings)>, CliError> {
        let is_wanted = |path: &Path| {
            !of_this_run.iter().any(|known| known == path) && !is_foreign(&page_path(path))
        };
        let found = read_reports(&self.0, is_wanted).map_err(|error| {
            CliError::Failed(format!("cannot read the folder {}: {error}", self.0.display()))
        })?;
        let single = found.into_iter().filter_map(|(path, document)| {
            let [analyzed] = <[AnalyzedMatch; 1]>::try_from(document.matches).ok()?;
            Some((path, analyzed, document.engine))
        });
        Ok(single.collect())
    }
}

/// Path of the page of a document.
fn page_path(document: &Path) -> PathBuf {
    document.with_extension("html")
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns true if a file exists that is not a page of this program.
fn is_foreign(path: &Path) -> bool {
    let mut head = Vec::new();
    let open = || check_regular(path).and_then(|()| File::open(path));
    match open().and_then(|file| file.take(HEAD).read_to_end(&mut head)) {
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        Ok(_) => {
            let mark = format!("name=\"generator\" content=\"{}\"", pages::GENERATOR);
            !String::from_utf8_lossy(&head).contains(&mark)
        }
    }
}

/// Parses a document of one match: returns the settings hash and the match, or `None` for any other
/// file.
fn parse_document(bytes: &[u8]) -> Option<(String, AnalyzedMatch)> {
    let document: Document = serde_json::from_slice(bytes).ok()?;
    let [analyzed] = <[AnalyzedMatch; 1]>::try_from(document.matches).ok()?;
    (document.format == FORMAT).then_some((document.engine.settings_hash, analyzed))
}

impl Place {
    /// Writes the document of one match.
    pub(super) fn write(&self, document: &Document) -> Result<(), CliError> {
        write_json(&self.path, document)
    }

    /// Writes the page of the match.
    pub(super) fn write_page(
        &self,
        analyzed: &AnalyzedMatch,
        engine: &AnalysisSettings,
        choice: &Choice,
    ) -> Result<(), CliError> {
        let text = pages::render_match(analyzed, engine, choice);
        write_own(&page_path(&self.path), text.as_bytes()).map_err(CliError::failed)
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::failed)?;
    write_own(path, format!("{text}\n").as_bytes()).map_err(CliError::failed)
}
