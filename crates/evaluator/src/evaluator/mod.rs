//! Positions and plays, judged.

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
    cube::{CubeModel, CubeVerdict, InvalidStakes, Levels, NodeVerdict, Player},
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

/// How many networks have been prepared.
static NETWORKS: AtomicU64 = AtomicU64::new(0);

/// A network ready to judge positions, with the memory that it needs for that.
///
/// Two verbs judge: [`evaluate`](Self::evaluate) a position as deep as is asked,
/// [`evaluate_batch`](Self::evaluate_batch) many at 1-ply; two choose: [`best`](Self::best) and
/// [`rank`](Self::rank). What they count are the stakes, plain money until
/// [`set_stakes`](Self::set_stakes) says otherwise. [`cube_decision`](Self::cube_decision) says
/// what to do with the cube.
///
/// One thread uses one evaluator; clones share the network, the tables and the cache.
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
    /// All that there are, the main one first.
    networks: Arc<[Prepared]>,
    /// Which of them judges, and it, for the game below.
    chosen: usize,
    network: Arc<FastNetwork>,
    /// By whose rules it plays on.
    game: Game,
    settings: Settings,
    stakes: Arc<CubeModel>,
    /// Says in cache keys who is asked what: which network, which tables, which filter
    /// and which stakes.
    context: u64,
    scratch: Scratch,
    outcomes: Vec<Outcomes>,
    nodes: Vec<Node>,
}

/// A network that can be asked.
struct Prepared {
    fast: Arc<FastNetwork>,
    learned: Game,
    /// Tells it from others that were prepared.
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

/// What is found out about a position, for its player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Cubeless.
    pub outcomes: Outcomes,
    /// What the stakes count, before the player considers doubling: points per game at the present
    /// cube, or the chance to win the match.
    pub worth: f32,
    /// How far was looked: as far as was asked, unless somebody said stop.
    pub depth: Depth,
}

impl Verdict {
    /// Cubeless.
    pub fn probabilities(&self) -> Probabilities {
        self.outcomes.into()
    }
}

/// Why a situation cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotJudge {
    /// It is of a game whose positions the network's inputs do not describe.
    #[error("a network that learned {learned} does not know {game}")]
    OtherRules {
        /// What the network has learned.
        learned: Game,
        /// What was asked about.
        game: Game,
    },
    /// Its stakes make no sense.
    #[error(transparent)]
    Stakes(#[from] InvalidStakes),
}

/// The best replies to all rolls, and room to find them.
struct Node {
    plays: Plays,
    /// Results of all rolls that are still in question.
    results: Vec<Position>,
    /// Where those of each roll end.
    ends: [usize; Dice::ALL.len()],
    outcomes: Vec<Outcomes>,
    /// The results of all rolls, each once, and what the networks say of them.
    distinct: Distinct,
    distinct_scores: Vec<f32>,
    distinct_outcomes: Vec<Outcomes>,
    /// What outcomes are worth on each level that is asked about.
    worths: Vec<[f32; OUTCOMES]>,
    scores: Vec<f32>,
    /// A reply to each roll for each level of the cube.
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

    /// Prepares several networks. A game is judged by the one that learned it, or by its [nearest
    /// relative's](Kinship); until one is named, by `main`.
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

    /// The same network for the same stakes with other settings. Stakes that have been set keep
    /// their match equities, and their cube.
    pub fn with_settings(&self, settings: Settings) -> Self {
        let mut evaluator = Self { settings, ..self.clone() };
        evaluator.update_context();
        evaluator
    }

    /// How it judges.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Counts from now on what the player on roll of a situation plays for, whoever is on roll in
    /// what is asked next.
    ///
    /// # Errors
    /// When the network's inputs do not describe the situation's game, or the stakes make no sense.
    /// Nothing has changed then.
    pub fn set_stakes(&mut self, situation: &Situation) -> Result<(), CannotJudge> {
        self.set_model(situation, self.settings.cubeful)
    }

