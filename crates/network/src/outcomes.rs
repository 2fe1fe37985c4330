//! Outcome probabilities and equity of a position.

use sheshbesh_movegen::{Game, GameEnd, Position, Side, Win};

pub use sheshbesh_movegen::OUTCOMES;

/// Probabilities of the six exclusive outcomes for the player on roll, in the order win single,
/// win gammon, win backgammon, lose single, lose gammon, lose backgammon.
///
/// Networks are trained on this type; [`Probabilities`] is the form that players read.
///
/// ```
/// use sheshbesh_network::{Outcomes, Probabilities};
/// let outcomes = Outcomes([0.5, 0.125, 0.0, 0.25, 0.125, 0.0]);
/// assert_eq!(outcomes.equity(), 0.25);
/// assert_eq!(outcomes.swapped().equity(), -0.25);
/// let Probabilities { win, win_gammon, .. } = outcomes.into();
/// assert_eq!((win, win_gammon), (0.625, 0.125));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes(pub [f32; OUTCOMES]);

/// Points won by the player on roll for each of the [`Outcomes`].
pub const OUTCOME_POINTS: [f32; OUTCOMES] = [1.0, 2.0, 3.0, -1.0, -2.0, -3.0];

impl Outcomes {
    /// Returns the certain outcome of a finished game, or `None` while the game goes on.
    pub fn of_finished(game: Game, position: &Position) -> Option<Self> {
        game.end(position, None).map(Self::of_end)
    }

    /// Returns the certain outcome of an ended game. A draw is half a win and half a loss.
    pub fn of_end(end: GameEnd) -> Self {
        let mut outcomes = [0.0; OUTCOMES];
        let kind = end.win() as usize - Win::Single as usize;
        match end.winner {
            Some(Side::OnRoll) => outcomes[kind] = 1.0,
            Some(Side::Opponent) => outcomes[OUTCOMES / 2 + kind] = 1.0,
            None => {
                outcomes[0] = 0.5;
                outcomes[OUTCOMES / 2] = 0.5;
            }
        }
        Self(outcomes)
    }

    /// Returns the same outcomes from the other player's point of view.
    #[inline]
    pub const fn swapped(self) -> Self {
        let [w, wg, wb, l, lg, lb] = self.0;
        Self([l, lg, lb, w, wg, wb])
    }

    /// Limits the value of a game: wins and losses above `most` count as `most`.
    ///
    /// ```
    /// use sheshbesh_movegen::Win;
    /// use sheshbesh_network::Outcomes;
    /// let outcomes = Outcomes([0.25, 0.125, 0.125, 0.25, 0.25, 0.0]);
    /// assert_eq!(outcomes.at_most(Win::Gammon), Outcomes([0.25, 0.25, 0.0, 0.25, 0.25, 0.0]));
    /// assert_eq!(outcomes.at_most(Win::Single), Outcomes([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]));
    /// ```
    #[must_use]
    pub fn at_most(self, most: Win) -> Self {
        let [w, wg, wb, l, lg, lb] = self.0;
        Self(match most {
            Win::Single => [w + wg + wb, 0.0, 0.0, l + lg + lb, 0.0, 0.0],
            Win::Gammon => [w, wg + wb, 0.0, l, lg + lb, 0.0],
            Win::Backgammon => self.0,
        })
    }

    /// Counts each win as the first kind of win that is possible, and each loss as the first kind of
    /// loss, for a game in which the sides alone determine the kind.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::Outcomes;
    /// let possible = Game::American.possible(&Game::American.start());
    /// let outcomes = Outcomes([0.5, 0.125, 0.0, 0.25, 0.125, 0.0]).only(possible);
    /// assert_eq!(outcomes, Outcomes([0.0, 0.0, 0.625, 0.375, 0.0, 0.0]));
    /// ```
    #[must_use]
    pub fn only(self, possible: [bool; OUTCOMES]) -> Self {
        let [w, wg, wb, l, lg, lb] = self.0;
        let (wins, losses) = possible.split_at(OUTCOMES / 2);
        let first = |kinds: &[bool]| kinds.iter().position(|&kind| kind).unwrap_or(0);
        let mut outcomes = [0.0; OUTCOMES];
        outcomes[first(wins)] = w + wg + wb;
        outcomes[OUTCOMES / 2 + first(losses)] = l + lg + lb;
        Self(outcomes)
    }

    /// Adds other outcomes, multiplied by `weight`.
    #[inline]
    pub fn add(&mut self, other: Self, weight: f32) {
        for (sum, p) in self.0.iter_mut().zip(other.0) {
            *sum += p * weight;
        }
    }

