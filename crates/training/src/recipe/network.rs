//! The networks of a recipe.

use super::{InvalidRecipe, by_name, check};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use sheshbesh_movegen::{Family, Game};
use sheshbesh_network::{
    Activation, Output, Shape,
    inputs::{BucketSet, InputSet, PatternSet},
};

/// The shape of one network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSpec {
    /// Name of its input set.
    pub inputs: String,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// Units of the first layer in plain stages, when they are more than later. Of rectified units a
    /// quarter and more learn to be off for good, so only those that matter most go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_units: Option<usize>,
    /// How many units of the first layer know [patterns](PatternSet).
    #[serde(default)]
    pub pattern_units: usize,
    /// Which ones.
    #[serde(
        default = "first_patterns",
        with = "by_name",
        skip_serializing_if = "are_first_patterns"
    )]
    pub patterns: PatternSet,
    /// The buckets of positions that have layers of their own after the first; all are alike where
    /// nothing is said.
    #[serde(
        default,
        alias = "by_plan",
        serialize_with = "by_name::serialize",
        deserialize_with = "read_buckets"
    )]
    pub buckets: BucketSet,
    /// `relu` or `sigmoid`.
    #[serde(with = "ActivationName")]
    pub activation: Activation,
    /// `softmax`, `four-sigmoids` or `five-sigmoids`.
    #[serde(with = "OutputName")]
    pub output: Output,
}

/// There was one set once, and recipes did not name it.
const fn first_patterns() -> PatternSet {
    PatternSet::Windows4
}

fn are_first_patterns(patterns: &PatternSet) -> bool {
    *patterns == first_patterns()
}

/// Recipes once said whether each game plan has layers of its own.
fn read_buckets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BucketSet, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Name(String),
        ByPlan(bool),
    }
    match Written::deserialize(deserializer)? {
        Written::Name(name) => name.parse().map_err(D::Error::custom),
        Written::ByPlan(true) => Ok(BucketSet::GamePlan16),
        Written::ByPlan(false) => Ok(BucketSet::Single),
    }
}

/// [`Activation`] as recipes write it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Activation", rename_all = "kebab-case")]
enum ActivationName {
    Relu,
    Sigmoid,
}

/// [`Output`] as recipes write it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Output", rename_all = "kebab-case")]
enum OutputName {
    Softmax,
    FourSigmoids,
    FiveSigmoids,
}

impl NetworkSpec {
    pub(super) fn validate(&self, name: &str, game: Game) -> Result<(), InvalidRecipe> {
        let inputs = self.inputs.parse::<InputSet>().map_err(|error| InvalidRecipe::Value {
            field: format!("{name}.inputs"),
            problem: format!("are unknown: {error}"),
        })?;
        check(
            inputs.describes(game),
            &format!("{name}.inputs"),
            &format!("must describe the game, and {inputs} does not describe {game}"),
        )?;
        self.check_units(name)?;
        check(
            self.pattern_units <= self.hidden.first().copied().unwrap_or(0),
            &format!("{name}.pattern_units"),
            "must be at most the units of the first hidden layer",
        )?;
        check(
            self.buckets == BucketSet::Single || !self.hidden.is_empty(),
            &format!("{name}.buckets"),
            "need a hidden layer",
        )?;
        let meets = game.family();
        check(
            self.pattern_units == 0 || meets == Family::Hitting,
            &format!("{name}.pattern_units"),
            &format!("must be 0: the patterns are not {game}'s"),
        )?;
        check(
            self.buckets == BucketSet::Single || meets == Family::Hitting,
            &format!("{name}.buckets"),
            &format!("must be \"single\": the plans are not {game}'s"),
        )?;
        check(
            self.plain_units.is_none() || self.activation == Activation::Relu,
            &format!("{name}.plain_units"),
            "need rectified units",
        )
    }

    /// The shape.
    ///
    /// # Panics
    /// When the recipe has not been validated.
    pub fn shape(&self) -> Shape {
        Shape {
            inputs: self.inputs.parse().expect("recipes are validated when they are read"),
            patterns: (self.pattern_units > 0).then_some((self.patterns, self.pattern_units)),
            buckets: self.buckets,
            activation: self.activation,
            output: self.output,
            hidden: self.hidden.clone(),
        }
    }

    /// The shape in plain stages: without patterns and buckets, and with as many units in the first
    /// layer as the recipe says for them.
    ///
    /// # Panics
    /// When the recipe has not been validated.
    pub fn plain_shape(&self) -> Shape {
        let mut shape = Shape { patterns: None, buckets: BucketSet::Single, ..self.shape() };
        if let (Some(units), Some(first)) = (self.plain_units, shape.hidden.first_mut()) {
            *first = units;
        }
        shape
    }
}
