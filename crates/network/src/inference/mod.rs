//! Forward pass of a network, laid out for speed. Nets are evaluated in integers if possible, in
//! floats otherwise. Integer outcomes are the same on every processor, for any batch and any base
//! position.

mod batch;
mod changes;
mod first_layer;
mod float;
mod integer;
mod rows;
mod softmax;

use crate::{
    inputs::{BucketSet, InputSet},
    member::{Expert, expert_of},
    net::Net,
    network::Network,
    outcomes::{OUTCOMES, Outcomes},
    shape::Shape,
    simd::{Arithmetic, Instructions},
};
use batch::Batch;
use float::FloatNet;
use integer::IntegerNet;
use sheshbesh_movegen::{Class, Game, Position};
use std::sync::Arc;

/// A network laid out for a fast forward pass.
pub struct FastNetwork {
    game: Game,
    learned: Game,
    nets: Arc<Nets>,
}

/// The nets of a network.
struct Nets {
    /// The first member of an ensemble, or the network itself.
    first: Member,
    companions: Vec<Member>,
    pruner: Option<FastNet>,
    instructions: Instructions,
}

/// The experts of a member of an ensemble.
struct Member {
    /// Weight of the member in the mean.
    weight: f32,
    experts: Vec<FastNet>,
    /// Index of the expert for each class of positions.
    expert_of: [usize; CLASSES],
}

impl Member {
    fn new(weight: f32, experts: &[Expert], arithmetic: Arithmetic) -> Self {
        let mut of_class = [0; CLASSES];
        for class in [Class::Over, Class::Bearoff, Class::Race, Class::Contact] {
            of_class[class as usize] = expert_of(experts, class);
        }
        let fast = |expert: &Expert| FastNet::new(&expert.net, arithmetic);
        Self { weight, experts: experts.iter().map(fast).collect(), expert_of: of_class }
    }

    fn rooms(&self) -> Vec<Room> {
        self.experts.iter().map(FastNet::room).collect()
    }

    /// Adds a position to the batch of the expert for its class. `place` is its index in the
    /// caller's list.
    #[inline(always)]
    fn note(&self, rooms: &mut [Room], class: Class, position: &Position, place: usize) {
        let expert = self.expert_of[class as usize];
        rooms[expert].places.push(self.experts[expert].place(position, place));
    }
}

/// Number of classes of positions.
const CLASSES: usize = Class::Contact as usize + 1;

/// A net laid out for a fast forward pass.
struct FastNet {
    inputs: InputSet,
    buckets: BucketSet,
    pass: Pass,
}

enum Pass {
    Integer(Box<IntegerNet>),
    Float(Box<FloatNet>),
}

/// Workspace for the forward pass of a net.
struct Room {
    /// Positions of the caller's list that the net evaluates, as pairs of bucket and index.
    places: Vec<(u8, u32)>,
    pass: PassRoom,
}

enum PassRoom {
    Integer(Box<integer::Room>),
    Float(Box<float::Room>),
}

impl FastNet {
    fn new(net: &Net, arithmetic: Arithmetic) -> Self {
        let integer = match arithmetic {
            Arithmetic::Integers => IntegerNet::new(net),
            Arithmetic::Floats => None,
        };
        let pass = match integer {
            Some(integer) => Pass::Integer(Box::new(integer)),
            None => Pass::Float(Box::new(FloatNet::new(net))),
        };
        let &Shape { inputs, buckets, .. } = net.shape();
        Self { inputs, buckets, pass }
    }

    fn room(&self) -> Room {
        let pass = match &self.pass {
            Pass::Integer(net) => PassRoom::Integer(Box::new(net.room())),
            Pass::Float(net) => PassRoom::Float(Box::new(net.room())),
        };
        Room { places: Vec::new(), pass }
    }

    /// Returns the bucket of a position and its index in the caller's list.
    #[inline(always)]
    fn place(&self, position: &Position, place: usize) -> (u8, u32) {
        (self.buckets.bucket(position) as u8, place as u32)
    }

