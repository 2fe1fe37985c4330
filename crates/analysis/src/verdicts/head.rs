//! Common first fields of every answer: the engine and the position.

use super::notes::notes;
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::TablebaseHit;
use sheshbesh_movegen::{Family, Game, Situation, notation};
use sheshbesh_network::Network;

/// Program that answers, with its network if one was used.
///
/// ```
/// use sheshbesh_analysis::verdicts::EngineId;
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
    pub fn looking_up(self, looked_up: Option<TablebaseHit>, situation: &Situation) -> Self {
        let table = looked_up.map(|_| situation.game.name().to_owned());
        Self { table, ..self }
    }
}

/// Sentence stating that the position was looked up, and with which precision; empty if it was not.
pub fn lookup_words(looked_up: Option<TablebaseHit>) -> &'static str {
    match looked_up {
        None => "",
        Some(TablebaseHit::Exact) => {
            "\nLooked up in the table of the solved game: exact at any ply.\n"
        }
        Some(TablebaseHit::Outcomes) => {
            "\nOutcomes are of cubeless money play, from the table of the solved game.\n"
        }
    }
}

/// Engine and position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Head {
    /// Engine.
    pub engine: EngineId,
    /// Name of the game.
    pub game: String,
    /// Position ID from the view of the player on roll, in GNU Backgammon's format; see
    /// [`notation::position_id`].
    pub position_id: String,
    /// XGID, with cube, score and dice, in games that have XGIDs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xgid: Option<String>,
    /// Limitations of the answer, such as the use of another game's network; one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Head {
    /// Head of an answer about a situation.
    pub fn new(engine: EngineId, situation: &Situation) -> Self {
        let game = situation.game;
        let judged_by = engine.weights.as_deref().zip(engine.learned);
        Self {
            notes: judged_by.map_or(Vec::new(), |(name, learned)| notes(name, learned, situation)),
            engine,
            game: game.to_string(),
            position_id: notation::position_id(game, &situation.position),
            xgid: (game.family() == Family::Hitting).then(|| situation.xgid()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_xgid_is_where_it_means_something() {
        let head = |game: Game| Head::new(EngineId::program(), &Situation::new(game.start(), game));
        let known = head(Game::Backgammon);
        let read = Situation::from_xgid(&known.xgid.unwrap(), Game::Backgammon).unwrap();
        assert_eq!(read.position, Game::Backgammon.start());
        assert_eq!(head(Game::FEVGA).xgid, None);
        assert_eq!(head(Game::FEVGA).position_id, "fevga@AACA/z8AAID/Pw");
    }

    #[test]
    fn answers_note_that_another_game_s_network_judges() {
        let engine = || EngineId::with_network("shesh", sheshbesh_weights::shipped());
        let notes =
            |game: Game, engine| Head::new(engine, &Situation::new(game.start(), game)).notes;
        assert!(notes(Game::Backgammon, engine()).is_empty());
        let [note] = &notes(Game::Nackgammon, engine())[..] else { panic!("one note") };
        assert_eq!(
            note,
            "shesh was trained for backgammon, so its evaluation of nackgammon is approximate"
        );
        // An answer without a network has no notes.
        assert!(notes(Game::EARLY, EngineId::program()).is_empty());
    }

    #[test]
    fn the_network_is_told_by_what_it_consists_of() {
        let mut network = sheshbesh_weights::shipped().clone();
        let engine = EngineId::with_network("shesh", &network);
        assert_eq!(engine, EngineId::with_network("shesh", sheshbesh_weights::shipped()));
        network.provenance.seed += 1;
        assert_ne!(engine, EngineId::with_network("shesh", &network));
    }
}
