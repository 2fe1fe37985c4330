//! A network as a player.

use crate::player::{Answer, Player, PlayerError, Turn};
use sheshbesh_evaluator::{
    Evaluator,
    cube::{CubeRules, CubeVerdict, Ladder, MatchEquityTable, Response},
};
use sheshbesh_movegen::{Side, Situation, Stakes};

/// How an engine handles the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CubePolicy {
    /// By the cube's worth at the score.
    Model,
    /// By the chance to win alone: doubles from one on, takes from the other.
    Simple {
        /// Doubles with at least this chance.
        double: f32,
        /// Takes with at least this one.
        take: f32,
    },
}

impl CubePolicy {
    /// Doubles at 70 %, takes at 25 %.
    pub const SIMPLE: Self = Self::Simple { double: 0.70, take: 0.25 };
}

/// Plays the best play by a network at a number of plies.
pub struct Engine {
    evaluator: Evaluator,
    ply: u32,
    policy: CubePolicy,
}

impl Engine {
    /// At 1-ply it takes the network's verdict on each resulting position. The policy counts where
    /// there is a cube.
    pub fn new(evaluator: Evaluator, ply: u32, policy: CubePolicy) -> Self {
        Self { evaluator, ply, policy }
    }

    /// Makes the evaluator count what the player on roll plays for.
    fn sit_down(&mut self, table: &Situation) -> Result<(), PlayerError> {
        let cubeful = self.policy == CubePolicy::Model;
        let equities = MatchEquityTable::kazaross_xg2();
        let ladder = match (table.stakes, cubeful) {
            (Stakes::Money { .. }, false) => Ladder::cubeless(),
            _ => Ladder::new(table, equities, &CubeRules::default(), cubeful).map_err(|error| {
                PlayerError { player: "shesh".to_owned(), problem: error.to_string() }
            })?,
        };
        self.evaluator.set_ladder(ladder);
        Ok(())
    }

    fn verdict(&mut self, table: &Situation) -> Result<CubeVerdict, PlayerError> {
        self.sit_down(table)?;
        let beavers = table.stakes.beavers();
        let own = table.cube.owner() == Some(Side::OnRoll);
        Ok(self.evaluator.cube(&table.position, self.ply, beavers, own))
    }

    /// The chance of the player on roll to win.
    fn chance(&mut self, table: &Situation) -> Result<f32, PlayerError> {
        self.sit_down(table)?;
        Ok(self.evaluator.evaluate(&table.position, self.ply).win)
    }
}

impl Player for Engine {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        if let Some(table) = turn.table {
            self.sit_down(table)?;
        }
        Ok(self.evaluator.choose(turn.position, turn.results, self.ply))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.policy {
            CubePolicy::Model => Ok(self.verdict(table)?.doubles()),
            CubePolicy::Simple { double, .. } => Ok(self.chance(table)? >= double),
        }
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        match self.policy {
            CubePolicy::Model => Ok(match self.verdict(table)?.response() {
                Response::Take => Answer::Take,
                Response::Pass => Answer::Pass,
                Response::Beaver => Answer::Beaver,
            }),
            CubePolicy::Simple { take, .. } => {
                let takes = 1.0 - self.chance(table)? >= take;
                Ok(if takes { Answer::Take } else { Answer::Pass })
            }
        }
    }

    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.policy {
            // Whoever doubled is ahead by his own lights if the cube that the other owns is still
            // worth something to him.
            CubePolicy::Model => {
                self.sit_down(table)?;
                let verdict = self.evaluator.before_roll(&table.position, self.ply);
                Ok(self.evaluator.ladder().present(&verdict.values) > 0.0)
            }
            CubePolicy::Simple { .. } => Ok(false),
        }
    }
}
