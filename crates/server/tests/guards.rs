//! Access checks and security headers.

mod common;

use axum::{
    body::Body,
    http::{Request, header},
};
use common::{Reply, ask, build_request, get, shared_server};
use serde_json::json;
use sheshbesh_server::{Options, Server};

const BEST: &str = "/api/v1/best";

fn best_query() -> Body {
    Body::from(json!({"position": "4HPwATDgc/ABMA", "dice": "31"}).to_string())
}

/// Sends a request with additional headers.
async fn best(headers: &[(&str, &str)]) -> Reply {
    let request = build_request("POST", BEST).header(header::CONTENT_TYPE, "application/json");
    let request =
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    ask(&shared_server(), request.body(best_query()).unwrap()).await
}

/// Requests the list of games from a host.
async fn games_of(server: &axum::Router, host: &str) -> Reply {
    let request = Request::builder().uri("/api/v1/games").header(header::HOST, host);
    ask(server, request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn only_its_own_names_reach_it() {
    for host in ["localhost", "LocalHost:8421", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:8421"]
    {
        games_of(&shared_server(), host).await.json(200);
    }
    let strangers = [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8421",
        "192.168.1.5",
        "localhost@evil.example",
        "xn--localhst-g1a",
        "localhost.",
        "0.0.0.0",
        "[::]",
        "[fe80::1]",
    ];
    for host in strangers {
        let message = games_of(&shared_server(), host).await.error(403);
        assert!(message.contains("--allow-host"), "{message}");
    }
    for host in ["", "local host", "localhost:8421/x"] {
        games_of(&shared_server(), host).await.error(400);
    }
    let nobody = Request::builder().uri("/api/v1/games").body(Body::empty()).unwrap();
    ask(&shared_server(), nobody).await.error(400);
    let both = build_request("GET", "/api/v1/games").header(header::HOST, "evil.example");
    ask(&shared_server(), both.body(Body::empty()).unwrap()).await.error(400);
    // In absolute form, as sent to a proxy, the name in the request line counts.
    let proxy =
        build_request("GET", "http://evil.example/api/v1/games").body(Body::empty()).unwrap();
    ask(&shared_server(), proxy).await.error(403);
    // The page is guarded like the API.
    let page = Request::builder().uri("/").header(header::HOST, "evil.example");
    ask(&shared_server(), page.body(Body::empty()).unwrap()).await.error(403);
}

#[tokio::test]
async fn names_and_addresses_are_added_where_it_is_told_so() {
    let with = |address: &str, names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let address = address.parse().unwrap();
        let options = Options { threads: 1, address, names, ..Options::default() };
        Server::new(sheshbesh_weights::shipped(), options).unwrap().router()
    };
    let named = with("127.0.0.1", &["Board.Example"]);
    games_of(&named, "board.example:8421").await.json(200);
    games_of(&named, "other.example").await.error(403);
    // Addresses match in any notation.
    let named = with("127.0.0.1", &["fe80:0::1", "[fe80::2]", "192.168.1.7"]);
    for host in ["[fe80::1]", "[fe80::2]:8421", "192.168.1.7:8421"] {
        games_of(&named, host).await.json(200);
    }
    games_of(&named, "[fe80::3]").await.error(403);
    let bound = with("192.168.1.5", &[]);
    games_of(&bound, "192.168.1.5:8421").await.json(200);
    games_of(&bound, "192.168.1.6").await.error(403);
    // A server that listens on all addresses accepts any address as its own, but no names.
    let everywhere = with("0.0.0.0", &[]);
    games_of(&everywhere, "192.168.1.6").await.json(200);
    games_of(&everywhere, "evil.example").await.error(403);
}

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    for own in [
        &[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8421")][..],
        &[("sec-fetch-site", "none")],
        &[("origin", "http://localhost:8421")],
        &[],
    ] {
        best(own).await.json(200);
    }
    for foreign in [
        &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")][..],
        &[("sec-fetch-site", "same-site"), ("origin", "http://localhost:3000")],
        &[("origin", "https://evil.example")],
        &[("origin", "http://localhost:3000")],
        &[("origin", "null")],
    ] {
        let message = best(foreign).await.error(403);
        assert!(message.contains("cross-site"), "{message}");
    }
    let fetched = |mode: &str| {
        let request = build_request("GET", "/api/v1/games").header("sec-fetch-site", "cross-site");
        request.header("sec-fetch-mode", mode).body(Body::empty()).unwrap()
    };
    ask(&shared_server(), fetched("no-cors")).await.error(403);
    // The user followed a link.
    ask(&shared_server(), fetched("navigate")).await.json(200);
    let reply = get(&shared_server(), "/api/v1/games").await;
    assert!(!reply.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
}

#[tokio::test]
async fn a_body_is_json_and_not_too_large() {
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        let request =
            build_request("POST", BEST).header(header::CONTENT_TYPE, kind).body(best_query());
        ask(&shared_server(), request.unwrap()).await.error(415);
    }
    ask(&shared_server(), build_request("POST", BEST).body(best_query()).unwrap()).await.error(415);
    let typed = |kind: &str, body: String| {
        build_request("POST", BEST)
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body))
            .unwrap()
    };
    let fine = json!({"position": "4HPwATDgc/ABMA", "dice": "31"}).to_string();
    ask(&shared_server(), typed("Application/JSON; charset=utf-8", fine)).await.json(200);
    for broken in ["", "{", "{\"position\":", "nonsense", "{]", "\u{0}"] {
        ask(&shared_server(), typed("application/json", broken.to_owned())).await.error(400);
    }
    let large = format!("{{\"position\": \"{}\"}}", "A".repeat(1 << 20));
    ask(&shared_server(), typed("application/json", large)).await.error(413);
    // Nesting beyond the parser's recursion limit.
    let brackets = "[".repeat(100_000);
    ask(&shared_server(), typed("application/json", brackets.clone())).await.error(400);
    let deep = Body::from(format!("{{\"action\": {{\"play\": {brackets}"));
    let deep = build_request("POST", "/api/v1/act")
        .header(header::CONTENT_TYPE, "application/json")
        .body(deep);
    let message = ask(&shared_server(), deep.unwrap()).await.error(400);
    assert!(message.contains("recursion limit"), "{message}");
    for no_object in ["[]", " [\"4HPwATDgc/ABMA\"]", "5", "null", "\"text\""] {
        let message =
            ask(&shared_server(), typed("application/json", no_object.to_owned())).await.error(422);
        assert!(message.contains("not a JSON object"), "{message}");
    }
}

