//! Value of outcomes for every cube level and owner.

use super::{
    Efficiency, MatchEquityTable, Phase,
    ends::Ends,
    equities::CubeEquities,
    root_side::{ByRootSide, RootSide},
};
use crate::bits::hash_bits;
use sheshbesh_movegen::{
    BySide, Class, Cube, InvalidSituation, Side, Situation, Stakes, Win, codes,
};
use sheshbesh_network::{OUTCOME_POINTS, OUTCOMES, Outcomes};
use std::hash::{Hash, Hasher};

/// Error: a situation's stakes are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidStakes {
    /// A player has already won the match.
    #[error("the score is {0} to {1} in a match to {2}, so the match is over")]
    MatchOver(u16, u16, u16),
    /// The Crawford game without a player who is one point away.
    #[error("{}", InvalidSituation::NoCrawford)]
    NoCrawford,
    /// A cube that is raised by 1, by 2, by 3 and so on, for which there is no cube model.
    #[error("the engine cannot evaluate arithmetic raises of the stake")]
    ArithmeticRaises,
}

codes! {
    InvalidStakes {
        Self::MatchOver(first, second, length) => "evaluation.match-over" { first, second, length },
        Self::ArithmeticRaises => "evaluation.arithmetic-raises",
    } transparent {
        Self::NoCrawford => &InvalidSituation::NoCrawford,
    }
}

/// Number of cube owners on a level: none (centred), A, B.
pub(crate) const OWNERS: usize = 3;
/// Maximum number of levels: the number of faces of a cube.
const MOST_LEVELS: usize = Cube::LARGEST_EXPONENT as usize + 1;

const CENTRED: usize = 0;

/// Index of a player among the [`OWNERS`].
const fn own(player: RootSide) -> usize {
    match player {
        RootSide::A => 1,
        RootSide::B => 2,
    }
}

/// Values of a position to player A for each cube level and owner; see [`CubeModel`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CubeValues([[f32; OWNERS]; MOST_LEVELS]);

impl CubeValues {
    /// Zeros, as the start of a sum.
    pub(crate) const ZERO: Self = Self([[0.0; OWNERS]; MOST_LEVELS]);

    /// Value on a level with one of the [`OWNERS`].
    pub(crate) fn at(&mut self, (level, owner): (usize, usize)) -> &mut f32 {
        &mut self.0[level][owner]
    }

    /// The same value for all levels and owners.
    pub(crate) const fn constant(value: f32) -> Self {
        Self([[value; OWNERS]; MOST_LEVELS])
    }

    /// Replaces the values on some levels by `both` of them and the values of `others`.
    pub(crate) fn combine(&mut self, others: &Self, levels: Levels, both: fn(f32, f32) -> f32) {
        let values = &others.0[levels.range()];
        for (own, values) in self.0[levels.range()].iter_mut().zip(values) {
            for (own, value) in own.iter_mut().zip(values) {
                *own = both(*own, *value);
            }
        }
    }

    /// Adds the values of `others` on some levels, times a weight.
    pub(crate) fn add(&mut self, others: &Self, levels: Levels, weight: f32) {
        let values = &others.0[levels.range()];
        for (sums, values) in self.0[levels.range()].iter_mut().zip(values) {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value * weight;
            }
        }
    }
}

/// A range of consecutive cube levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Levels {
    pub(crate) first: u8,
    pub(crate) last: u8,
}

impl Levels {
    /// Level of the present cube.
    pub(crate) const PRESENT: Self = Self::only(0);

    /// A single level.
    pub(crate) const fn only(level: u8) -> Self {
        Self { first: level, last: level }
    }

    /// Iterates over the levels.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        self.first..=self.last
    }

    const fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.last as usize + 1
    }
}

/// State of the cube in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CubeState {
    level: u8,
    owner: usize,
    /// Factor relative to the present cube, in a money game.
    scale: f32,
    /// Number of turns still allowed.
    turns_left: u8,
}

impl CubeState {
    /// Level of the cube.
    pub(crate) const fn level(self) -> u8 {
        self.level
    }
}

