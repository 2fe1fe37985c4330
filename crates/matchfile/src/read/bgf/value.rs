//! A document of nested values, in JSON or in SMILE, the binary form of JSON.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::{borrow::Cow, fmt};

/// Maximum nesting depth of values.
const DEEPEST: u32 = 64;

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

/// Deserializes a value at a nesting depth, and its parts one level deeper.
#[derive(Clone, Copy)]
struct AtDepth(u32);

impl<'de> DeserializeSeed<'de> for AtDepth {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value<'de>, D::Error> {
        if self.0 > DEEPEST {
            return Err(D::Error::custom("values nested too deeply"));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AtDepth {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a boolean, a number, a text, a list or a map")
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value<'de>, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(i64::try_from(number).map_or(Value::Float(number as f64), Value::Integer))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Float(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = items.next_element_seed(Self(self.0 + 1))? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value<'de>, A::Error> {
        let mut map = Vec::new();
        while let Some(key) = entries.next_key_seed(self)? {
            let Value::Text(key) = key else {
                return Err(A::Error::custom("a key is not a text"));
            };
            map.push((key, entries.next_value_seed(Self(self.0 + 1))?));
        }
        Ok(Value::Map(map))
    }
}

impl<'a> Value<'a> {
    /// First bytes of a document in SMILE.
    const SMILE: &'static [u8] = b":)\n";

    /// Parses a document in SMILE or in JSON.
    ///
    /// # Errors
    /// Fails if the document is invalid, or nested more deeply than any real one.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        if bytes.starts_with(Self::SMILE) {
            let mut document = serde_smile::Deserializer::from_slice(bytes);
            return AtDepth(0).deserialize(&mut document).map_err(|error| error.to_string());
        }
        let mut document = serde_json::Deserializer::from_slice(bytes);
        let value = AtDepth(0).deserialize(&mut document);
        value.and_then(|value| document.end().map(|()| value)).map_err(|error| error.to_string())
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
    pub(super) fn as_integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn integer(&self, key: &str) -> Option<i64> {
        self.get(key)?.as_integer()
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.as_text()
    }

    /// The value as a trimmed text.
    pub(super) fn as_text(&self) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        // {"a": 1, "bc": [-2, 300, "x", "x", true, null, 0.5], "a": ""}, with shared names and
        // texts.
        let mut bytes = b":)\n\x03\xfa\x80a\xc2\x81bc\xf8\xc3".to_vec();
        bytes.extend([0x24, 0x09, 0x98, 0x40, b'x', 0x01, 0x23, 0x21]);
        let half = 0.5f64.to_bits();
        bytes.push(0x29);
        bytes.extend((0..10).rev().map(|index| (half >> (7 * index) & 0x7f) as u8));
        bytes.extend([0xf9, 0x40, 0x20, 0xfb]);
        let text = |text| Value::Text(Cow::Borrowed(text));
        let list = vec![
            Value::Integer(-2),
            Value::Integer(300),
            text("x"),
            text("x"),
            Value::Flag(true),
            Value::Null,
            Value::Float(0.5),
        ];
        let map = vec![
            ("a".into(), Value::Integer(1)),
            ("bc".into(), Value::List(list)),
            ("a".into(), text("")),
        ];
        assert_eq!(Value::parse(&bytes), Ok(Value::Map(map)));
        for end in 3..bytes.len() {
            assert!(Value::parse(&bytes[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn depth_and_numbers_have_their_limits() {
        let deep = [b":)\n\x00".as_slice(), &[0xf8; 1000]].concat();
        assert!(Value::parse(&deep).is_err());
        assert!(Value::parse(b":)\n\x00\x01").is_err(), "nothing is numbered");
        let long = [b":)\n\x00\x24".as_slice(), &[0x7f; 12], &[0x80]].concat();
        assert!(Value::parse(&long).is_err());
    }
}
