//! Positions and plays, judged.

use crate::{
    bearoff::Tables,
    cube::{CubeValues, CubeVerdict, Ladder},
    filter::{Filter, FilterName, Keep},
    memo::{self, EvaluationCache, Kept, MOST_VALUES},
    network::{
        Network,
        prepared::{EMPTY, PreparedNetwork, Scratches},
    },
    probabilities::{OUTCOMES, Outcomes, Probabilities},
};
use rayon::prelude::*;
use sheshbesh_movegen::{Class, Dice, Plays, Position};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// A network ready to judge positions, with the memory that it needs for that.
///
/// One thread uses one evaluator; clones share the network, the tables and the cache. Player **A** is
/// the one on roll in the positions that are asked about, see [`Ladder`].
pub struct Evaluator {
    network: Arc<PreparedNetwork>,
    tables: Option<Arc<Tables>>,
    cache: Option<Arc<EvaluationCache>>,
    ladder: Arc<Ladder>,
    filter: Filter,
    /// Whether the searches of one decision are shared among rayon's threads.
    parallel: bool,
    /// Says in cache keys what is asked: which filter and which stakes.
    question: u64,
    /// For A, and for B, what each outcome of the opponent who is on roll after a play is worth.
    worth_after_play: [[f32; OUTCOMES]; 2],
    scratch: Scratches,
    outcomes: Vec<Outcomes>,
    nodes: Vec<Node>,
}

/// A legal play with what it is worth, in the view of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The resulting position, seen by the opponent.
    pub position: Position,
    /// Cubeless probabilities.
    pub probabilities: Probabilities,
    /// Points per game at the present cube: cubeless or cubeful, as the ladder says; in a match on the
    /// scale of [`Ladder::points`].
    pub equity: f32,
    /// What the ladder counts: points per game, or the chance to win the match.
    pub worth: f32,
    /// How deep it was searched.
    pub ply: u32,
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
#[derive(Default)]
struct Node {
    plays: Plays,
    /// Results of all rolls that are still in question.
    results: Vec<Position>,
    /// Where those of each roll end.
    ends: [usize; Dice::ALL.len()],
    outcomes: Vec<Outcomes>,
    scores: Vec<f32>,
    best: Vec<(Position, Outcomes)>,
}

