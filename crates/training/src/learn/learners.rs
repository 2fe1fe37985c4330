//! The learners of a network's nets.

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

/// Learners of the nets that a network has.
pub(crate) struct Learners {
    game: Game,
    /// Of each expert, with the positions that it is taught.
    experts: Vec<(ClassSet, Learner)>,
    pruner: Option<Learner>,
    /// Of the weights since the stage began, when it wants that.
    average: Option<Average>,
}

/// Their states, as checkpoints keep them.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerStates {
    experts: Vec<LearnerState>,
    pruner: Option<LearnerState>,
    average: Option<Average>,
}

impl Learners {
    /// With the weights of a network.
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

    /// Goes on from a checkpoint of a stage.
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
            return Err(InvalidState("the recipe has other networks".to_owned()));
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
            Err(InvalidState("the mean of the weights has another size".to_owned()))
        }
    }

    /// What [`Learners::resume`] needs.
    pub(crate) fn states(&self) -> Result<LearnerStates, InvalidState> {
        let experts = self.experts.iter().map(|(_, learner)| learner.state());
        Ok(LearnerStates {
            experts: experts.collect::<Result<_, _>>()?,
            pruner: self.pruner.as_ref().map(Learner::state).transpose()?,
            average: self.average.clone(),
        })
    }

    /// Those of the experts, then the pruner's.
    fn each(&self) -> impl Iterator<Item = &Learner> {
        self.experts.iter().map(|(_, learner)| learner).chain(&self.pruner)
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        self.experts.iter_mut().map(|(_, learner)| learner).chain(&mut self.pruner)
    }

    /// The network as it is now, or the mean of what it has been where the stage wants that. It does
    /// not say yet where it comes from.
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
        Network::new(self.game, experts, pruner).expect("the experts are those of a network")
    }

    /// Whether all weights are numbers still, and their means.
    pub(crate) fn are_finite(&self) -> bool {
        let means = self.average.as_ref().map_or(&[][..], Average::nets);
        self.each().all(|learner| learner.weights().are_finite())
            && means.iter().all(ExactWeights::are_finite)
    }

    /// Ends a stage: from now on the weights are what their mean was.
    pub(crate) fn finish(&mut self) {
        let means = self.average.take().map_or_else(Vec::new, Average::into_nets);
        for (learner, mean) in self.each_mut().zip(means) {
            learner.set_weights(mean);
        }
    }

    /// Takes those nets of a network that have other shapes. The others stay as they are, since a
    /// learner knows its weights more exactly than a network does.
    pub(crate) fn take(&mut self, network: &Network) {
        for (learner, net) in self.each_mut().zip(network.nets()) {
            learner.take(net);
        }
    }

    /// Begins a stage, with nothing known of earlier gradients.
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.each_mut().for_each(|learner| learner.begin(stage));
        self.average = (stage.averaging > 0.0).then(Average::new);
    }

    /// Takes the weights after a batch into their mean, when the stage wants one.
    pub(crate) fn update_average(&mut self, stage: &Stage) {
        if let Some(mut average) = self.average.take() {
            average.add(self.each().map(Learner::weights).collect(), stage.averaging);
            self.average = Some(average);
        }
    }

    /// Each learns its kind of samples, minibatch after minibatch.
    pub(crate) fn learn(&mut self, samples: &[Sample], stage: &Stage, learning_rate: f64) {
        let pruner = self.pruner.as_mut().map(|pruner| (Network::PRUNED, pruner));
        let experts = self.experts.iter_mut().map(|(classes, learner)| (*classes, learner));
        for (classes, learner) in experts.chain(pruner) {
            let samples = of_classes(samples, self.game, classes);
            learner.learn(&samples, stage, learning_rate);
        }
    }
}