    /// Scales the outcomes to a sum of 1, with none below 0. Rounding errors in sums of weighted
    /// outcomes make this necessary. Outcomes that are all 0 stay so.
    ///
    /// ```
    /// use sheshbesh_network::Outcomes;
    /// let summed = Outcomes([1.0000002, 0.0, 0.0, -1e-9, 0.0, 0.0]);
    /// assert_eq!(summed.normalised(), Outcomes([1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    /// ```
    #[must_use]
    pub fn normalised(self) -> Self {
        let least = self.0.map(|p| if p > 0.0 { p } else { 0.0 });
        let sum: f32 = least.iter().sum();
        if sum > 0.0 { Self(least.map(|p| p / sum)) } else { Self(least) }
    }

    /// Cubeless equity in points per game at cube 1.
    #[inline]
    pub fn equity(self) -> f32 {
        self.value(&OUTCOME_POINTS)
    }

    /// Returns the index of the outcomes with the lowest cubeless equity; the first one on ties.
    /// Among the positions after a roll, seen by the opponent, this is the best play.
    ///
    /// ```
    /// use sheshbesh_network::Outcomes;
    /// let even = Outcomes([0.5, 0.0, 0.0, 0.5, 0.0, 0.0]);
    /// let lost = Outcomes([0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    /// assert_eq!(Outcomes::lowest(&[even, lost, lost]), 1);
    /// ```
    pub fn lowest(of_results: &[Self]) -> usize {
        let mut lowest = (0, f32::INFINITY);
        for (index, outcomes) in of_results.iter().enumerate() {
            let equity = outcomes.equity();
            if equity < lowest.1 {
                lowest = (index, equity);
            }
        }
        lowest.0
    }

    /// Expected value of a game when each outcome has the given value.
    #[inline]
    pub fn value(self, values: &[f32; OUTCOMES]) -> f32 {
        self.0.iter().zip(values).map(|(p, value)| p * value).sum()
    }
}

/// Cubeless probabilities for the player on roll. Gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities {
    /// Probability of winning.
    pub win: f32,
    /// Probability of winning a gammon or a backgammon.
    pub win_gammon: f32,
    /// Probability of winning a backgammon.
    pub win_backgammon: f32,
    /// Probability of losing a gammon or a backgammon.
    pub lose_gammon: f32,
    /// Probability of losing a backgammon.
    pub lose_backgammon: f32,
}

impl Probabilities {
    /// Probability of losing.
    #[inline]
    pub fn lose(&self) -> f32 {
        1.0 - self.win
    }

    /// Cubeless equity in points per game at cube 1.
    #[inline]
    pub fn equity(&self) -> f32 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon
            - self.lose_gammon
            - self.lose_backgammon
    }

    /// Cubeless equity when a single game, a gammon and a backgammon are worth the given points.
    ///
    /// ```
    /// use sheshbesh_network::Probabilities;
    /// let p = Probabilities { win: 0.5, win_gammon: 0.25, ..Probabilities::default() };
    /// assert_eq!([[1, 2, 3], [1, 1, 1], [1, 4, 4]].map(|points| p.equity_by(points)), [0.25, 0.0, 0.75]);
    /// ```
    pub fn equity_by(&self, points: [u8; 3]) -> f32 {
        let [single, gammon, backgammon] = points.map(f32::from);
        if points == [1, 2, 3] {
            return self.equity();
        }
        single * (2.0 * self.win - 1.0)
            + (gammon - single) * (self.win_gammon - self.lose_gammon)
            + (backgammon - gammon) * (self.win_backgammon - self.lose_backgammon)
    }

    /// Returns the same probabilities from the other player's point of view.
    pub fn swapped(&self) -> Self {
        Self {
            win: self.lose(),
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}

impl From<Outcomes> for Probabilities {
    /// Converts exclusive outcomes to cumulative probabilities. The results are clamped, because
    /// rounding can make a sum exceed 1 or the probability of the event that includes it.
    fn from(Outcomes([w, wg, wb, _, lg, lb]): Outcomes) -> Self {
        let win = (w + wg + wb).min(1.0);
        let (win_gammon, lose_gammon) = ((wg + wb).min(win), (lg + lb).min(1.0 - win));
        Self {
            win,
            win_gammon,
            win_backgammon: wb.min(win_gammon),
            lose_gammon,
            lose_backgammon: lb.min(lose_gammon),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win_and_half_a_loss() {
        let draw = Outcomes::of_end(GameEnd { winner: None, points: 1 });
        assert_eq!(draw.0, [0.5, 0.0, 0.0, 0.5, 0.0, 0.0]);
        assert_eq!((draw.equity(), draw.swapped()), (0.0, draw));
        let lost = Outcomes::of_end(GameEnd::won(Side::Opponent, Win::Gammon));
        assert_eq!(lost.0, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        let start = Game::FEVGA.start();
        assert_eq!(Outcomes::of_finished(Game::FEVGA, &start), None);
    }
}
