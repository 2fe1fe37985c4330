//! Cube, score and rules given beside a position.

use sheshbesh_movegen::{
    BySide, Cube, Game, ImpossibleTie, Phase, Side, Situation, Stakes, codes, quoted,
};

/// Cube, score and rules given beside a position. They override the position's ID, which may state
/// others or none. Command options and request fields are parsed into this type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatedStakes {
    /// Match length in points.
    pub length: Option<u16>,
    /// True for a money game.
    pub money: bool,
    /// Points won so far.
    pub score: Option<BySide<u16>>,
    /// True if this is the Crawford game.
    pub crawford: bool,
    /// Jacoby rule: gammons count only once the cube has been turned. Implies a money game.
    pub jacoby: bool,
    /// Beavers are allowed. Implies a money game.
    pub beavers: bool,
    /// Cube value and owner.
    pub cube: Option<Cube>,
    /// Evaluate with cube play.
    pub cubeful: bool,
}

/// Reasons why the stated rules do not fit a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StakesError {
    /// A money game with a score or a Crawford game. The field names the option or field that
    /// states a match.
    #[error("a score and the Crawford game need a match: add {0}")]
    NoMatch(&'static str),
    /// A cube or a cube rule in a game without a cube.
    #[error("{0} is played without a cube")]
    NoCube(Game),
    /// A tied score that the match cannot have.
    #[error(transparent)]
    Tie(#[from] ImpossibleTie),
}

codes! {
    StakesError {
        Self::NoMatch(_) => "stakes.no-match",
        Self::NoCube(game) => "stakes.no-cube" { game },
    } transparent {
        Self::Tie(error) => error,
    }
}

impl StatedStakes {
    /// Returns the situation with the stated cube, score and rules.
    ///
    /// ```
    /// use sheshbesh_api::stakes::StatedStakes;
    /// use sheshbesh_movegen::{BySide, Game, Situation, Stakes};
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let score = Some(BySide { on_roll: 2, opponent: 4 });
    /// let stated = StatedStakes { length: Some(7), score, ..StatedStakes::default() };
    /// let there = stated.applied_to(start, "a match")?;
    /// assert_eq!(there.stakes, Stakes::Match { length: 7, crawford: false });
    /// let without_length = StatedStakes { score, ..StatedStakes::default() };
    /// assert!(without_length.applied_to(start, "a match").is_err());
    /// # Ok::<(), sheshbesh_api::stakes::StakesError>(())
    /// ```
    ///
    /// # Errors
    /// If a money game is given a score or a Crawford game, if a game without a cube is given a
    /// cube, or if the score is tied at or beyond the match length in a game whose draws give no
    /// points. `how` names the way to state a match, for the error message.
    pub fn applied_to(
        &self,
        mut situation: Situation,
        how: &'static str,
    ) -> Result<Situation, StakesError> {
        let game = situation.game;
        let Self { crawford, jacoby, beavers, cubeful, .. } = *self;
        let states_a_cube = self.cube.is_some() || crawford || jacoby || beavers || cubeful;
        if states_a_cube && !game.has_cube() {
            return Err(StakesError::NoCube(game));
        }
        if let Some(length) = self.length {
            // If the ID states a match of the same length, its score and Crawford flag apply unless
            // a score is given.
            let crawford = match situation.stakes {
                Stakes::Match { length: known, crawford } if known == length => {
                    crawford && self.score.is_none()
                }
                _ => {
                    situation.score = BySide::default();
                    false
                }
            };
            situation.stakes = Stakes::Match { length, crawford };
        }
        if self.money || self.jacoby || self.beavers {
            // A beaver to be answered implies that beavers are allowed.
            let beavered = matches!(situation.phase, Phase::Beavered | Phase::Raccooned);
            let beavers = self.beavers || beavered;
            situation.stakes = Stakes::Money { jacoby: self.jacoby, beavers };
            situation.score = BySide::default();
        }
        match (&mut situation.stakes, self.score, self.crawford) {
            (Stakes::Match { crawford, .. }, given, is_crawford) => {
                situation.score = given.unwrap_or(situation.score);
                *crawford |= is_crawford;
            }
            (Stakes::Money { .. }, None, false) => {}
            (Stakes::Money { .. }, ..) => return Err(StakesError::NoMatch(how)),
        }
        if let Some(cube) = self.cube {
            situation.cube = cube;
        }
        situation.check_tie()?;
        Ok(situation)
    }
}

/// Parse errors of stated scores and cubes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseStakesError {
    /// Not a score.
    #[error("invalid score {text}: write it like 2-4", text = quoted(.0))]
    Score(String),
    /// Not a cube value.
    #[error("invalid cube value {text}: use 1, 2, 4 and so on", text = quoted(.0))]
    Cube(String),
    /// Not a cube owner.
    #[error("unknown cube owner {text}: use own or opponent", text = quoted(.0))]
    Owner(String),
}

