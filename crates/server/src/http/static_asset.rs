//! Static content, prepared for sending: compressed, and not sent again to clients that have it
//! cached.

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

/// Static content, ready to be sent.
pub(crate) struct Ready {
    /// Media type.
    kind: &'static str,
    plain: Cow<'static, [u8]>,
    /// Gzip-compressed content, if that is smaller.
    zipped: Option<Vec<u8>>,
    /// Entity tag, which changes with the content.
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

    /// Number of bytes sent to clients that accept compression.
    #[cfg(test)]
    pub(crate) fn least(&self) -> usize {
        self.zipped.as_ref().map_or(self.plain.len(), Vec::len)
    }

    /// Responds to a request with the given headers.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        // Browsers revalidate on each load, which costs next to nothing on the same machine.
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

/// Returns true if a comma-separated header contains a word or `*`, with a weight above zero.
fn has(headers: &HeaderMap, name: &header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let mut words = values.flat_map(|value| value.split(','));
    words.any(|said| {
        let (said, weight) = said.split_once(';').unwrap_or((said, ""));
        (said.trim() == word || said.trim() == "*") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}
