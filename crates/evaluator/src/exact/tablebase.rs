//! Use of the exact tables in evaluations.

use super::{
    bearoff::{BearoffGame, Bearoffs, Tables},
    hypergammon::HypergammonTable,
};
use crate::cube::{CubeEquities, CubeModel, DoublingEquities};
use sheshbesh_movegen::{Class, Game, Position};
use sheshbesh_network::{OUTCOME_POINTS, Outcomes};
use std::sync::Arc;

/// Part of an evaluation that comes from the table of a solved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseHit {
    /// All of it, at any depth: the table's values are those of the stakes.
    Exact,
    /// The outcomes, by cubeless money play. The cube model derives their value at a score.
    Outcomes,
}

/// The exact tables, as they apply to a game and its stakes.
#[derive(Clone)]
pub(crate) struct Tablebase {
    /// `None` also if there are no tables for the game.
    tables: Option<Arc<Tables>>,
    game: Game,
    bearoff: BearoffGame,
    coverage: Coverage,
}

/// Kind of stakes, by the part of a value that the tables give.
#[derive(Clone, Copy, PartialEq)]
enum Coverage {
    /// Plain points without a cube: the outcomes determine the value.
    Plain,
    /// Other stakes without a cube.
    Cubeless,
    /// A money game with a cube that both players may turn, and the usual points: the equities are
    /// the values.
    Money { jacoby: bool },
    /// Other stakes with a cube.
    Cubeful,
}

impl Coverage {
    fn new(model: &CubeModel) -> Self {
        match (model.is_cubeful(), model.is_match()) {
            (false, false) if model.outcome_values(0) == OUTCOME_POINTS => Self::Plain,
            (false, _) => Self::Cubeless,
            (true, false) if model.counts_usual_points() && !model.is_one_sided() => {
                Self::Money { jacoby: model.jacoby() }
            }
            (true, _) => Self::Cubeful,
        }
    }
}

impl Tablebase {
    /// Applies tables to a game and its stakes.
    pub(crate) fn new(tables: Option<&Arc<Tables>>, game: Game, stakes: &CubeModel) -> Self {
        let bearoff = match BearoffGame::of(game) {
            // By an agreed scoring scale, the last roll does not count.
            Some(BearoffGame::Early) if !stakes.counts_usual_points() => {
                Some(BearoffGame::Backgammon)
            }
            bearoff => bearoff,
        };
        let tables = tables.filter(|_| bearoff.is_some()).cloned();
        let bearoff = bearoff.unwrap_or(BearoffGame::Backgammon);
        Self { tables, game, bearoff, coverage: Coverage::new(stakes) }
    }

