//! Errors of recipes.

use super::Recipe;
use sheshbesh_movegen::Game;

/// Error of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRecipe {
    /// No built-in recipe has this name.
    #[error("unknown recipe {name:?} for {game} (recipes are {})", Recipe::names(*.game).join(", "))]
    Unknown {
        /// The requested name.
        name: String,
        /// The game of the request.
        game: Game,
    },
    /// Invalid TOML, or a missing, unknown or mistyped field.
    #[error("invalid recipe: {0}")]
    Syntax(String),
    /// A value is invalid.
    #[error("invalid recipe: {field} {problem}")]
    Value {
        /// Path of the field.
        field: String,
        /// Description of the problem.
        problem: String,
    },
}

pub(crate) fn check(holds: bool, field: &str, problem: &str) -> Result<(), InvalidRecipe> {
    let error = || InvalidRecipe::Value { field: field.to_owned(), problem: problem.to_owned() };
    if holds { Ok(()) } else { Err(error()) }
}

/// Formats a TOML error as one line with its place in the text.
pub(crate) fn sentence(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().split('\n').collect::<Vec<_>>().join(", ");
    let Some(span) = error.span() else { return message };
    let number = text.bytes().take(span.start).filter(|byte| *byte == b'\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let place = if line.is_empty() { String::new() } else { format!(", in {line:?}") };
    format!("line {}: {message}{place}", number + 1)
}
