//! Plays of a double.
//!
//! Steps are generated from the rear to the front. Every legal play can be sorted this way, since
//! steps from further back only add checkers for later steps. Two different sets of steps never
//! lead to the same position.

use super::{
    bitboard::{Board, ON_BAR, borne_off_from, for_each_slot, mirrored, target},
    results::push_each,
    steps::{Sides, Steps},
};
use crate::board::{BAR, Checkers, HOME, Position};

/// Number of steps of a double.
const STEPS_OF_A_DOUBLE: u32 = 4;

/// State that is constant during a double.
struct Double {
    number: u32,
    steps: &'static Steps,
    /// Slots from where a step does not end on a closed point or off.
    open: u32,
}

/// The board between two steps.
struct Between {
    sides: Sides,
    occupied: u32,
    /// Slots from where a step hits.
    hitting: u32,
    /// Slots where the mover has exactly one, two or three checkers. Each step makes one more of
    /// them inexact: after one step, one and two are exact; after two steps, only one. This is as
    /// much as the remaining steps need.
    counts: [u32; 3],
}

impl Board {
    /// Adds the plays of a double.
    #[inline]
    pub(super) fn double(&self, number: u32, results: &mut Vec<Position>) {
        let before = results.len();
        let own = self.sides.position().opponent();
        let double = self.double_of(number);
        let mut between = self.before(&double);
        let mut left = STEPS_OF_A_DOUBLE;
        if self.occupied & ON_BAR != 0 {
            if double.open & ON_BAR == 0 {
                return;
            }
            let entering = u32::from(own.on(BAR)).min(STEPS_OF_A_DOUBLE);
            for _ in 0..entering {
                between = between.after(0, &double);
            }
            left -= entering;
            // No checker is left on the bar, or no step is left to enter it.
            between.occupied &= !ON_BAR;
        }
        // A checker can be borne off only if the other steps bring all outside checkers home.
        if outside(own) < STEPS_OF_A_DOUBLE {
            double.longest::<true>(&between, left, results);
        } else {
            double.longest::<false>(&between, left, results);
        }
        if results.len() == before && left < STEPS_OF_A_DOUBLE {
            results.push(between.sides.position());
        }
    }

    /// Adds the plays of a double if no checker is on the bar and none may be borne off.
    pub(super) fn double_on_the_board(&self, number: u32, results: &mut Vec<Position>) {
        let double = self.double_of(number);
        let between = self.before(&double);
        double.longest::<false>(&between, STEPS_OF_A_DOUBLE, results);
    }

    #[inline(always)]
    fn double_of(&self, number: u32) -> Double {
        Double { number, steps: Steps::of(number), open: self.open >> number }
    }

    /// The board before the first step.
    #[inline(always)]
    fn before(&self, double: &Double) -> Between {
        let own = self.sides.position().opponent();
        let [two, three] = mirrored([own.exactly(2), own.exactly(3)]);
        Between {
            sides: self.sides,
            occupied: self.occupied,
            hitting: self.blots >> double.number,
            counts: [self.single, two, three],
        }
    }
}

/// Number of checkers outside the home board.
fn outside(own: Checkers) -> u32 {
    let nibbles = own.nibbles() >> (4 * (HOME + 1));
    // Sum two nibbles into each byte, for both halves. No side has more than 15 checkers.
    let pairs = |half: u64| {
        const LOW_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        (half & LOW_NIBBLES) + (half >> 4 & LOW_NIBBLES)
    };
    let bytes = pairs(nibbles as u64) + pairs((nibbles >> 64) as u64);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Double {
    /// Adds the plays of as many of the remaining steps as possible.
    #[inline(always)]
    fn longest<const BEARS_OFF: bool>(
        &self,
        between: &Between,
        left: u32,
        results: &mut Vec<Position>,
    ) {
        type Two = Then<Last>;
        type Three = Then<Two>;
        type Four = Then<Three>;
        let before = results.len();
        let everywhere = u32::MAX;
        for steps in (1..=left).rev() {
            match steps {
                4 => Four::play::<BEARS_OFF>(self, between, everywhere, results),
                3 => Three::play::<BEARS_OFF>(self, between, everywhere, results),
                2 => Two::play::<BEARS_OFF>(self, between, everywhere, results),
                _ => Last::play::<BEARS_OFF>(self, between, everywhere, results),
            }
            if results.len() > before {
                return;
            }
        }
    }
}

impl Between {
    /// The board after one checker has moved on from a slot.
    #[inline(always)]
    fn after(&self, slot: u32, double: &Double) -> Self {
        let from = 1 << slot;
        let to = target(from, double.number);
        let [one, two, three] = self.counts;
        let occupied = self.occupied & !(one & from) | to;
        // Remove a checker from its origin, then add one at its destination.
        let (one, two) = (one & !from | two & from, two & !from | three & from);
        let (one, two) = (one & !to | to & !self.occupied, two & !to | one & to);
        Self {
            sides: self.sides.after(double.steps.from(slot, self.hitting)),
            occupied,
            hitting: self.hitting & !from,
            counts: [one, two, three],
        }
    }

    /// Slots from where checkers may step.
    #[inline(always)]
    fn movable<const BEARS_OFF: bool>(&self, double: &Double) -> u32 {
        let on_board = self.occupied & double.open;
        if BEARS_OFF { on_board | borne_off_from(self.occupied, double.number) } else { on_board }
    }
}

/// Number of steps left to play, as a type.
trait StepsLeft {
    /// Adds the plays of exactly these steps, the first of them from one of the slots `sources`.
    fn play<const BEARS_OFF: bool>(
        double: &Double,
        between: &Between,
        sources: u32,
        results: &mut Vec<Position>,
    );
}

/// The last step.
struct Last;

/// One step, followed by others.
struct Then<Others>(std::marker::PhantomData<Others>);

impl StepsLeft for Last {
    #[inline(always)]
    fn play<const BEARS_OFF: bool>(
        double: &Double,
        between: &Between,
        sources: u32,
        results: &mut Vec<Position>,
    ) {
        let movable = between.movable::<BEARS_OFF>(double) & sources;
        push_each(results, between.sides, double.steps, movable, between.hitting);
    }
}

impl<Others: StepsLeft> StepsLeft for Then<Others> {
    #[inline(always)]
    fn play<const BEARS_OFF: bool>(
        double: &Double,
        between: &Between,
        sources: u32,
        results: &mut Vec<Position>,
    ) {
        for_each_slot!(between.movable::<BEARS_OFF>(double) & sources, |slot| {
            let next = between.after(slot, double);
            Others::play::<BEARS_OFF>(double, &next, u32::MAX << slot, results);
        });
    }
}
