//! Exact match equities of Hypergammon, by value iteration at each score.
//!
//! At a score with a cube of value v, let V(s, i, j) be the match winning chance of player s on
//! roll, with placement i against j. After a play the other player is on roll, so
//!
//! V(s, i, j) = mean over rolls of max 1 − V(1 − s, j', i').
//!
//! A player who may turn the cube first has the greater of that and of the least of a pass, which
//! is worth the match equity after winning v points, and a take, which is worth V with the cube on
//! 2 v and owned by the other. A game that ends is worth the match equity of the new score, so
//! scores are solved from the end of the match. A match equity is the mean of both players' chances
//! to begin, with a roll that is not a double and no cube turned before it.
//!
//! The plays of a position are the same in all states of the cube, at all scores, for both players.
//! A sweep therefore computes many states at once: the chances of a position are neighbours in
//! memory, a lane for each state and player.

use super::{
    acceleration::Acceleration,
    lanes::Lanes,
    match_states::{self, MatchGame, Score, Scores, State, scores},
    moves::Moves,
    placement::Placements,
};
use crate::cube::MatchEquityTable;
use sheshbesh_movegen::{BAR, Checkers, Class, Dice, Game, POINTS, Position};
use sheshbesh_parallel::threads;

/// Maximum change of a chance by the last sweep. The chances at the start of a game change much
/// less than the largest.
const TOLERANCE: f32 = 1e-6;

/// Number of pips in a block. The positions of a block are computed from the same chances. Those
/// with the same placement of the opponent read nearly the same chances, which stay in the cache:
/// with three checkers, a sweep takes 0.6 of the time for one pip. Few plays stay within a block.
const PIPS_TOGETHER: usize = 4;

/// Points and bar.
const ON_BOARD: u32 = ((1 << BAR) - 1) & !1;

/// Positions that a thread computes at once.
const TOGETHER: usize = 64;

/// Lanes of both players in the states of most scores: a cache line.
const NARROW: usize = 16;
/// Lanes for the states of any score, in matches of 17 to 64 points.
const WIDE: usize = 32;

/// Solves the game at match scores, with one, two or three checkers a side.
///
/// ```
/// use sheshbesh_evaluator::hypergammon::{MatchSolver, Scores};
/// let (solver, mut known) = (MatchSolver::new(1), Scores::new());
/// loop {
///     let ready = MatchSolver::ready(3, &known);
///     if ready.is_empty() {
///         break;
///     }
///     let chances = solver.solve(&ready, &known);
///     known.extend(ready.into_iter().zip(chances));
/// }
/// let table = MatchSolver::table(1, 3, &known).unwrap();
/// // With one checker each, every win is a gammon at least.
/// assert!((table.chance(1, 2, false) - 0.5).abs() < 1e-6);
/// assert!(table.chance(1, 3, false) > 0.5);
/// assert!((table.chance(2, 2, false) - 0.5).abs() < 1e-6);
/// ```
pub struct MatchSolver {
    placements: Placements,
    moves: Moves,
    /// Positions in which hits are possible, by the pips of both sides together, the fewest first.
    contact: Vec<Vec<Pair>>,
    /// The other positions, in the same way.
    races: Vec<Vec<Pair>>,
    start: [usize; 2],
}

/// A position: the placements of the player on roll and of the opponent.
type Pair = [u16; 2];

/// Turn of the cube by the player of a lane: the chance after a pass, and the lane after a take.
type LaneTurn = (f32, usize);

