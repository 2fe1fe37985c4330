//! Who may ask, and what browsers are told to do with the answers.
//!
//! A server that listens at this computer alone is still reached by every page that its browser
//! opens. Two things keep them out: a page elsewhere whose name has been made to lead here asks with
//! its own name as `Host`, and a page that asks by one of our names is said by the browser to be of
//! another site.

use crate::{
    budget::{Budget, counted},
    fault::Fault,
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::Authority},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use std::{net::IpAddr, sync::Arc};
use tower_http::csrf::{CsrfLayer, ProtectionError};

/// Bytes that a body may have where nothing else is said.
const LARGEST_BODY: usize = 1 << 20;

/// Scripts, styles, pictures and questions are of this server alone; nobody shows the page in a
/// frame of theirs.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// A host without the brackets that an IPv6 address has there.
fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host)
}

/// By which names the server may be asked.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// Where it listens.
    address: IpAddr,
    /// What else it is called: names in small letters, addresses without brackets.
    others: Vec<String>,
}

impl Names {
    pub(crate) fn new(address: IpAddr, others: &[String]) -> Self {
        let plain = |name: &String| bare(name).to_ascii_lowercase();
        Self { address, others: others.iter().map(plain).collect() }
    }

    /// Whether a host, such as `localhost` or `[::1]`, is this server. Whoever misleads browsers does
    /// so with a name: an address is what it says.
    fn know(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        match bare(&host).parse::<IpAddr>() {
            Ok(ip) => {
                ip.is_loopback()
                    || ip == self.address
                    || self.address.is_unspecified()
                    || self.others.iter().any(|other| other.parse() == Ok(ip))
            }
            Err(_) => host == "localhost" || self.others.contains(&host),
        }
    }

    /// Refuses a request that is for somebody else.
    fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
        let mut hosts = headers.get_all(header::HOST).into_iter();
        let (host, more) = (hosts.next(), hosts.next());
        let said = match (uri.authority(), host, more) {
            (_, _, Some(_)) => None,
            // A proxy's way of asking; it rules where the header says something else.
            (Some(authority), ..) => Some(authority.clone()),
            (None, Some(host), None) => Authority::try_from(host.as_bytes()).ok(),
            (None, None, None) => None,
        };
        let Some(said) = said else {
            return Err(Fault::unreadable(
                "the request does not say in one Host header whom it is for",
            ));
        };
        if self.know(said.host()) {
            return Ok(());
        }
        Err(Fault::new(
            StatusCode::FORBIDDEN,
            format_args!(
                "{:?} is no name of this server: shesh serve --allow-host adds one",
                said.host()
            ),
        ))
    }
}

/// Whether a browser says that a page elsewhere asks, other than by leading here. Requests that change
/// something are looked at more closely by [`CsrfLayer`].
fn is_fetched_from_elsewhere(headers: &HeaderMap) -> bool {
    let says = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    matches!(says("sec-fetch-site"), Some(site) if site != b"same-origin" && site != b"none")
        && says("sec-fetch-mode") != Some(b"navigate")
}

fn from_elsewhere() -> Fault {
    Fault::new(StatusCode::FORBIDDEN, "a page of another site may not ask this server")
}

/// Everything that is asked of a router goes through here first.
pub(crate) fn guarded(router: Router, names: Names, budget: Budget) -> Router {
    let refuse = |_: ProtectionError| from_elsewhere().into_response();
    // The last is the outermost.
    router
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(budget, counted))
        .layer(CsrfLayer::new().with_rejection_response(refuse))
        .layer(from_fn_with_state(Arc::new(names), checked))
        .layer(from_fn(with_headers))
}

/// Passes on what is for this server, and asked by its own page, by a program or by hand.
async fn checked(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    if let Err(fault) = names.check(request.uri(), request.headers()) {
        return fault.into_response();
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && is_fetched_from_elsewhere(request.headers()) {
        return from_elsewhere().into_response();
    }
    next.run(request).await
}

/// Adds the headers of every answer; those of interfaces are asked for anew each time.
async fn with_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
