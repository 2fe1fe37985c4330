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
//! scores are solved from the end of the match, and cubes from the largest. A match equity is the
//! mean of both players' chances to begin, with a roll that is not a double and no cube turned
//! before it.

use super::{moves::Moves, placement::Placements};
use crate::cube::MatchEquityTable;
use sheshbesh_movegen::{BAR, Checkers, Dice, Game, POINTS, Position};
use sheshbesh_parallel::threads;
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// Maximum change of a chance by the last sweep.
const TOLERANCE: f32 = 5e-7;

/// Points and bar.
const ON_BOARD: u32 = ((1 << BAR) - 1) & !1;

/// Positions that a thread computes at once.
const TOGETHER: usize = 64;

/// Points that the player who is ahead or level needs, those that the other needs, and true after
/// the Crawford game.
pub type Score = (u16, u16, bool);

/// Solves the game at match scores, with one, two or three checkers a side.
///
/// ```
/// use sheshbesh_evaluator::hypergammon::MatchSolver;
/// use std::collections::BTreeMap;
/// let (solver, mut known) = (MatchSolver::new(1), BTreeMap::new());
/// while let Some(score) = MatchSolver::next(3, &known) {
///     let chance = solver.solve(score, &known);
///     known.insert(score, chance);
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
    /// Positions by the pips of both sides together, the fewest first, as placements of the player
    /// on roll and of the opponent.
    by_pips: Vec<Vec<[u16; 2]>>,
    start: [usize; 2],
}

/// Chances of each player when on roll, by position.
type Chances = Arc<[Vec<f32>; 2]>;

/// A score in a game: the points that each player needs, and the chances known so far.
struct MatchGame<'a> {
    away: [u16; 2],
    crawford: bool,
    known: &'a BTreeMap<Score, f32>,
}

/// Level of the cube and its owner.
type CubeState = (u8, Owner);

/// Owner of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Owner {
    Centred,
    Player(usize),
    /// Nobody gains by turning the cube, whoever owns it.
    Dead,
}

impl MatchGame<'_> {
    /// True if the next game comes after the Crawford game.
    fn crawford_over(&self) -> bool {
        self.away.contains(&1)
    }

    /// Match winning chance of `player` if `winner` wins a number of points.
    fn after(&self, player: usize, winner: usize, points: u32) -> f32 {
        let mut away = self.away.map(u32::from);
        away[winner] = away[winner].saturating_sub(points);
        let [own, other] = [away[player] as u16, away[1 - player] as u16];
        match (own, other) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            _ if own == other => 0.5,
            _ if own < other => self.known[&(own, other, self.crawford_over() && own == 1)],
            _ => 1.0 - self.known[&(other, own, self.crawford_over() && other == 1)],
        }
    }

    /// True if a player may turn the cube and gains by it.
    fn may_turn(&self, player: usize, (level, owner): CubeState) -> bool {
        !self.crawford
            && (owner == Owner::Centred || owner == Owner::Player(player))
            && u32::from(self.away[player]) > 1 << level
    }

    /// The state, dead if nobody may turn the cube.
    fn simplified(&self, cube: CubeState) -> CubeState {
        let is_live = [0, 1].into_iter().any(|player| self.may_turn(player, cube));
        (cube.0, if is_live { cube.1 } else { Owner::Dead })
    }
}

impl MatchSolver {
    /// Prepares the positions.
    ///
    /// # Panics
    /// Panics unless `checkers` is one, two or three.
    pub fn new(checkers: u8) -> Self {
        let placements = Placements::new(checkers);
        let moves = Moves::new(&placements);
        let mut by_pips: Vec<Vec<[u16; 2]>> = Vec::new();
        for own in 1..placements.count() {
            for opponent in 1..placements.count() {
                let sides = [own, opponent].map(|index| placements.at(index));
                let [points, opposing] = sides.map(|side| side.occupied() & ON_BOARD);
                // Point 1 is the opponent's 24.
                if points & (opposing.reverse_bits() >> (u32::BITS - 1 - u32::from(BAR))) != 0 {
                    continue;
                }
                let pips = (sides[0].pips() + sides[1].pips()) as usize;
                if by_pips.len() <= pips {
                    by_pips.resize(pips + 1, Vec::new());
                }
                by_pips[pips].push([own as u16, opponent as u16]);
            }
        }
        let start = Game::Hypergammon.start().own();
        let start = (1..=POINTS).rev().filter(|&point| start.on(point) > 0).take(checkers.into());
        let points: Vec<(u8, u8)> = start.map(|point| (point, 1)).collect();
        let start = placements.index(Checkers::from_points(&points));
        Self { placements, moves, by_pips, start: [start; 2] }
    }

    /// Scores of matches of up to `length` points in the order in which they are solved.
    fn scores(length: u16) -> impl Iterator<Item = Score> {
        let after = (2..=length).map(|away| (1, away, true));
        let before = (1..=length)
            .flat_map(move |leader| (leader + 1..=length).map(move |away| (leader, away, false)));
        after.chain(before)
    }

    /// The next score to solve; `None` if all are known.
    pub fn next(length: u16, known: &BTreeMap<Score, f32>) -> Option<Score> {
        Self::scores(length).find(|score| !known.contains_key(score))
    }

