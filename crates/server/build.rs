//! Rebuilds the crate when a file of the page is added, which its compiler cannot notice.

fn main() {
    println!("cargo::rerun-if-changed=web");
}
