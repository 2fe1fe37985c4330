//! Folder of bearoff tables in the user's cache. Tables are computed once and kept there.

use super::{BearoffGame, OneSided, TwoSided};
use sheshbesh_network::file::{FileError, io_error};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Default number of checkers of the one-sided table: all of them.
pub const ONE_SIDED_CHECKERS: u8 = sheshbesh_movegen::Game::Backgammon.checkers();
/// Default number of checkers a side of the two-sided table.
pub const TWO_SIDED_CHECKERS: u8 = 6;
/// Maximum number of checkers a side of a two-sided table. That table takes 2.5 GB, and each
/// further checker at least doubles it.
pub const MOST_TWO_SIDED_CHECKERS: u8 = 11;

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// A table that the folder contains or may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableId {
    /// Table of one side of a game with up to this number of checkers.
    OneSided(BearoffGame, u8),
    /// Table of two sides of a game with up to this number of checkers each.
    TwoSided(BearoffGame, u8),
}

impl TableId {
    /// Number of positions to compute.
    pub fn work(self) -> u64 {
        match self {
            Self::OneSided(_, checkers) => OneSided::work(checkers),
            Self::TwoSided(_, checkers) => TwoSided::work(checkers),
        }
    }

    fn file_name(self) -> String {
        match self {
            Self::OneSided(game, checkers) => {
                format!("{}one-sided-{checkers}.bearoff", game.file_label())
            }
            Self::TwoSided(game, checkers) => {
                format!("{}two-sided-{checkers}.bearoff", game.file_label())
            }
        }
    }

    fn of_file_name(name: &str) -> Option<Self> {
        let (kind, checkers) = name.strip_suffix(".bearoff")?.rsplit_once('-')?;
        let checkers = checkers.parse().ok()?;
        let game_of = |kind_of: &str| {
            let label = kind.strip_suffix(kind_of)?;
            BearoffGame::ALL.into_iter().find(|game| game.file_label() == label)
        };
        if let Some(game) = game_of("one-sided") {
            return (checkers <= ONE_SIDED_CHECKERS).then_some(Self::OneSided(game, checkers));
        }
        let game = game_of("two-sided").filter(|game| game.has_two_sided())?;
        (checkers <= MOST_TWO_SIDED_CHECKERS).then_some(Self::TwoSided(game, checkers))
    }
}

impl Cache {
    /// Refers to a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// `sheshbesh` in the user's cache folder (`XDG_CACHE_HOME`, by default `~/.cache`, on Linux);
    /// `None` if the user has no such folder.
    #[cfg(feature = "files")]
    pub fn of_user() -> Option<Self> {
        Some(Self::new(dirs::cache_dir()?.join("sheshbesh")))
    }

