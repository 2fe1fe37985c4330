//! Table lookups for positions of a solved game.

use super::Evaluator;
use crate::{exact::CubeEquities, hypergammon::Table};
use sheshbesh_movegen::Position;
use sheshbesh_network::{OUTCOME_POINTS, Outcomes};

/// Part of an evaluation that comes from the table of a solved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedUp {
    /// All of it, at any depth: the table's values are those of the stakes.
    Exact,
    /// The outcomes, by cubeless money play. The cube model derives their value at a score.
    Outcomes,
}

impl Evaluator {
    /// Table of the position's game, if there is one.
    pub(super) fn solved(&self, position: &Position) -> Option<&Table> {
        self.tables()?.hypergammon(position)
    }

    /// Returns the part of a position's evaluation that is looked up; `None` if the network
    /// evaluates it.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Evaluator, Settings};
    /// use sheshbesh_movegen::Game;
    /// let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// assert_eq!(evaluator.looked_up(&Game::Hypergammon.start()), None, "there are no tables");
    /// ```
    pub fn looked_up(&self, position: &Position) -> Option<LookedUp> {
        self.solved(position)?;
        let exact = self.is_plain() || self.counts_exact_equities();
        Some(if exact { LookedUp::Exact } else { LookedUp::Outcomes })
    }

    /// True if the stakes are plain points without a cube.
    pub(super) fn is_plain(&self) -> bool {
        !self.stakes.is_match()
            && !self.stakes.is_cubeful()
            && self.stakes.worth(0) == OUTCOME_POINTS
    }

    /// True if the stakes count the exact equities of money games.
    pub(super) fn counts_exact_equities(&self) -> bool {
        !self.stakes.is_match() && self.stakes.is_cubeful() && self.stakes.counts_usual_points()
    }

    /// Equities of a position of a solved game; `None` for any other position.
    pub(super) fn solved_equities(&self, position: &Position) -> Option<CubeEquities> {
        Some(self.solved(position)?.get(position)?.equities_by(self.stakes.jacoby()))
    }

    /// Looks up the outcomes of positions, all of a solved game. Returns false, without outcomes,
    /// if they are of another game.
    pub(super) fn look_up(&self, positions: &[Position], outcomes: &mut Vec<Outcomes>) -> bool {
        let Some(table) = positions.first().and_then(|position| self.solved(position)) else {
            return false;
        };
        outcomes.clear();
        for position in positions {
            let known = table.get(position).map(|exact| exact.outcomes);
            let known = known.or_else(|| Outcomes::of_finished(self.game, position));
            outcomes.extend(known);
        }
        outcomes.len() == positions.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Depth, Settings,
        bearoff::Tables,
        hypergammon::Solver,
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

    fn evaluator(cubeful: bool) -> Evaluator {
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
        let (mut cubeful, mut plain) = (evaluator(true), evaluator(false));
        for position in positions() {
            let exact = tables().hypergammon(&position).unwrap().get(&position).unwrap();
            for depth in [Depth::ONE, Depth::THREE] {
                plain.set_stakes(&money(position, None, false)).unwrap();
                let verdict = plain.evaluate(&position, depth);
                assert_eq!((verdict.outcomes, verdict.depth), (exact.outcomes, depth));
                assert!((verdict.worth - exact.equities.cubeless).abs() < 1e-6);
                assert_eq!(plain.looked_up(&position), Some(LookedUp::Exact));
                for jacoby in [false, true] {
                    let e = exact.equities_by(jacoby);
                    let places = [
                        (None, e.centred),
                        (Some(Side::OnRoll), e.owned),
                        (Some(Side::Opponent), e.opponents),
                    ];
                    for (owner, want) in places {
                        cubeful.set_stakes(&money(position, owner, jacoby)).unwrap();
                        assert_eq!(cubeful.evaluate(&position, depth).worth, want);
                        assert_eq!(cubeful.looked_up(&position), Some(LookedUp::Exact));
                    }
                }
            }
        }
    }

    #[test]
    fn plays_rolls_and_cubes_follow_the_table() {
        let mut evaluator = evaluator(true);
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
                (result.worth.mean - evaluator.evaluate(&position, Depth::ONE).worth).abs() < 1e-5
            );
        }
    }

    #[test]
    fn at_a_score_outcomes_are_looked_up_and_searched() {
        let mut evaluator = evaluator(true);
        for position in positions() {
            let situation = Situation {
                stakes: Stakes::Match { length: 5, crawford: false },
                score: BySide { on_roll: 2, opponent: 1 },
                ..Situation::new(position, Game::Hypergammon)
            };
            evaluator.set_stakes(&situation).unwrap();
            let exact = tables().hypergammon(&position).unwrap().get(&position).unwrap();
            let verdict = evaluator.evaluate(&position, Depth::ONE);
            assert_eq!(verdict.outcomes, exact.outcomes);
            assert!((0.0..=1.0).contains(&verdict.worth));
            assert_eq!(evaluator.looked_up(&position), Some(LookedUp::Outcomes));
            let searched = evaluator.evaluate(&position, Depth::TWO);
            assert!((searched.outcomes.equity() - exact.equities.cubeless).abs() < 0.1);
        }
    }

    #[test]
    fn other_games_are_judged_by_the_network() {
        let start = Game::Backgammon.start();
        assert_eq!(evaluator(true).looked_up(&start), None);
        // Three checkers a side: the table here has positions of one.
        assert_eq!(evaluator(true).looked_up(&Game::Hypergammon.start()), None);
        let plain = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        assert_eq!(plain.looked_up(&position(24, 24)), None);
    }
}