    fn set_model(&mut self, situation: &Situation, cubeful: bool) -> Result<(), CannotJudge> {
        let chosen = self.choice(situation.game)?;
        let efficiency = self.settings.efficiency_in(situation.game);
        let equities = &self.settings.equities;
        self.stakes = Arc::new(CubeModel::new(situation, equities, efficiency, cubeful)?);
        self.play(situation.game, chosen);
        Ok(())
    }

    /// The same for another game, by whose rules it plays on.
    ///
    /// # Errors
    /// When the network's inputs do not describe that game.
    pub fn for_game(mut self, game: Game) -> Result<Self, CannotJudge> {
        let chosen = self.choice(game)?;
        self.play(game, chosen);
        Ok(self)
    }

    /// The network that judges a game: its number, and it.
    fn choice(&self, game: Game) -> Result<(usize, Arc<FastNetwork>), CannotJudge> {
        let networks = self.networks.iter().enumerate();
        let known = networks.filter(|(_, network)| network.fast.for_game(game).is_some());
        let known = known.map(|(place, network)| (place, network.learned));
        let unknown = || CannotJudge::OtherRules { learned: self.networks[0].learned, game };
        let chosen = Kinship::nearest(known, game).ok_or_else(unknown)?;
        let network = match game == self.game && chosen == self.chosen {
            true => Arc::clone(&self.network),
            false => Arc::new(self.networks[chosen].fast.for_game(game).ok_or_else(unknown)?),
        };
        Ok((chosen, network))
    }

    /// Plays on by the rules of a game, with the network that was chosen for it.
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

    /// The game by whose rules it plays on: that of the situation whose stakes count, or what its
    /// network learned where there has been none.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The game that the network learned which judges a game.
    ///
    /// # Errors
    /// When no network's inputs describe the game.
    pub fn learned_for(&self, game: Game) -> Result<Game, CannotJudge> {
        self.choice(game).map(|(chosen, _)| self.networks[chosen].learned)
    }

    /// Room to look for replies that nobody uses.
    fn idle_node(&mut self) -> Node {
        self.nodes.pop().unwrap_or_else(|| Node::new(self.game))
    }

    /// What is played for.
    pub fn stakes(&self) -> &CubeModel {
        &self.stakes
    }

    /// Tells the questions of one evaluator from those of another, where a cache needs to know.
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

    /// What each outcome of the opponent, who is on roll after a play of a player, is worth to that
    /// player when the cube stays on a level.
    fn worth_after_play(&self, player: Player, level: u8) -> [f32; OUTCOMES] {
        let worth = self.stakes.worth(level);
        match player {
            Player::A => std::array::from_fn(|i| worth[(i + OUTCOMES / 2) % OUTCOMES]),
            Player::B => worth.map(|worth| -worth),
        }
    }

    /// Outcomes at 1-ply of the positions that a roll leads to, or of any others; each for its
    /// player on roll. The more the positions have in common with `near`, the faster it is.
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

    /// The exact tables, where they are used and know how the game ends.
    pub fn tables(&self) -> Option<&Tables> {
        self.settings.tables.as_deref().filter(|_| self.game.bears_off_as_backgammon())
    }

    /// The same, into a list of the caller's.
    fn judge_all(&mut self, near: &Position, all: &[Position], outcomes: &mut Vec<Outcomes>) {
        self.judge_by_first(near, all, outcomes);
        self.judge_by_companions(near, all, outcomes);
    }

    /// The same by the first member alone where the network is an ensemble.
    fn judge_by_first(&mut self, near: &Position, all: &[Position], outcomes: &mut Vec<Outcomes>) {
        if !self.look_up(all, outcomes) {
            let exact = exact(&self.settings, self.game);
            self.network.evaluate_first(&mut self.scratch, &exact, near, all, outcomes);
        }
    }

