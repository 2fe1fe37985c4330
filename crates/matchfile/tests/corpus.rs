//! Reads a large corpus of real matches, if it is on this machine.
//!
//! `SHESH_MATCHES=FOLDER cargo test -p sheshbesh-matchfile --test corpus -- --nocapture` reads
//! `FOLDER/raw/*` and compares each game with GNU Backgammon's analysis in `FOLDER/analyzed/*`,
//! `NAME.txt`, `NAME_002.txt` and so on. The position IDs there show the game as GNU Backgammon has
//! read it.

use sheshbesh_matchfile::{Entry, Event, GameRecord, Match, Options, ReplayStep, read};
use sheshbesh_movegen::{Dice, Position, Seat};
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder:?}: {e}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Every roll in GNU Backgammon's analysis, with the position ID of its player.
fn analysed(text: &str) -> Vec<(String, Dice)> {
    let mut rolls = Vec::new();
    let mut dice = None;
    for line in text.lines() {
        if line.starts_with("Move number") {
            dice = line.split_once(" to play ").and_then(|(_, dice)| dice.trim().parse().ok());
        } else if let (Some((_, id)), Some(rolled)) = (line.split_once("Position ID: "), dice) {
            rolls.push((id.trim().to_owned(), rolled));
            dice = None;
        }
    }
    rolls
}

/// Every roll of a game, with the position ID of its player.
fn read_rolls(record: &Match, game: &GameRecord) -> Vec<(String, Dice)> {
    let steps: Vec<ReplayStep<'_>> =
        game.replay(record).unwrap().map(|step| step.expect("it is replayed")).collect();
    let roll = |step: &ReplayStep<'_>| match step.entry {
        Entry { event: Event::Roll(dice) | Event::Play { dice, .. }, .. }
        | Entry { event: Event::IllegalPlay { dice, .. }, .. } => {
            Some((Position::gnu_id(&step.table.position), *dice))
        }
        _ => None,
    };
    steps.iter().filter_map(roll).collect()
}

/// True if the rolls agree. If a player resigns after a roll, the roll is the last one; GNU
/// Backgammon lists it once, twice or not at all.
fn agree(theirs: &[(String, Dice)], ours: &[(String, Dice)]) -> bool {
    match theirs.len().checked_sub(ours.len()) {
        Some(0) => theirs == ours,
        Some(1) => theirs[..ours.len()] == *ours && theirs.last() == ours.last(),
        _ => ours.len() == theirs.len() + 1 && ours[..theirs.len()] == *theirs,
    }
}

/// The result of each game in the text: true if the player on the left wins, and the points. Found
/// without a reader, from the last `Wins` of each game and its column.
fn written_results(text: &str) -> Vec<Option<(bool, u32)>> {
    let mut results = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["Game", number] = words[..]
            && number.parse::<u32>().is_ok()
        {
            results.push(None);
        }
        if let Some((before, after)) = line.rsplit_once("Wins ")
            && let Some(points) = after.split_whitespace().next().and_then(|word| word.parse().ok())
            && let Some(last) = results.last_mut()
        {
            *last = Some((before.chars().count() < MIDDLE, points));
        }
    }
    results
}

/// Text to the left of this column belongs to the left player.
const MIDDLE: usize = 20;

#[test]
fn matches_are_read_as_gnu_backgammon_reads_them() {
    let folder = std::env::var_os("SHESH_MATCHES").map(PathBuf::from);
    let Some(folder) = folder.filter(|folder| folder.join("raw").is_dir()) else {
        eprintln!("SHESH_MATCHES names no folder with raw matches and analyses: skipped");
        return;
    };
    let analyses = files(&folder.join("analyzed")).pop().expect("an analysis");
    let (mut matches, mut games, mut same, mut missing, mut rolls) = (0, 0, 0, 0, 0);
    let (mut warned, mut without_result, mut read_well) = (0, 0, 0);
    let (mut as_written, mut cut_to_length, mut otherwise) = (0, 0, 0);
    for path in files(&folder.join("raw")) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let reading = read(&bytes, &Options::default()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let written = written_results(&String::from_utf8_lossy(&bytes));
        assert_eq!(written.len(), reading.record.games.len(), "{name}");
        for (number, (game, written)) in (1..).zip(reading.record.games.iter().zip(written)) {
            let ours = game.result.map(|result| (result.winner == Some(Seat::Top), result.points));
            let length = u32::from(reading.record.length);
            let cut = |(winner, points): (bool, u32)| (winner, points.min(length));
            if ours == written {
                as_written += 1;
            } else if ours.map(cut) == written {
                // The site gives no more points than the match length.
                cut_to_length += 1;
            } else {
                otherwise += 1;
                let is_told = reading.warnings.iter().any(|warning| warning.game == number);
                assert!(is_told, "{name}: game {number} has another result than is written");
                eprintln!("{name}: game {number} has {ours:?}, and {written:?} is written");
            }
        }
        matches += 1;
        warned += usize::from(!reading.warnings.is_empty());
        for warning in &reading.warnings {
            eprintln!("{name}: {warning}");
        }
        for (number, game) in (1..).zip(&reading.record.games) {
            games += 1;
            if game.result.is_none() {
                without_result += 1;
                eprintln!("{name}: game {number} has no result");
            }
            let suffix = if number == 1 { String::new() } else { format!("_{number:03}") };
            let analysis_path = analyses.join(format!("{name}{suffix}.txt"));
            let Ok(analysis) = std::fs::read(&analysis_path) else {
                missing += 1;
                continue;
            };
            let theirs = analysed(&String::from_utf8_lossy(&analysis));
            let record = read(&analysis, &Options::default()).map(|reading| reading.record);
            let rolls_read = record
                .iter()
                .flat_map(|record| record.games.first().map(|game| read_rolls(record, game)));
            // A game that ended before its first roll has no board, which detection of the format
            // needs.
            if rolls_read.last().map_or(theirs.is_empty(), |rolls| agree(&theirs, &rolls)) {
                read_well += 1;
            } else {
                eprintln!("{analysis_path:?} is read in another way");
            }
            let ours = read_rolls(&reading.record, game);
            rolls += ours.len();
            if agree(&theirs, &ours) {
                same += 1;
            } else {
                let index = theirs.iter().zip(&ours).take_while(|(a, b)| a == b).count();
                eprintln!(
                    "{name}: game {number} differs at roll {}: {:?} here, {:?} there ({} and {} rolls)",
                    index + 1,
                    ours.get(index),
                    theirs.get(index),
                    ours.len(),
                    theirs.len(),
                );
            }
        }
    }
    eprintln!(
        "{matches} matches, {warned} with warnings; {games} games, {without_result} without result; \
         {same} the same, {missing} not analysed, {rolls} rolls"
    );
    eprintln!(
        "{as_written} results as they are written, {cut_to_length} but for points beyond the length \
         of the match, {otherwise} otherwise"
    );
    eprintln!("{read_well} of their texts are read as they stand");
    assert_eq!(same + missing, games, "some games are read in another way");
    assert_eq!(read_well, same, "some texts are read in another way");
}
