//! Match files: `import`, `load`, `analyse`, `save` and `export`.

use super::{
    error::{CommandError, unknown},
    export,
    keyword::find,
    loaded_match::LoadedMatch,
    session::Session,
};
use crate::{args::AnalyzerSettings, files::read_match_file};
use sheshbesh_analysis::match_analysis::Preset;
use sheshbesh_matchfile::{ExportFormat, GameRecord, Match, Options, WriteFormat, read};
use sheshbesh_movegen::{Seat, Situation};
use sheshbesh_network::file::write_atomically;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Formats of match files that `import` names: GNU Backgammon's, and those that only this program
/// reads there. All are detected from the contents.
const IMPORTED: &[&str] = &[
    "auto",
    "bgroom",
    "bkg",
    "empire",
    "gam",
    "json",
    "mat",
    "ogxm",
    "oldmoves",
    "party",
    "pos",
    "sgf",
    "sgg",
    "snowietxt",
    "tmg",
    "txt",
    "xg",
];

impl Session {
    /// Answers `import`: reads a match file of any format.
    pub(super) fn import(&mut self, words: &[String]) -> Result<String, CommandError> {
        let (format, rest) = words.split_first().ok_or(CommandError::Missing("a file"))?;
        match rest.first() {
            None => self.open(format),
            Some(path) => {
                find(format, IMPORTED).ok_or_else(|| unknown("format", format))?;
                self.open(path)
            }
        }
    }

    /// Answers `load`: reads a match file or a position file.
    pub(super) fn load(&mut self, words: &[String]) -> Result<String, CommandError> {
        let (kind, rest) = words.split_first().ok_or(CommandError::Missing("a file"))?;
        let names = ["match", "game", "position", "commands"];
        match find(kind, &names).ok_or_else(|| unknown("kind of file", kind))? {
            "commands" => Err(CommandError::Other("give a file of commands by -c".to_owned())),
            _ => self.open(rest.first().ok_or(CommandError::Missing("a file"))?),
        }
    }

    fn open(&mut self, path: &str) -> Result<String, CommandError> {
        let bytes = read_match_file(Path::new(path)).map_err(CommandError::Other)?;
        let options = Options { game: self.options.game, ..Options::default() };
        let reading = read(&bytes, &options);
        let reading = reading.map_err(|error| CommandError::Other(format!("{path}: {error}")))?;
        let table = find_last_table(&reading.record);
        let record = &reading.record;
        for seat in Seat::BOTH {
            if !record.players[seat].name.is_empty() {
                self.options.names[seat].clone_from(&record.players[seat].name);
            }
        }
        self.file = Some(LoadedMatch { name: path.to_owned(), bytes, reading, analyzed: None });
        Ok(table.map_or_else(String::new, |table| self.set_table(table)))
    }

    /// Answers `analyse`: every decision of the loaded match.
    pub(super) fn analyze(&mut self, words: &[String]) -> Result<String, CommandError> {
        if let Some(what) = words.first() {
            let names = ["match", "session", "game", "move", "roll"];
            find(what, &names).ok_or_else(|| unknown("part of a match", what))?;
        }
        let depth = self.options.analysis_depth();
        self.analyze_to(depth)
    }

    /// Analyzes positions that were loaded and have no analysis, as their hint was asked for.
    pub(super) fn analyze_position(&mut self) -> Result<(), CommandError> {
        let Some(file) = &self.file else { return Ok(()) };
        let is_open = |game: &GameRecord| game.result.is_none() && game.entries.len() < 4;
        if file.analyzed.is_none() && file.reading.record.games.iter().all(is_open) {
            let depth = self.options.play_depth().max(self.options.cube_depth());
            self.analyze_to(depth)?;
        }
        Ok(())
    }

