//! The evaluator: a network with tables, stakes and settings.

use crate::{
    cube::{CubeDecision, CubeModel, Levels, ReplyDecision, RootSide, Scale},
    depth::Depth,
    exact::{TablebaseHit, bearoff::Tables},
    level::{EvaluationLevel, TruncatedRollout},
    search::{
        Aim, EvaluationError, GameNetwork, Networks, RankedPlay, Ranker, RollAnswered, Search,
        Settings, answers, decide_cube, reply_outcomes, roll_values,
    },
    stop::Stopped,
    truncated,
};
use sheshbesh_movegen::{Dice, Game, Phase, Position, Side, Situation};
use sheshbesh_network::{Network, Outcomes, Probabilities};
use std::{fmt, sync::Arc};

/// A network ready to evaluate positions, with its workspace.
///
/// [`evaluate`](Self::evaluate) evaluates a position at any depth, and
/// [`evaluate_batch`](Self::evaluate_batch) many positions at 1-ply. [`best`](Self::best) and
/// [`rank`](Self::rank) choose plays. All values are by the stakes, plain money until
/// [`set_stakes`](Self::set_stakes) sets others. [`cube_decision`](Self::cube_decision) evaluates
/// the cube actions.
///
/// Each thread needs its own evaluator; clones share the network, the tables and the cache.
///
/// ```
/// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
/// use sheshbesh_movegen::{Dice, Game};
/// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let start = Game::Backgammon.start();
/// let evaluation = evaluator.evaluate(&start, Depth::ONE);
/// assert!(evaluation.probabilities().win > 0.5, "it is good to be on roll");
/// let ranked = evaluator.rank(&start, Dice::new(3, 1).unwrap(), Depth::TWO);
/// assert!(ranked[0].equity > 0.1 && ranked.len() == 16);
/// ```
#[derive(Clone)]
pub struct Evaluator {
    networks: Networks,
    pub(crate) search: Search,
}

/// Evaluation of a position, for its player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionEvaluation {
    /// Cubeless outcomes.
    pub outcomes: Outcomes,
    /// Value by the stakes before any cube action: points per game at the present cube, or the
    /// match winning chance.
    pub value: f32,
    /// Depth reached; less than requested only if the search was stopped. With a rollout, depth of
    /// the search before it.
    pub depth: Depth,
    /// The truncated rollout that evaluated the position, if one did.
    pub rollout: Option<TruncatedRollout>,
}

impl PositionEvaluation {
    /// Cubeless probabilities.
    pub fn probabilities(&self) -> Probabilities {
        self.outcomes.into()
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Evaluator");
        debug.field("settings", self.settings()).field("stakes", self.stakes()).finish()
    }
}

impl Evaluator {
    /// Prepares a network, for money games without a cube.
    pub fn new(network: &Network, settings: Settings) -> Self {
        Self::with_others(network, &[], settings)
    }

    /// Prepares several networks. A game is evaluated by the network that learned it, or by its
    /// [nearest relative's](sheshbesh_network::Kinship). The initial game is that of `main`.
    pub fn with_others(main: &Network, others: &[&Network], settings: Settings) -> Self {
        let networks = Networks::new(main, others);
        let search = Search::new(networks.main(main.game()), settings);
        Self { networks, search }
    }

    /// Returns an evaluator with the same network and stakes and other settings. Stakes that were
    /// set keep their match equities and their cube.
    pub fn with_settings(&self, settings: Settings) -> Self {
        Self { networks: self.networks.clone(), search: self.search.with_settings(settings) }
    }

    /// Settings of the evaluator.
    pub fn settings(&self) -> &Settings {
        self.search.settings()
    }

    /// Sets the stakes to those of the situation's player on roll. They apply to all later calls,
    /// independently of the player on roll there.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the network's inputs do not describe the
    /// situation's game, or if the stakes are invalid.
    pub fn set_stakes(&mut self, situation: &Situation) -> Result<(), EvaluationError> {
        self.set_model(situation, self.settings().cubeful)
    }

