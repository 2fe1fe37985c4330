//! Networks in the shape that a stage learns.

use crate::{
    error::OtherShape,
    model::random_part,
    narrow::narrowed,
    recipe::{NetworkSpec, Recipe, Stage, Targets},
    sample::Sample,
    self_play,
    widen::{is_narrower, widened},
};
use sheshbesh_evaluator::{
    Evaluator, Network,
    network::{Activation, Mlp, Provenance},
};

/// Games that show which units matter.
const NARROWING_GAMES: u64 = 500;

/// Random weights for a stage.
pub(crate) fn random_network(recipe: &Recipe, stage: &Stage, seed: u64) -> Network {
    let random = |spec: &_, seed| random_part(&stage.shape(spec), seed);
    Network {
        contact: random(&recipe.contact, seed),
        // The parts must not begin with the same numbers.
        race: recipe.race.as_ref().map(|spec| random(spec, !seed)),
        pruner: recipe.pruner.as_ref().map(|spec| random(spec, seed ^ 1)),
        provenance: Provenance::default(),
    }
}

/// A network brought to the shape of a stage: with the patterns and plans that the recipe says, with
/// more units where layers have too few, and of too many units in a part's first layer those that
/// matter most in games played with `seed`.
///
/// # Errors
/// When a part has another shape in any other way.
pub(crate) fn fitted(
    network: &Network,
    recipe: &Recipe,
    stage: &Stage,
    seed: u64,
) -> Result<Network, OtherShape> {
    let mut shown: Option<Vec<Sample>> = None;
    let mut fitted = |name, part: Option<&Mlp>, spec: Option<&NetworkSpec>| {
        let other_shape = Err(OtherShape(name));
        let (Some(part), Some(spec)) = (part, spec) else {
            return if part.is_none() && spec.is_none() { Ok(None) } else { other_shape };
        };
        let spec = stage.shape(spec);
        let mut part = part.clone();
        let widths = part.widths();
        if let [units, later @ ..] = &spec.hidden[..]
            && widths.get(1..widths.len() - 1) == Some(later)
            && widths[0] > *units
            && part.activation == Activation::Relu
        {
            let shown = shown.get_or_insert_with(|| {
                let targets = Targets::LambdaReturn { lambda: 0.0 };
                let stage = Stage { targets, ..stage.clone() };
                self_play::play(
                    &Evaluator::new(network),
                    recipe.game,
                    &stage,
                    seed,
                    0..NARROWING_GAMES,
                )
            });
            let of_part = |sample: &&Sample| match name {
                "contact" => network.race.is_none() || sample.has_contact(),
                "race" => !sample.has_contact(),
                _ => sample.has_contact(),
            };
            let shown: Vec<Sample> = shown.iter().filter(of_part).copied().collect();
            part = narrowed(&part, &shown, *units);
        }
        if is_narrower(&part, &spec) {
            part = widened(&part, &spec, seed);
        }
        let part = part.grown(spec.pattern_units, spec.stacks());
        if spec.describes(&part) { Ok(Some(part)) } else { other_shape }
    };
    Ok(Network {
        contact: fitted("contact", Some(&network.contact), Some(&recipe.contact))?
            .expect("a part that is there and described"),
        race: fitted("race", network.race.as_ref(), recipe.race.as_ref())?,
        pruner: fitted("pruner", network.pruner.as_ref(), recipe.pruner.as_ref())?,
        provenance: network.provenance.clone(),
    })
}
