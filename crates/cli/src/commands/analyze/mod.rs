//! `shesh analyze`: analyzes matches, decision by decision.

mod export;
mod folder;
mod input;
mod rows;

use crate::{
    args::{AnalyzerSettings, GameOption, Networks, Weights, parse_loss, read_equities},
    error::CliError,
    files::check_new,
    mpi::executor,
    terminal::{note, one_line, print, print_json, watch_ctrl_c},
};
use clap::{ArgGroup, Args, ValueEnum};
use export::Export;
use folder::Folder;
use indicatif::{ProgressBar, ProgressStyle};
use input::{Input, SentMatch};
use sheshbesh_analysis::match_analysis::{
    AnalysisError, AnalyzedMatch, Choice, Document, MatchAnalyzer, Preset, file_hash,
};
use sheshbesh_evaluator::Stop;
use sheshbesh_matchfile::TextEncoding;
use sheshbesh_movegen::{Game, Scoring, either};
use sheshbesh_network::Network;
use sheshbesh_report::text::{Layout, render_document, render_overview};
use std::{
    io::IsTerminal,
    path::PathBuf,
    sync::{Arc, atomic::Ordering},
};

/// Steps of the progress bar for each file.
const STEPS: f64 = 1000.0;

/// Default number of listed mistakes of a match on the terminal.
const MISTAKES: usize = 10;

/// Default number of listed mistakes in pages: all.
const IN_PAGES: usize = usize::MAX;

/// Message after Ctrl-C.
const STOPPING: &str = "Stopping; press Ctrl-C again to stop at once.";

/// Analyze matches or positions: each decision, the luck of each roll, and ratings
#[derive(Args)]
#[command(group = ArgGroup::new("written").args(["csv", "save"]).multiple(true))]
#[command(after_help = "\
docs/guide/analysis.md explains the numbers. Any format that `shesh convert`
reads is accepted. Positions without plays, such as a list of IDs, are answered:
the best play of a roll, otherwise the cube action, beside the file's verdict.

Examples:
  shesh analyze match.mat                  ratings, luck, the biggest mistakes
  shesh analyze match.xg --preset deep     3-ply, 4-ply for close decisions, and
                                           truncated rollouts of errors
  shesh analyze match.xg --preset world-class
                                           the same with longer rollouts
  shesh analyze *.mat --output analyses    a page per match, with boards
  shesh analyze match.mat --json           everything, for programs
  shesh analyze match.mat --markdown
  shesh analyze -                          read from a pipe
  shesh analyze *.mat --csv decisions.csv  a row per decision
  shesh analyze match.mat --save match.sgf for GNU Backgammon, with the analysis
  shesh analyze positions.txt              a list of IDs, one a line
  shesh analyze game.mat --money --jacoby=off")]
pub struct Analyze {
    /// Match files or lists of positions; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "NAME",
        default_value_t,
        help = format!("Analysis depth: {}; rollout is another name of world-class", either(&Preset::ALL.map(Preset::name)))
    )]
    preset: Preset,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
    /// Write the report as Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Folder for an index, and a page and a JSON file of each match; matches already analyzed
    /// there with the same settings are not analyzed again
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Output file of all decisions as comma-separated values, a row per decision
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Match file with the analysis, for other programs; the extension selects the format: .sgf,
    /// .ogxm, .json, or .txt for eXtreme Gammon's text of positions; .mat has the plays alone.
    /// Several matches are written to numbered files
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "written")]
    force: bool,
    /// List mistakes that cost at least this much equity (EMG)
    #[arg(long, value_name = "LOSS", default_value_t = 0.02, value_parser = parse_loss)]
    errors: f64,
    /// Maximum number of listed mistakes of a match [default: 10; all in pages]
    #[arg(long, value_name = "N")]
    mistakes: Option<u16>,
    /// Read money sessions, whatever match length .mat files have; some sites write sessions as
    /// matches
    #[arg(long)]
    money: bool,
    /// Text encoding, such as windows-1251 or shift_jis [default: declared, UTF-8, or detected]
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,
    /// Jacoby rule: gammons count only after the cube has been turned (money) [default: from the
    /// file, or on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    jacoby: Option<Switch>,
    /// Beavers (money) [default: from the file, or on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    beavers: Option<Switch>,
    #[arg(long, value_name = "NAME", help = "Scoring of wins; overrides the file")]
    scoring: Option<Scoring>,
    /// Rate as another program: xg multiplies losses in matches to 1 point by 1.5, and in
    /// Nackgammon by 0.952
    #[arg(long = "as", value_name = "PROGRAM")]
    counted_as: Option<Program>,
    /// Match equity table in GNU Backgammon's XML format [default: that of the game; see shesh
    /// met]
    #[arg(long, value_name = "FILE.xml")]
    met: Option<PathBuf>,
    /// Do not use the exact tables for the bearoff and Hypergammon
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

