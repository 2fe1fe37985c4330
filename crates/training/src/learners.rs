//! The learners of a network's parts.

use crate::{
    device::Compute,
    learner::{InvalidState, Learner, LearnerState},
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
}

/// Their states, as checkpoints keep them.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerStates {
    contact: LearnerState,
    race: Option<LearnerState>,
    pruner: Option<LearnerState>,
}

impl Learners {
    /// With the weights of a network.
    pub(crate) fn new(network: Network, compute: &Compute) -> Self {
        let learner = |part| Learner::new(part, compute);
        Self {
            contact: learner(network.contact),
            race: network.race.map(learner),
            pruner: network.pruner.map(learner),
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
        Ok(Self {
            contact: learner(&recipe.contact, states.contact)?,
            race: part(&recipe.race, states.race, "race")?,
            pruner: part(&recipe.pruner, states.pruner, "pruner")?,
        })
    }

    /// What [`Learners::resume`] needs.
    pub(crate) fn states(&self) -> Result<LearnerStates, InvalidState> {
        Ok(LearnerStates {
            contact: self.contact.state()?,
            race: self.race.as_ref().map(Learner::state).transpose()?,
            pruner: self.pruner.as_ref().map(Learner::state).transpose()?,
        })
    }

    /// The network as it is now, which does not say yet where it comes from.
    pub(crate) fn network(&self) -> Network {
        Network {
            contact: self.contact.part(),
            race: self.race.as_ref().map(Learner::part),
            pruner: self.pruner.as_ref().map(Learner::part),
            provenance: Provenance::default(),
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
        let others = self.race.iter_mut().chain(&mut self.pruner);
        std::iter::once(&mut self.contact).chain(others).for_each(|learner| learner.begin(stage));
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
