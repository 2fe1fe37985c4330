//! State of a turn that a position carries beside its checkers, in games whose turns have stages.
//!
//! In most games the player on roll rolls two dice and plays them, and then the opponent rolls. In
//! a game with stages, numbers may be left for the next decision, or the same player may go on. The
//! bits above the nibbles of [`Checkers`] hold this state. Games with stages have no pinned
//! checkers, so the same bits are free; a pattern that pins cannot have tells the two uses apart.

use super::{
    checkers::{Checkers, POINTS},
    dice::Dice,
    players::{BySide, Side},
    position::Position,
};

/// The numbers of a stage that is to be played without a new roll: one or two given numbers, or any
/// double that the player chooses ([`Stage::ANY_DOUBLE`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The number, or the larger one of two different numbers.
    pub high: u8,
    /// The smaller one of two different numbers, or 0.
    pub low: u8,
    /// Number of times that `high` is played: 1 to 4; 1 with two different numbers.
    pub count: u8,
    /// True if the next higher numbers follow as further stages, up to 6.
    pub runs_on: bool,
    /// True if the numbers are the rest of the opponent's roll.
    pub is_remainder: bool,
}

impl Stage {
    /// A double of the player's choice.
    pub const ANY_DOUBLE: Self =
        Self { high: ANY, low: 0, count: 4, runs_on: false, is_remainder: false };

    /// One number, four times.
    pub(crate) const fn double(number: u8) -> Self {
        Self { high: number, low: 0, count: 4, runs_on: false, is_remainder: false }
    }

    /// A roll that shows these numbers. A number that is played once is shown as a double, and a
    /// double of the player's choice as 6-6.
    ///
    /// # Panics
    /// When the numbers are no numbers of dice.
    pub fn dice(&self) -> Dice {
        if *self == Self::ANY_DOUBLE {
            return Dice::ALL[Dice::ALL.len() - 1];
        }
        let low = if self.low == 0 { self.high } else { self.low };
        Dice::new(self.high, low).expect("the numbers of a stage are those of dice")
    }

    fn is_valid(&self) -> bool {
        *self == Self::ANY_DOUBLE
            || (1..=6).contains(&self.high)
                && (1..=4).contains(&self.count)
                && self.low < self.high
                && (self.low == 0 || self.count == 1 && !self.runs_on)
    }
}

/// The number of a stage that stands for any number.
const ANY: u8 = 7;

/// State of a turn beside the checkers; see [`Position::turn_state`]. The default is that of the
/// games without stages: the player on roll rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnState {
    /// The side that moves next: the player on roll, except in results of plays after which the
    /// same player goes on. Those are seen by the opponent like all results.
    pub moves: Side,
    /// The numbers that it plays; `None` if it rolls.
    pub stage: Option<Stage>,
    /// A counter of each side, with a meaning of the game's own: up to 3, or up to
    /// [`TurnState::MOST_COUNTED`] if `idle` is 0.
    pub counters: BySide<u8>,
    /// Number of rolls in a row without a step, up to [`TurnState::MOST_IDLE`].
    pub idle: u8,
    /// The side that plays White, in a game in which the way of White is not that of Black; `None`
    /// in all others. Such a game has no stages. [`Position::bare`] keeps this side.
    pub white: Option<Side>,
}

impl Default for TurnState {
    fn default() -> Self {
        Self { moves: Side::OnRoll, stage: None, counters: BySide::default(), idle: 0, white: None }
    }
}

/// A field of a number: its first bit and its number of bits.
struct Field(u32, u32);

impl Field {
    const fn get(&self, bits: u32) -> u8 {
        (bits >> self.0 & ((1 << self.1) - 1)) as u8
    }

    const fn put(&self, value: u8) -> u32 {
        (value as u32) << self.0
    }
}

/// Fields of a stage, from its first bit.
const HIGH: Field = Field(0, 3);
const LOW: Field = Field(3, 3);
const COUNT: Field = Field(6, 2);
const RUNS_ON: Field = Field(8, 1);
const REMAINDER: Field = Field(9, 1);

