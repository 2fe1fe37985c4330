//! Looking ahead: the mean over all rolls of what follows the best reply to each.

use super::{Evaluator, Node, Verdict};
use crate::{
    cube::{CubeValues, Ladder, Player, Rungs},
    memo::{self, Kept, MOST_VALUES},
    work,
};
use sheshbesh_movegen::{Class, Dice, Position};
use sheshbesh_network::Outcomes;

impl Evaluator {
    /// What the two-sided table knows, when it counts what the ladder counts.
    pub(super) fn exact_money(&self, position: &Position) -> Option<crate::bearoff::CubeEquities> {
        if position.class() != Class::Bearoff || self.ladder.is_match() || !self.ladder.is_cubeful()
        {
            return None;
        }
        self.tables.as_ref()?.equities(position)
    }

    /// The verdict on a position that needs no search, with the cube on any rung.
    pub(super) fn known(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
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
        Some(self.leaf(position, outcomes, on_roll))
    }

    /// The verdict on a position that is looked at no further.
    pub(super) fn leaf(&self, position: &Position, outcomes: Outcomes, on_roll: Player) -> Verdict {
        if let Some(exact) = self.exact_money(position) {
            return Verdict { outcomes, values: Ladder::exact(&exact, on_roll) };
        }
        let of_a = on_roll.outcomes(outcomes);
        Verdict { outcomes, values: self.ladder.leaf(&of_a, position.class()) }
    }

    /// The verdict when whoever is on roll may double before rolling.
    pub(super) fn before_cube(&self, verdict: Verdict, on_roll: Player) -> Verdict {
        Verdict { values: self.ladder.with_doubling(&verdict.values, on_roll), ..verdict }
    }

    /// A verdict on a position within a search or a rollout: whoever is on roll may double first.
    /// It tells the values on `rungs` alone, and the outcomes of play for the first of them.
    pub(crate) fn within(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        rungs: Rungs,
    ) -> Verdict {
        if let Some(known) = self.known(position, ply, on_roll) {
            return self.before_cube(known, on_roll);
        }
        let Some(cache) = self.cache.clone() else {
            return self.searched(position, ply, on_roll, rungs);
        };
        let key = memo::key(position, &(self.context, ply, on_roll, rungs));
        let places = || self.ladder.reachable(rungs);
        if let Some(kept) = cache.get(key) {
            let mut values = CubeValues::ZERO;
            places().zip(kept.values).for_each(|(place, value)| *values.at(place) = value);
            return Verdict { outcomes: kept.outcomes, values };
        }
        let mut verdict = self.searched(position, ply, on_roll, rungs);
        let mut values = [0.0; MOST_VALUES];
        debug_assert!(self.ladder.reachable(rungs).count() <= MOST_VALUES, "{rungs:?}");
        for (value, place) in values.iter_mut().zip(self.ladder.reachable(rungs)) {
            *value = *verdict.values.at(place);
        }
        cache.put(key, &Kept { outcomes: verdict.outcomes, values });
        verdict
    }

    /// The same, of a position that is neither known nor kept.
    fn searched(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        rungs: Rungs,
    ) -> Verdict {
        let rolled = self.ladder.before_doubling(rungs, on_roll);
        let verdict = self.mean_over_rolls(position, ply, on_roll, rolled);
        self.before_cube(verdict, on_roll)
    }

    /// The verdict on a position whose player does not double: for each rung the mean over the
    /// rolls of what follows the play that is best there.
    pub(super) fn mean_over_rolls(
        &mut self,
        position: &Position,
        ply: u32,
        on_roll: Player,
        rungs: Rungs,
    ) -> Verdict {
        let mut node = self.idle_node();
        self.best_replies(position, on_roll, rungs, self.filter.replies, &mut node);
        let mut mean = MeanVerdict::new(rungs);
        for (roll, dice) in Dice::ALL.into_iter().enumerate() {
            for (same, (reply, outcomes)) in node.replies(roll, rungs) {
                let verdict = if ply <= 2 {
                    let leaf = self.leaf(&reply, outcomes, !on_roll);
                    self.before_cube(leaf, !on_roll)
                } else {
                    self.within(&reply, ply - 1, !on_roll, same)
                };
                mean.add(&verdict, same, dice);
            }
        }
        self.nodes.push(node);
        mean.verdict
    }

