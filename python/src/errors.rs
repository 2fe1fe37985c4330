//! Conversion of errors to Python exceptions, which `package/sheshbesh/errors.py` defines.

use pyo3::{PyErr, import_exception};
use sheshbesh_api::{QueryError, QueryErrorKind};
use sheshbesh_network::file::FileError;
use std::fmt::Display;

import_exception!(sheshbesh.errors, CannotAnswer);
import_exception!(sheshbesh.errors, EnvironmentClosed);
import_exception!(sheshbesh.errors, InvalidInput);
import_exception!(sheshbesh.errors, InvalidWeights);
import_exception!(sheshbesh.errors, UnreadableFile);

/// Exception for invalid input.
pub(crate) fn nonsense(sentence: impl Display) -> PyErr {
    InvalidInput::new_err(sentence.to_string())
}

/// Exception for valid input that could not be processed.
pub(crate) fn failed(sentence: impl Display) -> PyErr {
    CannotAnswer::new_err(sentence.to_string())
}

/// Exception for a rejected query; `prefix` identifies the query among many.
pub(crate) fn refused(refusal: &QueryError, prefix: &str) -> PyErr {
    let sentence = format!("{prefix}{refusal}");
    match refusal.kind {
        QueryErrorKind::Unreadable | QueryErrorKind::Nonsense => nonsense(sentence),
        QueryErrorKind::Failed | QueryErrorKind::Stopped => failed(sentence),
    }
}

/// Exception for a file that cannot be read or written, or is not a network.
pub(crate) fn file(error: &FileError) -> PyErr {
    match error {
        FileError::Io { .. } => UnreadableFile::new_err(error.to_string()),
        FileError::Damaged { .. } => InvalidWeights::new_err(error.to_string()),
    }
}
