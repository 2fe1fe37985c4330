//! Label set: the shards that a training run learns from, and their order.

use super::{LabelError, LabelFolder};
use crate::data::Sample;
use bincode::{Decode, Encode};
use rand::seq::SliceRandom;
use sheshbesh_movegen::random::game_rng;
use std::path::{PathBuf, absolute};

/// The shards that a training run learns from: those in its folders when the run began.
///
/// An epoch visits every shard once, in a random order that depends on seed and epoch. Games are
/// counted across epochs, so the shards of any range of games can be found without replaying the
/// ranges before it.
#[derive(Clone, Debug)]
pub(crate) struct LabelSet {
    folders: Vec<LabelFolder>,
    /// Folder and number of each shard.
    shards: Vec<(usize, u32)>,
}

/// A label folder in a checkpoint: path, network, recipe and shard numbers.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) struct FolderState {
    path: PathBuf,
    network: String,
    recipe: String,
    numbers: Vec<u32>,
}

impl LabelSet {
    /// Collects all shards that the folders have now.
    ///
    /// # Errors
    /// A folder that cannot be read or has no shards.
    pub(crate) fn of(folders: &[LabelFolder]) -> Result<Self, LabelError> {
        let mut shards = Vec::new();
        for (folder, index) in folders.iter().zip(0..) {
            let numbers = folder.shards()?.numbers;
            if numbers.is_empty() {
                return Err(LabelError::Empty(folder.path().to_owned()));
            }
            if folder.path().to_str().is_none() {
                return Err(LabelError::Name(folder.path().to_owned()));
            }
            shards.extend(numbers.into_iter().map(|number| (index, number)));
        }
        Ok(Self { folders: folders.to_vec(), shards })
    }

    /// Games per shard; `None` if the folders differ.
    pub(crate) fn shard_games(&self) -> Option<u64> {
        let mut games = self.folders.iter().map(|folder| folder.recipe().shard_games);
        let first = games.next()?;
        games.all(|other| other == first).then_some(first)
    }

    /// The label folders.
    pub(crate) fn folders(&self) -> &[LabelFolder] {
        &self.folders
    }

    /// The shards of games `first` to `end`, counted across epochs, as (folder, shard number).
    fn within(&self, seed: u64, first: u64, end: u64) -> Vec<(usize, u32)> {
        let (games, count) = (self.shard_games().expect("checked"), self.shards.len() as u64);
        let mut epoch = (u64::MAX, Vec::new());
        let mut shard = |number: u64| {
            if epoch.0 != number / count {
                let mut order = self.shards.clone();
                order.shuffle(&mut game_rng(seed, number / count));
                epoch = (number / count, order);
            }
            epoch.1[(number % count) as usize]
        };
        (first / games..end / games).map(&mut shard).collect()
    }

    /// Reads the labels of games `first` to `end`, counted across epochs.
    ///
    /// # Errors
    /// A shard that cannot be read.
    pub(crate) fn read(&self, seed: u64, first: u64, end: u64) -> Result<Vec<Sample>, LabelError> {
        let mut samples = Vec::new();
        for (folder, number) in self.within(seed, first, end) {
            samples.extend(self.folders[folder].read(number)?);
        }
        Ok(samples)
    }

    /// The state to store in a checkpoint.
    pub(crate) fn to_checkpoint(&self) -> Vec<FolderState> {
        let state = |(folder, index): (&LabelFolder, usize)| FolderState {
            path: absolute(folder.path()).unwrap_or_else(|_| folder.path().to_owned()),
            network: folder.network().to_owned(),
            recipe: folder.recipe().to_text(),
            numbers: self.shards.iter().filter(|shard| shard.0 == index).map(|s| s.1).collect(),
        };
        self.folders.iter().zip(0..).map(state).collect()
    }

    /// Restores the set from a checkpoint. Shards added to the folders since then are ignored.
    ///
    /// # Errors
    /// A folder that cannot be read, or has another recipe or network now. A missing shard is
    /// reported when it is read.
    pub(crate) fn resume(states: &[FolderState]) -> Result<Self, LabelError> {
        let (mut folders, mut shards) = (Vec::new(), Vec::new());
        for (state, index) in states.iter().zip(0..) {
            let folder = LabelFolder::open(&state.path)?;
            let other = |what| LabelError::Other { folder: folder.path().to_owned(), what };
            if folder.network() != state.network {
                return Err(other("network"));
            }
            if folder.recipe().to_text() != state.recipe {
                return Err(other("recipe or seed"));
            }
            shards.extend(state.numbers.iter().map(|&number| (index, number)));
            folders.push(folder);
        }
        Ok(Self { folders, shards })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LabelRecipe;
    use std::collections::BTreeSet;

    #[test]
    fn every_shard_is_learned_once_in_each_epoch() {
        let shipped = LabelRecipe::shipped("returns").unwrap();
        let recipe = LabelRecipe { shard_games: 10, ..shipped };
        let network = sheshbesh_weights::shipped();
        let folder = tempfile::tempdir().unwrap();
        let folder = LabelFolder::begin(folder.path(), &recipe, network).unwrap();
        let shards: Vec<(usize, u32)> = (0..7).map(|n| (0, n)).chain([(1, 3), (1, 8)]).collect();
        let set = LabelSet { folders: vec![folder.clone(), folder], shards: shards.clone() };
        let epochs = [0, 1].map(|epoch| set.within(5, 90 * epoch, 90 * (epoch + 1)));
        for epoch in &epochs {
            assert_eq!(epoch.len(), shards.len());
            assert_eq!(BTreeSet::from_iter(epoch), BTreeSet::from_iter(&shards));
        }
        assert_ne!(epochs[0], epochs[1]);
        assert_ne!(set.within(6, 0, 90), epochs[0]);
        // Any range of games has the shards that the whole order has there, also across epochs.
        let whole = epochs.concat();
        for (first, end) in [(0, 30), (30, 60), (60, 120), (170, 180)] {
            let part = set.within(5, first, end);
            assert_eq!(part, whole[first as usize / 10..end as usize / 10]);
        }
    }
}