/// The present cube and its possible later levels, with the value of games on each level.
///
/// **A** is the player who is on roll at the root of a search, **B** the other. All values are A's:
/// points per game at the present cube in a money game, match winning chances in a match.
///
/// In a money game each turn of the cube just doubles the values, so one level suffices.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeModel {
    /// Points of each outcome at cube 1, in the order of [`Outcomes`].
    points: [f32; OUTCOMES],
    levels: Vec<CubeLevel>,
    /// Present owner, as an index among the [`OWNERS`] of the first level.
    present: usize,
    kind: StakesKind,
    efficiency: Efficiency,
}

impl Hash for CubeModel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_bits(&self.points, state);
        (&self.levels, self.present, self.kind, self.efficiency).hash(state);
    }
}

#[derive(Clone, Copy, Debug, Hash, PartialEq)]
enum StakesKind {
    /// No doubling: only the present owner counts.
    Cubeless,
    /// Points per game; no limit on cube turns, except for a player who is barred from them.
    Money { jacoby: bool },
    /// Match winning chances.
    Match,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct CubeLevel {
    /// Value of each outcome if the game ends with this cube, in the order of [`Outcomes`].
    values: [f32; OUTCOMES],
    /// Players who may turn this cube and gain by it.
    turns: ByRootSide<bool>,
}

impl Hash for CubeLevel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_bits(&self.values, state);
        self.turns.hash(state);
    }
}

impl CubeLevel {
    /// Player who can turn this cube at no risk, if there is one: their opponent needs no more
    /// points than the cube is worth, and gains nothing by owning the next.
    ///
    /// Until the opponent should pass, this cube has the value of the next one when dead. The value
    /// of a live cube is the same, so only its corner needs a correction.
    fn free_turn(&self) -> Option<RootSide> {
        match self.turns {
            ByRootSide { a: true, b: false } => Some(RootSide::A),
            ByRootSide { a: false, b: true } => Some(RootSide::B),
            _ => None,
        }
    }
}

impl CubeModel {
    /// Money stakes without a cube.
    pub const fn cubeless() -> Self {
        Self {
            points: OUTCOME_POINTS,
            levels: Vec::new(),
            present: CENTRED,
            kind: StakesKind::Cubeless,
            efficiency: Efficiency::constant(0.0),
        }
    }

    /// Creates the model of a situation; its player on roll is A.
    ///
    /// If `cubeful` is false, the cube is not turned any more: money games have plain equity, and
    /// the value of a match game follows from the score and the present cube.
    ///
    /// # Errors
    /// Returns an error if the stakes are invalid.
    pub fn new(
        situation: &Situation,
        table: &MatchEquityTable,
        efficiency: Efficiency,
        cubeful: bool,
    ) -> Result<Self, InvalidStakes> {
        let (cube, turns_left) = (situation.cube, situation.turns_left());
        let points = outcome_points(situation);
        if cubeful && cube.is_arithmetic() {
            return Err(InvalidStakes::ArithmeticRaises);
        }
        let present = match cube.owner() {
            None => CENTRED,
            Some(Side::OnRoll) => own(RootSide::A),
            Some(Side::Opponent) => own(RootSide::B),
        };
        let (levels, kind) = match situation.stakes {
            Stakes::Money { .. } if !cubeful && points == OUTCOME_POINTS => {
                return Ok(Self::cubeless());
            }
            Stakes::Money { .. } if !cubeful => {
                (vec![CubeLevel { values: points, turns: NOBODY }], StakesKind::Cubeless)
            }
            Stakes::Money { jacoby, .. } => {
                let may_turn = |side| turns_left > 0 && cube.barred() != Some(side);
                let turns = ByRootSide { a: may_turn(Side::OnRoll), b: may_turn(Side::Opponent) };
                let kind = StakesKind::Money { jacoby: jacoby && situation.game.has_cube() };
                (vec![CubeLevel { values: points, turns }], kind)
            }
            Stakes::Match { length, crawford } => {
                let away = situation.away().unwrap_or_default();
                if away.into_iter().any(|points| points == 0) {
                    let BySide { on_roll, opponent } = situation.score;
                    return Err(InvalidStakes::MatchOver(on_roll, opponent, length));
                }
                if crawford && !situation.is_one_away() {
                    return Err(InvalidStakes::NoCrawford);
                }
                let turns = if cubeful && !crawford { turns_left } else { 0 };
                (match_levels(table, &points, away, cube.exponent(), turns), StakesKind::Match)
            }
        };
        let present = if kind == StakesKind::Cubeless { CENTRED } else { present };
        Ok(Self { points, levels, present, kind, efficiency })
    }

