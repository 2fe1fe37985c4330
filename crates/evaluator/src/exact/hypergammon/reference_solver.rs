//! Reference implementation of the solver: a map of all positions and plain value iteration in
//! double precision. Slow, but easy to verify.

use sheshbesh_movegen::{Checkers, Dice, Game, GameEnd, Plays, Position, Side};
use std::collections::HashMap;

/// Values of a position to its player on roll.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReferenceValue {
    /// Win single, gammon, backgammon, lose single, gammon, backgammon.
    pub(super) outcomes: [f64; 6],
    pub(super) cubeless: f64,
    pub(super) centred: f64,
    pub(super) jacoby: f64,
    pub(super) owned: f64,
    pub(super) opponents: f64,
}

/// Values of a position if its player rolls now, and if they may double first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) rolling: ReferenceValue,
    pub(super) doubling: ReferenceValue,
}

/// Treatment of a roll that cannot be played.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Passing {
    /// The turn passes, as after any play.
    AfterRules,
    /// As in GNU Backgammon's `makehyper`: the opponent, whose turn it is, does not double, and an
    /// owned cube is treated as owned by the other player.
    AsMakehyper,
}

pub(super) struct ReferenceSolver {
    pub(super) known: HashMap<Position, Known>,
    passing: Passing,
}

impl ReferenceValue {
    fn of_end(end: GameEnd) -> Self {
        let points = f64::from(end.points);
        let (sign, first) = if end.winner == Some(Side::OnRoll) { (1.0, 0) } else { (-1.0, 3) };
        let mut outcomes = [0.0; 6];
        outcomes[first + usize::from(end.points) - 1] = 1.0;
        let all = sign * points;
        Self { outcomes, cubeless: all, centred: all, jacoby: sign, owned: all, opponents: all }
    }

    /// Values to the other player.
    fn turned(self) -> Self {
        let [a, b, c, d, e, f] = self.outcomes;
        Self {
            outcomes: [d, e, f, a, b, c],
            cubeless: -self.cubeless,
            centred: -self.centred,
            jacoby: -self.jacoby,
            owned: -self.opponents,
            opponents: -self.owned,
        }
    }

    fn doubling(self) -> Self {
        // A double is passed, which is worth a point, or taken: the opponent then owns a cube worth
        // twice as much. The opponent chooses the alternative that is worse for the player.
        let double = if 2.0 * self.opponents > 1.0 { 1.0 } else { 2.0 * self.opponents };
        Self {
            centred: self.centred.max(double),
            jacoby: self.jacoby.max(double),
            owned: self.owned.max(double),
            ..self
        }
    }
}

impl ReferenceSolver {
    /// Solves the game with `checkers` checkers a side, until a sweep changes no equity by more
    /// than `tolerance`.
    pub(super) fn solve(checkers: u8, passing: Passing, tolerance: f64) -> Self {
        let sides = list_sides(checkers, 25);
        let mut known = HashMap::new();
        for own in &sides {
            for opponent in &sides {
                let meet = (1..=24).any(|point| own.on(point) > 0 && opponent.on(25 - point) > 0);
                if !meet && !own.all_off() && !opponent.all_off() {
                    let position = Position::from_sides_unchecked(*own, *opponent);
                    known.insert(position, Known::default());
                }
            }
        }
        // Positions with few pips come first; other positions need their values.
        let mut order: Vec<Position> = known.keys().copied().collect();
        order.sort_by_key(|position| {
            (position.own().pips() + position.opponent().pips(), *position)
        });
        let mut this = Self { known, passing };
        while this.sweep(&order) > tolerance {}
        this
    }

    /// Recomputes all positions one after the other, and returns the largest change.
    fn sweep(&mut self, order: &[Position]) -> f64 {
        let mut plays = Plays::new(Game::Hypergammon);
        let mut change = 0.0f64;
        for position in order {
            let rolling = self.after_rolling(position, &mut plays);
            let doubling = rolling.doubling();
            let old = self.known.insert(*position, Known { rolling, doubling }).unwrap().doubling;
            for (old, new) in [
                (old.cubeless, doubling.cubeless),
                (old.centred, doubling.centred),
                (old.jacoby, doubling.jacoby),
                (old.owned, doubling.owned),
                (old.opponents, doubling.opponents),
            ] {
                change = change.max((old - new).abs());
            }
        }
        change
    }

    fn after_rolling(&self, position: &Position, plays: &mut Plays) -> ReferenceValue {
        let mut mean = ReferenceValue::default();
        for dice in Dice::ALL {
            let results: Vec<ReferenceValue> = match plays.generate(position, dice) {
                [] => vec![self.passed(position)],
                results => results.iter().map(|result| self.after(result).turned()).collect(),
            };
            let p = dice.probability();
            let best = |value: fn(&ReferenceValue) -> f64| {
                results.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
            };
            let cubeless = results.iter().max_by(|a, b| a.cubeless.total_cmp(&b.cubeless)).unwrap();
            for (sum, outcome) in mean.outcomes.iter_mut().zip(cubeless.outcomes) {
                *sum += p * outcome;
            }
            mean.cubeless += p * best(|value| value.cubeless);
            mean.centred += p * best(|value| value.centred);
            mean.jacoby += p * best(|value| value.jacoby);
            mean.owned += p * best(|value| value.owned);
            mean.opponents += p * best(|value| value.opponents);
        }
        mean
    }

    /// Values of a result of a roll to the opponent, who may double.
    fn after(&self, result: &Position) -> ReferenceValue {
        match Game::Hypergammon.end(result, None) {
            Some(end) => ReferenceValue::of_end(end),
            None => self.known[result].doubling,
        }
    }

    /// Values of a passed turn to the player who has rolled.
    fn passed(&self, position: &Position) -> ReferenceValue {
        let Known { rolling, doubling } = self.known[&position.swapped()];
        match self.passing {
            Passing::AfterRules => doubling.turned(),
            Passing::AsMakehyper => {
                let turned = rolling.turned();
                ReferenceValue { owned: turned.opponents, opponents: turned.owned, ..turned }
            }
        }
    }
}

/// All arrangements of `checkers` checkers on places up to `highest`.
fn list_sides(checkers: u8, highest: u8) -> Vec<Checkers> {
    if checkers == 0 {
        return vec![Checkers::NONE];
    }
    let places = 0..=highest;
    let with = |place| {
        list_sides(checkers - 1, place).into_iter().map(move |s| s.with_unchecked(place, 1))
    };
    places.flat_map(with).collect()
}
