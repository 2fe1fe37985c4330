//! Duels: two players play the same dice from both seats.

use crate::{
    frame_player::FramePlayer,
    game::{Players, play_watched},
    pair::{GamePair, PairEnded, Played},
    player::{Player, PlayerError, Visibility},
    player_spec::PlayerSpec,
    spectator::{Spectator, Transcript},
    statistics::{Mean, mean},
};
use serde::Serialize;
use sheshbesh_movegen::{
    Action, BySeat, CubeRules, Decision, Game, GameSeries, Opening, Referee, Seat, Situation,
    TableRules, Win,
    random::{game_rng, opening_dice},
};
use sheshbesh_parallel::{Executor, Job, ObjectPool};
use std::sync::atomic::{AtomicBool, Ordering};

/// Settings of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Number of games or matches. An odd number is rounded up, since games come in pairs.
    pub games: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// The game, or the frame of several games.
    pub frame: GameSeries,
    /// Rules of the table. With `None`, each game is played by itself and for its points alone, and
    /// the player at the bottom begins it for any dice.
    pub rules: Option<TableRules>,
    /// Start of every game, or of the first game of a match. It must be a situation from which
    /// [`Referee::set_up`] can begin by the rules. `None` is the start of the game.
    pub start: Option<Situation>,
}

impl Duel {
    /// Maximum number of games of a duel. All results are held in memory, about 50 bytes each.
    pub const MOST_GAMES: u64 = 10_000_000;

    /// All games that the duel may include.
    pub fn games_played(&self) -> Vec<Game> {
        let mut games = self.frame.games().to_vec();
        if self.rules.is_some_and(|rules| rules.is_played_once(&self.frame)) {
            // The game that decides a tie.
            games.push(Game::Hypergammon);
        }
        games
    }
}

/// Games that a player has won, by kind of win. Matches count as single wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wins {
    /// All wins, including gammons and backgammons.
    pub wins: u64,
    /// Gammons, without backgammons.
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

/// Result of a duel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelResult {
    /// Number of games or matches played.
    pub played: u64,
    /// Result of the first player: points per game, or the fraction of matches won. The interval is
    /// computed over the pairs, since games with the same dice are not independent.
    pub result: Mean,
    /// Wins of the first player.
    pub first: Wins,
    /// Wins of the second player.
    pub second: Wins,
}

impl DuelResult {
    /// Number of drawn games.
    pub const fn drawn(&self) -> u64 {
        self.played - self.first.wins - self.second.wins
    }
}

