//! What the engine does, and what it would do in your place.

use super::table::{Terminal, engine_failed};
use crate::{failure::Failure, output::print};
use sheshbesh_analysis::verdicts::{cube_options, play_table, plays};
use sheshbesh_arena::{Player, Shown, Turn};
use sheshbesh_movegen::{Action, Answer, Decision, Dice, Situation, random::roll};

/// Plays that `hint` shows.
const HINTS: usize = 5;

impl Terminal {
    /// What the engine does where it has to decide.
    pub(super) fn engines_choice(&mut self, decision: Decision) -> Result<Action, Failure> {
        let table = self.referee.table();
        Ok(match decision {
            Decision::Roll { may_double: true, .. }
                if self.engine.doubles(table).map_err(engine_failed)? =>
            {
                print(&format!("{}\n", self.draw()))?;
                Action::Double
            }
            Decision::Roll { .. } => Action::Roll(roll(&mut self.rng)),
            Decision::Play { dice, .. } => {
                let results = self.referee.legal_plays();
                let Situation { game, ref position, .. } = *table;
                let shown = (self.shown == Shown::Cube).then_some(table);
                let turn = Turn { game, position, dice, results, table: shown };
                let place = match results {
                    [_] => 0,
                    _ => self.engine.choose(&turn).map_err(engine_failed)?,
                };
                Action::Play(results[place])
            }
            Decision::Double { may_beaver, .. } => {
                match self.engine.answer(table).map_err(engine_failed)? {
                    Answer::Beaver if !may_beaver => Action::Take,
                    answer => answer.into(),
                }
            }
            Decision::Beaver { may_raccoon: true, .. }
                if self.engine.raccoons(table).map_err(engine_failed)? =>
            {
                Action::Raccoon
            }
            Decision::Resignation { offered, .. } => {
                let accepts =
                    self.engine.accepts(table, self.shown, offered).map_err(engine_failed)?;
                if accepts { Action::Accept } else { Action::Refuse }
            }
            _ => Action::Take,
        })
    }

    pub(super) fn hint(&mut self, dice: Dice) -> Result<(), Failure> {
        let table = self.referee.table();
        let ranked = self.engine.rank(table, self.shown, dice).map_err(engine_failed)?;
        let plays = plays(table, dice, &ranked).map_err(Failure::failed)?;
        print(&play_table(&plays, HINTS))
    }

    /// What the engine would do with the cube.
    pub(super) fn cube_hint(&mut self) -> Result<(), Failure> {
        let table = self.referee.table();
        match self.referee.to_decide() {
            Decision::Beaver { may_raccoon, .. } => {
                let raccoons = may_raccoon && self.engine.raccoons(table).map_err(engine_failed)?;
                print(if raccoons { "Raccoon\n" } else { "Roll\n" })
            }
            Decision::Raccoon { .. } => print("Take\n"),
            _ => {
                let verdict = self.engine.verdict(table).map_err(engine_failed)?;
                print(&format!("{}{}\n", cube_options(&verdict), verdict.words()))
            }
        }
    }
}
