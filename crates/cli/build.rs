//! Notes the commit that the program is built from, for the provenance of weights.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=../../.git/HEAD");
    println!("cargo:rerun-if-changed=../../.git/refs/heads");
    let git = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let commit = match git {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into(),
        // Built from an archive of the sources.
        _ => String::new(),
    };
    println!("cargo:rustc-env=SHESH_COMMIT={}", commit.trim());
}