/// Fields of a side's bits above the nibbles. Bit 0 is not used.
const TAG: [u32; 2] = [1 << 1, 1 << POINTS];
const COUNTER: Field = Field(2, 2);
const IDLE: Field = Field(4, 7);
const GOES_ON: Field = Field(11, 1);
const STAGE: Field = Field(12, 10);
/// The higher two bits of a counter.
const COUNTER_HIGH: Field = Field(22, 2);

/// Bits in the place of a stage that mark a side as White, and in a code those of White who is not
/// on roll. No stage has these bits.
const WHITE: u32 = LOW.put(7);
const WHITE_WAITS: u32 = LOW.put(6);

/// Fields of the code of a position. Bit 0 is not used.
const CODE_COUNTERS: [Field; 2] = [Field(1, 2), Field(3, 2)];
const CODE_IDLE: Field = Field(5, 7);
const CODE_MOVES: Field = Field(12, 1);
const CODE_STAGE: u32 = 13;
/// Set if a counter is above [`NARROW`]. The counters then have more bits, which are those of the idle
/// rolls otherwise.
const CODE_WIDE: Field = Field(23, 1);
const CODE_WIDE_COUNTERS: [Field; 2] = [Field(1, 4), Field(5, 4)];
/// Largest counter that leaves room for idle rolls.
const NARROW: u8 = 3;

impl Stage {
    fn bits(&self) -> u32 {
        HIGH.put(self.high)
            | LOW.put(self.low)
            | COUNT.put(self.count - 1)
            | RUNS_ON.put(self.runs_on.into())
            | REMAINDER.put(self.is_remainder.into())
    }

    fn from_bits(bits: u32) -> Option<Self> {
        let stage = Self {
            high: HIGH.get(bits),
            low: LOW.get(bits),
            count: COUNT.get(bits) + 1,
            runs_on: RUNS_ON.get(bits) == 1,
            is_remainder: REMAINDER.get(bits) == 1,
        };
        stage.is_valid().then_some(stage)
    }
}

impl TurnState {
    /// Largest count of rolls in a row without a step.
    pub const MOST_IDLE: u8 = 127;
    /// Largest counter of a side.
    pub const MOST_COUNTED: u8 = 15;

    /// The same state seen by the other side.
    #[must_use]
    pub fn swapped(self) -> Self {
        let white = self.white.map(|white| !white);
        Self { moves: !self.moves, counters: self.counters.swapped(), white, ..self }
    }

    /// The state as a number of 24 bits, the lowest of them unused; 0 for the default.
    pub fn code(self) -> u32 {
        let stage = match (self.stage, self.white) {
            (Some(stage), _) => stage.bits(),
            (None, Some(Side::OnRoll)) => WHITE,
            (None, Some(Side::Opponent)) => WHITE_WAITS,
            (None, None) => 0,
        };
        let BySide { on_roll, opponent } = self.counters;
        let counted = if on_roll.max(opponent) > NARROW {
            let [own, other] = CODE_WIDE_COUNTERS;
            own.put(on_roll) | other.put(opponent) | CODE_WIDE.put(1)
        } else {
            let [own, other] = CODE_COUNTERS;
            own.put(on_roll) | other.put(opponent) | CODE_IDLE.put(self.idle)
        };
        counted | CODE_MOVES.put((self.moves == Side::Opponent).into()) | stage << CODE_STAGE
    }

    /// The state with a [code](Self::code); `None` if there is none.
    pub fn from_code(code: u32) -> Option<Self> {
        let (stage, white) = match code >> CODE_STAGE & STAGE.mask() {
            0 => (None, None),
            WHITE => (None, Some(Side::OnRoll)),
            WHITE_WAITS => (None, Some(Side::Opponent)),
            bits => (Some(Stage::from_bits(bits)?), None),
        };
        let is_wide = CODE_WIDE.get(code) == 1;
        let fields = if is_wide { CODE_WIDE_COUNTERS } else { CODE_COUNTERS };
        let [on_roll, opponent] = fields.map(|field| field.get(code));
        let idle = if is_wide { 0 } else { CODE_IDLE.get(code) };
        let moves = if CODE_MOVES.get(code) == 1 { Side::Opponent } else { Side::OnRoll };
        let counters = BySide { on_roll, opponent };
        // Each state has one code, so small counters are not wide.
        let found = Self { moves, stage, counters, idle, white };
        (found.code() == code).then_some(found)
    }
}

