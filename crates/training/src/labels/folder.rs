//! Label folder: recipe, network and shards.

use super::{
    LabelError, LabelRecipe, RECIPE,
    shard::{self, Header},
};
use crate::data::{
    Sample,
    self_play::{self, Games},
    to_records,
};
use sheshbesh_evaluator::{Evaluator, bearoff::Tables};
use sheshbesh_network::{
    Network,
    file::{FileError, file_fingerprint, fingerprint, io_error, write_own},
    input::{limit, read_to_string},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// File name of the network.
const NETWORK: &str = "teacher.weights";
/// Extension of shard files.
const EXTENSION: &str = "labels";

/// A folder of labelled positions: a recipe, the network that plays and evaluates, and shards.
///
/// ```
/// use sheshbesh_training::{LabelFolder, LabelRecipe};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path();
/// let recipe = LabelRecipe { shard_games: 2, ..LabelRecipe::shipped("returns").unwrap() };
/// let labels = LabelFolder::begin(path, &recipe, sheshbesh_weights::shipped())?;
/// let count = labels.maker()?.make(0)?;
/// assert_eq!(labels.shards()?.numbers, [0]);
/// assert_eq!(labels.read(0)?.len() as u64, count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LabelFolder {
    path: PathBuf,
    recipe: LabelRecipe,
    /// Fingerprint of the network file.
    network: String,
}

/// The shards of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards {
    /// Shard numbers, ascending.
    pub numbers: Vec<u32>,
    /// Labels in all shards.
    pub labels: u64,
    /// Total file size in bytes.
    pub bytes: u64,
}

impl LabelFolder {
    /// Creates a label folder, or opens an existing one with the same recipe and network.
    ///
    /// # Errors
    /// An existing folder with another recipe or network, a network for another game, or an I/O
    /// error.
    pub fn begin(
        path: impl Into<PathBuf>,
        recipe: &LabelRecipe,
        network: &Network,
    ) -> Result<Self, LabelError> {
        let (path, game) = (path.into(), recipe.game);
        let learned = network.game();
        let network = network.clone().for_game(game);
        let network = network.map_err(|_| LabelError::OtherGame { learned, game })?.to_bytes();
        let begun = Self { path, recipe: recipe.clone(), network: fingerprint(&network) };
        match Self::open(&begun.path) {
            Ok(there) => {
                begun.same_as(&there)?;
                return Ok(there);
            }
            Err(LabelError::NoLabels(_)) => {}
            Err(error) => return Err(error),
        }
        fs::create_dir_all(&begun.path).map_err(io_error("create", &begun.path))?;
        // The recipe is written last: a folder with a recipe is complete.
        write_own(&begun.path.join(NETWORK), &network)?;
        write_own(&begun.path.join(RECIPE), recipe.to_text().as_bytes())?;
        Ok(begun)
    }

    fn same_as(&self, there: &Self) -> Result<(), LabelError> {
        let other = |what| LabelError::Other { folder: self.path.clone(), what };
        if self.recipe != there.recipe {
            return Err(other("recipe or seed"));
        }
        if self.network != there.network { Err(other("network")) } else { Ok(()) }
    }

    /// Opens a label folder.
    ///
    /// # Errors
    /// No label folder at `path`, or an invalid recipe or unreadable network.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, LabelError> {
        let path = path.into();
        let file = path.join(RECIPE);
        if !file.exists() {
            return Err(LabelError::NoLabels(path));
        }
        let text = read_to_string(&file, limit::RECIPE).map_err(io_error("read", &file))?;
        let recipe = LabelRecipe::parse(&text);
        let recipe = recipe.map_err(|problem| LabelError::Recipe { path: file, problem })?;
        let file = path.join(NETWORK);
        let network = file_fingerprint(&file).map_err(io_error("read", &file))?;
        Ok(Self { path, recipe, network })
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The recipe.
    pub fn recipe(&self) -> &LabelRecipe {
        &self.recipe
    }

    /// Path of the network file.
    pub fn network_file(&self) -> PathBuf {
        self.path.join(NETWORK)
    }

    /// The [fingerprint] of the network file.
    pub fn network(&self) -> &str {
        &self.network
    }

