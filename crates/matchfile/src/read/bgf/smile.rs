//! SMILE, a binary form of JSON, as specified by FasterXML (version 1).
//!
//! The first byte of each value gives its type. Key names, and short texts if the header says so,
//! are numbered in order of appearance. Later occurrences may refer to these numbers.

use super::value::Value;
use std::borrow::Cow;

/// First bytes of a document.
pub(super) const MAGIC: &[u8] = b":)\n";

/// Maximum nesting depth of values.
const DEEPEST: u32 = 64;
/// Maximum number of shared names or texts; numbering then restarts.
const MOST_SHARED: usize = 1024;
/// Maximum length of a shared text in bytes.
const LONGEST_SHARED: usize = 64;

const END_OF_TEXT: u8 = 0xfc;
const LIST: u8 = 0xf8;
const END_OF_LIST: u8 = 0xf9;
const MAP: u8 = 0xfa;
const END_OF_MAP: u8 = 0xfb;

/// Reads a document.
///
/// # Errors
/// Fails if the document is invalid or uses unsupported values.
pub(super) fn parse(bytes: &[u8]) -> Result<Value<'_>, String> {
    let flags = *bytes.get(MAGIC.len()).ok_or("truncated header")?;
    let mut parser = Parser {
        bytes,
        at: MAGIC.len() + 1,
        names: (flags & 1 != 0).then(Vec::new),
        texts: (flags & 2 != 0).then(Vec::new),
    };
    parser.value(0)
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Shared names and shared texts; `None` if the header disables sharing.
    names: Option<Vec<&'a str>>,
    texts: Option<Vec<&'a str>>,
}

/// Numbers a text if sharing is enabled.
fn share<'a>(shared: &mut Option<Vec<&'a str>>, text: &'a str) -> &'a str {
    if let Some(shared) = shared
        && text.len() <= LONGEST_SHARED
    {
        if shared.len() >= MOST_SHARED {
            shared.clear();
        }
        shared.push(text);
    }
    text
}

impl<'a> Parser<'a> {
    fn byte(&mut self) -> Result<u8, String> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte.ok_or_else(|| "truncated value".to_owned())
    }

    fn text(&mut self, length: usize) -> Result<&'a str, String> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or("truncated text")?;
        let text = std::str::from_utf8(&self.bytes[self.at..end]);
        self.at = end;
        text.map_err(|error| error.to_string())
    }

    /// Reads a text up to its end marker.
    fn long_text(&mut self) -> Result<&'a str, String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == END_OF_TEXT);
        let text = self.text(length.ok_or("truncated text")?)?;
        self.at += 1;
        Ok(text)
    }

    /// Reads a variable-length integer: seven bits per byte, and six bits in the last byte, which
    /// has its highest bit set.
    fn number(&mut self) -> Result<u64, String> {
        let mut number: u64 = 0;
        loop {
            let byte = self.byte()?;
            if byte & 0x80 != 0 {
                return Ok(number << 6 | u64::from(byte & 0x3f));
            }
            if number >> 56 != 0 {
                return Err("number too long".to_owned());
            }
            number = number << 7 | u64::from(byte);
        }
    }

    /// Reads a given number of bytes, each with seven bits.
    fn bits(&mut self, bytes: u32) -> Result<u64, String> {
        (0..bytes).try_fold(0u64, |bits, _| Ok(bits << 7 | u64::from(self.byte()? & 0x7f)))
    }

    fn value(&mut self, depth: u32) -> Result<Value<'a>, String> {
        if depth > DEEPEST {
            return Err("values nested too deeply".to_owned());
        }
        let token = self.byte()?;
        let low = usize::from(token & 0x1f);
        Ok(match token {
            0x01..=0x1f => Value::Text(Cow::Borrowed(told(&self.texts, low - 1)?)),
            0x20 => Value::Text(Cow::Borrowed("")),
            0x21 => Value::Null,
            0x22 => Value::Flag(false),
            0x23 => Value::Flag(true),
            0x24 | 0x25 => Value::Integer(signed(self.number()?)),
            0x28 => Value::Float(f32::from_bits(self.bits(5)? as u32).into()),
            0x29 => Value::Float(f64::from_bits(self.bits(10)?)),
            0x40..=0x5f => self.short_text(low + 1)?,
            0x60..=0x7f => self.short_text(low + 33)?,
            0x80..=0x9f => self.short_text(low + 2)?,
            0xa0..=0xbf => self.short_text(low + 34)?,
            0xc0..=0xdf => Value::Integer(signed(low as u64)),
            0xe0 | 0xe4 => Value::Text(Cow::Borrowed(self.long_text()?)),
            0xec..=0xef => {
                let place = usize::from(token & 3) << 8 | usize::from(self.byte()?);
                Value::Text(Cow::Borrowed(told(&self.texts, place)?))
            }
            LIST => {
                let mut list = Vec::new();
                while self.peek()? != END_OF_LIST {
                    list.push(self.value(depth + 1)?);
                }
                self.at += 1;
                Value::List(list)
            }
            MAP => {
                let mut map = Vec::new();
                while self.peek()? != END_OF_MAP {
                    let name = self.name()?;
                    map.push((Cow::Borrowed(name), self.value(depth + 1)?));
                }
                self.at += 1;
                Value::Map(map)
            }
            other => return Err(format!("unknown value type {other:#04x}")),
        })
    }

    fn peek(&self) -> Result<u8, String> {
        self.bytes.get(self.at).copied().ok_or_else(|| "truncated value".to_owned())
    }

    fn short_text(&mut self, length: usize) -> Result<Value<'a>, String> {
        let text = self.text(length)?;
        Ok(Value::Text(Cow::Borrowed(share(&mut self.texts, text))))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let token = self.byte()?;
        match token {
            0x20 => Ok(""),
            0x30..=0x33 => {
                let place = usize::from(token & 3) << 8 | usize::from(self.byte()?);
                told(&self.names, place)
            }
            0x34 => self.long_text(),
            0x40..=0x7f => told(&self.names, usize::from(token & 0x3f)),
            0x80..=0xbf => {
                let name = self.text(usize::from(token & 0x3f) + 1)?;
                Ok(share(&mut self.names, name))
            }
            0xc0..=0xf7 => {
                let name = self.text(usize::from(token - 0xc0) + 2)?;
                Ok(share(&mut self.names, name))
            }
            other => Err(format!("unknown name type {other:#04x}")),
        }
    }
}

/// Looks up a shared text by its number.
fn told<'a>(shared: &Option<Vec<&'a str>>, place: usize) -> Result<&'a str, String> {
    let found = shared.as_ref().and_then(|shared| shared.get(place).copied());
    found.ok_or_else(|| format!("unknown shared text {place}"))
}

/// Decodes a zigzag integer: the lowest bit is the sign.
fn signed(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
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
        bytes.extend((0..10).rev().map(|place| (half >> (7 * place) & 0x7f) as u8));
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
        assert_eq!(parse(&bytes), Ok(Value::Map(map)));
        for end in 3..bytes.len() {
            assert!(parse(&bytes[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn depth_and_numbers_have_their_limits() {
        let deep = [b":)\n\x00".as_slice(), &[LIST; 1000]].concat();
        assert!(parse(&deep).is_err());
        assert!(parse(b":)\n\x00\x01").is_err(), "nothing is numbered");
        let long = [b":)\n\x00\x24".as_slice(), &[0x7f; 12], &[0x80]].concat();
        assert!(parse(&long).is_err());
    }
}
