//! Refusals that do not depend on the question: transport, access, memory and time.

use crate::size::format_size;
use sheshbesh_movegen::codes;
use std::time::Duration;

/// Reason why the server does not answer a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The body is not declared as JSON.
    #[error("the body must be JSON, with the header content-type: application/json")]
    NotJson,
    /// The body is not declared as a file.
    #[error("the body must be a file, with the header content-type: application/octet-stream")]
    NotBinary,
    /// The query of the URL cannot be parsed.
    #[error("invalid query: {0}")]
    Query(String),
    /// The body is larger than allowed.
    #[error("the body is too large")]
    TooLarge,
    /// The connection broke within the body.
    #[error("the body is incomplete")]
    Incomplete,
    /// The body arrived too slowly.
    #[error("the body did not arrive within {} seconds", .0.as_secs())]
    SlowBody(Duration),
    /// No `Host` header, several, or an invalid one.
    #[error("the request must have exactly one valid Host header")]
    HostHeader,
    /// The request is for another host.
    #[error("{0:?} is not a name of this server: add it with shesh serve --allow-host")]
    OtherHost(String),
    /// The request comes from another site.
    #[error("cross-site requests are not allowed")]
    CrossSite,
    /// The path does not support the method.
    #[error("this path does not support the method")]
    Method,
    /// A file does not support the method.
    #[error("{path} does not support {method}")]
    FileMethod {
        /// The path.
        path: String,
        /// The method.
        method: String,
    },
    /// There is no such file.
    #[error("there is nothing at {0}")]
    NotFound(String),
    /// The request needs more memory than the server has for all requests.
    #[error(
        "the request needs more memory than the {} for requests and responses: \
         raise it with shesh serve --memory",
        format_size(*.0)
    )]
    TooMuchMemory(usize),
    /// Other requests use the memory.
    #[error(
        "the memory for requests and responses, {}, is in use: try again in a few seconds",
        format_size(*.0)
    )]
    MemoryInUse(usize),
    /// Too many uploads are waiting.
    #[error("too many files are waiting to be read: try again in a few seconds")]
    FilesWaiting,
    /// Too many requests are waiting.
    #[error("too many requests are waiting: try again in a second")]
    RequestsWaiting,
    /// All processors were busy until the time limit.
    #[error("the server is busy: try again in a few seconds")]
    Busy,
    /// The answer took longer than the time limit.
    #[error("no result within {} seconds: use fewer plies", .0.as_secs())]
    TooSlow(Duration),
    /// The server is shutting down.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// The request panicked.
    #[error("the request failed unexpectedly")]
    Panicked,
    /// Any other failure of the server.
    #[error("{0}")]
    Internal(String),
}

codes! {
    HttpError {
        Self::NotJson => "http.not-json",
        Self::NotBinary => "http.not-binary",
        Self::Query(problem) => "http.query" { problem },
        Self::TooLarge => "http.too-large",
        Self::Incomplete => "http.incomplete",
        Self::SlowBody(limit) => "http.slow-body" { n = limit.as_secs() },
        Self::HostHeader => "http.host-header",
        Self::OtherHost(host) => "http.other-host" { host },
        Self::CrossSite => "http.cross-site",
        Self::Method => "http.method",
        Self::FileMethod { path, method } => "http.file-method" { path, method },
        Self::NotFound(path) => "http.not-found" { path },
        Self::TooMuchMemory(limit) => "http.too-much-memory" { size = format_size(*limit) },
        Self::MemoryInUse(limit) => "http.memory-in-use" { size = format_size(*limit) },
        Self::FilesWaiting => "http.files-waiting",
        Self::RequestsWaiting => "http.requests-waiting",
        Self::Busy => "http.busy",
        Self::TooSlow(limit) => "http.too-slow" { n = limit.as_secs() },
        Self::ShuttingDown => "http.shutting-down",
        Self::Panicked => "http.panicked",
        Self::Internal(problem) => "http.internal" { problem },
    }
}
