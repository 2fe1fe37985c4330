//! Positions and plays, judged.

mod ranking;
mod replies;
mod search;

use crate::{
    bearoff::Tables,
    cube::{CubeValues, CubeVerdict, Ladder, Player, Rungs},
    filter::{Filter, FilterName},
    memo::EvaluationCache,
};
pub use ranking::RankedPlay;
use sheshbesh_movegen::{Dice, Game, Plays, Position};
use sheshbesh_network::{FastNetwork, Network, OUTCOMES, Outcomes, Probabilities, Scratch};
use std::{
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
/// One thread uses one evaluator; clones share the network, the tables and the cache. Player **A** is
/// the one on roll in the positions that are asked about, see [`Ladder`].
pub struct Evaluator {
    network: Arc<FastNetwork>,
    /// By whose rules it plays on.
    game: Game,
    /// Tells this network from others that were prepared.
    number: u64,
    tables: Option<Arc<Tables>>,
    cache: Option<Arc<EvaluationCache>>,
    ladder: Arc<Ladder>,
    filter: Filter,
    /// Whether the searches of one decision are shared among rayon's threads.
    parallel: bool,
    /// Says in cache keys who is asked what: which network, which filter and which stakes.
    context: u64,
    scratch: Scratch,
    outcomes: Vec<Outcomes>,
    nodes: Vec<Node>,
}

/// What a search finds out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// Cubeless, for the player on roll.
    pub outcomes: Outcomes,
    /// For A, for every place of the cube.
    pub values: CubeValues,
}

/// The best replies to all rolls, and room to find them.
struct Node {
    plays: Plays,
    /// Results of all rolls that are still in question.
    results: Vec<Position>,
    /// Where those of each roll end.
    ends: [usize; Dice::ALL.len()],
    outcomes: Vec<Outcomes>,
    /// What outcomes are worth on each rung that is asked about.
    worths: Vec<[f32; OUTCOMES]>,
    scores: Vec<f32>,
    /// A reply to each roll for each rung of the cube.
    best: Vec<(Position, Outcomes)>,
}

impl Node {
    fn new(game: Game) -> Self {
        Self {
            plays: Plays::new(game),
            results: Vec::new(),
            ends: [0; Dice::ALL.len()],
            outcomes: Vec::new(),
            worths: Vec::new(),
            scores: Vec::new(),
            best: Vec::new(),
        }
    }
}

impl Clone for Evaluator {
    fn clone(&self) -> Self {
        Self {
            network: Arc::clone(&self.network),
            game: self.game,
            number: self.number,
            tables: self.tables.clone(),
            cache: self.cache.clone(),
            ladder: Arc::clone(&self.ladder),
            filter: self.filter,
            parallel: self.parallel,
            context: self.context,
            scratch: self.network.scratch(),
            outcomes: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl Evaluator {
    /// Prepares a network, for money games without a cube, with the default filter.
    pub fn new(network: &Network) -> Self {
        let fast = Arc::new(FastNetwork::new(network));
        let evaluator = Self {
            scratch: fast.scratch(),
            network: fast,
            game: network.game(),
            number: NETWORKS.fetch_add(1, Ordering::Relaxed),
            tables: None,
            cache: None,
            ladder: Arc::new(Ladder::cubeless()),
            filter: FilterName::default().filter(),
            parallel: false,
            context: 0,
            outcomes: Vec::new(),
            nodes: Vec::new(),
        };
        evaluator.with_ladder(Ladder::cubeless())
    }

    /// The game by whose rules it plays on: what its network learned.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Room to look for replies that nobody uses.
    fn idle_node(&mut self) -> Node {
        self.nodes.pop().unwrap_or_else(|| Node::new(self.game))
    }

    /// The same, looking up positions that tables know.
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        self.tables = Some(tables);
        self.update_context();
        self
    }

    /// The same, remembering what it has searched in a cache that others may share.
    pub fn with_cache(mut self, cache: Arc<EvaluationCache>) -> Self {
        self.cache = Some(cache);
        self.update_context();
        self
    }

    /// The same with another filter.
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self.update_context();
        self
    }

    /// The same, sharing the searches of one decision among rayon's threads; results are equal.
    pub fn in_parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    /// The same for other stakes, see [`Evaluator::set_ladder`].
    pub fn with_ladder(mut self, ladder: Ladder) -> Self {
        self.set_ladder(ladder);
        self
    }

    /// Counts other stakes from now on. The ladder's player A is the player on roll in what is
    /// asked next.
    pub fn set_ladder(&mut self, ladder: Ladder) {
        self.ladder = Arc::new(ladder);
        self.update_context();
    }

    /// Tells the questions of one evaluator from those of another, where a cache needs to know.
    fn update_context(&mut self) {
        if self.cache.is_some() {
            let mut hasher = DefaultHasher::new();
            self.number.hash(&mut hasher);
            format!("{:?} {:?} {}", self.filter, self.ladder, self.tables.is_some())
                .hash(&mut hasher);
            self.context = hasher.finish();
        }
    }

    /// What each outcome of the opponent, who is on roll after a play of a player, is worth to that
    /// player when the cube stays on a rung.
    fn worth_after_play(&self, player: Player, rung: u8) -> [f32; OUTCOMES] {
        let worth = self.ladder.worth(rung);
        match player {
            Player::A => std::array::from_fn(|i| worth[(i + OUTCOMES / 2) % OUTCOMES]),
            Player::B => worth.map(|worth| -worth),
        }
    }

    /// The stakes.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// The tables, where it has them.
    pub fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref()
    }