    /// The tables, if they are in use and apply to the game.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()
    }

    /// The bearoff tables of the game.
    #[inline]
    fn bearoff_tables(&self) -> Option<Bearoffs<'_>> {
        Some(self.tables()?.bearoffs(self.bearoff))
    }

    /// Table of the position's game, if that game is solved.
    #[inline]
    fn solved_game(&self, position: &Position) -> Option<&HypergammonTable> {
        self.tables()?.hypergammon(position)
    }

    /// True if the position is of a game with a table of all its positions.
    #[inline]
    pub(crate) fn has_game_of(&self, position: &Position) -> bool {
        self.solved_game(position).is_some()
    }

    /// Part of a position's evaluation that comes from the table of its game; `None` if the network
    /// evaluates it.
    pub(crate) fn hit(&self, position: &Position) -> Option<TablebaseHit> {
        self.solved_game(position)?;
        let exact = matches!(self.coverage, Coverage::Plain | Coverage::Money { .. });
        Some(if exact { TablebaseHit::Exact } else { TablebaseHit::Outcomes })
    }

    /// True if the stakes count the exact equities of money games.
    #[inline]
    pub(crate) fn counts_equities(&self) -> bool {
        matches!(self.coverage, Coverage::Money { .. })
    }

    /// Exact equities of a position, if the stakes count the same points.
    #[inline]
    pub(crate) fn equities(&self, position: &Position) -> Option<CubeEquities> {
        let Coverage::Money { jacoby } = self.coverage else { return None };
        if let Some(exact) = self.solved_game(position).and_then(|table| table.get(position)) {
            return Some(exact.equities_by(jacoby));
        }
        if self.game.class(position) != Class::Bearoff {
            return None;
        }
        self.bearoff_tables()?.equities(position)
    }

    /// Exact cube decisions of the player on roll, with a centred and with an own cube.
    pub(crate) fn decisions(&self, position: &Position) -> Option<[DoublingEquities; 2]> {
        let Coverage::Money { jacoby } = self.coverage else { return None };
        self.equities(position)?;
        match self.solved_game(position) {
            Some(table) => table.decisions(position, jacoby),
            None => self.bearoff_tables()?.decisions(position),
        }
    }

    /// True if the tables evaluate a position completely. Finished games are not in the tables.
    pub(crate) fn is_complete(&self, position: &Position) -> bool {
        if let Some(hit) = self.hit(position) {
            return hit == TablebaseHit::Exact;
        }
        // Without a cube the tables are complete; with one, a match is still searched.
        self.game.class(position) == Class::Bearoff
            && self.tables.is_some()
            && (matches!(self.coverage, Coverage::Plain | Coverage::Cubeless)
                || self.equities(position).is_some())
    }

    /// True if the tables may end a game at a position, whatever the stakes.
    pub(crate) fn may_end(&self, position: &Position) -> bool {
        self.game.class(position) == Class::Bearoff || self.has_game_of(position)
    }

    /// Looks up the outcomes of positions, all of a solved game. Returns false, without outcomes,
    /// if they are of another game.
    #[inline]
    pub(crate) fn look_up(&self, positions: &[Position], outcomes: &mut Vec<Outcomes>) -> bool {
        let Some(table) = positions.first().and_then(|position| self.solved_game(position)) else {
            return false;
        };
        outcomes.clear();
        for position in positions {
            let exact = table.get(position).map(|exact| exact.outcomes);
            outcomes.extend(exact.or_else(|| Outcomes::of_finished(self.game, position)));
        }
        outcomes.len() == positions.len()
    }

    /// Returns a function of the outcomes of bearoffs that the tables contain.
    #[inline]
    pub(crate) fn bearoffs(&self) -> impl Fn(&Position) -> Option<Outcomes> {
        let (tables, most) = (self.bearoff_tables(), self.game.largest_win());
        move |position: &Position| Some(tables?.outcomes(position)?.at_most(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Depth, Evaluator, Settings,
        exact::{bearoff::Tables, hypergammon::Solver},
        rollout::{self, Start, roll_out},
    };
    use sheshbesh_movegen::{
        BAR, BySide, Checkers, Cube, Dice, Game, Plays, Side, Situation, Stakes,
    };
    use std::sync::{Arc, OnceLock};

    /// Tables with the game of one checker a side, which is solved in a moment.
    fn tables() -> Arc<Tables> {
        static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
        let make = || {
            let mut solver = Solver::new(1);
            while !solver.is_solved() {
                solver.step();
            }
            Arc::new(Tables::in_memory().with_hypergammon(solver.table()))
        };
        Arc::clone(TABLES.get_or_init(make))
    }

    fn make_evaluator(cubeful: bool) -> Evaluator {
        let settings = Settings { tables: Some(tables()), cubeful, ..Settings::default() };
        Evaluator::new(sheshbesh_weights::shipped(), settings)
    }

    fn position(own: u8, opponent: u8) -> Position {
        let [own, opponent] = [own, opponent].map(|place| Checkers::from_points(&[(place, 1)]));
        Position::from_sides_unchecked(own, opponent)
    }

    fn positions() -> impl Iterator<Item = Position> {
        [(24, 24), (6, 1), (20, 9), (BAR, 4), (12, 12), (3, BAR)]
            .into_iter()
            .map(|(a, b)| position(a, b))
    }

    fn money(position: Position, owner: Option<Side>, jacoby: bool) -> Situation {
        let mut situation = Situation::new(position, Game::Hypergammon);
        situation.stakes = Stakes::Money { jacoby, beavers: false };
        situation.cube = Cube::new(owner.is_some().into(), owner).unwrap();
        situation
    }

    #[test]
    fn money_games_are_exact_at_any_depth() {
        let (mut cubeful, mut plain) = (make_evaluator(true), make_evaluator(false));
        for position in positions() {
            let exact = tables().hypergammon(&position).unwrap().get(&position).unwrap();
            for depth in [Depth::ONE, Depth::THREE] {
                plain.set_stakes(&money(position, None, false)).unwrap();
                let evaluation = plain.evaluate(&position, depth);
                assert_eq!((evaluation.outcomes, evaluation.depth), (exact.outcomes, depth));
                assert!((evaluation.value - exact.equities.cubeless).abs() < 1e-6);
                assert_eq!(plain.tablebase_hit(&position), Some(TablebaseHit::Exact));
                for jacoby in [false, true] {
                    let e = exact.equities_by(jacoby);
                    let places = [
                        (None, e.centred),
                        (Some(Side::OnRoll), e.owned),
                        (Some(Side::Opponent), e.opponents),
                    ];
                    for (owner, want) in places {
                        cubeful.set_stakes(&money(position, owner, jacoby)).unwrap();
                        assert_eq!(cubeful.evaluate(&position, depth).value, want);
                        assert_eq!(cubeful.tablebase_hit(&position), Some(TablebaseHit::Exact));
                    }
                }
            }
        }
    }

    #[test]
    fn plays_rolls_and_cubes_follow_the_table() {
        let mut evaluator = make_evaluator(true);
        let mut plays = Plays::new(Game::Hypergammon);
        for (position, jacoby) in positions().flat_map(|p| [(p, false), (p, true)]) {
            let situation = money(position, None, jacoby);
            let known = tables();
            let table = known.hypergammon(&position).unwrap();
            let [want, _] = table.decisions(&position, jacoby).unwrap();
            let cube = evaluator.cube_decision(&situation, Depth::TWO).unwrap();
            assert_eq!((cube.no_double, cube.double_take), (want.no_double, want.double_take));
            let rolls = evaluator.rolls(&position, Depth::ONE).unwrap();
            let mut mean = 0.0;
            for (dice, of_roll) in Dice::ALL.into_iter().zip(rolls) {
                mean += dice.probability() as f32 * of_roll;
                let ranked = evaluator.rank(&position, dice, Depth::TWO);
                assert!((ranked[0].equity - of_roll).abs() < 1e-6);
                let results = plays.generate_or_pass(&position, dice);
                assert_eq!(ranked.len(), results.len());
                let best = evaluator.best(&position, results, Depth::ONE);
                assert_eq!(ranked[0].position, results[best]);
            }
            assert!((mean - want.no_double).abs() < 1e-5);
            let start = Start::before_roll(position);
            let games = rollout::Settings { games: 36, ..rollout::Settings::default() };
            let result = roll_out(&evaluator, &[start], &games, &mut |_| true)[0];
            assert!(
                (result.value.mean - evaluator.evaluate(&position, Depth::ONE).value).abs() < 1e-5
            );
        }
    }

    #[test]
    fn at_a_score_outcomes_are_tablebase_hit_and_searched() {
        let mut evaluator = make_evaluator(true);
        for position in positions() {
            let situation = Situation {
                stakes: Stakes::Match { length: 5, crawford: false },
                score: BySide { on_roll: 2, opponent: 1 },
                ..Situation::new(position, Game::Hypergammon)
            };
            evaluator.set_stakes(&situation).unwrap();
            let exact = tables().hypergammon(&position).unwrap().get(&position).unwrap();
            let evaluation = evaluator.evaluate(&position, Depth::ONE);
            assert_eq!(evaluation.outcomes, exact.outcomes);
            assert!((0.0..=1.0).contains(&evaluation.value));
            assert_eq!(evaluator.tablebase_hit(&position), Some(TablebaseHit::Outcomes));
            let searched = evaluator.evaluate(&position, Depth::TWO);
            assert!((searched.outcomes.equity() - exact.equities.cubeless).abs() < 0.1);
        }
    }

    #[test]
    fn other_games_are_judged_by_the_network() {
        let start = Game::Backgammon.start();
        assert_eq!(make_evaluator(true).tablebase_hit(&start), None);
        // Three checkers a side: the table here has positions of one.
        assert_eq!(make_evaluator(true).tablebase_hit(&Game::Hypergammon.start()), None);
        let plain = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        assert_eq!(plain.tablebase_hit(&position(24, 24)), None);
    }
}
