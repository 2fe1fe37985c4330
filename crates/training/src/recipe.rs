//! Recipes: all that a training run needs, as a small file.

mod bounds;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use sheshbesh_arena::Bot;
use sheshbesh_movegen::{Family, Game};
use sheshbesh_network::{
    Activation, ClassSet, Output, Shape,
    inputs::{BucketSet, InputSet, PatternSet},
};

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

/// Values that are written by their names.
mod by_name {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::{fmt::Display, str::FromStr};

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

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

/// A part of a run with settings of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name in progress and curve.
    pub name: String,
    /// Self-play games.
    pub games: u64,
    /// Whether the networks still do without patterns and buckets, which they get when a stage
    /// begins that says nothing of it. Knowledge that is not a matter of single patterns is learned
    /// faster without them.
    #[serde(default)]
    pub plain: bool,
    /// Games that are played with one snapshot of the weights.
    pub batch_games: u64,
    /// Games from one measurement of strength to the next.
    pub measure_every: u64,
    /// What positions are taught.
    pub targets: Targets,
    /// True if the run's teacher plays and judges the games, instead of the current network. In distillation the
    /// teacher always does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub teacher: bool,
    /// Whether exact tables say what positions without contact are worth once all checkers are
    /// home: to those who play, and to the networks as what they are taught.
    #[serde(default)]
    pub bearoff_tables: bool,
    /// Which play is made now and then instead of the best.
    #[serde(default)]
    pub exploration: Exploration,
    /// How many of a roll's plays the large network judges when a game is played: those that the
    /// pruning network likes best, at most 16, besides those that it does not know, which end
    /// contact. At 0, or where there is no pruning network, all.
    #[serde(default)]
    pub plays_judged: usize,
    /// Positions of one learning step.
    pub minibatch: usize,
    /// Positions that are kept from one batch to the next; each batch learns from as many of them,
    /// drawn at random, as it brings new ones (times `reuse`). Older
    /// recipes say `memory`.
    #[serde(default, alias = "memory")]
    pub replay_buffer: usize,
    /// In how many generations games are played and learned from, or 0 where they are learned as they come. Of a
    /// generation all games are played before any is learned, so that the teacher, which is what the generation
    /// before it has become, stands still; then it learns from the positions of all generations that the
    /// replay buffer has, while the step size falls from its first to its last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generations: u32,
    /// How often each position is learned from, or with a replay buffer, how many positions are
    /// learned from for each new one. Older recipes say `replays`.
    #[serde(default = "one", alias = "replays")]
    pub reuse: u32,
    /// How weights are changed.
    pub optimiser: Optimiser,
    /// Step size at the start of the stage.
    pub learning_rate: f64,
    /// Step size at its end.
    pub final_learning_rate: f64,
    /// How old the mean of the weights is that plays, teaches and is what the stage gives: a share
    /// of the batches since the stage began, at most a half. At 0 there is no mean, and the weights
    /// do that as they are.
    #[serde(default)]
    pub averaging: f64,
}

const fn one() -> u32 {
    1
}