impl Clone for Evaluator {
    fn clone(&self) -> Self {
        Self {
            network: Arc::clone(&self.network),
            tables: self.tables.clone(),
            cache: self.cache.clone(),
            ladder: Arc::clone(&self.ladder),
            filter: self.filter,
            parallel: self.parallel,
            question: self.question,
            worth_after_play: self.worth_after_play,
            scratch: self.network.scratch(),
            outcomes: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl Evaluator {
    /// Prepares a network, for money games without a cube, with the default filter.
    ///
    /// # Panics
    /// When the network is not valid, see [`Network::validate`]; those read from files are.
    pub fn new(network: &Network) -> Self {
        let network = Arc::new(PreparedNetwork::new(network));
        let evaluator = Self {
            scratch: network.scratch(),
            network,
            tables: None,
            cache: None,
            ladder: Arc::new(Ladder::cubeless()),
            filter: FilterName::default().filter(),
            parallel: false,
            question: 0,
            worth_after_play: [[0.0; OUTCOMES]; 2],
            outcomes: Vec::new(),
            nodes: Vec::new(),
        };
        evaluator.with_ladder(Ladder::cubeless())
    }

    /// The same, looking up positions that tables know.
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        self.tables = Some(tables);
        self.ask();
        self
    }

    /// The same, remembering what it has searched in a cache that others may share.
    pub fn with_cache(mut self, cache: Arc<EvaluationCache>) -> Self {
        self.cache = Some(cache);
        self.ask();
        self
    }

    /// The same with another filter.
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self.ask();
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
        let worth = ladder.worth();
        // A's results are seen by B, who is on roll; B's by A.
        self.worth_after_play =
            [std::array::from_fn(|i| worth[(i + OUTCOMES / 2) % OUTCOMES]), worth.map(|w| -w)];
        self.ladder = Arc::new(ladder);
        self.ask();
    }

    /// Tells the questions of one evaluator from those of another, where a cache needs to know.
    fn ask(&mut self) {
        if self.cache.is_some() {
            let mut hasher = DefaultHasher::new();
            format!("{:?} {:?} {}", self.filter, self.ladder, self.tables.is_some())
                .hash(&mut hasher);
            self.question = hasher.finish();
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
        let tables = self.tables.as_deref();
        self.network.evaluate(&mut self.scratch, tables, base, positions, &mut self.outcomes);
        &self.outcomes
    }

    /// Outcomes at 1-ply for the player on roll.
    pub fn outcomes(&mut self, position: &Position) -> Outcomes {
        self.outcomes_near(&EMPTY, std::slice::from_ref(position))[0]
    }

    /// The best play at 1-ply among resulting positions, each seen by the opponent: its place
    /// and the opponent's outcomes after it. `before` is the position before the roll.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn best_of(&mut self, before: &Position, results: &[Position]) -> (usize, Outcomes) {
        let worth = self.worth_after_play[0];
        let outcomes = self.outcomes_near(&before.swapped(), results);
        let place = most(outcomes, &worth);
        (place, outcomes[place])
    }

    /// The place of the best play among resulting positions, each seen by the opponent. Deeper
    /// than 1-ply, the filter says which are searched.
    ///
    /// # Panics
    /// When there are no positions.
    pub fn choose(&mut self, before: &Position, results: &[Position], ply: u32) -> usize {
        if results.len() == 1 {
            return 0;
        }
        if ply <= 1 && !self.ladder.is_cubeful() {
            return self.best_of(before, results).0;
        }
        let judged = self.judge(before, results, ply);
        let best = judged.iter().max_by(|a, b| {
            a.ply.cmp(&b.ply).then(a.worth.total_cmp(&b.worth)).then(b.place.cmp(&a.place))
        });
        best.expect("a roll has a result, the turn passed at least").place
    }

    /// The resulting position, seen by the opponent, of the best play at 1-ply; the turn passed
    /// where there is none.
    pub fn best_play(&mut self, position: &Position, dice: Dice) -> Position {
        let mut node = self.nodes.pop().unwrap_or_default();
        let results = node.plays.generate_or_pass(position, dice);
        let best = results[self.best_of(position, results).0];
        self.nodes.push(node);
        best
    }

    /// All legal plays, best first: those searched deepest before the others, equal ones in the order
    /// of their resulting positions. Only the turn passed where there is none.
    pub fn rank(&mut self, position: &Position, dice: Dice, ply: u32) -> Vec<RankedPlay> {
        let mut node = self.nodes.pop().unwrap_or_default();
        let results = node.plays.generate_or_pass(position, dice);
        let ladder = Arc::clone(&self.ladder);
        let mut ranked: Vec<RankedPlay> = self
            .judge(position, results, ply)
            .into_iter()
            .map(|judged| {
                let probabilities = Probabilities::from(judged.verdict.outcomes.swapped());
                RankedPlay {
                    position: results[judged.place],
                    probabilities,
                    equity: ladder.points(judged.worth),
                    worth: judged.worth,
                    ply: judged.ply,
                }
            })
            .collect();
        self.nodes.push(node);
        ranked.sort_by(|a, b| {
            let deeper = b.ply.cmp(&a.ply);
            deeper.then(b.worth.total_cmp(&a.worth)).then(a.position.cmp(&b.position))
        });
        ranked
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
        self.mean_over_rolls(position, 2, true).outcomes
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
        let mut node = self.nodes.pop().unwrap_or_default();
        self.best_replies(position, true, self.filter.replies, &mut node);
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
        match self.known(position, ply, true) {
            Some(known) => known,
            None => self.mean_over_rolls(position, ply, true),
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

    /// What the two-sided table knows, when it counts what the ladder counts.
    fn exact_money(&self, position: &Position) -> Option<crate::bearoff::CubeEquities> {
        if position.class() != Class::Bearoff || self.ladder.is_match() || !self.ladder.is_cubeful()
        {
            return None;
        }
        self.tables.as_ref()?.equities(position)
    }

    /// The verdict on a position that needs no search.
    fn known(&mut self, position: &Position, ply: u32, a_is_on_roll: bool) -> Option<Verdict> {
        let class = position.class();
        // Without a cube the tables know it all; with one, a match is still searched.
        let in_tables = class == Class::Bearoff
            && self.tables.is_some()
            && (!self.ladder.is_cubeful() || self.exact_money(position).is_some());
        if ply > 1 && class != Class::Over && !in_tables {
            return None;
        }
        let outcomes = self.outcomes(position);
        Some(self.leaf(position, outcomes, a_is_on_roll))
    }

    /// The verdict on a position that is looked at no further.
    fn leaf(&self, position: &Position, outcomes: Outcomes, a_is_on_roll: bool) -> Verdict {
        if let Some(exact) = self.exact_money(position) {
            return Verdict { outcomes, values: self.ladder.exact(&exact, a_is_on_roll) };
        }
        let of_a = if a_is_on_roll { outcomes } else { outcomes.swapped() };
        Verdict { outcomes, values: self.ladder.leaf(&of_a, position.class()) }
    }

    /// The verdict when whoever is on roll may double before rolling.
    fn before_cube(&self, verdict: Verdict, a_is_on_roll: bool) -> Verdict {
        Verdict { values: self.ladder.with_doubling(&verdict.values, a_is_on_roll), ..verdict }
    }

    /// A verdict on a position within a search or a rollout: whoever is on roll may double first.
    pub(crate) fn within(&mut self, position: &Position, ply: u32, a_is_on_roll: bool) -> Verdict {
        if let Some(known) = self.known(position, ply, a_is_on_roll) {
            return self.before_cube(known, a_is_on_roll);
        }
        let key = self.cache.is_some().then(|| {
            let question = self.question ^ u64::from(ply) << 1 ^ u64::from(a_is_on_roll);
            memo::key(position, question)
        });
        let places = self.ladder.places();
        let fits = places <= MOST_VALUES;
        if let (Some(cache), Some(key), true) = (&self.cache, key, fits)
            && let Some(kept) = cache.get(key)
        {
            let mut values = Ladder::no_values();
            values[..places].copy_from_slice(&kept.values[..places]);
            return Verdict { outcomes: kept.outcomes, values };
        }
        let verdict = self.mean_over_rolls(position, ply, a_is_on_roll);
        let verdict = self.before_cube(verdict, a_is_on_roll);
        if let (Some(cache), Some(key), true) = (&self.cache, key, fits) {
            let mut values = [0.0; MOST_VALUES];
            values[..places].copy_from_slice(&verdict.values[..places]);
            cache.put(key, &Kept { outcomes: verdict.outcomes, values });
        }
        verdict
    }

    fn mean_over_rolls(&mut self, position: &Position, ply: u32, a_is_on_roll: bool) -> Verdict {
        let mut node = self.nodes.pop().unwrap_or_default();
        self.best_replies(position, a_is_on_roll, self.filter.replies, &mut node);
        let mut mean = MeanVerdict::new(self.ladder.places());
        for ((reply, outcomes), dice) in node.best.iter().zip(Dice::ALL) {
            let verdict = if ply <= 2 {
                let leaf = self.leaf(reply, *outcomes, !a_is_on_roll);
                self.before_cube(leaf, !a_is_on_roll)
            } else {
                self.within(reply, ply - 1, !a_is_on_roll)
            };
            mean.add(&verdict, dice.probability() as f32);
        }
        self.nodes.push(node);
        mean.verdict
    }

    /// For each roll the best resulting position by 1-ply, and the outcomes of it. The large network
    /// judges the `most_replies` of each roll that the small one likes best; all when that is 0.
    fn best_replies(
        &mut self,
        position: &Position,
        a_is_on_roll: bool,
        most_replies: usize,
        node: &mut Node,
    ) {
        node.results.clear();
        for (dice, end) in Dice::ALL.into_iter().zip(&mut node.ends) {
            node.results.extend_from_slice(node.plays.generate_or_pass(position, dice));
            *end = node.results.len();
        }
        let worth = self.worth_after_play[usize::from(!a_is_on_roll)];
        let base = position.swapped();
        if most_replies > 0
            && self.network.prune_scores(
                &mut self.scratch,
                &base,
                &node.results,
                &worth,
                &mut node.scores,
            )
        {
            keep_foremost(&mut node.results, &mut node.ends, &mut node.scores, most_replies);
        }
        let tables = self.tables.as_deref();
        self.network.evaluate(&mut self.scratch, tables, &base, &node.results, &mut node.outcomes);
        node.best.clear();
        let mut first = 0;
        for end in node.ends {
            let place = first + most(&node.outcomes[first..end], &worth);
            node.best.push((node.results[place], node.outcomes[place]));
            first = end;
        }
    }

    /// What a roll's luck is measured by: for each of the 21 rolls the verdict at 1-ply after the best
    /// reply. Luck has mean zero whichever replies are judged, so few will do, whatever the filter.
    pub(crate) fn replies(
        &mut self,
        position: &Position,
        a_is_on_roll: bool,
        replies: &mut Vec<Verdict>,
    ) {
        let mut node = self.nodes.pop().unwrap_or_default();
        self.best_replies(position, a_is_on_roll, LUCK_REPLIES, &mut node);
        replies.clear();
        for (reply, outcomes) in &node.best {
            let leaf = self.leaf(reply, *outcomes, !a_is_on_roll);
            replies.push(self.before_cube(leaf, !a_is_on_roll));
        }
        self.nodes.push(node);
    }

    /// The best play of a roll for whoever is on roll, looking as far as `ply`.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        ply: u32,
        a_is_on_roll: bool,
    ) -> Position {
        let mut node = self.nodes.pop().unwrap_or_default();
        let results = node.plays.generate_or_pass(position, dice);
        let worth = self.worth_after_play[usize::from(!a_is_on_roll)];
        let outcomes = self.outcomes_near(&position.swapped(), results);
        let mut order: Vec<(f32, usize)> =
            outcomes.iter().enumerate().map(|(place, o)| (o.worth(&worth), place)).collect();
        for (deeper, keep) in (2..=ply).zip(self.filter.plays) {
            order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let worst = order[0].0 - keep.margin;
            order.truncate(keep.most);
            order.retain(|&(score, _)| score >= worst);
            for (score, place) in &mut order {
                let verdict = self.within(&results[*place], deeper, !a_is_on_roll);
                *score = verdict.outcomes.worth(&worth);
            }
        }
        let best = order.iter().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let best = results[best.expect("a roll has a result").1];
        self.nodes.push(node);
        best
    }

    /// The 1-ply verdict on a position in the course of a game if nobody doubles now.
    pub(crate) fn without_doubling(&mut self, position: &Position, a_is_on_roll: bool) -> Verdict {
        let outcomes = self.outcomes(position);
        self.leaf(position, outcomes, a_is_on_roll)
    }

    /// Whether the tables end a game here, and how.
    pub(crate) fn ended_by_tables(
        &mut self,
        position: &Position,
        a_is_on_roll: bool,
    ) -> Option<Verdict> {
        if position.class() != Class::Bearoff {
            return None;
        }
        let known = self.known(position, 2, a_is_on_roll)?;
        Some(self.before_cube(known, a_is_on_roll))
    }

    /// Judges resulting positions, deeper and deeper those that the filter keeps.
    fn judge(&mut self, before: &Position, results: &[Position], ply: u32) -> Vec<Judged> {
        let outcomes = self.outcomes_near(&before.swapped(), results).to_vec();
        let mut judged: Vec<Judged> = outcomes
            .into_iter()
            .enumerate()
            .map(|(place, outcomes)| {
                let leaf = self.leaf(&results[place], outcomes, false);
                let verdict = self.before_cube(leaf, false);
                Judged { place, ply: 1, worth: self.ladder.present(&verdict.values), verdict }
            })
            .collect();
        for (deeper, keep) in (2..=ply).zip(self.filter.plays) {
            judged.sort_by(|a, b| {
                b.ply.cmp(&a.ply).then(b.worth.total_cmp(&a.worth)).then(a.place.cmp(&b.place))
            });
            let kept = self.foremost(&judged, keep);
            let positions: Vec<Position> =
                judged[..kept].iter().map(|j| results[j.place]).collect();
            for (judged, verdict) in judged.iter_mut().zip(self.search_all(&positions, deeper)) {
                judged.worth = self.ladder.present(&verdict.values);
                (judged.verdict, judged.ply) = (verdict, deeper);
            }
        }
        judged
    }

    /// How many of the plays, best first, go on.
    fn foremost(&self, judged: &[Judged], keep: Keep) -> usize {
        let deepest = judged[0].ply;
        let best = self.ladder.points(judged[0].worth);
        let within = judged.iter().take(keep.most).take_while(|judged| {
            judged.ply == deepest && best - self.ladder.points(judged.worth) <= keep.margin
        });
        within.count().max(1)
    }

    /// Verdicts on positions with B on roll.
    fn search_all(&mut self, positions: &[Position], ply: u32) -> Vec<Verdict> {
        if !self.parallel || ply < 3 {
            return positions.iter().map(|position| self.within(position, ply, false)).collect();
        }
        // Each reply to each roll is a piece of work of its own.
        let mut pieces = Vec::new();
        let mut verdicts: Vec<Option<Verdict>> = Vec::new();
        for (place, position) in positions.iter().enumerate() {
            let known = self.known(position, ply, false);
            verdicts.push(known.map(|known| self.before_cube(known, false)));
            if verdicts[place].is_none() {
                let mut node = self.nodes.pop().unwrap_or_default();
                self.best_replies(position, false, self.filter.replies, &mut node);
                pieces.extend(
                    node.best.iter().zip(Dice::ALL).map(|(best, dice)| (place, best.0, dice)),
                );
                self.nodes.push(node);
            }
        }
        let this = &*self;
        let searched: Vec<Verdict> = pieces
            .par_iter()
            .map_init(
                || this.clone(),
                |evaluator, (_, reply, _)| evaluator.within(reply, ply - 1, true),
            )
            .collect();
        let mut means = vec![MeanVerdict::new(self.ladder.places()); positions.len()];
        for ((place, _, dice), verdict) in pieces.iter().zip(&searched) {
            means[*place].add(verdict, dice.probability() as f32);
        }
        verdicts
            .into_iter()
            .zip(means)
            .map(|(known, mean)| known.unwrap_or_else(|| self.before_cube(mean.verdict, false)))
            .collect()
    }
}

/// A play on its way through the filter.
struct Judged {
    place: usize,
    ply: u32,
    /// Of the resulting position, for A.
    worth: f32,
    verdict: Verdict,
}

/// A mean of verdicts on positions after a roll, for the player who rolled.
#[derive(Clone)]
struct MeanVerdict {
    verdict: Verdict,
    places: usize,
}

impl MeanVerdict {
    fn new(places: usize) -> Self {
        let values = Ladder::no_values();
        Self { verdict: Verdict { outcomes: Outcomes::default(), values }, places }
    }

    fn add(&mut self, after: &Verdict, weight: f32) {
        let sums = &mut self.verdict;
        sums.outcomes.add(after.outcomes.swapped(), weight);
        for (sum, value) in sums.values[..self.places].iter_mut().zip(after.values) {
            *sum += value * weight;
        }
    }
}

/// The place of the outcomes that are worth most, the first of equal ones.
fn most(outcomes: &[Outcomes], worth: &[f32; OUTCOMES]) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, outcomes) in outcomes.iter().enumerate() {
        let worth = outcomes.worth(worth);
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}

/// Of each roll's results, leaves the `most` with the highest finite scores and those with infinite
/// ones, in their order.
fn keep_foremost(
    results: &mut Vec<Position>,
    ends: &mut [usize; Dice::ALL.len()],
    scores: &mut [f32],
    most: usize,
) {
    let (mut first, mut kept) = (0, 0);
    for end in ends {
        let scores = &mut scores[first..*end];
        let limit = if scores.len() > most {
            let mut highest = [f32::NEG_INFINITY; MOST_REPLIES];
            let highest = &mut highest[..most.min(MOST_REPLIES)];
            // Those that are looked at anyway must not crowd out the others.
            for mut score in scores.iter().copied().filter(|score| score.is_finite()) {
                for place in &mut *highest {
                    if score > *place {
                        std::mem::swap(place, &mut score);
                    }
                }
            }
            highest[highest.len() - 1]
        } else {
            f32::NEG_INFINITY
        };
        for (i, &score) in scores.iter().enumerate() {
            if score >= limit {
                results[kept] = results[first + i];
                kept += 1;
            }
        }
        first = *end;
        *end = kept;
    }
    results.truncate(kept);
}

/// So many of each roll tell a rollout's luck. Three and four serve equally well for the time that
/// they take, fewer and more serve worse.
const LUCK_REPLIES: usize = 3;
/// No filter keeps more replies.
const MOST_REPLIES: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use sheshbesh_movegen::{Checkers, Variant};

