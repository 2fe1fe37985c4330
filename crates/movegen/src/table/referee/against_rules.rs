//! Illegal turns of the cube, which occur in records of real games.

use super::{
    Referee,
    action::{Action, Decision},
    illegal::Illegal,
};
use crate::table::{Cube, Phase};

impl Referee {
    /// Doubles, beavers or raccoons like [`Referee::apply`], even if a rule of the cube forbids it,
    /// for example in the Crawford game or with the opponent's cube. Returns the rule that was
    /// broken. The players answer as usual. A cube that is turned beyond its limit raises the
    /// limit; in a game without a cube, nothing is turned.
    ///
    /// ```
    /// use sheshbesh_movegen::{Action, CubeRules, Game, Illegal, Referee, Session, Situation};
    ///
    /// let session = Session::Match { length: 1, crawford: true, holland: false };
    /// let rules = CubeRules { session, largest_cube: Situation::USUAL_LARGEST_CUBE };
    /// let mut referee = Referee::at_score(Game::Backgammon, rules, Default::default(), true)?;
    /// referee.apply(Action::OpeningRoll(sheshbesh_movegen::BySeat { bottom: 3, top: 1 })).unwrap();
    /// referee.apply(Action::Play(referee.legal_plays()[0])).unwrap();
    /// assert_eq!(referee.apply(Action::Double), Err(Illegal::OnePointMatch));
    /// assert_eq!(referee.apply_anyway(Action::Double), Ok(Some(Illegal::OnePointMatch)));
    /// referee.apply(Action::Take).unwrap();
    /// assert_eq!(referee.table().cube.value(), 2);
    /// # Ok::<(), sheshbesh_movegen::InvalidSituation>(())
    /// ```
    ///
    /// # Errors
    /// When the cube cannot be turned at this point of a game.
    pub fn apply_anyway(&mut self, action: Action) -> Result<Option<Illegal>, Illegal> {
        let Err(rule) = self.apply(action) else { return Ok(None) };
        let (times, phase) = match (self.to_decide(), action) {
            (Decision::Roll { .. }, Action::Double) => (1, Phase::Doubled),
            (Decision::Double { .. }, Action::Beaver) => (2, Phase::Beavered),
            (Decision::Beaver { .. }, Action::Raccoon) => (1, Phase::Raccooned),
            _ => return Err(rule),
        };
        let needed = (self.table.cube.exponent() + times).min(Cube::LARGEST_EXPONENT);
        if self.table.game.has_cube() && self.table.largest_cube < needed {
            self.table.largest_cube = needed;
            self.rules.cube.largest_cube = needed;
        }
        // A double shows on the cube once it is taken; beavers and raccoons show immediately.
        match phase {
            Phase::Doubled => {}
            Phase::Raccooned => self.raccoon(),
            _ => self.turn_cube(times),
        }
        self.table.phase = phase;
        Ok(Some(rule))
    }
}