impl MatchSolver {
    /// Prepares the positions.
    ///
    /// # Panics
    /// Panics unless `checkers` is one, two or three.
    pub fn new(checkers: u8) -> Self {
        let placements = Placements::new(checkers);
        let moves = Moves::new(&placements);
        let (mut contact, mut races) = (Vec::new(), Vec::new());
        // Most plays keep the opponent's placement, so positions with the same one are neighbours.
        for opponent in 1..placements.count() {
            for own in 1..placements.count() {
                let sides = [own, opponent].map(|index| placements.at(index));
                let [points, opposing] = sides.map(|side| side.occupied() & ON_BOARD);
                // Point 1 is the opponent's 24.
                if points & (opposing.reverse_bits() >> (u32::BITS - 1 - u32::from(BAR))) != 0 {
                    continue;
                }
                let pips = (sides[0].pips() + sides[1].pips()) as usize;
                let position = Position::from_sides_unchecked(sides[0], sides[1]);
                let (layers, layer) = match Game::Hypergammon.class(&position) {
                    Class::Contact => (&mut contact, pips / PIPS_TOGETHER),
                    _ => (&mut races, pips),
                };
                if layers.len() <= layer {
                    layers.resize(layer + 1, Vec::new());
                }
                layers[layer].push([own as u16, opponent as u16]);
            }
        }
        let start = Game::Hypergammon.start().own();
        let start = (1..=POINTS).rev().filter(|&point| start.on(point) > 0).take(checkers.into());
        let points: Vec<(u8, u8)> = start.map(|point| (point, 1)).collect();
        let start = placements.index(Checkers::from_points(&points));
        Self { placements, moves, contact, races, start: [start; 2] }
    }

    /// Scores of matches of up to `length` points that can be solved together now; none if all are
    /// known.
    pub fn ready(length: u16, known: &Scores) -> Vec<Score> {
        let (mut ready, mut lanes) = (Vec::new(), 0);
        for score in scores(length).filter(|score| !known.contains_key(score)) {
            let game = MatchGame::new(score, known);
            if game.is_ready() {
                lanes += 2 * game.states().len();
                if !ready.is_empty() && lanes > NARROW {
                    break;
                }
                ready.push(score);
            }
        }
        ready
    }

    /// The table of a number of checkers and a length; `None` if a score is missing.
    pub fn table(checkers: u8, length: u16, known: &Scores) -> Option<MatchEquityTable> {
        let chance = |own, other, over| match_states::chance(known, own, other, over);
        let row = |own| (1..=length).map(|other| chance(own, other, false)).collect();
        let before: Vec<Vec<f32>> = (1..=length).map(row).collect::<Option<_>>()?;
        let after = (1..=length).map(|own| chance(own, 1, true)).collect::<Option<_>>()?;
        let name = match checkers {
            super::CHECKERS => "Hypergammon, exact".to_owned(),
            1 => "Hypergammon with 1 checker a side, exact".to_owned(),
            _ => format!("Hypergammon with {checkers} checkers a side, exact"),
        };
        MatchEquityTable::from_rows(name, before, after).ok()
    }

    /// Match winning chance of the leader at each of some scores, from the chances of all scores
    /// that their games lead to.
    ///
    /// # Panics
    /// If one of these is not known, if the scores are neither one nor from
    /// [`ready`](Self::ready), or if one needs more than 256 points.
    pub fn solve(&self, together: &[Score], known: &Scores) -> Vec<f32> {
        let games: Vec<MatchGame<'_>> =
            together.iter().map(|score| MatchGame::new(*score, known)).collect();
        let lanes: usize = games.iter().map(|game| 2 * game.states().len()).sum();
        if lanes <= NARROW { self.iterate::<NARROW>(&games) } else { self.iterate::<WIDE>(&games) }
    }

