//! What outcomes are worth for every place where the cube can be.

use super::MatchEquityTable;
use crate::{
    bearoff::CubeEquities,
    probabilities::{OUTCOME_POINTS, OUTCOMES, Outcomes},
};
use sheshbesh_movegen::{BySide, Class, Cube, Side, Situation, Stakes};

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

/// The rules of the cube that an ID does not carry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubeRules {
    /// How well cubes are used.
    pub efficiency: Efficiency,
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

/// One value for each place of the cube, in the view of player A, see [`Ladder`].
pub type CubeValues = [f32; PLACES];

/// Places of the cube on one rung: centred, A's, B's.
const OWNERS: usize = 3;
/// A cube turned so often has decided any match.
const MOST_RUNGS: usize = 16;
/// All places: the present cube, and those after it that can still be reached.
const PLACES: usize = OWNERS * MOST_RUNGS;

const CENTRED: usize = 0;
const OWN: usize = 1;
const OPPONENTS: usize = 2;

/// A place of the cube in the course of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubePlace {
    rung: usize,
    owner: usize,
    /// Of a money game: how many times the present cube it is worth.
    scale: f32,
    /// How often it may still be turned.
    turns_left: u8,
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
    /// Whether A, and B, gain anything by turning this cube.
    turns: [bool; 2],
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
        rules: &CubeRules,
        cubeful: bool,
    ) -> Result<Self, InvalidStakes> {
        let cube = situation.cube;
        let present = match cube.owner() {
            None => CENTRED,
            Some(Side::OnRoll) => OWN,
            Some(Side::Opponent) => OPPONENTS,
        };
        let (rungs, kind) = match situation.stakes {
            Stakes::Money { jacoby, .. } => {
                let turns = [cubeful && cube.exponent() < situation.largest_cube; 2];
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
                    Rung { worth, turns: away.map(|away| away > cube) }
                };
                let mut rungs = vec![rung(cube.exponent())];
                if !cubeful || crawford {
                    rungs[0].turns = [false; 2];
                } else {
                    let more = (1..MOST_RUNGS as u8).map(|i| cube.exponent() + i);
                    for exponent in more {
                        if rungs.last().is_some_and(|rung| rung.turns == [false; 2]) {
                            break;
                        }
                        rungs.push(rung(exponent));
                    }
                    let last = rungs.last_mut().expect("the first is there");
                    last.turns = [false; 2];
                }
                (rungs, Kind::Match)
            }
        };
        Ok(Self { rungs, present, kind, efficiency: rules.efficiency })
    }

    /// Whether worths are match winning chances.
    pub fn is_match(&self) -> bool {
        self.kind == Kind::Match
    }

    /// Whether anybody can still turn the cube.
    pub fn is_cubeful(&self) -> bool {
        self.rungs.first().is_some_and(|rung| rung.turns != [false; 2])
    }

    /// Whether A may turn the cube now.
    pub fn may_double(&self) -> bool {
        self.present != OPPONENTS && self.rungs.first().is_some_and(|rung| rung.turns[0])
    }

    /// What each outcome of the game is worth to A if the cube stays where it is.
    pub fn worth(&self) -> [f32; OUTCOMES] {
        match self.kind {
            Kind::Money { jacoby: true } if self.present == CENTRED && !self.is_cubeful() => {
                [1.0, 1.0, 1.0, -1.0, -1.0, -1.0]
            }
            _ => self.rungs.first().map_or(OUTCOME_POINTS, |rung| rung.worth),
        }
    }

    /// How many of the places count.
    pub fn places(&self) -> usize {
        (self.rungs.len() * OWNERS).max(1)
    }

    /// The value at the place where the cube is.
    pub fn present(&self, values: &CubeValues) -> f32 {
        values[self.present]
    }

    /// What A gets when B passes a double.
    pub fn double_pass(&self) -> f32 {
        self.rungs.first().map_or(1.0, |rung| rung.worth[0])
    }

    /// What A gets when B takes a double, from the values before B's roll.
    pub fn double_take(&self, values: &CubeValues) -> f32 {
        match self.kind {
            Kind::Match if self.rungs.len() > 1 => values[OWNERS + OPPONENTS],
            _ => 2.0 * values[OPPONENTS],
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
        let mut values = [0.0; PLACES];
        let efficiency = self.efficiency.of(class);
        match self.kind {
            Kind::Cubeless => values[0] = outcomes.equity(),
            Kind::Money { jacoby } => self.money_leaf(outcomes, class, jacoby, &mut values),
            Kind::Match => self.match_leaf(outcomes, class, efficiency, &mut values),
        }
        values
    }

    fn money_leaf(&self, outcomes: &Outcomes, class: Class, jacoby: bool, values: &mut CubeValues) {
        let ends = Ends::new(outcomes, &OUTCOME_POINTS);
        let dead = outcomes.equity();
        let plain = if jacoby { 2.0 * ends.p - 1.0 } else { dead };
        values[..OWNERS].copy_from_slice(&[plain, dead, dead]);
        if class == Class::Over || self.rungs[0].turns == [false; 2] {
            return;
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
                if rung.turns[0] {
                    // B is as well off passing as taking and owning the cube above.
                    let place =
                        above.reaches(single_win, take_above.map(|t| (t, above_loss)), None);
                    cash = Some(place);
                }
                if rung.turns[1] {
                    let place =
                        above.reaches(single_loss, None, cash_above.map(|c| (c, above_win)));
                    take = Some(place);
                }
            }
            let at = |place: Option<f32>, worth: f32| place.map(|place| (place, worth));
            let (low, high) = (at(take, single_loss), at(cash, single_win));
            let place = &mut values[number * OWNERS..][..OWNERS];
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
    pub fn place(&self, turns_left: u8) -> CubePlace {
        CubePlace { rung: 0, owner: self.present, scale: 1.0, turns_left }
    }

    /// The value at a place.
    pub fn value(&self, values: &CubeValues, place: CubePlace) -> f32 {
        place.scale * values[place.rung * OWNERS + place.owner]
    }

    /// Whether a player may turn the cube, and gains by it.
    pub fn may_turn(&self, place: CubePlace, a_turns: bool) -> bool {
        let others = if a_turns { OPPONENTS } else { OWN };
        place.turns_left > 0
            && place.owner != others
            && self.rungs.get(place.rung).is_some_and(|rung| rung.turns[usize::from(!a_turns)])
    }

    /// Where the cube is after a double that was taken.
    pub fn turned(&self, place: CubePlace, a_turns: bool) -> CubePlace {
        let (rung, scale) = match self.kind {
            Kind::Match => (place.rung + 1, place.scale),
            _ => (place.rung, 2.0 * place.scale),
        };
        let owner = if a_turns { OPPONENTS } else { OWN };
        CubePlace { rung, owner, scale, turns_left: place.turns_left.saturating_sub(1) }
    }

    /// What A gets when a double of one player is passed by the other.
    pub fn passed(&self, place: CubePlace, a_turns: bool) -> f32 {
        let worth = self.rungs.get(place.rung).map_or(OUTCOME_POINTS, |rung| rung.worth);
        place.scale * worth[if a_turns { 0 } else { OUTCOMES / 2 }]
    }

    /// Values that are all zero, to add to.
    pub(crate) const fn no_values() -> CubeValues {
        [0.0; PLACES]
    }

    /// What the two-sided bearoff table says of a money game, for A.
    pub(crate) fn exact(&self, exact: &CubeEquities, a_is_on_roll: bool) -> CubeValues {
        let mut values = [0.0; PLACES];
        values[..OWNERS].copy_from_slice(&if a_is_on_roll {
            [exact.centred, exact.owned, exact.opponents]
        } else {
            [-exact.centred, -exact.opponents, -exact.owned]
        });
        values
    }

    /// Turns values before a roll into those before the cube is considered: who is on roll may
    /// double wherever the cube is centred or his own.
    pub fn with_doubling(&self, rolled: &CubeValues, a_is_on_roll: bool) -> CubeValues {
        let mut values = *rolled;
        // The better of rolling on and doubling, the answer being the other side's best.
        let best = |rolled: f32, take: f32, pass: f32| {
            if a_is_on_roll { rolled.max(take.min(pass)) } else { rolled.min(take.max(pass)) }
        };
        let (own, others) = if a_is_on_roll { (OWN, OPPONENTS) } else { (OPPONENTS, OWN) };
        let turner = usize::from(!a_is_on_roll);
        for (number, rung) in self.rungs.iter().enumerate() {
            // After the last rung nothing changes by a turn.
            if !rung.turns[turner] {
                continue;
            }
            let first = number * OWNERS;
            let take = match self.kind {
                Kind::Match => rolled[first + OWNERS + others],
                _ => 2.0 * rolled[others],
            };
            let pass = rung.worth[if a_is_on_roll { 0 } else { OUTCOMES / 2 }];
            for place in [CENTRED, own] {
                values[first + place] = best(rolled[first + place], take, pass);
            }
        }
        values
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