    /// Writes the outcomes of the positions in `room.places`. This net must have created `room`.
    fn evaluate(
        &self,
        instructions: Instructions,
        room: &mut Room,
        game: Game,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        if room.places.is_empty() {
            return;
        }
        if self.buckets.count() > 1 {
            room.places.sort_unstable();
        }
        let asked = Batch { game, base, positions, places: &room.places, outcomes };
        match (&self.pass, &mut room.pass) {
            (Pass::Integer(net), PassRoom::Integer(room)) => {
                net.evaluate(instructions, room, asked)
            }
            (Pass::Float(net), PassRoom::Float(room)) => net.evaluate(instructions, room, asked),
            _ => unreachable!("a net and its workspace use the same arithmetic"),
        }
    }
}

/// Workspace for all nets of a network. Each thread needs its own.
pub struct Scratch {
    experts: Vec<Room>,
    companions: Vec<Vec<Room>>,
    pruner: Option<Room>,
    /// Outcomes by the pruner, or by a companion.
    outcomes: Vec<Outcomes>,
    /// Indices and classes of the positions that the companions evaluate.
    unknown: Vec<(usize, Class)>,
}

impl FastNetwork {
    /// A position without checkers: the base for positions that have nothing in common.
    pub const EMPTY: Position = first_layer::EMPTY;

    /// Lays a network out for evaluation.
    pub fn new(network: &Network) -> Self {
        Self::with(network, Arithmetic::wanted(), Instructions::best())
    }

    /// Lays a network out for evaluation in floats, for comparison. The outcomes match the
    /// definition except for rounding, which depends on the processor and on the batch.
    pub fn in_floats(network: &Network) -> Self {
        Self::with(network, Arithmetic::Floats, Instructions::best())
    }

    fn with(network: &Network, arithmetic: Arithmetic, instructions: Instructions) -> Self {
        let companions = network.companions().iter();
        let nets = Nets {
            first: Member::new(network.weight(), network.experts(), arithmetic),
            companions: companions
                .map(|companion| Member::new(companion.weight(), companion.experts(), arithmetic))
                .collect(),
            pruner: network.pruner().map(|net| FastNet::new(net, arithmetic)),
            instructions,
        };
        Self { game: network.game(), learned: network.learned(), nets: Arc::new(nets) }
    }

    /// Returns the same nets for another game, see [`Network::for_game`], or `None` if their inputs
    /// do not describe it. Both can use the same [`Scratch`].
    pub fn for_game(&self, game: Game) -> Option<Self> {
        let Nets { first, companions, pruner, .. } = &*self.nets;
        let members = std::iter::once(first).chain(companions);
        let experts = members.flat_map(|member| &member.experts);
        let describe = experts.chain(pruner).all(|net| net.inputs.describes(game));
        describe.then(|| Self { game, learned: self.learned, nets: Arc::clone(&self.nets) })
    }

