//! Identification of the program and its network in answers and documents.

use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::TablebaseHit;
use sheshbesh_movegen::{Game, Situation};
use sheshbesh_network::Network;

/// Program that answers, with its network if one was used.
///
/// ```
/// use sheshbesh_analysis::EngineId;
/// let engine = EngineId::with_network("shesh", sheshbesh_weights::shipped());
/// assert_eq!(engine.weights_crc32.unwrap().len(), 8);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EngineId {
    /// `Sheshbesh`.
    pub name: String,
    /// Program version.
    pub version: String,
    /// Name of the network: `shesh` for the built-in one, otherwise its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// [`Network::checksum`] as eight hexadecimal digits; identifies a network regardless of its
    /// name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights_crc32: Option<String>,
    /// Game whose tablebase was used in place of the network. Equities of money games are then
    /// exact; in a match, the outcomes are those of cubeless money play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Game that the network was trained on; answers mention it in their notes.
    #[serde(skip)]
    pub learned: Option<Game>,
    /// Networks used for other games: the game each was trained on and its checksum, as in
    /// `weights_crc32`. Matches of several games list in their notes which networks were used.
    #[serde(skip)]
    pub others: Vec<(Game, String)>,
}

impl EngineId {
    /// The program alone, without a network.
    pub fn program() -> Self {
        Self {
            name: "Sheshbesh".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            weights: None,
            weights_crc32: None,
            table: None,
            learned: None,
            others: Vec::new(),
        }
    }

    /// The program with a network of this name.
    pub fn with_network(name: &str, network: &Network) -> Self {
        Self {
            weights: Some(name.to_owned()),
            weights_crc32: Some(format!("{:08x}", network.checksum())),
            learned: Some(network.learned()),
            ..Self::program()
        }
    }

    /// Adds the networks of other games.
    pub fn beside<'a>(self, others: impl IntoIterator<Item = &'a Self>) -> Self {
        let known = |other: &Self| other.learned.zip(other.weights_crc32.clone());
        Self { others: others.into_iter().filter_map(known).collect(), ..self }
    }

    /// Records whether the position was looked up in a tablebase, see
    /// [`Evaluator::tablebase_hit`](sheshbesh_evaluator::Evaluator::tablebase_hit).
    pub fn with_tablebase_hit(
        self,
        tablebase_hit: Option<TablebaseHit>,
        situation: &Situation,
    ) -> Self {
        let table = tablebase_hit.map(|_| situation.game.name().to_owned());
        Self { table, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_is_told_by_what_it_consists_of() {
        let mut network = sheshbesh_weights::shipped().clone();
        let engine = EngineId::with_network("shesh", &network);
        assert_eq!(engine, EngineId::with_network("shesh", sheshbesh_weights::shipped()));
        network.provenance.seed += 1;
        assert_ne!(engine, EngineId::with_network("shesh", &network));
    }
}
