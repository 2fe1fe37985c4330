//! Test server that is called without a connection.

#![allow(dead_code, reason = "not every test needs all of it")]

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use serde_json::{Map, Value};
use sheshbesh_server::{Options, Server};
use std::{collections::BTreeSet, sync::LazyLock};
use tower::ServiceExt;

/// A server with the built-in network. Tests share it.
pub fn shared_server() -> Router {
    static SERVER: LazyLock<Server> = LazyLock::new(|| {
        let options = Options { threads: 2, seed: 7, ..Options::default() };
        Server::new(sheshbesh_weights::shipped(), options).unwrap()
    });
    SERVER.router()
}

/// A new server with the given seed, whose next session is the first.
pub fn fresh(seed: u64) -> Router {
    let options = Options { threads: 2, seed, ..Options::default() };
    Server::new(sheshbesh_weights::shipped(), options).unwrap().router()
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Reply {
    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Checks the status and parses the body as JSON.
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks the status and the code with its values, and returns the one-sentence error message.
    pub fn error(&self, status: u16) -> String {
        let body = self.json(status);
        let code = sheshbesh_server::codes().into_iter().find(|code| body["code"] == code.name);
        let code = code.unwrap_or_else(|| panic!("{body}"));
        let values =
            body.get("values").map_or_else(Map::new, |values| values.as_object().unwrap().clone());
        let (given, named): (BTreeSet<&str>, BTreeSet<&str>) =
            (values.keys().map(String::as_str).collect(), code.values.iter().copied().collect());
        assert_eq!(given, named, "{body}");
        let fields = 2 + usize::from(!values.is_empty());
        assert_eq!(body.as_object().unwrap().len(), fields, "{body}");
        let sentence = body["error"].as_str().unwrap();
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{sentence}");
        sentence.to_owned()
    }
}

/// Sends a request.
pub async fn ask(server: &Router, request: Request<Body>) -> Reply {
    let response = server.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().into();
    Reply { status: head.status, headers: head.headers, body }
}

/// Builds a request with the headers that every client sends.
pub fn build_request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(header::HOST, "localhost:8421")
}

/// Sends a GET request.
pub async fn get(server: &Router, path: &str) -> Reply {
    ask(server, build_request("GET", path).body(Body::empty()).unwrap()).await
}

/// Sends a POST request with a JSON body.
pub async fn post(server: &Router, path: &str, body: Value) -> Reply {
    let request = build_request("POST", path).header(header::CONTENT_TYPE, "application/json");
    ask(server, request.body(Body::from(body.to_string())).unwrap()).await
}
