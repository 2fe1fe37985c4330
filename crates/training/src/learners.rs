//! The learners of a network's parts.

use crate::{
    average::Average,
    device::Compute,
    error::InvalidState,
    learner::{Learner, LearnerState},
    recipe::{Recipe, Stage},
    sample::Sample,
};
use bincode::{Decode, Encode};
use sheshbesh_evaluator::{Network, network::Provenance};

/// Learners of the parts that a network has.
pub(crate) struct Learners {
    contact: Learner,
    race: Option<Learner>,
    pruner: Option<Learner>,
    /// Of the weights since the stage began, when it wants that.
    average: Option<Average>,
}

/// Their states, as checkpoints keep them.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerStates {
    contact: LearnerState,
    race: Option<LearnerState>,
    pruner: Option<LearnerState>,
    average: Option<Average>,
}

impl Learners {
    /// With the weights of a network.
    pub(crate) fn new(network: Network, compute: &Compute) -> Self {
        let learner = |part| Learner::new(part, compute);
        Self {
            contact: learner(network.contact),
            race: network.race.map(learner),
            pruner: network.pruner.map(learner),
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
        let learner = |spec: &_, state| Learner::resume(&stage.shape(spec), state, stage, compute);
        let part = |spec: &Option<_>, state: Option<LearnerState>, name| match (spec, state) {
            (Some(spec), Some(state)) => learner(spec, state).map(Some),
            (None, None) => Ok(None),
            _ => Err(InvalidState(format!("the {name} network is missing"))),
        };
        let learners = Self {
            contact: learner(&recipe.contact, states.contact)?,
            race: part(&recipe.race, states.race, "race")?,
            pruner: part(&recipe.pruner, states.pruner, "pruner")?,
            average: states.average,
        };
        let means = learners.average.as_ref().map_or(&[][..], Average::parts);
        let fit = learners.each().count() == means.len()
            && learners.each().zip(means).all(|(learner, mean)| learner.is_fit_by(mean));
        if fit || means.is_empty() {
            Ok(learners)
        } else {
            Err(InvalidState("the mean of the weights has another size".to_owned()))
        }
    }

    /// What [`Learners::resume`] needs.
    pub(crate) fn states(&self) -> Result<LearnerStates, InvalidState> {
        Ok(LearnerStates {
            contact: self.contact.state()?,
            race: self.race.as_ref().map(Learner::state).transpose()?,
            pruner: self.pruner.as_ref().map(Learner::state).transpose()?,
            average: self.average.clone(),
        })
    }

    fn each(&self) -> impl Iterator<Item = &Learner> {
        std::iter::once(&self.contact).chain(&self.race).chain(&self.pruner)
    }

    fn each_mut(&mut self) -> impl Iterator<Item = &mut Learner> {
        std::iter::once(&mut self.contact).chain(&mut self.race).chain(&mut self.pruner)
    }

    /// The network as it is now, or the mean of what it has been where the stage wants that. It does
    /// not say yet where it comes from.
    pub(crate) fn network(&self) -> Network {
        let means = self.average.as_ref().map_or(&[][..], Average::parts);
        let mut means = means.iter();
        let mut part = |learner: &Learner| match means.next() {
            Some(mean) => learner.part_with(mean),
            None => learner.part(),
        };
        Network {
            contact: part(&self.contact),
            race: self.race.as_ref().map(&mut part),
            pruner: self.pruner.as_ref().map(&mut part),
            provenance: Provenance::default(),
        }
    }

    /// Ends a stage: from now on the weights are what their mean was.
    pub(crate) fn settle(&mut self) {
        let means = self.average.take().map_or_else(Vec::new, Average::into_parts);
        for (learner, mean) in self.each_mut().zip(means) {
            learner.set_weights(mean);
        }
    }

    /// Takes those parts of a network that have other shapes. The others stay as they are, since a
    /// learner knows its weights more exactly than a network does.
    pub(crate) fn take(&mut self, network: Network) {
        self.contact.take(network.contact);
        for (learner, part) in [(&mut self.race, network.race), (&mut self.pruner, network.pruner)]
        {
            if let (Some(learner), Some(part)) = (learner, part) {
                learner.take(part);
            }
        }
    }

    /// Begins a stage, with nothing known of earlier gradients.
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.each_mut().for_each(|learner| learner.begin(stage));
        self.average = (stage.averaging > 0.0).then(Average::new);
    }

    /// Notes the weights after a batch.
    pub(crate) fn note(&mut self, stage: &Stage) {
        if let Some(mut average) = self.average.take() {
            average.add(self.each().map(Learner::weights).collect(), stage.averaging);
            self.average = Some(average);
        }
    }

    /// Each learns its kind of samples, minibatch after minibatch.
    pub(crate) fn learn(&mut self, samples: &[Sample], stage: &Stage, learning_rate: f64) {
        let (with_contact, without): (Vec<Sample>, Vec<Sample>) =
            samples.iter().partition(|sample| sample.has_contact());
        if let Some(race) = &mut self.race {
            self.contact.learn(&with_contact, stage, learning_rate);
            race.learn(&without, stage, learning_rate);
        } else {
            self.contact.learn(samples, stage, learning_rate);
        }
        if let Some(pruner) = &mut self.pruner {
            pruner.learn(&with_contact, stage, learning_rate);
        }
    }
}
