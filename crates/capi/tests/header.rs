//! The committed header is the one that cbindgen generates.

use expect_test::expect_file;
use std::path::Path;

/// Run `UPDATE_EXPECT=1 cargo test -p sheshbesh-capi` to update the header.
#[test]
fn the_header_is_the_committed_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let mut header = Vec::new();
    cbindgen::generate_with_config(folder, config).unwrap().write(&mut header);
    expect_file!["../include/shesh.h"].assert_eq(&String::from_utf8(header).unwrap());
}