    /// True if values are match winning chances.
    pub fn is_match(&self) -> bool {
        self.kind == StakesKind::Match
    }

    /// True if gammons count only once the cube has been turned.
    pub(crate) fn jacoby(&self) -> bool {
        self.kind == StakesKind::Money { jacoby: true }
    }

    /// True if single games, gammons and backgammons of a money game count 1, 2 and 3.
    pub(crate) fn counts_usual_points(&self) -> bool {
        self.points == OUTCOME_POINTS
    }

    /// Equity of an outcome distribution in a money game without a cube, in points per game.
    pub fn cubeless_equity(&self, outcomes: &Outcomes) -> f32 {
        outcomes.value(&self.points)
    }

    /// True if either player can still turn the cube.
    pub fn is_cubeful(&self) -> bool {
        self.levels.first().is_some_and(|level| level.turns != NOBODY)
    }

    /// True if exactly one player may turn the cube in a money game.
    pub(crate) fn is_one_sided(&self) -> bool {
        let turns = self.levels.first().map_or(NOBODY, |level| level.turns);
        matches!(self.kind, StakesKind::Money { .. }) && turns.a != turns.b
    }

    /// True if A may turn the cube now.
    pub fn may_double(&self) -> bool {
        self.may_turn(self.state(1), RootSide::A)
    }

    /// Value of each outcome of the game to A if the cube stays on a level.
    pub(crate) fn outcome_values(&self, level: u8) -> [f32; OUTCOMES] {
        match self.kind {
            StakesKind::Money { jacoby: true } if self.present == CENTRED && !self.is_cubeful() => {
                [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
            }
            _ => self.levels.get(usize::from(level)).map_or(OUTCOME_POINTS, |level| level.values),
        }
    }

    /// Value to A of losing by `win`, if the cube stays as it is.
    pub fn lost(&self, win: Win) -> f32 {
        self.outcome_values(0)[OUTCOMES / 2 + usize::from(win.points()) - 1]
    }

    /// All levels.
    pub(crate) fn levels(&self) -> Levels {
        Levels { first: 0, last: self.levels.len().saturating_sub(1) as u8 }
    }

    /// Levels whose values before a roll determine the values on `levels` before the cube action:
    /// the level above is added if the player on roll may turn the cube to it.
    pub(crate) fn before_doubling(&self, levels: Levels, on_roll: RootSide) -> Levels {
        let turns =
            self.levels.get(usize::from(levels.last)).is_some_and(|level| level.turns[on_roll]);
        // In a match, the cube is centred only on the first level.
        let may_own = levels.last > 0 || self.present == CENTRED || self.present == own(on_roll);
        let above = self.kind == StakesKind::Match && turns && may_own;
        Levels { last: (levels.last + u8::from(above)).min(self.levels().last), ..levels }
    }

    /// Possible states of the cube on some levels, each as a level and an index among the
    /// [`OWNERS`]. In a match, the first level has only the present owner, and later levels belong
    /// to the player who took.
    pub(crate) fn reachable(&self, levels: Levels) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (kind, present) = (self.kind, self.present);
        levels.range().flat_map(move |level| {
            let here = move |owner: &usize| match kind {
                StakesKind::Match if level > 0 => *owner != CENTRED,
                StakesKind::Match | StakesKind::Cubeless => *owner == present,
                StakesKind::Money { .. } => true,
            };
            (0..OWNERS).filter(here).map(move |owner| (level, owner))
        })
    }