    #[test]
    fn replies_that_are_looked_at_anyway_crowd_out_no_others() {
        let place =
            |n: u8| Position::from_sides(Checkers::NONE.with(n, 15), Checkers::NONE.with(1, 15));
        let anyway = f32::INFINITY;
        // The first roll has five replies, the second one, the others none.
        let mut results: Vec<Position> = (1..=6).map(place).collect();
        let mut ends = [6; Dice::ALL.len()];
        ends[0] = 5;
        let mut scores = [anyway, 0.1, anyway, 0.3, 0.2, -1.0];
        keep_foremost(&mut results, &mut ends, &mut scores, 2);
        assert_eq!(results, [1, 3, 4, 5, 6].map(place));
        assert_eq!((ends[0], ends[1]), (4, 5));
        assert!(ends[1..].iter().all(|&end| end == 5));
    }

    #[test]
    fn what_pruning_loses_at_a_roll_is_told_by_the_reply() {
        let all = Filter { replies: 0, ..Filter::default() };
        let mut whole = Evaluator::new(Network::shipped()).with_filter(all);
        let mut pruned = whole.clone().with_filter(Filter { replies: 1, ..all });
        let mut plays = Plays::new();
        let (mut lost, mut position) = (0.0, Variant::Backgammon.start());
        for turn in 0..40 {
            let mean = pruned.search(&position, 2).equity();
            let mut corrected = mean;
            for dice in Dice::ALL {
                let (again, kept) = pruned.look_ahead_and_reply(&position, dice);
                assert!((again.equity() - mean).abs() < 1e-5);
                let results = plays.generate_or_pass(&position, dice);
                let best = whole.best_of(&position, results).1.swapped().equity();
                assert!(best > kept.equity() - 1e-5);
                lost += best - kept.equity();
                corrected += dice.probability() as f32 * (best - kept.equity());
            }
            let want = whole.search(&position, 2).equity();
            assert!((corrected - want).abs() < 1e-4, "{corrected}, not {want}");
            let next = whole.best_play(&position, Dice::ALL[turn % Dice::ALL.len()]);
            position = if next.result().is_some() { Variant::Backgammon.start() } else { next };
        }
        assert!(lost > 0.1, "nothing was pruned: {lost}");
    }
}
