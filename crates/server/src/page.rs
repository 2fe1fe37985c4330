//! Web page files, embedded in the program.

use crate::{fault::ApiError, ready::Ready};
use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use std::sync::LazyLock;

/// Embeds files of the folder `page`, each with its path and contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../page/", $path)))),*]
    };
}

/// All served files; list new files here. Type declarations are not served, since no browser
/// requests them.
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
    "decision-list.js"
    "decisions.js"
    "describe.js"
    "dice.js"
    "dom.js"
    "drag.js"
    "entry.js"
    "explain.js"
    "frame.js"
    "game-list.js"
    "games.js"
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
    "more-rules.js"
    "motion.js"
    "names.js"
    "notation.js"
    "numbers.js"
    "opened-match.js"
    "paint.js"
    "pins.js"
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

static READY: LazyLock<Vec<(&str, Ready)>> = LazyLock::new(|| {
    FILES.iter().map(|&(path, plain)| (path, Ready::new(kind(path), plain))).collect()
});

/// Media type of a file, by its extension.
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

/// Serves a file of the page; `/` is `index.html`.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let sentence = format_args!("{} does not support {method}", uri.path());
        let fault = ApiError::new(StatusCode::METHOD_NOT_ALLOWED, sentence);
        return ([(header::ALLOW, "GET,HEAD")], fault).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match READY.iter().find(|(known, _)| *known == path) {
        Some((_, ready)) => ready.answer(&headers),
        None => {
            ApiError::not_found(format_args!("there is nothing at {}", uri.path())).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, path::Path};

    /// Names of the files of a page folder, without type declarations and the checker's
    /// configuration.
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
        let bytes: usize = READY.iter().map(|(_, ready)| ready.least()).sum();
        assert!(bytes < 150_000, "{bytes} bytes, compressed");
    }
}
