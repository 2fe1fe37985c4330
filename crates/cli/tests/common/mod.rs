//! What the tests of the program share.

/// Whether an error is one sentence. Where the command line itself is wrong, clap says more.
pub fn is_one_sentence(stderr: &str) -> bool {
    let said = stderr.strip_prefix("error: ").unwrap_or_default().trim_end();
    !said.is_empty() && (!said.contains('\n') || said.ends_with("try '--help'."))
}