    /// Value with the present level and owner.
    pub(crate) fn present(&self, values: &CubeValues) -> f32 {
        self.possible(values.0[0][self.present])
    }

    /// Limits a value to its possible range: sums over rolls may leave the range of a probability
    /// by a rounding error.
    fn possible(&self, value: f32) -> f32 {
        if self.is_match() { value.clamp(0.0, 1.0) } else { value }
    }

    /// Value to A if B passes a double.
    pub(crate) fn double_pass(&self) -> f32 {
        self.levels.first().map_or(1.0, |level| level.values[0])
    }

    /// Value to A if B takes a double, from the values before B's roll.
    pub(crate) fn double_take(&self, values: &CubeValues) -> f32 {
        match self.kind {
            StakesKind::Match if self.levels.len() > 1 => {
                self.possible(values.0[1][own(RootSide::B)])
            }
            _ => 2.0 * values.0[0][own(RootSide::B)],
        }
    }

    /// Points of each outcome of the game to A if the cube is not turned any more, in the order of
    /// [`Outcomes`]: points per game at the present cube, see [`Scale`]. Without a cube, their mean
    /// is the position's equity.
    pub fn outcome_points(&self) -> [f32; OUTCOMES] {
        self.outcome_values(0).map(|value| self.points(value))
    }

    /// Converts a value to points per game at the present cube; see [`Scale`].
    pub fn points(&self, value: f32) -> f32 {
        self.scale().points(value)
    }

    /// Scale of points at the present cube.
    pub fn scale(&self) -> Scale {
        self.scale_on(0)
    }

    /// Scale of points on a level.
    pub(crate) fn scale_on(&self, level: u8) -> Scale {
        match (self.kind, self.levels.get(usize::from(level))) {
            (StakesKind::Match, Some(level)) => {
                Scale::Match { win: level.values[0], lose: level.values[OUTCOMES / 2] }
            }
            _ => Scale::Money,
        }
    }

    /// Value of a position to A, who rolls next, with the present cube, by Janowski's model from
    /// A's outcomes.
    pub fn value(&self, outcomes: &Outcomes, phase: Phase) -> f32 {
        self.present(&self.leaf_values(outcomes, || phase, RootSide::A))
    }

    /// Same as [`value`](Self::value), before A's decision to double.
    pub fn value_before_doubling(&self, outcomes: &Outcomes, phase: Phase) -> f32 {
        self.present(
            &self.with_doubling(&self.leaf_values(outcomes, || phase, RootSide::A), RootSide::A),
        )
    }

    /// Values to A in all cube states, by Janowski's model from A's outcomes; `on_roll` rolls next.
    pub(crate) fn leaf_values(
        &self,
        outcomes: &Outcomes,
        find_phase: impl FnOnce() -> Phase,
        on_roll: RootSide,
    ) -> CubeValues {
        let mut values = CubeValues::ZERO;
        if self.kind == StakesKind::Cubeless {
            values.0[0][CENTRED] = outcomes.value(&self.points);
            return values;
        }
        let phase = find_phase();
        let shares = self.shares(outcomes, phase, on_roll);
        match self.kind {
            StakesKind::Money { jacoby } => {
                values.0[0] = self.money_leaf_values(outcomes, &shares, jacoby)
            }
            _ => self.match_leaf_values(outcomes, &shares, phase, on_roll, &mut values),
        }
        values
    }

    /// Share of a live cube's value, by cube owner.
    fn shares(&self, outcomes: &Outcomes, phase: Phase, on_roll: RootSide) -> [f32; OWNERS] {
        if phase.class == Class::Over {
            return [0.0; OWNERS];
        }
        let [win, win_gammon, win_backgammon, lose, lose_gammon, lose_backgammon] = outcomes.0;
        let wins = win + win_gammon + win_backgammon;
        let losses = lose + lose_gammon + lose_backgammon;
        let gammons = wins - win + (losses - lose);
        let places = self.efficiency.of(phase);
        let of_roller = if on_roll == RootSide::A { wins } else { losses };
        [(places.centred, of_roller), (places.turned, wins), (places.turned, losses)]
            .map(|(share, chance)| share.at(chance, gammons, phase.pips))
    }

