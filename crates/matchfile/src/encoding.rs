//! Text encodings by name.

use encoding_rs::Encoding;
use sheshbesh_movegen::codes;
use std::{fmt, str::FromStr};

/// Maximum number of characters of a name that an error repeats.
const LONGEST_NAME: usize = 60;

/// A text encoding, parsed from any of its names in the WHATWG Encoding Standard.
///
/// ```
/// use sheshbesh_matchfile::TextEncoding;
/// let cyrillic: TextEncoding = "cp1251".parse()?;
/// assert_eq!(cyrillic.to_string(), "windows-1251");
/// assert!("klingon".parse::<TextEncoding>().is_err());
/// # Ok::<(), sheshbesh_matchfile::UnknownEncoding>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(pub(crate) &'static Encoding);

/// Error for a name that is not a known encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a known text encoding; examples: utf-8, windows-1251, koi8-r, iso-8859-9, shift_jis"
)]
pub struct UnknownEncoding(pub(crate) String);

codes! {
    UnknownEncoding {
        Self(text) => "unknown.encoding" { text },
    }
}

impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<Self, UnknownEncoding> {
        let unknown = || UnknownEncoding(name.chars().take(LONGEST_NAME).collect());
        // The standard lacks some spellings, mostly with fewer or more hyphens, that people use.
        let label = name.trim().to_ascii_lowercase();
        let label = match label.as_str() {
            "latin-1" => "latin1",
            "utf-8-sig" => "utf-8",
            "cp932" => "shift_jis",
            "koi8r" => "koi8-r",
            "koi8u" => "koi8-u",
            "eucjp" => "euc-jp",
            other => other,
        };
        Encoding::for_label_no_replacement(label.as_bytes()).map(Self).ok_or_else(unknown)
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}
