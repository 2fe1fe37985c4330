//! Reads requests from JSON; errors name the wrong field.

use crate::{
    error::{QueryError, QueryErrorKind},
    request_error::RequestError,
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Error, Value, error::Category};

/// Reads a value from a JSON object, which error messages call the body.
///
/// # Errors
/// When the bytes are not valid JSON, or the fields do not match; the message names the field.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, QueryError> {
    let unreadable = |error: Error| {
        QueryError::coded(QueryErrorKind::Unreadable, RequestError::Json(error.to_string()))
    };
    if !bytes.trim_ascii_start().starts_with(b"{") {
        // serde also accepts the fields as an array in their order. Reject it: nobody means that.
        return match serde_json::from_slice::<IgnoredAny>(bytes) {
            Ok(_) => Err(QueryError::invalid(RequestError::NoObject)),
            Err(error) => Err(unreadable(error)),
        };
    }
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = match serde_path_to_error::deserialize(&mut text) {
        Ok(value) => value,
        Err(error) if error.inner().classify() == Category::Data => return Err(wrong(&error)),
        // If a number stands in place of a name, serde_json reports a syntax error.
        Err(_) => match serde_json::from_slice::<Value>(bytes) {
            Ok(value) => {
                return serde_path_to_error::deserialize(value).map_err(|error| wrong(&error));
            }
            Err(error) => return Err(unreadable(error)),
        },
    };
    text.end().map_err(unreadable)?;
    Ok(value)
}

/// Converts a data error. The message names the field, which helps more than a line and a column.
fn wrong(error: &serde_path_to_error::Error<Error>) -> QueryError {
    let (place, inner) = (error.path().to_string(), error.inner());
    let sentence = inner.to_string();
    let position = format!(" at line {} column {}", inner.line(), inner.column());
    let sentence = sentence.strip_suffix(&position).unwrap_or(&sentence);
    let place = if sentence.starts_with("unknown field") {
        // The message names the field itself.
        place.rsplit_once('.').map_or("", |(place, _)| place)
    } else {
        &place
    };
    match place {
        "" | "." => QueryError::invalid(RequestError::Field(sentence.to_owned())),
        place => QueryError::invalid(RequestError::Field(format!("{place}: {sentence}"))),
    }
}
