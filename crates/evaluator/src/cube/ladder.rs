//! What outcomes are worth for every place where the cube can be.

use super::{
    MatchEquityTable,
    player::{ByPlayer, Player},
};
use crate::bearoff::CubeEquities;
use sheshbesh_movegen::{BySide, Class, Cube, Side, Situation, Stakes, Win};
use sheshbesh_network::{OUTCOME_POINTS, OUTCOMES, Outcomes};

/// How much of a live cube's worth a player gets out of it: 0 for a dead cube, 1 for a live one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiency {
    /// While there is contact.
    pub contact: f32,
    /// In a race.
    pub race: f32,
    /// When all checkers are home.
    pub bearoff: f32,
}

impl Default for Efficiency {
    /// Fitted from this engine's own cubeful rollouts and, for bearoffs, from the two-sided table
    /// (the example `efficiency` of this crate; the means of a centred and an own cube, rounded).
    fn default() -> Self {
        Self { contact: 0.70, race: 0.75, bearoff: 0.75 }
    }
}

impl Efficiency {
    /// That of a class of position.
    pub const fn of(&self, class: Class) -> f32 {
        match class {
            Class::Contact => self.contact,
            Class::Race => self.race,
            Class::Bearoff | Class::Over => self.bearoff,
        }
    }
}

/// Why a situation's stakes make no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidStakes {
    /// Somebody has won already.
    #[error("the score is {0} to {1} in a match to {2}, so the match is over")]
    MatchOver(u16, u16, u16),
    /// The Crawford game without anybody one point away.
    #[error("nobody needs one point only, so this is not the Crawford game")]
    NoCrawford,
}

/// Where the cube can be on one rung: centred, A's, B's.
pub(crate) const OWNERS: usize = 3;
/// A cube turned so often has decided any match.
const MOST_RUNGS: usize = 16;

const CENTRED: usize = 0;

/// Where a player's cube stands among the [`OWNERS`].
const fn own(player: Player) -> usize {
    match player {
        Player::A => 1,
        Player::B => 2,
    }
}

/// What a position is worth to player A with the cube on each rung, and on each of them centred,
/// A's or B's, see [`Ladder`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeValues([[f32; OWNERS]; MOST_RUNGS]);

impl CubeValues {
    /// Values that are all zero, to add to.
    pub(crate) const ZERO: Self = Self([[0.0; OWNERS]; MOST_RUNGS]);

    /// The value with the cube on a rung, with one of the [`OWNERS`].
    pub(crate) fn at(&mut self, (rung, owner): (usize, usize)) -> &mut f32 {
        &mut self.0[rung][owner]
    }

    /// Adds what others have on some rungs, times a weight.
    pub(crate) fn add(&mut self, others: &Self, rungs: Rungs, weight: f32) {
        let values = &others.0[rungs.range()];
        for (sums, values) in self.0[rungs.range()].iter_mut().zip(values) {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value * weight;
            }
        }
    }
}

/// Rungs in a row: those that somebody wants to know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rungs {
    pub(crate) first: u8,
    pub(crate) last: u8,
}

impl Rungs {
    /// The present cube.
    pub(crate) const PRESENT: Self = Self::only(0);

    /// One of them.
    pub(crate) const fn only(rung: u8) -> Self {
        Self { first: rung, last: rung }
    }

    /// Each of them.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        self.first..=self.last
    }

    const fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.last as usize + 1
    }
}

/// Where the cube is in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CubePlace {
    rung: u8,
    owner: usize,
    /// Of a money game: how many times the present cube it is worth.
    scale: f32,
    /// How often it may still be turned.
    turns_left: u8,
}

impl CubePlace {
    /// The rung that it is on.
    pub(crate) const fn rung(self) -> u8 {
        self.rung
    }
}

