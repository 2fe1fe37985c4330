//! Networks with the shapes of a stage.

use super::{
    prune_units::prune_units,
    random_net::random_net,
    widen::{is_narrower, widen},
};
use crate::{
    data::{Sample, of_classes},
    error::OtherShape,
    recipe::{NetworkSpec, Recipe, Stage},
};
use sheshbesh_network::{Activation, ClassSet, Expert, Net, Network, Shape};
use std::cell::LazyCell;

/// Creates a network with random weights for a stage.
pub(crate) fn random_network(recipe: &Recipe, stage: &Stage, seed: u64) -> Network {
    // The nets must not begin with the same random numbers.
    let seeds = (0..).map(|number| match number {
        0 => seed,
        number => !seed.wrapping_add(number - 1),
    });
    let expert = |((_, classes, spec), seed): ((_, _, &NetworkSpec), u64)| Expert {
        classes,
        net: random_net(&stage.shape(spec), seed),
    };
    let experts = recipe.experts().into_iter().zip(seeds).map(expert).collect();
    let pruner = recipe.pruner.as_ref().map(|spec| random_net(&stage.shape(spec), seed ^ 1));
    Network::new(recipe.game, experts, pruner).expect("a recipe has an expert for every position")
}

/// Brings a network to the shape of a stage. Adds the recipe's patterns and buckets, and units to
/// layers with too few. If a first layer has too many units, keeps those that matter most in the
/// samples of `shown`.
///
/// # Errors
/// A net whose shape differs in any other way.
pub(crate) fn reshape(
    network: &Network,
    recipe: &Recipe,
    stage: &Stage,
    seed: u64,
    shown: impl FnOnce() -> Vec<Sample>,
) -> Result<Network, OtherShape> {
    let shown = LazyCell::new(shown);
    let reshape_net = |net: &Net, classes: ClassSet, name, spec: &NetworkSpec| {
        let shape = stage.shape(spec);
        let mut net = net.clone();
        if has_too_many_first_units(net.shape(), &shape) {
            let shown = of_classes(&shown, recipe.game, classes);
            net = prune_units(&net, &shown, shape.hidden[0]);
        }
        if is_narrower(net.shape(), &shape) {
            net = widen(&net, &shape.hidden, seed);
        }
        let net = net.grown(shape.patterns, shape.buckets);
        if *net.shape() == shape { Ok(net) } else { Err(OtherShape(name)) }
    };
    let mut experts = Vec::new();
    for (name, classes, spec) in recipe.experts() {
        let same = |expert: &&Expert| expert.classes == classes;
        let expert = network.experts().iter().find(same).ok_or(OtherShape(name))?;
        experts.push(Expert { classes, net: reshape_net(&expert.net, classes, name, spec)? });
    }
    let pruner = match (network.pruner(), &recipe.pruner) {
        (Some(net), Some(spec)) => Some(reshape_net(net, Network::PRUNED, "pruner", spec)?),
        (None, None) => None,
        _ => return Err(OtherShape("pruner")),
    };
    let reshaped = Network::new(recipe.game, experts, pruner);
    let mut reshaped = reshaped.expect("a recipe has an expert for every position");
    reshaped.provenance = network.provenance.clone();
    Ok(reshaped)
}

/// True if a net of rectified units differs from a shape only by more units in its first hidden
/// layer. Some of these may be inactive for every position.
fn has_too_many_first_units(shape: &Shape, wanted: &Shape) -> bool {
    let ([units, later @ ..], [wanted, wanted_later @ ..]) =
        (&shape.hidden[..], &wanted.hidden[..])
    else {
        return false;
    };
    units > wanted && later == wanted_later && shape.activation == Activation::Relu
}
