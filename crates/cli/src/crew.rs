//! Those among whom work is handed out: the threads of this process, or many processes that a launcher
//! of MPI has started.

use crate::{
    failure::Failure,
    terminal::{complain, one_line},
};
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Cache,
    crew::{Crew, Threads},
    hypergammon::Files,
};
use sheshbesh_movegen::{
    Game, Plays,
    random::{game_rng, roll},
};
use sheshbesh_network::file::{file_fingerprint, fingerprint};
use sheshbesh_ranks::{Post, Ranks, launched};
use std::{
    path::Path,
    process::{self, ExitCode},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

static CREW: OnceLock<Ranks> = OnceLock::new();
/// Whether this process is a rank that follows another.
static FOLLOWS: AtomicBool = AtomicBool::new(false);

/// Those among whom work is handed out.
pub fn crew() -> &'static dyn Crew {
    match CREW.get() {
        Some(ranks) => ranks,
        None => &Threads,
    }
}

/// Whether this process writes and asks: of several ranks one does.
pub fn leads() -> bool {
    !FOLLOWS.load(Ordering::Relaxed)
}

/// What ranks have to have in common beside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Nothing: the first tells the others all that they need.
    Program,
    /// What the command line says, and the files that are values of these options.
    Options(&'static [&'static str]),
    /// What it says, and all files that it names.
    Files,
}

/// Joins the other ranks, if this process was started as one of several, waits for them, and sees to
/// it that they are like this one. What all of them have to be able to do comes before.
pub fn join(likeness: Likeness) -> Result<(), Failure> {
    let Some(place) = launched() else { return Ok(()) };
    let Some(post) = post(place.ranks)? else { return Ok(()) };
    FOLLOWS.store(post.place().rank > 0, Ordering::Relaxed);
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let alike = format!("{}{}", program(), said(&arguments, likeness));
    let ranks = Ranks::meet(post, &alike).map_err(Failure::bad_input)?;
    if CREW.set(ranks).is_err() {
        unreachable!("a process joins once");
    }
    Ok(())
}

#[cfg(feature = "mpi")]
fn post(_ranks: usize) -> Result<Option<Post>, Failure> {
    sheshbesh_ranks::join().map(Some).map_err(Failure::failed)
}

#[cfg(not(feature = "mpi"))]
fn post(ranks: usize) -> Result<Option<Post>, Failure> {
    match ranks {
        0 | 1 => Ok(None),
        _ => Err(Failure::BadInput(format!(
            "{ranks} of this program were started together, and it was built without MPI: build it \
             with --features mpi"
        ))),
    }
}

/// How long a rank that cannot go on waits for the first to say the same.
const FIRST_SPEAKS: Duration = Duration::from_secs(2);

/// Before ranks that fail alike have joined, the first of them says why, and the launcher ends them all;
/// one that fails alone has its say a little later.
pub fn let_the_first_speak() {
    if launched().is_some_and(|place| place.rank > 0) && CREW.get().is_none() {
        thread::sleep(FIRST_SPEAKS);
    }
}

/// Ends all ranks when the first ends; that one goes on and ends with the code of what it did. Another
/// that cannot go on without it says so if the first does not end soon, and ends them all.
pub fn end(done: Result<(), Failure>) -> ExitCode {
    let Some(crew) = CREW.get() else {
        return done.map_or_else(Failure::report, |()| ExitCode::SUCCESS);
    };
    if let (false, Err(failure)) = (leads(), &done) {
        let failure = failure.to_string();
        let said = format!("error: rank {}: {}\n", crew.rank(), one_line(&failure));
        thread::spawn(move || {
            thread::sleep(FIRST_SPEAKS);
            complain(&said);
            // Without a farewell: the launcher takes it for a loss.
            process::exit(1);
        });
    }
    let code = match leads() {
        true => done.map_or_else(Failure::report, |()| ExitCode::SUCCESS),
        false => ExitCode::SUCCESS,
    };
    crew.end();
    code
}

/// The program, and what its network makes of some positions here.
fn program() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("SHESH_COMMIT"));
    format!("shesh {version} {commit}, judging {}", judging())
}

/// Positions of random games, judged here.
const JUDGED_GAMES: u64 = 20;

fn judging() -> String {
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let (game, mut bytes) = (Game::Backgammon, Vec::new());
    let mut plays = Plays::new(game);
    for number in 0..JUDGED_GAMES {
        let mut rng = game_rng(0, number);
        let mut position = game.start();
        while game.end(&position, None).is_none() {
            let outcomes = evaluator.evaluate(&position, Depth::ONE).outcomes;
            bytes.extend(outcomes.0.iter().flat_map(|number| number.to_le_bytes()));
            let results = plays.generate_or_pass(&position, roll(&mut rng));
            position = results[bytes.len() % results.len()];
        }
    }
    fingerprint(&bytes)
}

/// Options whose files the first rank writes; what is in them before does not matter.
const WRITTEN: &[&str] = &["--save"];

/// What the arguments say that has to be the same for all ranks, with what is in the files among them.
/// Each may have as many threads as it likes. Players have a number of plies after a colon.
fn said(arguments: &[String], likeness: Likeness) -> String {
    let mut said = String::new();
    let mut before = "";
    for argument in arguments {
        let (option, value) = match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, value),
            _ => (before, argument.as_str()),
        };
        before = argument;
        let files_are_for_all = match likeness {
            Likeness::Program => return said,
            Likeness::Options(options) => options.contains(&option),
            Likeness::Files => !WRITTEN.contains(&option),
        };
        if option == "--threads" || argument == "--threads" {
            continue;
        }
        said += &format!(" {argument}");
        let without_plies = value.rsplit_once(':').map_or(value, |(file, _)| file);
        let found = [value, without_plies].into_iter().find(|path| Path::new(path).is_file());
        let found = found.filter(|_| files_are_for_all).map(Path::new);
        if let Some(fingerprint) = found.and_then(|path| file_fingerprint(path).ok()) {
            said += &format!(" ({fingerprint})");
        }
    }
    let tables = Cache::of_user().map(|cache| Files::new(cache.folder()).list());
    if tables.is_some_and(|tables| !tables.is_empty()) {
        said += ", with hypergammon's table";
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_to_be_the_same_is_said() {
        let said = |text: &str, likeness: Likeness| {
            let arguments: Vec<String> = text.split_whitespace().map(String::from).collect();
            said(&arguments, likeness).replace(", with hypergammon's table", "")
        };
        let hash = fingerprint(&std::fs::read("Cargo.toml").unwrap());
        let duel = "duel Cargo.toml:2 shesh --threads 3 --games 10";
        let expected = format!(" duel Cargo.toml:2 ({hash}) shesh --games 10");
        assert_eq!(said(duel, Likeness::Files), expected);
        assert_eq!(said(duel, Likeness::Program), "");
        let weights = Likeness::Options(&["--weights"]);
        let saves = "duel shesh pubeval --save Cargo.toml --force";
        assert_eq!(said(saves, Likeness::Files), format!(" {saves}"));
        assert_eq!(said("analyze Cargo.toml --threads=2", weights), " analyze Cargo.toml");
        for joint in [" ", "="] {
            let analyze = format!("analyze a.mat --weights{joint}Cargo.toml");
            assert_eq!(said(&analyze, weights), format!(" {analyze} ({hash})"));
        }
        assert_eq!(judging(), judging());
    }

    #[test]
    fn who_was_started_alone_works_with_threads() {
        join(Likeness::Files).unwrap();
        assert!(leads() && crew().ranks() == 1);
        assert_eq!(end(Ok(())), ExitCode::SUCCESS);
    }
}
