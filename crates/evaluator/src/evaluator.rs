//! Evaluation of positions, plays and cube decisions.

mod answers;
#[cfg(test)]
mod bounds;
mod cube_replies;
mod distinct;
#[cfg(test)]
mod ensembles;
mod foremost;
mod ranking;
mod replies;
mod search;
mod settings;
mod solved;

use crate::{
    bearoff::Tables,
    cube::{CubeModel, CubeVerdict, InvalidStakes, Levels, NodeValue, Player},
    depth::Depth,
    stop::Stopped,
};
pub use answers::RollAnswered;
use distinct::Distinct;
pub use ranking::RankedPlay;
pub use settings::Settings;
use sheshbesh_movegen::{Dice, Game, Plays, Position, Situation};
use sheshbesh_network::{
    FastNetwork, Kinship, Network, OUTCOMES, Outcomes, Probabilities, Scratch,
};
pub use solved::LookedUp;
use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// Number of networks prepared so far.
static NETWORKS: AtomicU64 = AtomicU64::new(0);

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
/// let verdict = evaluator.evaluate(&start, Depth::ONE);
/// assert!(verdict.probabilities().win > 0.5, "it is good to be on roll");
/// let ranked = evaluator.rank(&start, Dice::new(3, 1).unwrap(), Depth::TWO);
/// assert!(ranked[0].equity > 0.1 && ranked.len() == 16);
/// ```
pub struct Evaluator {
    /// All networks, the main one first.
    networks: Arc<[Prepared]>,
    /// Index of the network for the current game, and that network.
    chosen: usize,
    network: Arc<FastNetwork>,
    /// Game whose rules apply.
    game: Game,
    settings: Settings,
    stakes: Arc<CubeModel>,
    /// Part of the cache keys: identifies the network, the tables, the filter and the stakes.
    context: u64,
    scratch: Scratch,
    outcomes: Vec<Outcomes>,
    nodes: Vec<Node>,
}

/// A network prepared for evaluation.
struct Prepared {
    fast: Arc<FastNetwork>,
    learned: Game,
    /// Distinguishes it from other prepared networks.
    number: u64,
}

impl Prepared {
    fn new(network: &Network) -> Self {
        Self {
            fast: Arc::new(FastNetwork::new(network)),
            learned: network.learned(),
            number: NETWORKS.fetch_add(1, Ordering::Relaxed),
        }
    }
}

/// Evaluation of a position, for its player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Cubeless outcomes.
    pub outcomes: Outcomes,
    /// Value by the stakes before any cube action: points per game at the present cube, or the
    /// match winning chance.
    pub worth: f32,
    /// Depth reached; less than requested only if the search was stopped.
    pub depth: Depth,
}

impl Verdict {
    /// Cubeless probabilities.
    pub fn probabilities(&self) -> Probabilities {
        self.outcomes.into()
    }
}

/// Error: a situation cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The network's inputs do not describe positions of this game.
    #[error("a network trained for {learned} cannot evaluate {game}")]
    OtherRules {
        /// Game that the network learned.
        learned: Game,
        /// Game of the situation.
        game: Game,
    },
    /// The stakes are invalid.
    #[error(transparent)]
    Stakes(#[from] InvalidStakes),
}

/// Best replies to all rolls, and the workspace of finding them.
struct Node {
    plays: Plays,
    /// Results of all rolls that are still candidates.
    results: Vec<Position>,
    /// End index of each roll's results.
    ends: [usize; Dice::ALL.len()],
    outcomes: Vec<Outcomes>,
    /// The distinct results of all rolls, with the networks' scores and outcomes.
    distinct: Distinct,
    distinct_scores: Vec<f32>,
    distinct_outcomes: Vec<Outcomes>,
    /// Values of the outcomes on each requested cube level.
    worths: Vec<[f32; OUTCOMES]>,
    scores: Vec<f32>,
    /// Best reply to each roll, for each cube level.
    best: Vec<(Position, Outcomes)>,
}