/// The present cube and those that it can still become, with what games are worth on each rung.
///
/// **A** is the player who is on roll at the root of a search, **B** the other. All worths are
/// A's: points per game at the present cube in a money game, match winning chances in a match.
///
/// In a money game a cube turned once more is worth just twice as much, so one rung tells all.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    rungs: Vec<Rung>,
    /// Where the cube is now: one of the places of the first rung.
    present: usize,
    kind: Kind,
    efficiency: Efficiency,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Nobody doubles: only the present place counts.
    Cubeless,
    /// Points per game; the cube may be turned for ever.
    Money { jacoby: bool },
    /// Match winning chances.
    Match,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Rung {
    /// What each outcome is worth when the game ends with this cube, in the order of
    /// [`Outcomes`].
    worth: [f32; OUTCOMES],
    /// Who gains anything by turning this cube.
    turns: ByPlayer<bool>,
}

impl Ladder {
    /// Money, without a cube.
    pub const fn cubeless() -> Self {
        Self {
            rungs: Vec::new(),
            present: CENTRED,
            kind: Kind::Cubeless,
            efficiency: Efficiency { contact: 0.0, race: 0.0, bearoff: 0.0 },
        }
    }

    /// For a situation, its player on roll being A. With `cubeful` false nobody turns the cube any
    /// more, but score and present cube still say what games are worth.
    ///
    /// # Errors
    /// When the stakes make no sense.
    pub fn new(
        situation: &Situation,
        table: &MatchEquityTable,
        efficiency: Efficiency,
        cubeful: bool,
    ) -> Result<Self, InvalidStakes> {
        let cube = situation.cube;
        let present = match cube.owner() {
            None => CENTRED,
            Some(Side::OnRoll) => own(Player::A),
            Some(Side::Opponent) => own(Player::B),
        };
        let (rungs, kind) = match situation.stakes {
            Stakes::Money { jacoby, .. } => {
                let turns = cubeful && cube.exponent() < situation.largest_cube;
                let turns = ByPlayer { a: turns, b: turns };
                (vec![Rung { worth: OUTCOME_POINTS, turns }], Kind::Money { jacoby })
            }
            Stakes::Match { length, crawford } => {
                let BySide { on_roll: a, opponent: b } = situation.score;
                let away = [a, b].map(|points| i32::from(length) - i32::from(points));
                if away.iter().any(|&away| away <= 0) {
                    return Err(InvalidStakes::MatchOver(a, b, length));
                }
                if crawford && !away.contains(&1) {
                    return Err(InvalidStakes::NoCrawford);
                }
                // The next game comes after the Crawford game if this is it or came after it.
                let crawford_over = away.contains(&1);
                let rung = |exponent: u8| {
                    let cube = 1i32 << exponent.min(Cube::LARGEST_EXPONENT);
                    let worth = OUTCOME_POINTS.map(|points| {
                        let points = points as i32 * cube;
                        let (a, b) = if points > 0 {
                            (away[0] - points, away[1])
                        } else {
                            (away[0], away[1] + points)
                        };
                        table.chance(a, b, crawford_over)
                    });
                    // With a cube that wins the match already, a turn only helps the other side.
                    let [a, b] = away.map(|away| away > cube);
                    Rung { worth, turns: ByPlayer { a, b } }
                };
                let mut rungs = vec![rung(cube.exponent())];
                if !cubeful || crawford {
                    rungs[0].turns = NOBODY;
                } else {
                    let more = (1..MOST_RUNGS as u8).map(|i| cube.exponent() + i);
                    for exponent in more {
                        if rungs.last().is_some_and(|rung| rung.turns == NOBODY) {
                            break;
                        }
                        rungs.push(rung(exponent));
                    }
                    let last = rungs.last_mut().expect("the first is there");
                    last.turns = NOBODY;
                }
                (rungs, Kind::Match)
            }
        };
        Ok(Self { rungs, present, kind, efficiency })
    }

    /// Whether worths are match winning chances.
    pub fn is_match(&self) -> bool {
        self.kind == Kind::Match
    }

    /// Whether anybody can still turn the cube.
    pub fn is_cubeful(&self) -> bool {
        self.rungs.first().is_some_and(|rung| rung.turns != NOBODY)
    }

    /// Whether A may turn the cube now.
    pub fn may_double(&self) -> bool {
        self.may_turn(self.place(1), Player::A)
    }

