//! Rules of a table: one flat map of the rules of the cube and the house rules.

use crate::{
    codes,
    table::{Cube, CubeRules, GameSeries, InvalidHouseRules, Session, Situation, TableRules},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Error},
};
use std::fmt;

/// Declares a struct with its own fields followed by all rules of a table, as requests have them.
///
/// The struct must derive `Default`, `serde::Serialize` and `serde::Deserialize`. Besides the
/// functions of [`with_house_rules!`](crate::with_house_rules) it gets two others: `cube_rules` has
/// the fields of the cube, and `table_rules` converts all of them. Fields and conversions of a new
/// house rule follow from [`with_house_rules!`](crate::with_house_rules).
#[macro_export]
macro_rules! with_table_rules {
    (
        $(#[$about:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_about:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $crate::with_house_rules! { $(#[$about])* $visibility struct $name {
            $($(#[$field_about])* $field_visibility $field: $type,)*
            /// Match length in points, 1 to 64; money games if omitted.
            #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
            $visibility length: Option<u16>,
            /// Play a Crawford game (matches). Defaults to `true`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility crawford: Option<bool>,
            /// Holland rule: after the Crawford game, no doubling before both players have rolled
            /// twice (matches).
            #[serde(default)]
            $visibility holland: bool,
            /// Jacoby rule: gammons count only after the cube has been turned (money games).
            #[serde(default)]
            $visibility jacoby: bool,
            /// Allow beavers and raccoons (money games).
            #[serde(default)]
            $visibility beavers: bool,
            /// Automatic doubles: maximum number of times that equal opening dice turn the cube, 0
            /// to 5 (money games).
            #[serde(default)]
            $visibility automatic_doubles: u8,
            /// Doubling cube: `true`, `false`, or its highest value, such as 64. Defaults to `true`
            /// in games that have a cube.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            $visibility cube: Option<$crate::CubeLimit>,
        } }

        impl $name {
            /// Fields of the cube and the session.
            $visibility const fn cube_rules(&self) -> $crate::CubeRulesForm {
                let &Self {
                    length, crawford, holland, jacoby, beavers, automatic_doubles, cube, ..
                } = self;
                $crate::CubeRulesForm {
                    length, crawford, holland, jacoby, beavers, automatic_doubles, cube,
                }
            }

            /// Converts to the rules of a referee.
            ///
            /// # Errors
            /// Fails if the rules do not fit together or do not fit the games of the series.
            $visibility fn table_rules(
                &self,
                series: &$crate::GameSeries,
            ) -> ::std::result::Result<$crate::TableRules, $crate::InvalidTableRules> {
                let cube = self.cube_rules().rules(series)?;
                $crate::TableRules { cube, house_rules: self.house_rules()? }.checked()
            }
        }
    };
}

with_table_rules! {
    /// Rules of a session. Money games unless `match` is given.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CubeRules))]
    pub struct TableRulesForm {}
}

impl TableRulesForm {
    /// Converts the rules of a referee.
    pub fn new(series: &GameSeries, rules: &TableRules) -> Self {
        let CubeRulesForm { length, crawford, holland, jacoby, beavers, automatic_doubles, cube } =
            CubeRulesForm::new(series, &rules.cube);
        let form = Self {
            length,
            crawford,
            holland,
            jacoby,
            beavers,
            automatic_doubles,
            cube,
            ..Self::default()
        };
        form.with_house_rules(&rules.house_rules)
    }
}

/// Rules of the cube and the session in their JSON form: those of a match if it has a length, else
/// of money games. The fields are documented in [`TableRulesForm`].
#[expect(missing_docs, reason = "documented in TableRulesForm")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeRulesForm {
    pub length: Option<u16>,
    pub crawford: Option<bool>,
    pub holland: bool,
    pub jacoby: bool,
    pub beavers: bool,
    pub automatic_doubles: u8,
    pub cube: Option<CubeLimit>,
}

impl CubeRulesForm {
    fn new(series: &GameSeries, &CubeRules { session, largest_cube }: &CubeRules) -> Self {
        let largest = if has_cube(series) { largest_cube } else { 0 };
        let cube = Some(CubeLimit::of(largest.min(Cube::LARGEST_EXPONENT)));
        let form = Self { cube, ..Self::default() };
        match session {
            Session::Money { jacoby, beavers, automatic_doubles } => {
                Self { jacoby, beavers, automatic_doubles, ..form }
            }
            Session::Match { length, crawford, holland } => {
                Self { length: Some(length), crawford: Some(crawford), holland, ..form }
            }
        }
    }

    /// True if neither a match nor a cube nor a rule of money games is stated.
    pub const fn is_unstated(&self) -> bool {
        self.length.is_none()
            && self.cube.is_none()
            && !(self.jacoby || self.beavers)
            && self.automatic_doubles == 0
    }

