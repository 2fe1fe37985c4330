//! Recipes: all that a training run needs, as a small file.

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

/// All that a run needs to be made again: networks, stages, seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Its name.
    pub name: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// The game that is learned; backgammon where nothing is said.
    #[serde(default, skip_serializing_if = "is_default", with = "by_name")]
    pub game: Game,
    /// The network for contact positions, or for all when there is no other.
    pub contact: NetworkSpec,
    /// The network for positions without contact.
    pub race: Option<NetworkSpec>,
    /// The small network that prunes replies, see [`sheshbesh_network::Network::new`]. It is taught
    /// the same contact positions.
    pub pruner: Option<NetworkSpec>,
    /// How strength is measured on the way.
    pub measure: Measure,
    /// What is done, one after the other.
    pub stages: Vec<Stage>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How strength is measured on the way: duels with a bot on dice that are not trained on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Name of the bot.
    pub opponent: String,
    /// Games of each measurement, half of them from either seat.
    pub games: u64,
    /// And of the last one.
    pub final_games: u64,
}

impl Recipe {
    /// The same recipe for another game.
    ///
    /// # Errors
    /// Says what of it does not fit that game.
    pub fn for_game(self, game: Game) -> Result<Self, InvalidRecipe> {
        let recipe = Self { game, ..self };
        recipe.validate()?;
        Ok(recipe)
    }

    /// A recipe from its text.
    ///
    /// # Errors
    /// Says what is wrong with it and where.
    pub fn parse(text: &str) -> Result<Self, InvalidRecipe> {
        let recipe = Self::read(text)?;
        recipe.validate()?;
        Ok(recipe)
    }

    /// As [`Recipe::parse`], whether it makes sense or not: the game may be said elsewhere.
    fn read(text: &str) -> Result<Self, InvalidRecipe> {
        toml::from_str(text).map_err(|error| InvalidRecipe::Syntax(sentence(text, &error)))
    }

    /// A recipe from its text, for a game that the text need not name.
    ///
    /// # Errors
    /// As [`Recipe::parse`].
    pub fn parse_for(text: &str, game: Game) -> Result<Self, InvalidRecipe> {
        Self::read(text)?.for_game(game)
    }

    /// The text that [`Recipe::parse`] reads.
    ///
    /// # Panics
    /// Never: every recipe can be written.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a recipe is plain data")
    }

    /// What each expert of the network is called, which positions it judges, and its shape.
    pub fn experts(&self) -> Vec<(&'static str, ClassSet, &NetworkSpec)> {
        match &self.race {
            Some(race) => {
                vec![("contact", ClassSet::CONTACT, &self.contact), ("race", ClassSet::RACE, race)]
            }
            None => vec![("contact", ClassSet::ALL, &self.contact)],
        }
    }

    /// Self-play games of all stages.
    pub fn games(&self) -> u64 {
        // Recipes that are validated have fewer.
        self.stages.iter().fold(0, |sum: u64, stage| sum.saturating_add(stage.games))
    }

    /// The bot that strength is measured against.
    ///
    /// # Panics
    /// When the recipe has not been validated.
    pub fn opponent(&self) -> Bot {
        self.measure.opponent.parse().expect("recipes are validated when they are read")
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
            &format!("must know the game, and {opponent} does not know {}", self.game),
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
            "need networks with the output softmax",
        )?;
        for stage in &self.stages {
            stage.exploration.check_game(self.game)?;
        }
        let plain: Vec<bool> = self.stages.iter().map(|stage| stage.plain).collect();
        check(plain.is_sorted_by(|a, b| a >= b), "stages", "can be plain before the others only")?;
        Ok(())
    }
}
