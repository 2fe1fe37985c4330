//! Tests the match files that `shesh analyze` and `shesh convert` write for other programs, and the
//! answers to positions. All matches are made up.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use sheshbesh_matchfile::{Format, Options, read};
use std::process::Output;

const MATCH: &str = "\
3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point
";

const POSITIONS: &str = "\
# Two positions
4HPwATDgc/ABMA
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10
not an ID
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in [("match.mat", MATCH), ("positions.txt", POSITIONS)] {
            std::fs::write(folder.0.path().join(name), text).unwrap();
        }
        folder
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = shesh(arguments);
        command.current_dir(&self.0).env("NO_COLOR", "1").output().unwrap()
    }

    fn analyze(&self, arguments: &[&str]) -> Output {
        self.run(&[&["analyze", "--no-tables", "--preset", "quick"], arguments].concat())
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

#[test]
fn analyses_are_saved_in_each_format() {
    let folder = Folder::new();
    for (name, format) in [
        ("a.sgf", Format::Sgf),
        ("a.ogxm", Format::Ogxm),
        ("a.txt", Format::XgText),
        ("a.json", Format::Json),
        ("a.mat", Format::Mat),
    ] {
        let arguments = ["match.mat", "--save", name];
        let report = stdout_of(folder.analyze(&arguments), &arguments);
        assert!(report.contains("Ada – Ben, match to 3"), "{report}");
        let bytes = folder.bytes(name);
        let options = Options::default();
        let readings = sheshbesh_matchfile::read_all(&bytes, &options).unwrap();
        assert_eq!(readings[0].format, format, "{name}");
        let entries = readings.iter().flat_map(|reading| &reading.record.games);
        let annotated = entries.flat_map(|game| &game.entries);
        let annotated = annotated.filter(|entry| entry.annotation.is_some()).count();
        assert_eq!(annotated > 0, format != Format::Mat, "{name}");
        // Nothing is overwritten without consent.
        let again = folder.analyze(&arguments);
        assert_eq!(again.status.code(), Some(2), "{name}");
        let sentence = String::from_utf8(again.stderr).unwrap();
        assert!(sentence.contains("already exists") && is_one_sentence(&sentence), "{sentence}");
        assert!(folder.analyze(&[&arguments[..], &["--force"]].concat()).status.success());
    }
    let unknown = folder.analyze(&["match.mat", "--save", "a.png"]);
    let sentence = String::from_utf8(unknown.stderr).unwrap();
    assert!(sentence.contains("unknown extension") && is_one_sentence(&sentence), "{sentence}");
}

#[test]
fn conversions_keep_the_analysis() {
    let folder = Folder::new();
    assert!(folder.analyze(&["match.mat", "--save", "a.json"]).status.success());
    for name in ["b.sgf", "b.ogxm", "b.txt"] {
        let converted = folder.run(&["convert", "a.json", name]);
        assert!(converted.status.success(), "{name}: {converted:?}");
        assert!(converted.stderr.is_empty() || name != "b.txt", "{converted:?}");
    }
    let ogxm = read(&folder.bytes("b.ogxm"), &Options::default()).unwrap();
    assert_eq!(ogxm.record.players.top.name, "Ada");
    // Without analysis there is nothing to write as positions.
    let refused = folder.run(&["convert", "match.mat", "--to", "xg-text"]);
    assert_eq!(refused.status.code(), Some(2));
    let sentence = String::from_utf8(refused.stderr).unwrap();
    assert!(sentence.contains("positions with equities only") && is_one_sentence(&sentence));
    // A binary file goes through a pipe unchanged.
    let piped = folder.run(&["convert", "a.json", "--to", "ogxm"]);
    assert_eq!(piped.stdout, folder.bytes("b.ogxm"));
}

#[test]
fn positions_are_answered() {
    let folder = Folder::new();
    let arguments = ["positions.txt"];
    let report = stdout_of(folder.analyze(&arguments), &arguments);
    for words in ["1 position.", "8/5 6/5", "No double, take", "cannot parse"] {
        assert!(report.contains(words), "{words} in {report}");
    }
    assert!(!report.contains("PR"), "{report}");
    assert!(report.lines().all(|line| line.chars().count() <= 80), "{report}");
}