    /// The table of a number of checkers and a length; `None` if a score is missing.
    pub fn table(
        checkers: u8,
        length: u16,
        known: &BTreeMap<Score, f32>,
    ) -> Option<MatchEquityTable> {
        let chance = |own: u16, other: u16, over: bool| match own.cmp(&other) {
            std::cmp::Ordering::Equal => Some(0.5),
            std::cmp::Ordering::Less => known.get(&(own, other, over)).copied(),
            std::cmp::Ordering::Greater => known.get(&(other, own, over)).map(|p| 1.0 - p),
        };
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

    /// Match winning chance of the leader at a score, from the chances of all scores that a game
    /// leads to.
    ///
    /// # Panics
    /// If one of these is not known.
    pub fn solve(&self, (leader, trailer, over): Score, known: &BTreeMap<Score, f32>) -> f32 {
        let crawford = leader == 1 && !over;
        let game = MatchGame { away: [leader, trailer], crawford, known };
        let mut solved = HashMap::new();
        let chances = self.state(&game, (0, Owner::Centred), &mut solved);
        let begins = |player: usize| self.opening(&chances[1 - player]);
        (begins(0) + 1.0 - begins(1)) / 2.0
    }

    /// Chance of a player who begins, from those of the other on roll.
    fn opening(&self, other: &[f32]) -> f32 {
        let mut sum = 0.0;
        let rolls = Dice::ALL.into_iter().zip(self.moves.rolls(self.start[0], self.start[1]));
        for (_, plays) in rolls.filter(|(dice, _)| !dice.is_double()) {
            let chances = plays.iter().map(|play| {
                let opponent = self.moves.opponent_after(self.start[1], *play);
                1.0 - other[opponent * self.placements.count() + usize::from(play.to)]
            });
            sum += f64::from(chances.fold(f32::NEG_INFINITY, f32::max));
        }
        (sum / 15.0) as f32
    }

    /// Chances in a state of the cube, before a turn of it.
    fn state(
        &self,
        game: &MatchGame<'_>,
        cube: CubeState,
        solved: &mut HashMap<CubeState, Chances>,
    ) -> Chances {
        let cube = game.simplified(cube);
        if let Some(known) = solved.get(&cube) {
            return Arc::clone(known);
        }
        let (level, _) = cube;
        let turns = [0, 1].map(|player| {
            let may_turn = game.may_turn(player, cube);
            may_turn.then(|| {
                let taken = self.state(game, (level + 1, Owner::Player(1 - player)), solved);
                (game.after(player, player, 1 << level), taken)
            })
        });
        let chances = Arc::new(self.iterate(game, level, &turns));
        solved.insert(cube, Arc::clone(&chances));
        chances
    }

    /// Sweeps until one changes nothing. `turns` has the value of a pass, and the chances after a
    /// take, for each player who may turn the cube.
    fn iterate(
        &self,
        game: &MatchGame<'_>,
        level: u8,
        turns: &[Option<(f32, Chances)>; 2],
    ) -> [Vec<f32>; 2] {
        let count = self.placements.count();
        let mut chances = [0, 1].map(|player| {
            let mut chances = vec![0.5; count * count];
            for own in 1..count {
                let sides = [own, 0].map(|index| self.placements.at(index));
                let position = Position::from_sides_unchecked(sides[0], sides[1]);
                if let Some(end) = Game::Hypergammon.end(&position, None) {
                    let points = u32::from(end.points) << level;
                    chances[own * count] = game.after(player, 1 - player, points);
                }
            }
            chances
        });
        loop {
            let mut change = 0.0f32;
            for positions in &self.by_pips {
                for player in [0, 1] {
                    let other = &chances[1 - player];
                    let made = threads::map_range(0..positions.len(), TOGETHER, |index| {
                        let [own, opponent] = positions[index].map(usize::from);
                        let rolled = self.rolled(own, opponent, other);
                        match &turns[player] {
                            None => rolled,
                            Some((pass, taken)) => {
                                rolled.max(pass.min(taken[player][own * count + opponent]))
                            }
                        }
                    });
                    for (&[own, opponent], chance) in positions.iter().zip(made) {
                        let old =
                            &mut chances[player][usize::from(own) * count + usize::from(opponent)];
                        change = change.max((*old - chance).abs());
                        *old = chance;
                    }
                }
            }
            if change <= TOLERANCE {
                return chances;
            }
        }
    }

    /// Chance of a player on roll without turning the cube, from the chances of the other on roll.
    fn rolled(&self, own: usize, opponent: usize, other: &[f32]) -> f32 {
        let count = self.placements.count();
        let mut sum = 0.0;
        for (dice, plays) in Dice::ALL.into_iter().zip(self.moves.rolls(own, opponent)) {
            let after = plays.iter().map(|play| {
                other[self.moves.opponent_after(opponent, *play) * count + usize::from(play.to)]
            });
            // The chances after a play are the other's, so the lowest is best.
            sum += dice.probability() * f64::from(after.fold(f32::INFINITY, f32::min));
        }
        (1.0 - sum) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Plays, Side};

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
        let mut known = BTreeMap::new();
        while let Some(score) = MatchSolver::next(3, &known) {
            let chance = solver.solve(score, &known);
            let (leader, trailer, over) = score;
            let want = twin.chance([leader.into(), trailer.into()], over);
            assert!((f64::from(chance) - want).abs() < 2e-5, "{score:?} {chance} {want}");
            known.insert(score, chance);
        }
        let table = MatchSolver::table(1, 3, &known).unwrap();
        assert!(MatchSolver::table(1, 4, &known).is_none());
        // The leader's lead is worth less after the Crawford game, when the trailer doubles.
        assert!(table.chance(1, 3, true) < table.chance(1, 3, false));
        assert_eq!(table.chance(2, 2, false), 0.5);
        assert!((table.chance(3, 2, false) + table.chance(2, 3, false) - 1.0).abs() < 1e-6);
    }
}
