//! Tests of the forward pass against its definition, and of integers against each other.

use super::{
    fast_net::{Backend, FastNet},
    *,
};
use crate::{
    classes::ClassSet,
    inputs::{BucketSet, InputSet, PatternSet},
    member::Expert,
    net::{Layer, Net, Weights},
    network::InvalidNetwork,
    pattern_table::PatternTable,
    shape::{Activation, Output, Shape},
    test_positions,
};
use sheshbesh_movegen::{
    Family, Win,
    testing::{self, Random},
};

fn make_shape(inputs: InputSet, hidden: &[usize]) -> Shape {
    Shape {
        inputs,
        patterns: None,
        buckets: BucketSet::Single,
        activation: Activation::Relu,
        output: Output::Softmax,
        hidden: hidden.to_vec(),
    }
}

#[test]
fn wins_count_what_the_game_says() {
    let network = &networks()[0];
    let fast = FastNetwork::new(network);
    let positions = test_positions(3);
    let outcomes = |fast: &FastNetwork| {
        let mut outcomes = Vec::new();
        fast.evaluate(
            &mut fast.workspace(),
            |_| None,
            &FastNetwork::EMPTY,
            &positions,
            &mut outcomes,
        );
        outcomes
    };
    let learned = outcomes(&fast);
    for (game, most) in [
        (Game::Nackgammon, Win::Backgammon),
        (Game::PORTES, Win::Gammon),
        (Game::Irish, Win::Single),
    ] {
        let played = outcomes(&fast.for_game(game).unwrap());
        assert_eq!(outcomes(&FastNetwork::new(&network.clone().for_game(game).unwrap())), played);
        for ((position, played), learned) in positions.iter().zip(played).zip(&learned) {
            let expected = learned.at_most(most);
            assert_eq!(played, expected, "{game}: {position}");
        }
    }
}

/// Creates a net with small pseudorandom weights.
fn make_net(shape: Shape) -> Net {
    let mut state = 1u32;
    let mut weight = |fan_in: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 8) as f32 / (1 << 23) as f32 - 1.0) * (3.0 / fan_in as f32).sqrt()
    };
    let mut layer = |(fan_in, fan_out): (usize, usize)| Layer {
        weights: (0..fan_in * fan_out).map(|_| weight(fan_in)).collect(),
        biases: (0..fan_out).map(|_| weight(fan_out)).collect(),
    };
    let mut sizes = shape.layers();
    let first = layer(sizes.next().unwrap());
    let later: Vec<_> = sizes.collect();
    let mut stack = || later.iter().map(|&sizes| layer(sizes)).collect();
    let stacks = (0..shape.buckets.count()).map(|_| stack()).collect();
    let patterns = shape.patterns.map(|(set, units)| {
        let weights = layer((set.count(), units)).weights;
        let louder: Vec<f32> = weights.iter().map(|weight| 20.0 * weight).collect();
        PatternTable::nearest(&louder, units)
    });
    Net::new(shape, Weights { first, patterns, stacks }).unwrap()
}