    /// Outcomes at 1-ply of the positions that a roll leads to, or of any others; each for its
    /// player on roll. The more the positions have in common with `base`, the faster it is.
    pub fn outcomes_near(&mut self, base: &Position, positions: &[Position]) -> &[Outcomes] {
        let exact = |position: &Position| self.tables.as_ref()?.outcomes(position);
        self.network.evaluate(&mut self.scratch, exact, base, positions, &mut self.outcomes);
        &self.outcomes
    }

    /// Outcomes at 1-ply for the player on roll.
    pub fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.outcomes_near(&FastNetwork::EMPTY, std::slice::from_ref(position))[0]
    }

    /// Probabilities for the player on roll.
    ///
    /// 1-ply is the network's verdict; 2-ply the mean over the 21 rolls after the best reply to each by 1-ply;
    /// 3-ply the mean of the 2-ply verdicts after those replies, and so on. (GNU Backgammon counts one less.)
    pub fn evaluate(&mut self, position: &Position, ply: u32) -> Probabilities {
        self.search(position, ply).into()
    }

    /// Outcomes for the player on roll; as [`Evaluator::evaluate`].
    pub fn search(&mut self, position: &Position, ply: u32) -> Outcomes {
        self.before_roll(position, ply).outcomes
    }

    /// The mean over the 21 rolls, whatever tables say of the position itself.
    pub fn look_ahead(&mut self, position: &Position) -> Outcomes {
        self.mean_over_rolls(position, 2, Player::A, Rungs::PRESENT).outcomes
    }

    /// Outcomes at 2-ply for the player on roll, and at 1-ply after the best reply to `dice` among
    /// those that the filter leaves.
    ///
    /// What pruning loses at a roll is the difference of the best of all replies to that one; its
    /// mean over the rolls is what the 2-ply verdict lacks.
    pub fn look_ahead_and_reply(
        &mut self,
        position: &Position,
        dice: Dice,
    ) -> (Outcomes, Outcomes) {
        let mut node = self.idle_node();
        self.best_replies(position, Player::A, Rungs::PRESENT, self.filter.replies, &mut node);
        let (mut mean, mut after_dice) = (Outcomes::default(), Outcomes::default());
        for ((_, after), other) in node.best.iter().zip(Dice::ALL) {
            let after = after.swapped();
            mean.add(after, other.probability() as f32);
            if other == dice {
                after_dice = after;
            }
        }
        self.nodes.push(node);
        (mean, after_dice)
    }

    /// A verdict on a position with A on roll, not yet considering that he may double.
    pub fn before_roll(&mut self, position: &Position, ply: u32) -> Verdict {
        let rungs = self.ladder.before_doubling(Rungs::PRESENT, Player::A);
        match self.known(position, ply, Player::A) {
            Some(known) => known,
            None => self.mean_over_rolls(position, ply, Player::A, rungs),
        }
    }

    /// What A, who is on roll, should do with the cube. Where the two-sided table knows the
    /// answer for money, it is exact.
    pub fn cube(
        &mut self,
        position: &Position,
        ply: u32,
        beavers: bool,
        own_cube: bool,
    ) -> CubeVerdict {
        let verdict = self.before_roll(position, ply);
        let mut cube = CubeVerdict::new(&self.ladder, &verdict.values, beavers, own_cube);
        let exact = self.exact_money(position).and_then(|_| {
            let homes = [position.own(), position.opponent()].map(crate::bearoff::Home::of);
            let [Some(own), Some(opponent)] = homes else { return None };
            self.tables.as_ref()?.two_sided().decisions(own, opponent)
        });
        if let Some(decisions) = exact.filter(|_| cube.may_double) {
            let decision = decisions[usize::from(own_cube)];
            (cube.no_double, cube.double_take) = (decision.no_double, decision.double_take);
        }
        cube
    }
}