/// What positions are taught.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Targets {
    /// The forward view of TD(λ): a mean of the verdicts on all later positions of the game and
    /// of its result. λ = 0 is the verdict on the next position, λ = 1 the result.
    LambdaReturn {
        /// How far the targets look.
        lambda: f32,
    },
    /// TD(λ) without the noise of the dice. Each step's error is not what the next position turned
    /// out to be worth, but what the mean over all 21 rolls is: the 2-ply verdict less the
    /// 1-ply one. A position is taught its 2-ply verdict plus λ times the error of the next
    /// position, λ² times that of the one after it, and so on to the end of the game. λ = 0 is the 2-ply verdict; λ = 1
    /// is the result of the game with the luck of all rolls taken off, as rollouts do.
    ExpectedReturn {
        /// How far the targets look.
        lambda: f32,
        /// Positions whose 2-ply verdict is so many points and more from the 1-ply one, by equity, are labelled
        /// a ply deeper: the 3-ply verdict takes the place of the 2-ply one and of λ times the next position's
        /// error, of which it is the mean over all rolls. At 0 these are all positions; none where
        /// nothing is said. Such a label takes twenty times as long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deeper_from: Option<f32>,
    },
    /// The mean over all 21 rolls of the best reply at 1-ply: a 2-ply verdict, without dice noise.
    TwoPly {
        /// Share of the positions of a game that are labelled and learned from.
        share: f64,
    },
    /// Distillation: another network, the teacher, plays the games, and the network is taught the teacher's 1-ply
    /// verdicts on the positions that a roll can lead to, not only on the one that is played. Verdicts on siblings
    /// have no noise, and cost no search.
    Distillation {
        /// A position is taught if the teacher finds it at most so many points worse than the roll's best.
        margin: f32,
        /// Share of the roll's other positions that are taught too, drawn at random.
        #[serde(default)]
        others: f64,
        /// Weight μ of the error of differences: to the cross-entropy of the k positions of a roll that are
        /// taught, μ/(k − 1) Σ ((eᵢ − ē) − (yᵢ − ȳ))² is added, of their equities e and what the teacher says
        /// of these, y. It is about what decides between plays, and not about what is wrong of all of them.
        #[serde(default, skip_serializing_if = "is_default")]
        differences: f32,
    },
}

/// Which play is made now and then instead of the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exploration {
    /// Share of the games that begin with random plays.
    pub random_openings: f64,
    /// At most so many plays are random at the start of such a game.
    pub opening_plays: u32,
    /// Share of the other plays that are drawn at random from all legal ones.
    pub random_plays: f64,
    /// Share of the other plays that are drawn from those that are nearly as good as the best, where
    /// there are some: what the network takes to be too bad is met too, and not only what it takes to
    /// be too good.
    pub rivals: f64,
    /// Share of the games that begin in the middle of a back game made up at random.
    pub back_games: f64,
    /// Share of games in which one side plays for a back game until it has had two anchors. Older
    /// recipes say `seekers`.
    #[serde(alias = "seekers")]
    pub back_game_seekers: f64,
    /// Share of the other games that begin with few checkers left on either side, anywhere.
    pub endings: f64,
}

/// How weights are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Adam on the mean gradient of the minibatch.
    Adam,
    /// Plain steps along the sum of the minibatch's gradients, as if it were learned one by one.
    SgdSum,
}

/// Why a recipe cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRecipe {
    /// No shipped recipe has that name.
    #[error("no recipe of {game} is called {name:?}; there are {}", Recipe::names(*.game).join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// Whose recipes were looked through.
        game: Game,
    },
    /// The text does not say what a recipe says.
    #[error("the recipe cannot be read: {0}")]
    Syntax(String),
    /// A value makes no sense.
    #[error("the recipe's {field} {problem}")]
    Value {
        /// Which value.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// Games that are learned alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Backgammon,
    /// The others whose positions are described by backgammon's inputs.
    Hits,
    /// That of them in which whoever is off first has lost.
    Misere,
    /// Those of them with few checkers.
    Few,
    /// Those in which both sides run the same way.
    Blocks,
    /// Those in which checkers are pinned.
    Pins,
}

impl Kind {
    fn of(game: Game) -> Self {
        match game.family() {
            Family::Hitting if game == Game::Backgammon => Self::Backgammon,
            Family::Hitting if game == Game::Misere => Self::Misere,
            Family::Hitting if game.checkers() < Game::Backgammon.checkers() => Self::Few,
            Family::Hitting => Self::Hits,
            Family::Parallel => Self::Blocks,
            Family::Pinning => Self::Pins,
        }
    }

