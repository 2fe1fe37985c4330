//! `shesh bearoff`: exact bearoff tables.

use crate::{
    args::{CacheFolder, GameOption},
    error::CliError,
    terminal::{note, print, print_json, progress, show_path},
};
use clap::{Args, Subcommand};
use sheshbesh_analysis::{
    EngineId,
    board::{self, Names},
    numbers::thousands,
};
use sheshbesh_api::answers::{BearoffAnswer, ExactEquities, Head};
use sheshbesh_evaluator::bearoff::{
    BearoffGame, Cache, Home, MOST_TWO_SIDED_CHECKERS, ONE_SIDED_CHECKERS, OneSided,
    TWO_SIDED_CHECKERS, TableId, TwoSided,
};
use sheshbesh_movegen::Game;
use sheshbesh_network::file::FileError;

/// Make, list, check and query exact bearoff tables
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh bearoff make                        default tables, in seconds
  shesh bearoff make --two-sided 8          more checkers, for query; 144 MB
  shesh bearoff make --game irish           a game with tables of its own
  shesh bearoff list
  shesh bearoff check
  shesh bearoff query AQAAhAAAAAAAAA        exact equities and cube actions

The tables are in the user's cache folder and are built on first use. The
one-sided table has the distribution of rolls that a side needs to bear off.
The two-sided table has exact equities, cubeless and for each cube owner. Old
English, misere, Irish and early have tables of their own, early no two-sided
one; games that end as backgammon does share its tables.")]
pub struct Bearoff {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    tables: CacheFolder,
}

#[derive(Subcommand)]
enum Action {
    /// Make missing or damaged tables
    Make {
        /// Maximum number of checkers in the one-sided table
        #[arg(long, value_name = "N", default_value_t = ONE_SIDED_CHECKERS, value_parser = clap::value_parser!(u8).range(1..=i64::from(ONE_SIDED_CHECKERS)))]
        one_sided: u8,
        #[arg(
            long,
            value_name = "N",
            value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_TWO_SIDED_CHECKERS)),
            help = format!(
                "Maximum number of checkers per side in the two-sided table; only query uses more \
                 than the default [default: {TWO_SIDED_CHECKERS}]"
            )
        )]
        two_sided: Option<u8>,
        #[command(flatten)]
        game: GameOption,
    },
    /// List the existing tables
    List,
    /// Verify the checksum of every table
    Check,
    /// Look a position up in the tables
    Query {
        /// GNU Backgammon ID, XGID, OGID or FIBS board line
        position: String,
        /// Write the answer as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        game: GameOption,
    },
}

impl Bearoff {
    pub fn run(&self) -> Result<(), CliError> {
        let cache = self.tables.cache()?;
        match &self.action {
            Action::Make { one_sided, two_sided, game } => {
                make(&cache, game.game(), *one_sided, *two_sided)
            }
            Action::List => list(&cache),
            Action::Check => check(&cache),
            Action::Query { position, json, game } => query(&cache, position, *json, game),
        }
    }
}

/// Returns the bearoff of a game, or an error if there are no tables for it.
fn bearoff_of(game: Game) -> Result<BearoffGame, CliError> {
    // In games with fewer checkers, a side that has borne off none may still lose a gammon, which
    // is not in the tables.
    let has_all_checkers = game.checkers() == Game::Backgammon.checkers();
    let bearoff = BearoffGame::of(game).filter(|_| has_all_checkers);
    bearoff.ok_or_else(|| CliError::BadInput(format!("no bearoff table for {game}")))
}

/// Makes the tables of a game, and lists all tables.
fn make(cache: &Cache, game: Game, one_sided: u8, two_sided: Option<u8>) -> Result<(), CliError> {
    let bearoff = bearoff_of(game)?;
    if two_sided.is_some() && !bearoff.has_two_sided() {
        return Err(CliError::BadInput(format!(
            "there is no two-sided table of {game}: leave out --two-sided"
        )));
    }
    if bearoff == BearoffGame::Backgammon && game != Game::Backgammon {
        note(&format!("{game} shares the bearoff tables of backgammon"));
    }
    make_one_sided(cache, bearoff, one_sided).1.map_err(CliError::failed)?;
    if bearoff.has_two_sided() {
        let checkers = two_sided.unwrap_or(TWO_SIDED_CHECKERS);
        make_two_sided(cache, bearoff, checkers).1.map_err(CliError::failed)?;
    }
    list(cache)
}

fn make_one_sided(
    cache: &Cache,
    game: BearoffGame,
    checkers: u8,
) -> (OneSided, Result<(), FileError>) {
    let work = TableId::OneSided(game, checkers).work();
    let bar = progress(work, "positions").with_prefix("one-sided");
    let made = cache.one_sided(game, checkers, &|count| bar.inc(count));
    bar.finish_and_clear();
    made
}

