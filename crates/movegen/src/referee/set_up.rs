//! Games that begin at a position.

use super::{InvalidSituation, Referee};
use crate::{
    customs::TableRules,
    table::{CubeRules, Phase, Session, Situation, Stakes},
};

/// Turns that are over where a position is set up: both players have had one, so that the cube may be
/// turned.
const TURNS: u32 = 2;

impl Referee {
    /// In a game that begins at a table, whoever is on roll there. Its stakes follow from the rules; of
    /// its score as much counts as the rules allow, see [`Situation::under`].
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
    /// When no game by these rules can stand like that.
    pub fn set_up(
        rules: impl Into<TableRules>,
        table: Situation,
    ) -> Result<Self, InvalidSituation> {
        let rules = rules.into();
        Self::resume(rules, table.under(&rules), TURNS)
    }
}

impl Situation {
    /// Whether it tells of a match, a cube that was turned, or rules of money games, which a bare
    /// position does not.
    pub fn tells_of_stakes(&self) -> bool {
        self.stakes != Stakes::default() || self.game.has_cube() && self.shows_doubling()
    }

    /// The rules that it tells of, or else none of a cube.
    pub fn cube_rules(&self) -> CubeRules {
        match self.tells_of_stakes() {
            true => CubeRules::of(self),
            false => CubeRules::NO_CUBE,
        }
    }

    /// The same table in a game by some rules: their stakes count instead of its own. The score stays
    /// in a match of the same length and in a money game.
    #[must_use]
    pub fn under(self, rules: &TableRules) -> Self {
        let TableRules { cube, customs } = rules;
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
            scoring: customs.scoring,
            ..self
        }
    }

    /// The same table with the players in each other's seats.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { seat: !self.seat, ..self }
    }

    /// Whether a beaver or a raccoon is to be answered.
    pub const fn is_beavered(&self) -> bool {
        matches!(self.phase, Phase::Beavered | Phase::Raccooned)
    }
}