    /// Lists the shards by their file names and headers; labels are not checked.
    ///
    /// # Errors
    /// A folder or shard that cannot be read, or a shard that does not belong to this folder.
    pub fn shards(&self) -> Result<Shards, LabelError> {
        let mut shards = Shards { numbers: self.numbers()?, labels: 0, bytes: 0 };
        for &number in &shards.numbers {
            let labels = self.labels(number)?;
            shards.labels += labels;
            shards.bytes += shard::bytes(labels);
        }
        Ok(shards)
    }

    fn numbers(&self) -> Result<Vec<u32>, LabelError> {
        let entries = fs::read_dir(&self.path).map_err(io_error("read", &self.path))?;
        let mut numbers = Vec::new();
        for entry in entries {
            let path = entry.map_err(io_error("read", &self.path))?.path();
            let number = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
            // Files with other names are ignored, such as 1.labels without leading zeros.
            numbers.extend(number.filter(|&number| self.shard(number) == path));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The number of labels of a shard, from its header and size.
    ///
    /// # Errors
    /// A shard that cannot be read or does not belong to this folder.
    pub fn labels(&self, number: u32) -> Result<u64, LabelError> {
        let (header, labels) = shard::read_header(&self.shard(number))?;
        self.check_header(&header, number)?;
        Ok(labels)
    }

    /// Path of a shard.
    pub fn shard(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number:06}.{EXTENSION}"))
    }

    fn header(&self, number: u32) -> Header {
        let recipe = fingerprint(self.recipe.to_text().as_bytes());
        Header { recipe, network: self.network.clone(), number }
    }

    fn check_header(&self, header: &Header, number: u32) -> Result<(), LabelError> {
        if *header == self.header(number) {
            return Ok(());
        }
        Err(LabelError::Mismatched { path: self.shard(number), found: header.to_string() })
    }

    /// Prepares to make shards.
    ///
    /// # Errors
    /// A network that cannot be read or is for another game.
    pub fn maker(&self) -> Result<LabelMaker<'_>, LabelError> {
        let settings = self.recipe.game_settings();
        let network = Network::read(&self.network_file())?;
        let (learned, game) = (network.game(), self.recipe.game);
        if learned != game {
            return Err(LabelError::OtherGame { learned, game });
        }
        let tables = settings.bearoff_tables.then(|| Arc::new(Tables::in_memory()));
        let evaluator = self_play::make_evaluator(&network, &settings, tables);
        Ok(LabelMaker { folder: self, evaluator })
    }

    /// Reads the labels of a shard in the order of the games; siblings are adjacent.
    ///
    /// # Errors
    /// A shard that cannot be read, is damaged, or does not belong to this folder.
    pub fn read(&self, number: u32) -> Result<Vec<Sample>, LabelError> {
        let (header, samples) = shard::read(&self.shard(number), self.recipe.game)?;
        self.check_header(&header, number)?;
        Ok(samples)
    }
}

/// Makes the shards of a folder, on all threads.
#[derive(Debug)]
pub struct LabelMaker<'a> {
    folder: &'a LabelFolder,
    evaluator: Evaluator,
}

impl LabelMaker<'_> {
    /// Makes a shard, replacing an existing file, and returns the number of its labels.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn make(&self, number: u32) -> Result<u64, FileError> {
        let samples = self.labels(number);
        let (path, header) = (self.folder.shard(number), self.folder.header(number));
        shard::write(&path, &header, &samples)?;
        Ok(samples.len() as u64)
    }

    /// Remakes the labels of a shard and compares them with the file; true if they are equal bit
    /// for bit.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn reproduces(&self, number: u32) -> Result<bool, LabelError> {
        Ok(to_records(&self.labels(number)) == to_records(&self.folder.read(number)?))
    }

    /// Makes the labels of a shard without writing them.
    pub fn labels(&self, number: u32) -> Vec<Sample> {
        let LabelRecipe { game, seed, shard_games, .. } = self.folder.recipe;
        let (evaluator, settings) = (&self.evaluator, self.folder.recipe.game_settings());
        let first = u64::from(number) * shard_games;
        Games { evaluator, game, settings, seed, first, end: first + shard_games }.play()
    }
}
