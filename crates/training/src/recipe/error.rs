//! Why a recipe cannot be used.

use super::Recipe;
use sheshbesh_movegen::Game;

/// Why a recipe cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRecipe {
    /// No shipped recipe has that name.
    #[error("no recipe of {game} is called {name:?}; there are {}", Recipe::names(*.game).join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// Whose recipes were looked through.
        game: Game,
    },
    /// The text does not say what a recipe says.
    #[error("the recipe cannot be read: {0}")]
    Syntax(String),
    /// A value makes no sense.
    #[error("the recipe's {field} {problem}")]
    Value {
        /// Which value.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}

pub(crate) fn check(holds: bool, field: &str, problem: &str) -> Result<(), InvalidRecipe> {
    let error = || InvalidRecipe::Value { field: field.to_owned(), problem: problem.to_owned() };
    if holds { Ok(()) } else { Err(error()) }
}

/// What is wrong with a text, in one line.
pub(crate) fn sentence(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().split('\n').collect::<Vec<_>>().join(", ");
    let Some(span) = error.span() else { return message };
    let number = text.bytes().take(span.start).filter(|byte| *byte == b'\n').count();
    let line = text.lines().nth(number).unwrap_or_default().trim();
    let place = if line.is_empty() { String::new() } else { format!(", in {line:?}") };
    format!("line {}: {message}{place}", number + 1)
}
