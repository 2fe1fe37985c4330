//! Passes the commit of the sources to the program, for the provenance of weights.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // In a linked worktree, `.git` is a file: git knows where these are.
    for name in ["HEAD", "refs/heads"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = packaged().or_else(checked_out).unwrap_or_default();
    println!("cargo:rustc-env=SHESH_COMMIT={commit}");
}

/// Commit that cargo stored in a package. It takes precedence over git, since a package may be
/// unpacked inside another repository.
fn packaged() -> Option<String> {
    let noted = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = noted.split_once("\"sha1\": \"")?;
    after.get(..12).map(str::to_owned)
}

/// Commit of the git checkout; `None` if the sources are an archive.
fn checked_out() -> Option<String> {
    git(&["rev-parse", "--short=12", "HEAD"])
}

/// Output of a git command; `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let git = Command::new("git").args(arguments).output().ok()?;
    git.status.success().then(|| String::from_utf8_lossy(&git.stdout).trim().to_owned())
}