    /// Sweeps until no chance changes by more than [`TOLERANCE`], and returns the leader's chance in
    /// each game.
    fn iterate<const N: usize>(&self, games: &[MatchGame<'_>]) -> Vec<f32> {
        let count = self.placements.count();
        let mut chances = vec![Lanes([0.5; N]); count * count];
        // By lane; a take leads to a lane before.
        let mut turns: Vec<Option<LaneTurn>> = Vec::new();
        // Lane of the leader at the start of each game.
        let mut starts = Vec::new();
        for game in games {
            let offset = turns.len();
            for state in game.states() {
                self.end(game, &state, turns.len(), &mut chances);
                for (player, turn) in state.turns.into_iter().enumerate() {
                    turns.push(turn.map(|turn| (turn.pass, offset + 2 * turn.taken + player)));
                }
            }
            starts.push(turns.len() - 2);
        }
        // Every play of a race leads to fewer pips, so one sweep settles them.
        for positions in &self.races {
            self.update(positions, &turns, &mut chances);
        }
        let mut acceleration = Acceleration::new();
        loop {
            acceleration.before_sweep(&chances);
            let mut changes = [0.0f32; N];
            for positions in &self.contact {
                let of_layer = self.update(positions, &turns, &mut chances);
                changes = std::array::from_fn(|lane| changes[lane].max(of_layer[lane]));
            }
            if changes.iter().all(|change| *change <= TOLERANCE) {
                break;
            }
            acceleration.after_sweep(&changes, &mut chances);
        }
        let begins = |lane: usize| self.opening(lane ^ 1, &chances);
        starts.iter().map(|&start| (begins(start) + 1.0 - begins(start + 1)) / 2.0).collect()
    }

    /// Enters the chances of games that the opponent has just ended.
    fn end<const N: usize>(
        &self,
        game: &MatchGame<'_>,
        state: &State,
        first: usize,
        chances: &mut [Lanes<N>],
    ) {
        let count = self.placements.count();
        for own in 1..count {
            let sides = [own, 0].map(|index| self.placements.at(index));
            let position = Position::from_sides_unchecked(sides[0], sides[1]);
            if let Some(end) = Game::Hypergammon.end(&position, None) {
                let points = u32::from(end.points) << state.level;
                for player in [0, 1] {
                    chances[own * count].0[first + player] = game.after(player, 1 - player, points);
                }
            }
        }
    }

    /// Updates positions from the chances before, and returns the largest change of each lane.
    fn update<const N: usize>(
        &self,
        positions: &[Pair],
        turns: &[Option<LaneTurn>],
        chances: &mut [Lanes<N>],
    ) -> [f32; N] {
        let count = self.placements.count();
        let before: &[Lanes<N>] = chances;
        let made = threads::map_range(0..positions.len(), TOGETHER, |index| {
            let [own, opponent] = positions[index].map(usize::from);
            let mut made = self.rolled(own, opponent, before);
            for (lane, turn) in turns.iter().enumerate() {
                if let Some((pass, taken)) = *turn {
                    made.0[lane] = made.0[lane].max(pass.min(made.0[taken]));
                }
            }
            made
        });
        let mut changes = [0.0f32; N];
        for (&[own, opponent], made) in positions.iter().zip(made) {
            let old = &mut chances[usize::from(own) * count + usize::from(opponent)];
            for ((change, old), made) in changes.iter_mut().zip(old.0).zip(made.0) {
                *change = change.max((old - made).abs());
            }
            *old = made;
        }
        changes
    }

    /// Chances of the players on roll without turning the cube.
    fn rolled<const N: usize>(
        &self,
        own: usize,
        opponent: usize,
        chances: &[Lanes<N>],
    ) -> Lanes<N> {
        let count = self.placements.count();
        let mut sums = [0.0f64; N];
        for (dice, plays) in Dice::ALL.into_iter().zip(self.moves.rolls(own, opponent)) {
            // The chances after a play are the other's, so the lowest is best.
            let mut least = [f32::INFINITY; N];
            for play in plays {
                let next = self.moves.opponent_after(opponent, *play) * count;
                let next = &chances[next + usize::from(play.to)].0;
                for (least, chance) in least.iter_mut().zip(next) {
                    *least = if *chance < *least { *chance } else { *least };
                }
            }
            let weight = dice.probability();
            for (sum, least) in sums.iter_mut().zip(least) {
                *sum += weight * f64::from(least);
            }
        }
        Lanes(std::array::from_fn(|lane| (1.0 - sums[lane ^ 1]) as f32))
    }

    /// Chance of a player who begins; `other` is the lane of the other on roll.
    fn opening<const N: usize>(&self, other: usize, chances: &[Lanes<N>]) -> f32 {
        let mut sum = 0.0;
        let rolls = Dice::ALL.into_iter().zip(self.moves.rolls(self.start[0], self.start[1]));
        for (_, plays) in rolls.filter(|(dice, _)| !dice.is_double()) {
            let chances = plays.iter().map(|play| {
                let opponent = self.moves.opponent_after(self.start[1], *play);
                let next = opponent * self.placements.count() + usize::from(play.to);
                1.0 - chances[next].0[other]
            });
            sum += f64::from(chances.fold(f32::NEG_INFINITY, f32::max));
        }
        (sum / 15.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Plays, Side};
    use std::collections::HashMap;

    /// Owner of a centred cube; players are 0 and 1.
    const NOBODY: usize = 2;
    const LEVELS: usize = 3;

    /// Probability of a roll, and its results: a position, or the points of a finished game.
    type Roll = (f64, Vec<Result<usize, i32>>);

    /// Every state of the cube at every position, by the rules alone.
    struct Twin {
        game: Game,
        /// Positions that can be reached, and the results of each of their rolls: a finished game
        /// is the points that the player on roll wins.
        positions: Vec<Position>,
        results: Vec<Vec<Roll>>,
        known: HashMap<([i32; 2], bool), f64>,
    }

    impl Twin {
        fn new() -> Self {
            let side = Checkers::from_points(&[(24, 1)]);
            let game = Game::Hypergammon;
            let mut plays = Plays::new(game);
            let mut positions = vec![Position::from_sides_unchecked(side, side)];
            let mut index: HashMap<Position, usize> = HashMap::from([(positions[0], 0)]);
            let mut results = Vec::new();
            while let Some(&position) = positions.get(results.len()) {
                let of_roll = |dice: Dice| {
                    let after = plays.generate_or_pass(&position, dice).to_vec();
                    let after = after.iter().map(|result| match game.end(result, None) {
                        Some(end) => {
                            assert_eq!(end.winner, Some(Side::Opponent));
                            Err(end.points.into())
                        }
                        None => Ok(*index.entry(*result).or_insert_with(|| {
                            positions.push(*result);
                            positions.len() - 1
                        })),
                    });
                    (dice.probability(), after.collect())
                };
                results.push(Dice::ALL.map(of_roll).into());
            }
            Self { game, positions, results, known: HashMap::new() }
        }

        /// Chance of player 0, after the Crawford game or before it.
        fn chance(&mut self, away: [i32; 2], over: bool) -> f64 {
            match away {
                [own, _] if own <= 0 => return 1.0,
                [_, other] if other <= 0 => return 0.0,
                [own, other] if own == other => return 0.5,
                _ => {}
            }
            if let Some(known) = self.known.get(&(away, over)) {
                return *known;
            }
            let is_last = away.contains(&1);
            let crawford = is_last && !over;
            // Value to the winner of winning points.
            let mut won = [[0.0; 13]; 2];
            for (winner, won) in won.iter_mut().enumerate() {
                for (points, won) in (0i32..).zip(won).skip(1) {
                    let mut left = away;
                    left[winner] -= points;
                    let chance = self.chance(left, is_last);
                    *won = if winner == 0 { chance } else { 1.0 - chance };
                }
            }
            let count = self.positions.len();
            let mut values = vec![0.5f64; LEVELS * 3 * 2 * count];
            let at = |level: usize, owner: usize, player: usize, position: usize| {
                ((level * 3 + owner) * 2 + player) * count + position
            };
            let roll = |values: &[f64], level: usize, owner, player: usize, results: &[_]| {
                let of = |result: &Result<usize, i32>| match *result {
                    Ok(next) => 1.0 - values[at(level, owner, 1 - player, next)],
                    Err(points) => won[player][(points as usize) << level],
                };
                results.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
            };
            loop {
                let mut change = 0.0f64;
                for (level, owner, player) in (0..LEVELS)
                    .flat_map(|level| (0..3).map(move |owner| (level, owner)))
                    .flat_map(|(level, owner)| [0, 1].map(|player| (level, owner, player)))
                {
                    for position in 0..count {
                        let rolls = &self.results[position];
                        let mut value: f64 = rolls
                            .iter()
                            .map(|(p, results)| p * roll(&values, level, owner, player, results))
                            .sum();
                        let may_turn = !crawford && (owner == NOBODY || owner == player);
                        if may_turn && level + 1 < LEVELS {
                            let take = values[at(level + 1, 1 - player, player, position)];
                            value = value.max(take.min(won[player][1 << level]));
                        }
                        let old = &mut values[at(level, owner, player, position)];
                        change = change.max((*old - value).abs());
                        *old = value;
                    }
                }
                if change < 1e-9 {
                    break;
                }
            }
            let begins = |player: usize| {
                let rolls = self.results[0].iter().filter(|(p, _)| *p > 1.5 / 36.0);
                let sum: f64 =
                    rolls.map(|(_, results)| roll(&values, 0, NOBODY, player, results)).sum();
                sum / 15.0
            };
            let chance = (begins(0) + 1.0 - begins(1)) / 2.0;
            self.known.insert((away, over), chance);
            chance
        }
    }

    #[test]
    fn one_checker_a_side_agrees_with_the_rules() {
        let (solver, mut twin) = (MatchSolver::new(1), Twin::new());
        assert_eq!(twin.game, Game::Hypergammon);
        let mut known = Scores::new();
        loop {
            let ready = MatchSolver::ready(4, &known);
            if ready.is_empty() {
                break;
            }
            for (score, chance) in ready.iter().zip(solver.solve(&ready, &known)) {
                let (leader, trailer, over) = *score;
                let want = twin.chance([leader.into(), trailer.into()], over);
                assert!((f64::from(chance) - want).abs() < 2e-5, "{score:?} {chance} {want}");
                known.insert(*score, chance);
            }
        }
        let table = MatchSolver::table(1, 3, &known).unwrap();
        assert!(MatchSolver::table(1, 5, &known).is_none());
        // The leader's lead is worth less after the Crawford game, when the trailer doubles.
        assert!(table.chance(1, 3, true) < table.chance(1, 3, false));
        assert_eq!(table.chance(2, 2, false), 0.5);
        assert!((table.chance(3, 2, false) + table.chance(2, 3, false) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn any_number_of_lanes_gives_the_same_chances() {
        let solver = MatchSolver::new(1);
        let known: Scores = scores(40).map(|score| (score, 0.6)).collect();
        let game = || [MatchGame::new((5, 7, false), &known)];
        let [narrow, wide] = [solver.iterate::<NARROW>(&game()), solver.iterate::<WIDE>(&game())];
        assert_eq!(narrow, wide);
        // Nine states.
        let long = solver.solve(&[(33, 40, false)], &known);
        assert!((0.5..0.9).contains(&long[0]), "{long:?}");
    }

    #[test]
    fn two_checkers_a_side_have_the_chances_of_sweeps_without_extrapolation() {
        // One state of the cube at a time, by sweeps alone, with a tolerance of 5e-7.
        let want = [
            ((1, 2, false), 0.558_595_4),
            ((1, 2, true), 0.504_247_6),
            ((1, 3, false), 0.734_219),
            ((1, 3, true), 0.560_060_9),
            ((2, 3, false), 0.553_344_1),
        ];
        let (solver, mut known) = (MatchSolver::new(2), Scores::new());
        while known.len() < want.len() {
            let ready = MatchSolver::ready(3, &known);
            let chances = solver.solve(&ready, &known);
            known.extend(ready.into_iter().zip(chances));
        }
        for (score, want) in want {
            let chance: f32 = known[&score];
            assert!((chance - want).abs() < 3e-6, "{score:?} {chance} {want}");
        }
    }
}
