//! Looking ahead: the mean over all rolls of what follows the best reply to each.

use super::{Evaluator, Verdict};
use crate::{
    cube::Ladder,
    memo::{self, Kept, MOST_VALUES},
    probabilities::Outcomes,
};
use rayon::prelude::*;
use sheshbesh_movegen::{Class, Dice, Position};

impl Evaluator {
    /// What the two-sided table knows, when it counts what the ladder counts.
    pub(super) fn exact_money(&self, position: &Position) -> Option<crate::bearoff::CubeEquities> {
        if position.class() != Class::Bearoff || self.ladder.is_match() || !self.ladder.is_cubeful()
        {
            return None;
        }
        self.tables.as_ref()?.equities(position)
    }

    /// The verdict on a position that needs no search.
    pub(super) fn known(
        &mut self,
        position: &Position,
        ply: u32,
        a_is_on_roll: bool,
    ) -> Option<Verdict> {
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
    pub(super) fn leaf(
        &self,
        position: &Position,
        outcomes: Outcomes,
        a_is_on_roll: bool,
    ) -> Verdict {
        if let Some(exact) = self.exact_money(position) {
            return Verdict { outcomes, values: self.ladder.exact(&exact, a_is_on_roll) };
        }
        let of_a = if a_is_on_roll { outcomes } else { outcomes.swapped() };
        Verdict { outcomes, values: self.ladder.leaf(&of_a, position.class()) }
    }

    /// The verdict when whoever is on roll may double before rolling.
    pub(super) fn before_cube(&self, verdict: Verdict, a_is_on_roll: bool) -> Verdict {
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

    pub(super) fn mean_over_rolls(
        &mut self,
        position: &Position,
        ply: u32,
        a_is_on_roll: bool,
    ) -> Verdict {
        let mut node = self.idle_node();
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

    /// Verdicts on positions with B on roll.
    pub(super) fn search_all(&mut self, positions: &[Position], ply: u32) -> Vec<Verdict> {
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
                let mut node = self.idle_node();
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

    /// The best play of a roll for whoever is on roll, looking as far as `ply`.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        ply: u32,
        a_is_on_roll: bool,
    ) -> Position {
        let mut node = self.idle_node();
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
