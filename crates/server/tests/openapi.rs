//! The API matches its OpenAPI description, and the description is served in full.

mod common;

use axum::body::Body;
use common::{ask, build_request, get, shared_server};
use expect_test::expect_file;
use serde_json::Value;
use sheshbesh_server::Server;
use std::collections::BTreeSet;

/// Changes of the API must be committed to the file; `UPDATE_EXPECT=1` writes it.
#[test]
fn the_description_is_the_committed_one() {
    expect_file!["../openapi.json"].assert_eq(&Server::description());
}

/// Collects all references in the description.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(reference) if name == "$ref" => {
                        found.insert(reference.clone());
                    }
                    member => references(member, found),
                }
            }
        }
        Value::Array(elements) => elements.iter().for_each(|element| references(element, found)),
        _ => {}
    }
}

/// Returns true if a field is described, directly or in a nullable alternative.
fn is_described(field: &Value) -> bool {
    let choices = field["oneOf"].as_array();
    field["description"].is_string() || choices.is_some_and(|all| all.iter().any(is_described))
}

#[tokio::test]
async fn what_is_answered_is_whole() {
    let description = get(&shared_server(), "/api/v1/openapi.json").await.json(200);
    assert_eq!(description, serde_json::from_str::<Value>(&Server::description()).unwrap());
    let mut referred = BTreeSet::new();
    references(&description, &mut referred);
    assert!(referred.len() > 20, "{referred:?}");
    for reference in referred {
        let place = reference.strip_prefix('#').expect("of the same file");
        assert!(description.pointer(place).is_some(), "{reference} is not there");
    }
    let paths = description["paths"].as_object().unwrap();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            assert!(operation["responses"]["4XX"]["content"].is_object(), "{method} {path}");
            let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(body) = body.as_str() else { continue };
            let body = description.pointer(&body[1..]).unwrap();
            assert_eq!(body["additionalProperties"], false, "{method} {path} takes anything");
            for (name, field) in body["properties"].as_object().unwrap() {
                assert!(is_described(field), "{method} {path}: {name}");
            }
        }
    }
}

#[tokio::test]
async fn the_page_for_people_has_all_of_it_and_loads_one_style() {
    let description = get(&shared_server(), "/api/v1/openapi.json").await.json(200);
    let page = get(&shared_server(), "/api/v1/docs").await;
    assert_eq!(
        (page.status.as_u16(), &page.headers["content-type"]),
        (200, &"text/html; charset=utf-8".parse().unwrap())
    );
    let text = page.text();
    for path in description["paths"].as_object().unwrap().keys() {
        assert!(text.contains(&format!("{path}</code></h2>")), "{path}");
    }
    for name in description["components"]["schemas"].as_object().unwrap().keys() {
        assert!(text.contains(&format!("<h3 id=\"{name}\">")), "{name}");
    }
    // Every link leads to the page itself or to this server.
    let anchors: BTreeSet<&str> =
        text.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for link in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        match link.strip_prefix('#') {
            Some(anchor) => assert!(anchors.contains(anchor), "{link}"),
            None => assert_eq!(get(&shared_server(), link).await.status, 200, "{link}"),
        }
    }
    assert!(!text.contains("<script") && !text.contains("style=") && !text.contains("src="));
}

#[tokio::test]
async fn what_is_long_is_small_on_its_way() {
    let server = shared_server();
    for path in ["/api/v1/openapi.json", "/api/v1/docs"] {
        let plain = get(&server, path).await;
        let operation = build_request("GET", path).header("accept-encoding", "br, gzip");
        let zipped = ask(&server, operation.body(Body::empty()).unwrap()).await;
        assert_eq!(zipped.headers["content-encoding"], "gzip", "{path}");
        assert!(4 * zipped.body.len() < plain.body.len(), "{path}");
        let tag = plain.headers["etag"].to_str().unwrap();
        let operation = build_request("GET", path).header("if-none-match", tag);
        let same = ask(&server, operation.body(Body::empty()).unwrap()).await;
        assert_eq!((same.status.as_u16(), same.body.len()), (304, 0), "{path}");
    }
}
