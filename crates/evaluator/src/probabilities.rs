//! What a position is worth: outcome probabilities and equity.

use sheshbesh_movegen::{Checkers, HOME, OFF, POINTS, Position, Side, Win};

/// How many exclusive outcomes a game has: win or lose, each single, gammon or backgammon.
pub const OUTCOMES: usize = 6;

/// Probabilities of the six exclusive outcomes for the player on roll, in the order win single,
/// win gammon, win backgammon, lose single, lose gammon, lose backgammon.
///
/// This is what networks are trained on; [`Probabilities`] is what people read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcomes(pub [f32; OUTCOMES]);

/// Points won by the player on roll for each of the [`Outcomes`].
pub const OUTCOME_POINTS: [f32; OUTCOMES] = [1.0, 2.0, 3.0, -1.0, -2.0, -3.0];

impl Outcomes {
    /// The certain outcome of a finished game, `None` while it goes on.
    pub fn of_finished(position: &Position) -> Option<Self> {
        let (side, win) = position.result()?;
        let first = match side {
            Side::OnRoll => 0,
            Side::Opponent => OUTCOMES / 2,
        };
        let mut outcomes = [0.0; OUTCOMES];
        outcomes[first + win as usize - Win::Single as usize] = 1.0;
        Some(Self(outcomes))
    }

    /// Which outcomes the rules leave open in a position that is not over.
    ///
    /// A side that has borne off a checker loses no gammon; without contact, one that has left
    /// the other's home board loses no backgammon.
    #[inline]
    pub fn possible(position: &Position) -> [bool; OUTCOMES] {
        let contact = position.has_contact();
        let gammons = |loser: Checkers| {
            let gammon = loser.on(OFF) == 0;
            (gammon, gammon && (contact || loser.rearmost() > POINTS - HOME))
        };
        let (wins, losses) = (gammons(position.opponent()), gammons(position.own()));
        [true, wins.0, wins.1, true, losses.0, losses.1]
    }

    /// The same, seen by the other player.
    #[inline]
    pub const fn swapped(self) -> Self {
        let [w, wg, wb, l, lg, lb] = self.0;
        Self([l, lg, lb, w, wg, wb])
    }

    /// Adds others, times a weight.
    #[inline]
    pub fn add(&mut self, other: Self, weight: f32) {
        for (sum, p) in self.0.iter_mut().zip(other.0) {
            *sum += p * weight;
        }
    }

    /// Cubeless equity in points per game at cube 1.
    #[inline]
    pub fn equity(self) -> f32 {
        self.worth(&OUTCOME_POINTS)
    }

    /// The mean of what each outcome is worth.
    #[inline]
    pub fn worth(self, worth: &[f32; OUTCOMES]) -> f32 {
        self.0.iter().zip(worth).map(|(p, worth)| p * worth).sum()
    }
}

/// Cubeless probabilities for the player on roll; gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Probabilities {
    /// Winning at all.
    pub win: f32,
    /// Winning a gammon or a backgammon.
    pub win_gammon: f32,
    /// Winning a backgammon.
    pub win_backgammon: f32,
    /// Losing a gammon or a backgammon.
    pub lose_gammon: f32,
    /// Losing a backgammon.
    pub lose_backgammon: f32,
}

impl Probabilities {
    /// Probability of losing at all.
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

    /// The same, seen by the other player.
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
    fn from(Outcomes([w, wg, wb, _, lg, lb]): Outcomes) -> Self {
        Self {
            win: w + wg + wb,
            win_gammon: wg + wb,
            win_backgammon: wb,
            lose_gammon: lg + lb,
            lose_backgammon: lb,
        }
    }
}
