//! Ensembles: several networks whose outcomes are averaged.

use crate::{member::Companion, network::Network};
use sheshbesh_movegen::Game;

/// Networks that do not make an ensemble.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InvalidEnsemble {
    /// There are no members, or more than [`Network::MOST_MEMBERS`].
    #[error("an ensemble has 1 to {most} members, not {found}", most = Network::MOST_MEMBERS)]
    Members {
        /// Their number.
        found: usize,
    },
    /// A weight is not a positive number, or vanishes beside the others.
    #[error("member {member} of the ensemble has the weight {weight}, and weights are positive")]
    Weight {
        /// Number of the member, from 1.
        member: usize,
        /// Its weight.
        weight: f32,
    },
    /// Members play or were taught different games.
    #[error("the members of an ensemble learned one game, not {first} and {other}")]
    Games {
        /// The first member's game.
        first: Game,
        /// The game of another one.
        other: Game,
    },
}

impl Network {
    /// The largest number of members of an ensemble.
    pub const MOST_MEMBERS: usize = 16;

    /// An ensemble: its outcomes are the weighted mean of the outcomes of its members, each of which
    /// may have other inputs, shapes and classes of experts. Weights are divided by their sum. The
    /// pruner is the first member's. Members that are ensembles themselves are taken apart.
    ///
    /// The first member should be the fastest: in a search it alone chooses among replies, and the
    /// others judge the chosen ones.
    ///
    /// ```
    /// use sheshbesh_network::{InvalidEnsemble, Network};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/small.weights");
    /// let network = Network::read(path.as_ref())?;
    /// let two = Network::ensemble(vec![(network.clone(), 3.0), (network.clone(), 1.0)])?;
    /// assert_eq!((two.weight(), two.companions()[0].weight()), (0.75, 0.25));
    /// assert_eq!(Network::ensemble(vec![(network.clone(), 5.0)])?, network);
    /// let none = Network::ensemble(vec![(network.clone(), 1.0), (network, 0.0)]);
    /// assert_eq!(none, Err(InvalidEnsemble::Weight { member: 2, weight: 0.0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the number of members, a weight or the game of a member does not fit.
    pub fn ensemble(members: Vec<(Self, f32)>) -> Result<Self, InvalidEnsemble> {
        let count = members.iter().map(|(network, _)| network.members()).sum();
        if !(1..=Self::MOST_MEMBERS).contains(&count) {
            return Err(InvalidEnsemble::Members { found: count });
        }
        for ((_, weight), member) in members.iter().zip(1..) {
            if !(weight.is_finite() && *weight > 0.0) {
                return Err(InvalidEnsemble::Weight { member, weight: *weight });
            }
        }
        let (game, learned) = (members[0].0.game(), members[0].0.learned());
        for (network, _) in &members {
            for (first, other) in [(game, network.game()), (learned, network.learned())] {
                if first != other {
                    return Err(InvalidEnsemble::Games { first, other });
                }
            }
        }
        let part = |(network, weight): &(Self, f32)| {
            let within = network.companions.iter().map(Companion::weight);
            let parts: Vec<f64> = std::iter::once(network.weight)
                .chain(within)
                .map(|part| f64::from(*weight) * f64::from(part))
                .collect();
            parts
        };
        let weights = shares(&members.iter().flat_map(part).collect::<Vec<f64>>());
        if let Some(place) = weights.iter().position(|weight| *weight <= 0.0) {
            return Err(InvalidEnsemble::Weight { member: place + 1, weight: weights[place] });
        }
        let mut weights = weights.into_iter();
        let mut next = || weights.next().expect("each member has a weight");
        let mut ensemble: Option<Self> = None;
        for (mut network, _) in members {
            let weight = next();
            let mut companions = std::mem::take(&mut network.companions);
            companions.iter_mut().for_each(|companion| companion.weight = next());
            match &mut ensemble {
                None => {
                    (network.weight, network.companions) = (weight, companions);
                    ensemble = Some(network);
                }
                Some(ensemble) => {
                    let Self { experts, provenance, .. } = network;
                    ensemble.companions.push(Companion { weight, experts, provenance });
                    ensemble.companions.extend(companions);
                }
            }
        }
        ensemble.ok_or(InvalidEnsemble::Members { found: 0 })
    }

    /// The number of members: 1 for a network that is no ensemble.
    pub fn members(&self) -> usize {
        1 + self.companions.len()
    }

    /// The first member's part of the mean; 1 for a network that is no ensemble.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// The members of an ensemble after the first one.
    pub fn companions(&self) -> &[Companion] {
        &self.companions
    }
}

/// Weights divided by their sum. Those that have been divided already stay as they are.
fn shares(weights: &[f64]) -> Vec<f32> {
    /// More than sixteen roundings to f32 add up to.
    const ROUNDING: f64 = 1e-6;
    let sum: f64 = weights.iter().sum();
    let sum = if (sum - 1.0).abs() <= ROUNDING { 1.0 } else { sum };
    weights.iter().map(|weight| (weight / sum) as f32).collect()
}
