//! Label recipe: the settings of a label folder.

use crate::recipe::{
    Exploration, GameSettings, InvalidRecipe, Targets, by_name, check, in_range, sentence,
};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Game;

/// Settings of a label folder: how games are played and which targets positions get. Recipe,
/// network and shard number determine a shard.
///
/// ```
/// use sheshbesh_training::{LabelRecipe, Targets};
/// let text = r#"
///     name = "mine"
///     about = "2-ply verdicts on a tenth of all positions."
///     shard_games = 500
///     targets = { two-ply = { share = 0.1 } }
/// "#;
/// let recipe = LabelRecipe::parse(text)?;
/// assert_eq!((recipe.seed, recipe.targets), (1, Targets::TwoPly { share: 0.1 }));
/// assert_eq!(LabelRecipe::parse(&recipe.to_text())?, recipe);
/// # Ok::<(), sheshbesh_training::InvalidRecipe>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelRecipe {
    /// Name of the recipe.
    pub name: String,
    /// One sentence about its purpose.
    pub about: String,
    /// The game; backgammon by default.
    #[serde(default, skip_serializing_if = "is_backgammon", with = "by_name")]
    pub game: Game,
    /// Seed of the games; 1 by default.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Self-play games per shard, 1 to 10,000; at most 1,000 with the targets `distillation`.
    pub shard_games: u64,
    /// Targets of the positions; any except `labels`.
    pub targets: Targets,
    /// True to use exact bearoff tables for the positions that they contain; false by default.
    #[serde(default)]
    pub bearoff_tables: bool,
    /// Exploration: deviations from the best play; none by default.
    #[serde(default)]
    pub exploration: Exploration,
    /// Search depth of the plays in the games, 1 or 2; 1 by default. With 2, the best plays at 1-ply
    /// are compared at 2-ply, and expected returns are those of games that are played better, at
    /// about four times the time. Targets stay as they are: the luck of a roll is still measured by
    /// the best play at 1-ply, so a better play at 2-ply counts as an error of the evaluation.
    #[serde(default = "one_ply", skip_serializing_if = "is_one_ply")]
    pub play_ply: u8,
}

const fn one_ply() -> u8 {
    1
}

// Serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_one_ply(ply: &u8) -> bool {
    *ply == 1
}

const fn first_seed() -> u64 {
    1
}

fn is_backgammon(game: &Game) -> bool {
    *game == Game::Backgammon
}

/// Built-in recipes as (name, text), the default first.
const SHIPPED: [(&str, &str); 2] = [
    ("returns", include_str!("../../label-recipes/returns.toml")),
    ("plays", include_str!("../../label-recipes/plays.toml")),
];
/// Maximum games per shard; a shard is held in memory.
const MOST_SHARD_GAMES: u64 = 10_000;
/// Maximum games per shard where all results of a roll may be labelled.
const MOST_DISTILLED_GAMES: u64 = 1_000;
/// TOML integers are signed.
const MOST_SEED: u64 = i64::MAX as u64;

impl LabelRecipe {
    /// Names of the built-in recipes, the default first.
    pub fn names() -> Vec<&'static str> {
        SHIPPED.iter().map(|(name, _)| *name).collect()
    }

    /// A built-in recipe; `None` if the name is unknown.
    ///
    /// # Panics
    /// Never: a test parses all of them.
    pub fn shipped(name: &str) -> Option<Self> {
        let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("built-in recipes are valid"))
    }

    /// Parses a recipe from TOML.
    ///
    /// # Errors
    /// A syntax error with its line, or an invalid value.
    pub fn parse(text: &str) -> Result<Self, InvalidRecipe> {
        let recipe: Self =
            toml::from_str(text).map_err(|error| InvalidRecipe::Syntax(sentence(text, &error)))?;
        recipe.validate()?;
        Ok(recipe)
    }

    /// TOML text for [`LabelRecipe::parse`].
    ///
    /// # Panics
    /// Never: every recipe can be written.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a recipe is plain data")
    }

    /// Checks all values.
    ///
    /// # Errors
    /// The first invalid value.
    pub fn validate(&self) -> Result<(), InvalidRecipe> {
        let most = match self.targets {
            Targets::Distillation { .. } => MOST_DISTILLED_GAMES,
            _ => MOST_SHARD_GAMES,
        };
        in_range(self.shard_games, 1, most, "shard_games")?;
        in_range(self.seed, 0, MOST_SEED, "seed")?;
        check(self.targets != Targets::Labels, "targets", "must not be labels")?;
        self.game_settings().validate("")?;
        self.exploration.check_game(self.game)
    }

    /// Settings for self-play.
    pub const fn game_settings(&self) -> GameSettings {
        let Self { targets, bearoff_tables, exploration, play_ply, .. } = *self;
        GameSettings { targets, bearoff_tables, exploration, plays_judged: 0, play_ply }
    }
}
