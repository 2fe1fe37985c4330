//! Network shapes in recipes.

use super::{InvalidRecipe, by_name, check};
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use sheshbesh_movegen::{Family, Game};
use sheshbesh_network::{
    Activation, Output, Shape,
    inputs::{BucketSet, InputSet, PatternSet},
};

/// Shape of one network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSpec {
    /// Name of the input set.
    pub inputs: String,
    /// Units of each hidden layer: at most 8 layers, each with 1 to 16,384 units.
    pub hidden: Vec<usize>,
    /// Units of the first hidden layer in plain stages, at least as many as later; the same by
    /// default. A quarter or more of rectified units become inactive for good, so the first stage
    /// that is not plain keeps only the units that matter most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain_units: Option<usize>,
    /// Number of first-layer units that receive [patterns](PatternSet); 0 by default.
    #[serde(default)]
    pub pattern_units: usize,
    /// Pattern set; `windows-4` by default.
    #[serde(
        default = "first_patterns",
        with = "by_name",
        skip_serializing_if = "are_first_patterns"
    )]
    pub patterns: PatternSet,
    /// Bucket set: positions of each bucket have their own layers after the first. The default is
    /// `single`, one bucket for all positions. Older recipes call this field `by_plan`.
    #[serde(
        default,
        alias = "by_plan",
        serialize_with = "by_name::serialize",
        deserialize_with = "read_buckets"
    )]
    pub buckets: BucketSet,
    /// Activation of the hidden units: `relu` or `sigmoid`.
    #[serde(with = "ActivationName")]
    pub activation: Activation,
    /// Output layer: `softmax`, `four-sigmoids` or `five-sigmoids`.
    #[serde(with = "OutputName")]
    pub output: Output,
}

/// Default pattern set. Older recipes name none, because there was only one.
const fn first_patterns() -> PatternSet {
    PatternSet::Windows4
}

fn are_first_patterns(patterns: &PatternSet) -> bool {
    *patterns == first_patterns()
}

/// Reads the name of a bucket set, or the boolean `by_plan` of older recipes.
fn read_buckets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BucketSet, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum BucketsField {
        Name(String),
        ByPlan(bool),
    }
    match BucketsField::deserialize(deserializer)? {
        BucketsField::Name(name) => name.parse().map_err(D::Error::custom),
        BucketsField::ByPlan(true) => Ok(BucketSet::GamePlan16),
        BucketsField::ByPlan(false) => Ok(BucketSet::Single),
    }
}

/// Names of [`Activation`] in recipes.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Activation", rename_all = "kebab-case")]
enum ActivationName {
    Relu,
    Sigmoid,
}

/// Names of [`Output`] in recipes.
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
            problem: format!("are invalid: {error}"),
        })?;
        check(
            inputs.describes(game),
            &format!("{name}.inputs"),
            &format!("must support the game, but {inputs} does not support {game}"),
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
            self.pattern_units == 0 || self.patterns.describes(game),
            &format!("{name}.patterns"),
            &match PatternSet::ALL.iter().find(|set| set.describes(game)) {
                Some(set) => format!("must be one that supports {game}, such as {set}"),
                None => format!("has none for {game}: set pattern_units = 0"),
            },
        )?;
        check(
            self.buckets == BucketSet::Single || meets == Family::Hitting,
            &format!("{name}.buckets"),
            &format!("must be \"single\": game plans do not support {game}"),
        )?;
        check(
            self.plain_units.is_none() || self.activation == Activation::Relu,
            &format!("{name}.plain_units"),
            "need the activation relu",
        )
    }

    /// Shape of the network.
    ///
    /// # Panics
    /// If the recipe has not been validated.
    pub fn shape(&self) -> Shape {
        Shape {
            inputs: self.inputs.parse().expect("a recipe is validated when it is read"),
            patterns: (self.pattern_units > 0).then_some((self.patterns, self.pattern_units)),
            buckets: self.buckets,
            activation: self.activation,
            output: self.output,
            hidden: self.hidden.clone(),
        }
    }

    /// Shape in plain stages: without patterns and buckets, and with `plain_units` units in the
    /// first layer.
    ///
    /// # Panics
    /// If the recipe has not been validated.
    pub fn plain_shape(&self) -> Shape {
        let mut shape = Shape { patterns: None, buckets: BucketSet::Single, ..self.shape() };
        if let (Some(units), Some(first)) = (self.plain_units, shape.hidden.first_mut()) {
            *first = units;
        }
        shape
    }
}
