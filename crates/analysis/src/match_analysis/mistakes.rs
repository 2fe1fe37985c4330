//! Mistakes of a match and their positions.

use super::document::{AnalyzedGame, AnalyzedMatch, Decision};
use sheshbesh_movegen::{BySide, Dice, Game, Phase, Position, Situation, Stakes, notation};

/// Selects the mistakes of a match to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Minimum loss of a listed mistake, in EMG.
    pub errors: f64,
    /// Maximum number of listed mistakes per match.
    pub most: usize,
}

/// A decision that loses equity.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// Number of the game, from 1.
    pub game: usize,
    /// Index among the decisions of the game, from 0.
    pub index: usize,
    /// The decision.
    pub decision: &'a Decision,
    /// Loss in EMG.
    pub loss: f64,
}

/// Lists the decisions that lose `least` or more, worst first.
pub fn mistakes(analyzed: &AnalyzedMatch, least: f64) -> Vec<Mistake<'_>> {
    let mut all = Vec::new();
    for (of, game) in analyzed.games.iter().zip(1..) {
        let numbered = of.decisions.iter().enumerate();
        let found = numbered.filter_map(|(index, decision)| {
            let loss = decision.loss.filter(|loss| *loss > 0.0 && *loss >= least)?;
            Some(Mistake { game, index, decision, loss })
        });
        all.extend(found);
    }
    all.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    all
}

impl AnalyzedMatch {
    /// The situation before a decision of a game, with the scoring of the match, from the view of the
    /// player on roll; `None` if the decision's IDs are not valid for the game.
    ///
    /// Games without XGIDs have no cube; their score is that before the game.
    pub fn table(&self, of: &AnalyzedGame, decision: &Decision) -> Option<Situation> {
        let mut table = decision.parse_ids(of.game(self).parse().ok()?)?;
        table.scoring = self.rules.scoring.as_deref().and_then(|scoring| scoring.parse().ok());
        if decision.xgid.is_none() && self.length > 0 {
            let [first, second] = of.score;
            let (on_roll, opponent) =
                if decision.seat == 1 { (first, second) } else { (second, first) };
            table.score = BySide { on_roll, opponent };
            table.stakes = Stakes::Match { length: self.length, crawford: of.crawford };
        }
        Some(table)
    }
}

impl AnalyzedGame {
    /// Name of the game played.
    pub fn game<'a>(&'a self, of: &'a AnalyzedMatch) -> &'a str {
        self.game.as_deref().unwrap_or(&of.game)
    }
}

/// Situation code to copy and paste without naming the game: the XGID, prefixed with the game's
/// name except for backgammon, or the position ID in games without XGIDs.
pub fn code(xgid: Option<&str>, position_id: &str, game: &str) -> String {
    match xgid {
        None => position_id.to_owned(),
        Some(xgid) if game == Game::Backgammon.name() => xgid.to_owned(),
        Some(xgid) => format!("{game}@{xgid}"),
    }
}

impl Decision {
    /// Situation of the decision as a [`code`].
    pub fn code(&self, game: &str) -> String {
        code(self.xgid.as_deref(), &self.position_id, game)
    }

    /// Parses the position, its roll and, with an XGID, the score and the cube; `None` if the IDs are
    /// not valid for the game.
    fn parse_ids(&self, game: Game) -> Option<Situation> {
        if let Some(xgid) = &self.xgid {
            return Situation::parse(xgid, game).ok();
        }
        let table = Situation::parse(&self.position_id, game).ok()?;
        let dice: Option<Dice> = self.dice.as_ref().and_then(|dice| dice.parse().ok());
        Some(Situation { phase: dice.map_or(table.phase, Phase::Rolled), ..table })
    }

    /// Position after a play, from the opponent's view, if the play is a candidate.
    pub fn result(&self, game: Game, play: &str) -> Option<Position> {
        let candidate = self.candidates.iter().find(|candidate| candidate.play == play)?;
        Some(notation::parse_position_id(&candidate.position_id, game).ok()?.1)
    }
}
