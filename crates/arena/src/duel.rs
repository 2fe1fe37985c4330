//! Duels: two players, the same dice from both seats.

use crate::{
    contestant::Contestant,
    frame_player::FramePlayer,
    game::{Players, play_watched},
    pair::{PairEnded, Played},
    player::{Player, PlayerError, Shown},
    spectator::{Spectator, Transcript},
    statistics::{Mean, mean},
    told::Told,
};
use serde::Serialize;
use sheshbesh_evaluator::crew::{Crew, Idle, Threads, Work};
use sheshbesh_movegen::{
    Action, BySeat, CubeRules, Decision, Frame, Game, Opening, Referee, Seat, Situation,
    TableRules, Win,
    random::{game_rng, opening_dice},
};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Games, or matches, in all; an odd number is rounded up, since they come in pairs.
    pub games: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// What is played: a game, or a frame of several.
    pub frame: Frame,
    /// All that is agreed at the table. Without that each game is played by itself and for its points
    /// alone, and the same player begins it whatever the dice are.
    pub rules: Option<TableRules>,
    /// Every game, or the first of a match, begins at this table, at which [`Referee::set_up`] can
    /// begin by the rules; at the start of the game if there is none.
    pub start: Option<Situation>,
}

impl Duel {
    /// No duel has more games: the results of all of them are held in memory, some 50 bytes each.
    pub const MOST_GAMES: u64 = 10_000_000;

    /// All games that it may come to.
    pub fn games_played(&self) -> Vec<Game> {
        let mut games = self.frame.games().to_vec();
        if self.rules.is_some_and(|rules| rules.is_played_once(&self.frame)) {
            // One that decides.
            games.push(Game::Hypergammon);
        }
        games
    }
}

/// Games that a player has won, by what they were worth; or matches, which are worth the same.
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
    /// Games, or matches, played.
    pub played: u64,
    /// For the first player: points per game, or the share of matches won. The interval is
    /// computed over the pairs, since games with the same dice are not independent.
    pub result: Mean,
    /// The first player's wins.
    pub first: Wins,
    /// The second player's wins.
    pub second: Wins,
}

impl DuelResult {
    /// Games that nobody won.
    pub const fn drawn(&self) -> u64 {
        self.played - self.first.wins - self.second.wins
    }
}

