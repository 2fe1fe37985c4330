//! Tests `shesh convert` with a made-up match.

mod common;

use common::{is_one_sentence, shesh};
use expect_test::expect_file;
use std::path::Path;

const MATCH: &str = "\
; [Event \"Made up\"]

3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 24/20 13/10             51: 13/8 6/5
  4) 66: ????
                                  Wins 2 points

 Game 2
 Ada : 0                        Ben : 2
  1)                             42: 8/4 6/4
  2) 55: 13/3 13/8 6/2
  3) 21: 24/21
";

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_match_goes_from_any_format_to_any() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let written = MATCH.split_once("  2) 55").unwrap().0;
    std::fs::write(file("match.txt"), written).unwrap();
    let mut before = file("match.txt");
    for name in ["a.json", "b.sgf", "c.mat", "d.JSON", "e.mat"] {
        let after = file(name);
        shesh(&["convert", path(&before), path(&after)]).assert().success().stderr("");
        before = after;
    }
    let read = |name: &str| std::fs::read_to_string(file(name)).unwrap();
    assert_eq!(read("c.mat"), read("e.mat"));
    expect_file!["goldens/convert.mat"].assert_eq(&read("e.mat"));
    expect_file!["goldens/convert.sgf"].assert_eq(&read("b.sgf"));
    expect_file!["goldens/convert.json"].assert_eq(&read("a.json"));
}

#[test]
fn what_is_odd_is_told_with_its_line() {
    let output = shesh(&["convert", "-", "--to", "mat"]).write_stdin(MATCH).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    let notes: Vec<&str> = stderr.lines().collect();
    assert_eq!(notes.len(), 2, "{stderr}");
    assert!(notes[0].starts_with("note: -: line 16, game 2: illegal play \"55: 13/3 13/8 6/2\";"));
    assert!(notes[1].starts_with("note: -: line 17, game 2: "), "{stderr}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("42: 8/4 6/4"));
}

/// Names in Windows-1251: declared by the file, given by the user, or detected with a note.
#[test]
fn names_are_read_in_their_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let tree = b"(;FF[4]GM[6]CA[windows-1251]MI[length:3]PW[\xcc\xe0\xf0\xe8\xff]PB[\xcf\xb8\xf2\xf0];W[31hefe])";
    let text = b" 3 point match\n\n Game 1\n \xcc\xe0\xf0\xe8\xff : 0      \xcf\xb8\xf2\xf0 : 0\n  1) 31: 8/5 6/5\n";
    let (sgf, mat) = (folder.path().join("a.sgf"), folder.path().join("a.mat"));
    std::fs::write(&sgf, tree).unwrap();
    std::fs::write(&mat, text).unwrap();
    for (arguments, told) in [
        (vec![path(&sgf)], ""),
        (vec![path(&mat), "--encoding", "cp1251"], ""),
        (vec![path(&mat)], "guessed the encoding windows-1251 (--encoding)"),
    ] {
        let arguments = [vec!["convert", "--to", "json"], arguments].concat();
        let output = shesh(&arguments).output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert!(stdout.contains("Мария") && stdout.contains("Пётр"), "{stdout}");
        assert!(stderr.contains(told) && stderr.is_empty() == told.is_empty(), "{stderr}");
    }
}

#[test]
fn bad_input_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("match.mat");
    std::fs::write(&input, MATCH).unwrap();
    let none = folder.path().join("none.mat");
    let weights = folder.path().join("match.weights");
    let empty = folder.path().join("empty.mat");
    std::fs::write(&empty, "").unwrap();
    let nowhere = folder.path().join("none").join("x.sgf");
    let cases = [
        (vec!["convert", path(&empty), "x.sgf"], "the file is empty"),
        (vec!["convert", path(folder.path()), "x.sgf"], "is a folder: name the files in it"),
        (vec!["convert", path(&input), path(&nowhere)], "does not exist"),
        (vec!["convert", path(&none), "x.sgf"], "cannot read"),
        (vec!["convert", path(&input), path(&weights)], "unknown extension"),
        (vec!["convert", path(&input)], "missing output format"),
        (
            vec!["convert", path(&input), "--to", "xg"],
            "formats are mat, sgf, json, ogxm and xg-text",
        ),
        (
            vec!["convert", path(&input), "--to", "mat", "--encoding", "klingon"],
            "\"klingon\" is not a known text encoding",
        ),
    ];
    for (arguments, expected) in cases {
        let output = shesh(&arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(is_one_sentence(&stderr) && stderr.contains(expected), "{stderr}");
    }
    let output = shesh(&["convert", "-", "--to", "mat"]).write_stdin("hello").output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, "error: -: unknown match file format\n");
}

