//! Provenance of networks, as dictionaries.

use crate::errors::nonsense;
use pyo3::{prelude::*, types::PyDict};
use sheshbesh_network::Provenance;

/// Converts the provenance to a dictionary.
pub(crate) fn to_dict<'py>(
    py: Python<'py>,
    provenance: &Provenance,
) -> PyResult<Bound<'py, PyDict>> {
    let Provenance { recipe, seed, games, samples, seconds, commit, machine } = provenance;
    let dict = PyDict::new(py);
    dict.set_item("recipe", recipe)?;
    dict.set_item("seed", seed)?;
    dict.set_item("games", games)?;
    dict.set_item("samples", samples)?;
    dict.set_item("seconds", seconds)?;
    dict.set_item("commit", commit)?;
    dict.set_item("machine", machine)?;
    Ok(dict)
}

/// Converts a dictionary to the provenance; missing fields are empty.
///
/// # Errors
/// `InvalidInput` for an unknown field, or a value of the wrong type.
pub(crate) fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Provenance> {
    let mut provenance = Provenance::default();
    for (field, value) in dict {
        let field: String = field.extract()?;
        let wrong = |_| nonsense(format_args!("the provenance's {field:?} has the wrong type"));
        match field.as_str() {
            "recipe" => provenance.recipe = value.extract().map_err(wrong)?,
            "seed" => provenance.seed = value.extract().map_err(wrong)?,
            "games" => provenance.games = value.extract().map_err(wrong)?,
            "samples" => provenance.samples = value.extract().map_err(wrong)?,
            "seconds" => provenance.seconds = value.extract().map_err(wrong)?,
            "commit" => provenance.commit = value.extract().map_err(wrong)?,
            "machine" => provenance.machine = value.extract().map_err(wrong)?,
            _ => return Err(nonsense(format_args!("a provenance has no field {field:?}"))),
        }
    }
    Ok(provenance)
}
