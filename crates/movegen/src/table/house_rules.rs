//! House rules: the rules of the cube, and other agreements that do not concern movement.

use super::{
    cube::Cube,
    game_series::GameSeries,
    scoring::{Scoring, UnknownScoring},
    situation::{CubeRules, Session, Situation},
};
use crate::{
    codes,
    games::{Game, Opening},
    named,
    named::listed,
    quoted::quoted,
};

/// Starting player of a game after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstPlayer {
    /// One die each decides, as in the first game.
    OneDieEach,
    /// The winner of the previous game starts, with a roll of their own. After a draw, one die each
    /// decides.
    Winner,
}

named!(FirstPlayer, UnknownFirstPlayer { OneDieEach: "lot", Winner: "winner" });

/// Error for an unknown starter rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown first player {text}: choices are {names}", text = quoted(.0), names = listed(&FirstPlayer::ALL.map(FirstPlayer::name)))]
pub struct UnknownFirstPlayer(pub String);

codes! {
    UnknownFirstPlayer {
        Self(text) => "unknown.first-player" {
            text, known = FirstPlayer::ALL.map(FirstPlayer::name),
        },
    }
}

named!(Opening, UnknownOpening { OneDieEach: "lot", Reroll: "reroll" });

/// Error for an unknown opening rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown opening {text}: openings are {names}", text = quoted(.0), names = listed(&Opening::ALL.map(Opening::name)))]
pub struct UnknownOpening(pub String);

codes! {
    UnknownOpening {
        Self(text) => "unknown.opening" { text, known = Opening::ALL.map(Opening::name) },
    }
}

/// House rules beside [`CubeRules`]. `None` is the game's usual rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HouseRules {
    /// Scoring scale.
    pub scoring: Option<Scoring>,
    /// Rule of the opening roll.
    pub opening: Option<Opening>,
    /// Starting player of a game after the first.
    pub starter: Option<FirstPlayer>,
    /// Last roll: when the player who started has borne off everything, the other player rolls once
    /// more if a single roll could bear off all their checkers. If it does, the game is drawn.
    pub last_roll: bool,
    /// Turns of each player after which a game is drawn; 0 is no limit.
    pub turn_limit: Option<u16>,
    /// Final raccoon: the player who raccoons may not turn the cube any more in that game, neither
    /// by a redouble nor by a beaver. Needs beavers.
    pub final_raccoon: bool,
    /// Arithmetic raises: instead of being doubled, the stake is raised by 1, then by 2, by 3 and so
    /// on; a player who passes loses the stake at the start of the game, 1. Needs money games with
    /// a cube, without beavers and automatic doubles.
    pub arithmetic_raises: bool,
}

