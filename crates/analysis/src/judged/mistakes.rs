//! The mistakes of a match, and where each was made.

use super::document::{Decision, JudgedGame, JudgedMatch};
use sheshbesh_movegen::{Dice, Game, Phase, Position, Situation, notation};

/// Which mistakes of a match are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Mistakes that lose less than this are not listed.
    pub errors: f64,
    /// No more than so many mistakes of a match are listed.
    pub most: usize,
}

/// A decision that loses something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mistake<'a> {
    /// The number of its game, from 1.
    pub(crate) game: usize,
    /// Its place among the decisions of its game, from 0.
    pub(crate) place: usize,
    pub(crate) decision: &'a Decision,
    /// In EMG.
    pub(crate) loss: f64,
}

/// Decisions that lose so much or more, the worst first.
pub(crate) fn mistakes(judged: &JudgedMatch, least: f64) -> Vec<Mistake<'_>> {
    let mut all = Vec::new();
    for (of, game) in judged.games.iter().zip(1..) {
        let numbered = of.decisions.iter().enumerate();
        let found = numbered.filter_map(|(place, decision)| {
            let loss = decision.loss.filter(|loss| *loss > 0.0 && *loss >= least)?;
            Some(Mistake { game, place, decision, loss })
        });
        all.extend(found);
    }
    all.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    all
}

impl JudgedGame {
    /// What was played, in a match.
    pub(crate) fn game<'a>(&'a self, of: &'a JudgedMatch) -> &'a str {
        self.game.as_deref().unwrap_or(&of.game)
    }
}

/// A table as somebody may paste it who does not say its game: the XGID, with the name of the game where
/// that is not backgammon, or else the ID of the position.
pub(crate) fn code(xgid: Option<&str>, position_id: &str, game: &str) -> String {
    match xgid {
        None => position_id.to_owned(),
        Some(xgid) if game == Game::Backgammon.name() => xgid.to_owned(),
        Some(xgid) => format!("{game}@{xgid}"),
    }
}

impl Decision {
    /// Its table, as [`code`] has it.
    pub(crate) fn code(&self, game: &str) -> String {
        code(self.xgid.as_deref(), &self.position_id, game)
    }

    /// The table before it, from its IDs, seen by the player on roll; `None` where they are none of
    /// that game.
    pub(crate) fn table(&self, game: &str) -> Option<Situation> {
        let game: Game = game.parse().ok()?;
        if let Some(xgid) = &self.xgid {
            return Situation::parse(xgid, game).ok();
        }
        let table = Situation::parse(&self.position_id, game).ok()?;
        let dice: Option<Dice> = self.dice.as_ref().and_then(|dice| dice.parse().ok());
        Some(Situation { phase: dice.map_or(table.phase, Phase::Rolled), ..table })
    }

    /// What a play of it leads to, seen by the opponent, where the play is one of the candidates.
    pub(crate) fn result(&self, game: Game, play: &str) -> Option<Position> {
        let candidate = self.candidates.iter().find(|candidate| candidate.play == play)?;
        Some(notation::parse_position_id(&candidate.position_id, game).ok()?.1)
    }
}
