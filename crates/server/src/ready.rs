//! Texts that stay the same while the program runs, ready to be sent: small on their way, and not sent
//! again to whoever has them.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hasher},
    io::Write,
};

/// A text, ready to be sent.
pub(crate) struct Ready {
    /// Its media type.
    kind: &'static str,
    plain: Cow<'static, [u8]>,
    /// Where that is smaller.
    zipped: Option<Vec<u8>>,
    /// Changes when the contents do.
    tag: HeaderValue,
}

impl Ready {
    pub(crate) fn new(kind: &'static str, plain: impl Into<Cow<'static, [u8]>>) -> Self {
        let plain = plain.into();
        let mut hasher = DefaultHasher::new();
        hasher.write(&plain);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let zipped = encoder.write_all(&plain).and_then(|()| encoder.finish());
        Self {
            kind,
            zipped: zipped.ok().filter(|zipped| zipped.len() < plain.len()),
            plain,
            tag: HeaderValue::try_from(tag).expect("digits in quotes"),
        }
    }

    /// So many bytes are sent where they are compressed.
    #[cfg(test)]
    pub(crate) fn least(&self) -> usize {
        self.zipped.as_ref().map_or(self.plain.len(), Vec::len)
    }

    /// What is answered to a request with these headers.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        // A browser asks each time whether it is still the same, which costs nothing on one machine.
        let always = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        let tag = self.tag.to_str().expect("digits in quotes");
        let weak = format!("W/{tag}");
        if has(headers, &header::IF_NONE_MATCH, tag) || has(headers, &header::IF_NONE_MATCH, &weak)
        {
            return (StatusCode::NOT_MODIFIED, always).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.kind)];
        match &self.zipped {
            Some(zipped) if has(headers, &header::ACCEPT_ENCODING, "gzip") => {
                let zip = [(header::CONTENT_ENCODING, "gzip")];
                (always, kind, zip, zipped.clone()).into_response()
            }
            _ => (always, kind, self.plain.to_vec()).into_response(),
        }
    }
}

/// Whether a header's list has a word, or something that matches every one.
fn has(headers: &HeaderMap, name: &header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let mut words = values.flat_map(|value| value.split(','));
    words.any(|said| {
        let (said, weight) = said.split_once(';').unwrap_or((said, ""));
        (said.trim() == word || said.trim() == "*") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}
