//! Training recipes: all settings of a training run except the seed, as a TOML file.

mod bounds;
pub(crate) mod by_name;
mod error;
mod games;
mod network;
mod shipped;
mod stage;

pub use error::InvalidRecipe;
pub use games::{Exploration, GameSettings, Targets};
pub use network::NetworkSpec;
pub use stage::{Optimiser, Stage};

pub(crate) use bounds::in_range;
pub(crate) use error::{check, sentence};
use serde::{Deserialize, Serialize};
use sheshbesh_arena::Bot;
use sheshbesh_movegen::Game;
use sheshbesh_network::{ClassSet, Output};

/// All settings of a run except its seed: networks, measurements and stages. Recipe and seed
/// determine the resulting weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Name of the recipe.
    pub name: String,
    /// Purpose of the recipe, in one sentence.
    pub about: String,
    /// The game; backgammon by default.
    #[serde(default, skip_serializing_if = "is_default", with = "by_name")]
    pub game: Game,
    /// Network for contact positions, or for all positions if there is no `race` network.
    pub contact: NetworkSpec,
    /// Network for positions without contact; none by default.
    pub race: Option<NetworkSpec>,
    /// Small network that prunes replies, see [`sheshbesh_network::Network::new`]; none by default.
    /// It learns from the same contact positions.
    pub pruner: Option<NetworkSpec>,
    /// Strength measurements during the run.
    pub measure: Measure,
    /// Stages, in the order in which they run; 1 to 100.
    pub stages: Vec<Stage>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Strength measurements: duels against a bot, with dice that are never trained on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Name of the bot.
    pub opponent: String,
    /// Games per measurement, 1 to 1,000,000. Half of them are played from each seat.
    pub games: u64,
    /// Games of the last measurement, 1 to 1,000,000.
    pub final_games: u64,
}

impl Recipe {
    /// Returns the recipe for another game.
    ///
    /// # Errors
    /// A value of the recipe that does not fit the game.
    pub fn for_game(self, game: Game) -> Result<Self, InvalidRecipe> {
        let recipe = Self { game, ..self };
        recipe.validate()?;
        Ok(recipe)
    }

    /// Parses and validates a recipe from TOML.
    ///
    /// # Errors
    /// A syntax error with its line, or an invalid value with its field.
    pub fn parse(text: &str) -> Result<Self, InvalidRecipe> {
        let recipe = Self::read(text)?;
        recipe.validate()?;
        Ok(recipe)
    }

    /// Parses a recipe without validating it, since the game may be set later.
    fn read(text: &str) -> Result<Self, InvalidRecipe> {
        toml::from_str(text).map_err(|error| InvalidRecipe::Syntax(sentence(text, &error)))
    }

    /// Parses a recipe from TOML and sets its game, which the text need not name.
    ///
    /// # Errors
    /// Same as [`Recipe::parse`].
    pub fn parse_for(text: &str, game: Game) -> Result<Self, InvalidRecipe> {
        Self::read(text)?.for_game(game)
    }

    /// Formats the recipe as TOML for [`Recipe::parse`].
    ///
    /// # Panics
    /// Never: every recipe can be written.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a recipe is plain data")
    }

    /// The network's experts: name, position classes that each evaluates, and shape.
    pub fn experts(&self) -> Vec<(&'static str, ClassSet, &NetworkSpec)> {
        match &self.race {
            Some(race) => {
                vec![("contact", ClassSet::CONTACT, &self.contact), ("race", ClassSet::RACE, race)]
            }
            None => vec![("contact", ClassSet::ALL, &self.contact)],
        }
    }

    /// Number of self-play games in all stages.
    pub fn games(&self) -> u64 {
        // The sum of a validated recipe is too small to saturate.
        self.stages.iter().fold(0, |sum: u64, stage| sum.saturating_add(stage.games))
    }

    /// The bot for strength measurements.
    ///
    /// # Panics
    /// If the recipe has not been validated.
    pub fn opponent(&self) -> Bot {
        self.measure.opponent.parse().expect("a recipe is validated when it is read")
    }

    fn validate(&self) -> Result<(), InvalidRecipe> {
        for (name, _, spec) in self.experts() {
            spec.validate(name, self.game)?;
        }
        self.pruner.as_ref().map_or(Ok(()), |spec| spec.validate("pruner", self.game))?;
        self.measure.opponent.parse::<Bot>().map_err(|_| InvalidRecipe::Value {
            field: "measure.opponent".to_owned(),
            problem: format!("must be one of {}", Bot::ALL.map(Bot::name).join(", ")),
        })?;
        let opponent = self.opponent();
        check(
            opponent.plays(self.game),
            "measure.opponent",
            &format!("must play the game, but {opponent} does not play {}", self.game),
        )?;
        check(!self.stages.is_empty(), "stages", "are missing")?;
        for (stage, number) in self.stages.iter().zip(1..) {
            stage.validate(number)?;
        }
        self.check_bounds()?;
        let specs = self.experts().into_iter().map(|(_, _, spec)| spec).chain(&self.pruner);
        check(
            self.stages.iter().all(|stage| stage.differences == 0.0)
                || specs.into_iter().all(|spec| spec.output == Output::Softmax),
            "differences",
            "need the output softmax",
        )?;
        for stage in &self.stages {
            stage.exploration.check_game(self.game)?;
        }
        let plain: Vec<bool> = self.stages.iter().map(|stage| stage.plain).collect();
        check(
            plain.is_sorted_by(|a, b| a >= b),
            "stages",
            "must have all plain stages before the others",
        )?;
        Ok(())
    }
}