/// The counter in the bits of a side.
const fn counter(bits: u32) -> u8 {
    COUNTER.get(bits) | COUNTER_HIGH.get(bits) << COUNTER.1
}

impl Checkers {
    fn is_tagged(self) -> bool {
        self.pinned() & (TAG[0] | TAG[1]) == TAG[0] | TAG[1]
    }

    /// True if the side is White, in a game that tells White from Black.
    #[inline]
    pub const fn is_white(self) -> bool {
        STAGE.all(self.pinned()) == WHITE
    }

    /// The same side with the state of the turn in these bits.
    const fn tagged(self, bits: u32) -> Self {
        self.with_pins(TAG[0] | TAG[1] | bits)
    }
}

impl Position {
    /// True if the bits above the nibbles hold the state of a turn. A checker on one side's point 1
    /// and the checker on the other side's point 24 are never both pinned, since in games with pins
    /// that is one point.
    #[inline]
    fn has_turn_state(&self) -> bool {
        self.own().is_tagged() && self.opponent().is_tagged()
    }

    /// The state of the turn beside the checkers; the default in games without stages.
    pub fn turn_state(&self) -> TurnState {
        if !self.has_turn_state() {
            return TurnState::default();
        }
        let [own, opponent] = [self.own(), self.opponent()].map(Checkers::pinned);
        let stage = |bits| Stage::from_bits(STAGE.all(bits));
        let goes_on = GOES_ON.get(opponent) == 1 || stage(opponent).is_some();
        TurnState {
            moves: if goes_on { Side::Opponent } else { Side::OnRoll },
            stage: stage(own).or(stage(opponent)),
            counters: BySide { on_roll: counter(own), opponent: counter(opponent) },
            idle: IDLE.get(own),
            white: match [own, opponent].map(|bits| STAGE.all(bits) == WHITE) {
                [true, _] => Some(Side::OnRoll),
                [_, true] => Some(Side::Opponent),
                [false, false] => None,
            },
        }
    }

    /// The same checkers with White on roll, in a game that tells White from Black.
    pub(crate) const fn with_white_on_roll(&self) -> Self {
        let white = self.own().tagged(WHITE << STAGE.0);
        Self::from_sides_unchecked(white, self.opponent().tagged(0))
    }

    /// The same checkers with the state of a turn.
    #[must_use]
    pub fn with_turn_state(&self, state: TurnState) -> Self {
        if state == TurnState::default() {
            return self.without_turn_state();
        }
        let side = |checkers: Checkers, side: Side| {
            let moves = state.moves == side;
            let goes_on = moves && side == Side::Opponent;
            let mark = if state.white == Some(side) { WHITE } else { 0 };
            let stage = state.stage.filter(|_| moves).map_or(mark, |stage| stage.bits());
            let bits = COUNTER.put(state.counters[side] & NARROW)
                | COUNTER_HIGH.put(state.counters[side] >> COUNTER.1)
                | IDLE.put(state.idle)
                | GOES_ON.put(goes_on.into())
                | stage << STAGE.0;
            checkers.tagged(bits)
        };
        Self::from_sides_unchecked(
            side(self.own(), Side::OnRoll),
            side(self.opponent(), Side::Opponent),
        )
    }

    /// The board alone: the checkers without the state of a turn. Pins and White stay.
    #[inline]
    #[must_use]
    pub fn bare(&self) -> Self {
        if !self.has_turn_state() {
            return *self;
        }
        match self.turn_state().white {
            None => self.without_turn_state(),
            white => self.with_turn_state(TurnState { white, ..TurnState::default() }),
        }
    }

    /// The checkers alone, without the state of a turn and without White. Pins stay.
    #[must_use]
    pub fn without_turn_state(&self) -> Self {
        if !self.has_turn_state() {
            return *self;
        }
        let [own, opponent] = [self.own(), self.opponent()].map(|side| side.with_pins(0));
        Self::from_sides_unchecked(own, opponent)
    }

