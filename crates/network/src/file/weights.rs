//! Weights files of networks.

use super::{Damage, FileError, FileKind};
use crate::{
    classes::ClassSet,
    ensemble::InvalidEnsemble,
    inputs::{BucketSet, PatternSet, UnknownBucketSet, UnknownInputSet, UnknownPatternSet},
    member::{Companion, Expert, Provenance},
    net::{InvalidNet, Layer, Net, Weights},
    network::{InvalidNetwork, Network},
    pattern_table::PatternTable,
    shape::{Activation, Output, Shape},
};
use bincode::{Decode, Encode};
use sheshbesh_movegen::{Game, UnknownGame};
use std::path::Path;

/// Weights files of networks that are not ensembles, as they are written today. They name
/// everything that gives the weights their meaning: the game, and the inputs, patterns and buckets
/// of each net.
pub const WEIGHTS: FileKind = FileKind { name: "weights", magic: *b"SHESHNET", version: 4 };
/// Weights files of ensembles.
pub const ENSEMBLE_WEIGHTS: FileKind = FileKind { version: 5, ..WEIGHTS };
/// The previous format, which can still be read.
const WEIGHTS_3: FileKind = FileKind { version: 3, ..WEIGHTS };

#[derive(Encode, Decode)]
struct StoredNetwork {
    provenance: Provenance,
    game: String,
    experts: Vec<StoredExpert>,
    pruner: Option<StoredNet>,
}

#[derive(Encode, Decode)]
struct StoredExpert {
    classes: Vec<String>,
    net: StoredNet,
}

#[derive(Encode, Decode)]
struct StoredNet {
    inputs: String,
    patterns: Option<(String, PatternTable)>,
    buckets: String,
    activation: Activation,
    output: Output,
    first: Layer,
    stacks: Vec<Vec<Layer>>,
}

/// Format 5: 1 to [`Network::MOST_MEMBERS`] members, and the pruner of the first member.
#[derive(Encode, Decode)]
struct StoredEnsemble {
    game: String,
    members: Vec<StoredMember>,
    pruner: Option<StoredNet>,
}

#[derive(Encode, Decode)]
struct StoredMember {
    /// Above 0. Readers divide the weights by their sum.
    weight: f32,
    provenance: Provenance,
    experts: Vec<StoredExpert>,
}

/// Format 3: the game, the pattern set and the bucket set are implied, since there was only one of
/// each.
#[derive(Decode)]
struct StoredNetwork3 {
    provenance: Provenance,
    contact: StoredNet3,
    race: Option<StoredNet3>,
    pruner: Option<StoredNet3>,
}

#[derive(Decode)]
struct StoredNet3 {
    inputs: String,
    activation: Activation,
    output: Output,
    first: Layer,
    patterns: Option<PatternTable>,
    stacks: Vec<Vec<Layer>>,
}

