//! Positions and plays, judged.

use crate::{
    network::{
        Network,
        prepared::{EMPTY, PreparedNetwork, Scratch},
    },
    probabilities::{Outcomes, Probabilities},
};
use sheshbesh_movegen::{Class, Dice, Plays, Position};
use std::sync::Arc;

/// A network ready to judge positions, with the memory that it needs for that.
///
/// One thread uses one evaluator; clones share the network.
pub struct Evaluator {
    network: Arc<PreparedNetwork>,
    scratch: [Scratch; 2],
    outcomes: Vec<Outcomes>,
    /// One list for each ply of a search.
    plays: Vec<Plays>,
}

/// A legal play with what it is worth, in the view of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The resulting position, seen by the opponent.
    pub position: Position,
    /// Cubeless probabilities.
    pub probabilities: Probabilities,
    /// Cubeless equity.
    pub equity: f32,
}

/// Deeper than 2-ply, plays are looked at only this far behind the best by 1-ply, in points.
const SEARCH_MARGIN: f32 = 0.16;
/// And no more of them than this.
const SEARCH_WIDTH: usize = 8;

impl Clone for Evaluator {
    fn clone(&self) -> Self {
        Self::from_prepared(Arc::clone(&self.network))
    }
}

impl Evaluator {
    /// Prepares a network.
    ///
    /// # Panics
    /// When the network is not valid, see [`Network::validate`]; those read from files are.
    pub fn new(network: &Network) -> Self {
        Self::from_prepared(Arc::new(PreparedNetwork::new(network)))
    }

    fn from_prepared(network: Arc<PreparedNetwork>) -> Self {
        let scratch = network.scratch();
        Self { network, scratch, outcomes: Vec::new(), plays: Vec::new() }
    }

    /// Outcomes at 1-ply of the positions that a roll leads to, or of any others; each for its
    /// player on roll. The more the positions have in common with `base`, the faster it is.
    pub fn outcomes_near(&mut self, base: &Position, positions: &[Position]) -> &[Outcomes] {
        self.network.evaluate(&mut self.scratch, base, positions, &mut self.outcomes);
        &self.outcomes
    }

    /// Outcomes at 1-ply for the player on roll.
    pub fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.outcomes_near(&EMPTY, std::slice::from_ref(position))[0]
    }

    /// The best play at 1-ply among resulting positions, each seen by the opponent: its place
    /// and the opponent's outcomes after it. `before` is the position before the roll.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn best_of(&mut self, before: &Position, results: &[Position]) -> (usize, Outcomes) {
        let outcomes = self.outcomes_near(&before.swapped(), results);
        let mut best = (0, outcomes[0]);
        let mut least = f32::INFINITY;
        for (place, outcomes) in outcomes.iter().enumerate() {
            let equity = outcomes.equity();
            if equity < least {
                least = equity;
                best = (place, *outcomes);
            }
        }
        best
    }

    /// The place of the best play among resulting positions, each seen by the opponent. Deeper
    /// than 1-ply, only the foremost by 1-ply are searched.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn choose(&mut self, before: &Position, results: &[Position], ply: u32) -> usize {
        match ply {
            0 | 1 => self.best_of(before, results).0,
            _ => self.best_deeper(before, results, ply).0,
        }
    }

    /// The resulting position, seen by the opponent, of the best play at 1-ply; the turn passed
    /// where there is none.
    pub fn best_play(&mut self, position: &Position, dice: Dice) -> Position {
        let mut plays = self.plays.pop().unwrap_or_default();
        let results = plays.generate_or_pass(position, dice);
        let best = results[self.best_of(position, results).0];
        self.plays.push(plays);
        best
    }

    /// Probabilities for the player on roll.
    ///
    /// 1-ply is the network's verdict; 2-ply the mean over the 21 rolls, each played as is best
    /// by 1-ply, and so on. (GNU Backgammon counts one less.)
    pub fn evaluate(&mut self, position: &Position, ply: u32) -> Probabilities {
        self.search(position, ply).into()
    }

    /// Outcomes for the player on roll; as [`Evaluator::evaluate`].
    pub fn search(&mut self, position: &Position, ply: u32) -> Outcomes {
        if ply <= 1 || position.class() == Class::Over {
            return self.outcomes(position);
        }
        let mut mean = Outcomes::default();
        let mut plays = self.plays.pop().unwrap_or_default();
        for dice in Dice::ALL {
            let results = plays.generate_or_pass(position, dice);
            let best = if ply == 2 {
                self.best_of(position, results).1
            } else {
                let (_, outcomes) = self.best_deeper(position, results, ply - 1);
                outcomes
            };
            for (sum, p) in mean.0.iter_mut().zip(best.swapped().0) {
                *sum += p * dice.probability() as f32;
            }
        }
        self.plays.push(plays);
        mean
    }

    /// As [`Evaluator::best_of`], by a search of each of the foremost candidates.
    fn best_deeper(
        &mut self,
        before: &Position,
        results: &[Position],
        ply: u32,
    ) -> (usize, Outcomes) {
        let outcomes = self.outcomes_near(&before.swapped(), results);
        let mut order: Vec<(f32, usize)> = outcomes.iter().map(|o| o.equity()).zip(0..).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let worst = order[0].0 + SEARCH_MARGIN;
        order.retain(|&(equity, _)| equity <= worst);
        order.truncate(SEARCH_WIDTH);
        order
            .into_iter()
            .map(|(_, place)| (place, self.search(&results[place], ply)))
            .min_by(|a, b| a.1.equity().total_cmp(&b.1.equity()))
            .expect("a roll has a result, the turn passed at least")
    }

    /// All legal plays, best first, each searched at `ply`; equal ones in the order of their
    /// resulting positions. Only the turn passed where there is none.
    pub fn rank(&mut self, position: &Position, dice: Dice, ply: u32) -> Vec<RankedPlay> {
        let mut plays = self.plays.pop().unwrap_or_default();
        let results = plays.generate_or_pass(position, dice);
        let outcomes: Vec<Outcomes> = if ply <= 1 {
            self.outcomes_near(&position.swapped(), results).to_vec()
        } else {
            results.iter().map(|result| self.search(result, ply)).collect()
        };
        let mut ranked: Vec<RankedPlay> = results
            .iter()
            .zip(outcomes)
            .map(|(&position, outcomes)| {
                let probabilities = Probabilities::from(outcomes.swapped());
                RankedPlay { position, probabilities, equity: probabilities.equity() }
            })
            .collect();
        self.plays.push(plays);
        ranked.sort_by(|a, b| b.equity.total_cmp(&a.equity).then(a.position.cmp(&b.position)));
        ranked
    }
}