    /// Verdicts on positions with B on roll, for the present cube.
    pub(super) fn search_all(&mut self, positions: &[Position], ply: u32) -> Vec<Verdict> {
        let on_roll = Player::B;
        if !self.parallel || ply < 3 {
            return positions
                .iter()
                .map(|position| self.within(position, ply, on_roll, Rungs::PRESENT))
                .collect();
        }
        // Each reply to each roll is a piece of work of its own.
        struct Piece {
            place: usize,
            reply: Position,
            rungs: Rungs,
            dice: Dice,
        }
        let mut pieces = Vec::new();
        let mut verdicts: Vec<Option<Verdict>> = Vec::new();
        let rungs = self.ladder.before_doubling(Rungs::PRESENT, on_roll);
        for (place, position) in positions.iter().enumerate() {
            let known = self.known(position, ply, on_roll);
            verdicts.push(known.map(|known| self.before_cube(known, on_roll)));
            if verdicts[place].is_none() {
                let mut node = self.idle_node();
                self.best_replies(position, on_roll, rungs, self.filter.replies, &mut node);
                for (roll, dice) in Dice::ALL.into_iter().enumerate() {
                    pieces.extend(node.replies(roll, rungs).map(|(rungs, (reply, _))| Piece {
                        place,
                        reply,
                        rungs,
                        dice,
                    }));
                }
                self.nodes.push(node);
            }
        }
        let this = &*self;
        let searched = work::map(
            &pieces,
            || this.clone(),
            |evaluator, piece| evaluator.within(&piece.reply, ply - 1, !on_roll, piece.rungs),
        );
        let mut means = vec![MeanVerdict::new(rungs); positions.len()];
        for (piece, verdict) in pieces.iter().zip(&searched) {
            means[piece.place].add(verdict, piece.rungs, piece.dice);
        }
        verdicts
            .into_iter()
            .zip(means)
            .map(|(known, mean)| known.unwrap_or_else(|| self.before_cube(mean.verdict, on_roll)))
            .collect()
    }

    /// The best play of a roll for whoever is on roll, looking as far as `ply`, with the cube on a
    /// rung for good.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        ply: u32,
        on_roll: Player,
        rung: u8,
    ) -> Position {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let worth = self.worth_after_play(on_roll, rung);
        let outcomes = self.outcomes_near(&position.swapped(), results);
        let mut order: Vec<(f32, usize)> =
            outcomes.iter().enumerate().map(|(place, o)| (o.worth(&worth), place)).collect();
        for (deeper, keep) in (2..=ply).zip(self.filter.plays) {
            order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let worst = order[0].0 - keep.margin;
            order.truncate(keep.most);
            order.retain(|&(score, _)| score >= worst);
            for (score, place) in &mut order {
                let verdict = self.within(&results[*place], deeper, !on_roll, Rungs::only(rung));
                *score = verdict.outcomes.worth(&worth);
            }
        }
        let best = order.iter().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let best = results[best.expect("a roll has a result").1];
        self.nodes.push(node);
        best
    }

    /// The 1-ply verdict on a position in the course of a game if nobody doubles now.
    pub(crate) fn without_doubling(&mut self, position: &Position, on_roll: Player) -> Verdict {
        let outcomes = self.outcomes(position);
        self.leaf(position, outcomes, on_roll)
    }

    /// Whether the tables end a game here, and how.
    pub(crate) fn ended_by_tables(
        &mut self,
        position: &Position,
        on_roll: Player,
    ) -> Option<Verdict> {
        if position.class() != Class::Bearoff {
            return None;
        }
        let known = self.known(position, 2, on_roll)?;
        Some(self.before_cube(known, on_roll))
    }
}

impl Node {
    /// The best replies to a roll: each with the rungs in a row on which it is the best.
    fn replies(
        &self,
        roll: usize,
        rungs: Rungs,
    ) -> impl Iterator<Item = (Rungs, (Position, Outcomes))> {
        let mut next = Some(rungs.first);
        std::iter::from_fn(move || {
            let first = next?;
            let at = |rung: u8| self.best[usize::from(rung - rungs.first) * Dice::ALL.len() + roll];
            let best = at(first);
            let last = (first..rungs.last).find(|&rung| at(rung + 1).0 != best.0);
            next = last.map(|rung| rung + 1);
            Some((Rungs { first, last: last.unwrap_or(rungs.last) }, best))
        })
    }
}

/// A mean of verdicts on positions after a roll, for the player who rolled.
#[derive(Clone)]
struct MeanVerdict {
    verdict: Verdict,
    rungs: Rungs,
}

impl MeanVerdict {
    fn new(rungs: Rungs) -> Self {
        let verdict = Verdict { outcomes: Outcomes::default(), values: CubeValues::ZERO };
        Self { verdict, rungs }
    }