    /// What each outcome of the game is worth to A if the cube stays on a rung.
    pub(crate) fn worth(&self, rung: u8) -> [f32; OUTCOMES] {
        match self.kind {
            Kind::Money { jacoby: true } if self.present == CENTRED && !self.is_cubeful() => {
                [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
            }
            _ => self.rungs.get(usize::from(rung)).map_or(OUTCOME_POINTS, |rung| rung.worth),
        }
    }

    /// What a game is worth to A that he loses like this, if the cube stays where it is.
    pub fn lost(&self, win: Win) -> f32 {
        self.worth(0)[OUTCOMES / 2 + usize::from(win.points()) - 1]
    }

    /// All rungs.
    pub(crate) fn rungs(&self) -> Rungs {
        Rungs { first: 0, last: self.rungs.len().saturating_sub(1) as u8 }
    }

    /// The rungs on which values before a roll tell what some are worth before the cube is
    /// considered: the one above too, where who is on roll may turn the cube to it.
    pub(crate) fn before_doubling(&self, rungs: Rungs, on_roll: Player) -> Rungs {
        let turns = self.rungs.get(usize::from(rungs.last)).is_some_and(|rung| rung.turns[on_roll]);
        // The cube in a match is centred on the first rung or nowhere.
        let his = rungs.last > 0 || self.present == CENTRED || self.present == own(on_roll);
        let above = self.kind == Kind::Match && turns && his;
        Rungs { last: (rungs.last + u8::from(above)).min(self.rungs().last), ..rungs }
    }

    /// Where the cube can be on some rungs, as a rung and a place among the [`OWNERS`]: the present
    /// cube of a match only where it is, any other with whoever took it.
    pub(crate) fn reachable(&self, rungs: Rungs) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (kind, present) = (self.kind, self.present);
        rungs.range().flat_map(move |rung| {
            let here = move |owner: &usize| match kind {
                Kind::Match if rung > 0 => *owner != CENTRED,
                Kind::Match | Kind::Cubeless => *owner == present,
                Kind::Money { .. } => true,
            };
            (0..OWNERS).filter(here).map(move |owner| (rung, owner))
        })
    }

    /// The value at the place where the cube is.
    pub fn present(&self, values: &CubeValues) -> f32 {
        values.0[0][self.present]
    }

    /// What A gets when B passes a double.
    pub fn double_pass(&self) -> f32 {
        self.rungs.first().map_or(1.0, |rung| rung.worth[0])
    }

    /// What A gets when B takes a double, from the values before B's roll.
    pub fn double_take(&self, values: &CubeValues) -> f32 {
        match self.kind {
            Kind::Match if self.rungs.len() > 1 => values.0[1][own(Player::B)],
            _ => 2.0 * values.0[0][own(Player::B)],
        }
    }

    /// A worth as points per game at the present cube: for a match, the scale on which winning and
    /// losing a single game are +1 and −1.
    pub fn points(&self, worth: f32) -> f32 {
        match (self.kind, self.rungs.first()) {
            (Kind::Match, Some(rung)) => {
                let (win, lose) = (rung.worth[0], rung.worth[OUTCOMES / 2]);
                (2.0 * worth - win - lose) / (win - lose).max(1e-9)
            }
            _ => worth,
        }
    }

    /// What a position is worth at each place of the cube by Janowski's model, from A's outcomes.
    pub fn leaf(&self, outcomes: &Outcomes, class: Class) -> CubeValues {
        let mut values = CubeValues::ZERO;
        let efficiency = self.efficiency.of(class);
        match self.kind {
            Kind::Cubeless => values.0[0][CENTRED] = outcomes.equity(),
            Kind::Money { jacoby } => values.0[0] = self.money_leaf(outcomes, class, jacoby),
            Kind::Match => self.match_leaf(outcomes, class, efficiency, &mut values),
        }
        values
    }