    /// From the outcomes of [`judge_by_first`](Self::judge_by_first) to those of
    /// [`judge_all`](Self::judge_all).
    fn judge_by_companions(
        &mut self,
        near: &Position,
        all: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        // Positions of a list are all of a solved game or none is.
        if self.network.is_ensemble() && all.first().is_none_or(|p| self.solved(p).is_none()) {
            let exact = exact(&self.settings, self.game);
            self.network.add_companions(&mut self.scratch, &exact, near, all, outcomes);
        }
    }

    /// Outcomes at 1-ply for the player on roll.
    pub(crate) fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.evaluate_batch(&FastNetwork::EMPTY, std::slice::from_ref(position))[0]
    }

    /// A verdict on a position before its player considers doubling.
    ///
    /// 1-ply is the network's verdict; 2-ply the mean over the 21 rolls after the best reply to each
    /// by 1-ply; 3-ply the mean of the 2-ply verdicts after those replies, and so on.
    pub fn evaluate(&mut self, position: &Position, depth: Depth) -> Verdict {
        let (verdict, depth) = self.before_roll(position, depth, Levels::PRESENT);
        Verdict { outcomes: verdict.outcomes, worth: self.stakes.present(&verdict.values), depth }
    }

    /// For each of [`Dice::ALL`] the outcomes after the best play by 1-ply among those that the
    /// filter leaves, for the player on roll. Their mean is the 2-ply verdict; what pruning loses at
    /// a roll is the difference of the best of all plays to that one.
    pub fn replies(&mut self, position: &Position) -> [Outcomes; Dice::ALL.len()] {
        let mut node = self.idle_node();
        self.best_replies(position, Player::A, Levels::PRESENT, self.replies_kept(), &mut node);
        let outcomes = std::array::from_fn(|roll| node.best[roll].1.swapped());
        self.nodes.push(node);
        outcomes
    }

    /// What the player on roll should do with the cube. Counts the situation's stakes from now on, as
    /// [`set_stakes`](Self::set_stakes) does, with a cube that will be turned. Where a table
    /// knows the answer for money, it is exact.
    ///
    /// ```
    /// use sheshbesh_evaluator::{Depth, Evaluator, Settings, cube::CubeAction};
    /// use sheshbesh_movegen::{Game, Situation};
    /// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let verdict = evaluator.cube_decision(&start, Depth::ONE)?;
    /// assert_eq!(verdict.action(), CubeAction::NoDouble);
    /// # Ok::<(), sheshbesh_evaluator::CannotJudge>(())
    /// ```
    ///
    /// # Errors
    /// As [`set_stakes`](Self::set_stakes).
    pub fn cube_decision(
        &mut self,
        situation: &Situation,
        depth: Depth,
    ) -> Result<CubeVerdict, CannotJudge> {
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

    /// A verdict on a position with A on roll, not yet considering that he may double, on levels of
    /// the cube, and how far was looked.
    fn before_roll(
        &mut self,
        position: &Position,
        depth: Depth,
        levels: Levels,
    ) -> (NodeVerdict, Depth) {
        let player = Player::A;
        if let Some(known) = self.known(position, depth.plies(), player) {
            return (known, depth);
        }
        match self.mean_over_rolls(position, depth.plies(), player, levels) {
            Ok(verdict) => (verdict, depth),
            Err(Stopped) => (self.without_doubling(position, player), Depth::ONE),
        }
    }

    /// How many replies to each roll the large network judges, see [`crate::Filter::replies`].
    fn replies_kept(&self) -> usize {
        self.settings.filter.replies
    }
}

/// Outcomes of bearoffs that the tables of a game know.
// A function of the settings: the evaluator lends the network its scratch memory meanwhile.
fn exact(settings: &Settings, game: Game) -> impl Fn(&Position) -> Option<Outcomes> {
    let tables = settings.tables.as_deref().filter(|_| game.bears_off_as_backgammon());
    let most = game.largest_win();
    move |position: &Position| Some(tables?.outcomes(position)?.at_most(most))
}