    fn money_leaf_values(
        &self,
        outcomes: &Outcomes,
        shares: &[f32; OWNERS],
        jacoby: bool,
    ) -> [f32; OWNERS] {
        let points = &self.levels[0].values;
        let ends = Ends::new(outcomes, points);
        let dead = outcomes.value(points);
        let plain = if jacoby { 2.0 * ends.p - 1.0 } else { dead };
        let mut values = [plain, dead, dead];
        let centred = if jacoby { Ends { win: 1.0, lose: -1.0, ..ends } } else { ends };
        let turns = self.levels[0].turns;
        if turns != NOBODY {
            let (win, lose) = (ends.win, -ends.lose);
            let whole = win + lose + 0.5;
            // The taker of a player's double cannot turn the cube if they are barred from it: half
            // a point with the dead cube is the double's pass.
            let (low, high) = match turns {
                ByRootSide { a: true, b: true } => {
                    (Some(((lose - 0.5) / whole, -1.0)), Some(((lose + 1.0) / whole, 1.0)))
                }
                ByRootSide { a, .. } => (
                    (!a).then(|| (ends.reaches(-0.5, None, None), -1.0)),
                    a.then(|| (ends.reaches(0.5, None, None), 1.0)),
                ),
            };
            let live =
                [centred.through(low, high), ends.through(None, high), ends.through(low, None)];
            for ((value, live), share) in values.iter_mut().zip(live).zip(shares) {
                *value += share * (live - *value);
            }
        }
        for (value, ends) in values.iter_mut().zip([centred, ends, ends]) {
            *value = ends.within(*value, points[0], points[OUTCOMES / 2]);
        }
        values
    }

    fn match_leaf_values(
        &self,
        outcomes: &Outcomes,
        shares: &[f32; OWNERS],
        phase: Phase,
        on_roll: RootSide,
        values: &mut CubeValues,
    ) {
        // Cash points of A and of B on the level above; `None` for a player who cannot turn the
        // cube there.
        let (mut cash_above, mut take_above) = (None, None);
        let mut ends_above: Option<(Ends, f32, f32)> = None;
        for (number, level) in self.levels.iter().enumerate().rev() {
            let ends = Ends::new(outcomes, &level.values);
            let dead = ends.lose + ends.p * (ends.win - ends.lose);
            let (single_win, single_loss) = (level.values[0], level.values[OUTCOMES / 2]);
            let (mut cash, mut take) = (None, None);
            if let Some((above, above_win, above_loss)) = ends_above {
                if level.turns.a {
                    // B is indifferent between passing and taking with ownership of the cube above.
                    let low = take_above.map(|take| (take, above_loss));
                    cash = Some(above.reaches(single_win, low, None));
                }
                if level.turns.b {
                    let high = cash_above.map(|cash| (cash, above_win));
                    take = Some(above.reaches(single_loss, None, high));
                }
            }
            let at = |chance: Option<f32>, value: f32| chance.map(|chance| (chance, value));
            let (low, high) = (at(take, single_loss), at(cash, single_win));
            let live = [ends.through(low, high), ends.through(None, high), ends.through(low, None)];
            for ((value, live), share) in values.0[number].iter_mut().zip(live).zip(shares) {
                *value = ends.within(dead + share * (live - dead), single_win, single_loss);
            }
            if let Some(player) = level.free_turn().filter(|_| phase.class != Class::Over) {
                // The player's own next turn comes after this roll, or after this roll and the
                // opponent's.
                let rolls = if on_roll == player { 2.0 } else { 1.0 };
                let spread = self.efficiency.of(phase).spread;
                let spread = spread.after(rolls, ends.p, phase.pips);
                let live = live[own(player)];
                let value = match player {
                    RootSide::A => live - high.map_or(0.0, |corner| ends.cut(corner, spread)),
                    RootSide::B => live + low.map_or(0.0, |corner| ends.cut(corner, spread)),
                };
                let value = ends.within(value, single_win, single_loss);
                for owner in [CENTRED, own(player)] {
                    values.0[number][owner] = value;
                }
            }
            (cash_above, take_above) = (cash, take);
            ends_above = Some((ends, single_win, single_loss));
        }
    }