    fn set_model(&mut self, situation: &Situation, cubeful: bool) -> Result<(), EvaluationError> {
        let network = self.choose_network(situation.game)?;
        let equities = self.settings().equities.of(situation);
        let efficiency = self.settings().efficiency_in(situation.game);
        let stakes = CubeModel::new(situation, &equities, efficiency, cubeful)?;
        self.search.set(network, Arc::new(stakes));
        Ok(())
    }

    /// Switches to the rules of another game.
    ///
    /// # Errors
    /// Returns an error if the network's inputs do not describe that game.
    pub fn for_game(mut self, game: Game) -> Result<Self, EvaluationError> {
        let network = self.choose_network(game)?;
        let stakes = Arc::clone(self.search.static_evaluator.stakes());
        self.search.set(network, stakes);
        Ok(self)
    }

    fn choose_network(&self, game: Game) -> Result<GameNetwork, EvaluationError> {
        self.networks.choose(game, self.search.network())
    }

    /// Game whose rules apply: that of the last stakes set, or else the game that the network
    /// learned.
    pub fn game(&self) -> Game {
        self.search.game()
    }

    /// Game that was learned by the network selected for `game`.
    ///
    /// # Errors
    /// Returns an error if no network's inputs describe the game.
    pub fn learned_for(&self, game: Game) -> Result<Game, EvaluationError> {
        self.networks.learned_for(game)
    }

    /// The stakes.
    pub fn stakes(&self) -> &CubeModel {
        self.search.stakes()
    }

    /// The exact tables, if they are in use and apply to the game's bearoff.
    pub fn tables(&self) -> Option<&Tables> {
        self.search.static_evaluator.tablebase().tables()
    }

    /// Part of a position's evaluation that comes from the table of its solved game; `None` if the
    /// network evaluates it.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Evaluator, Settings};
    /// use sheshbesh_movegen::Game;
    /// let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// assert_eq!(evaluator.tablebase_hit(&Game::Hypergammon.start()), None, "there are no tables");
    /// ```
    pub fn tablebase_hit(&self, position: &Position) -> Option<TablebaseHit> {
        self.search.static_evaluator.tablebase().hit(position)
    }

    /// Outcomes at 1-ply of the results of a roll, or of any other positions, each for its player
    /// on roll. The more the positions have in common with `near`, the faster it is.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game, Plays};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let mut plays = Plays::new(Game::Backgammon);
    /// let results = plays.generate(&start, Dice::new(6, 5).unwrap());
    /// assert_eq!(evaluator.evaluate_batch(&start.swapped(), results).len(), results.len());
    /// ```
    pub fn evaluate_batch(&mut self, near: &Position, positions: &[Position]) -> &[Outcomes] {
        self.search.static_evaluator.evaluate_batch(near, positions)
    }

    /// Outcomes of a position for its player on roll, after the best play by 1-ply of all numbers
    /// that its [`TurnState`](sheshbesh_movegen::TurnState) leaves to play. `ignoring` are those of
    /// [`evaluate_batch`](Self::evaluate_batch), which ignores these numbers; they are returned if
    /// there are none.
    pub fn settled(&mut self, position: &Position, ignoring: Outcomes) -> Outcomes {
        self.search.static_evaluator.settled(position, ignoring)
    }

