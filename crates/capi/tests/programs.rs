//! Compiles C and C++ programs that use the library with -Wall -Wpedantic -Werror. Runs them
//! directly, and under valgrind if it is installed.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Folder in which cargo puts the library built for this test.
fn find_library() -> PathBuf {
    let test = std::env::current_exe().expect("it runs");
    test.parent().expect("it lies in deps").to_owned()
}

fn has(program: &str) -> bool {
    let found =
        Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success());
    if !found {
        eprintln!("{program} is not installed: skipped");
    }
    found
}

/// Runs a command that must succeed; returns its standard output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}{wrong}", output.status);
    said
}

/// Compiles and runs a program. Returns its output, twice if valgrind is installed, and nothing
/// without a compiler.
fn tried(
    compiler: &str,
    flags: &[&str],
    source: &Path,
    linked: &[&str],
    arguments: &[&Path],
) -> Vec<String> {
    if cfg!(not(target_os = "linux")) || !has(compiler) {
        return Vec::new();
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let library = find_library();
    run(Command::new(compiler)
        .args(["-Wall", "-Wpedantic", "-Werror", "-g"])
        .args(flags)
        .arg("-I")
        .arg(here().join("include"))
        .arg("-o")
        .arg(&program)
        .arg(source)
        .arg("-L")
        .arg(&library)
        .args(linked)
        .args(["-lpthread", "-lm", "-ldl"]));
    // Tables go into the temporary folder, and valgrind does not support AVX-512.
    let with = |command: &mut Command| {
        let command = command.env("XDG_CACHE_HOME", folder.path());
        run(command.env("LD_LIBRARY_PATH", &library).env("SHESH_SIMD", "avx2"))
    };
    let mut said = vec![with(Command::new(&program).args(arguments))];
    if has("valgrind") {
        // Threads of the pool may still be running at the end.
        let checked =
            ["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"];
        said.push(with(Command::new("valgrind").args(checked).arg(&program).args(arguments)));
    }
    said
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Asserts the output of a program that checks everything itself.
fn well(said: &[String]) {
    assert!(said.iter().all(|said| said == "all well\n"), "{said:?}");
}

#[test]
fn a_program_in_c() {
    let weights = here().join("../../weights/backgammon/small.weights");
    let source = here().join("tests/programs/tour.c");
    well(&tried("cc", &["-std=c99"], &source, &["-lshesh"], &[&weights]));
}

#[test]
fn a_program_in_cpp_with_the_library_inside() {
    let source = here().join("tests/programs/tour.cpp");
    well(&tried("c++", &["-std=c++17"], &source, &["-l:libshesh.a"], &[]));
}

/// The text between two markers on a page.
fn between<'a>(page: &'a str, begins: &str, ends: &str) -> &'a str {
    let (_, after) = page.split_once(begins).expect("it is there");
    after.split_once(ends).expect("it ends").0
}

#[test]
fn the_example_of_the_docs() {
    let page = std::fs::read_to_string(here().join("../../docs/guide/c.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.c");
    std::fs::write(&source, between(&page, "\n```c\n", "```")).unwrap();
    let printed = between(&page, "\nIt prints\n\n```\n", "```");
    for said in tried("cc", &["-std=c99"], &source, &["-lshesh"], &[]) {
        assert_eq!(said, printed);
    }
}
