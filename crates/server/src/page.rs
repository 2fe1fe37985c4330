//! The page: files that are part of the program.

use crate::fault::Fault;
use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::{
    hash::{DefaultHasher, Hasher},
    io::Write,
    sync::LazyLock,
};

/// Files of the folder `page`, each by its path there, with its contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../page/", $path)))),*]
    };
}

/// Every file that is served; a new one is a line here. The types are not: no browser asks for them.
const FILES: &[(&str, &[u8])] = files! {
    "answers.css"
    "docs.css"
    "icon.svg"
    "index.html"
    "style.css"
    "advice.js"
    "analyse.js"
    "api.js"
    "app.js"
    "arrows.js"
    "ask.js"
    "bars.js"
    "board.js"
    "controls.js"
    "cube-explained.js"
    "cube-panel.js"
    "decisions.js"
    "describe.js"
    "dice.js"
    "dom.js"
    "drag.js"
    "entry.js"
    "explain.js"
    "frame.js"
    "geometry.js"
    "grades.js"
    "graph.js"
    "half-entered.js"
    "hand.js"
    "hints.js"
    "i18n.js"
    "ids.js"
    "judged.js"
    "keys.js"
    "matches.js"
    "motion.js"
    "notation.js"
    "numbers.js"
    "opened-match.js"
    "paint.js"
    "places.js"
    "play.js"
    "plays-table.js"
    "question.js"
    "report.js"
    "rollout-panel.js"
    "saving.js"
    "scores-panel.js"
    "seen.js"
    "session.js"
    "settings-dialog.js"
    "settings.js"
    "setup.js"
    "stakes.js"
    "start-form.js"
    "store.js"
    "table.js"
    "told.js"
    "tutor.js"
    "verdict.js"
    "walk.js"
    "work.js"
    "lang/en.json"
    "lang/hy.json"
    "lang/ru.json"
};

/// A file, ready to be sent.
struct File {
    path: &'static str,
    kind: &'static str,
    plain: &'static [u8],
    /// Where that is smaller.
    zipped: Option<Vec<u8>>,
    /// Changes when the contents do.
    tag: HeaderValue,
}

static READY: LazyLock<Vec<File>> =
    LazyLock::new(|| FILES.iter().map(|&(path, plain)| File::new(path, plain)).collect());

impl File {
    fn new(path: &'static str, plain: &'static [u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(plain);
        let tag = format!("\"{:016x}\"", hasher.finish());
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let zipped = encoder.write_all(plain).and_then(|()| encoder.finish());
        Self {
            path,
            kind: kind(path),
            plain,
            zipped: zipped.ok().filter(|zipped| zipped.len() < plain.len()),
            tag: HeaderValue::try_from(tag).expect("digits in quotes"),
        }
    }
}

/// The media type of a file, by the ending of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Whether a header's list has a word, or something that matches every one.
fn has(headers: &HeaderMap, name: header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let mut words = values.flat_map(|value| value.split(','));
    words.any(|said| {
        let (said, weight) = said.split_once(';').unwrap_or((said, ""));
        (said.trim() == word || said.trim() == "*") && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

/// A file of the page, `index.html` by the name of the folder.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let sentence = format_args!("nothing at {} can be asked with {method}", uri.path());
        let fault = Fault::new(StatusCode::METHOD_NOT_ALLOWED, sentence);
        return ([(header::ALLOW, "GET,HEAD")], fault).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = READY.iter().find(|file| file.path == path) else {
        return Fault::not_found(format_args!("there is nothing at {}", uri.path()))
            .into_response();
    };
    // A browser asks each time whether it is still the same, which costs nothing on one machine.
    let always = [
        (header::ETAG, file.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let tag = file.tag.to_str().expect("digits in quotes");
    let weak = format!("W/{tag}");
    if has(&headers, header::IF_NONE_MATCH, tag) || has(&headers, header::IF_NONE_MATCH, &weak) {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = [(header::CONTENT_TYPE, file.kind)];
    match &file.zipped {
        Some(zipped) if has(&headers, header::ACCEPT_ENCODING, "gzip") => {
            let zip = [(header::CONTENT_ENCODING, "gzip")];
            (always, kind, zip, zipped.as_slice()).into_response()
        }
        _ => (always, kind, file.plain).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::Path};

    /// Names of the files of a folder of the page, without types and what checks them.
    fn names(folder: &str) -> Vec<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(folder);
        let entries = std::fs::read_dir(path).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
        let names = files.map(|entry| format!("{folder}{}", entry.file_name().display()));
        names.filter(|name| !name.ends_with(".d.ts") && name != "jsconfig.json").collect()
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let served: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        let there: BTreeSet<String> = ["", "lang/"].into_iter().flat_map(names).collect();
        assert_eq!(served, there);
    }

    #[test]
    fn the_page_is_small_on_its_way() {
        let sizes =
            READY.iter().map(|file| file.zipped.as_ref().map_or(file.plain.len(), Vec::len));
        let bytes: usize = sizes.sum();
        assert!(bytes < 150_000, "{bytes} bytes, compressed");
    }
}
