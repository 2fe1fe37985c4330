//! What is played for, where somebody states it beside a position.

use sheshbesh_movegen::{
    BySide, Cube, Game, ImpossibleTie, Phase, Side, Situation, Stakes, Win, quoted,
};

/// Cube, score and rules that somebody states beside a position, whose ID may say other things or
/// none. The options of the commands and the fields of requests are read into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// A match to so many points.
    pub length: Option<u16>,
    /// A money game.
    pub money: bool,
    /// Points won so far.
    pub score: Option<BySide<u16>>,
    /// This is the Crawford game.
    pub crawford: bool,
    /// Gammons count only once the cube has been turned; a money game.
    pub jacoby: bool,
    /// A double may be beavered; a money game.
    pub beavers: bool,
    /// The cube.
    pub cube: Option<Cube>,
    /// The cube is to be turned where that is right.
    pub cubeful: bool,
}

/// Why a position cannot be played for what is stated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotState {
    /// The score of a money game; what states a match where it was asked.
    #[error("a money game has no score and no Crawford game: add {0}")]
    NoMatch(&'static str),
    /// A cube, or a rule of it, in a game that knows none.
    #[error("{0} is played without a cube")]
    NoCube(Game),
    /// A tie that the match cannot have.
    #[error(transparent)]
    Tie(#[from] ImpossibleTie),
}

impl Stated {
    /// The situation with what is stated.
    ///
    /// ```
    /// use sheshbesh_analysis::stated::Stated;
    /// use sheshbesh_movegen::{BySide, Game, Situation, Stakes};
    /// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    /// let score = Some(BySide { on_roll: 2, opponent: 4 });
    /// let stated = Stated { length: Some(7), score, ..Stated::default() };
    /// let there = stated.applied_to(start, "a match")?;
    /// assert_eq!(there.stakes, Stakes::Match { length: 7, crawford: false });
    /// assert!(Stated { score, ..Stated::default() }.applied_to(start, "a match").is_err());
    /// # Ok::<(), sheshbesh_analysis::stated::CannotState>(())
    /// ```
    ///
    /// # Errors
    /// When a money game is to have a score or a Crawford game, a game without a cube is to have one, or a
    /// match is tied at its length that no draw can tie; `how` is how a match is stated.
    pub fn applied_to(
        &self,
        mut situation: Situation,
        how: &'static str,
    ) -> Result<Situation, CannotState> {
        let game = situation.game;
        let Self { crawford, jacoby, beavers, cubeful, .. } = *self;
        let states_a_cube = self.cube.is_some() || crawford || jacoby || beavers || cubeful;
        if states_a_cube && !game.has_cube() {
            return Err(CannotState::NoCube(game));
        }
        if let Some(length) = self.length {
            // Of a match to so many points the ID knows the score, and whether that of the Crawford
            // game.
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
            // A beaver that is to be answered shows that beavers are played.
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
            (Stakes::Money { .. }, ..) => return Err(CannotState::NoMatch(how)),
        }
        if let Some(cube) = self.cube {
            situation.cube = cube;
        }
        situation.check_tie()?;
        Ok(situation)
    }
}

/// Why a text is not what it should state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misstated {
    /// No score.
    #[error("{text} is no score: write it like 2-4", text = quoted(.0))]
    Score(String),
    /// No cube shows it.
    #[error("{text} is not on a cube: write 1, 2, 4 and so on", text = quoted(.0))]
    Cube(String),
    /// Nobody owns the cube.
    #[error("nobody is called {text}: write own or opponent", text = quoted(.0))]
    Owner(String),
}

/// The points of the player on roll and of the opponent, from `2-4` or `2:4`.
///
/// # Errors
/// When the text is not that.
pub fn read_score(text: &str) -> Result<BySide<u16>, Misstated> {
    let parsed = text.split_once(['-', ':']).and_then(|(own, other)| {
        let (on_roll, opponent) = (own.trim().parse().ok()?, other.trim().parse().ok()?);
        Some(BySide { on_roll, opponent })
    });
    parsed.ok_or_else(|| Misstated::Score(text.to_owned()))
}

/// What the cube shows and who owns it, from `1`, `2:own` or `4:opponent`.
///
/// # Errors
/// When the text is not that.
pub fn read_cube(text: &str) -> Result<Cube, Misstated> {
    let (value, owner) = text.split_once(':').map_or((text, None), |(v, owner)| (v, Some(owner)));
    let owner = match owner {
        None => None,
        Some("own") => Some(Side::OnRoll),
        Some("opponent") => Some(Side::Opponent),
        Some(other) => return Err(Misstated::Owner(other.to_owned())),
    };
    let cube = value.parse().ok().and_then(|value| Cube::of_value(value, owner));
    cube.ok_or_else(|| Misstated::Cube(value.to_owned()))
}

/// Whether a gammon is worth more than a single game.
pub(crate) fn counts_gammons(situation: &Situation) -> bool {
    situation.counted_by_outcomes().wins_that_count().contains(&Win::Gammon)
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
                let stated = Stated { length: Some(length), score, ..Stated::default() };
                let there = stated.applied_to(Situation::new(game.start(), game), "a match");
                assert_eq!(there.is_err(), is_over && !draws.contains(&game), "{game} {there:?}");
            }
        }
    }

    #[test]
    fn a_game_without_a_cube_is_given_none() {
        let usual = Stated::default();
        let turned = Cube::of_value(4, Some(Side::OnRoll));
        for stated in [
            Stated { cube: turned, ..usual },
            Stated { jacoby: true, ..usual },
            Stated { beavers: true, ..usual },
            Stated { cubeful: true, ..usual },
        ] {
            for game in Game::ALL {
                let there = stated.applied_to(Situation::new(game.start(), game), "a match");
                let refused = there.err().map(|error| error.to_string());
                let says = format!("{game} is played without a cube");
                assert_eq!(refused, (!game.has_cube()).then_some(says), "{stated:?}");
            }
        }
        let nard = Situation::new(Game::NARD.start(), Game::NARD);
        assert!(Stated { length: Some(3), ..usual }.applied_to(nard, "a match").is_ok());
    }
}