impl Node {
    fn new(game: Game) -> Self {
        Self {
            plays: Plays::new(game),
            results: Vec::new(),
            ends: [0; Dice::ALL.len()],
            outcomes: Vec::new(),
            distinct: Distinct::default(),
            distinct_scores: Vec::new(),
            distinct_outcomes: Vec::new(),
            worths: Vec::new(),
            scores: Vec::new(),
            best: Vec::new(),
        }
    }
}

impl Clone for Evaluator {
    fn clone(&self) -> Self {
        Self {
            networks: Arc::clone(&self.networks),
            chosen: self.chosen,
            network: Arc::clone(&self.network),
            game: self.game,
            settings: self.settings.clone(),
            stakes: Arc::clone(&self.stakes),
            context: self.context,
            scratch: self.network.scratch(),
            outcomes: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, stakes, .. } = self;
        f.debug_struct("Evaluator").field("settings", settings).field("stakes", stakes).finish()
    }
}

impl Evaluator {
    /// Prepares a network, for money games without a cube.
    pub fn new(network: &Network, settings: Settings) -> Self {
        Self::with_others(network, &[], settings)
    }

    /// Prepares several networks. A game is evaluated by the network that learned it, or by its
    /// [nearest relative's](Kinship). The initial game is that of `main`.
    pub fn with_others(main: &Network, others: &[&Network], settings: Settings) -> Self {
        let networks: Arc<[Prepared]> =
            std::iter::once(main).chain(others.iter().copied()).map(Prepared::new).collect();
        let fast = Arc::clone(&networks[0].fast);
        let mut evaluator = Self {
            scratch: fast.scratch(),
            network: fast,
            networks,
            chosen: 0,
            game: main.game(),
            settings,
            stakes: Arc::new(CubeModel::cubeless()),
            context: 0,
            outcomes: Vec::new(),
            nodes: Vec::new(),
        };
        evaluator.update_context();
        evaluator
    }

    /// Returns an evaluator with the same network and stakes and other settings. Stakes that were
    /// set keep their match equities and their cube.
    pub fn with_settings(&self, settings: Settings) -> Self {
        let mut evaluator = Self { settings, ..self.clone() };
        evaluator.update_context();
        evaluator
    }

    /// Settings of the evaluator.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the stakes to those of the situation's player on roll. They apply to all later calls,
    /// independently of the player on roll there.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the network's inputs do not describe the
    /// situation's game, or if the stakes are invalid.
    pub fn set_stakes(&mut self, situation: &Situation) -> Result<(), EvaluationError> {
        self.set_model(situation, self.settings.cubeful)
    }

    fn set_model(&mut self, situation: &Situation, cubeful: bool) -> Result<(), EvaluationError> {
        let chosen = self.choice(situation.game)?;
        let efficiency = self.settings.efficiency_in(situation.game);
        let equities = &self.settings.equities;
        self.stakes = Arc::new(CubeModel::new(situation, equities, efficiency, cubeful)?);
        self.play(situation.game, chosen);
        Ok(())
    }

    /// Switches to the rules of another game.
    ///
    /// # Errors
    /// Returns an error if the network's inputs do not describe that game.
    pub fn for_game(mut self, game: Game) -> Result<Self, EvaluationError> {
        let chosen = self.choice(game)?;
        self.play(game, chosen);
        Ok(self)
    }

    /// Selects the network for a game and returns its index and the network.
    fn choice(&self, game: Game) -> Result<(usize, Arc<FastNetwork>), EvaluationError> {
        let networks = self.networks.iter().enumerate();
        let known = networks.filter(|(_, network)| network.fast.for_game(game).is_some());
        let known = known.map(|(place, network)| (place, network.learned));
        let unknown = || EvaluationError::OtherRules { learned: self.networks[0].learned, game };
        let chosen = Kinship::nearest(known, game).ok_or_else(unknown)?;
        let network = match game == self.game && chosen == self.chosen {
            true => Arc::clone(&self.network),
            false => Arc::new(self.networks[chosen].fast.for_game(game).ok_or_else(unknown)?),
        };
        Ok((chosen, network))
    }