fn make_two_sided(
    cache: &Cache,
    game: BearoffGame,
    checkers: u8,
) -> (TwoSided, Result<(), FileError>) {
    let work = TableId::TwoSided(game, checkers).work();
    let bar = progress(work, "positions").with_prefix("two-sided");
    let made = cache.two_sided(game, checkers, &|count| bar.inc(count));
    bar.finish_and_clear();
    made
}

fn describe(table: TableId) -> String {
    let (game, sides) = match table {
        TableId::OneSided(game, checkers) => {
            (game, format!("one-sided, up to {checkers} checkers"))
        }
        TableId::TwoSided(game, checkers) => {
            (game, format!("two-sided, up to {checkers} checkers a side"))
        }
    };
    match game {
        BearoffGame::Backgammon => sides,
        _ => format!("{} {sides}", game.game()),
    }
}

fn list(cache: &Cache) -> Result<(), CliError> {
    let tables = cache.list();
    let folder = show_path(cache.folder());
    if tables.is_empty() {
        return print(&format!("No tables in {folder}; make them with: shesh bearoff make\n"));
    }
    let mut text = format!("Tables in {folder}:\n");
    for table in tables {
        let bytes = std::fs::metadata(cache.path(table)).map_or(0, |file| file.len());
        text.push_str(&format!("  {:40} {:>15} bytes\n", describe(table), thousands(bytes)));
    }
    print(&text)
}

fn check(cache: &Cache) -> Result<(), CliError> {
    let tables = cache.list();
    if tables.is_empty() {
        return list(cache);
    }
    let mut damaged = Vec::new();
    for table in tables {
        let path = cache.path(table);
        let read = match table {
            TableId::OneSided(game, checkers) => OneSided::read(game, checkers, &path).err(),
            TableId::TwoSided(game, checkers) => TwoSided::read(game, checkers, &path).err(),
        };
        let verdict = if read.is_none() { "intact" } else { "damaged" };
        print(&format!("  {:40} {verdict}\n", describe(table)))?;
        damaged.extend(read);
    }
    match damaged.into_iter().next() {
        None => Ok(()),
        Some(error) => {
            Err(CliError::Failed(format!("{error}; remake it with: shesh bearoff make")))
        }
    }
}

fn query(cache: &Cache, text: &str, json: bool, game: &GameOption) -> Result<(), CliError> {
    let situation = game.read(text)?;
    let bearoff = bearoff_of(situation.game)?;
    let position = situation.position;
    let (Some(own), Some(opponent)) = (Home::of(position.own()), Home::of(position.opponent()))
    else {
        let message = "bearoff tables need positions with all checkers of both sides home";
        return Err(CliError::BadInput(message.to_owned()));
    };
    if situation.game.end(&position, None).is_some() {
        return Err(CliError::BadInput("the game is over: there is nothing to look up".to_owned()));
    }
    let (one_sided, written) = make_one_sided(cache, bearoff, ONE_SIDED_CHECKERS);
    note_unsaved(written)?;
    // An existing larger table also serves.
    let needed = own.total().max(opponent.total());
    let known = cache.list().into_iter().filter_map(|table| match table {
        TableId::TwoSided(game, checkers) if game == bearoff && checkers >= needed => {
            Some(checkers)
        }
        _ => None,
    });
    let checkers = known.min().or((needed <= TWO_SIDED_CHECKERS).then_some(TWO_SIDED_CHECKERS));
    let two_sided = match checkers.filter(|_| bearoff.has_two_sided()) {
        None => None,
        Some(checkers) => {
            let (table, written) = make_two_sided(cache, bearoff, checkers);
            note_unsaved(written)?;
            Some(table)
        }
    };
    let unknown = || CliError::Failed("the position is not in the table".to_owned());
    let rolls =
        [one_sided.rolls(own).ok_or_else(unknown)?, one_sided.rolls(opponent).ok_or_else(unknown)?];
    let exact = two_sided
        .and_then(|table| Some((table.equities(own, opponent)?, table.decisions(own, opponent)?)));
    let answer = BearoffAnswer {
        head: Head::new(EngineId::program(), &situation),
        mean_rolls: rolls.each_ref().map(|rolls| rolls.mean()),
        win_if_alone: match bearoff {
            // The first to bear off everything loses.
            BearoffGame::Misere => 1.0 - rolls[0].wins_against(&rolls[1]),
            _ => rolls[0].wins_against(&rolls[1]),
        },
        exact: exact.map(|(equities, decisions)| {
            if situation.game.has_cube() {
                ExactEquities::new(equities, &decisions)
            } else {
                ExactEquities::cubeless(equities)
            }
        }),
    };
    if json {
        return print_json(&answer);
    }
    let board = board::draw(situation.game, &position, Names::ROLES);
    print(&format!("{board}\n{}", answer.words()))
}

/// Prints a note if a table could not be saved; the table is used anyway.
fn note_unsaved(written: Result<(), FileError>) -> Result<(), CliError> {
    if let Err(error) = written {
        note(&format!("cannot save the bearoff table: {error}"));
    }
    Ok(())
}
