//! Web page files, embedded in the program or read from a folder.
//!
//! The embedded page loads its modules in [bundles](crate::bundle); a folder is served as it is.

use crate::{
    app::App,
    bundle::{self, Bundles},
    http::{answer::respond, static_asset::StaticAsset},
};
use axum::{
    extract::State,
    http::{HeaderMap, Method, Uri, header},
    response::{IntoResponse, Response},
};
use include_dir::{Dir, File, include_dir};
use sheshbesh_service::{ApiError, HttpError, status};
use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path},
    sync::{Arc, LazyLock},
};

static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// Configuration of the type checker, which no browser requests.
const JSCONFIG: &str = "jsconfig.json";

/// Folder of modules that only the static site has.
const SITE: &str = "site/";

/// The HTML page.
const INDEX: &str = "index.html";

/// First module of the page.
const ENTRY: &str = "app.js";

/// All served files by their path.
static ASSETS: LazyLock<BTreeMap<&str, StaticAsset>> = LazyLock::new(|| {
    let files = list_files(&WEB).into_iter().filter_map(|file| {
        let path = file.path().to_str()?;
        if path == JSCONFIG || path.starts_with(SITE) {
            return None;
        }
        Some((path, StaticAsset::new(media_type_of(path)?, file.contents())))
    });
    let read = |path: &str| WEB.get_file(path).and_then(File::contents_utf8);
    // A page with an unknown form of import works too, but loads more slowly. A test fails then.
    let bundles = bundle::bundle(read, ENTRY).map(list_bundles);
    files.chain(bundles.into_iter().flatten()).collect()
});

/// Lists the bundled files by their path.
fn list_bundles(bundles: Bundles) -> [(&'static str, StaticAsset); 4] {
    let Bundles { page, views, styles, html } = bundles;
    let files =
        [(INDEX, html), (bundle::PAGE, page), (bundle::VIEWS, views), (bundle::STYLES, styles)];
    files.map(|(path, text)| {
        let media_type = media_type_of(path).expect("these extensions are known");
        (path, StaticAsset::new(media_type, text.into_bytes()))
    })
}

/// Lists the files of a folder and its subfolders.
fn list_files(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
    folder.files().chain(folder.dirs().flat_map(list_files)).collect()
}

/// Media type of a file, by its extension. `None` for other files, such as type declarations, which
/// are not served.
fn media_type_of(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// Reads a file of the page from a folder, at each request, so that a reload shows a change.
/// `None` without such a file inside the folder.
fn read_from_folder(folder: &Path, path: &str) -> Option<StaticAsset> {
    let media_type = media_type_of(path)?;
    let is_inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let content = is_inside.then(|| fs::read(folder.join(path)))?.ok()?;
    Some(StaticAsset::new(media_type, content))
}

/// Serves a file of the page; `/` is `index.html`.
pub(crate) async fn serve_file(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let (path, method) = (uri.path().to_owned(), method.to_string());
        let refusal = HttpError::FileMethod { path, method };
        let error = ApiError::new(status::METHOD_NOT_ALLOWED, refusal);
        return ([(header::ALLOW, "GET,HEAD")], respond(error)).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    let answer = match &app.page_folder {
        Some(folder) => read_from_folder(folder, path).map(|asset| asset.respond(&headers)),
        None => ASSETS.get(path).map(|asset| asset.respond(&headers)),
    };
    answer
        .unwrap_or_else(|| respond(ApiError::not_found(HttpError::NotFound(uri.path().to_owned()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Adds the paths of all files below a folder of the page.
    fn add_paths(folder: &Path, paths: &mut BTreeSet<String>) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                add_paths(&path, paths);
            } else {
                paths.insert(path.to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let mut expected = BTreeSet::new();
        add_paths(Path::new(""), &mut expected);
        expected
            .retain(|path| !path.ends_with(".d.ts") && path != JSCONFIG && !path.starts_with(SITE));
        assert!(expected.contains("board/board.js") && expected.contains("lang/en.json"));
        let bundles = [bundle::PAGE, bundle::VIEWS, bundle::STYLES].map(str::to_owned);
        expected.extend(bundles);
        let served: BTreeSet<String> = ASSETS.keys().map(|&path| path.to_owned()).collect();
        assert_eq!(served, expected);
    }

    #[test]
    fn folder_serves_files_inside_it_only() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        assert!(read_from_folder(&folder, "board/board.js").is_some());
        for path in ["board/none.js", "../src/lib.rs", "../openapi.json", "/etc/hosts.json", ""] {
            assert!(read_from_folder(&folder, path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_page_is_bundled() {
        let read = |path: &str| WEB.get_file(path).and_then(File::contents_utf8);
        let bundles = bundle::bundle(read, ENTRY).unwrap_or_else(|error| panic!("{error}"));
        assert!(bundles.html.contains(bundle::PAGE) && !bundles.html.contains(ENTRY));
        // Every module is in one bundle.
        let modules = |text: &str| {
            let is_path = |path: &&str| {
                path.ends_with(".js") && WEB.get_file(path).is_some() && !path.starts_with(SITE)
            };
            let paths = text.lines().filter_map(|line| line.strip_prefix("// ").filter(is_path));
            paths.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut bundled = [modules(&bundles.page), modules(&bundles.views)].concat();
        bundled.sort();
        let paths =
            ASSETS.keys().filter(|path| path.ends_with(".js") && !path.contains(".bundle."));
        assert_eq!(bundled, paths.map(|&path| path.to_owned()).collect::<Vec<_>>());
    }

    #[test]
    fn compressed_page_is_small() {
        let sum = |paths: &[&str]| -> usize {
            paths.iter().map(|&path| ASSETS[path].compressed_len()).sum()
        };
        // A first visit in a language other than English, without the list of games.
        let first = [
            INDEX,
            bundle::PAGE,
            bundle::STYLES,
            "lang/en.json",
            "lang/ru.json",
            "icon.svg",
            "fonts/inter-latin.woff2",
            "fonts/inter-cyrillic.woff2",
        ];
        assert!(sum(&first) < 200_000, "{} bytes, compressed", sum(&first));
        let later = sum(&[bundle::VIEWS]);
        assert!(later < 120_000, "{later} bytes, compressed");
    }
}