/// The forward pass by its definition, in double precision.
fn slow_outcomes(game: Game, net: &Net, position: &Position) -> [f64; OUTCOMES] {
    let shape = net.shape();
    let mut inputs = vec![0.0; shape.inputs.len()];
    shape.inputs.encode(position, &mut inputs);
    let mut values: Vec<f64> = inputs.into_iter().map(f64::from).collect();
    for (i, layer) in net.layers_for(position).enumerate() {
        if i > 0 {
            for value in &mut values {
                *value = match shape.activation {
                    Activation::Relu => value.max(0.0),
                    Activation::Sigmoid => 1.0 / (1.0 + (-*value).exp()),
                };
            }
        }
        let mut sums: Vec<f64> = layer.biases.iter().map(|&b| f64::from(b)).collect();
        for (value, weights) in values.iter().zip(layer.weights.chunks(sums.len())) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += value * f64::from(weight);
            }
        }
        if let (0, Some((set, _)), Some(table)) = (i, shape.patterns, &net.weights().patterns) {
            for &pattern in set.of(position).numbers() {
                let weights = table.row(usize::from(pattern)).iter().zip(table.scales());
                for (sum, (&steps, &scale)) in sums.iter_mut().zip(weights) {
                    *sum += f64::from(steps) * f64::from(scale);
                }
            }
        }
        values = sums;
    }
    let possible = game.possible(position);
    let raw: [f64; OUTCOMES] = match shape.output {
        Output::Softmax => std::array::from_fn(|i| if possible[i] { values[i].exp() } else { 0.0 }),
        Output::FourSigmoids => {
            let unit = |i: usize| 1.0 / (1.0 + (-values[i]).exp());
            [unit(0), unit(1), 0.0, unit(2), unit(3), 0.0]
        }
        Output::FiveSigmoids => {
            let unit = |i: usize| 1.0 / (1.0 + (-values[i]).exp());
            let nested = |all: f64, gammon: usize, outcome: usize| {
                let can = |i: usize| f64::from(u8::from(possible[i]));
                let gammons = (unit(gammon) * can(outcome).max(can(outcome + 1))).min(all);
                let backgammons = (unit(gammon + 1) * can(outcome + 1)).min(gammons);
                [all - gammons, gammons - backgammons, backgammons]
            };
            let ([w, wg, wb], [l, lg, lb]) = (nested(unit(0), 1, 1), nested(1.0 - unit(0), 3, 4));
            [w, wg, wb, l, lg, lb]
        }
    };
    let sum: f64 = raw.iter().sum();
    raw.map(|value| value / sum)
}

fn networks() -> Vec<Network> {
    let network = |contact: Shape, race: Option<Shape>, pruner: Option<Shape>| {
        let classes = if race.is_some() { ClassSet::CONTACT } else { ClassSet::ALL };
        let mut experts = vec![Expert { classes, net: make_net(contact) }];
        experts.extend(race.map(|race| Expert { classes: ClassSet::RACE, net: make_net(race) }));
        Network::new(Game::Backgammon, experts, pruner.map(make_net)).unwrap()
    };
    let activation = Activation::Sigmoid;
    let patterns = Some((PatternSet::Windows4, 70));
    let buckets = BucketSet::GamePlan16;
    // Rows of bytes and rows of `i16`s are padded to different lengths.
    let narrow = |units: usize, hidden: &[usize]| Shape {
        patterns: Some((PatternSet::Windows4Spares, units)),
        ..make_shape(InputSet::Structural2, hidden)
    };
    // More units than the float pass scans for zeros at a time.
    let wide = make_shape(InputSet::Tesauro198, &[530]);
    // Members with different inputs, patterns, buckets, classes of experts and outputs.
    let members = || {
        let race = Some(make_shape(InputSet::Race1, &[16]));
        let narrow = Shape { patterns, buckets, ..make_shape(InputSet::Structural2, &[80, 16]) };
        let outputs = [Output::FiveSigmoids, Output::FourSigmoids];
        let [five, four] =
            outputs.map(|output| Shape { output, ..make_shape(InputSet::Tesauro198, &[40]) });
        let first = network(narrow, race.clone(), Some(make_shape(InputSet::Points1, &[24])));
        vec![
            (first, 0.5),
            (network(five, None, None), 0.3),
            (network(make_shape(InputSet::Structural1, &[50, 20]), race, None), 0.15),
            (network(four, None, None), 0.05),
        ]
    };
    let ensemble = |count| Network::ensemble(members().into_iter().take(count).collect()).unwrap();
    vec![
        network(
            make_shape(InputSet::Structural1, &[50, 20]),
            Some(make_shape(InputSet::Race1, &[16])),
            Some(make_shape(InputSet::Points1, &[24])),
        ),
        network(Shape { activation, output: Output::FourSigmoids, ..wide }, None, None),
        network(
            Shape {
                output: Output::FiveSigmoids,
                ..make_shape(InputSet::Tesauro198, &[64, 48, 32])
            },
            None,
            None,
        ),
        network(
            make_shape(InputSet::Structural2, &[]),
            Some(Shape { activation, ..make_shape(InputSet::Structural1, &[33, 32, 31]) }),
            None,
        ),
        network(
            Shape { patterns, buckets, ..make_shape(InputSet::Structural2, &[100, 16]) },
            Some(make_shape(InputSet::Race1, &[16])),
            None,
        ),
        network(narrow(20, &[20]), Some(narrow(1, &[1, 1, 1])), Some(narrow(90, &[96, 33]))),
        ensemble(2),
        ensemble(4),
    ]
}

