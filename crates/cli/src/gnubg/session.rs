//! State of the command line: the position, the loaded match and the settings.

use super::{
    board,
    error::{CommandError, unknown},
    keyword::{find, split},
    loaded_match::LoadedMatch,
    options::CommandOptions,
    value::parse_match_length,
};
use crate::{
    args::{Weights, open_tables},
    error::CliError,
    terminal::{escape_unstyled, one_line, print, write_stderr},
};
use sheshbesh_api::limits::DEFAULT_CACHE_MB;
use sheshbesh_evaluator::{Engine, EvaluationCache, Settings};
use sheshbesh_movegen::{BySide, Game, Situation, Stakes};
use std::sync::Arc;

/// Commands. A shorter word stands for the first one that begins with it.
const COMMANDS: &[&str] = &[
    "analyse", "analyze", "evaluate", "exit", "export", "hint", "import", "load", "new", "quit",
    "rollout", "save", "set", "show", "yes", "no", "y", "n",
];

/// Continuation after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More commands may follow.
    Continue,
    /// A command ended the program.
    Quit,
}

/// State of the command line.
pub struct Session {
    weights: Weights,
    /// True to evaluate without the exact tables.
    no_tables: bool,
    /// Engine of the last game that was evaluated.
    engine: Option<(Game, Engine)>,
    table: Option<Situation>,
    pub(super) file: Option<LoadedMatch>,
    pub(super) options: CommandOptions,
}

impl Session {
    /// Creates a session without a position.
    pub fn new(weights: Weights, no_tables: bool) -> Self {
        let options = CommandOptions::default();
        Self { weights, no_tables, engine: None, table: None, file: None, options }
    }

    /// Executes a line and prints its answer. An error of the command is printed on stderr.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub fn execute(&mut self, line: &str) -> Result<Flow, CliError> {
        match self.answer(line) {
            Ok(None) => return Ok(Flow::Quit),
            Ok(Some(text)) if text.is_empty() => {}
            Ok(Some(text)) => print(&escape_unstyled(&text))?,
            Err(error) => write_stderr(&format!("error: {}\n", one_line(&error.to_string()))),
        }
        Ok(Flow::Continue)
    }

    /// Answers a line; `None` ends the program.
    ///
    /// # Errors
    /// If the command is unknown or has no answer.
    pub(super) fn answer(&mut self, line: &str) -> Result<Option<String>, CommandError> {
        let words = split(line);
        let Some((command, rest)) = words.split_first() else { return Ok(Some(String::new())) };
        let name = find(command, COMMANDS).ok_or_else(|| unknown("command", command))?;
        Ok(Some(match name {
            "quit" | "exit" => return Ok(None),
            "analyse" | "analyze" => self.analyze(rest)?,
            "evaluate" => self.evaluate()?,
            "export" => self.export(rest)?,
            "hint" => self.hint(rest)?,
            "import" => self.import(rest)?,
            "load" => self.load(rest)?,
            "new" => self.begin(rest)?,
            "rollout" => self.roll_out()?,
            "save" => self.save(rest)?,
            "set" => self.set(rest)?,
            "show" => self.show(rest)?,
            // Answers to GNU Backgammon's questions, none of which is asked here.
            _ => String::new(),
        }))
    }

    /// The present table.
    pub(super) fn table(&self) -> Result<Situation, CommandError> {
        self.table.ok_or(CommandError::NoPosition)
    }

    /// Replaces the table, and returns its board.
    pub(super) fn set_table(&mut self, table: Situation) -> String {
        let stakes = match (table.stakes, self.options.beavers) {
            (Stakes::Money { jacoby, .. }, Some(beavers)) => Stakes::Money { jacoby, beavers },
            (stakes, _) => stakes,
        };
        let table = Situation { stakes, ..table };
        self.table = Some(table);
        self.draw(&table)
    }

    /// Draws a table.
    pub(super) fn draw(&self, table: &Situation) -> String {
        format!("{}\n", board::draw(table, &self.options.names))
    }

    /// Answers `new`: a game, a match or a session, with player 1 to roll.
    fn begin(&mut self, words: &[String]) -> Result<String, CommandError> {
        let kind = words.first().ok_or(CommandError::Missing("game, match or session"))?;
        let name =
            find(kind, &["game", "match", "session"]).ok_or_else(|| unknown("game", kind))?;
        let game = self.options.game;
        let start = Situation::new(game.start(), game);
        let money = Stakes::Money { jacoby: self.options.jacoby, beavers: false };
        let (stakes, score) = match name {
            "match" => {
                let length = match words.get(1) {
                    Some(text) => parse_match_length(text)?,
                    None => self.options.match_length,
                };
                (Stakes::Match { length, crawford: false }, BySide::default())
            }
            "session" => (money, BySide::default()),
            _ => self.table.map_or((money, BySide::default()), |table| {
                (table.stakes, table.score.seated(table.seat).seen_from(start.seat))
            }),
        };
        self.file = None;
        Ok(self.set_table(Situation { stakes, score, ..start }))
    }

    /// The engine for a game.
    pub(super) fn engine(&mut self, game: Game) -> Result<Engine, CommandError> {
        if let Some((known, engine)) = &self.engine
            && *known == game
        {
            let equities = Arc::clone(&self.options.equities).into();
            let settings = Settings { equities, ..engine.settings().clone() };
            return Ok(engine.with_settings(settings));
        }
        let network = self.weights.network(game).map_err(CommandError::other)?;
        let settings = Settings {
            tables: (!self.no_tables).then(open_tables),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE_MB as usize))),
            equities: Arc::clone(&self.options.equities).into(),
            ..Settings::default()
        };
        let engine = Engine::on_shared_threads(&network, settings);
        self.engine = Some((game, engine.clone()));
        Ok(engine)
    }

    /// Network files and tables, for an analyzer.
    pub(super) const fn sources(&self) -> (&Weights, bool) {
        (&self.weights, self.no_tables)
    }
}
