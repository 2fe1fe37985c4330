//! Evaluation levels in words.

/// Words for an evaluation level: `3-ply`, or the name of a truncated rollout, with its standard
/// error in points if known.
pub(super) fn level_words(ply: u32, rollout: Option<&str>, standard_error: Option<f32>) -> String {
    match (rollout, standard_error) {
        (None, _) => format!("{ply}-ply"),
        (Some(name), None) => name.to_owned(),
        (Some(name), Some(error)) => format!("{name} (± {error:.4})"),
    }
}