#[test]
fn a_network_of_a_game_sees_its_positions() {
    let net = make_net(make_shape(InputSet::Structural2, &[]));
    let experts = || vec![Expert { classes: ClassSet::ALL, net: net.clone() }];
    for game in Game::ALL {
        let made = Network::new(game, experts(), None);
        assert_eq!(made.is_ok(), game.family() == Family::Hitting, "{game}");
    }
}

#[test]
fn patterns_see_the_positions_of_their_games() {
    for (inputs, set, of_family) in [
        (InputSet::Structural2, PatternSet::Windows4Spares, Game::Backgammon),
        (InputSet::Parallel1, PatternSet::Rows6, Game::FEVGA),
        (InputSet::Pinning1, PatternSet::Pinning6, Game::PLAKOTO),
    ] {
        let patterns = Some((set, 4));
        let shape = |inputs| Shape { patterns, ..make_shape(inputs, &[8]) };
        let network = |inputs, game| {
            let net = make_net(shape(inputs));
            Network::new(game, vec![Expert { classes: ClassSet::ALL, net }], None)
        };
        let own = network(inputs, of_family).unwrap();
        for game in Game::ALL {
            let judges = game.family() == of_family.family() && game != Game::American;
            assert_eq!(own.judges(game), judges, "{set} {game}");
            assert_eq!(FastNetwork::new(&own).for_game(game).is_some(), judges, "{set} {game}");
        }
        // Race inputs describe all games.
        let other = if of_family == Game::FEVGA { Game::Backgammon } else { Game::FEVGA };
        let error = network(InputSet::Race1, other).unwrap_err();
        assert_eq!(error, InvalidNetwork::Inputs { inputs: set.name(), game: other });
    }
}

#[test]
fn rows_are_evaluated_as_defined() {
    are_evaluated_as_defined(Game::FEVGA, InputSet::Parallel1, PatternSet::Rows6);
}

#[test]
fn rows_and_pins_are_evaluated_as_defined() {
    are_evaluated_as_defined(Game::PLAKOTO, InputSet::Pinning1, PatternSet::Pinning6);
}

fn are_evaluated_as_defined(game: Game, inputs: InputSet, set: PatternSet) {
    let mut random = Random::new(19);
    let games = (0..20).flat_map(|_| testing::random_game(game, &mut random));
    let positions: Vec<_> = games.collect();
    let shape = Shape { patterns: Some((set, 70)), ..make_shape(inputs, &[100, 16]) };
    let experts = vec![Expert { classes: ClassSet::ALL, net: make_net(shape) }];
    let network = Network::new(game, experts, None).unwrap();
    for (arithmetic, most) in [(Arithmetic::Floats, 1e-5), (Arithmetic::Integers, 0.01)] {
        for instructions in Instructions::available() {
            let fast = FastNetwork::with(&network, arithmetic, instructions);
            for evaluated in evaluate_both_ways(&fast, &positions) {
                for (position, evaluated) in positions.iter().zip(evaluated) {
                    for (got, want) in evaluated.0.iter().zip(definition(&network, position)) {
                        let apart = (f64::from(*got) - want).abs();
                        assert!(apart < most, "{arithmetic:?} {position:?}: {got}, not {want}");
                    }
                }
            }
        }
    }
}

/// Outcomes of positions: in one batch, whose base is one of them, and one by one.
fn evaluate_both_ways(fast: &FastNetwork, positions: &[Position]) -> [Vec<Outcomes>; 2] {
    let mut workspace = fast.workspace();
    let mut together = Vec::new();
    fast.evaluate(&mut workspace, |_| None, &positions[7], positions, &mut together);
    let alone = positions.iter().map(|position| {
        let (mut alone, one) = (Vec::new(), std::slice::from_ref(position));
        fast.evaluate(&mut workspace, |_| None, &FastNetwork::EMPTY, one, &mut alone);
        alone[0]
    });
    let alone = alone.collect();
    [together, alone]
}