    /// Their recipes, name and text, the default first.
    const fn recipes(self) -> &'static [(&'static str, &'static str)] {
        const QUICK: (&str, &str) = ("quick", include_str!("../recipes/quick.toml"));
        const TD_GAMMON: (&str, &str) = ("td-gammon", include_str!("../recipes/td-gammon.toml"));
        match self {
            Self::Backgammon => &[
                QUICK,
                ("full", include_str!("../recipes/full.toml")),
                TD_GAMMON,
                ("cluster", include_str!("../recipes/cluster.toml")),
            ],
            Self::Hits => {
                &[QUICK, ("full", include_str!("../recipes/full-relatives.toml")), TD_GAMMON]
            }
            Self::Misere => {
                &[QUICK, ("full", include_str!("../recipes/full-misere.toml")), TD_GAMMON]
            }
            Self::Few => {
                &[QUICK, ("full", include_str!("../recipes/full-hypergammon.toml")), TD_GAMMON]
            }
            Self::Blocks => &[
                ("quick", include_str!("../recipes/quick-parallel.toml")),
                ("full", include_str!("../recipes/full-parallel.toml")),
            ],
            Self::Pins => &[
                ("quick", include_str!("../recipes/quick-pinning.toml")),
                ("full", include_str!("../recipes/full-pinning.toml")),
            ],
        }
    }
}

impl Recipe {
    /// The names of the recipes that come with the program for a game, the default first.
    pub fn names(game: Game) -> Vec<&'static str> {
        Kind::of(game).recipes().iter().map(|(name, _)| *name).collect()
    }

    /// A recipe that comes with the program. Games that are learned alike share one.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_training::Recipe;
    /// let quick = Recipe::shipped("quick", Game::FEVGA)?;
    /// assert_eq!((quick.game, &*quick.contact.inputs), (Game::FEVGA, "parallel1"));
    /// # Ok::<(), sheshbesh_training::InvalidRecipe>(())
    /// ```
    ///
    /// # Errors
    /// When the game has none of that name.
    pub fn shipped(name: &str, game: Game) -> Result<Self, InvalidRecipe> {
        let unknown = || InvalidRecipe::Unknown { name: name.to_owned(), game };
        let known = Kind::of(game).recipes().iter().find(|(known, _)| *known == name);
        let mut recipe = Self::read(known.ok_or_else(unknown)?.1)?;
        // Back games take more checkers than Hypergammon has.
        if game.checkers() < Game::Backgammon.checkers() {
            recipe.stages.iter_mut().for_each(|stage| stage.exploration.back_games = 0.0);
        }
        if game == Game::Misere {
            recipe.measure.opponent = Bot::Columns.name().to_owned();
        }
        recipe.for_game(game)
    }

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
            self.stages.iter().all(|stage| stage.differences() == 0.0)
                || specs.into_iter().all(|spec| spec.output == Output::Softmax),
            "differences",
            "need networks with the output softmax",
        )?;
        let plain: Vec<bool> = self.stages.iter().map(|stage| stage.plain).collect();
        // A back game takes hits, and more checkers than Hypergammon has.
        let exploration = || self.stages.iter().map(|stage| stage.exploration);
        let made_up = exploration().any(|exploration| exploration.back_games > 0.0);
        let sought = exploration().any(|exploration| exploration.back_game_seekers > 0.0);
        check(
            !made_up || self.game.checkers() == Game::Backgammon.checkers(),
            "back_games",
            "need a game of fifteen checkers",
        )?;
        check(
            !(made_up || sought) || self.game.has_bar(),
            "back_games",
            &format!("are unknown in {}", self.game),
        )?;
        let ended = exploration().any(|exploration| exploration.endings > 0.0);
        check(
            !ended || self.game.has_bar(),
            "endings",
            &format!("are not made up in {}", self.game),
        )?;
        check(plain.is_sorted_by(|a, b| a >= b), "stages", "can be plain before the others only")?;
        Ok(())
    }
}

fn check(holds: bool, field: &str, problem: &str) -> Result<(), InvalidRecipe> {
    let error = || InvalidRecipe::Value { field: field.to_owned(), problem: problem.to_owned() };
    if holds { Ok(()) } else { Err(error()) }
}

