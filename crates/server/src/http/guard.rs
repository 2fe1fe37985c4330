//! Access checks and security headers.
//!
//! Browser pages of any site can send requests to a server on the same computer, even if it listens
//! only on the loopback address. Two checks reject them. DNS rebinding: a foreign name that
//! resolves to this server arrives in the `Host` header, which must be a known name. Cross-site
//! requests: if the `Host` is one of our names, the browser marks the request as coming from
//! another site.

use super::{
    answer::respond,
    budget::{Budget, count_response},
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, uri::Authority},
    middleware::{Next, from_fn, from_fn_with_state},
    response::Response,
};
use sheshbesh_service::{ApiError, HttpError, status};
use std::{net::IpAddr, sync::Arc};
use tower_http::csrf::{CsrfLayer, ProtectionError};

/// Default maximum size of a request body, in bytes.
const MAX_BODY: usize = 1 << 20;

/// Scripts, styles, images and requests are limited to this server, and no other page may frame it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Removes the brackets around an IPv6 address in a host.
fn strip_brackets(host: &str) -> &str {
    host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host)
}

/// Host names accepted by the server.
#[derive(Clone, Debug)]
pub(crate) struct HostNames {
    /// Address that the server listens on.
    address: IpAddr,
    /// Additional names in lower case, and addresses without brackets.
    others: Vec<String>,
}

impl HostNames {
    pub(crate) fn new(address: IpAddr, others: &[String]) -> Self {
        let plain = |name: &String| strip_brackets(name).to_ascii_lowercase();
        Self { address, others: others.iter().map(plain).collect() }
    }

    /// Returns true if a host, such as `localhost` or `[::1]`, is this server. DNS rebinding needs
    /// a name, so an IP address can be trusted.
    fn contains(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        match strip_brackets(&host).parse::<IpAddr>() {
            Ok(ip) => {
                ip.is_loopback()
                    || ip == self.address
                    || self.address.is_unspecified()
                    || self.others.iter().any(|other| other.parse() == Ok(ip))
            }
            Err(_) => host == "localhost" || self.others.contains(&host),
        }
    }

    /// Rejects a request for another host.
    fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
        let mut hosts = headers.get_all(header::HOST).into_iter();
        let (host, more) = (hosts.next(), hosts.next());
        let authority = match (uri.authority(), host, more) {
            (_, _, Some(_)) => None,
            // Absolute form, as sent to a proxy; it takes precedence over the `Host` header.
            (Some(of_uri), ..) => Some(of_uri.clone()),
            (None, Some(host), None) => Authority::try_from(host.as_bytes()).ok(),
            (None, None, None) => None,
        };
        let Some(authority) = authority else {
            return Err(ApiError::bad_request(HttpError::HostHeader));
        };
        if self.contains(authority.host()) {
            return Ok(());
        }
        Err(ApiError::new(status::FORBIDDEN, HttpError::OtherHost(authority.host().to_owned())))
    }
}

/// Returns true if the browser reports a cross-site request that is not a navigation. [`CsrfLayer`]
/// checks requests with unsafe methods more strictly.
fn is_cross_site_fetch(headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).map(HeaderValue::as_bytes);
    matches!(header("sec-fetch-site"), Some(site) if site != b"same-origin" && site != b"none")
        && header("sec-fetch-mode") != Some(b"navigate")
}

fn cross_site_error() -> ApiError {
    ApiError::new(status::FORBIDDEN, HttpError::CrossSite)
}

/// Wraps a router with all checks.
pub(crate) fn guard(router: Router, names: HostNames, budget: Budget) -> Router {
    let refuse = |_: ProtectionError| respond(cross_site_error());
    // The last layer is the outermost.
    router
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(budget, count_response))
        .layer(CsrfLayer::new().with_rejection_response(refuse))
        .layer(from_fn_with_state(Arc::new(names), check_request))
        .layer(from_fn(add_headers))
}

/// Passes on requests that are addressed to this server and do not come from another site.
async fn check_request(
    State(names): State<Arc<HostNames>>,
    request: Request,
    next: Next,
) -> Response {
    if let Err(error) = names.check(request.uri(), request.headers()) {
        return respond(error);
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if is_safe && is_cross_site_fetch(request.headers()) {
        return respond(cross_site_error());
    }
    next.run(request).await
}

/// Adds the headers of every response. Responses without a cache policy are not stored.
async fn add_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
