//! Link options of the shared library.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // `scripts/release/package` sets the soname, or the install name on macOS. Without one, programs
    // that are built in the repository find the library under its file name.
    const NAME: &str = "SHESH_LIBRARY_NAME";
    println!("cargo:rerun-if-env-changed={NAME}");
    let of_target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}"));
    let system = of_target("OS").unwrap_or_default();
    if let Ok(name) = std::env::var(NAME) {
        let option = if system == "macos" { "-install_name" } else { "-soname" };
        println!("cargo:rustc-cdylib-link-arg=-Wl,{option},{name}");
    }
    if system == "windows" && of_target("ENV").as_deref() == Ok("gnu") {
        // The time of the build would make the bytes differ between builds.
        println!("cargo:rustc-cdylib-link-arg=-Wl,--no-insert-timestamp");
    }
}