    /// Always `None`: without the feature `files` the user's cache folder is not looked up.
    #[cfg(not(feature = "files"))]
    pub fn of_user() -> Option<Self> {
        None
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Path of a table, whether it exists or not.
    pub fn path(&self, table: TableId) -> PathBuf {
        self.folder.join(table.file_name())
    }

    /// Lists the tables in the folder, damaged ones included, in the order of their names.
    pub fn list(&self) -> Vec<TableId> {
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = names.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.sort();
        names.iter().filter_map(|name| TableId::of_file_name(name)).collect()
    }

    /// Reads the one-sided table. If it is missing or damaged, computes and writes it first.
    ///
    /// `done` is called with the number of positions computed since its last call. Two programs
    /// that compute the table at the same time get the same table, and each puts a complete file in
    /// place.
    ///
    /// # Errors
    /// The result is an error if the table can neither be read nor written; the table itself is
    /// returned anyway.
    pub fn one_sided(
        &self,
        game: BearoffGame,
        checkers: u8,
        done: &(dyn Fn(u64) + Sync),
    ) -> (OneSided, Result<(), FileError>) {
        let path = self.path(TableId::OneSided(game, checkers));
        if let Ok(table) = OneSided::read(game, checkers, &path) {
            return (table, Ok(()));
        }
        let table = OneSided::make(game, checkers, done);
        let written = self.create().and_then(|()| table.write(&path));
        (table, written)
    }

    /// Same as [`Cache::one_sided`], for the two-sided table.
    ///
    /// # Errors
    /// Same as [`Cache::one_sided`].
    pub fn two_sided(
        &self,
        game: BearoffGame,
        checkers: u8,
        done: &(dyn Fn(u64) + Sync),
    ) -> (TwoSided, Result<(), FileError>) {
        let path = self.path(TableId::TwoSided(game, checkers));
        if let Ok(table) = TwoSided::read(game, checkers, &path) {
            return (table, Ok(()));
        }
        let table = TwoSided::make(game, checkers, done);
        let written = self.create().and_then(|()| table.write(&path));
        (table, written)
    }

    fn create(&self) -> Result<(), FileError> {
        fs::create_dir_all(&self.folder).map_err(io_error("create", &self.folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::bearoff::Home;
    use std::sync::atomic::{AtomicU64, Ordering};

    const BACKGAMMON: BearoffGame = BearoffGame::Backgammon;

    #[test]
    fn tables_are_made_once_and_again_when_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("new/folder"));
        assert!(cache.list().is_empty());
        let made = AtomicU64::new(0);
        let count = |positions| {
            made.fetch_add(positions, Ordering::Relaxed);
        };
        let home = Home::new([1, 0, 0, 0, 1, 0]);
        let expected = TwoSided::make(BACKGAMMON, 2, &|_| {}).equities(home, home);
        let load = || {
            made.store(0, Ordering::Relaxed);
            let (table, written) = cache.two_sided(BACKGAMMON, 2, &count);
            written.unwrap();
            assert_eq!(table.equities(home, home), expected);
            made.load(Ordering::Relaxed)
        };
        assert_eq!(load(), TableId::TwoSided(BACKGAMMON, 2).work());
        assert_eq!(load(), 0, "the second time it is read");
        assert_eq!(cache.list(), [TableId::TwoSided(BACKGAMMON, 2)]);
        let path = cache.path(TableId::TwoSided(BACKGAMMON, 2));
        let whole = fs::read(&path).unwrap();
        for index in [0, 8, 12, 20, 24, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[index] ^= 4;
            fs::write(&path, damaged).unwrap();
            assert!(load() > 0, "byte {index}");
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        fs::write(&path, &whole[..100]).unwrap();
        assert!(load() > 0);
        // Another size is another file, and a file under a wrong name is detected.
        fs::copy(&path, cache.path(TableId::TwoSided(BACKGAMMON, 1))).unwrap();
        assert!(
            TwoSided::read(BACKGAMMON, 1, &cache.path(TableId::TwoSided(BACKGAMMON, 1))).is_err()
        );
    }

    #[test]
    fn one_sided_tables_survive_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let (made, written) = cache.one_sided(BACKGAMMON, 3, &|_| {});
        written.unwrap();
        let (read, _) = cache.one_sided(BACKGAMMON, 3, &|_| panic!("it is there"));
        for index in 0..crate::exact::bearoff::index::positions(4) {
            let home = Home::at(index);
            assert_eq!(made.rolls(home), read.rolls(home));
            assert_eq!(made.rolls_to_first(home), read.rolls_to_first(home));
            assert_eq!(made.rolls(home).is_some(), home.total() <= 3);
            assert_eq!(made.rolls_to_first(home).is_some(), home.total() == 3);
        }
    }

    #[test]
    fn each_game_has_its_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let mut written = Vec::new();
        for game in BearoffGame::ALL {
            cache.one_sided(game, 2, &|_| {}).1.unwrap();
            written.push(TableId::OneSided(game, 2));
            if game.has_two_sided() {
                cache.two_sided(game, 1, &|_| {}).1.unwrap();
                written.push(TableId::TwoSided(game, 1));
            }
        }
        let listed = cache.list();
        assert!(listed.len() == written.len() && written.iter().all(|id| listed.contains(id)));
        let home = Home::new([0, 0, 0, 0, 1, 1]);
        for game in BearoffGame::ALL {
            let (read, _) = cache.one_sided(game, 2, &|_| panic!("it is there"));
            assert_eq!(read.rolls(home), OneSided::make(game, 2, &|_| {}).rolls(home));
            for other in BearoffGame::ALL.into_iter().filter(|other| *other != game) {
                let path = cache.path(TableId::OneSided(other, 2));
                assert!(OneSided::read(game, 2, &path).is_err(), "{game:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_reason_to_have_no_table() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "not a folder").unwrap();
        let (table, written) = Cache::new(&file).two_sided(BACKGAMMON, 1, &|_| {});
        assert!(written.is_err());
        assert_eq!(table.checkers(), 1);
    }

    /// A mapped file would end the program with SIGBUS.
    #[test]
    fn a_table_in_use_survives_whatever_happens_to_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let made = cache.two_sided(BACKGAMMON, 2, &|_| {}).0;
        let (one_sided, _) = cache.one_sided(BACKGAMMON, 2, &|_| {});
        let (table, _) = cache.two_sided(BACKGAMMON, 2, &|_| panic!("it is there"));
        for name in [TableId::TwoSided(BACKGAMMON, 2), TableId::OneSided(BACKGAMMON, 2)] {
            fs::File::options().write(true).open(cache.path(name)).unwrap().set_len(10).unwrap();
        }
        for own in (1..crate::exact::bearoff::index::positions(2)).map(Home::at) {
            assert!(one_sided.rolls(own).is_some());
            for opponent in (1..crate::exact::bearoff::index::positions(2)).map(Home::at) {
                assert_eq!(table.equities(own, opponent), made.equities(own, opponent));
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_neither_waited_for_nor_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let pipe = cache.path(TableId::TwoSided(BACKGAMMON, 1));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        fs::create_dir(cache.path(TableId::OneSided(BACKGAMMON, 1))).unwrap();
        let (two_sided, first) = cache.two_sided(BACKGAMMON, 1, &|_| {});
        let (one_sided, second) = cache.one_sided(BACKGAMMON, 1, &|_| {});
        assert_eq!((two_sided.checkers(), one_sided.checkers()), (1, 1));
        for written in [first, second] {
            let error = written.unwrap_err().to_string();
            assert!(error.ends_with("not a regular file"), "{error}");
        }
        assert!(!fs::metadata(&pipe).unwrap().is_file());
    }
}
