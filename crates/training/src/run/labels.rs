//! The labels of a run.

use crate::{
    error::TrainingError,
    labels::{LabelFolder, LabelSet},
    recipe::{Recipe, Targets},
};

/// Opens the labels for the stages with the targets `labels`; `None` for a recipe without such
/// stages.
///
/// # Errors
/// Missing labels, labels that no stage uses, or labels that do not fit the recipe.
pub(super) fn open(
    recipe: &Recipe,
    folders: &[LabelFolder],
) -> Result<Option<LabelSet>, TrainingError> {
    let mut stages = recipe.stages.iter().filter(|stage| stage.targets == Targets::Labels);
    match (stages.next(), folders) {
        (None, []) => return Ok(None),
        (Some(stage), []) => return Err(TrainingError::NoLabels(stage.name.clone())),
        (None, _) => return Err(TrainingError::IdleLabels),
        (Some(_), _) => {}
    }
    let labels = LabelSet::of(folders)?;
    check(recipe, &labels)?;
    Ok(Some(labels))
}

/// Checks that labels fit the recipe.
fn check(recipe: &Recipe, labels: &LabelSet) -> Result<(), TrainingError> {
    for folder in labels.folders() {
        let (labelled, game) = (folder.recipe().game, recipe.game);
        if labelled != game {
            return Err(TrainingError::OtherLabels { labelled, game });
        }
    }
    let Some(shard_games) = labels.shard_games() else { return Err(TrainingError::UnevenShards) };
    for stage in recipe.stages.iter().filter(|stage| stage.targets == Targets::Labels) {
        for (value, field) in [(stage.games, "games"), (stage.batch_games, "batch_games")] {
            if value % shard_games > 0 {
                let stage = stage.name.clone();
                return Err(TrainingError::PartOfShard { stage, field, shard_games });
            }
        }
    }
    Ok(())
}
