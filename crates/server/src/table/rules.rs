//! Wire types for the game and rules of a session.

use super::error::TableError;
use crate::http::error::ApiError;
use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_api::{
    RequestError,
    limits::{AUTOMATIC_DOUBLES, MATCH_LENGTH},
};
use sheshbesh_movegen::{
    Cube, CubeRules, Game, GameSeries, HouseRules, Referee, Session, Situation, TableRules,
};
use std::fmt;
use utoipa::ToSchema;

/// Defines a type with fields for all rules of a table, after its own fields.
macro_rules! with_rules {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$field_about])* $field: $type,)*
            /// Match length in points, 1 to 64; money games if omitted.
            #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
            length: Option<u16>,
            /// Play a Crawford game (matches). Defaults to `true`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            crawford: Option<bool>,
            /// Holland rule: after the Crawford game, no doubling before both players have rolled
            /// twice (matches).
            #[serde(default)]
            holland: bool,
            /// Jacoby rule: gammons count only after the cube has been turned (money games).
            #[serde(default)]
            jacoby: bool,
            /// Allow beavers and raccoons (money games).
            #[serde(default)]
            beavers: bool,
            /// Automatic doubles: maximum number of times that equal opening dice turn the cube, 0
            /// to 5 (money games).
            #[serde(default)]
            automatic_doubles: u8,
            /// Doubling cube: `true`, `false`, or its highest value, such as 64. Defaults to `true`
            /// in games that have a cube.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<CubeWritten>)]
            cube: Option<CubeLimit>,
            /// Scoring scale, which sets the value of wins: `gammon3`, `oyn-mars`, `nardi4`,
            /// `single` or `left`. Defaults to the game's own scale.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            scoring: Option<String>,
            /// Rule for the opening roll: `lot` or `reroll`. Defaults to the game's own rule.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            opening: Option<String>,
            /// Rule for the player who begins games after the first: `lot` or `winner`. Defaults to
            /// the game's own rule.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            starter: Option<String>,
            /// Give the second player a last roll if the player who began has borne off everything
            /// and that roll could bear off all remaining checkers. If it does, the game is a draw.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            last_roll: bool,
            /// Turns of each player after which a game is drawn; 0 for no limit. Defaults to the
            /// game's own limit.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            turn_limit: Option<u16>,
        }

        impl $name {
            /// House rules besides the cube.
            fn customs(&self) -> Result<HouseRules, ApiError> {
                let Self { scoring, opening, starter, last_roll, turn_limit, .. } = self;
                Ok(HouseRules {
                    scoring: scoring.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?,
                    opening: opening.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?,
                    starter: starter.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?,
                    last_roll: *last_roll,
                    turn_limit: *turn_limit,
                })
            }
        }
    };
}

with_rules! {
    /// Rules of a session. Money games unless `match` is given.
    #[schema(as = CubeRules)]
    Rules {}
}

with_rules! {
    /// A new session: a game, or several in turn, and its rules. Money games unless `match` is
    /// given.
    Beginning {
        /// Game; `backgammon` by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Position to begin at, in any notation, with its cube, score and dice; defaults to the
        /// start of the game. Without `match` and `cube`, the stakes are those of the ID.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position: Option<String>,
        /// Several games in turn instead of one game: `tavli`, which needs `match`, or
        /// comma-separated games. Without `match`, each game is played once and the higher total of
        /// points wins; a game of Hypergammon breaks a tie.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    }
}

impl Beginning {
    /// Creates the referee at the beginning of the session.
    pub(crate) fn referee(&self) -> Result<Referee, ApiError> {
        let (frame, rules) = self.read()?;
        let Some(table) = self.table()? else { return Ok(Referee::new(frame, rules)) };
        if table.is_beavered() {
            return Err(ApiError::unprocessable(TableError::BeginsWithBeaver));
        }
        Referee::set_up(rules, table).map_err(ApiError::unprocessable)
    }

    /// Position to begin at, if one is given.
    pub(crate) fn table(&self) -> Result<Option<Situation>, ApiError> {
        let Some(text) = &self.position else { return Ok(None) };
        if self.frame.is_some() {
            return Err(ApiError::unprocessable(TableError::FrameAtPosition));
        }
        let stated: Option<Game> =
            self.game.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?;
        let table =
            Situation::parse(text, stated.unwrap_or_default()).map_err(ApiError::unprocessable)?;
        match stated.filter(|&stated| table.game.together(stated) != Some(table.game)) {
            Some(stated) => {
                let other = RequestError::OtherGame { found: table.game, stated };
                Err(ApiError::unprocessable(other))
            }
            None => Ok(Some(table)),
        }
    }

    /// Frame and rules of the session. Fails if they do not fit together.
    pub(crate) fn read(&self) -> Result<(GameSeries, TableRules), ApiError> {
        let game = match self.table()? {
            Some(table) => Some(table.game),
            None => {
                self.game.as_deref().map(str::parse).transpose().map_err(ApiError::unprocessable)?
            }
        };
        let frame = match (&self.frame, game) {
            (None, game) => game.map_or_else(GameSeries::default, GameSeries::of),
            (Some(frame), None) => frame.parse().map_err(ApiError::unprocessable)?,
            (Some(_), Some(_)) => {
                return Err(ApiError::unprocessable(TableError::FrameAndGame));
            }
        };
        // A list of the same games may also be played once each.
        if self.frame.as_deref() == Some("tavli") && self.length.is_none() {
            return Err(ApiError::unprocessable(TableError::TavliLength));
        }
        let &Self { length, crawford, holland, jacoby, beavers, automatic_doubles, cube, .. } =
            self;
        let written = Rules {
            length,
            crawford,
            holland,
            jacoby,
            beavers,
            automatic_doubles,
            cube,
            ..Rules::default()
        };
        let TableRules { cube, .. } = written.read(&frame)?;
        let says_nothing = length.is_none()
            && self.cube.is_none()
            && !(jacoby || beavers)
            && automatic_doubles == 0;
        let of_table = self.table()?.filter(|table| says_nothing && table.shows_stakes());
        let cube = of_table.map_or(cube, |table| table.cube_rules());
        Ok((frame, TableRules { cube, house_rules: self.customs()? }))
    }
}

/// JSON forms of `cube`.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what CubeLimit reads")]
enum CubeWritten {
    /// Play with a cube or without one.
    Played(bool),
    /// Highest value of the cube: 1, 2, 4 and so on up to 32768.
    UpTo(u32),
}

/// Limit of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CubeLimit {
    /// The usual limit.
    Usual,
    /// No cube.
    None,
    /// Limit of 2 to this power.
    Exponent(u8),
}