/// What is wrong with a text, in one line.
fn sentence(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().split('\n').collect::<Vec<_>>().join(", ");
    let Some(span) = error.span() else { return message };
    let number = text.bytes().take(span.start).filter(|byte| *byte == b'\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let place = if line.is_empty() { String::new() } else { format!(", in {line:?}") };
    format!("line {}: {message}{place}", number + 1)
}

impl NetworkSpec {
    fn validate(&self, name: &str, game: Game) -> Result<(), InvalidRecipe> {
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

impl Stage {
    fn validate(&self, number: usize) -> Result<(), InvalidRecipe> {
        let check = |holds, field: &str, problem| {
            check(holds, &format!("stage {number}: {field}"), problem)
        };
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let is_unit = |lambda: f32| (0.0..=1.0).contains(&lambda);
        let is_rate = |rate: f64| rate > 0.0 && rate <= 10.0;
        self.check_bounds(number)?;
        check(is_rate(self.learning_rate), "learning_rate", "must be above 0 and at most 10")?;
        check(
            is_rate(self.final_learning_rate),
            "final_learning_rate",
            "must be above 0 and at most 10",
        )?;
        let exploration = &self.exploration;
        check(is_share(exploration.random_openings), "random_openings", "must be 0 to 1")?;
        check(is_share(exploration.random_plays), "random_plays", "must be 0 to 1")?;
        check(is_share(exploration.rivals), "rivals", "must be 0 to 1")?;
        check(is_share(exploration.back_games), "back_games", "must be 0 to 1")?;
        check(is_share(exploration.back_game_seekers), "back_game_seekers", "must be 0 to 1")?;
        check(is_share(exploration.endings), "endings", "must be 0 to 1")?;
        check((0.0..=0.5).contains(&self.averaging), "averaging", "must be 0 to 0.5")?;
        check(exploration.opening_plays <= 1000, "opening_plays", "must be at most 1000")?;
        check(self.plays_judged <= 16, "plays_judged", "must be at most 16")?;
        let is_lambda_return = matches!(self.targets, Targets::LambdaReturn { .. });
        check(
            self.plays_judged == 0 || is_lambda_return,
            "plays_judged",
            "must be 0, which is all, where targets are not lambda-return",
        )?;
        match self.targets {
            Targets::LambdaReturn { lambda } => check(is_unit(lambda), "lambda", "must be 0 to 1"),
            Targets::ExpectedReturn { lambda, deeper_from } => {
                check(is_unit(lambda), "lambda", "must be 0 to 1")?;
                let is_distance = |points: f32| (0.0..=6.0).contains(&points);
                check(deeper_from.is_none_or(is_distance), "deeper_from", "must be 0 to 6")
            }
            Targets::TwoPly { share } => {
                check(share > 0.0 && share <= 1.0, "share", "must be above 0 and at most 1")
            }
            Targets::Distillation { margin, others, differences } => {
                check((0.0..=6.0).contains(&margin), "margin", "must be 0 to 6")?;
                check(is_share(others), "others", "must be 0 to 1")?;
                check((0.0..=100.0).contains(&differences), "differences", "must be 0 to 100")?;
                check(
                    differences == 0.0 || self.replay_buffer == 0,
                    "replay_buffer",
                    "must be 0 where differences are learned: what is drawn from it has no siblings",
                )
            }
        }
    }

    /// The weight of the error of differences between siblings.
    pub fn differences(&self) -> f32 {
        match self.targets {
            Targets::Distillation { differences, .. } => differences,
            _ => 0.0,
        }
    }

    /// True if the teacher plays and judges the games.
    pub fn needs_teacher(&self) -> bool {
        self.teacher || matches!(self.targets, Targets::Distillation { .. })
    }

    /// The shape that a network has in this stage.
    pub fn shape(&self, spec: &NetworkSpec) -> Shape {
        if self.plain { spec.plain_shape() } else { spec.shape() }
    }

    /// How many snapshots of the weights the stage plays with; with a teacher, how many parts its games have.
    pub fn batches(&self) -> u64 {
        self.games.div_ceil(self.batch_games)
    }

    /// Numbers, within the stage, of the first game of a batch and of the one after its last.
    pub fn batch(&self, number: u64) -> (u64, u64) {
        let first = number * self.batch_games;
        (first, (first + self.batch_games).min(self.games))
    }

    /// Step size when a share of the stage's games has been learned: half a cosine from the
    /// first to the last.
    pub fn learning_rate_at(&self, share: f64) -> f64 {
        let high = (1.0 + (std::f64::consts::PI * share.clamp(0.0, 1.0)).cos()) / 2.0;
        self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * high
    }
}
