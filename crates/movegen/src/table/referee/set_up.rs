//! Games that start from a position.

use super::{InvalidSituation, Referee};
use crate::table::{CubeRules, Phase, Session, Situation, Stakes, TableRules};

/// Number of finished turns in a game that starts from a position: one of each player, so that the
/// cube may be turned.
const TURNS: u32 = 2;

impl Referee {
    /// Creates a referee in a game that starts from a table, with any player on roll. The stakes
    /// follow from the rules; the score is kept as far as the rules allow, see
    /// [`Situation::under`].
    ///
    /// ```
    /// use sheshbesh_movegen::{CubeRules, Decision, Game, Referee, Seat, Situation};
    /// let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:7:10";
    /// let table = Situation::parse(xgid, Game::Backgammon)?;
    /// let referee = Referee::set_up(CubeRules::of(&table), table).unwrap();
    /// assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Bottom, may_double: true });
    /// assert_eq!(*referee.table(), table);
    /// # Ok::<(), sheshbesh_movegen::InvalidId>(())
    /// ```
    ///
    /// # Errors
    /// When the table is impossible in a game by these rules.
    pub fn set_up(
        rules: impl Into<TableRules>,
        table: Situation,
    ) -> Result<Self, InvalidSituation> {
        let rules = rules.into();
        Self::resume(rules, table.under(&rules), TURNS)
    }
}

impl Situation {
    /// True if the situation shows a match, a turned cube, or rules of money games, which a bare
    /// position does not.
    pub fn shows_stakes(&self) -> bool {
        self.stakes != Stakes::default() || self.game.has_cube() && self.shows_doubling()
    }

    /// The rules that the situation shows, or else rules without a cube.
    pub fn cube_rules(&self) -> CubeRules {
        if self.shows_stakes() { CubeRules::of(self) } else { CubeRules::NO_CUBE }
    }

    /// The same table under other rules: their stakes replace its own. The score is kept in a match
    /// of the same length and in a money game.
    #[must_use]
    pub fn under(self, rules: &TableRules) -> Self {
        let TableRules { cube, house_rules } = rules;
        let is_same = match (self.stakes, cube.session) {
            (Stakes::Match { length, .. }, Session::Match { length: other, .. }) => length == other,
            (Stakes::Money { .. }, Session::Money { .. }) => true,
            _ => false,
        };
        let crawford = is_same && matches!(self.stakes, Stakes::Match { crawford: true, .. });
        Self {
            stakes: cube.stakes(crawford),
            score: if is_same { self.score } else { Default::default() },
            largest_cube: cube.largest_cube,
            scoring: house_rules.scoring,
            ..self
        }
    }

    /// The same table with the players' seats exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { seat: !self.seat, ..self }
    }

    /// True if a beaver or a raccoon must be answered.
    pub const fn is_beavered(&self) -> bool {
        matches!(self.phase, Phase::Beavered | Phase::Raccooned)
    }
}
