//! `shesh analyze`: matches judged, decision by decision.

mod folder;
mod rows;

use crate::{
    crew::crew,
    failure::Failure,
    interrupt::raised_by_ctrl_c,
    judging::{Judging, loss},
    match_file::match_file_unless,
    options::{GameOption, Networks, Weights},
    output::{note, print, print_json},
    save::check_new,
    terminal::one_line,
};
use clap::{Args, ValueEnum};
use folder::Folder;
use indicatif::{ProgressBar, ProgressStyle};
use sheshbesh_analysis::judged::{
    Choice, Document, Judge, JudgedMatch, Layout, NotJudged, Preset, file_hash,
};
use sheshbesh_evaluator::{Stop, cube::MatchEquityTable};
use sheshbesh_movegen::{Game, Scoring, listed};
use sheshbesh_network::Network;
use sheshbesh_record::{Options, Reading, TextEncoding, read_all};
use std::{
    io::IsTerminal,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Steps of the bar for each file.
const STEPS: f64 = 1000.0;

/// So many mistakes of a match are listed where nobody says how many.
const MISTAKES: usize = 10;

/// Nobody asks a page to be short.
const IN_PAGES: usize = usize::MAX;

/// What Ctrl-C is answered.
const STOPPING: &str = "Stopping; press Ctrl-C again to stop at once.";

/// Judges matches: every decision, the luck of every roll, and what they add up to
#[derive(Args)]
#[command(after_help = "\
What the numbers mean is told in docs/analysis.md. Files may be of any format
that `shesh convert` reads.

Examples:
  shesh analyze match.mat                  ratings, luck, the biggest mistakes
  shesh analyze match.xg --preset deep     3-ply, 4-ply where that is not enough
  shesh analyze *.mat --output analyses    a page for each, with boards
  shesh analyze match.mat --json           everything, for programs
  shesh analyze match.mat --markdown
  shesh analyze -                          from a pipe
  shesh analyze *.mat --csv decisions.csv  a row for each decision
  shesh analyze game.mat --money --jacoby=off")]
pub struct Analyze {
    /// Match files; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "NAME",
        default_value_t,
        help = format!("How thoroughly: {}", listed(&Preset::ALL.map(Preset::name)))
    )]
    preset: Preset,
    /// Write everything as JSON
    #[arg(long)]
    json: bool,
    /// Write the report as Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Write a page and a JSON file for each match, and an index, into a folder; what is there
    /// already and has been judged in the same way is not judged again
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Write all decisions into a file of comma-separated values, a row for each
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long, requires = "csv")]
    force: bool,
    /// List mistakes that lose so much or more (EMG)
    #[arg(long, value_name = "LOSS", default_value_t = 0.02, value_parser = loss)]
    errors: f64,
    /// List so many mistakes of a match [default: 10; all in pages]
    #[arg(long, value_name = "N")]
    mistakes: Option<u16>,
    /// Money sessions, whatever length .mat files give: some sites write them as matches
    #[arg(long)]
    money: bool,
    /// Encoding of texts, such as windows-1251 or shift_jis [default: as declared, UTF-8, or a guess]
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,
    /// Gammons count only once the cube has been turned (money) [default: what the file says, or on]
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    jacoby: Option<Switch>,
    /// A double may be beavered (money) [default: what the file says, or on]
    #[arg(long, value_name = "WHETHER", num_args = 0..=1, require_equals = true, default_missing_value = "on")]
    beavers: Option<Switch>,
    #[arg(long, value_name = "NAME", help = "What wins are worth, whatever the file says")]
    scoring: Option<Scoring>,
    /// Rate as another program: xg multiplies losses in matches to 1 point and in Nackgammon
    #[arg(long = "as", value_name = "PROGRAM")]
    counted_as: Option<Program>,
    /// Match equity table in GNU Backgammon's XML format; Kazaross-XG2 by default
    #[arg(long, value_name = "FILE.xml")]
    met: Option<PathBuf>,
    /// Do without the exact tables of the bearoff, and of Hypergammon where it was made
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