    /// Evaluates a position before its player's cube action.
    ///
    /// 1-ply is the network's evaluation. 2-ply is the mean over the 21 rolls, each after its best
    /// reply by 1-ply. 3-ply is the mean of the 2-ply evaluations after those replies, and so on. A
    /// truncated rollout that is stopped returns the evaluation by search.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, RolloutLevel, Settings};
    /// use sheshbesh_movegen::Game;
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let searched = evaluator.evaluate(&start, Depth::TWO);
    /// let rolled_out = evaluator.evaluate(&start, RolloutLevel::One);
    /// assert!((searched.value - rolled_out.value).abs() < 0.05);
    /// assert!(rolled_out.rollout.is_some_and(|rollout| rollout.standard_error < 0.03));
    /// ```
    pub fn evaluate(
        &mut self,
        position: &Position,
        level: impl Into<EvaluationLevel>,
    ) -> PositionEvaluation {
        let level = level.into();
        let (node, depth) = self.search.search_root(position, level.depth(), Levels::PRESENT);
        let value = self.stakes().present(&node.values);
        let searched = PositionEvaluation { outcomes: node.outcomes, value, depth, rollout: None };
        let rolled_out = level
            .rollout()
            .and_then(|level| truncated::evaluate(&mut self.search, position, level));
        match rolled_out {
            None => searched,
            Some((outcomes, value, rollout)) => {
                PositionEvaluation { outcomes, value, rollout: Some(rollout), ..searched }
            }
        }
    }

    /// Outcomes for the player on roll after the best play of each roll of [`Game::rolls`], by 1-ply,
    /// among the plays that the filter keeps.
    ///
    /// Their mean is the 2-ply evaluation. The loss by pruning at a roll is the difference between
    /// the best of all plays and this one.
    pub fn replies(&mut self, position: &Position) -> Vec<Outcomes> {
        reply_outcomes(&mut self.search, position)
    }

    /// Returns the index of the best play at 1-ply among the results of a roll, each seen by the
    /// opponent, and its outcomes from that view; the first of equal ones. The large network
    /// evaluates only the plays that the filter's number of replies leaves; see
    /// [`crate::Filter::replies`].
    ///
    /// # Panics
    /// Panics if `results` is empty.
    pub fn best_reply(&mut self, before: &Position, results: &[Position]) -> (usize, Outcomes) {
        self.search.best_reply(before, results)
    }

