//! Networks in files.

use super::{Activation, InvalidNetwork, Layer, Mlp, Network, Output, PatternTable, Provenance};
use crate::file::{Damage, FileError, Kind};
use bincode::{Decode, Encode};
use std::{path::Path, sync::LazyLock};

const WEIGHTS: Kind = Kind { name: "weights", magic: *b"SHESHNET", version: 3 };

/// The network that comes with the program.
static SHIPPED: &[u8] = include_bytes!("../../../../weights/shipped.weights");

#[derive(Encode, Decode)]
struct StoredMlp {
    inputs: String,
    activation: Activation,
    output: Output,
    first: Layer,
    patterns: Option<PatternTable>,
    stacks: Vec<Vec<Layer>>,
}

#[derive(Encode, Decode)]
struct StoredNetwork {
    provenance: Provenance,
    contact: StoredMlp,
    race: Option<StoredMlp>,
    pruner: Option<StoredMlp>,
}

impl From<&Mlp> for StoredMlp {
    fn from(part: &Mlp) -> Self {
        Self {
            inputs: part.inputs.name().to_owned(),
            activation: part.activation,
            output: part.output,
            first: part.first.clone(),
            patterns: part.patterns.clone(),
            stacks: part.stacks.clone(),
        }
    }
}

impl StoredMlp {
    fn load(self) -> Result<Mlp, String> {
        Ok(Mlp {
            inputs: self
                .inputs
                .parse()
                .map_err(|e: crate::inputs::UnknownInputSet| e.to_string())?,
            activation: self.activation,
            output: self.output,
            first: self.first,
            patterns: self.patterns,
            stacks: self.stacks,
        })
    }
}

impl Network {
    /// The network that comes with the program, compiled in.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn shipped() -> &'static Self {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            Network::from_bytes(SHIPPED).expect("the weights that come with the program are whole")
        });
        &NETWORK
    }

    /// From the bytes of a weights file.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let wrong = |problem: String| Damage::Content { kind: WEIGHTS.name, problem };
        let stored: StoredNetwork = WEIGHTS.parse(bytes)?;
        let network = Self {
            contact: stored.contact.load().map_err(wrong)?,
            race: stored.race.map(StoredMlp::load).transpose().map_err(wrong)?,
            pruner: stored.pruner.map(StoredMlp::load).transpose().map_err(wrong)?,
            provenance: stored.provenance,
        };
        network.validate().map_err(|e: InvalidNetwork| wrong(e.to_string()))?;
        Ok(network)
    }

    /// The bytes of a weights file.
    pub fn to_bytes(&self) -> Vec<u8> {
        WEIGHTS.to_bytes(&StoredNetwork {
            provenance: self.provenance.clone(),
            contact: (&self.contact).into(),
            race: self.race.as_ref().map(Into::into),
            pruner: self.pruner.as_ref().map(Into::into),
        })
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// When it cannot be read or is not what it should be.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let bytes = std::fs::read(path).map_err(crate::file::io_error("read", path))?;
        Self::from_bytes(&bytes)
            .map_err(|problem| FileError::Damaged { path: path.to_owned(), problem })
    }

    /// Writes a weights file, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        crate::file::write_atomically(path, &self.to_bytes())
    }
}
