//! Merges networks of one shape into one network by averaging their weights.

use crate::{
    net::{Layer, Net, Weights},
    network::Network,
    pattern_table::PatternTable,
};

/// Error: networks cannot be merged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InvalidMerge {
    /// There are no networks.
    #[error("no networks to merge")]
    Empty,
    /// A weight is not a positive finite number.
    #[error("invalid weight {weight} of network {network}: weights must be positive")]
    Weight {
        /// Number of the network, from 1.
        network: usize,
        /// Its weight.
        weight: f32,
    },
    /// A network is an ensemble.
    #[error("network {0} is an ensemble: name its members, as in FILE#1")]
    Ensemble(usize),
    /// A network differs from the first in its game, inputs or layers.
    #[error("network {0} differs from the first in its game, inputs or layers")]
    Shape(usize),
}

impl Network {
    /// Merges networks of one shape into one network of this shape, whose weights are the weighted
    /// means of theirs. It plays like an ensemble at the cost of one network, if all of them
    /// learned from the same start (Wortsman et al., *Model soups*, 2022); the mean of networks that
    /// learned independently is useless. The origin is the first network's.
    ///
    /// ```
    /// use sheshbesh_network::{InvalidMerge, Network};
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    /// let network = Network::read(path.as_ref())?;
    /// let merged = Network::merge(&[(network.clone(), 3.0), (network.clone(), 1.0)])?;
    /// let bias = |network: &Network| network.experts()[0].net.weights().first.biases[0];
    /// assert_eq!(bias(&merged), bias(&network));
    /// assert_eq!(Network::merge(&[]), Err(InvalidMerge::Empty));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are no networks, a weight is not positive, a network is an ensemble, or shapes
    /// differ.
    pub fn merge(networks: &[(Self, f32)]) -> Result<Self, InvalidMerge> {
        let ((first, _), _) = networks.split_first().ok_or(InvalidMerge::Empty)?;
        for ((network, weight), number) in networks.iter().zip(1..) {
            if !(weight.is_finite() && *weight > 0.0) {
                return Err(InvalidMerge::Weight { network: number, weight: *weight });
            }
            if network.members() > 1 {
                return Err(InvalidMerge::Ensemble(number));
            }
            if !first.has_shape_of(network) {
                return Err(InvalidMerge::Shape(number));
            }
        }
        let sum: f64 = networks.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let shares: Vec<f64> =
            networks.iter().map(|(_, weight)| f64::from(*weight) / sum).collect();
        let mean = |nets: Vec<&Net>| {
            let parts: Vec<(&Net, f64)> = nets.into_iter().zip(shares.iter().copied()).collect();
            mean_net(&parts)
        };
        let mut merged = first.clone();
        for (index, expert) in merged.experts.iter_mut().enumerate() {
            expert.net = mean(networks.iter().map(|(one, _)| &one.experts[index].net).collect());
        }
        // All networks have a pruner, or none has.
        let pruners: Vec<&Net> =
            networks.iter().filter_map(|(network, _)| network.pruner.as_ref()).collect();
        merged.pruner = (!pruners.is_empty()).then(|| mean(pruners));
        Ok(merged)
    }

    /// True if another network has the same game, and nets of the same shapes for the same classes.
    fn has_shape_of(&self, other: &Self) -> bool {
        let games = |network: &Self| (network.game, network.learned);
        let shapes = |network: &Self| -> Vec<_> {
            network.experts.iter().map(|one| (one.classes, one.net.shape().clone())).collect()
        };
        let pruner = |network: &Self| network.pruner.as_ref().map(|net| net.shape().clone());
        games(self) == games(other)
            && shapes(self) == shapes(other)
            && pruner(self) == pruner(other)
    }
}

/// The mean of nets of one shape; the shares sum to 1.
fn mean_net(parts: &[(&Net, f64)]) -> Net {
    let layers = |select: &dyn Fn(&Weights) -> &Layer| -> Layer {
        let mean_of = |of: fn(&Layer) -> &[f32]| {
            mean(parts.iter().map(|(net, share)| (of(select(net.weights())), *share)))
        };
        Layer { weights: mean_of(|layer| &layer.weights), biases: mean_of(|layer| &layer.biases) }
    };
    let first = parts[0].0.weights();
    let patterns = first.patterns.as_ref().map(|table| {
        let tables: Vec<(Vec<f32>, f64)> = parts
            .iter()
            .filter_map(|(net, share)| Some((net.weights().patterns.as_ref()?.weights(), *share)))
            .collect();
        let weights = mean(tables.iter().map(|(table, share)| (&table[..], *share)));
        PatternTable::nearest(&weights, table.units())
    });
    let stacks = first.stacks.iter().enumerate().map(|(bucket, stack)| {
        let layer = |index| layers(&move |weights: &Weights| &weights.stacks[bucket][index]);
        (0..stack.len()).map(layer).collect()
    });
    let weights =
        Weights { first: layers(&|weights| &weights.first), patterns, stacks: stacks.collect() };
    Net::new(parts[0].0.shape().clone(), weights).expect("the mean has the shape of its parts")
}

/// The weighted mean of rows of equal length; the shares sum to 1.
fn mean<'a>(rows: impl Iterator<Item = (&'a [f32], f64)>) -> Vec<f32> {
    let mut sums = Vec::new();
    for (row, share) in rows {
        sums.resize(row.len(), 0.0);
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += share * f64::from(*value);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}