codes! {
    ParseStakesError {
        Self::Score(text) => "stakes.score" { text },
        Self::Cube(text) => "stakes.cube" { text },
        Self::Owner(text) => "stakes.owner" { text },
    }
}

/// Parses the points of the player on roll and the opponent from `2-4` or `2:4`.
///
/// # Errors
/// If the text has another form.
pub fn read_score(text: &str) -> Result<BySide<u16>, ParseStakesError> {
    let parsed = text.split_once(['-', ':']).and_then(|(own, other)| {
        let (on_roll, opponent) = (own.trim().parse().ok()?, other.trim().parse().ok()?);
        Some(BySide { on_roll, opponent })
    });
    parsed.ok_or_else(|| ParseStakesError::Score(text.to_owned()))
}

/// Parses the cube value and owner from `1`, `2:own` or `4:opponent`.
///
/// # Errors
/// If the text has another form, or no cube shows the value.
pub fn read_cube(text: &str) -> Result<Cube, ParseStakesError> {
    let (value, owner) = text.split_once(':').map_or((text, None), |(v, owner)| (v, Some(owner)));
    let owner = match owner {
        None => None,
        Some("own") => Some(Side::OnRoll),
        Some("opponent") => Some(Side::Opponent),
        Some(other) => return Err(ParseStakesError::Owner(other.to_owned())),
    };
    let cube = value.parse().ok().and_then(|value| Cube::of_value(value, owner));
    cube.ok_or_else(|| ParseStakesError::Cube(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_at_the_length_needs_a_draw_that_counts() {
        let draws: [Game; 2] = [Game::TAPA, "plakoto:draw=1".parse().unwrap()];
        for game in Game::ALL.into_iter().chain(draws) {
            for (length, score, is_over) in
                [(7, 7, true), (7, 9, true), (1, 1, true), (7, 6, false)]
            {
                let score = Some(BySide { on_roll: score, opponent: score });
                let stated =
                    StatedStakes { length: Some(length), score, ..StatedStakes::default() };
                let there = stated.applied_to(Situation::new(game.start(), game), "a match");
                assert_eq!(there.is_err(), is_over && !draws.contains(&game), "{game} {there:?}");
            }
        }
    }

    #[test]
    fn a_game_without_a_cube_is_given_none() {
        let usual = StatedStakes::default();
        let turned = Cube::of_value(4, Some(Side::OnRoll));
        for stated in [
            StatedStakes { cube: turned, ..usual },
            StatedStakes { jacoby: true, ..usual },
            StatedStakes { beavers: true, ..usual },
            StatedStakes { cubeful: true, ..usual },
        ] {
            for game in Game::ALL {
                let there = stated.applied_to(Situation::new(game.start(), game), "a match");
                let refused = there.err().map(|error| error.to_string());
                let says = format!("{game} is played without a cube");
                assert_eq!(refused, (!game.has_cube()).then_some(says), "{stated:?}");
            }
        }
        let nard = Situation::new(Game::NARD.start(), Game::NARD);
        assert!(StatedStakes { length: Some(3), ..usual }.applied_to(nard, "a match").is_ok());
    }
}
