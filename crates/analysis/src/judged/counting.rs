//! Which decisions count, by the rules of each program.

/// By how much rolling on and doubling must differ to make a decision: eXtreme Gammon's.
pub(super) const OPTIONAL: f64 = 0.001;

/// By how much the foremost plays must differ, from the best to the worst of them, to make a
/// decision. eXtreme Gammon's manual says 0.001, and its files count as with this.
pub(super) const SAME: f64 = 0.0001;

/// Not doubling is obvious, for eXtreme Gammon, from here on.
const OBVIOUS: f64 = 0.2;

/// Nobody thinks of doubling, for eXtreme Gammon, below this. Its manual says "very negative".
const HOPELESS: f64 = -0.9;

/// A cube decision is close, for GNU Backgammon, up to here.
const CLOSE: f64 = 0.16;

/// What can be done with the cube, in EMG for who doubles or might have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CubeEquities {
    pub(super) no_double: f64,
    /// The opponent's best answer short of passing.
    pub(super) take: f64,
    pub(super) pass: f64,
}

impl CubeEquities {
    pub(super) fn double(&self) -> f64 {
        self.take.min(self.pass)
    }

    /// What is best.
    pub(super) fn best(&self) -> f64 {
        self.no_double.max(self.double())
    }

    /// Whether doubling makes no difference: eXtreme Gammon counts it not even where somebody
    /// did. Other doubles, and all answers, always count.
    pub(super) fn is_optional(&self) -> bool {
        (self.no_double - self.double()).abs() < OPTIONAL
    }

    /// Whether eXtreme Gammon counts not doubling here (eXtreme Gammon 2, User Manual, 2011,
    /// "Performance").
    pub(super) fn counts_for_xg(&self) -> bool {
        let obvious = self.no_double > self.double() + OBVIOUS;
        let hopeless = self.no_double < HOPELESS && self.take < HOPELESS;
        !(obvious || self.is_optional() || hopeless)
    }

    /// Whether GNU Backgammon counts not doubling here (`isCloseCubedecision` of its source).
    pub(super) fn counts_for_gnubg(&self) -> bool {
        self.best() - self.double() < CLOSE
    }
}

/// What eXtreme Gammon multiplies losses with in its rating, where matches to one point and
/// Nackgammon are made comparable with the rest (its manual, "Performance").
pub(super) fn xg_factor(length: u16, is_nackgammon: bool) -> f64 {
    let one_point = if length == 1 { 1.5 } else { 1.0 };
    one_point * if is_nackgammon { 0.952 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(no_double: f64, take: f64) -> (bool, bool) {
        let equities = CubeEquities { no_double, take, pass: 1.0 };
        (equities.counts_for_xg(), equities.counts_for_gnubg())
    }

    #[test]
    fn each_program_has_its_own_limits() {
        // No double by a little, by more, by a lot.
        assert_eq!(
            [counts(0.3, 0.2), counts(0.3, 0.12), counts(0.3, 0.05)],
            [(true, true), (true, false), (false, false)]
        );
        // Too good by a little and by a lot; a missed cash, however large.
        assert_eq!([counts(1.1, 1.5), counts(1.25, 1.5)], [(true, true), (false, false)]);
        assert_eq!(counts(0.4, 1.5), (true, true));
        // It makes no difference, or nobody would think of it.
        assert_eq!([counts(0.5, 0.5), counts(-0.95, -1.0)], [(false, true), (false, true)]);
    }

    #[test]
    fn special_factors_are_the_manual_s() {
        let factors = [xg_factor(7, false), xg_factor(1, false), xg_factor(1, true)];
        assert_eq!(factors.map(|factor| (1000.0 * factor).round()), [1000.0, 1500.0, 1428.0]);
    }
}