    fn money_leaf(&self, outcomes: &Outcomes, class: Class, jacoby: bool) -> [f32; OWNERS] {
        let ends = Ends::new(outcomes, &OUTCOME_POINTS);
        let dead = outcomes.equity();
        let plain = if jacoby { 2.0 * ends.p - 1.0 } else { dead };
        let mut values = [plain, dead, dead];
        if class == Class::Over || self.rungs[0].turns == NOBODY {
            return values;
        }
        let x = self.efficiency.of(class);
        let (win, lose) = (ends.win, -ends.lose);
        let whole = win + lose + 0.5;
        let (take, cash) = ((lose - 0.5) / whole, (lose + 1.0) / whole);
        let centred = if jacoby { Ends { win: 1.0, lose: -1.0, ..ends } } else { ends };
        let live = [
            centred.through(Some((take, -1.0)), Some((cash, 1.0))),
            ends.through(None, Some((cash, 1.0))),
            ends.through(Some((take, -1.0)), None),
        ];
        for (value, live) in values.iter_mut().zip(live) {
            *value += x * (live - *value);
        }
        values
    }

    fn match_leaf(
        &self,
        outcomes: &Outcomes,
        class: Class,
        efficiency: f32,
        values: &mut CubeValues,
    ) {
        // The points of the rung above where A cashes and where B does, or `None` for a player
        // who cannot turn the cube there.
        let (mut cash_above, mut take_above) = (None, None);
        let mut ends_above: Option<(Ends, f32, f32)> = None;
        for (number, rung) in self.rungs.iter().enumerate().rev() {
            let ends = Ends::new(outcomes, &rung.worth);
            let dead = ends.lose + ends.p * (ends.win - ends.lose);
            let (single_win, single_loss) = (rung.worth[0], rung.worth[OUTCOMES / 2]);
            let (mut cash, mut take) = (None, None);
            if let Some((above, above_win, above_loss)) = ends_above {
                if rung.turns.a {
                    // B is as well off passing as taking and owning the cube above.
                    let place =
                        above.reaches(single_win, take_above.map(|t| (t, above_loss)), None);
                    cash = Some(place);
                }
                if rung.turns.b {
                    let place =
                        above.reaches(single_loss, None, cash_above.map(|c| (c, above_win)));
                    take = Some(place);
                }
            }
            let at = |place: Option<f32>, worth: f32| place.map(|place| (place, worth));
            let (low, high) = (at(take, single_loss), at(cash, single_win));
            let place = &mut values.0[number];
            place.fill(dead);
            if class != Class::Over {
                let live =
                    [ends.through(low, high), ends.through(None, high), ends.through(low, None)];
                for (value, live) in place.iter_mut().zip(live) {
                    *value += efficiency * (live - *value);
                }
            }
            (cash_above, take_above) = (cash, take);
            ends_above = Some((ends, single_win, single_loss));
        }
    }

    /// Where the cube is at the start.
    pub(crate) fn place(&self, turns_left: u8) -> CubePlace {
        CubePlace { rung: 0, owner: self.present, scale: 1.0, turns_left }
    }

    /// The value at a place.
    pub(crate) fn value(&self, values: &CubeValues, place: CubePlace) -> f32 {
        place.scale * values.0[usize::from(place.rung)][place.owner]
    }

    /// Whether a player may turn the cube, and gains by it.
    pub(crate) fn may_turn(&self, place: CubePlace, player: Player) -> bool {
        place.turns_left > 0
            && place.owner != own(!player)
            && self.rungs.get(usize::from(place.rung)).is_some_and(|rung| rung.turns[player])
    }

    /// Where the cube is after a double of a player that was taken.
    pub(crate) fn turned(&self, place: CubePlace, player: Player) -> CubePlace {
        let (rung, scale) = match self.kind {
            Kind::Match => (place.rung + 1, place.scale),
            _ => (place.rung, 2.0 * place.scale),
        };
        let turns_left = place.turns_left.saturating_sub(1);
        CubePlace { rung, owner: own(!player), scale, turns_left }
    }

    /// What A gets when a double of a player is passed by the other.
    pub(crate) fn passed(&self, place: CubePlace, player: Player) -> f32 {
        let rung = self.rungs.get(usize::from(place.rung));
        place.scale * single_win(rung.map_or(&OUTCOME_POINTS, |rung| &rung.worth), player)
    }