/// State of an optional rule.
#[derive(Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// A program whose ratings have special cases.
#[derive(Clone, Copy, ValueEnum)]
enum Program {
    Xg,
}

impl Analyze {
    pub fn run(&self) -> Result<(), CliError> {
        if !executor().is_root() {
            return self.serve_worker();
        }
        if let Some(path) = &self.csv {
            check_new(path, self.force)?;
        }
        let mut export =
            self.save.as_deref().map(|path| Export::new(path, self.force)).transpose()?;
        let stop = watch_ctrl_c(Some(STOPPING))?;
        let networks = self.weights.networks()?;
        // One analyzer per network, and another for frames, created for its first match.
        let mut analyzers: Vec<((Game, bool), MatchAnalyzer)> = Vec::new();
        let folder = self.output.as_deref().map(Folder::open).transpose()?;
        let bar = make_bar(self.files.len());
        let (mut analyzed, mut failures) = (Vec::new(), Vec::new());
        let mut names = folder::Names::default();
        let mut is_cut_short = false;
        let mut matches = 0;
        'files: for (index, path) in self.files.iter().enumerate() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            bar.set_prefix(one_line(&name).into_owned());
            let start = STEPS * index as f64;
            let report_file = |share: f64| bar.set_position((start + STEPS * share) as u64);
            let inputs: Vec<Result<Input, MatchError>> = match self.read_inputs(path, &stop) {
                Ok(inputs) => inputs.into_iter().map(Ok).collect(),
                Err(stopped) => vec![Err(stopped)],
            };
            let count = inputs.len();
            matches += count;
            for (number, input) in inputs.into_iter().enumerate() {
                let report_match = |share: f64| report_file((number as f64 + share) / count as f64);
                // Matches analyzed earlier never poll the flag, so it is checked here.
                let done = if stop.load(Ordering::Relaxed) {
                    Err(MatchError::Cancelled)
                } else {
                    let stop = || Stop::on(Arc::clone(&stop));
                    input.and_then(|input| {
                        if let Some(sentence) = &input.note {
                            bar.suspend(|| note(sentence));
                        }
                        if let Some(export) = &export {
                            if self.files.len() > 1 || count > 1 {
                                export.check_numbered_files().map_err(MatchError::Failed)?;
                            }
                            export.check(&input.shown, &input.reading.record)?;
                        }
                        let analyzer =
                            self.analyzer_for(&input, &networks, &mut analyzers, stop)?;
                        let folder = folder.as_ref();
                        let one = self.analyze_match(
                            analyzer,
                            &input,
                            folder,
                            &mut names,
                            &report_match,
                        )?;
                        if let Some(export) = &mut export {
                            export.add(input.shown, &input.reading.record, &one);
                        }
                        Ok(one)
                    })
                };
                match done {
                    Ok(one) => analyzed.push(one),
                    Err(MatchError::NotAnalyzed(sentence)) => {
                        names.truncate(analyzed.len());
                        if self.files.len() > 1 || count > 1 {
                            bar.suspend(|| note(&sentence));
                        }
                        failures.push(sentence);
                    }
                    Err(MatchError::Cancelled) => {
                        bar.finish_and_clear();
                        note(&format!("stopped after {index} of {} files", self.files.len()));
                        is_cut_short = true;
                        break 'files;
                    }
                    Err(MatchError::Failed(failure)) => {
                        bar.finish_and_clear();
                        return Err(failure);
                    }
                }
            }
        }
        bar.finish_and_clear();
        if !analyzed.is_empty() {
            // The document names the engine of the first match.
            let document = Document::new(analyzers[0].1.settings().clone(), analyzed);
            if let Some(folder) = &folder
                && !folder.write_index(&document, &names, &self.choice(IN_PAGES))?
            {
                note("kept index.html in the folder, which shesh did not write");
            }
            if let Some(path) = &self.csv {
                rows::write(path, &document)?;
            }
            self.print_analysis(&document)?;
            if let Some(export) = &export {
                export.write()?;
            }
        }
        match &failures[..] {
            _ if is_cut_short => Err(CliError::Interrupted),
            [] => Ok(()),
            [only] if matches == 1 => Err(CliError::BadInput(only.clone())),
            some if matches == self.files.len() => Err(CliError::BadInput(format!(
                "{} of {matches} files cannot be analyzed",
                some.len()
            ))),
            some => Err(CliError::BadInput(format!(
                "{} of {matches} matches cannot be analyzed",
                some.len()
            ))),
        }
    }

    /// Runs tasks for rank 0 until it ends.
    fn serve_worker(&self) -> Result<(), CliError> {
        let _stays_low = watch_ctrl_c(None)?;
        let networks = self.weights.networks()?;
        let mut analyzers = Vec::new();
        loop {
            let message = executor().broadcast(SentMatch::default());
            // Rank 0 has parsed the same bytes, so an unreadable message is not a match.
            let Some(input) = self.read_sent_match(&message) else { continue };
            let analyzer = self.analyzer_for(&input, &networks, &mut analyzers, Stop::default);
            if let Ok(analyzer) = analyzer {
                // Rank 0 has the same error and reports it.
                let _ = analyzer.serve_worker(executor(), &input.reading.record);
            }
        }
    }

    /// Returns the analyzer for a match, with the network for its game; creates it if needed.
    fn analyzer_for<'a>(
        &self,
        input: &Input,
        networks: &Networks,
        analyzers: &'a mut Vec<((Game, bool), MatchAnalyzer)>,
        stop: impl Fn() -> Stop,
    ) -> Result<&'a MatchAnalyzer, MatchError> {
        let record = &input.reading.record;
        let unknown =
            |failure: CliError| MatchError::NotAnalyzed(format!("{}: {failure}", input.shown));
        // A frame needs networks for all its games.
        for game in &record.games {
            networks.of(game.game(record)).map_err(unknown)?;
        }
        let network = networks.of(record.game).map_err(unknown)?;
        let key = (network.game(), record.frame.is_some());
        let index = match analyzers.iter().position(|(known, _)| *known == key) {
            Some(index) => index,
            None => {
                let others = if key.1 { networks.except(network) } else { Vec::new() };
                let analyzer =
                    self.new_analyzer(network, &others, stop()).map_err(MatchError::Failed)?;
                analyzers.push((key, analyzer));
                analyzers.len() - 1
            }
        };
        Ok(&analyzers[index].1)
    }

    fn new_analyzer(
        &self,
        network: &Network,
        others: &[&Network],
        stop: Stop,
    ) -> Result<MatchAnalyzer, CliError> {
        let equities = read_equities(self.met.as_deref())?;
        let settings = AnalyzerSettings {
            preset: self.preset,
            equities,
            no_tables: self.no_tables,
            as_xg: self.counted_as.is_some(),
            stop,
        };
        Ok(settings.build(network, others, &self.weights.name()))
    }

    /// Analyzes a match, or takes the analysis from the output folder.
    fn analyze_match(
        &self,
        analyzer: &MatchAnalyzer,
        input: &Input,
        folder: Option<&Folder>,
        names: &mut folder::Names,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<AnalyzedMatch, MatchError> {
        let to_match_error = |error: AnalysisError| match error {
            AnalysisError::Stopped(_) => MatchError::Cancelled,
            AnalysisError::EvaluationError(_) => {
                MatchError::NotAnalyzed(format!("{}: {error}", input.shown))
            }
        };
        let request = folder::FolderRequest {
            file: &input.shown,
            settings: &analyzer.settings().settings_hash,
            contents: &file_hash(&input.bytes, &input.reading),
        };
        let place = folder.map(|folder| folder.find_place(&input.path, &request, names));
        if let Some(place) = &place
            && let Some(known) = &place.known
        {
            let mut analyzed = known.clone();
            // This run may list more mistakes than the last, which then need explanations.
            if analyzer.explain(&mut analyzed, &self.choice(IN_PAGES)).map_err(to_match_error)? {
                self.write_document(place, analyzer, &analyzed)?;
            }
            self.write_page(place, analyzer, &analyzed)?;
            return Ok(analyzed);
        }
        let in_file = input.reading.number.map_or(0, |number| number as u64 - 1);
        if executor().ranks() > 1 {
            executor().broadcast::<SentMatch>((in_file, input.bytes.clone()));
        }
        let mut analyzed = analyzer
            .analyze_on(executor(), &input.shown, &input.bytes, &input.reading, progress)
            .map_err(to_match_error)?;
        let shown = if place.is_some() { IN_PAGES } else { MISTAKES };
        analyzer.explain(&mut analyzed, &self.choice(shown)).map_err(to_match_error)?;
        if let Some(place) = place {
            self.write_document(&place, analyzer, &analyzed)?;
            self.write_page(&place, analyzer, &analyzed)?;
        }
        Ok(analyzed)
    }

    fn write_document(
        &self,
        place: &folder::Place,
        analyzer: &MatchAnalyzer,
        analyzed: &AnalyzedMatch,
    ) -> Result<(), MatchError> {
        let document = Document::new(analyzer.settings().clone(), vec![analyzed.clone()]);
        place.write(&document).map_err(MatchError::Failed)
    }

    /// Writes the page of a match. It is rewritten by each run, since options select its mistakes.
    fn write_page(
        &self,
        place: &folder::Place,
        analyzer: &MatchAnalyzer,
        analyzed: &AnalyzedMatch,
    ) -> Result<(), MatchError> {
        let choice = self.choice(IN_PAGES);
        place.write_page(analyzed, analyzer.settings(), &choice).map_err(MatchError::Failed)
    }

    /// Selects the listed mistakes; `most` is the default for `--mistakes`.
    fn choice(&self, most: usize) -> Choice {
        Choice { errors: self.errors, most: self.mistakes.map_or(most, usize::from) }
    }

    /// Prints the analysis.
    fn print_analysis(&self, document: &Document) -> Result<(), CliError> {
        if self.json {
            return print_json(document);
        }
        let choice = self.choice(MISTAKES);
        let layout = if self.markdown { Layout::Markdown } else { Layout::Terminal };
        // With an output folder, print only the summary of all matches.
        if self.output.is_some() {
            print(&render_overview(document, layout))
        } else {
            print(&render_document(document, layout, &choice))
        }
    }
}

/// Reason that a match has no analysis.
enum MatchError {
    /// This match cannot be analyzed, for a reason in a sentence; the others continue.
    NotAnalyzed(String),
    /// Ctrl-C was pressed.
    Cancelled,
    /// Error that ends the command.
    Failed(CliError),
}

/// Creates a progress bar on stderr, visible only on a terminal.
fn make_bar(files: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{prefix} {wide_bar:.cyan/dim} {percent} % ({eta} left)";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new((STEPS * files as f64) as u64).with_style(style)
}