    /// The position seen by the side that moves next: this one, or the swapped one if the opponent
    /// moves on.
    ///
    /// This and [`Position::turn_state`] decide who moves, and with what numbers, for referee,
    /// search, rollouts and self-play alike.
    #[inline]
    #[must_use]
    pub fn seen_by_mover(&self) -> (Self, Side) {
        if !self.has_turn_state() {
            return (*self, Side::OnRoll);
        }
        let state = self.turn_state();
        match state.moves {
            Side::OnRoll => (self.with_turn_state(state), Side::OnRoll),
            Side::Opponent => (self.swapped().with_turn_state(state.swapped()), Side::Opponent),
        }
    }

    /// Bits beside the checkers that a complete notation needs, as bits 1 to 24: the points where
    /// the player on roll [lies under](Position::lies_under), or the state of a turn.
    pub(crate) fn extra_bits(&self) -> u32 {
        if self.has_turn_state() { self.turn_state().code() } else { self.lies_under() }
    }
}

impl Field {
    /// As many ones as the field has bits.
    const fn mask(&self) -> u32 {
        (1 << self.1) - 1
    }

    /// The field's bits, of a field that is longer than a byte.
    const fn all(&self, bits: u32) -> u32 {
        bits >> self.0 & self.mask()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    fn states() -> Vec<TurnState> {
        let equal = (1..=6).flat_map(|high| {
            (1..=4).flat_map(move |count| {
                [(false, false), (true, false), (false, true), (true, true)].map(
                    |(runs_on, is_remainder)| Stage { high, low: 0, count, runs_on, is_remainder },
                )
            })
        });
        let different = (2..=6).flat_map(|high| {
            (1..high).map(move |low| Stage {
                high,
                low,
                count: 1,
                runs_on: false,
                is_remainder: true,
            })
        });
        let stages = equal.chain(different).chain([Stage::ANY_DOUBLE]).map(Some).chain([None]);
        let mut all = Vec::new();
        for (index, stage) in stages.enumerate() {
            for moves in [Side::OnRoll, Side::Opponent] {
                let counters = BySide { on_roll: index as u8 % 4, opponent: index as u8 / 4 % 4 };
                let white = None;
                all.push(TurnState { moves, stage, counters, idle: index as u8, white });
                let counters = BySide { on_roll: index as u8 % 16, opponent: 4 + index as u8 % 12 };
                all.push(TurnState { moves, stage, counters, idle: 0, white });
            }
        }
        let colours = Side::BOTH.map(|side| TurnState {
            white: Some(side),
            idle: side as u8,
            ..TurnState::default()
        });
        all.extend(colours);
        all
    }

    #[test]
    fn states_are_kept_by_positions_and_codes() {
        let start = Game::FEVGA.start();
        for state in states() {
            let position = start.with_turn_state(state);
            assert_eq!(position.turn_state(), state);
            let board = TurnState { white: state.white, ..TurnState::default() };
            assert_eq!(position.bare(), start.with_turn_state(board));
            let swapped = position.swapped();
            // A player who rolls is not marked, so the other one would roll from the other view.
            if state.stage.is_some() || state.moves == Side::Opponent {
                assert_eq!(swapped.turn_state(), state.swapped(), "{state:?}");
            }
            assert_eq!(swapped.bare(), position.bare().swapped());
            assert_eq!(TurnState::from_code(state.code()), Some(state));
            let (mover, side) = position.seen_by_mover();
            assert_eq!((mover.turn_state().moves, side), (Side::OnRoll, state.moves));
            assert_eq!(mover.seen_by_mover(), (mover, Side::OnRoll));
        }
        assert_eq!(start.turn_state(), TurnState::default());
        assert_eq!(start.extra_bits(), 0);
        let white = TurnState { white: Some(Side::OnRoll), ..TurnState::default() };
        assert_eq!(start.with_white_on_roll(), start.with_turn_state(white));
        assert!(states().len() > 200);
    }

    #[test]
    fn codes_of_no_state_are_refused() {
        for stage in [0b111, 0b000_001_000, 0b001_001, 0b010_011] {
            let code = (stage | (1 << 6)) << CODE_STAGE;
            assert_eq!(TurnState::from_code(code), None, "{stage:b}");
        }
        assert_eq!(TurnState::from_code(1), None);
        assert_eq!(TurnState::from_code(1 << 24), None);
        // Counters of 1 and 0, in the form for large ones.
        assert_eq!(TurnState::from_code(1 << 1 | CODE_WIDE.put(1)), None);
    }
}