impl Duel {
    /// Plays the games, or matches, on all of this process's threads. `finished` is called with the
    /// number of them, two, each time a pair is done.
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn play(
        &self,
        first: &Contestant,
        second: &Contestant,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<DuelResult, PlayerError> {
        self.play_among(&Threads, first, second, finished)
    }

    /// The same among a crew, whose first rank gets the result; the others get one of no games.
    ///
    /// # Errors
    /// At the first rank, when a player cannot play at any of them.
    pub fn play_among(
        &self,
        crew: &dyn Crew,
        first: &Contestant,
        second: &Contestant,
        finished: &(dyn Fn(u64) + Sync),
    ) -> Result<DuelResult, PlayerError> {
        self.play_before(crew, first, second, &Counting(finished))
    }

    /// The same before a spectator, who may end it early: the result is then that of the pairs that were
    /// over. Each rank has a spectator of its own; the first one's is told what is played at any of them,
    /// and those of the others are asked whether they take notes, which all do or none, and whether to go
    /// on.
    ///
    /// # Errors
    /// As [`Duel::play_among`].
    pub fn play_before(
        &self,
        crew: &dyn Crew,
        first: &Contestant,
        second: &Contestant,
        spectator: &dyn Spectator,
    ) -> Result<DuelResult, PlayerError> {
        // Players are used again: a program or a network takes long to start.
        let idle: Idle<Players> = Idle::default();
        // The others need not find out too that somebody cannot play.
        let failed = AtomicBool::new(false);
        let play = |pair: usize| {
            let (pair, mut written) = (pair as u64, Vec::new());
            if failed.load(Ordering::Relaxed) || !spectator.goes_on() {
                return Told::new(PairEnded::BrokenOff, pair, &written).to_bytes();
            }
            let players = || Ok(BySeat { bottom: self.player(first)?, top: self.player(second)? });
            let ended =
                idle.lend(players, |players| self.pair(players, pair, spectator, &mut written));
            let ended = ended.unwrap_or_else(|PlayerError { player, problem }| {
                failed.store(true, Ordering::Relaxed);
                let problem = match crew.ranks() {
                    1 => problem,
                    _ => format!("{problem} (at rank {})", crew.rank()),
                };
                PairEnded::Failed { player, problem }
            });
            Told::new(ended, pair, &written).to_bytes()
        };
        let over = |told: &[u8]| {
            let (ended, written) = Told::read(told);
            written.into_iter().for_each(|transcript| spectator.played(transcript));
            match ended {
                PairEnded::Over { .. } => spectator.pair_over(),
                PairEnded::BrokenOff => {}
                // At another rank, perhaps: then nothing more is begun here either.
                PairEnded::Failed { .. } => failed.store(true, Ordering::Relaxed),
            }
        };
        let work = Work::new(self.games.div_ceil(2) as usize, &play).telling(&over).for_the_first();
        let mut pairs: Vec<BySeat<Played>> = Vec::new();
        for ended in crew.share(work) {
            match PairEnded::from_bytes(&ended) {
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
                match games[seat].winner() {
                    Some(winner) if winner == seat => won.add(games[seat].win()),
                    Some(_) => lost.add(games[seat].win()),
                    None => {}
                }
            }
        }
        let played = 2 * pairs.len() as u64;
        Ok(DuelResult { played, result: mean(&means), first: won, second: lost })
    }

    /// Both games or matches of a pair, written down where the spectator takes notes.
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

    fn player(&self, contestant: &Contestant) -> Result<Box<dyn Player>, PlayerError> {
        let player = |game: Game| match self.rules {
            Some(_) => contestant.cube_player(game),
            None => contestant.player(game),
        };
        match self.games_played()[..] {
            [only] => player(only),
            ref several => {
                let players = FramePlayer::new(several.iter().copied(), player)?;
                Ok(Box::new(players))
            }
        }
    }

    /// Players that choose by chance must not see the dice to come, and play both games of a pair
    /// from the same seed; the first player sits at the bottom here.
    fn begin(&self, players: &mut Players, pair: u64) {
        for (player, salt) in players.iter_mut().zip([1, 2]) {
            player.begin(!self.seed ^ (SALTS * pair + salt));
        }
    }

    /// One game or match with the dice of a pair; `None` if it was broken off.
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

    /// The same, each action being shown before it happens to somebody who says whether to go on.
    fn one(
        &self,
        players: &mut Players,
        pair: u64,
        goes_on: &mut dyn FnMut(Action) -> bool,
    ) -> Result<Option<Played>, PlayerError> {
        let mut rng = game_rng(self.seed, pair);
        let set_up = |rules: TableRules| {
            let begun = self.start.map(|table| Referee::set_up(rules, table));
            begun.map(|begun| begun.expect("a table that games can begin at"))
        };
        let Some(rules) = self.rules else {
            if let Some(mut referee) = set_up(CubeRules::NO_CUBE.into()) {
                let shown = Shown::BoardOnly;
                let result = play_watched(players, &mut referee, shown, &mut rng, goes_on)?;
                return Ok(result.map(Played::game));
            }
            let mut referee = Referee::new(self.frame, CubeRules::NO_CUBE);
            // The bottom seat begins, whoever has the higher die: the pair plays both.
            let [a, b] = match self.frame.game(0).opening() {
                Opening::Lot => opening_dice(&mut rng),
                // The lot says nothing more, so it is not drawn.
                Opening::Reroll => [2, 1],
            };
            let opening = Action::OpeningRoll(BySeat { bottom: a.max(b), top: a.min(b) });
            if !goes_on(opening) {
                return Ok(None);
            }
            referee.apply(opening).expect("dice of the opening roll");
            let shown = Shown::BoardOnly;
            let result = play_watched(players, &mut referee, shown, &mut rng, goes_on)?;
            return Ok(result.map(Played::game));
        };
        let mut referee = set_up(rules).unwrap_or_else(|| Referee::new(self.frame, rules));
        for _ in 0..MOST_GAMES {
            let result = play_watched(players, &mut referee, Shown::Cube, &mut rng, goes_on)?;
            let Some(result) = result else { return Ok(None) };
            match referee.to_decide() {
                Decision::MatchOver { winner } => {
                    return Ok(Some(Played::whole_match(winner)));
                }
                _ if !referee.has_winner() => return Ok(Some(Played::game(result))),
                _ if !goes_on(Action::NextGame) => return Ok(None),
                _ => referee.apply(Action::NextGame).expect("the game is over, the match is not"),
            };
        }
        Ok(Some(Played::drawn_match()))
    }
}

/// Has the players change seats.
fn exchange(BySeat { bottom, top }: &mut Players) {
    std::mem::swap(bottom, top);
}

/// Counts the games that are over, and nothing else.
struct Counting<'a>(&'a (dyn Fn(u64) + Sync));

impl Spectator for Counting<'_> {
    fn pair_over(&self) {
        self.0(2);
    }
}

/// A match that nobody has won after so many games is drawn: where games are, it might never end.
const MOST_GAMES: u32 = 1000;

/// Numbers set apart for each pair's seeds of players.
const SALTS: u64 = 4;