/// Declares a struct with its own fields followed by the house rules, as files and requests have
/// them. Rules with names are texts, so an unknown name is an error of its own and not malformed
/// JSON.
///
/// The struct must derive `Default`, `serde::Serialize` and `serde::Deserialize`. It gets two
/// functions: `house_rules` parses the fields, and `with_house_rules` sets them.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use sheshbesh_movegen::{HouseRules, Opening, with_house_rules};
///
/// with_house_rules! {
///     /// A club.
///     #[derive(Default, Serialize, Deserialize)]
///     struct Club {
///         /// Its name.
///         name: String,
///     }
/// }
///
/// let club: Club = serde_json::from_str(r#"{"name": "Reroll", "opening": "reroll"}"#)?;
/// assert_eq!(club.house_rules()?.opening, Some(Opening::Reroll));
/// let usual = Club { name: "Usual".to_owned(), ..Club::default() };
/// let text = serde_json::to_string(&usual.with_house_rules(&HouseRules::USUAL))?;
/// assert_eq!(text, r#"{"name":"Usual"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! with_house_rules {
    (
        $(#[$about:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_about:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        $visibility struct $name {
            $($(#[$field_about])* $field_visibility $field: $type,)*
            /// Scoring scale, which sets the value of wins: `gammon3`, `oyn-mars`, `nardi4`,
            /// `single`, `left` or `mars10`. Defaults to the game's own scale.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility scoring: Option<String>,
            /// Rule for the opening roll: `lot` or `reroll`. Defaults to the game's own rule.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility opening: Option<String>,
            /// Rule for the player who begins games after the first: `lot` or `winner`. Defaults to
            /// the game's own rule.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility starter: Option<String>,
            /// Give the second player a last roll if the player who began has borne off everything
            /// and that roll could bear off all remaining checkers. If it does, the game is a draw.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            $visibility last_roll: bool,
            /// Turns of each player after which a game is drawn; 0 for no limit. Defaults to the
            /// game's own limit.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility turn_limit: Option<u16>,
            /// The player who raccoons may not turn the cube any more in that game. Needs
            /// `beavers`.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            $visibility final_raccoon: bool,
            /// Raise the stake by 1, then by 2, by 3 and so on, instead of doubling it; a pass loses
            /// 1. Money games with a cube, without `beavers` and `automatic_doubles`.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            $visibility arithmetic_raises: bool,
        }

        impl $name {
            /// Parses the house rules.
            ///
            /// # Errors
            /// Fails if a rule has an unknown name.
            $visibility fn house_rules(
                &self,
            ) -> ::std::result::Result<$crate::HouseRules, $crate::InvalidHouseRules> {
                Ok($crate::HouseRules {
                    scoring: self.scoring.as_deref().map(str::parse).transpose()?,
                    opening: self.opening.as_deref().map(str::parse).transpose()?,
                    starter: self.starter.as_deref().map(str::parse).transpose()?,
                    last_roll: self.last_roll,
                    turn_limit: self.turn_limit,
                    final_raccoon: self.final_raccoon,
                    arithmetic_raises: self.arithmetic_raises,
                })
            }

            /// Sets the house rules.
            #[allow(dead_code, reason = "not every struct is written")]
            $visibility fn with_house_rules(self, rules: &$crate::HouseRules) -> Self {
                Self {
                    scoring: rules.scoring.map(|scoring| scoring.to_string()),
                    opening: rules.opening.map(|opening| opening.to_string()),
                    starter: rules.starter.map(|starter| starter.to_string()),
                    last_roll: rules.last_roll,
                    turn_limit: rules.turn_limit,
                    final_raccoon: rules.final_raccoon,
                    arithmetic_raises: rules.arithmetic_raises,
                    ..self
                }
            }
        }
    };
}

/// Error for house rules with an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHouseRules {
    /// The scoring scale is unknown.
    #[error(transparent)]
    Scoring(#[from] UnknownScoring),
    /// The opening rule is unknown.
    #[error(transparent)]
    Opening(#[from] UnknownOpening),
    /// The starter rule is unknown.
    #[error(transparent)]
    Starter(#[from] UnknownFirstPlayer),
}

codes! {
    InvalidHouseRules {} transparent {
        Self::Scoring(error) => error,
        Self::Opening(error) => error,
        Self::Starter(error) => error,
    }
}

impl HouseRules {
    /// The usual rules.
    pub const USUAL: Self = Self {
        scoring: None,
        opening: None,
        starter: None,
        last_roll: false,
        turn_limit: None,
        final_raccoon: false,
        arithmetic_raises: false,
    };

    /// The cube at the start of a game.
    pub(super) fn first_cube(&self, game: Game) -> Cube {
        let raised =
            Cube::arithmetic(0, None).filter(|_| self.arithmetic_raises && game.has_cube());
        raised.unwrap_or_default()
    }

    /// The rule of the opening roll in a game. Two dice cannot be the first roll of three.
    pub fn opening(&self, game: Game) -> Opening {
        let changed = self.opening.filter(|_| game.dice() == 2);
        changed.unwrap_or_else(|| game.opening())
    }

    /// The starting player of a game after the first.
    pub fn starter(&self, game: Game) -> FirstPlayer {
        self.starter.unwrap_or_else(|| game.usual_starter())
    }

    /// Turns of each player after which a game is drawn; `None` is no limit.
    pub fn turn_limit(&self, game: Game) -> Option<u16> {
        self.turn_limit.or_else(|| game.usual_turn_limit()).filter(|&turns| turns > 0)
    }
}

impl Game {
    /// Usual starting player of a game after the first.
    pub const fn usual_starter(self) -> FirstPlayer {
        match self {
            Self::Portes(_)
            | Self::Tavla(_)
            | Self::Plakoto(_)
            | Self::Tapa(_)
            | Self::Fevga(_) => FirstPlayer::Winner,
            _ => FirstPlayer::OneDieEach,
        }
    }

    /// Usual number of turns of each player after which the game is drawn; `None` is no limit.
    pub const fn usual_turn_limit(self) -> Option<u16> {
        match self {
            Self::Misere | Self::Chase(_) | Self::Icelandic(_) => Some(500),
            _ => None,
        }
    }
}

/// All rules of a table.
///
/// ```
/// use sheshbesh_movegen::{CubeRules, HouseRules, Game, Referee, Scoring, TableRules};
/// let house_rules = HouseRules { scoring: Some(Scoring::Nardi4), ..HouseRules::USUAL };
/// let rules = TableRules { cube: CubeRules::NO_CUBE, house_rules };
/// assert_eq!(Referee::new(Game::LONG_NARDI, rules).table().scoring, Some(Scoring::Nardi4));
/// // Cube rules alone imply the usual house rules.
/// let usual = Referee::new(Game::LONG_NARDI, CubeRules::NO_CUBE);
/// assert_eq!(usual.rules().house_rules, HouseRules::USUAL);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableRules {
    /// Money games or a match, and the cube.
    pub cube: CubeRules,
    /// House rules beside the cube.
    pub house_rules: HouseRules,
}

impl From<CubeRules> for TableRules {
    fn from(cube: CubeRules) -> Self {
        Self { cube, house_rules: HouseRules::USUAL }
    }
}

impl TableRules {
    /// The rules that a table shows; see [`CubeRules::of`].
    pub const fn of(table: &Situation) -> Self {
        let &Situation { scoring, final_raccoon, .. } = table;
        let arithmetic_raises = table.cube.is_arithmetic();
        let house_rules =
            HouseRules { scoring, final_raccoon, arithmetic_raises, ..HouseRules::USUAL };
        Self { cube: CubeRules::of(table), house_rules }
    }

    /// True if a series by these rules is played once: it has several games, and there is no match.
    /// It ends after its last game, or after one more game if the players are tied.
    pub const fn is_played_once(&self, series: &GameSeries) -> bool {
        matches!(self.cube.session, Session::Money { .. }) && !series.is_single()
    }

    /// The game of a series that follows `number` others.
    pub fn game(&self, series: &GameSeries, number: u32) -> Game {
        if self.is_played_once(series) && number as usize >= series.games().len() {
            return Game::Hypergammon;
        }
        series.game(number)
    }
}