/// Error: a file with a valid checksum that does not describe a network.
#[derive(Debug, thiserror::Error)]
enum InvalidContent {
    #[error(transparent)]
    Inputs(#[from] UnknownInputSet),
    #[error(transparent)]
    Patterns(#[from] UnknownPatternSet),
    #[error(transparent)]
    Buckets(#[from] UnknownBucketSet),
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("unknown set of position classes: {0:?}")]
    Classes(Vec<String>),
    #[error("the network has no layers")]
    NoLayers,
    #[error(transparent)]
    Net(#[from] InvalidNet),
    #[error(transparent)]
    Network(#[from] InvalidNetwork),
    #[error(transparent)]
    Ensemble(#[from] InvalidEnsemble),
}

impl From<InvalidContent> for Damage {
    fn from(invalid: InvalidContent) -> Self {
        Self::Content { kind: WEIGHTS.name, problem: invalid.to_string() }
    }
}

impl From<&Net> for StoredNet {
    fn from(net: &Net) -> Self {
        let (shape, weights) = (net.shape(), net.weights().clone());
        let set = shape.patterns.map(|(set, _)| set.name().to_owned());
        Self {
            inputs: shape.inputs.name().to_owned(),
            patterns: set.zip(weights.patterns),
            buckets: shape.buckets.name().to_owned(),
            activation: shape.activation,
            output: shape.output,
            first: weights.first,
            stacks: weights.stacks,
        }
    }
}

impl TryFrom<StoredNet> for Net {
    type Error = InvalidContent;

    fn try_from(stored: StoredNet) -> Result<Self, InvalidContent> {
        let StoredNet { inputs, patterns, buckets, activation, output, first, stacks } = stored;
        let stack = stacks.first().ok_or(InvalidContent::NoLayers)?;
        let mut hidden: Vec<usize> =
            std::iter::once(&first).chain(stack).map(Layer::outputs).collect();
        // The units of the last layer belong to the output, not to `hidden`.
        hidden.pop();
        let (set, table) = patterns.unzip();
        let set: Option<PatternSet> = set.map(|name| name.parse()).transpose()?;
        let shape = Shape {
            inputs: inputs.parse()?,
            patterns: set.zip(table.as_ref().map(PatternTable::units)),
            buckets: buckets.parse()?,
            activation,
            output,
            hidden,
        };
        Ok(Self::new(shape, Weights { first, patterns: table, stacks })?)
    }
}

impl From<StoredNet3> for StoredNet {
    fn from(stored: StoredNet3) -> Self {
        let StoredNet3 { inputs, activation, output, first, patterns, stacks } = stored;
        let patterns = patterns.map(|table| (PatternSet::Windows4.name().to_owned(), table));
        // If there is neither one stack nor sixteen, the net is rejected later.
        let buckets = if stacks.len() == 1 { BucketSet::Single } else { BucketSet::GamePlan16 };
        let buckets = buckets.name().to_owned();
        Self { inputs, patterns, buckets, activation, output, first, stacks }
    }
}

impl From<StoredNetwork3> for StoredNetwork {
    fn from(stored: StoredNetwork3) -> Self {
        let StoredNetwork3 { provenance, contact, race, pruner } = stored;
        let classes = if race.is_some() { ClassSet::CONTACT } else { ClassSet::ALL };
        let expert = |classes: ClassSet, net: StoredNet3| StoredExpert {
            classes: classes.names().map(str::to_owned).collect(),
            net: net.into(),
        };
        let mut experts = vec![expert(classes, contact)];
        experts.extend(race.map(|race| expert(ClassSet::RACE, race)));
        let game = Game::Backgammon.name().to_owned();
        Self { provenance, game, experts, pruner: pruner.map(Into::into) }
    }
}

impl TryFrom<StoredNetwork> for Network {
    type Error = InvalidContent;

    fn try_from(stored: StoredNetwork) -> Result<Self, InvalidContent> {
        let expert = |StoredExpert { classes, net }| {
            let classes = ClassSet::from_names(&classes).ok_or(InvalidContent::Classes(classes))?;
            Ok::<_, InvalidContent>(Expert { classes, net: net.try_into()? })
        };
        let experts = stored.experts.into_iter().map(expert).collect::<Result<_, _>>()?;
        let pruner = stored.pruner.map(Net::try_from).transpose()?;
        let mut network = Self::new(stored.game.parse()?, experts, pruner)?;
        network.provenance = stored.provenance;
        Ok(network)
    }
}

impl TryFrom<StoredEnsemble> for Network {
    type Error = InvalidContent;

    fn try_from(stored: StoredEnsemble) -> Result<Self, InvalidContent> {
        let StoredEnsemble { game, members, mut pruner } = stored;
        if members.len() > Self::MOST_MEMBERS {
            return Err(InvalidEnsemble::Members { found: members.len() }.into());
        }
        let member = |StoredMember { weight, provenance, experts }| {
            let (game, pruner) = (game.clone(), pruner.take());
            let network: Self = StoredNetwork { provenance, game, experts, pruner }.try_into()?;
            Ok::<_, InvalidContent>((network, weight))
        };
        let members = members.into_iter().map(member).collect::<Result<_, _>>()?;
        Ok(Self::ensemble(members)?)
    }
}

impl From<&Expert> for StoredExpert {
    fn from(expert: &Expert) -> Self {
        let classes = expert.classes.names().map(str::to_owned).collect();
        Self { classes, net: (&expert.net).into() }
    }
}

fn stored_experts(experts: &[Expert]) -> Vec<StoredExpert> {
    experts.iter().map(StoredExpert::from).collect()
}

impl Network {
    /// Decodes the bytes of a weights file of format 3, 4 or 5.
    ///
    /// # Errors
    /// If the bytes are not a valid weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let network = match WEIGHTS.parse::<StoredNetwork>(bytes) {
            Err(Damage::Version { found, .. }) if found == WEIGHTS_3.version => {
                Self::try_from(StoredNetwork::from(WEIGHTS_3.parse::<StoredNetwork3>(bytes)?))?
            }
            Err(Damage::Version { .. }) => {
                Self::try_from(ENSEMBLE_WEIGHTS.parse::<StoredEnsemble>(bytes)?)?
            }
            stored => Self::try_from(stored?)?,
        };
        Ok(network)
    }

    /// Encodes the network as a weights file: format 5 for an ensemble, format 4 for any other
    /// network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let game = self.game().to_string();
        let pruner = self.pruner().map(Into::into);
        let (provenance, experts) = (self.provenance.clone(), stored_experts(self.experts()));
        if self.companions().is_empty() {
            return WEIGHTS.to_bytes(&StoredNetwork { provenance, game, experts, pruner });
        }
        let companion = |companion: &Companion| StoredMember {
            weight: companion.weight(),
            provenance: companion.provenance().clone(),
            experts: stored_experts(companion.experts()),
        };
        let first = StoredMember { weight: self.weight(), provenance, experts };
        let members = std::iter::once(first).chain(self.companions().iter().map(companion));
        ENSEMBLE_WEIGHTS.to_bytes(&StoredEnsemble { game, members: members.collect(), pruner })
    }

    /// Returns the CRC-32 of the payload of the network's weights file. It identifies a network
    /// regardless of the file it comes from.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(FileKind::payload_of(&self.to_bytes()))
    }

    /// Reads a weights file.
    ///
    /// ```
    /// use sheshbesh_movegen::{Class, Game};
    /// use sheshbesh_network::Network;
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/full.weights");
    /// let network = Network::read(path.as_ref())?;
    /// assert_eq!(network.game(), Game::Backgammon);
    /// let expert = &network.experts()[network.expert_of(Class::Race)];
    /// println!("races are seen by {}", expert.net.shape().inputs);
    /// let damaged = &network.to_bytes()[1..];
    /// assert!(Network::from_bytes(damaged).is_err());
    /// # Ok::<(), sheshbesh_network::file::FileError>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read or is not a valid weights file.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = WEIGHTS.read_bytes(path)?;
        Self::from_bytes(&bytes)
            .map_err(|problem| FileError::Damaged { path: path.to_owned(), problem })
    }

    /// Writes a weights file atomically.
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        super::write_atomically(path, &self.to_bytes())
    }
}
