//! Ensembles: networks whose outcomes are averaged.

use crate::{member::Companion, network::Network};
use sheshbesh_movegen::Game;

/// Error: networks do not form an ensemble.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InvalidEnsemble {
    /// There are no members, or more than [`Network::MOST_MEMBERS`].
    #[error("an ensemble has 1 to {most} members, not {found}", most = Network::MOST_MEMBERS)]
    Members {
        /// Number of members.
        found: usize,
    },
    /// A weight is not a positive finite number, or becomes 0 when divided by the sum.
    #[error("invalid weight {weight} of ensemble member {member}: weights must be positive")]
    Weight {
        /// Number of the member, from 1.
        member: usize,
        /// Weight of the member.
        weight: f32,
    },
    /// Members play different games or were trained on different games.
    #[error("ensemble members must be trained for the same game, not {first} and {other}")]
    Games {
        /// The first member's game.
        first: Game,
        /// The game of another member.
        other: Game,
    },
}

impl Network {
    /// Maximum number of members of an ensemble.
    pub const MOST_MEMBERS: usize = 16;

    /// Creates an ensemble, whose outcomes are the weighted mean of the outcomes of its members.
    /// Members may differ in inputs, shapes and classes of experts. Weights are divided by their
    /// sum. The pruner is the first member's. Members that are ensembles themselves are replaced by
    /// their members.
    ///
    /// The first member should be the fastest: in a search it alone chooses among replies, and the
    /// other members evaluate only the chosen replies.
    ///
    /// ```
    /// use sheshbesh_network::{InvalidEnsemble, Network};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
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
    /// If the number of members or a weight is out of range, or if the members' games differ.
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
        if let Some(index) = weights.iter().position(|weight| *weight <= 0.0) {
            return Err(InvalidEnsemble::Weight { member: index + 1, weight: weights[index] });
        }
        let mut weights = weights.into_iter();
        let mut next = || weights.next().expect("members and weights differ in number");
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

    /// Number of members; 1 for a network that is not an ensemble.
    pub fn members(&self) -> usize {
        1 + self.companions.len()
    }

    /// A member as a network of its own, with the pruner of the ensemble; `None` unless `index` is
    /// less than [`Network::members`]. Index 0 is the first member.
    ///
    /// ```
    /// use sheshbesh_network::Network;
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    /// let network = Network::read(path.as_ref())?;
    /// let two = Network::ensemble(vec![(network.clone(), 3.0), (network.clone(), 1.0)])?;
    /// assert_eq!(two.member(0), Some(network.clone()));
    /// assert_eq!(two.member(1), Some(network));
    /// assert_eq!(two.member(2), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn member(&self, index: usize) -> Option<Self> {
        let (experts, provenance) = match index.checked_sub(1) {
            None => (&self.experts, &self.provenance),
            Some(index) => {
                let Companion { experts, provenance, .. } = self.companions.get(index)?;
                (experts, provenance)
            }
        };
        Some(Self {
            game: self.game,
            learned: self.learned,
            experts: experts.clone(),
            weight: 1.0,
            companions: Vec::new(),
            pruner: self.pruner.clone(),
            provenance: provenance.clone(),
        })
    }

    /// Weight of the first member in the mean; 1 for a network that is not an ensemble.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// The members of an ensemble after the first one.
    pub fn companions(&self) -> &[Companion] {
        &self.companions
    }
}

/// Divides weights by their sum. Weights that add up to 1 already are returned unchanged.
fn shares(weights: &[f64]) -> Vec<f32> {
    /// An upper bound for the error of sixteen roundings to `f32`.
    const ROUNDING: f64 = 1e-6;
    let sum: f64 = weights.iter().sum();
    let sum = if (sum - 1.0).abs() <= ROUNDING { 1.0 } else { sum };
    weights.iter().map(|weight| (weight / sum) as f32).collect()
}