    /// Converts to the cube rules of a referee.
    ///
    /// # Errors
    /// Fails if the rules do not fit together or do not fit the games of the series.
    pub fn rules(&self, series: &GameSeries) -> Result<CubeRules, InvalidTableRules> {
        let largest_cube = match self.cube {
            Some(CubeLimit::Usual | CubeLimit::Exponent(_)) if !has_cube(series) => {
                return Err(InvalidTableRules::NoCube(*series));
            }
            None if !has_cube(series) => 0,
            None | Some(CubeLimit::Usual) => Situation::USUAL_LARGEST_CUBE,
            Some(CubeLimit::None) => 0,
            Some(CubeLimit::Exponent(exponent)) => exponent,
        };
        let &Self { length, crawford, holland, jacoby, beavers, automatic_doubles, .. } = self;
        let session = match length {
            Some(length) => {
                if !(1..=Session::MAX_LENGTH).contains(&length) {
                    return Err(InvalidTableRules::MatchLength);
                }
                if jacoby || beavers || automatic_doubles > 0 {
                    return Err(InvalidTableRules::MoneyRules);
                }
                if holland && largest_cube == 0 {
                    return Err(InvalidTableRules::HollandWithoutCube);
                }
                Session::Match { length, crawford: crawford.unwrap_or(true), holland }
            }
            None => {
                if holland || crawford == Some(true) {
                    return Err(InvalidTableRules::MatchRules);
                }
                if largest_cube == 0 && (jacoby || beavers || automatic_doubles > 0) {
                    return Err(InvalidTableRules::CubeRules);
                }
                if automatic_doubles > Session::MAX_AUTOMATIC_DOUBLES {
                    return Err(InvalidTableRules::AutomaticDoubles);
                }
                Session::Money { jacoby, beavers, automatic_doubles }
            }
        };
        Ok(CubeRules { session, largest_cube })
    }
}

/// Returns true if any game of a series has a cube.
fn has_cube(series: &GameSeries) -> bool {
    series.games().iter().any(|game| game.has_cube())
}

impl TableRules {
    /// Returns the rules if rules of the cube and house rules fit together.
    ///
    /// # Errors
    /// Fails for a final raccoon without beavers, and for arithmetic raises in a match, without a
    /// cube, or with beavers or automatic doubles.
    pub fn checked(self) -> Result<Self, InvalidTableRules> {
        if self.house_rules.final_raccoon && !self.cube.stakes(false).beavers() {
            return Err(InvalidTableRules::FinalRaccoon);
        }
        let may_raise = self.cube.largest_cube > 0
            && matches!(
                self.cube.session,
                Session::Money { beavers: false, automatic_doubles: 0, .. }
            );
        if self.house_rules.arithmetic_raises && !may_raise {
            return Err(InvalidTableRules::ArithmeticRaises);
        }
        Ok(self)
    }
}

/// Reason why rules in their JSON form are impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTableRules {
    /// A cube in games that have none.
    #[error("{0} is played without a cube")]
    NoCube(GameSeries),
    /// The match is too short or too long.
    #[error("a match must have 1 to {max} points", max = Session::MAX_LENGTH)]
    MatchLength,
    /// Rules of money games in a match.
    #[error("jacoby, beavers and automatic_doubles need a money game: leave out match")]
    MoneyRules,
    /// Holland's rule without a cube.
    #[error("holland needs a cube")]
    HollandWithoutCube,
    /// Rules of matches in a money game.
    #[error("crawford and holland need a match: add match")]
    MatchRules,
    /// Cube rules without a cube.
    #[error("jacoby, beavers and automatic_doubles need a cube")]
    CubeRules,
    /// Too many automatic doubles.
    #[error("automatic_doubles must be at most {max}", max = Session::MAX_AUTOMATIC_DOUBLES)]
    AutomaticDoubles,
    /// A final raccoon without beavers.
    #[error("final_raccoon needs beavers")]
    FinalRaccoon,
    /// Arithmetic raises in a match, without a cube, or with beavers or automatic doubles.
    #[error(
        "arithmetic_raises needs money games with a cube, without beavers and automatic_doubles"
    )]
    ArithmeticRaises,
    /// A house rule has an unknown name.
    #[error(transparent)]
    HouseRules(#[from] InvalidHouseRules),
}

codes! {
    InvalidTableRules {
        Self::NoCube(frame) => "session.no-cube" { frame = frame.to_string() },
        Self::MatchLength => "session.match-length" { most = Session::MAX_LENGTH },
        Self::MoneyRules => "session.money-rules",
        Self::HollandWithoutCube => "session.holland-without-cube",
        Self::MatchRules => "session.match-rules",
        Self::CubeRules => "session.cube-rules",
        Self::AutomaticDoubles => "session.automatic-doubles" {
            most = Session::MAX_AUTOMATIC_DOUBLES,
        },
        Self::FinalRaccoon => "session.final-raccoon",
        Self::ArithmeticRaises => "session.arithmetic-raises",
    } transparent {
        Self::HouseRules(error) => error,
    }
}

/// Limit of the cube: `true` for the usual limit, `false` without a cube, or else the highest
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeLimit {
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
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Usual => serializer.serialize_bool(true),
            Self::None => serializer.serialize_bool(false),
            Self::Exponent(exponent) => serializer.serialize_u32(1 << exponent),
        }
    }
}

impl<'de> Deserialize<'de> for CubeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = CubeLimit;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, or the highest cube value: 1, 2, 4 and so on to 32768")
            }

            fn visit_bool<E>(self, is_played: bool) -> Result<CubeLimit, E> {
                Ok(if is_played { CubeLimit::Usual } else { CubeLimit::None })
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<CubeLimit, E> {
                let cube = u32::try_from(value).ok().and_then(|value| Cube::of_value(value, None));
                let cube =
                    cube.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(value), &self))?;
                Ok(CubeLimit::of(cube.exponent()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// JSON forms of `cube`.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes the forms of CubeLimit")]
enum CubeWritten {
    /// Play with a cube or without one.
    Played(bool),
    /// Highest value of the cube: 1, 2, 4 and so on up to 32768.
    UpTo(u32),
}

#[cfg(feature = "openapi")]
super::schema::schema_of_form!(CubeLimit: CubeWritten);
