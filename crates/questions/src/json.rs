//! Requests as JSON: what is wrong with one is said by the names of its fields.

use crate::refusal::Refusal;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Error, Value, error::Category};

/// The value that is written, an object; whoever writes it calls it the body.
///
/// # Errors
/// When it is no JSON, or has other fields; the sentence says where.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let unreadable =
        |error: Error| Refusal::unreadable(format_args!("the body is no JSON: {error}"));
    if !bytes.trim_ascii_start().starts_with(b"{") {
        // Fields could come as an array in their order, which nobody means.
        return match serde_json::from_slice::<IgnoredAny>(bytes) {
            Ok(_) => Err(Refusal::nonsense("the body is JSON, and no object with fields")),
            Err(error) => Err(unreadable(error)),
        };
    }
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = match serde_path_to_error::deserialize(&mut text) {
        Ok(value) => value,
        Err(error) if error.inner().classify() == Category::Data => return Err(wrong(&error)),
        // Where a number stands instead of a name, serde_json finds no JSON.
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

/// What is wrong with a value, and where: the name of its field says more than a line and a column.
fn wrong(error: &serde_path_to_error::Error<Error>) -> Refusal {
    let (place, inner) = (error.path().to_string(), error.inner());
    let sentence = inner.to_string();
    let position = format!(" at line {} column {}", inner.line(), inner.column());
    let sentence = sentence.strip_suffix(&position).unwrap_or(&sentence);
    let place = if sentence.starts_with("unknown field") {
        // Its name follows.
        place.rsplit_once('.').map_or("", |(place, _)| place)
    } else {
        &place
    };
    match place {
        "" | "." => Refusal::nonsense(sentence),
        place => Refusal::nonsense(format_args!("{place}: {sentence}")),
    }
}