    /// Switches to the rules of a game, with the network selected for it.
    fn play(&mut self, game: Game, (chosen, network): (usize, Arc<FastNetwork>)) {
        if chosen != self.chosen {
            self.scratch = network.scratch();
        }
        if (game, chosen) != (self.game, self.chosen) {
            (self.game, self.chosen, self.network) = (game, chosen, network);
            // They hold plays of the other game.
            self.nodes.clear();
        }
        self.update_context();
    }

    /// Game whose rules apply: that of the last stakes set, or else the game that the network
    /// learned.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Game that was learned by the network selected for `game`.
    ///
    /// # Errors
    /// Returns an error if no network's inputs describe the game.
    pub fn learned_for(&self, game: Game) -> Result<Game, EvaluationError> {
        self.choice(game).map(|(chosen, _)| self.networks[chosen].learned)
    }

    /// Returns an unused workspace for finding replies.
    fn idle_node(&mut self) -> Node {
        self.nodes.pop().unwrap_or_else(|| Node::new(self.game))
    }

    /// The stakes.
    pub fn stakes(&self) -> &CubeModel {
        &self.stakes
    }

    /// Updates the part of the cache keys that distinguishes this evaluator's queries from other
    /// evaluators'.
    fn update_context(&mut self) {
        let Settings { filter, tables, cache, .. } = &self.settings;
        if cache.is_some() {
            let mut hasher = DefaultHasher::new();
            self.networks[self.chosen].number.hash(&mut hasher);
            tables.as_ref().map(|tables| tables.number()).hash(&mut hasher);
            format!("{filter:?} {:?} {}", self.stakes, self.game).hash(&mut hasher);
            self.context = hasher.finish();
        }
    }

    /// Values of the outcomes to `player` after their play if the cube stays on a level. The
    /// outcomes are the opponent's, who is on roll.
    fn worth_after_play(&self, player: Player, level: u8) -> [f32; OUTCOMES] {
        let worth = self.stakes.worth(level);
        match player {
            Player::A => std::array::from_fn(|i| worth[(i + OUTCOMES / 2) % OUTCOMES]),
            Player::B => worth.map(|worth| -worth),
        }
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
        let mut outcomes = std::mem::take(&mut self.outcomes);
        self.judge_all(near, positions, &mut outcomes);
        self.outcomes = outcomes;
        &self.outcomes
    }

    /// The exact tables, if they are in use and apply to the game's bearoff.
    pub fn tables(&self) -> Option<&Tables> {
        self.settings.tables.as_deref().filter(|_| self.game.bears_off_as_backgammon())
    }

    /// Evaluates positions like [`evaluate_batch`](Self::evaluate_batch), into a list of the
    /// caller's.
    fn judge_all(&mut self, near: &Position, all: &[Position], outcomes: &mut Vec<Outcomes>) {
        self.judge_by_first(near, all, outcomes);
        self.judge_by_companions(near, all, outcomes);
    }

    /// Same as [`judge_all`](Self::judge_all), by the first member alone if the network is an
    /// ensemble.
    fn judge_by_first(&mut self, near: &Position, all: &[Position], outcomes: &mut Vec<Outcomes>) {
        if !self.look_up(all, outcomes) {
            let exact = exact(&self.settings, self.game);
            self.network.evaluate_first(&mut self.scratch, &exact, near, all, outcomes);
        }
    }

    /// Completes the outcomes of [`judge_by_first`](Self::judge_by_first) to those of
    /// [`judge_all`](Self::judge_all).
    fn judge_by_companions(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        // Either all positions of a list are of a solved game or none is.
        if self.network.is_ensemble() && all.first().is_none_or(|p| self.solved(p).is_none()) {
            let exact = exact(&self.settings, self.game);
            self.network.add_companions(&mut self.scratch, &exact, near, all, outcomes);
        }
    }

