//! Leaves the time of the build out of the extension module for Windows, so that builds can be compared.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if (target("OS"), target("ENV")) == ("windows".to_owned(), "gnu".to_owned()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--no-insert-timestamp");
    }
}
