//! Rules of a table: one flat map of the rules of the cube and the house rules.

use crate::table::{Cube, CubeRules, HouseRules, Session, Situation, TableRules};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Error},
};
use std::fmt;

/// Serialised form of [`CubeRules`]: those of a match if it has a length, else of money games.
#[derive(Serialize, Deserialize)]
#[serde(rename = "CubeRules")]
struct CubeRulesForm {
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    length: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crawford: Option<bool>,
    #[serde(default)]
    holland: bool,
    #[serde(default)]
    jacoby: bool,
    #[serde(default)]
    beavers: bool,
    #[serde(default)]
    automatic_doubles: u8,
    #[serde(default)]
    cube: CubeLimit,
}

/// Maximum exponent of the cube value; 0 plays without a cube. The form is `true` for the usual
/// limit (accepted only), `false` without a cube, or else the maximum value.
struct CubeLimit(u8);

impl Default for CubeLimit {
    fn default() -> Self {
        Self(Situation::USUAL_LARGEST_CUBE)
    }
}

impl Serialize for CubeLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.min(Cube::LARGEST_EXPONENT) {
            0 => serializer.serialize_bool(false),
            exponent => serializer.serialize_u32(1 << exponent),
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
                Ok(if is_played { CubeLimit::default() } else { CubeLimit(0) })
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<CubeLimit, E> {
                let cube = u32::try_from(value).ok().and_then(|value| Cube::of_value(value, None));
                let cube =
                    cube.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(value), &self))?;
                Ok(CubeLimit(cube.exponent()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl From<&CubeRules> for CubeRulesForm {
    fn from(&CubeRules { session, largest_cube }: &CubeRules) -> Self {
        let form = Self {
            length: None,
            crawford: None,
            holland: false,
            jacoby: false,
            beavers: false,
            automatic_doubles: 0,
            cube: CubeLimit(largest_cube),
        };
        match session {
            Session::Money { jacoby, beavers, automatic_doubles } => {
                Self { jacoby, beavers, automatic_doubles, ..form }
            }
            Session::Match { length, crawford, holland } => {
                Self { length: Some(length), crawford: Some(crawford), holland, ..form }
            }
        }
    }
}

impl CubeRulesForm {
    fn rules<E: Error>(self) -> Result<CubeRules, E> {
        let Self { length, crawford, holland, jacoby, beavers, automatic_doubles, cube } = self;
        let session = match length {
            Some(0) => return Err(E::custom("a match has at least 1 point")),
            Some(_) if jacoby || beavers || automatic_doubles > 0 => {
                return Err(E::custom("jacoby, beavers and automatic_doubles need a money game"));
            }
            Some(length) => Session::Match { length, crawford: crawford.unwrap_or(true), holland },
            None if holland || crawford == Some(true) => {
                return Err(E::custom("crawford and holland need a match"));
            }
            None => Session::Money { jacoby, beavers, automatic_doubles },
        };
        Ok(CubeRules { session, largest_cube: cube.0 })
    }
}

impl Serialize for CubeRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CubeRulesForm::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CubeRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        CubeRulesForm::deserialize(deserializer)?.rules()
    }
}

/// Serialised form of [`TableRules`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "TableRules")]
struct TableRulesForm {
    #[serde(flatten)]
    cube: CubeRulesForm,
    #[serde(flatten)]
    house_rules: HouseRules,
}

impl Serialize for TableRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cube = CubeRulesForm::from(&self.cube);
        TableRulesForm { cube, house_rules: self.house_rules }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TableRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TableRulesForm { cube, house_rules } = TableRulesForm::deserialize(deserializer)?;
        Ok(Self { cube: cube.rules()?, house_rules })
    }
}
