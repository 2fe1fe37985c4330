//! HTTP infrastructure: connections, access checks, bodies, memory limits and errors.

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod budget;
pub(crate) mod guard;
pub(crate) mod listen;
mod presence;
pub(crate) mod static_asset;
mod write_timeout;
