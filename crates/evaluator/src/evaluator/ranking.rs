//! The plays of a roll, judged and ranked.

use super::{Evaluator, replies::most};
use crate::{
    cube::{CubeValues, Levels, NodeVerdict, Player},
    depth::Depth,
    filter::MoveFilter,
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position};
use sheshbesh_network::Probabilities;

/// A legal play with what it is worth, in the view of the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The resulting position, seen by the opponent.
    pub position: Position,
    /// Cubeless probabilities.
    pub probabilities: Probabilities,
    /// Points per game at the present cube: cubeless or cubeful, as the stakes say; in a match on the
    /// scale of [`CubeModel::points`](crate::cube::CubeModel::points).
    pub equity: f32,
    /// What the stakes count: points per game, or the chance to win the match.
    pub worth: f32,
    /// How deep it was searched.
    pub depth: Depth,
}

/// What plays are compared by.
#[derive(Clone, Copy)]
enum Aim {
    /// What A gets by them with the cube as it is, and as it may still be turned.
    Present,
    /// What a player gets by them when the cube stays on a level.
    Level(Player, u8),
}

impl Aim {
    const fn player(self) -> Player {
        match self {
            Self::Present => Player::A,
            Self::Level(player, _) => player,
        }
    }

    /// The levels whose plays count.
    const fn levels(self) -> Levels {
        match self {
            Self::Present => Levels::PRESENT,
            Self::Level(_, level) => Levels::only(level),
        }
    }
}

/// A play on its way through the filter.
struct Judged {
    place: usize,
    depth: Depth,
    /// To the player who makes it.
    worth: f32,
    verdict: NodeVerdict,
}

impl Evaluator {
    /// The place of the best play among resulting positions, each seen by the opponent; the first of
    /// equal ones. `before` is the position before the roll. Deeper than 1-ply, the filter says which
    /// plays are searched.
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
    /// When there are no positions.
    pub fn best(&mut self, before: &Position, results: &[Position], depth: Depth) -> usize {
        if results.len() == 1 {
            return 0;
        }
        let aim = if self.stakes.is_cubeful() { Aim::Present } else { Aim::Level(Player::A, 0) };
        match aim {
            // Nothing but outcomes counts.
            Aim::Level(..) if depth == Depth::ONE => self.foremost(before, results, aim),
            _ => self.deepest(before, results, depth, Aim::Present),
        }
    }

    /// All legal plays, best first: those searched deepest before the others, equal ones in the order
    /// of their resulting positions. Only the turn passed where there is none.
    pub fn rank(&mut self, position: &Position, dice: Dice, depth: Depth) -> Vec<RankedPlay> {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let judged = self.judge(position, results, depth, Aim::Present);
        let mut ranked: Vec<RankedPlay> = judged
            .into_iter()
            .map(|judged| RankedPlay {
                position: results[judged.place],
                probabilities: Probabilities::from(judged.verdict.outcomes.swapped()),
                equity: self.stakes.points(judged.worth),
                worth: judged.worth,
                depth: judged.depth,
            })
            .collect();
        self.nodes.push(node);
        ranked.sort_by(|a, b| {
            let deeper = b.depth.cmp(&a.depth);
            deeper.then(b.worth.total_cmp(&a.worth)).then(a.position.cmp(&b.position))
        });
        ranked
    }

    /// The best play of a roll for a player on roll, with the cube on a level for good.
    ///
    /// # Errors
    /// When somebody said stop.
    pub(crate) fn best_result(
        &mut self,
        position: &Position,
        dice: Dice,
        depth: Depth,
        on_roll: Player,
        level: u8,
    ) -> Result<Position, Stopped> {
        let mut node = self.idle_node();
        let results = node.plays.generate_or_pass(position, dice);
        let aim = Aim::Level(on_roll, level);
        let place = match depth {
            Depth::ONE => self.foremost(position, results, aim),
            _ => self.deepest(position, results, depth, aim),
        };
        let best = results[place];
        self.nodes.push(node);
        self.settings.stop.check()?;
        Ok(best)
    }

    /// The place of the best play at 1-ply by outcomes alone, the first of equal ones.
    fn foremost(&mut self, before: &Position, results: &[Position], aim: Aim) -> usize {
        let worth = self.worth_after_play(aim.player(), aim.levels().first);
        most(self.evaluate_batch(&before.swapped(), results), &worth)
    }

    /// The place of the best of those plays that go deepest through the filter, the first of equal
    /// ones.
    fn deepest(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
        aim: Aim,
    ) -> usize {
        let judged = self.judge(before, results, depth, aim);
        let best = judged.iter().max_by(|a, b| {
            a.depth.cmp(&b.depth).then(a.worth.total_cmp(&b.worth)).then(b.place.cmp(&a.place))
        });
        best.expect("a roll has a result, the turn passed at least").place
    }

    /// Judges resulting positions, deeper and deeper those that the filter keeps: as deep as all of
    /// these were when somebody said stop.
    fn judge(
        &mut self,
        before: &Position,
        results: &[Position],
        depth: Depth,
        aim: Aim,
    ) -> Vec<Judged> {
        let (player, levels) = (aim.player(), aim.levels());
        let outcomes = self.evaluate_batch(&before.swapped(), results).to_vec();
        let mut judged: Vec<Judged> = outcomes
            .into_iter()
            .enumerate()
            .map(|(place, outcomes)| {
                let verdict = match aim {
                    Aim::Present => {
                        let leaf = self.leaf(&results[place], outcomes, !player);
                        self.before_cube(leaf, !player)
                    }
                    Aim::Level(..) => NodeVerdict { outcomes, values: CubeValues::ZERO },
                };
                Judged { place, depth: Depth::ONE, worth: self.worth_of(&verdict, aim), verdict }
            })
            .collect();
        let deeper = (2..=depth.plies()).filter_map(Depth::new);
        for (deeper, filter) in deeper.zip(self.settings.filter.plays) {
            judged.sort_by(|a, b| {
                b.depth.cmp(&a.depth).then(b.worth.total_cmp(&a.worth)).then(a.place.cmp(&b.place))
            });
            let kept = self.kept(&judged, filter, aim);
            let positions: Vec<Position> =
                judged[..kept].iter().map(|j| results[j.place]).collect();
            let Ok(verdicts) = self.search_all(&positions, deeper.plies(), !player, levels) else {
                break;
            };
            for (judged, verdict) in judged.iter_mut().zip(verdicts) {
                judged.worth = self.worth_of(&verdict, aim);
                (judged.verdict, judged.depth) = (verdict, deeper);
            }
        }
        judged
    }

    /// What a resulting position is worth to the player who made it.
    fn worth_of(&self, verdict: &NodeVerdict, aim: Aim) -> f32 {
        match aim {
            Aim::Present => self.stakes.present(&verdict.values),
            Aim::Level(player, level) => {
                verdict.outcomes.worth(&self.worth_after_play(player, level))
            }
        }
    }

    /// How many of the plays, best first, go on.
    fn kept(&self, judged: &[Judged], filter: MoveFilter, aim: Aim) -> usize {
        let (player, scale) = (aim.player(), self.stakes.scale_on(aim.levels().first));
        let points = |j: &Judged| player.points(scale.points(player.points(j.worth)));
        let deepest = judged[0].depth;
        let best = points(&judged[0]);
        let within = judged.iter().take(filter.max).take_while(|judged| {
            judged.depth == deepest && best - points(judged) <= filter.threshold
        });
        within.count().max(1)
    }
}