fn definition(network: &Network, position: &Position) -> [f64; OUTCOMES] {
    match Outcomes::of_finished(network.game(), position) {
        Some(outcomes) => outcomes.0.map(f64::from),
        None => {
            let companions = network.companions().iter();
            let companions = companions.map(|other| (other.weight(), other.experts()));
            let members = std::iter::once((network.weight(), network.experts()));
            let mut mean = [0.0; OUTCOMES];
            for (weight, experts) in members.chain(companions) {
                let class = network.game().class(position);
                let is_responsible = |expert: &&Expert| expert.classes.contains(class);
                let expert = experts.iter().find(is_responsible).unwrap();
                let of_member = slow_outcomes(network.game(), &expert.net, position);
                for (mean, outcome) in mean.iter_mut().zip(of_member) {
                    *mean += f64::from(weight) * outcome;
                }
            }
            mean
        }
    }
}

#[test]
fn an_ensemble_of_one_net_twice_is_that_net() {
    let positions = test_positions(5);
    for network in networks() {
        let outcomes =
            |network: &Network| evaluate_both_ways(&FastNetwork::new(network), &positions);
        let alone = outcomes(&network);
        // Multiplying by one half is exact.
        let twice = vec![(network.clone(), 1.0), (network.clone(), 1.0)];
        let halves = Network::ensemble(twice).unwrap();
        if network.members() == 1 {
            assert_eq!(outcomes(&halves), alone);
        }
        let parts = vec![(network.clone(), 0.3), (network.clone(), 0.7)];
        let parts = outcomes(&Network::ensemble(parts).unwrap()).concat();
        for (parts, alone) in parts.iter().zip(alone.concat()) {
            let apart = parts.0.iter().zip(alone.0).map(|(a, b)| (a - b).abs());
            assert!(apart.fold(0.0, f32::max) < 5e-7, "{parts:?}, not {alone:?}");
        }
    }
}

/// The mean equals that of the members' own evaluations by the fast pass, for every kind of
/// expert.
#[test]
fn an_ensemble_is_the_mean_of_its_members_in_any_game_that_they_know() {
    let members = [1, 2, 3].map(|number| networks().swap_remove(number));
    let weights = [0.6, 0.25, 0.15];
    let mean = Network::ensemble(members.iter().cloned().zip(weights).collect()).unwrap();
    let positions = test_positions(5);
    for game in [Game::Backgammon, Game::PORTES, Game::Irish] {
        let outcomes = |network: &Network| {
            let network = FastNetwork::new(network).for_game(game).unwrap();
            let [together, _] = evaluate_both_ways(&network, &positions);
            together
        };
        let of_members = members.each_ref().map(outcomes);
        for (index, got) in outcomes(&mean).into_iter().enumerate() {
            for (outcome, got) in got.0.into_iter().enumerate() {
                let parts = of_members.iter().zip(weights);
                let want: f32 =
                    parts.map(|(member, weight)| weight * member[index].0[outcome]).sum();
                assert!((got - want).abs() < 1e-6, "{game}: {got}, not {want}");
            }
        }
    }
}

/// Exact outcomes stay exact.
#[test]
fn companions_evaluate_nothing_that_is_known() {
    let known = Outcomes([0.5, 0.25, 0.0, 0.25, 0.0, 0.0]);
    let ensemble = &networks().pop().unwrap();
    let (fast, positions) = (FastNetwork::new(ensemble), test_positions(5));
    let mut outcomes = Vec::new();
    let base = &FastNetwork::EMPTY;
    fast.evaluate(&mut fast.workspace(), |_| Some(known), base, &positions, &mut outcomes);
    let mut bearoffs = 0;
    for (position, outcomes) in positions.iter().zip(outcomes) {
        match Game::Backgammon.class(position) {
            Class::Bearoff => {
                bearoffs += 1;
                assert_eq!(outcomes, known);
            }
            Class::Over => {
                assert_eq!(Some(outcomes), Outcomes::of_finished(Game::Backgammon, position));
            }
            _ => assert_ne!(outcomes, known),
        }
    }
    assert!(bearoffs > 5, "{bearoffs}");
}

