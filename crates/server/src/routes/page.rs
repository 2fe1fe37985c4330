//! Web page files, embedded in the program.

use crate::http::{error::ApiError, static_asset::Ready};
use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use std::sync::LazyLock;

/// Embeds files of the folder `page`, each with its path and contents.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../web/", $path)))),*]
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
    "play/advice.js"
    "analyse/analyse.js"
    "common/api.js"
    "app.js"
    "board/arrows.js"
    "common/confirm.js"
    "analyse/bars.js"
    "board/board.js"
    "play/controls.js"
    "analyse/cube-explained.js"
    "analyse/cube-panel.js"
    "matches/decision-list.js"
    "matches/decisions.js"
    "board/aria-text.js"
    "play/dice.js"
    "common/dom.js"
    "board/drag.js"
    "play/play-builder.js"
    "analyse/explain.js"
    "play/play-layout.js"
    "play/game-list.js"
    "common/games.js"
    "board/geometry.js"
    "analyse/severity.js"
    "matches/graph.js"
    "play/draft-play.js"
    "play/move-input.js"
    "play/hints.js"
    "common/i18n.js"
    "analyse/ids.js"
    "analyse/decision-view.js"
    "common/keys.js"
    "matches/matches.js"
    "play/more-rules.js"
    "board/motion.js"
    "common/names.js"
    "board/notation.js"
    "common/numbers.js"
    "matches/opened-match.js"
    "board/paint.js"
    "board/pins.js"
    "board/board-buttons.js"
    "play/play.js"
    "analyse/plays-table.js"
    "analyse/question.js"
    "matches/report.js"
    "analyse/rollout-panel.js"
    "common/saving.js"
    "analyse/scores-panel.js"
    "play/board-view.js"
    "play/session.js"
    "common/settings-dialog.js"
    "common/settings.js"
    "analyse/setup.js"
    "analyse/stakes.js"
    "play/start-form.js"
    "matches/store.js"
    "play/table.js"
    "play/event-text.js"
    "play/tutor.js"
    "analyse/verdict.js"
    "matches/match-viewer.js"
    "common/job-progress.js"
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
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web").join(folder);
        let entries = std::fs::read_dir(path).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
        let names = files.map(|entry| format!("{folder}{}", entry.file_name().display()));
        names.filter(|name| !name.ends_with(".d.ts") && name != "jsconfig.json").collect()
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let served: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        let there: BTreeSet<String> =
            ["", "analyse/", "board/", "common/", "lang/", "matches/", "play/"]
                .into_iter()
                .flat_map(names)
                .collect();
        assert_eq!(served, there);
    }

    #[test]
    fn the_page_is_small_on_its_way() {
        let bytes: usize = READY.iter().map(|(_, ready)| ready.least()).sum();
        assert!(bytes < 150_000, "{bytes} bytes, compressed");
    }
}
