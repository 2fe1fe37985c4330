//! Rules by which other programs count decisions.

/// Minimum difference between doubling and not doubling for a cube decision to count, from eXtreme
/// Gammon.
pub(super) const OPTIONAL: f64 = 0.001;

/// Minimum spread between the best and the worst of the leading plays for a play to count. The
/// manual of eXtreme Gammon says 0.001, but the counts in its files match this value.
pub(super) const SAME: f64 = 0.0001;

/// Margin from which eXtreme Gammon treats a position as obviously too good to double.
const TOO_GOOD: f64 = 0.2;

/// Margin from which a double that is taken is obviously too early. eXtreme Gammon's own margin is
/// 0.2 by its equities. Ours put such a double 0.03 lower on average where it is wrong by 0.1 to
/// 0.35, so this margin gives its counts: `docs/guide/analysis.md`.
pub(super) const EARLY: f64 = 0.23;

/// Equity below which eXtreme Gammon never considers a double. Its manual says "very negative".
const HOPELESS: f64 = -0.9;

/// Margin below which GNU Backgammon treats a cube decision as close.
const CLOSE: f64 = 0.16;

/// Equities of the cube actions, in EMG, for the player who doubles or could have doubled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CubeEquities {
    pub(super) no_double: f64,
    /// Equity after the opponent's best answer other than a pass.
    pub(super) take: f64,
    pub(super) pass: f64,
}

impl CubeEquities {
    pub(super) fn double(&self) -> f64 {
        self.take.min(self.pass)
    }

    /// Equity of the best action.
    pub(super) fn best(&self) -> f64 {
        self.no_double.max(self.double())
    }

    /// True if doubling makes no difference. eXtreme Gammon does not count such a decision even if
    /// a player doubles. All other doubles, and all answers, count.
    pub(super) fn is_optional(&self) -> bool {
        (self.no_double - self.double()).abs() < OPTIONAL
    }

    /// True if eXtreme Gammon counts not doubling here (eXtreme Gammon 2, User Manual, 2011,
    /// "Performance").
    pub(super) fn counts_for_xg(&self) -> bool {
        let too_early = self.no_double > self.take + EARLY;
        let too_good = self.no_double > self.pass + TOO_GOOD;
        let hopeless = self.no_double < HOPELESS && self.take < HOPELESS;
        !(too_early || too_good || self.is_optional() || hopeless)
    }

    /// True if GNU Backgammon counts not doubling here (`isCloseCubedecision` in its source).
    pub(super) fn counts_for_gnubg(&self) -> bool {
        self.best() - self.double() < CLOSE
    }
}

/// Factor by which eXtreme Gammon multiplies losses in its rating, to make one-point matches and
/// Nackgammon comparable with other play (its manual, "Performance").
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
        // Correct not to double by a little, by more, and by a lot.
        assert_eq!(
            [counts(0.3, 0.2), counts(0.3, 0.08), counts(0.3, 0.05)],
            [(true, true), (true, false), (false, false)]
        );
        // Too good by a little and by a lot; a missed cash of any size.
        assert_eq!([counts(1.1, 1.5), counts(1.25, 1.5)], [(true, true), (false, false)]);
        assert_eq!(counts(0.4, 1.5), (true, true));
        // Doubling makes no difference, or is hopeless.
        assert_eq!([counts(0.5, 0.5), counts(-0.95, -1.0)], [(false, true), (false, true)]);
    }

    #[test]
    fn special_factors_are_the_manual_s() {
        let factors = [xg_factor(7, false), xg_factor(1, false), xg_factor(1, true)];
        assert_eq!(factors.map(|factor| (1000.0 * factor).round()), [1000.0, 1500.0, 1428.0]);
    }
}
