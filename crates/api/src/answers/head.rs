//! Common first fields of every answer: the engine and the position.

use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{EngineId, notes::EvaluationNote};
use sheshbesh_evaluator::TablebaseHit;
use sheshbesh_movegen::{Coded, Message, Situation, notation};

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
    /// The same notes as codes with values, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub note_messages: Vec<Message>,
    /// Part of the evaluation that comes from the table of a solved game; only text mentions it.
    #[serde(skip)]
    pub tablebase_hit: Option<TablebaseHit>,
}

impl Head {
    /// Head of an answer about a situation.
    pub fn new(engine: EngineId, situation: &Situation) -> Self {
        let game = situation.game;
        let network = engine.weights.as_deref().zip(engine.learned);
        let notes = network
            .map_or(Vec::new(), |(name, learned)| EvaluationNote::list(name, learned, situation));
        let mut head = Self {
            engine,
            game: game.to_string(),
            position_id: notation::position_id(game, &situation.position),
            xgid: situation.complete_xgid(),
            notes: Vec::new(),
            note_messages: Vec::new(),
            tablebase_hit: None,
        };
        notes.iter().for_each(|note| head.add_note(note));
        head
    }

    /// Adds a note.
    pub(super) fn add_note(&mut self, note: &EvaluationNote) {
        self.notes.push(note.to_string());
        self.note_messages.push(note.message());
    }

    /// Records whether the position was looked up in the table of a solved game; see
    /// [`EngineId::with_tablebase_hit`].
    pub(crate) fn with_tablebase_hit(
        self,
        tablebase_hit: Option<TablebaseHit>,
        situation: &Situation,
    ) -> Self {
        let engine = self.engine.with_tablebase_hit(tablebase_hit, situation);
        Self { engine, tablebase_hit, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Game;

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
}