#[test]
fn floats_give_what_the_definition_gives() {
    let positions = test_positions(40);
    for network in networks() {
        let wanted: Vec<_> = positions.iter().map(|p| definition(&network, p)).collect();
        for instructions in Instructions::available() {
            let fast = FastNetwork::with(&network, Arithmetic::Floats, instructions);
            let evaluated = evaluate_both_ways(&fast, &positions);
            for (index, position) in positions.iter().enumerate() {
                for outcomes in &evaluated {
                    for (got, want) in outcomes[index].0.iter().zip(wanted[index]) {
                        let apart = (f64::from(*got) - want).abs();
                        assert!(apart < 1e-5, "{instructions:?} {position:?}: {got}");
                    }
                }
            }
        }
    }
}

#[test]
fn integers_come_near_the_definition() {
    let mut random = Random::new(13);
    let mut positions = test_positions(40);
    positions.extend((0..2000).map(|_| testing::odd_position(&mut random)));
    for network in networks() {
        let fast = FastNetwork::with(&network, Arithmetic::Integers, Instructions::best());
        let [together, _] = evaluate_both_ways(&fast, &positions);
        let mut sum = 0.0;
        for (position, evaluated) in positions.iter().zip(&together) {
            let want = definition(&network, position);
            for (got, want) in evaluated.0.iter().zip(want) {
                let apart = (f64::from(*got) - want).abs();
                assert!(apart < 0.01, "{position:?}: {got}, not {want}");
                sum += apart;
            }
        }
        assert!(sum / ((positions.len() * OUTCOMES) as f64) < 5e-4, "{sum}");
    }
}

/// Scaling a layer up and the next one down again does not change the outcomes.
#[test]
fn integers_do_not_care_how_loud_hidden_units_are() {
    let mut random = Random::new(17);
    let odd: Vec<Position> = (0..500).map(|_| testing::odd_position(&mut random)).collect();
    let patterns = Some((PatternSet::Windows4, 40));
    let shape = Shape { patterns, ..make_shape(InputSet::Structural2, &[40, 30, 20]) };
    let evaluate_scaled = |times: [f32; 3]| {
        let (shape, mut weights) = make_net(shape.clone()).into_parts();
        let Weights { first, patterns, stacks } = &mut weights;
        let table = patterns.take().unwrap();
        let louder: Vec<f32> = table.weights().iter().map(|x| x * times[0]).collect();
        *patterns = Some(PatternTable::nearest(&louder, table.units()));
        let scale = |numbers: &mut [f32], by: f32| numbers.iter_mut().for_each(|x| *x *= by);
        scale(&mut first.weights, times[0]);
        scale(&mut first.biases, times[0]);
        let mut inputs = times[0];
        for (layer, by) in stacks[0].iter_mut().zip([times[1], times[2], 1.0]) {
            scale(&mut layer.weights, by / inputs);
            scale(&mut layer.biases, by);
            inputs = by;
        }
        let net = Net::new(shape, weights).unwrap();
        let experts = vec![Expert { classes: ClassSet::ALL, net }];
        let network = Network::new(Game::Backgammon, experts, None).unwrap();
        let fast = FastNetwork::with(&network, Arithmetic::Integers, Instructions::best());
        let Backend::Integer(_) = &fast.nets.first.experts[0].backend else { panic!("in floats") };
        evaluate_both_ways(&fast, &odd)
    };
    let want = evaluate_scaled([1.0; 3]);
    for times in [[8.0, 1.0, 1.0], [1.0, 0.125, 1.0], [1.0, 1.0, 16.0], [0.25, 8.0, 0.5]] {
        assert_eq!(evaluate_scaled(times), want, "{times:?}");
    }
}

