//! Duels: two players, the same dice from both seats.

use crate::{
    contestant::Contestant,
    cube_game::{CubeRules, CubeTable, Session},
    player::{Player, PlayerError, Turn},
    random::{first_roll, game_rng, roll},
    statistics::{Mean, mean},
};
use rayon::prelude::*;
use serde::Serialize;
use sheshbesh_movegen::{Game, Plays, Side, Win};
use std::sync::Mutex;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Games in all; an odd number is rounded up, since they come in pairs.
    pub games: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// The game.
    pub game: Game,
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

/// A finished game: whether the first player won, and how; nothing where it is drawn.
type Finished = Option<(bool, Win)>;

/// How a duel with the cube ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CubeDuelResult {
    /// Games or matches played.
    pub played: u64,
    /// For the first player: points per game for money, the share of matches won otherwise. The
    /// interval is computed over the pairs.
    pub result: Mean,
    /// How many the first player has won.
    pub won: u64,
}

impl Duel {
    /// Plays games, or matches, with the cube, as [`Duel::play`].
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn play_with_cube(
        &self,
        first: &Contestant,
        second: &Contestant,
        rules: CubeRules,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<CubeDuelResult, PlayerError> {
        let idle = Mutex::new(Vec::new());
        let is_match = matches!(rules.session, Session::Match { .. });
        let pairs: Vec<[(bool, f64); 2]> = (0..self.games.div_ceil(2))
            .into_par_iter()
            .map(|pair| {
                let take = || idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
                let mut table = match take() {
                    Some(table) => table,
                    None => {
                        let players =
                            [first.cube_player(self.game)?, second.cube_player(self.game)?];
                        CubeTable::new(players, self.game, rules)
                    }
                };
                let mut games = [(false, 0.0); 2];
                for (game, swapped) in games.iter_mut().zip([false, true]) {
                    let mut rng = game_rng(self.seed, pair);
                    for (player, salt) in table.players.iter_mut().zip([1, 2]) {
                        player.begin(!self.seed ^ (4 * pair + salt));
                    }
                    *game = if is_match {
                        let won = table.whole_match(&mut rng, swapped)?;
                        (won, if won { 1.0 } else { 0.0 })
                    } else {
                        let played = table.money_game(&mut rng, swapped)?;
                        let points = f64::from(played.points);
                        (played.won, if played.won { points } else { -points })
                    };
                }
                finished(2);
                idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(table);
                Ok(games)
            })
            .collect::<Result<_, PlayerError>>()?;
        let means: Vec<f64> = pairs.iter().map(|[a, b]| (a.1 + b.1) / 2.0).collect();
        Ok(CubeDuelResult {
            played: 2 * pairs.len() as u64,
            result: mean(&means),
            won: pairs.iter().flatten().filter(|(won, _)| *won).count() as u64,
        })
    }

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
        let pairs: Vec<[Finished; 2]> = (0..self.games.div_ceil(2))
            .into_par_iter()
            .map(|pair| {
                let take = || idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop();
                let mut table = match take() {
                    Some(table) => table,
                    None => Table::new(first, second, self.game)?,
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

        let points = |game: Finished| {
            game.map_or(0.0, |(won, win)| f64::from(win.points()) * if won { 1.0 } else { -1.0 })
        };
        let means: Vec<f64> = pairs
            .iter()
            .map(|pair| pair.iter().map(|&game| points(game)).sum::<f64>() / 2.0)
            .collect();
        let (mut won, mut lost) = (Wins::default(), Wins::default());
        for &(first_won, win) in pairs.iter().flatten().flatten() {
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
    game: Game,
}

impl Table {
    fn new(first: &Contestant, second: &Contestant, game: Game) -> Result<Self, PlayerError> {
        Ok(Self {
            players: [first.player(game)?, second.player(game)?],
            plays: Plays::new(game),
            game,
        })
    }

    fn game(&mut self, seed: u64, pair: u64, first: First) -> Result<Finished, PlayerError> {
        let mut rng = game_rng(seed, pair);
        // Players that choose by chance must not see the dice to come.
        for (player, salt) in self.players.iter_mut().zip([1, 2]) {
            player.begin(!seed ^ (4 * pair + salt));
        }
        let mut position = self.game.start();
        let mut dice = first_roll(self.game, &mut rng);
        let mut on_roll = usize::from(first == First::PlaysSecond);
        loop {
            let results = self.plays.generate_or_pass(&position, dice);
            let choice = if results.len() == 1 {
                0
            } else {
                let turn =
                    Turn { game: self.game, position: &position, dice, results, table: None };
                self.players[on_roll].choose(&turn)?
            };
            let result = results[choice];
            let next = self.game.next_to_roll(&position, dice, &result);
            position = result;
            on_roll = 1 - on_roll;
            if let Some(end) = self.game.end(&position, Some(dice)) {
                let won_by_first = |winner| (winner == Side::OnRoll) == (on_roll == 0);
                return Ok(end.winner.map(|winner| (won_by_first(winner), end.win())));
            }
            if next == Side::OnRoll {
                position = position.swapped();
                on_roll = 1 - on_roll;
            }
            dice = roll(&mut rng);
        }
    }
}