/// A rule that holds, or not.
#[derive(Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// A program whose rating has special cases.
#[derive(Clone, Copy, ValueEnum)]
enum Program {
    Xg,
}

/// A match that was read from a file.
struct Input {
    /// The file as it was given, with the number of the match where there are several in it.
    shown: String,
    path: PathBuf,
    bytes: Vec<u8>,
    reading: Reading,
    /// What of the command line cannot be done with it, in a sentence.
    note: Option<String>,
}

impl Analyze {
    pub fn run(&self) -> Result<(), Failure> {
        if !crew().leads() {
            return self.help();
        }
        if let Some(path) = &self.csv {
            check_new(path, self.force)?;
        }
        let stop = raised_by_ctrl_c(Some(STOPPING))?;
        let networks = self.weights.networks()?;
        // One for each network, and one for frames, made for the first match that it judges.
        let mut judges: Vec<((Game, bool), Judge)> = Vec::new();
        let folder = self.output.as_deref().map(Folder::open).transpose()?;
        let bar = bar(self.files.len());
        let (mut judged, mut unread) = (Vec::new(), Vec::new());
        let mut names = folder::Names::default();
        let mut is_cut_short = false;
        let mut matches = 0;
        'files: for (place, path) in self.files.iter().enumerate() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            bar.set_prefix(one_line(&name).into_owned());
            let start = STEPS * place as f64;
            let told = |share: f64| bar.set_position((start + STEPS * share) as u64);
            let inputs: Vec<Result<Input, Stopped>> = match self.inputs(path, &stop) {
                Ok(inputs) => inputs.into_iter().map(Ok).collect(),
                Err(stopped) => vec![Err(stopped)],
            };
            let count = inputs.len();
            matches += count;
            for (number, input) in inputs.into_iter().enumerate() {
                let told = |share: f64| told((number as f64 + share) / count as f64);
                // What is known already asks nobody whether to stop.
                let done = if stop.load(Ordering::Relaxed) {
                    Err(Stopped::Cancelled)
                } else {
                    let stop = || Stop::on(Arc::clone(&stop));
                    input.and_then(|input| {
                        if let Some(sentence) = &input.note {
                            bar.suspend(|| note(sentence));
                        }
                        let judge = self.judge_of(&input, &networks, &mut judges, stop)?;
                        self.one(judge, &input, folder.as_ref(), &mut names, &told)
                    })
                };
                match done {
                    Ok(one) => judged.push(one),
                    Err(Stopped::Unjudged(sentence)) => {
                        names.keep(judged.len());
                        if self.files.len() > 1 || count > 1 {
                            bar.suspend(|| note(&sentence));
                        }
                        unread.push(sentence);
                    }
                    Err(Stopped::Cancelled) => {
                        bar.finish_and_clear();
                        note(&format!("stopped after {place} of {} files", self.files.len()));
                        is_cut_short = true;
                        break 'files;
                    }
                    Err(Stopped::Failed(failure)) => {
                        bar.finish_and_clear();
                        return Err(failure);
                    }
                }
            }
        }
        bar.finish_and_clear();
        if !judged.is_empty() {
            // What is said of the judge is that of the first match.
            let document = Document::new(judges[0].1.judges().clone(), judged);
            if let Some(folder) = &folder
                && !folder.write_index(&document, &names, &self.choice(IN_PAGES))?
            {
                note("index.html in the folder is none of ours, and stays");
            }
            if let Some(path) = &self.csv {
                rows::write(path, &document)?;
            }
            self.tell(&document)?;
        }
        match &unread[..] {
            _ if is_cut_short => Err(Failure::Interrupted),
            [] => Ok(()),
            [only] if matches == 1 => Err(Failure::BadInput(only.clone())),
            some if matches == self.files.len() => Err(Failure::BadInput(format!(
                "{} of {matches} files cannot be judged",
                some.len()
            ))),
            some => Err(Failure::BadInput(format!(
                "{} of {matches} matches cannot be judged",
                some.len()
            ))),
        }
    }

    /// Helps the first rank to judge matches, until it ends.
    fn help(&self) -> Result<(), Failure> {
        let _stays_low = raised_by_ctrl_c(None)?;
        let networks = self.weights.networks()?;
        let mut judges = Vec::new();
        loop {
            let message = crew().agree(Vec::new());
            // The first has read it and knows who judges it.
            let Some(input) = self.told_input(&message) else { continue };
            let judge = self.judge_of(&input, &networks, &mut judges, Stop::default);
            if let Ok(judge) = judge {
                // What it cannot judge the first cannot either.
                let _ = judge.help(crew(), &input.reading.record);
            }
        }
    }

    /// The judge of a match: that of the network which knows its game.
    fn judge_of<'a>(
        &self,
        input: &Input,
        networks: &Networks,
        judges: &'a mut Vec<((Game, bool), Judge)>,
        stop: impl Fn() -> Stop,
    ) -> Result<&'a Judge, Stopped> {
        let record = &input.reading.record;
        let unknown = |failure: Failure| Stopped::Unjudged(format!("{}: {failure}", input.shown));
        // A frame's other games have to be known too.
        for game in &record.games {
            networks.of(game.game(record)).map_err(unknown)?;
        }
        let network = networks.of(record.game).map_err(unknown)?;
        let key = (network.game(), record.frame.is_some());
        let place = match judges.iter().position(|(known, _)| *known == key) {
            Some(place) => place,
            None => {
                let others = if key.1 { networks.but(network) } else { Vec::new() };
                let judge = self.judge(network, &others, stop()).map_err(Stopped::Failed)?;
                judges.push((key, judge));
                judges.len() - 1
            }
        };
        Ok(&judges[place].1)
    }

    fn judge(&self, network: &Network, others: &[&Network], stop: Stop) -> Result<Judge, Failure> {
        let equities = match &self.met {
            None => MatchEquityTable::kazaross_xg2(),
            Some(path) => MatchEquityTable::read(path).map(Arc::new).map_err(Failure::bad_input)?,
        };
        let judging = Judging {
            preset: self.preset,
            equities,
            no_tables: self.no_tables,
            as_xg: self.counted_as.is_some(),
            stop,
        };
        Ok(judging.judge(network, others, &self.weights.name()))
    }

    /// Reads the matches of a file, unless it is stopped or there are none.
    fn inputs(&self, path: &Path, stop: &AtomicBool) -> Result<Vec<Input>, Stopped> {
        let bytes = match_file_unless(stop, path).ok_or(Stopped::Cancelled)?;
        bytes.and_then(|bytes| self.readings(path, &bytes)).map_err(Stopped::Unjudged)
    }

    /// The matches in the bytes of a file.
    fn readings(&self, path: &Path, bytes: &[u8]) -> Result<Vec<Input>, String> {
        let shown = path.display().to_string();
        let options =
            Options { game: self.game.game(), money: self.money, encoding: self.encoding };
        let readings = read_all(bytes, &options).map_err(|error| format!("{shown}: {error}"))?;
        let inputs = readings.into_iter().map(|reading| {
            let shown = reading.name(&shown);
            self.input(shown, path, bytes, reading)
        });
        Ok(inputs.collect())
    }

    /// A match with the rules of the command line.
    fn input(&self, shown: String, path: &Path, bytes: &[u8], mut reading: Reading) -> Input {
        let rules = &mut reading.record.rules;
        if let Some(switch) = self.jacoby {
            rules.jacoby = Some(matches!(switch, Switch::On));
        }
        if let Some(switch) = self.beavers {
            rules.beavers = Some(matches!(switch, Switch::On));
        }
        let record = &mut reading.record;
        let agreed = self.scoring.filter(|&scoring| record.customs.scoring != Some(scoring));
        let uncounted = agreed.filter(|&scoring| !record.count_by(scoring));
        let note = uncounted.map(|scoring| {
            format!(
                "{shown}: decisions are judged by {scoring}; points and scores stay as the file has them"
            )
        });
        Input { shown, path: path.to_owned(), bytes: bytes.to_vec(), reading, note }
    }

    /// A match as the first rank names it to the others: its place in its file, and the file.
    fn told_input(&self, message: &[u8]) -> Option<Input> {
        let (place, bytes) = message.split_at_checked(size_of::<u64>())?;
        let place = u64::from_le_bytes(place.try_into().ok()?);
        let inputs = self.readings(Path::new(""), bytes).ok()?;
        inputs.into_iter().nth(usize::try_from(place).ok()?)
    }

    /// Judges a match, unless a folder has it already.
    fn one(
        &self,
        judge: &Judge,
        input: &Input,
        folder: Option<&Folder>,
        names: &mut folder::Names,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<JudgedMatch, Stopped> {
        let stopped = |error: NotJudged| match error {
            NotJudged::Stopped(_) => Stopped::Cancelled,
            NotJudged::CannotJudge(_) => Stopped::Unjudged(format!("{}: {error}", input.shown)),
        };
        let asked = folder::Asked {
            file: &input.shown,
            settings: &judge.judges().settings_hash,
            contents: &file_hash(&input.bytes, &input.reading),
        };
        let place = folder.map(|folder| folder.place(&input.path, &asked, names));
        if let Some(place) = &place
            && let Some(known) = &place.known
        {
            let mut judged = known.clone();
            // This run may show more mistakes than the last.
            if judge.explain(&mut judged, &self.choice(IN_PAGES)).map_err(stopped)? {
                self.write_document(place, judge, &judged)?;
            }
            self.write_page(place, judge, &judged)?;
            return Ok(judged);
        }
        let in_file = input.reading.number.map_or(0, |number| number as u64 - 1);
        crew().agree([&in_file.to_le_bytes()[..], &input.bytes].concat());
        let mut judged = judge
            .judge_among(crew(), &input.shown, &input.bytes, &input.reading, progress)
            .map_err(stopped)?;
        let shown = if place.is_some() { IN_PAGES } else { MISTAKES };
        judge.explain(&mut judged, &self.choice(shown)).map_err(stopped)?;
        if let Some(place) = place {
            self.write_document(&place, judge, &judged)?;
            self.write_page(&place, judge, &judged)?;
        }
        Ok(judged)
    }

    fn write_document(
        &self,
        place: &folder::Place,
        judge: &Judge,
        judged: &JudgedMatch,
    ) -> Result<(), Stopped> {
        let document = Document::new(judge.judges().clone(), vec![judged.clone()]);
        place.write(&document).map_err(Stopped::Failed)
    }

    /// Writes a match's page anew: which mistakes it shows is chosen by each run.
    fn write_page(
        &self,
        place: &folder::Place,
        judge: &Judge,
        judged: &JudgedMatch,
    ) -> Result<(), Stopped> {
        let choice = self.choice(IN_PAGES);
        place.write_page(judged, judge.judges(), &choice).map_err(Stopped::Failed)
    }

    /// Which mistakes are shown: so many where the command line does not say how many.
    fn choice(&self, most: usize) -> Choice {
        Choice { errors: self.errors, most: self.mistakes.map_or(most, usize::from) }
    }

    /// Writes what was found out to the terminal.
    fn tell(&self, document: &Document) -> Result<(), Failure> {
        if self.json {
            return print_json(document);
        }
        let choice = self.choice(MISTAKES);
        let layout = if self.markdown { Layout::Markdown } else { Layout::Terminal };
        // A folder has every match; the terminal gets what they add up to.
        if self.output.is_some() {
            print(&document.overview(layout))
        } else {
            print(&document.report(layout, &choice))
        }
    }
}

/// Why there is no verdict on a match.
enum Stopped {
    /// Nothing can be judged in this file, for a reason in a sentence; the others go on.
    Unjudged(String),
    /// Somebody pressed Ctrl-C.
    Cancelled,
    /// Something went wrong.
    Failed(Failure),
}

/// A bar on stderr, shown only where that is a terminal.
fn bar(files: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{prefix} {wide_bar:.cyan/dim} {percent} % ({eta} left)";
    let style = ProgressStyle::with_template(template).expect("the template is a constant");
    ProgressBar::new((STEPS * files as f64) as u64).with_style(style)
}