/// Fifteen checkers on a point contribute more than any position's sum, because of the bias.
#[test]
fn rows_have_room_whatever_the_bias() {
    let mut counts = [0; 26];
    counts[6] = 15;
    let stack = Game::Backgammon.position(&counts, &counts).unwrap();
    let mut positions = test_positions(3);
    positions.push(stack);
    let (shape, mut weights) = make_net(make_shape(InputSet::Points1, &[20])).into_parts();
    let Weights { first, .. } = &mut weights;
    // Each checker beyond four on the player's own points adds half the weight.
    let weight = 0.1;
    for (input, weights) in first.weights.chunks_exact_mut(20).enumerate() {
        weights.fill(if input < 120 && input % 5 == 4 { weight } else { 0.0 });
    }
    first.biases.fill(-2.75 * weight);
    let net = Net::new(shape, weights).unwrap();
    let experts = vec![Expert { classes: ClassSet::ALL, net }];
    let network = Network::new(Game::Backgammon, experts, None).unwrap();
    let fast = FastNetwork::with(&network, Arithmetic::Integers, Instructions::best());
    for (position, evaluated) in
        positions.iter().zip(evaluate_both_ways(&fast, &positions).concat())
    {
        for (got, want) in evaluated.0.iter().zip(definition(&network, position)) {
            assert!((f64::from(*got) - want).abs() < 0.001, "{position:?}: {got}, not {want}");
        }
    }
}

/// Weights files may hold any finite numbers.
#[test]
fn weights_of_any_size_are_evaluated_with() {
    let positions = test_positions(2);
    let patterns = Some((PatternSet::Windows4, 12));
    let shape = Shape { patterns, ..make_shape(InputSet::Structural2, &[20, 10]) };
    for size in [0.0, 1e-38, 1e-10, 1e5, 1e15, f32::MAX / 2.0] {
        let (shape, mut weights) = make_net(shape.clone()).into_parts();
        let layers = weights.stacks.iter_mut().flatten().chain([&mut weights.first]);
        for layer in layers {
            layer.weights.iter_mut().chain(&mut layer.biases).for_each(|weight| *weight *= size);
        }
        let experts =
            vec![Expert { classes: ClassSet::ALL, net: Net::new(shape, weights).unwrap() }];
        let network = Network::new(Game::Backgammon, experts, None).unwrap();
        for arithmetic in [Arithmetic::Integers, Arithmetic::Floats] {
            let fast = FastNetwork::with(&network, arithmetic, Instructions::best());
            for outcomes in evaluate_both_ways(&fast, &positions).concat() {
                let sum: f32 = outcomes.0.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3, "{size}: {outcomes:?}");
            }
        }
    }
}

#[test]
fn integers_give_the_same_on_every_processor_for_any_batch_and_base() {
    let positions = test_positions(40);
    for network in networks() {
        let with = |instructions| FastNetwork::with(&network, Arithmetic::Integers, instructions);
        let integer = |net: &FastNet| matches!(net.backend, Backend::Integer(_));
        let best = with(Instructions::best());
        let members = std::iter::once(&best.nets.first).chain(&best.nets.companions);
        if !members.flat_map(|member| &member.experts).all(integer) {
            continue;
        }
        let [want, alone] = evaluate_both_ways(&best, &positions);
        assert_eq!(want, alone);
        for instructions in Instructions::available() {
            let fast = with(instructions);
            assert_eq!(
                evaluate_both_ways(&fast, &positions),
                [want.clone(), alone.clone()],
                "{instructions:?}"
            );
            let scores = |fast: &FastNetwork, base| {
                let (mut workspace, mut scores) = (fast.workspace(), Vec::new());
                let values = [[1.0, 2.0, 3.0, -1.0, -2.0, -3.0]];
                fast.prune_scores(&mut workspace, base, &positions, &values, &mut scores);
                scores
            };
            assert_eq!(scores(&fast, &positions[3]), scores(&best, &positions[9]));
            // Batches of any size, with a base that has little in common with them.
            let (mut workspace, mut outcomes) = (fast.workspace(), Vec::new());
            let mut random = Random::new(3);
            let mut first = 0;
            while first < positions.len() {
                let end = positions.len().min(first + 1 + random.below(60));
                let base = &positions[random.below(positions.len())];
                let run = &positions[first..end];
                fast.evaluate(&mut workspace, |_| None, base, run, &mut outcomes);
                assert_eq!(outcomes, want[first..end], "{instructions:?}");
                first = end;
            }
        }
    }
}
