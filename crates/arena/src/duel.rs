//! Duels: two players, the same dice from both seats.

use crate::{
    contestant::Contestant,
    player::{Player, PlayerError, Turn},
    random::{game_rng, opening_roll, roll},
    statistics::{Mean, mean},
};
use rayon::prelude::*;
use serde::Serialize;
use sheshbesh_movegen::{Plays, Side, Variant, Win};
use std::sync::Mutex;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Games in all; an odd number is rounded up, since they come in pairs.
    pub games: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// The game.
    pub variant: Variant,
}

/// Games that a side has won, by what they were worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wins {
    /// All wins, gammons and backgammons included.
    pub wins: u64,
    /// Gammons, backgammons not included.
    pub gammons: u64,
    /// Backgammons.
    pub backgammons: u64,
}

impl Wins {
    fn add(&mut self, win: Win) {
        self.wins += 1;
        match win {
            Win::Single => {}
            Win::Gammon => self.gammons += 1,
            Win::Backgammon => self.backgammons += 1,
        }
    }
}

/// How a duel ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelResult {
    /// Games played.
    pub games: u64,
    /// Points per game for the first player. The interval is computed over the pairs, since
    /// games with the same dice are not independent.
    pub points: Mean,
    /// The first player's wins.
    pub first: Wins,
    /// The second player's wins.
    pub second: Wins,
}

/// A finished game: whether the first player won, and how.
type Game = (bool, Win);

impl Duel {
    /// Plays the games on all of rayon's threads. `finished` is called with the number of games,
    /// two, each time a pair is done.
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn play(
        &self,
        first: &Contestant,
        second: &Contestant,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<DuelResult, PlayerError> {
        let idle = Mutex::new(Vec::new());
        let pairs: Vec<[Game; 2]> = (0..self.games.div_ceil(2))
            .into_par_iter()
            .map(|pair| {
                let take = || idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
                let mut table = match take() {
                    Some(table) => table,
                    None => Table::new(first, second, self.variant)?,
                };
                let games = [
                    table.game(self.seed, pair, First::OpensTheGame)?,
                    table.game(self.seed, pair, First::PlaysSecond)?,
                ];
                finished(2);
                idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(table);
                Ok(games)
            })
            .collect::<Result<_, PlayerError>>()?;

        let points = |(won, win): Game| f64::from(win.points()) * if won { 1.0 } else { -1.0 };
        let means: Vec<f64> = pairs
            .iter()
            .map(|pair| pair.iter().map(|&game| points(game)).sum::<f64>() / 2.0)
            .collect();
        let (mut won, mut lost) = (Wins::default(), Wins::default());
        for &(first_won, win) in pairs.iter().flatten() {
            if first_won { won.add(win) } else { lost.add(win) }
        }
        Ok(DuelResult {
            games: 2 * pairs.len() as u64,
            points: mean(&means),
            first: won,
            second: lost,
        })
    }
}

/// Who plays the opening roll.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    OpensTheGame,
    PlaysSecond,
}

/// Both players and the memory for their games.
struct Table {
    players: [Box<dyn Player>; 2],
    plays: Plays,
    variant: Variant,
}

impl Table {
    fn new(first: &Contestant, second: &Contestant, variant: Variant) -> Result<Self, PlayerError> {
        Ok(Self {
            players: [first.player(variant)?, second.player(variant)?],
            plays: Plays::new(),
            variant,
        })
    }

    fn game(&mut self, seed: u64, pair: u64, first: First) -> Result<Game, PlayerError> {
        let mut rng = game_rng(seed, pair);
        // Players that choose by chance must not see the dice to come.
        for (player, salt) in self.players.iter_mut().zip([1, 2]) {
            player.begin(!seed ^ (4 * pair + salt));
        }
        let mut position = self.variant.start();
        let mut dice = opening_roll(&mut rng);
        let mut on_roll = usize::from(first == First::PlaysSecond);
        loop {
            let results = self.plays.generate_or_pass(&position, dice);
            let choice = if results.len() == 1 {
                0
            } else {
                let turn = Turn { variant: self.variant, position: &position, dice, results };
                self.players[on_roll].choose(&turn)?
            };
            position = results[choice];
            on_roll = 1 - on_roll;
            if let Some((winner, win)) = position.result() {
                let won_by_first = (winner == Side::OnRoll) == (on_roll == 0);
                return Ok((won_by_first, win));
            }
            dice = roll(&mut rng);
        }
    }
}
