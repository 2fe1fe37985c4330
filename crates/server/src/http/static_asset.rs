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
    sync::OnceLock,
};

/// A file, prepared for sending.
pub(crate) struct StaticAsset {
    media_type: &'static str,
    plain: Cow<'static, [u8]>,
    /// Gzip-compressed content if that is smaller, made by the first request that accepts it.
    gzipped: OnceLock<Option<Vec<u8>>>,
    /// Entity tag, which changes with the content.
    tag: HeaderValue,
}

impl StaticAsset {
    pub(crate) fn new(media_type: &'static str, plain: impl Into<Cow<'static, [u8]>>) -> Self {
        let plain = plain.into();
        let mut hasher = DefaultHasher::new();
        hasher.write(&plain);
        let tag = format!("\"{:016x}\"", hasher.finish());
        Self {
            media_type,
            gzipped: OnceLock::new(),
            plain,
            tag: HeaderValue::try_from(tag).expect("digits in quotes"),
        }
    }

    fn gzipped(&self) -> Option<&[u8]> {
        let gzipped = self.gzipped.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            let gzipped = encoder.write_all(&self.plain).and_then(|()| encoder.finish());
            gzipped.ok().filter(|gzipped| gzipped.len() < self.plain.len())
        });
        gzipped.as_deref()
    }

    /// Number of bytes sent to clients that accept compression.
    #[cfg(test)]
    pub(crate) fn compressed_len(&self) -> usize {
        self.gzipped().map_or(self.plain.len(), <[u8]>::len)
    }

    /// Responds to a request with the given headers.
    pub(crate) fn respond(&self, headers: &HeaderMap) -> Response {
        // Browsers revalidate on each load, which costs next to nothing on the same machine.
        let common = [
            (header::ETAG, self.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        let tag = self.tag.to_str().expect("digits in quotes");
        let weak = format!("W/{tag}");
        if accepts(headers, &header::IF_NONE_MATCH, tag)
            || accepts(headers, &header::IF_NONE_MATCH, &weak)
        {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let media_type = [(header::CONTENT_TYPE, self.media_type)];
        let accepted = accepts(headers, &header::ACCEPT_ENCODING, "gzip");
        match accepted.then(|| self.gzipped()).flatten() {
            Some(gzipped) => {
                let encoding = [(header::CONTENT_ENCODING, "gzip")];
                (common, media_type, encoding, gzipped.to_vec()).into_response()
            }
            None => (common, media_type, self.plain.to_vec()).into_response(),
        }
    }
}

/// Returns true if a comma-separated header contains a value or `*`, with a weight above zero.
fn accepts(headers: &HeaderMap, name: &header::HeaderName, wanted: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let mut items = values.flat_map(|value| value.split(','));
    items.any(|item| {
        let (value, weight) = item.split_once(';').unwrap_or((item, ""));
        (value.trim() == wanted || value.trim() == "*") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}
