//! The teacher of a run: a network that plays and evaluates some stages. A copy is in the run's
//! folder.

use super::Folder;
use crate::{
    error::TrainingError,
    recipe::{Recipe, Stage},
};
use sheshbesh_network::{
    Network,
    file::{fingerprint, write_own},
};

/// A network that plays and evaluates, and does not learn.
pub(super) struct Teacher {
    pub(super) network: Network,
    /// Fingerprint of its weights file.
    pub(super) fingerprint: String,
}

impl Teacher {
    /// Creates the teacher for a recipe; `None` if the recipe needs none.
    ///
    /// # Errors
    /// A teacher that is missing, that no stage needs, or that cannot evaluate the recipe's game.
    pub(super) fn of(
        recipe: &Recipe,
        network: Option<&Network>,
    ) -> Result<Option<Self>, TrainingError> {
        let needed = recipe.stages.iter().find(|stage| stage.needs_teacher());
        let (network, _) = match (network, needed) {
            (None, None) => return Ok(None),
            (None, Some(stage)) => return Err(TrainingError::NoTeacher(stage.name.clone())),
            (Some(_), None) => return Err(TrainingError::IdleTeacher),
            (Some(network), Some(stage)) => (network, stage),
        };
        let (learned, game) = (network.game(), recipe.game);
        let network = network.clone().for_game(game);
        let network = network.map_err(|_| TrainingError::OtherTeacher { learned, game })?;
        let bytes = network.to_bytes();
        Ok(Some(Self { network, fingerprint: fingerprint(&bytes) }))
    }

    /// Reads the teacher from the folder of a run.
    ///
    /// # Errors
    /// A file that cannot be read, or a teacher other than the one that the run began with.
    pub(super) fn resume(
        recipe: &Recipe,
        folder: &Folder,
        begun_with: Option<&str>,
    ) -> Result<Option<Self>, TrainingError> {
        let Some(begun_with) = begun_with else { return Self::of(recipe, None) };
        let path = folder.teacher();
        let teacher = Self::of(recipe, Some(&Network::read(&path)?))?;
        if teacher.as_ref().is_some_and(|teacher| teacher.fingerprint == begun_with) {
            return Ok(teacher);
        }
        Err(TrainingError::ChangedTeacher(path))
    }

    /// Writes the teacher to the folder of a run.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), TrainingError> {
        Ok(write_own(&folder.teacher(), &self.network.to_bytes())?)
    }

    /// The teacher's network, if the teacher plays the games of a stage.
    pub(super) fn of_stage<'a>(teacher: Option<&'a Self>, stage: &Stage) -> Option<&'a Network> {
        teacher.filter(|_| stage.needs_teacher()).map(|teacher| &teacher.network)
    }
}
