//! Requests as routes receive them.

use crate::{error::ApiError, query};
use serde::de::DeserializeOwned;
use sheshbesh_api::json;

/// The parts of a request that a route reads.
pub struct Request<'a> {
    /// Query of the URL, without its question mark.
    pub query: &'a str,
    /// The body; empty if there is none.
    pub body: Box<dyn AsRef<[u8]> + Send>,
}

impl Request<'_> {
    /// Parses the body as JSON.
    ///
    /// # Errors
    /// If it is invalid; the message names the field.
    pub(crate) fn json<T: DeserializeOwned>(self) -> Result<T, ApiError> {
        Ok(json::read((*self.body).as_ref())?)
    }

    /// Parses the query.
    ///
    /// # Errors
    /// If a parameter is unknown, missing or invalid.
    pub(crate) fn parameters<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        query::parse(self.query)
    }
}