    /// State of the cube at the start.
    pub(crate) fn state(&self, turns_left: u8) -> CubeState {
        CubeState { level: 0, owner: self.present, scale: 1.0, turns_left }
    }

    /// Value with the cube in a state.
    pub(crate) fn value_in(&self, values: &CubeValues, state: CubeState) -> f32 {
        state.scale * values.0[usize::from(state.level)][state.owner]
    }

    /// True if a player may turn the cube and gains by it.
    pub(crate) fn may_turn(&self, state: CubeState, player: RootSide) -> bool {
        state.turns_left > 0
            && state.owner != own(!player)
            && self.levels.get(usize::from(state.level)).is_some_and(|level| level.turns[player])
    }

    /// State of the cube after a player's double is taken.
    pub(crate) fn turned(&self, state: CubeState, player: RootSide) -> CubeState {
        let (level, scale) = match self.kind {
            StakesKind::Match => (state.level + 1, state.scale),
            _ => (state.level, 2.0 * state.scale),
        };
        let turns_left = state.turns_left.saturating_sub(1);
        CubeState { level, owner: own(!player), scale, turns_left }
    }

    /// Value to A if a player's double is passed.
    pub(crate) fn passed(&self, state: CubeState, player: RootSide) -> f32 {
        let level = self.levels.get(usize::from(state.level));
        state.scale * single_win(level.map_or(&OUTCOME_POINTS, |level| &level.values), player)
    }

    /// Half of the difference between winning and losing a single game at the present cube.
    pub(crate) fn single_stake(&self) -> f32 {
        let values = self.outcome_values(0);
        (values[0] - values[OUTCOMES / 2]) / 2.0
    }

    /// True if `taker` takes a double of the player on roll, given A's outcomes; equal values are
    /// takes. `None` if the player on roll gains nothing by a double.
    pub(crate) fn takes(&self, outcomes: &Outcomes, phase: Phase, taker: RootSide) -> Option<bool> {
        let level = self.levels.first().filter(|level| level.turns[!taker])?;
        let values = self.leaf_values(outcomes, || phase, !taker);
        let taken = match self.kind {
            StakesKind::Match => values.0[1][own(taker)],
            _ => 2.0 * values.0[0][own(taker)],
        };
        let passed = single_win(&level.values, !taker);
        Some(match taker {
            RootSide::A => taken >= passed,
            RootSide::B => taken <= passed,
        })
    }

    /// Values of a money game from an exact table.
    pub(crate) fn exact(exact: &CubeEquities, on_roll: RootSide) -> CubeValues {
        let mut values = CubeValues::ZERO;
        let by_owner = &mut values.0[0];
        by_owner[CENTRED] = on_roll.points(exact.centred);
        by_owner[own(on_roll)] = on_roll.points(exact.owned);
        by_owner[own(!on_roll)] = on_roll.points(exact.opponents);
        values
    }

    /// Value of rolling without doubling, on a level on which the player on roll may turn the cube
    /// and a taken double has the value `take`.
    ///
    /// A free turn loses nothing against a later turn that is taken. The value of not doubling is
    /// therefore limited to that of the taken double, however the searches of both differ.
    pub(crate) fn rolling_on(
        &self,
        level: usize,
        on_roll: RootSide,
        rolled: f32,
        take: f32,
    ) -> f32 {
        // A money game's turn is not free, even if the opponent is barred from the cube.
        let level = self.levels.get(level).filter(|_| self.is_match());
        match level.and_then(CubeLevel::free_turn) {
            Some(RootSide::A) if on_roll == RootSide::A => rolled.min(take),
            Some(RootSide::B) if on_roll == RootSide::B => rolled.max(take),
            _ => rolled,
        }
    }

