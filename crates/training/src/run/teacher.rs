//! The teacher of a run: a network that plays and judges some stages, kept in the run's folder.

use super::Folder;
use crate::{
    error::TrainingError,
    recipe::{Recipe, Stage},
};
use sheshbesh_network::{
    Network,
    file::{fingerprint, write_own},
};

/// A network that plays and judges, and does not learn.
pub(super) struct Teacher {
    pub(super) network: Network,
    /// Of its file.
    pub(super) fingerprint: String,
}

impl Teacher {
    /// The teacher of a recipe.
    ///
    /// # Errors
    /// When the recipe needs a teacher and none is given, needs none, or its game is not one that the teacher judges.
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
        let fingerprint = fingerprint(&network.to_bytes());
        Ok(Some(Self { network, fingerprint }))
    }

    /// The teacher that a run has begun with, from the run's folder.
    ///
    /// # Errors
    /// When it cannot be read, or is another one.
    pub(super) fn resume(
        recipe: &Recipe,
        folder: &Folder,
        begun_with: Option<&str>,
    ) -> Result<Option<Self>, TrainingError> {
        let Some(begun_with) = begun_with else { return Self::of(recipe, None) };
        let path = folder.teacher();
        let teacher = Self::of(recipe, Some(&Network::read(&path)?))?;
        match teacher.as_ref().is_some_and(|teacher| teacher.fingerprint == begun_with) {
            true => Ok(teacher),
            false => Err(TrainingError::ChangedTeacher(path)),
        }
    }

    /// Copies it into a run's folder.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), TrainingError> {
        Ok(write_own(&folder.teacher(), &self.network.to_bytes())?)
    }

    /// The teacher, if it plays the games of a stage.
    pub(super) fn of_stage<'a>(teacher: Option<&'a Self>, stage: &Stage) -> Option<&'a Network> {
        teacher.filter(|_| stage.needs_teacher()).map(|teacher| &teacher.network)
    }
}