    fn analyze_to(&mut self, depth: sheshbesh_evaluator::Depth) -> Result<String, CommandError> {
        let file = self.file.as_ref().ok_or(CommandError::NoMatch)?;
        let (weights, no_tables) = self.sources();
        let networks = weights.networks().map_err(CommandError::other)?;
        let network = networks.of(file.reading.record.game).map_err(CommandError::other)?;
        let settings = AnalyzerSettings {
            equities: Arc::clone(&self.options.equities).into(),
            ..AnalyzerSettings::new(Preset::Standard, no_tables)
        };
        let analyzer = settings.build(network, &networks.except(network), &weights.name());
        let analyzer = analyzer.to_depth(depth);
        let analyzed = analyzer.analyze(&file.name, &file.bytes, &file.reading, &|_| ());
        let analyzed = analyzed.map_err(CommandError::other)?;
        if let Some(file) = &mut self.file {
            file.analyzed = Some(analyzed);
        }
        Ok(String::new())
    }

    /// Answers `save`: writes the match with its analysis as GNU Backgammon's `.sgf`.
    pub(super) fn save(&mut self, words: &[String]) -> Result<String, CommandError> {
        let (kind, rest) = words.split_first().ok_or(CommandError::Missing("match and a file"))?;
        let names = ["match", "game", "position", "settings"];
        match find(kind, &names).ok_or_else(|| unknown("kind of file", kind))? {
            // Settings of a script end with it.
            "settings" => Ok(String::new()),
            _ => self.write(rest, ExportFormat::Match(WriteFormat::Sgf)),
        }
    }

    fn write(&self, words: &[String], format: ExportFormat) -> Result<String, CommandError> {
        let path = Path::new(words.first().ok_or(CommandError::Missing("a file"))?);
        let file = self.file.as_ref().ok_or(CommandError::NoMatch)?;
        let bytes = format.export(&[&file.record()]).map_err(CommandError::other)?;
        write_atomically(path, &bytes).map_err(CommandError::other)?;
        Ok(String::new())
    }

    /// Answers `export`: writes the match in a format. A text has a file for each game.
    pub(super) fn export(&mut self, words: &[String]) -> Result<String, CommandError> {
        let [kind, format, rest @ ..] = words else {
            return Err(CommandError::Missing("match, a format and a file"));
        };
        let names = ["match", "session", "game", "position"];
        let kind = find(kind, &names).ok_or_else(|| unknown("part of a match", kind))?;
        match find(format, &["text", "mat", "sgf"]).ok_or_else(|| unknown("format", format))? {
            "mat" => self.write(rest, ExportFormat::Match(WriteFormat::Mat)),
            "sgf" => self.write(rest, ExportFormat::Match(WriteFormat::Sgf)),
            _ => self.write_text(rest, kind),
        }
    }

    fn write_text(&mut self, words: &[String], kind: &str) -> Result<String, CommandError> {
        let path = Path::new(words.first().ok_or(CommandError::Missing("a file"))?);
        let game = match &self.file {
            Some(file) => file.reading.record.game,
            None => return Err(CommandError::NoMatch),
        };
        let engine = self.engine(game)?;
        let Some(file) = &self.file else { return Err(CommandError::NoMatch) };
        let games = export::write(&file.record(), file.analyzed.as_ref(), &engine, &self.options)?;
        let last =
            if matches!(kind, "game" | "position") { games.len().min(1) } else { games.len() };
        for (text, number) in games[games.len() - last..].iter().zip(1..) {
            write_atomically(&number_text(path, number), text.as_bytes())
                .map_err(CommandError::other)?;
        }
        Ok(String::new())
    }
}

/// The file of a game: the first has the name itself, and the others a number, as `match_002.txt`.
fn number_text(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(ending) => format!("{stem}_{number:03}.{}", ending.to_string_lossy()),
        None => format!("{stem}_{number:03}"),
    };
    path.with_file_name(name)
}

/// The table after the last entry of a record.
fn find_last_table(record: &Match) -> Option<Situation> {
    let game = record.games.last()?;
    let mut replay = game.replay(record).ok()?;
    while replay.next().is_some() {}
    Some(*replay.table())
}