impl Duel {
    /// Plays the games or matches on all threads of this process. Calls `finished` with 2, the
    /// number of games in a pair, after each pair.
    ///
    /// # Errors
    /// A player that cannot play.
    pub fn play(
        &self,
        first: &PlayerSpec,
        second: &PlayerSpec,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<DuelResult, PlayerError> {
        self.play_among(&Executor::Threads, first, second, finished)
    }

    /// Plays the duel on an executor. The root gets the result; other ranks get a result of no
    /// games.
    ///
    /// # Errors
    /// On the root, a player that cannot play on any of the ranks.
    pub fn play_among(
        &self,
        executor: &Executor,
        first: &PlayerSpec,
        second: &PlayerSpec,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<DuelResult, PlayerError> {
        self.play_before(executor, first, second, &Counting(finished))
    }

    /// Plays the duel before a spectator, who may end it early. The result is then that of the
    /// finished pairs. Each rank has its own spectator. The root's spectator receives the games of
    /// all ranks. The others are only asked to take notes and to go on; either all spectators take
    /// notes or none.
    ///
    /// # Errors
    /// Same as [`Duel::play_among`].
    pub fn play_before(
        &self,
        executor: &Executor,
        first: &PlayerSpec,
        second: &PlayerSpec,
        spectator: &dyn Spectator,
    ) -> Result<DuelResult, PlayerError> {
        // Players are reused, since programs and networks take long to start.
        let pool: ObjectPool<Players> = ObjectPool::default();
        // Once a player has failed, other threads need not find that out too.
        let failed = AtomicBool::new(false);
        let play = |pair: usize| {
            let (pair, mut transcripts) = (pair as u64, Vec::new());
            if failed.load(Ordering::Relaxed) || !spectator.goes_on() {
                return GamePair { ended: PairEnded::BrokenOff, transcripts };
            }
            let players = || Ok(BySeat { bottom: self.player(first)?, top: self.player(second)? });
            let ended =
                pool.lend(players, |players| self.pair(players, pair, spectator, &mut transcripts));
            let ended = ended.unwrap_or_else(|PlayerError { player, problem }| {
                failed.store(true, Ordering::Relaxed);
                let problem = match executor.ranks() {
                    1 => problem,
                    _ => format!("{problem} (on rank {})", executor.rank()),
                };
                PairEnded::Failed { player, problem }
            });
            GamePair { ended, transcripts }
        };
        let over = |GamePair { ended, transcripts }: &mut GamePair| {
            let transcripts = std::mem::take(transcripts).into_iter();
            transcripts.for_each(|transcript| spectator.played(transcript));
            match ended {
                PairEnded::Over { .. } => spectator.pair_over(),
                PairEnded::BrokenOff => {}
                // The failure may be on another rank: begin no more games here either.
                PairEnded::Failed { .. } => failed.store(true, Ordering::Relaxed),
            }
        };
        let job = Job::new(self.games.div_ceil(2) as usize, &play).report(&over).root_only();
        let mut pairs: Vec<BySeat<Played>> = Vec::new();
        for GamePair { ended, .. } in executor.run(job) {
            match ended {
                PairEnded::Over { bottom, top } => pairs.push(BySeat { bottom, top }),
                PairEnded::BrokenOff => {}
                PairEnded::Failed { player, problem } => {
                    return Err(PlayerError { player, problem });
                }
            }
        }

        let worth_to_first = |games: &BySeat<Played>| {
            let [bottom, top] = Seat::BOTH.map(|seat| games[seat].worth_to(seat));
            (bottom + top) / 2.0
        };
        let means: Vec<f64> = pairs.iter().map(worth_to_first).collect();
        let (mut won, mut lost) = (Wins::default(), Wins::default());
        for games in &pairs {
            for seat in Seat::BOTH {
                match games[seat].winner {
                    Some(winner) if winner == seat => won.add(games[seat].win),
                    Some(_) => lost.add(games[seat].win),
                    None => {}
                }
            }
        }
        let played = 2 * pairs.len() as u64;
        Ok(DuelResult { played, result: mean(&means), first: won, second: lost })
    }

    /// Plays both games or matches of a pair. Fills `written` if the spectator takes notes.
    fn pair(
        &self,
        players: &mut Players,
        pair: u64,
        spectator: &dyn Spectator,
        written: &mut Vec<Transcript>,
    ) -> Result<PairEnded, PlayerError> {
        self.begin(players, pair);
        let Some(bottom) = self.watched(players, pair, Seat::Bottom, spectator, written)? else {
            return Ok(PairEnded::BrokenOff);
        };
        self.begin(players, pair);
        exchange(players);
        let top = self.watched(players, pair, Seat::Top, spectator, written);
        exchange(players);
        Ok(top?.map_or(PairEnded::BrokenOff, |top| PairEnded::Over { bottom, top }))
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, PlayerError> {
        let player = |game: Game| match self.rules {
            Some(_) => spec.cube_player(game),
            None => spec.player(game),
        };
        match self.games_played()[..] {
            [only] => player(only),
            ref several => {
                let players = FramePlayer::new(several.iter().copied(), player)?;
                Ok(Box::new(players))
            }
        }
    }

    /// Seeds the players. Seeds do not depend on the dice to come, and are the same for both games
    /// of a pair. The first player sits at the bottom here.
    fn begin(&self, players: &mut Players, pair: u64) {
        for (player, salt) in players.iter_mut().zip([1, 2]) {
            player.begin(!self.seed ^ (SALTS * pair + salt));
        }
    }

    /// Plays one game or match with the dice of a pair; `None` if it was broken off.
    fn watched(
        &self,
        players: &mut Players,
        pair: u64,
        first: Seat,
        spectator: &dyn Spectator,
        written: &mut Vec<Transcript>,
    ) -> Result<Option<Played>, PlayerError> {
        if !spectator.takes_notes() {
            return self.one(players, pair, &mut |_| spectator.goes_on());
        }
        let mut actions = Vec::new();
        let played = self.one(players, pair, &mut |action| {
            let goes_on = spectator.goes_on();
            if goes_on {
                actions.push(action);
            }
            goes_on
        });
        written.push(Transcript { pair, first, mirrored: false, actions });
        played
    }

    /// Plays one game or match, and passes each action to `goes_on` before it is applied.
    fn one(
        &self,
        players: &mut Players,
        pair: u64,
        goes_on: &mut dyn FnMut(Action) -> bool,
    ) -> Result<Option<Played>, PlayerError> {
        let mut rng = game_rng(self.seed, pair);
        let set_up = |rules: TableRules| {
            let begun = self.start.map(|table| Referee::set_up(rules, table));
            begun.map(|begun| begun.expect("the start table is valid"))
        };
        let Some(rules) = self.rules else {
            if let Some(mut referee) = set_up(CubeRules::NO_CUBE.into()) {
                let visibility = Visibility::BoardOnly;
                let result = play_watched(players, &mut referee, visibility, &mut rng, goes_on)?;
                return Ok(result.map(Played::game));
            }
            let mut referee = Referee::new(self.frame, CubeRules::NO_CUBE);
            // The bottom seat begins for any dice: each player sits there once in a pair.
            let [a, b] = match self.frame.game(0).opening() {
                Opening::OneDieEach => opening_dice(&mut rng),
                // The lot has no other effect, so it is not drawn.
                Opening::Reroll => [2, 1],
            };
            let opening = Action::OpeningRoll(self.frame.game(0).lot(Seat::Bottom, [a, b]));
            if !goes_on(opening) {
                return Ok(None);
            }
            referee.apply(opening).expect("the opening dice are valid");
            let visibility = Visibility::BoardOnly;
            let result = play_watched(players, &mut referee, visibility, &mut rng, goes_on)?;
            return Ok(result.map(Played::game));
        };
        let mut referee = set_up(rules).unwrap_or_else(|| Referee::new(self.frame, rules));
        for _ in 0..MOST_GAMES {
            let result = play_watched(players, &mut referee, Visibility::Cube, &mut rng, goes_on)?;
            let Some(result) = result else { return Ok(None) };
            match referee.to_decide() {
                Decision::MatchOver { winner } => {
                    return Ok(Some(Played::whole_match(winner)));
                }
                _ if !referee.has_winner() => return Ok(Some(Played::game(result))),
                _ if !goes_on(Action::NextGame) => return Ok(None),
                _ => referee.apply(Action::NextGame).expect("the match is not over"),
            };
        }
        Ok(Some(Played::drawn_match()))
    }
}

/// Exchanges the seats of the players.
fn exchange(BySeat { bottom, top }: &mut Players) {
    std::mem::swap(bottom, top);
}

/// Spectator that only counts finished games.
struct Counting<'a>(&'a (dyn Fn(u64) + Sync));

impl Spectator for Counting<'_> {
    fn pair_over(&self) {
        self.0(2);
    }
}

/// Maximum number of games of a match. A match without a winner by then is a draw: if games are
/// drawn, it might never end.
const MOST_GAMES: u32 = 1000;

/// Numbers reserved in each pair for the seeds of players.
const SALTS: u64 = 4;