#[tokio::test]
async fn every_answer_tells_browsers_what_they_may_do() {
    let replies = [
        get(&shared_server(), "/").await,
        get(&shared_server(), "/api/v1/games").await,
        get(&shared_server(), "/nowhere").await,
        games_of(&shared_server(), "evil.example").await,
        best(&[]).await,
    ];
    for reply in replies {
        let policy = reply.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self';") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(reply.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(reply.headers[header::REFERRER_POLICY], "no-referrer");
        let kept = &reply.headers[header::CACHE_CONTROL];
        assert!(kept == "no-store" || kept == "no-cache", "{kept:?}");
    }
}

#[tokio::test]
async fn the_page_is_sent_once_and_compressed() {
    let page = get(&shared_server(), "/").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
    assert!(page.text().contains("<title>"));
    let tag = page.headers[header::ETAG].clone();
    for known in [tag.to_str().unwrap(), "*", "\"other\", W/\"x\"", ""] {
        let request = build_request("GET", "/index.html").header(header::IF_NONE_MATCH, known);
        let again = ask(&shared_server(), request.body(Body::empty()).unwrap()).await;
        let is_known = known == tag || known == "*";
        assert_eq!(again.status, if is_known { 304 } else { 200 }, "{known}");
        assert_eq!(again.body.is_empty(), is_known);
        assert_eq!(again.headers[header::ETAG], tag);
    }
    let zipped = |accepted: &'static str| {
        let request = build_request("GET", "/").header(header::ACCEPT_ENCODING, accepted);
        let request = request.body(Body::empty()).unwrap();
        async move { ask(&shared_server(), request).await }
    };
    let small = zipped("br, gzip;q=0.8").await;
    assert_eq!(small.headers[header::CONTENT_ENCODING], "gzip");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&small.body[..]), &mut text)
        .unwrap();
    assert_eq!(text, page.text());
    for plain in ["identity", "gzip;q=0", "br"] {
        assert!(!zipped(plain).await.headers.contains_key(header::CONTENT_ENCODING), "{plain}");
    }
}

#[tokio::test]
async fn the_list_of_games_is_sent_once_and_compressed() {
    let build = || build_request("GET", "/api/v1/games");
    let small = build().header(header::ACCEPT_ENCODING, "gzip").body(Body::empty()).unwrap();
    let small = ask(&shared_server(), small).await;
    assert_eq!(small.headers[header::CONTENT_ENCODING], "gzip");
    assert_eq!(small.headers[header::CONTENT_TYPE], "application/json");
    assert!(small.body.len() < 4000, "{} bytes", small.body.len());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&small.body[..]), &mut text)
        .unwrap();
    let plain = get(&shared_server(), "/api/v1/games").await;
    assert_eq!(text, plain.text());
    let known = build().header(header::IF_NONE_MATCH, plain.headers[header::ETAG].clone());
    let again = ask(&shared_server(), known.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
}

#[tokio::test]
async fn the_page_loads_two_scripts_of_its_own() {
    let page = get(&shared_server(), "/").await;
    for path in ["page.bundle.js", "views.bundle.js", "page.bundle.css", "manifest.webmanifest"] {
        let file = get(&shared_server(), &format!("/{path}")).await;
        assert_eq!(file.status, 200, "{path}");
        // The second script is loaded by the first.
        assert_eq!(page.text().contains(path), path != "views.bundle.js", "{path}");
    }
    let docs = get(&shared_server(), "/api/v1/docs").await;
    assert!(docs.text().contains("/icon.svg"));
    assert_eq!(page.text().matches("<script").count(), 1);
    assert_eq!(page.text().matches("rel=\"stylesheet\"").count(), 1);
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    for path in ["/nowhere", "/page.rs", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/api/v1/nothing"]
    {
        get(&shared_server(), path).await.error(404);
    }
    get(&shared_server(), BEST).await.error(405);
    let deleted = build_request("DELETE", "/").body(Body::empty()).unwrap();
    ask(&shared_server(), deleted).await.error(405);
}
