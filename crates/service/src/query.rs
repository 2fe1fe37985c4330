//! Parameters in the query of a URL.

use crate::{error::ApiError, http_error::HttpError};
use serde::de::DeserializeOwned;

/// Parses the parameters of a query, without its question mark.
///
/// # Errors
/// If a parameter is unknown, missing or invalid.
pub(crate) fn parse<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs))
        .map_err(|error| ApiError::unprocessable(HttpError::Query(error.to_string())))
}