    /// What the two-sided bearoff table says of a money game.
    pub(crate) fn exact(exact: &CubeEquities, on_roll: Player) -> CubeValues {
        let mut values = CubeValues::ZERO;
        let place = &mut values.0[0];
        place[CENTRED] = on_roll.points(exact.centred);
        place[own(on_roll)] = on_roll.points(exact.owned);
        place[own(!on_roll)] = on_roll.points(exact.opponents);
        values
    }

    /// Turns values before a roll into those before the cube is considered: who is on roll may
    /// double wherever the cube is centred or his own.
    pub(crate) fn with_doubling(&self, rolled: &CubeValues, on_roll: Player) -> CubeValues {
        let mut values = *rolled;
        // The better of rolling on and doubling, the answer being the other side's best.
        let best = |rolled: f32, take: f32, pass: f32| match on_roll {
            Player::A => rolled.max(take.min(pass)),
            Player::B => rolled.min(take.max(pass)),
        };
        for (number, rung) in self.rungs.iter().enumerate() {
            // After the last rung nothing changes by a turn.
            if !rung.turns[on_roll] {
                continue;
            }
            let take = match self.kind {
                Kind::Match => rolled.0[number + 1][own(!on_roll)],
                _ => 2.0 * rolled.0[0][own(!on_roll)],
            };
            let pass = single_win(&rung.worth, on_roll);
            for owner in [CENTRED, own(on_roll)] {
                values.0[number][owner] = best(rolled.0[number][owner], take, pass);
            }
        }
        values
    }
}

/// Nobody gains by a turn of the cube.
const NOBODY: ByPlayer<bool> = ByPlayer { a: false, b: false };

/// What A gets when a player wins a single game.
const fn single_win(worth: &[f32; OUTCOMES], player: Player) -> f32 {
    match player {
        Player::A => worth[0],
        Player::B => worth[OUTCOMES / 2],
    }
}

/// The ends of the line on which a position lies: what A gets on average when he wins and when he
/// loses, and how likely he is to win.
#[derive(Clone, Copy)]
struct Ends {
    p: f32,
    win: f32,
    lose: f32,
}

impl Ends {
    fn new(outcomes: &Outcomes, worth: &[f32; OUTCOMES]) -> Self {
        let half = OUTCOMES / 2;
        let p: f32 = outcomes.0[..half].iter().sum();
        let q: f32 = outcomes.0[half..].iter().sum();
        let mean = |range: std::ops::Range<usize>, p: f32, single: f32| {
            let sum: f32 = range.map(|i| outcomes.0[i] * worth[i]).sum();
            if p > 1e-6 { sum / p } else { single }
        };
        Self { p, win: mean(0..half, p, worth[0]), lose: mean(half..OUTCOMES, q, worth[half]) }
    }

    /// The value of a live cube: straight from where A has lost, through the point where B cashes
    /// and the point where A does, to where A has won.
    fn through(&self, low: Option<(f32, f32)>, high: Option<(f32, f32)>) -> f32 {
        let mut from = (0.0, self.lose);
        for to in [low, high].into_iter().flatten() {
            if self.p < to.0 {
                return line(from, to, self.p);
            }
            from = to;
        }
        line(from, (1.0, self.win), self.p)
    }

    /// The probability of winning at which such a value is reached, gammons being as likely among
    /// wins and losses as they are here.
    fn reaches(&self, value: f32, low: Option<(f32, f32)>, high: Option<(f32, f32)>) -> f32 {
        let mut from = (0.0, self.lose);
        for to in [low, high].into_iter().flatten().chain([(1.0, self.win)]) {
            if value <= to.1 {
                let share = (value - from.1) / (to.1 - from.1).max(1e-9);
                return (from.0 + share * (to.0 - from.0)).clamp(0.0, 1.0);
            }
            from = to;
        }
        1.0
    }
}

fn line(from: (f32, f32), to: (f32, f32), p: f32) -> f32 {
    let share = (p - from.0) / (to.0 - from.0).max(1e-6);
    from.1 + share.clamp(0.0, 1.0) * (to.1 - from.1)
}
