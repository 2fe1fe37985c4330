//! The learners of all nets of a network.

use super::{
    average::Average,
    device::Compute,
    learner::{Learner, LearnerState},
    weights::ExactWeights,
};
use crate::{
    data::{Sample, of_classes},
    error::InvalidState,
    recipe::{Recipe, Stage},
};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Game;
use sheshbesh_network::{ClassSet, Expert, Network};

/// The learners of all nets of a network.
pub(crate) struct Learners {
    game: Game,
    /// Learner of each expert, with the position classes that it learns.
    experts: Vec<(ClassSet, Learner)>,
    pruner: Option<Learner>,
    /// Average of the weights since the stage began, if the stage averages.
    average: Option<Average>,
}

/// States of the learners in a checkpoint.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerStates {
    experts: Vec<LearnerState>,
    pruner: Option<LearnerState>,
    average: Option<Average>,
}

impl Learners {
    /// Creates learners with the weights of a network.
    pub(crate) fn new(network: &Network, compute: &Compute) -> Self {
        let game = network.game();
        let expert = |expert: &Expert| (expert.classes, Learner::new(game, &expert.net, compute));
        Self {
            game,
            experts: network.experts().iter().map(expert).collect(),
            pruner: network.pruner().map(|net| Learner::new(game, net, compute)),
            average: None,
        }
    }

    /// Restores the learners from a checkpoint of a stage.
    ///
    /// # Errors
    /// A state that does not fit the recipe or the device.
    pub(crate) fn resume(
        states: LearnerStates,
        recipe: &Recipe,
        stage: &Stage,
        compute: &Compute,
    ) -> Result<Self, InvalidState> {
        let experts = recipe.experts();
        if experts.len() != states.experts.len()
            || recipe.pruner.is_some() != states.pruner.is_some()
        {
            return Err(InvalidState("the recipe has different networks".to_owned()));
        }
        let game = recipe.game;
        let resume = |spec, state| Learner::resume(game, stage.shape(spec), state, stage, compute);
        let experts = experts.into_iter().zip(states.experts);
        let experts =
            experts.map(|((_, classes, spec), state)| Ok((classes, resume(spec, state)?)));
        let pruner = recipe.pruner.as_ref().zip(states.pruner);
        let learners = Self {
            game,
            experts: experts.collect::<Result<_, InvalidState>>()?,
            pruner: pruner.map(|(spec, state)| resume(spec, state)).transpose()?,
            average: states.average,
        };
        let means = learners.average.as_ref().map_or(&[][..], Average::nets);
        let fit = learners.each().count() == means.len()
            && learners.each().zip(means).all(|(learner, mean)| mean.net(learner.shape()).is_ok());
        if fit || means.is_empty() {
            Ok(learners)
        } else {
            Err(InvalidState("the averaged weights have a different size".to_owned()))
        }
    }

    /// Returns the state for [`Learners::resume`].
    pub(crate) fn states(&self) -> Result<LearnerStates, InvalidState> {
        let experts = self.experts.iter().map(|(_, learner)| learner.state());
        Ok(LearnerStates {
            experts: experts.collect::<Result<_, _>>()?,
            pruner: self.pruner.as_ref().map(Learner::state).transpose()?,
            average: self.average.clone(),
        })
    }

    /// The learners of the experts, then that of the pruner.
    fn each(&self) -> impl Iterator<Item = &Learner> {
        self.experts.iter().map(|(_, learner)| learner).chain(&self.pruner)
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        self.experts.iter_mut().map(|(_, learner)| learner).chain(&mut self.pruner)
    }

    /// The current network, with averaged weights if the stage averages. Its provenance is not set.
    pub(crate) fn network(&self) -> Network {
        let mut means = self.average.as_ref().map_or(&[][..], Average::nets).iter();
        let mut net = |learner: &Learner| match means.next() {
            Some(mean) => learner.net_with(mean),
            None => learner.net(),
        };
        let experts = self.experts.iter();
        let experts =
            experts.map(|(classes, l)| Expert { classes: *classes, net: net(l) }).collect();
        let pruner = self.pruner.as_ref().map(&mut net);
        Network::new(self.game, experts, pruner).expect("the experts form a network")
    }

    /// True if all weights and their averages are finite.
    pub(crate) fn are_finite(&self) -> bool {
        let means = self.average.as_ref().map_or(&[][..], Average::nets);
        self.each().all(|learner| learner.weights().are_finite())
            && means.iter().all(ExactWeights::are_finite)
    }

    /// Ends a stage: replaces the weights by their average, if there is one.
    pub(crate) fn finish(&mut self) {
        let means = self.average.take().map_or_else(Vec::new, Average::into_nets);
        for (learner, mean) in self.each_mut().zip(means) {
            learner.set_weights(mean);
        }
    }

    /// Replaces nets whose shape differs from that in `network`. Other nets stay as they are, since
    /// a learner has their weights more exactly than a network.
    pub(crate) fn take(&mut self, network: &Network) {
        for (learner, net) in self.each_mut().zip(network.nets()) {
            learner.take(net);
        }
    }

    /// Starts a stage: resets the optimisers' state and the average.
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.each_mut().for_each(|learner| learner.begin(stage));
        self.average = (stage.averaging > 0.0).then(Average::new);
    }

    /// Adds the weights after a batch to the average, if the stage averages.
    pub(crate) fn update_average(&mut self, stage: &Stage) {
        if let Some(mut average) = self.average.take() {
            average.add(self.each().map(Learner::weights).collect(), stage.averaging);
            self.average = Some(average);
        }
    }

    /// Trains each learner on the samples of its position classes, in minibatches.
    pub(crate) fn learn(&mut self, samples: &[Sample], stage: &Stage, learning_rate: f64) {
        let pruner = self.pruner.as_mut().map(|pruner| (Network::PRUNED, pruner));
        let experts = self.experts.iter_mut().map(|(classes, learner)| (*classes, learner));
        for (classes, learner) in experts.chain(pruner) {
            let samples = of_classes(samples, self.game, classes);
            learner.learn(&samples, stage, learning_rate);
        }
    }
}
