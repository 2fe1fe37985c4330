//! HTTP infrastructure: connections, access checks, bodies, memory limits and errors.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod budget;
pub(crate) mod error;
pub(crate) mod file_error;
pub(crate) mod guard;
pub(crate) mod http_error;
pub(crate) mod listen;
mod presence;
pub(crate) mod reason;
pub(crate) mod size;
pub(crate) mod static_asset;
pub(crate) mod upload;
mod write_timeout;
