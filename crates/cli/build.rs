//! Passes the commit of the sources to the program, for the provenance of weights, and sets its link
//! options.

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
    set_windows_options();
}

/// Gives the main thread 8 MB of stack on Windows, as on other systems; the default is 1 or 2 MB.
fn set_windows_options() {
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}"));
    if of_target("OS").as_deref() != Ok("windows") {
        return;
    }
    if of_target("ENV").as_deref() == Ok("msvc") {
        println!("cargo:rustc-link-arg-bins=/STACK:8388608");
    } else {
        println!("cargo:rustc-link-arg-bins=-Wl,--stack,8388608");
        // The time of the build would make the bytes differ between builds.
        println!("cargo:rustc-link-arg-bins=-Wl,--no-insert-timestamp");
    }
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
