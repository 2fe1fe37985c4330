//! Games that start from a position or a table, and the checks of their tables.

use super::{Illegal, InvalidSituation, Progress, Referee};
use crate::{
    board::{InvalidPosition, Side},
    table::{CubeRules, Phase, Session, Situation, Stakes, TableRules},
};

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

    /// Creates a referee in the middle of a game, after `turns` turns. The player who started is
    /// unknown until [`Referee::begun_by`] sets it.
    ///
    /// # Errors
    /// When the table is impossible in a game by these rules.
    pub fn resume(
        rules: impl Into<TableRules>,
        table: Situation,
        turns: u32,
    ) -> Result<Self, InvalidSituation> {
        let mut referee = Self::before(table.game.into(), rules.into(), 0, false);
        let table = table.seen_by_mover();
        (referee.table, referee.turns, referee.progress) = (table, turns, Progress::InPlay);
        referee.check_in_play()?;
        Ok(referee)
    }

    /// Checks that the table is possible in a game in play, and generates the plays of a roll to
    /// play.
    pub(super) fn check_in_play(&mut self) -> Result<(), InvalidSituation> {
        self.check_table()?;
        let Situation { game, position, phase, cube, stakes, .. } = self.table;
        if game.end(&position, None).is_some() && !self.is_last_roll() {
            return Err(InvalidSituation::GameOver);
        }
        if self.is_at_limit() {
            return Err(InvalidSituation::TurnLimit);
        }
        if self.table.seen_by_mover() != self.table {
            return Err(InvalidPosition::TurnState.into());
        }
        let beavered = |least| {
            let stands = cube.exponent() >= least && cube.owner() == Some(Side::Opponent);
            if !stakes.beavers() {
                Err(InvalidSituation::Cube(Illegal::NoBeavers))
            } else if stands {
                Ok(())
            } else {
                Err(InvalidSituation::Beavered(least))
            }
        };
        match phase {
            // The last roll is not played, and nobody can double before it.
            _ if self.is_last_roll() && phase != Phase::BeforeRoll => {
                return Err(InvalidSituation::GameOver);
            }
            Phase::BeforeRoll => {}
            Phase::Rolled(dice) => {
                game.check_roll(dice)?;
                self.plays.generate_or_pass(&position, dice);
            }
            Phase::Doubled => self.check_double()?,
            Phase::Beavered => beavered(2)?,
            Phase::Raccooned => {
                beavered(3)?;
                if self.table.final_raccoon && cube.barred() != Some(Side::OnRoll) {
                    return Err(InvalidSituation::Barred);
                }
            }
        }
        Ok(())
    }

    /// Checks the conditions on tables that do not depend on the progress of the game.
    pub(super) fn check_table(&self) -> Result<(), InvalidSituation> {
        let (rules, table) = (&self.rules, &self.table);
        table.game.check(&table.position)?;
        let is_crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
        if table.stakes != rules.cube.stakes(is_crawford)
            || table.largest_cube != rules.cube.largest_cube
            || table.scoring != rules.house_rules.scoring
            || table.final_raccoon != rules.house_rules.final_raccoon
            || table.cube.is_arithmetic()
                != rules.house_rules.first_cube(table.game).is_arithmetic()
            || table.game != rules.game(&self.series, self.games)
        {
            return Err(InvalidSituation::OtherRules);
        }
        if table.away().is_some_and(|away| away.into_iter().any(|points| points == 0)) {
            return Err(InvalidSituation::MatchOver(table.score.seated(table.seat)));
        }
        if self.series_winner(self.games, table.score.seated(table.seat)).is_some() {
            return Err(InvalidSituation::MatchOver(table.score.seated(table.seat)));
        }
        if is_crawford && !table.is_one_away() {
            return Err(InvalidSituation::NoCrawford);
        }
        if !table.game.has_cube() && table.shows_doubling() {
            return Err(Illegal::NoCube(table.game).into());
        }
        if table.cube.exponent() > table.largest_cube {
            return Err(Illegal::LargestCube(table.largest_cube).into());
        }
        // A raccoon is the third turn of the cube, which is never centred again.
        let may_be_barred = table.final_raccoon && table.cube.owner().is_some();
        if table.cube.barred().is_some() && !(may_be_barred && table.cube.exponent() >= 3) {
            return Err(InvalidSituation::Barred);
        }
        Ok(())
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
        let is_centred = self.cube.exponent() == 0 && self.cube.owner().is_none();
        Self {
            // A cube that has been turned cannot be converted.
            cube: if is_centred { house_rules.first_cube(self.game) } else { self.cube },
            stakes: cube.stakes(crawford),
            score: if is_same { self.score } else { Default::default() },
            largest_cube: cube.largest_cube,
            scoring: house_rules.scoring,
            final_raccoon: house_rules.final_raccoon,
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
