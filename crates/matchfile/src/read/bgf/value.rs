//! A document of nested values, as in JSON.

use std::borrow::Cow;

/// A value. Texts are borrowed from the input if possible.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Null,
    Flag(bool),
    Integer(i64),
    Float(f64),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Map(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Converts a JSON value.
    pub(super) fn from_json(json: serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Null,
            Json::Bool(flag) => Self::Flag(flag),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Self::Integer(number),
                None => number.as_f64().map_or(Self::Null, Self::Float),
            },
            Json::String(text) => Self::Text(Cow::Owned(text)),
            Json::Array(list) => Self::List(list.into_iter().map(Self::from_json).collect()),
            Json::Object(map) => {
                let entry = |(key, value)| (Cow::Owned(key), Self::from_json(value));
                Self::Map(map.into_iter().map(entry).collect())
            }
        }
    }

    /// The value of a key; `None` if this is not a map or lacks the key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The list of a key; empty if there is none.
    pub(super) fn list(&self, key: &str) -> &[Self] {
        match self.get(key) {
            Some(Self::List(list)) => list,
            _ => &[],
        }
    }

    /// The value as an integer.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn integer(&self, key: &str) -> Option<i64> {
        self.get(key)?.number()
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.words()
    }

    /// The value as a trimmed text.
    pub(super) fn words(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.trim().to_owned()),
            _ => None,
        }
    }

    /// The value of a key as a finite number; a text may hold the number.
    pub(super) fn float(&self, key: &str) -> Option<f64> {
        let number = match self.get(key)? {
            Self::Float(number) => *number,
            Self::Integer(number) => *number as f64,
            Self::Text(text) => text.trim().parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }
}
