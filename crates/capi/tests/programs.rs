//! Programs in C and C++ that use the library, compiled with -Wall -Wpedantic -Werror; run as they are,
//! and under valgrind where there is one.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Where cargo puts the library that was made with this test.
fn library() -> PathBuf {
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

/// Runs something that must end well; what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}{wrong}", output.status);
    said
}

/// Compiles a program with a compiler and its flags, and runs it; what it prints, twice where there is
/// valgrind, and nothing where there is no compiler.
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
    let library = library();
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
    // Tables would be made in the folder, and valgrind knows no AVX-512.
    let with = |command: &mut Command| {
        let command = command.env("XDG_CACHE_HOME", folder.path());
        run(command.env("LD_LIBRARY_PATH", &library).env("SHESH_SIMD", "avx2"))
    };
    let mut said = vec![with(Command::new(&program).args(arguments))];
    if has("valgrind") {
        // Threads of the pool may still be ending.
        let checked =
            ["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"];
        said.push(with(Command::new("valgrind").args(checked).arg(&program).args(arguments)));
    }
    said
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Checks what a program says that checks everything else itself.
fn well(said: &[String]) {
    assert!(said.iter().all(|said| said == "all well\n"), "{said:?}");
}

#[test]
fn a_program_in_c() {
    let weights = here().join("../../weights/small.weights");
    let source = here().join("tests/programs/tour.c");
    well(&tried("cc", &["-std=c99"], &source, &["-lshesh"], &[&weights]));
}

#[test]
fn a_program_in_cpp_with_the_library_inside() {
    let source = here().join("tests/programs/tour.cpp");
    well(&tried("c++", &["-std=c++17"], &source, &["-l:libshesh.a"], &[]));
}

/// What stands between two lines of a page.
fn between<'a>(page: &'a str, begins: &str, ends: &str) -> &'a str {
    let (_, after) = page.split_once(begins).expect("it is there");
    after.split_once(ends).expect("it ends").0
}

#[test]
fn the_example_of_the_docs() {
    let page = std::fs::read_to_string(here().join("../../docs/c.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.c");
    std::fs::write(&source, between(&page, "\n```c\n", "```")).unwrap();
    let printed = between(&page, "\nIt prints\n\n```\n", "```");
    for said in tried("cc", &["-std=c99"], &source, &["-lshesh"], &[]) {
        assert_eq!(said, printed);
    }
}
