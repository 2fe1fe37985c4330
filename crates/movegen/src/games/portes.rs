//! Portes (πόρτες), the first game of tavli, and tavla (tavle, takhteh), its eastern relative.
//!
//! The rules are those of backgammon, but a win counts at most two points, there is no cube, and
//! the starting player rolls again. In tavla, a checker that hits at home may not move on in the
//! same turn, nor be borne off: "no hit and run".
//!
//! Some players of short nardi play looser: one number is enough, even if both can be played, and a
//! number bears off a checker from any lower point, even if others are further back.

use super::{
    hitting::Hitting,
    results::distinct_results,
    rules::{
        CheckerMove, Family, GameEnd, OUTCOMES, Obligation, Obstacle, Opening, PlaySoFar, Rules,
        first_to_bear_off, usual_step,
    },
};
use crate::board::{BAR, Dice, HOME, OFF, POINTS, Position, View};

/// The rules of portes and tavla.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Portes {
    /// Restriction on checkers that have hit.
    pub hit_and_run: HitAndRun,
    /// True if a player who can play several numbers need not play more than one.
    pub one_is_enough: bool,
    /// True if a number bears off a checker from any lower point.
    pub bears_off_lower: bool,
}

/// Restriction on moving a checker in the turn in which it has hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HitAndRun {
    /// No restriction: portes.
    #[default]
    Allowed,
    /// At home, one checker must stay on each point where a checker was hit: tavla.
    NotAtHome,
    /// At home, no checker may leave a point where a checker was hit.
    Strict,
    /// Everywhere, one checker must stay on each point where a checker was hit.
    Nowhere,
}

impl Portes {
    /// The usual rules of portes.
    pub const PORTES: Self =
        Self { hit_and_run: HitAndRun::Allowed, one_is_enough: false, bears_off_lower: false };
    /// The usual rules of tavla.
    pub const TAVLA: Self = Self { hit_and_run: HitAndRun::NotAtHome, ..Self::PORTES };

    /// True if numbers are played and checkers borne off as in backgammon.
    const fn is_strict(self) -> bool {
        !self.one_is_enough && !self.bears_off_lower
    }

    /// The points where a checker that hits must stay.
    const fn stays(self) -> u32 {
        match self.hit_and_run {
            HitAndRun::Allowed => 0,
            HitAndRun::NotAtHome | HitAndRun::Strict => ((1 << HOME) - 1) << 1,
            HitAndRun::Nowhere => ((1 << POINTS) - 1) << 1,
        }
    }

    /// The points of that kind where this turn has hit: an opposing checker stood there and is
    /// gone.
    fn hit(self, turn: &PlaySoFar) -> u32 {
        let gone = turn.start().opponent().occupied() & !turn.now().opponent().occupied();
        // Point i of one side is bit 25 - i of the other.
        (gone.reverse_bits() >> (u32::BITS - 1 - u32::from(BAR))) & self.stays()
    }
}

impl Rules for Portes {
    const FAMILY: Family = Family::Hitting;
    const VIEW: View = View::Contrary;
    const OPENING: Opening = Opening::Reroll;
    const CUBE: bool = false;

    fn bears_off_as_backgammon(self) -> bool {
        self.is_strict()
    }

    fn obligation(self) -> Obligation {
        if self.one_is_enough { Obligation::One } else { Obligation::Most }
    }

    fn step(self, so_far: &PlaySoFar, from: u8, number: u8) -> Result<CheckerMove, Obstacle> {
        let step = match usual_step::<Self>(so_far, from, number) {
            Err(Obstacle::NotRearmost) if self.bears_off_lower => {
                CheckerMove { from, to: OFF, hits: false }
            }
            step => step?,
        };
        let has_hit = self.hit(so_far) >> from & 1 == 1;
        let may_leave = self.hit_and_run != HitAndRun::Strict && so_far.now().own().on(from) > 1;
        if has_hit && !may_leave { Err(Obstacle::HitAndRun) } else { Ok(step) }
    }

    #[inline]
    fn end(self, position: &Position, _last: Option<Dice>) -> Option<GameEnd> {
        first_to_bear_off(position, super::rules::gammon_at_most)
    }

    #[inline]
    fn possible(self, position: &Position) -> [bool; OUTCOMES] {
        let [win, gammon, _, lose, loses_gammon, _] = Hitting.possible(position);
        [win, gammon, false, lose, loses_gammon, false]
    }

    /// Rolls without a hit on a point where the checker must stay are played as in backgammon.
    #[inline]
    fn generate(self, position: &Position, dice: Dice, results: &mut Vec<Position>) {
        if !self.is_strict() {
            return distinct_results(self, position, dice, results);
        }
        let first = results.len();
        Hitting.generate(position, dice, results);
        if self.hit_and_run == HitAndRun::Allowed {
            return;
        }
        let start = PlaySoFar::new(position, dice);
        let hits = |result: &Position| self.hit(&start.ended(result.swapped(), 0)) != 0;
        if results[first..].iter().any(hits) {
            results.truncate(first);
            distinct_results(self, position, dice, results);
        }
    }

    fn generate_rolls(
        self,
        position: &Position,
        results: &mut Vec<Position>,
        ends: &mut Vec<usize>,
    ) {
        if self.hit_and_run == HitAndRun::Allowed && self.is_strict() {
            return Hitting.generate_rolls(position, results, ends);
        }
        super::rules::results_of_rolls(self, position, results, ends, |dice, results| {
            self.generate(position, dice, results);
        });
    }
}
