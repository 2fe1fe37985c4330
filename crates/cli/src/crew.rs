//! Those among whom work is handed out: the threads of this process, or many processes that a launcher
//! of MPI has started.

use crate::failure::Failure;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    crew::{Crew, Threads},
};
use sheshbesh_movegen::{
    Game, Plays,
    random::{game_rng, roll},
};
use sheshbesh_network::file::fingerprint;
use sheshbesh_ranks::{Post, Ranks, launched};
use std::{
    ffi::OsString,
    path::Path,
    sync::{Mutex, OnceLock, PoisonError},
};

static CREW: OnceLock<Ranks> = OnceLock::new();
/// The post of ranks that have not met yet.
static POST: Mutex<Option<Post>> = Mutex::new(None);

/// Those among whom work is handed out.
pub fn crew() -> &'static dyn Crew {
    match CREW.get() {
        Some(ranks) => ranks,
        None => &Threads,
    }
}

/// Whether this process writes and asks: one of several ranks does.
pub fn leads() -> bool {
    static LEADS: OnceLock<bool> = OnceLock::new();
    *LEADS.get_or_init(|| launched().is_none_or(|place| place.rank == 0))
}

/// Joins the other ranks, if this process was started as one of several.
pub fn join() -> Result<(), Failure> {
    let Some(place) = launched() else { return Ok(()) };
    let post = post(place.ranks)?;
    *POST.lock().unwrap_or_else(PoisonError::into_inner) = post;
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

/// Which files that the command line names have to be the same for all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// Those that are values of these options.
    Of(&'static [&'static str]),
    /// All.
    All,
}

/// Waits for the other ranks, if there are some, and sees to it that they are like this one.
pub fn meet(files: Files) -> Result<(), Failure> {
    let Some(post) = POST.lock().unwrap_or_else(PoisonError::into_inner).take() else {
        return Ok(());
    };
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let likeness = format!("{}{}", program(), files_named(&arguments, files));
    let ranks = Ranks::meet(post, &likeness).map_err(Failure::bad_input)?;
    if CREW.set(ranks).is_err() {
        unreachable!("a process has one post");
    }
    Ok(())
}

/// Ends this rank after the first; that one goes on and ends with the code of what it did.
pub fn end() {
    if let Some(post) = POST.lock().unwrap_or_else(PoisonError::into_inner).take() {
        post.close();
    }
    if let Some(crew) = CREW.get() {
        crew.end();
    }
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

/// The files among the arguments, with what is in them. Players have a number of plies after a colon.
fn files_named(arguments: &[OsString], files: Files) -> String {
    let mut named = String::new();
    let mut before = "";
    for argument in arguments.iter().filter_map(|argument| argument.to_str()) {
        let (option, value) = match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, value),
            _ => (before, argument),
        };
        let is_for_all = match files {
            Files::All => true,
            Files::Of(options) => options.contains(&option),
        };
        let without_plies = value.rsplit_once(':').map_or(value, |(file, _)| file);
        let found = [value, without_plies].into_iter().find(|path| Path::new(path).is_file());
        if let Some(bytes) = found.filter(|_| is_for_all).and_then(|path| std::fs::read(path).ok())
        {
            named += &format!(", {value} {}", fingerprint(&bytes));
        }
        before = argument;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_where_they_count() {
        let arguments =
            |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
        let named = |text: &str, files: Files| files_named(&arguments(text), files);
        let hash = fingerprint(&std::fs::read("Cargo.toml").unwrap());
        let duel = "duel Cargo.toml:2 shesh --games 10";
        assert_eq!(named(duel, Files::All), format!(", Cargo.toml:2 {hash}"));
        let weights = Files::Of(&["--weights"]);
        assert_eq!(named("analyze Cargo.toml", weights), "");
        let expected = format!(", Cargo.toml {hash}");
        assert_eq!(named("analyze a.mat --weights Cargo.toml", weights), expected);
        assert_eq!(named("analyze a.mat --weights=Cargo.toml", weights), expected);
        assert_eq!(judging(), judging());
    }

    #[test]
    fn who_was_started_alone_works_with_threads() {
        assert!(leads() && crew().ranks() == 1);
        meet(Files::All).unwrap();
        end();
    }
}