    /// Evaluates the replies to each roll of [`Game::rolls`] after a play that leads to `result`,
    /// which is seen by the opponent. The reply is the best by 1-ply among those that the filter
    /// keeps; it is searched to `depth`.
    ///
    /// The mean of the equities, weighted by the rolls' probabilities, equals the equity of
    /// [`compare`](Self::compare) at one ply more, if the opponent does not double before rolling
    /// and `result` is in no table.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let play = evaluator.rank(&start, Dice::new(3, 1).unwrap(), Depth::ONE)[0].position;
    /// let answered = evaluator.answers(&play, Depth::ONE)?;
    /// let mean: f32 =
    ///     answered.iter().map(|roll| roll.dice.probability() as f32 * roll.equity).sum();
    /// let evaluation = evaluator.compare(&start, &[play], Depth::TWO)?[0];
    /// assert!((mean - evaluation.equity).abs() < 1e-5);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn answers(
        &mut self,
        result: &Position,
        depth: Depth,
    ) -> Result<Vec<RollAnswered>, Stopped> {
        answers(&mut self.search, result, depth)
    }

    /// Value of a position before the roll to its player, for each roll of [`Game::rolls`], after the
    /// best reply by 1-ply, searched to `depth`.
    ///
    /// The mean of the values, weighted by the rolls' probabilities, is the position's value at one
    /// ply more. The difference between a roll's value and the mean is its luck.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Game::Backgammon.start();
    /// let rolls = evaluator.rolls(&start, Depth::ONE)?;
    /// let mean: f32 =
    ///     Dice::ALL.iter().zip(&rolls).map(|(dice, value)| dice.probability() as f32 * value).sum();
    /// assert!((mean - evaluator.evaluate(&start, Depth::TWO).value).abs() < 1e-5);
    /// assert!(rolls[Dice::new(6, 6).unwrap().index()] > mean);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn rolls(&mut self, position: &Position, depth: Depth) -> Result<Vec<f32>, Stopped> {
        roll_values(&mut self.search, position, depth)
    }

    /// Returns the index of the best play among resulting positions, each seen by the opponent; the
    /// first of equal ones. `before` is the position before the roll. Beyond 1-ply, the filter
    /// selects the plays to search.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game, Plays, notation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(3, 1).unwrap());
    /// let mut plays = Plays::new(Game::Backgammon);
    /// let results = plays.generate(&start, dice);
    /// let best = evaluator.best(&start, results, Depth::ONE);
    /// let play = notation::write(Game::Backgammon, &start, dice, &results[best]);
    /// assert_eq!(play.as_deref(), Some("8/5 6/5"));
    /// ```
    ///
    /// # Panics
    /// Panics if `results` is empty.
    pub fn best(
        &mut self,
        before: &Position,
        results: &[Position],
        level: impl Into<EvaluationLevel>,
    ) -> usize {
        if results.len() == 1 {
            return 0;
        }
        let depth = match level.into() {
            EvaluationLevel::Search(depth) => depth,
            EvaluationLevel::Rollout(level) => {
                return truncated::best(&mut self.search, before, results, level);
            }
        };
        let by_outcomes = depth == Depth::ONE && !self.stakes().is_cubeful();
        let aim = if by_outcomes { Aim::Level(RootSide::A, 0) } else { Aim::Present };
        Ranker::new(&mut self.search, aim).best(before, results, depth)
    }

    /// Ranks all legal plays: those searched deepest first, then by value, equal ones in the order
    /// of their resulting positions. Without a legal play, the only entry is the passed turn.
    ///
    /// A truncated rollout first searches all plays. It then rolls out the plays within 0.08 of the
    /// best, at most five, unless there is only one; they come first.
    pub fn rank(
        &mut self,
        position: &Position,
        dice: Dice,
        level: impl Into<EvaluationLevel>,
    ) -> Vec<RankedPlay> {
        self.rank_at_least(position, dice, level.into(), 1)
    }

    fn rank_at_least(
        &mut self,
        position: &Position,
        dice: Dice,
        level: EvaluationLevel,
        least: usize,
    ) -> Vec<RankedPlay> {
        match level {
            EvaluationLevel::Search(depth) => Ranker::new(&mut self.search, Aim::Present)
                .at_least(least)
                .rank(position, dice, depth),
            EvaluationLevel::Rollout(level) => {
                truncated::rank(&mut self.search, position, dice, level, least)
            }
        }
    }

    /// Ranks all legal plays like [`rank`](Self::rank), with at least
    /// [`Filter::ranked`](crate::Filter::ranked) of them searched to the full depth, so that
    /// readers can compare them.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(3, 1).unwrap());
    /// let searched = |ranked: &[sheshbesh_evaluator::RankedPlay]| {
    ///     ranked.iter().filter(|play| play.depth == Depth::TWO).count()
    /// };
    /// assert_eq!(searched(&evaluator.rank(&start, dice, Depth::TWO)), 1);
    /// assert_eq!(searched(&evaluator.rank_in_full(&start, dice, Depth::TWO)), 5);
    /// ```
    pub fn rank_in_full(
        &mut self,
        position: &Position,
        dice: Dice,
        level: impl Into<EvaluationLevel>,
    ) -> Vec<RankedPlay> {
        let least = self.settings().filter.ranked;
        self.rank_at_least(position, dice, level.into(), least)
    }

    /// Evaluates some results of a roll, each seen by the opponent, all at the same level regardless
    /// of the filter. Keeps the order of `results`. Rollouts of all results have the same dice.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    /// use sheshbesh_movegen::{Dice, Game};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let (start, dice) = (Game::Backgammon.start(), Dice::new(4, 1).unwrap());
    /// let ranked = evaluator.rank(&start, dice, Depth::ONE);
    /// let (best, worst) = (ranked[0].position, ranked[ranked.len() - 1].position);
    /// let compared = evaluator.compare(&start, &[worst, best], Depth::TWO)?;
    /// assert!(compared[0].equity < compared[1].equity && compared[0].depth == Depth::TWO);
    /// # Ok::<(), sheshbesh_evaluator::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the search is stopped.
    pub fn compare(
        &mut self,
        before: &Position,
        results: &[Position],
        level: impl Into<EvaluationLevel>,
    ) -> Result<Vec<RankedPlay>, Stopped> {
        match level.into() {
            EvaluationLevel::Search(depth) => {
                Ranker::new(&mut self.search, Aim::Present).compare(before, results, depth)
            }
            EvaluationLevel::Rollout(level) => truncated::compare(&self.search, results, level),
        }
    }

    /// Evaluates the cube actions of the player on roll. It is exact if a table has the answer for
    /// money.
    ///
    /// Sets the stakes like [`set_stakes`](Self::set_stakes), with a cube that will be turned.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings, cube::CubeAction};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let decision = evaluator.cube_decision(&start, Depth::ONE)?;
    /// assert_eq!(decision.action(), CubeAction::NoDouble);
    /// # Ok::<(), sheshbesh_evaluator::EvaluationError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`set_stakes`](Self::set_stakes).
    pub fn cube_decision(
        &mut self,
        situation: &Situation,
        level: impl Into<EvaluationLevel>,
    ) -> Result<CubeDecision, EvaluationError> {
        self.set_model(situation, true)?;
        Ok(match level.into() {
            EvaluationLevel::Search(depth) => decide_cube(&mut self.search, situation, depth),
            EvaluationLevel::Rollout(level) => {
                truncated::decide(&mut self.search, situation, level)
            }
        })
    }

    /// Values of the answers to a double, a beaver or a raccoon; `None` if the situation has none
    /// of them. `decision` is the result of [`Evaluator::cube_decision`] for the situation.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings, cube::Reply};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// // GNU Backgammon's ID after the player on roll has doubled at the start and was beavered.
    /// let beavered = Situation::parse("4HPwATDgc/ABMA:QRkAAAAAAAAA", Game::Backgammon)?;
    /// let decision = evaluator.cube_decision(&beavered, Depth::ONE)?;
    /// let replies = evaluator.replies_to_cube(&beavered, &decision, Depth::ONE)?;
    /// assert!(replies.is_some_and(|replies| replies.turn.is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn replies_to_cube(
        &mut self,
        situation: &Situation,
        decision: &CubeDecision,
        level: impl Into<EvaluationLevel>,
    ) -> Result<Option<ReplyDecision>, EvaluationError> {
        if situation.phase != Phase::Doubled {
            let rolled = decision.no_double;
            let raccooned = self.value_after_raccoon(situation, rolled, level)?;
            return Ok(ReplyDecision::to_beaver(situation, rolled, raccooned));
        }
        if decision.may_double {
            return Ok(Some(ReplyDecision::to_double(situation, decision, decision.double_take)));
        }
        // The model does not offer a turn that helps only the opponent.
        let Some(cube) = situation.cube.turned_to(Some(Side::Opponent)) else { return Ok(None) };
        let taken = self.cube_decision(&Situation { cube, ..*situation }, level)?;
        let times = if decision.scale == Scale::Money { 2.0 } else { 1.0 };
        Ok(Some(ReplyDecision::to_double(situation, decision, times * taken.no_double)))
    }

    /// Value to the player on roll of playing on after a raccoon, in points per game at the
    /// raccooned cube. It is `rolled`, the value before the raccoon at the cube before it, unless
    /// the raccoon ends the right to double.
    ///
    /// # Errors
    /// Same as [`Evaluator::set_stakes`].
    pub fn value_after_raccoon(
        &mut self,
        situation: &Situation,
        rolled: f32,
        level: impl Into<EvaluationLevel>,
    ) -> Result<f32, EvaluationError> {
        let ends_right = situation.final_raccoon && situation.may_answer_by_turning();
        match situation.raccooned().filter(|_| ends_right) {
            Some(raccooned) => Ok(self.cube_decision(&raccooned, level)?.no_double),
            None => Ok(rolled),
        }
    }
}