    /// Converts values before a roll to values before the cube action: the player on roll may
    /// double if the cube is centred or their own.
    pub(crate) fn with_doubling(&self, rolled: &CubeValues, on_roll: RootSide) -> CubeValues {
        let mut values = *rolled;
        // The better of rolling and doubling, with the opponent's best answer.
        let best = |rolled: f32, take: f32, pass: f32| match on_roll {
            RootSide::A => rolled.max(take.min(pass)),
            RootSide::B => rolled.min(take.max(pass)),
        };
        for (number, level) in self.levels.iter().enumerate() {
            // A turn beyond the last level changes nothing.
            if !level.turns[on_roll] {
                continue;
            }
            let take = match self.kind {
                StakesKind::Match => rolled.0[number + 1][own(!on_roll)],
                _ => 2.0 * rolled.0[0][own(!on_roll)],
            };
            let pass = single_win(&level.values, on_roll);
            for owner in [CENTRED, own(on_roll)] {
                let rolled = self.rolling_on(number, on_roll, rolled.0[number][owner], take);
                values.0[number][owner] = best(rolled, take, pass);
            }
        }
        values
    }
}

/// Points of each outcome at cube 1 under the agreed scoring, in the order of [`Outcomes`].
fn outcome_points(situation: &Situation) -> [f32; OUTCOMES] {
    let [single, gammon, backgammon] = situation.points_of_wins().map(f32::from);
    [single, gammon, backgammon, -single, -gammon, -backgammon]
}

/// Levels of a match: the present cube and those that at most `turns` turns can lead to, with the
/// points that the players still need.
fn match_levels(
    table: &MatchEquityTable,
    points: &[f32; OUTCOMES],
    away: BySide<u16>,
    exponent: u8,
    turns: u8,
) -> Vec<CubeLevel> {
    let away = away.map(i32::from);
    // The next game comes after the Crawford game if this is it or came after it.
    let crawford_over = away.into_iter().any(|points| points == 1);
    let level = |exponent: u8| {
        let cube = 1i32 << exponent;
        let values = points.map(|points| {
            let points = points as i32 * cube;
            let (a, b) = if points > 0 {
                (away.on_roll - points, away.opponent)
            } else {
                (away.on_roll, away.opponent + points)
            };
            table.chance(a, b, crawford_over)
        });
        // If the cube already wins the match, a turn helps only the other side.
        let BySide { on_roll: a, opponent: b } = away.map(|away| away > cube);
        CubeLevel { values, turns: ByRootSide { a, b } }
    };
    let mut levels = vec![level(exponent)];
    for exponent in exponent + 1..=exponent + turns {
        if levels.last().is_some_and(|level| level.turns == NOBODY) {
            break;
        }
        levels.push(level(exponent));
    }
    if let Some(last) = levels.last_mut() {
        last.turns = NOBODY;
    }
    levels
}

/// No player gains by a turn of the cube.
const NOBODY: ByRootSide<bool> = ByRootSide { a: false, b: false };

/// Value to A if a player wins a single game.
const fn single_win(values: &[f32; OUTCOMES], player: RootSide) -> f32 {
    match player {
        RootSide::A => values[0],
        RootSide::B => values[OUTCOMES / 2],
    }
}

/// Conversion from values to points per game at one cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Values are points.
    Money,
    /// Values are match winning chances; winning and losing a single game become +1 and −1.
    Match {
        /// Match winning chance after winning a single game.
        win: f32,
        /// Match winning chance after losing a single game.
        lose: f32,
    },
}

/// Minimum difference in match winning chance between winning and losing a game; smaller
/// differences are raised to it.
const LEAST_STAKE: f32 = 1e-9;

impl Scale {
    /// Converts a value to points.
    pub fn points(self, value: f32) -> f32 {
        match self {
            Self::Money => value,
            Self::Match { win, lose } => (2.0 * value - win - lose) / (win - lose).max(LEAST_STAKE),
        }
    }

    /// True if values are match winning chances.
    pub fn is_match(self) -> bool {
        self != Self::Money
    }
}
