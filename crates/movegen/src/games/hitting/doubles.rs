//! Plays of a double.
//!
//! The steps are made from the rear to the front. Any legal play may be sorted so (the steps from
//! further back only add to what those after them find), and two different sets of steps never lead
//! to the same position.

use super::{
    places::{Board, ON_BAR, borne_off_from, for_each_place, mirrored, target},
    results::push_each,
    steps::{Sides, Steps},
};
use crate::position::{BAR, Checkers, HOME, Position};

/// So many steps a double has.
const STEPS_OF_A_DOUBLE: u32 = 4;

/// What stays the same during a double.
struct Double {
    number: u32,
    steps: &'static Steps,
    /// From where a step does not end on a closed point or off.
    open: u32,
}

/// The board between two steps.
struct Between {
    sides: Sides,
    occupied: u32,
    /// From where a step hits.
    hitting: u32,
    /// Where the mover has exactly one checker, two, three. What is known gets less with each step:
    /// after one step the twos are still known, after two the ones, as many as are asked for.
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
            // Nobody is left there, or no step to come back with.
            between.occupied &= !ON_BAR;
        }
        // The last step bears off at best if all the others go home.
        if outside(own) < STEPS_OF_A_DOUBLE {
            double.longest::<true>(&between, left, results);
        } else {
            double.longest::<false>(&between, left, results);
        }
        if results.len() == before && left < STEPS_OF_A_DOUBLE {
            results.push(between.sides.position());
        }
    }

    /// Adds the plays of a double where nobody is on the bar and nothing may be borne off.
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

/// How many checkers are not at home.
fn outside(own: Checkers) -> u32 {
    let nibbles = own.nibbles() >> (4 * (HOME + 1));
    // Bytes of two nibbles each, both halves together; no side has more than 15 checkers.
    let pairs = |half: u64| {
        const LOW_NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        (half & LOW_NIBBLES) + (half >> 4 & LOW_NIBBLES)
    };
    let bytes = pairs(nibbles as u64) + pairs((nibbles >> 64) as u64);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

impl Double {
    /// Adds the plays of as many of the steps that are left as can be played.
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
    /// One checker goes on from a place.
    #[inline(always)]
    fn after(&self, place: u32, double: &Double) -> Self {
        let from = 1 << place;
        let to = target(from, double.number);
        let [one, two, three] = self.counts;
        let occupied = self.occupied & !(one & from) | to;
        // One checker fewer where it left, then one more where it arrived.
        let (one, two) = (one & !from | two & from, two & !from | three & from);
        let (one, two) = (one & !to | to & !self.occupied, two & !to | one & to);
        Self {
            sides: self.sides.after(double.steps.from(place, self.hitting)),
            occupied,
            hitting: self.hitting & !from,
            counts: [one, two, three],
        }
    }

    /// From where checkers may step on.
    #[inline(always)]
    fn movable<const BEARS_OFF: bool>(&self, double: &Double) -> u32 {
        let on_board = self.occupied & double.open;
        if BEARS_OFF { on_board | borne_off_from(self.occupied, double.number) } else { on_board }
    }
}

/// So many steps that are still to be played.
trait StepsLeft {
    /// Adds the plays of exactly these steps that start at one of the places `sources`.
    fn play<const BEARS_OFF: bool>(
        double: &Double,
        between: &Between,
        sources: u32,
        results: &mut Vec<Position>,
    );
}

/// The last step.
struct Last;

/// One step, then others.
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
        for_each_place!(between.movable::<BEARS_OFF>(double) & sources, |place| {
            let next = between.after(place, double);
            Others::play::<BEARS_OFF>(double, &next, u32::MAX << place, results);
        });
    }
}