const TWO: &str = "\
 1 point match

 Game 1
 Ada : 0                             Ben : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
      Wins 1 point and the match

 3 point match

 Game 1
 Cem : 0                             Dana : 0
  1) 53: 8/3 6/3                     64: 24/14
";

#[test]
fn each_match_of_several_gets_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("two.mat"), TWO).unwrap();
    for ending in ["mat", "sgf", "json"] {
        let output = file(&format!("out.{ending}"));
        let told = shesh(&["convert", path(&file("two.mat")), path(&output)]).output().unwrap();
        let stderr = String::from_utf8(told.stderr).unwrap();
        assert!(told.status.success() && !output.exists(), "{stderr}");
        assert!(stderr.contains("two.mat: wrote 2 matches to "), "{stderr}");
        for (number, name, other) in [(1, "Ada", "Cem"), (2, "Cem", "Ada")] {
            let text = std::fs::read_to_string(file(&format!("out-{number}.{ending}"))).unwrap();
            assert!(text.contains(name) && !text.contains(other), "{text}");
        }
        // If one of the files exists, nothing is written.
        std::fs::remove_file(file(&format!("out-1.{ending}"))).unwrap();
        let again = shesh(&["convert", path(&file("two.mat")), path(&output)]).output().unwrap();
        let stderr = String::from_utf8(again.stderr).unwrap();
        assert_eq!(again.status.code(), Some(2));
        assert!(is_one_sentence(&stderr) && stderr.contains("already exists"), "{stderr}");
        assert!(!file(&format!("out-1.{ending}")).exists());
        // Standard output gets all matches as one file, from which both can be read.
        let all = shesh(&["convert", path(&file("two.mat")), "--to", ending]).output().unwrap();
        let text = String::from_utf8(all.stdout).unwrap();
        let again =
            shesh(&["convert", "-", "--to", ending]).write_stdin(text.clone()).output().unwrap();
        assert_eq!(String::from_utf8(again.stdout).unwrap(), text);
        assert!(text.contains("Ada") && text.contains("Cem"));
    }
}

#[test]
fn nothing_is_written_where_nothing_is_understood() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.mat");
    for text in [
        "XGID=garbage\n",
        " 5 point match\n",
        "(;GM[7])",
        " 5 point match\n\n; [Event \"Made up\"]\n",
    ] {
        let told = shesh(&["convert", "-", path(&output)]).write_stdin(text).output().unwrap();
        let stderr = String::from_utf8(told.stderr).unwrap();
        assert_eq!(told.status.code(), Some(2), "{text}: {stderr}");
        assert!(is_one_sentence(&stderr) && !output.exists(), "{text}: {stderr}");
    }
    let told =
        shesh(&["convert", "-", "--to", "mat"]).write_stdin("XGID=garbage\n").output().unwrap();
    assert_eq!(
        (told.status.code(), String::from_utf8(told.stderr).unwrap().as_str()),
        (Some(2), "error: -: no game found: line 1: cannot parse \"XGID=garbage\"; skipped\n")
    );
    assert!(told.stdout.is_empty());
    // Unreadable parts of a file are reported, and the rest is written.
    let some = "XGID=garbage\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n";
    let told = shesh(&["convert", "-", "--to", "mat"]).write_stdin(some).output().unwrap();
    let stderr = String::from_utf8(told.stderr).unwrap();
    assert!(
        told.status.success() && stderr.contains("line 1: cannot parse \"XGID=garbage\""),
        "{stderr}"
    );
}

#[test]
fn a_count_of_any_size_is_no_count() {
    let text = " 3 point match\n\n Game 1\n Ada : 0          Ben : 0\n  1) 31: 8/5 6/5(18446744073709551615)\n";
    let told = shesh(&["convert", "-", "--to", "mat"]).write_stdin(text).output().unwrap();
    let stderr = String::from_utf8(told.stderr).unwrap();
    assert!(told.status.success() && stderr.contains("cannot parse"), "{stderr}");
}