    /// Outcomes at 1-ply for the player on roll.
    pub(crate) fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.evaluate_batch(&FastNetwork::EMPTY, std::slice::from_ref(position))[0]
    }

    /// Evaluates a position before its player's cube action.
    ///
    /// 1-ply is the network's evaluation. 2-ply is the mean over the 21 rolls, each after its best
    /// reply by 1-ply. 3-ply is the mean of the 2-ply evaluations after those replies, and so on.
    pub fn evaluate(&mut self, position: &Position, depth: Depth) -> Verdict {
        let (verdict, depth) = self.before_roll(position, depth, Levels::PRESENT);
        Verdict { outcomes: verdict.outcomes, worth: self.stakes.present(&verdict.values), depth }
    }

    /// Outcomes for the player on roll after the best play of each roll of [`Dice::ALL`], by 1-ply,
    /// among the plays that the filter keeps.
    ///
    /// Their mean is the 2-ply evaluation. The loss by pruning at a roll is the difference between
    /// the best of all plays and this one.
    pub fn replies(&mut self, position: &Position) -> [Outcomes; Dice::ALL.len()] {
        let mut node = self.idle_node();
        self.best_replies(position, Player::A, Levels::PRESENT, self.replies_kept(), &mut node);
        let outcomes = std::array::from_fn(|roll| node.best[roll].1.swapped());
        self.nodes.push(node);
        outcomes
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
    /// let verdict = evaluator.cube_decision(&start, Depth::ONE)?;
    /// assert_eq!(verdict.action(), CubeAction::NoDouble);
    /// # Ok::<(), sheshbesh_evaluator::EvaluationError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`set_stakes`](Self::set_stakes).
    pub fn cube_decision(
        &mut self,
        situation: &Situation,
        depth: Depth,
    ) -> Result<CubeVerdict, EvaluationError> {
        self.set_model(situation, true)?;
        let position = &situation.position;
        let levels = self.stakes.before_doubling(Levels::PRESENT, Player::A);
        let (verdict, depth) = self.before_roll(position, depth, levels);
        let mut cube = CubeVerdict::new(situation, &self.stakes, &verdict, depth);
        let decisions = match self.exact_money(position) {
            Some(_) if cube.may_double => {
                self.tables().and_then(|tables| match tables.hypergammon(position) {
                    Some(table) => table.decisions(position, self.stakes.jacoby()),
                    None => tables.decisions(position),
                })
            }
            _ => None,
        };
        if let Some(decisions) = decisions {
            let decision = decisions[usize::from(cube.redouble)];
            (cube.no_double, cube.double_take) = (decision.no_double, decision.double_take);
        }
        Ok(cube)
    }

    /// Evaluates a position on cube levels before the cube action of A, who is on roll. Returns the
    /// evaluation and the depth reached.
    fn before_roll(
        &mut self,
        position: &Position,
        depth: Depth,
        levels: Levels,
    ) -> (NodeValue, Depth) {
        let player = Player::A;
        if let Some(known) = self.known(position, depth.plies(), player) {
            return (known, depth);
        }
        match self.mean_over_rolls(position, depth.plies(), player, levels) {
            Ok(verdict) => (verdict, depth),
            Err(Stopped) => (self.without_doubling(position, player), Depth::ONE),
        }
    }

    /// Number of replies to each roll that the large network evaluates; see
    /// [`crate::Filter::replies`].
    fn replies_kept(&self) -> usize {
        self.settings.filter.replies
    }
}

/// Returns the outcomes of bearoffs that the tables of a game contain.
// A function of the settings, because the evaluator lends its workspace to the network meanwhile.
fn exact(settings: &Settings, game: Game) -> impl Fn(&Position) -> Option<Outcomes> {
    let tables = settings.tables.as_deref().filter(|_| game.bears_off_as_backgammon());
    let most = game.largest_win();
    move |position: &Position| Some(tables?.outcomes(position)?.at_most(most))
}