impl CubeLimit {
    const fn of(exponent: u8) -> Self {
        match exponent {
            0 => Self::None,
            exponent => Self::Exponent(exponent),
        }
    }
}

impl Serialize for CubeLimit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Usual => serializer.serialize_bool(true),
            Self::None => serializer.serialize_bool(false),
            Self::Exponent(exponent) => serializer.serialize_u32(1 << exponent),
        }
    }
}

impl<'de> Deserialize<'de> for CubeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl de::Visitor<'_> for Either {
            type Value = CubeLimit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, or the highest cube value: 1, 2, 4 and so on to 32768")
            }

            fn visit_bool<E>(self, played: bool) -> Result<CubeLimit, E> {
                Ok(if played { CubeLimit::Usual } else { CubeLimit::None })
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<CubeLimit, E> {
                let shown = u32::try_from(value).ok().and_then(|value| Cube::of_value(value, None));
                let shown = shown
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(value), &self))?;
                Ok(CubeLimit::of(shown.exponent()))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Rules {
    /// Converts the rules of a referee.
    pub(crate) fn of(
        frame: &GameSeries,
        TableRules { cube, house_rules: customs }: &TableRules,
    ) -> Self {
        let largest = if has_cube(frame) { cube.largest_cube } else { 0 };
        let largest = CubeLimit::of(largest.min(Cube::LARGEST_EXPONENT));
        let written = Self {
            cube: Some(largest),
            scoring: customs.scoring.map(|scoring| scoring.to_string()),
            opening: customs.opening.map(|opening| opening.to_string()),
            starter: customs.starter.map(|starter| starter.to_string()),
            last_roll: customs.last_roll,
            turn_limit: customs.turn_limit,
            ..Self::default()
        };
        match cube.session {
            Session::Money { jacoby, beavers, automatic_doubles } => {
                Self { jacoby, beavers, automatic_doubles, ..written }
            }
            Session::Match { length, crawford, holland } => {
                Self { length: Some(length), crawford: Some(crawford), holland, ..written }
            }
        }
    }

    /// Converts to referee rules. Fails if the rules do not fit together.
    pub(crate) fn read(&self, frame: &GameSeries) -> Result<TableRules, ApiError> {
        let largest_cube = match self.cube {
            Some(CubeLimit::Usual | CubeLimit::Exponent(_)) if !has_cube(frame) => {
                return Err(ApiError::unprocessable(TableError::NoCube(*frame)));
            }
            None if !has_cube(frame) => 0,
            None | Some(CubeLimit::Usual) => Situation::USUAL_LARGEST_CUBE,
            Some(CubeLimit::None) => 0,
            Some(CubeLimit::Exponent(exponent)) => exponent,
        };
        let &Self { length, crawford, holland, jacoby, beavers, automatic_doubles, .. } = self;
        let session = match length {
            Some(length) => {
                if !(1..=MATCH_LENGTH).contains(&length) {
                    return Err(ApiError::unprocessable(TableError::MatchLength));
                }
                if jacoby || beavers || automatic_doubles > 0 {
                    return Err(ApiError::unprocessable(TableError::MoneyRules));
                }
                if holland && largest_cube == 0 {
                    return Err(ApiError::unprocessable(TableError::HollandWithoutCube));
                }
                Session::Match { length, crawford: crawford.unwrap_or(true), holland }
            }
            None => {
                if holland || crawford == Some(true) {
                    return Err(ApiError::unprocessable(TableError::MatchRules));
                }
                if largest_cube == 0 && (jacoby || beavers || automatic_doubles > 0) {
                    return Err(ApiError::unprocessable(TableError::CubeRules));
                }
                if automatic_doubles > AUTOMATIC_DOUBLES {
                    return Err(ApiError::unprocessable(TableError::AutomaticDoubles));
                }
                Session::Money { jacoby, beavers, automatic_doubles }
            }
        };
        let cube = CubeRules { session, largest_cube };
        Ok(TableRules { cube, house_rules: self.customs()? })
    }
}

/// Returns true if any game of the frame has a cube.
fn has_cube(frame: &GameSeries) -> bool {
    frame.games().iter().any(|game| game.has_cube())
}