    /// Adds what follows a roll, on those rungs where it does.
    fn add(&mut self, after: &Verdict, rungs: Rungs, dice: Dice) {
        let weight = dice.probability() as f32;
        if rungs.first == self.rungs.first {
            self.verdict.outcomes.add(after.outcomes.swapped(), weight);
        }
        self.verdict.values.add(&after.values, rungs, weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        EvaluationCache, Filter, FilterName,
        cube::{Efficiency, MatchEquityTable},
        test_positions,
    };
    use sheshbesh_movegen::{BySide, Game, Situation, Stakes};
    use sheshbesh_network::Network;
    use std::{path::Path, sync::Arc};

    fn ladder(length: u16, score: u16) -> Ladder {
        let mut situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
        situation.stakes = Stakes::Match { length, crawford: false };
        situation.score = BySide { on_roll: score, opponent: score };
        let equities = MatchEquityTable::kazaross_xg2();
        Ladder::new(&situation, equities, Efficiency::default(), true).unwrap()
    }

    fn contact(count: usize) -> impl Iterator<Item = Position> {
        let all = test_positions(40).into_iter().filter(|p| p.class() == Class::Contact);
        all.step_by(97).take(count)
    }

    #[test]
    fn after_the_last_turn_of_the_cube_a_search_equals_one_at_double_match_point() {
        let filter = |name: FilterName| name.filter();
        let (mut worst, mut gammons_counted) = (0.0f32, 0);
        for (name, plies) in [(FilterName::None, 2..=2), (FilterName::Narrow, 2..=3)] {
            let evaluator = Evaluator::new(sheshbesh_weights::shipped()).with_filter(filter(name));
            let mut two_away = evaluator.clone().with_ladder(ladder(2, 0));
            let mut last_point = evaluator.with_ladder(ladder(2, 1));
            for (ply, position) in plies.flat_map(|ply| contact(12).map(move |p| (ply, p))) {
                let verdict = two_away.before_roll(&position, ply);
                let turned = two_away.ladder.double_take(&verdict.values);
                let dead = last_point.before_roll(&position, ply);
                let want = last_point.ladder.present(&dead.values);
                if name == FilterName::None {
                    assert!((turned - want).abs() < 1e-5, "{turned}, not {want}");
                }
                worst = worst.max((turned - want).abs());
                let win: f32 = verdict.outcomes.0[..3].iter().sum();
                gammons_counted += usize::from((win - want).abs() > 1e-3);
                let only = two_away.within(&position, ply, Player::B, Rungs::only(1));
                let same = last_point.within(&position, ply, Player::B, Rungs::PRESENT);
                assert_eq!(only.outcomes, same.outcomes);
            }
        }
        assert!(worst < 0.003, "{worst}");
        assert!(gammons_counted > 12, "{gammons_counted}");
    }

    #[test]
    fn a_cache_serves_all_cubes_of_a_match_and_changes_nothing() {
        for (length, score) in [(2, 0), (7, 0), (25, 0), (64, 3)] {
            let evaluator = Evaluator::new(sheshbesh_weights::shipped())
                .with_filter(FilterName::Narrow.filter())
                .with_ladder(ladder(length, score));
            let cache = Arc::new(EvaluationCache::new(4));
            let mut cached = evaluator.clone().with_cache(Arc::clone(&cache));
            let mut plain = evaluator;
            for position in contact(3) {
                let want = plain.cube(&position, 3, false, false);
                for _ in 0..2 {
                    assert_eq!(cached.cube(&position, 3, false, false), want);
                }
            }
            assert!(cache.kept() > 30, "{} of a match to {length}", cache.kept());
        }
    }

    #[test]
    fn networks_that_share_a_cache_do_not_take_each_others_verdicts() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../weights/full.weights");
        let other = Network::read(&path).unwrap();
        let filter = Filter { replies: 3, ..Filter::default() };
        let mut alone = [sheshbesh_weights::shipped(), &other]
            .map(|network| Evaluator::new(network).with_filter(filter));
        let cache = Arc::new(EvaluationCache::new(4));
        let mut sharing = alone.clone().map(|it| it.with_cache(Arc::clone(&cache)));
        for position in contact(3) {
            let want = alone.each_mut().map(|it| it.search(&position, 3));
            assert_ne!(want[0], want[1]);
            assert_eq!(sharing.each_mut().map(|it| it.search(&position, 3)), want);
        }
    }
}