    /// Creates the workspace for one thread.
    pub fn scratch(&self) -> Scratch {
        Scratch {
            experts: self.nets.first.rooms(),
            companions: self.nets.companions.iter().map(Member::rooms).collect(),
            pruner: self.nets.pruner.as_ref().map(FastNet::room),
            outcomes: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// Scores positions with the pruner. For each of `worths` in turn, writes one score per
    /// position: the expected value for the player on roll when each outcome has the value in
    /// `worths`. The score is infinite for classes that the pruner does not evaluate, see
    /// [`Network::PRUNED`]. Returns false and leaves `scores` unchanged if there is no pruner or no
    /// position to evaluate.
    pub fn prune_scores(
        &self,
        scratch: &mut Scratch,
        base: &Position,
        positions: &[Position],
        worths: &[[f32; OUTCOMES]],
        scores: &mut Vec<f32>,
    ) -> bool {
        let instructions = self.nets.instructions;
        let (Some(net), Some(room)) = (&self.nets.pruner, &mut scratch.pruner) else {
            return false;
        };
        room.places.clear();
        for (place, position) in positions.iter().enumerate() {
            if Network::PRUNED.contains(self.game.class(position)) {
                room.places.push(net.place(position, place));
            }
        }
        if room.places.is_empty() {
            return false;
        }
        let outcomes = &mut scratch.outcomes;
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        net.evaluate(instructions, room, self.learned, base, positions, outcomes);
        self.count(&room.places, outcomes);
        scores.clear();
        scores.resize(worths.len() * positions.len(), f32::INFINITY);
        for (scores, worth) in scores.chunks_exact_mut(positions.len()).zip(worths) {
            for &(_, place) in &room.places {
                scores[place as usize] = outcomes[place as usize].worth(worth);
            }
        }
        true
    }

    /// Writes the outcomes of positions for their players on roll, evaluated by all members of an
    /// ensemble. Finished games are exact, and so are bearoffs for which `exact` returns outcomes.
    /// `base` is a position that differs little from all of them.
    pub fn evaluate(
        &self,
        scratch: &mut Scratch,
        exact: impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        self.evaluate_first(scratch, &exact, base, positions, outcomes);
        self.add_companions(scratch, &exact, base, positions, outcomes);
    }

    /// Returns true if the network has several members.
    #[inline]
    pub fn is_ensemble(&self) -> bool {
        !self.nets.companions.is_empty()
    }

    /// Does the same as [`evaluate`](Self::evaluate) with only the first member of an ensemble.
    pub fn evaluate_first(
        &self,
        scratch: &mut Scratch,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        let Nets { first, instructions, .. } = &*self.nets;
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        scratch.experts.iter_mut().for_each(|room| room.places.clear());
        for (place, position) in positions.iter().enumerate() {
            let class = self.game.class(position);
            match self.known(class, position, exact) {
                Some(known) => outcomes[place] = known,
                None => first.note(&mut scratch.experts, class, position, place),
            }
        }
        for (net, room) in first.experts.iter().zip(&mut scratch.experts) {
            net.evaluate(*instructions, room, self.learned, base, positions, outcomes);
            self.count(&room.places, outcomes);
        }
    }

    /// Turns the outcomes of [`evaluate_first`](Self::evaluate_first) into those of
    /// [`evaluate`](Self::evaluate) for the same positions, bit for bit. The other members of an
    /// ensemble evaluate the positions without exact outcomes.
    ///
    /// # Panics
    /// If the network is an ensemble and the numbers of outcomes and positions differ.
    pub fn add_companions(
        &self,
        scratch: &mut Scratch,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        let Nets { first, companions, instructions, .. } = &*self.nets;
        if companions.is_empty() {
            return;
        }
        assert_eq!(outcomes.len(), positions.len(), "positions and outcomes differ in number");
        let Scratch { companions: rooms, outcomes: judged, unknown, .. } = scratch;
        unknown.clear();
        for (place, position) in positions.iter().enumerate() {
            let class = self.game.class(position);
            if self.known(class, position, exact).is_none() {
                unknown.push((place, class));
                let own = outcomes[place];
                outcomes[place] = Outcomes::default();
                outcomes[place].add(own, first.weight);
            }
        }
        for (member, rooms) in companions.iter().zip(rooms) {
            judged.clear();
            judged.resize(positions.len(), Outcomes::default());
            rooms.iter_mut().for_each(|room| room.places.clear());
            for &(place, class) in &*unknown {
                member.note(rooms, class, &positions[place], place);
            }
            for (net, room) in member.experts.iter().zip(rooms) {
                net.evaluate(*instructions, room, self.learned, base, positions, judged);
                self.count(&room.places, judged);
            }
            for &(place, _) in &*unknown {
                outcomes[place].add(judged[place], member.weight);
            }
        }
    }

    /// Returns the exact outcomes of a position that needs no net.
    #[inline(always)]
    fn known(
        &self,
        class: Class,
        position: &Position,
        exact: &impl Fn(&Position) -> Option<Outcomes>,
    ) -> Option<Outcomes> {
        match class {
            Class::Over => Outcomes::of_finished(self.game, position),
            Class::Bearoff => exact(position),
            Class::Race | Class::Contact => None,
        }
    }

    /// Limits wins to the largest win of the game if the nets were trained on another game.
    fn count(&self, places: &[(u8, u32)], outcomes: &mut [Outcomes]) {
        if self.game == self.learned {
            return;
        }
        let most = self.game.largest_win();
        for &(_, place) in places {
            let outcomes = &mut outcomes[place as usize];
            *outcomes = outcomes.at_most(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        classes::ClassSet,
        inputs::PatternSet,
        net::{Layer, Net, Weights},
        pattern_table::PatternTable,
        shape::{Activation, Output},
        test_positions,
    };
    use sheshbesh_movegen::{
        Win,
        testing::{self, Random},
    };

    fn shape(inputs: InputSet, hidden: &[usize]) -> Shape {
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
                &mut fast.scratch(),
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
            assert_eq!(
                outcomes(&FastNetwork::new(&network.clone().for_game(game).unwrap())),
                played
            );
            for ((position, played), learned) in positions.iter().zip(played).zip(&learned) {
                let expected = learned.at_most(most);
                assert_eq!(played, expected, "{game}: {position}");
            }
        }
    }

    /// Creates a net with small pseudorandom weights.
    fn net(shape: Shape) -> Net {
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
            Output::Softmax => {
                std::array::from_fn(|i| if possible[i] { values[i].exp() } else { 0.0 })
            }
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
                let ([w, wg, wb], [l, lg, lb]) =
                    (nested(unit(0), 1, 1), nested(1.0 - unit(0), 3, 4));
                [w, wg, wb, l, lg, lb]
            }
        };
        let sum: f64 = raw.iter().sum();
        raw.map(|value| value / sum)
    }

    fn networks() -> Vec<Network> {
        let network = |contact: Shape, race: Option<Shape>, pruner: Option<Shape>| {
            let classes = if race.is_some() { ClassSet::CONTACT } else { ClassSet::ALL };
            let mut experts = vec![Expert { classes, net: net(contact) }];
            experts.extend(race.map(|race| Expert { classes: ClassSet::RACE, net: net(race) }));
            Network::new(Game::Backgammon, experts, pruner.map(net)).unwrap()
        };
        let activation = Activation::Sigmoid;
        let patterns = Some((PatternSet::Windows4, 70));
        let buckets = BucketSet::GamePlan16;
        // Rows of bytes and rows of words are padded to different lengths.
        let narrow = |units: usize, hidden: &[usize]| Shape {
            patterns: Some((PatternSet::Windows4Spares, units)),
            ..shape(InputSet::Structural2, hidden)
        };
        // More units than the float pass scans for zeros at a time.
        let wide = shape(InputSet::Tesauro198, &[530]);
        // Members with different inputs, patterns, buckets, classes of experts and outputs.
        let members = || {
            let race = Some(shape(InputSet::Race1, &[16]));
            let narrow = Shape { patterns, buckets, ..shape(InputSet::Structural2, &[80, 16]) };
            let outputs = [Output::FiveSigmoids, Output::FourSigmoids];
            let [five, four] =
                outputs.map(|output| Shape { output, ..shape(InputSet::Tesauro198, &[40]) });
            let first = network(narrow, race.clone(), Some(shape(InputSet::Points1, &[24])));
            vec![
                (first, 0.5),
                (network(five, None, None), 0.3),
                (network(shape(InputSet::Structural1, &[50, 20]), race, None), 0.15),
                (network(four, None, None), 0.05),
            ]
        };
        let ensemble =
            |count| Network::ensemble(members().into_iter().take(count).collect()).unwrap();
        vec![
            network(
                shape(InputSet::Structural1, &[50, 20]),
                Some(shape(InputSet::Race1, &[16])),
                Some(shape(InputSet::Points1, &[24])),
            ),
            network(Shape { activation, output: Output::FourSigmoids, ..wide }, None, None),
            network(
                Shape {
                    output: Output::FiveSigmoids,
                    ..shape(InputSet::Tesauro198, &[64, 48, 32])
                },
                None,
                None,
            ),
            network(
                shape(InputSet::Structural2, &[]),
                Some(Shape { activation, ..shape(InputSet::Structural1, &[33, 32, 31]) }),
                None,
            ),
            network(
                Shape { patterns, buckets, ..shape(InputSet::Structural2, &[100, 16]) },
                Some(shape(InputSet::Race1, &[16])),
                None,
            ),
            network(narrow(20, &[20]), Some(narrow(1, &[1, 1, 1])), Some(narrow(90, &[96, 33]))),
            ensemble(2),
            ensemble(4),
        ]
    }

    #[test]
    fn a_network_of_a_game_sees_its_positions() {
        let net = net(shape(InputSet::Structural2, &[]));
        let experts = || vec![Expert { classes: ClassSet::ALL, net: net.clone() }];
        for game in Game::ALL {
            let made = Network::new(game, experts(), None);
            assert_eq!(made.is_ok(), game.has_bar(), "{game}");
        }
    }

    /// Outcomes of positions: in one batch, whose base is one of them, and one by one.
    fn judged(fast: &FastNetwork, positions: &[Position]) -> [Vec<Outcomes>; 2] {
        let mut scratch = fast.scratch();
        let mut together = Vec::new();
        fast.evaluate(&mut scratch, |_| None, &positions[7], positions, &mut together);
        let alone = positions.iter().map(|position| {
            let (mut alone, one) = (Vec::new(), std::slice::from_ref(position));
            fast.evaluate(&mut scratch, |_| None, &FastNetwork::EMPTY, one, &mut alone);
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
                    let judges = |expert: &&Expert| expert.classes.contains(class);
                    let expert = experts.iter().find(judges).unwrap();
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
            let outcomes = |network: &Network| judged(&FastNetwork::new(network), &positions);
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
        let ensemble = Network::ensemble(members.iter().cloned().zip(weights).collect()).unwrap();
        let positions = test_positions(5);
        for game in [Game::Backgammon, Game::PORTES, Game::Irish] {
            let outcomes = |network: &Network| {
                let network = FastNetwork::new(network).for_game(game).unwrap();
                let [together, _] = judged(&network, &positions);
                together
            };
            let of_members = members.each_ref().map(outcomes);
            for (place, got) in outcomes(&ensemble).into_iter().enumerate() {
                for (outcome, got) in got.0.into_iter().enumerate() {
                    let parts = of_members.iter().zip(weights);
                    let want: f32 =
                        parts.map(|(member, weight)| weight * member[place].0[outcome]).sum();
                    assert!((got - want).abs() < 1e-6, "{game}: {got}, not {want}");
                }
            }
        }
    }

    /// Exact outcomes stay exact.
    #[test]
    fn companions_judge_nothing_that_is_known() {
        let known = Outcomes([0.5, 0.25, 0.0, 0.25, 0.0, 0.0]);
        let ensemble = &networks().pop().unwrap();
        let (fast, positions) = (FastNetwork::new(ensemble), test_positions(5));
        let mut outcomes = Vec::new();
        let base = &FastNetwork::EMPTY;
        fast.evaluate(&mut fast.scratch(), |_| Some(known), base, &positions, &mut outcomes);
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
                let judged = judged(&fast, &positions);
                for (place, position) in positions.iter().enumerate() {
                    for outcomes in &judged {
                        for (got, want) in outcomes[place].0.iter().zip(wanted[place]) {
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
            let [together, _] = judged(&fast, &positions);
            let mut sum = 0.0;
            for (position, judged) in positions.iter().zip(&together) {
                let want = definition(&network, position);
                for (got, want) in judged.0.iter().zip(want) {
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
        let shape = Shape { patterns, ..shape(InputSet::Structural2, &[40, 30, 20]) };
        let judge = |times: [f32; 3]| {
            let (shape, mut weights) = net(shape.clone()).into_parts();
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
            let Pass::Integer(_) = &fast.nets.first.experts[0].pass else { panic!("in floats") };
            judged(&fast, &odd)
        };
        let want = judge([1.0; 3]);
        for times in [[8.0, 1.0, 1.0], [1.0, 0.125, 1.0], [1.0, 1.0, 16.0], [0.25, 8.0, 0.5]] {
            assert_eq!(judge(times), want, "{times:?}");
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
        let (shape, mut weights) = net(shape(InputSet::Points1, &[20])).into_parts();
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
        for (position, judged) in positions.iter().zip(judged(&fast, &positions).concat()) {
            for (got, want) in judged.0.iter().zip(definition(&network, position)) {
                assert!((f64::from(*got) - want).abs() < 0.001, "{position:?}: {got}, not {want}");
            }
        }
    }

    /// Weights files may hold any finite numbers.
    #[test]
    fn weights_of_any_size_are_judged_with() {
        let positions = test_positions(2);
        let patterns = Some((PatternSet::Windows4, 12));
        let shape = Shape { patterns, ..shape(InputSet::Structural2, &[20, 10]) };
        for size in [0.0, 1e-38, 1e-10, 1e5, 1e15, f32::MAX / 2.0] {
            let (shape, mut weights) = net(shape.clone()).into_parts();
            let layers = weights.stacks.iter_mut().flatten().chain([&mut weights.first]);
            for layer in layers {
                layer
                    .weights
                    .iter_mut()
                    .chain(&mut layer.biases)
                    .for_each(|weight| *weight *= size);
            }
            let experts =
                vec![Expert { classes: ClassSet::ALL, net: Net::new(shape, weights).unwrap() }];
            let network = Network::new(Game::Backgammon, experts, None).unwrap();
            for arithmetic in [Arithmetic::Integers, Arithmetic::Floats] {
                let fast = FastNetwork::with(&network, arithmetic, Instructions::best());
                for outcomes in judged(&fast, &positions).concat() {
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
            let with =
                |instructions| FastNetwork::with(&network, Arithmetic::Integers, instructions);
            let integer = |net: &FastNet| matches!(net.pass, Pass::Integer(_));
            let best = with(Instructions::best());
            let members = std::iter::once(&best.nets.first).chain(&best.nets.companions);
            if !members.flat_map(|member| &member.experts).all(integer) {
                continue;
            }
            let [want, alone] = judged(&best, &positions);
            assert_eq!(want, alone);
            for instructions in Instructions::available() {
                let fast = with(instructions);
                assert_eq!(
                    judged(&fast, &positions),
                    [want.clone(), alone.clone()],
                    "{instructions:?}"
                );
                let scores = |fast: &FastNetwork, base| {
                    let (mut scratch, mut scores) = (fast.scratch(), Vec::new());
                    let worths = [[1.0, 2.0, 3.0, -1.0, -2.0, -3.0]];
                    fast.prune_scores(&mut scratch, base, &positions, &worths, &mut scores);
                    scores
                };
                assert_eq!(scores(&fast, &positions[3]), scores(&best, &positions[9]));
                // Batches of any size, with a base that has little in common with them.
                let (mut scratch, mut outcomes) = (fast.scratch(), Vec::new());
                let mut random = Random::new(3);
                let mut first = 0;
                while first < positions.len() {
                    let end = positions.len().min(first + 1 + random.below(60));
                    let base = &positions[random.below(positions.len())];
                    let run = &positions[first..end];
                    fast.evaluate(&mut scratch, |_| None, base, run, &mut outcomes);
                    assert_eq!(outcomes, want[first..end], "{instructions:?}");
                    first = end;
                }
            }
        }
    }
}
