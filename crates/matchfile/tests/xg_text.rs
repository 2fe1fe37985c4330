//! eXtreme Gammon's text export of positions: names, probabilities, annotation of the cube, and
//! notes. All of it is made up.

use sheshbesh_matchfile::{Chances, Entry, Format, Options, Reading, WriteFormat, read, write};

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10";
const CUBE: &str = "XGID=-b-B-BC-B-a-dC--a-bc-a--B-:0:0:1:00:2:3:0:7:10";
const VERSION: &str = "\neXtreme Gammon Version: 2.10, MET: Kazaross XG2\n";

#[track_caller]
fn reads(text: &str) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!((reading.format, &reading.warnings[..]), (Format::XgText, &[][..]), "{text}");
    reading
}

fn last(reading: &Reading) -> &Entry {
    reading.record.games.last().unwrap().entries.last().unwrap()
}

/// A position with its board, for an analysis to follow.
fn play_heading(players: &str) -> String {
    format!(
        "{START}\n\n{players}\nScore is X:0 O:0. Unlimited Game, Jacoby Beaver\n \
         +13-14-15-16-17-18------19-20-21-22-23-24-+\n | X           O    |   | O              X |\n \
         |                  |BAR|                  |\n +12-11-10--9--8--7-------6--5--4--3--2--1-+\n\
         Pip count  X: 167  O: 167 X-O: 0-0\nCube: 1\nX to play 31\n\n"
    )
}

const PLAYS: &str = "    1. XG Roller+  8/5 6/5                      eq:+0.158\n\
    \x20     Player:   55.42% (G:17.30% B:0.82%)\n\
    \x20     Opponent: 44.58% (G:11.51% B:0.48%)\n\n\
    \x20   2. XG Roller+  24/23 13/10                  eq:-0.013 (-0.171)\n\
    \x20     Player:   49.80% (G:13.60% B:0.61%)\n\
    \x20     Opponent: 50.20% (G:13.42% B:0.53%)\n\n";

#[test]
fn names_are_read_with_any_number_of_blanks_between_them() {
    for (line, names) in [
        ("X:Ada   O:Ben", ["Ada", "Ben"]),
        ("X:Ada O:Ben", ["Ada", "Ben"]),
        ("X:Ada\tO:Ben", ["Ada", "Ben"]),
        ("X:Ada O: Lovelace   O:Ben", ["Ada O: Lovelace", "Ben"]),
        ("X:van Ada O:Ben Bow", ["van Ada", "Ben Bow"]),
        ("X:   O:", ["", ""]),
    ] {
        let players = reads(&(play_heading(line) + PLAYS + VERSION)).record.players;
        assert_eq!([players.bottom.name, players.top.name], names, "{line}");
    }
}

#[test]
fn chances_stand_with_their_plays() {
    let reading = reads(&(play_heading("X:Ada O:Ben") + PLAYS + VERSION));
    let annotation = last(&reading).annotation.as_ref().unwrap().play.as_ref().unwrap();
    let first = Chances {
        win: 0.5542,
        win_gammon: 0.173,
        win_backgammon: 0.0082,
        lose_gammon: 0.1151,
        lose_backgammon: 0.0048,
    };
    let found: Vec<Chances> =
        annotation.candidates.iter().filter_map(|play| play.chances).collect();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert_eq!(found.len(), 2);
    assert!(near(found[0].win, first.win) && near(found[0].win_gammon, first.win_gammon));
    assert!(near(found[0].win_backgammon, first.win_backgammon));
    assert!(near(found[0].lose_gammon, first.lose_gammon));
    assert!(near(found[0].lose_backgammon, first.lose_backgammon));
    assert!(near(found[1].win, 0.498) && near(found[1].lose_gammon, 0.1342));
    assert_eq!(last(&reading).comment, None);
    // Decimal commas, and labels in another language.
    let german = PLAYS.replace('.', ",").replace(", XG", ". XG").replace("Player", "Spieler");
    let again = reads(&(play_heading("X:Ada O:Ben") + &german + VERSION));
    assert_eq!(again.record, reading.record);
}

#[test]
fn notes_are_kept_whatever_they_begin_with() {
    for note in [
        "Make the five point.",
        "Make the five point.\nSecond line.\n\nAnd a third, after a blank one.",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:3:0:10 is much the same.\nHere too.",
        "Compare\nXGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:3:0:10\n\nwhere 8/4 6/4 is right.",
        "XGID=nonsense",
        "X:Ada likes this; O:Ben does not.",
        "1. 24/23 eq:+0.9 is no analysis\n3. neither is this eq:+0.1",
        "Player: 10.00% (G:1.00% B:0.00%) is what I thought",
        "1296 Games rolled would say more.\nConfidence: low",
    ] {
        let text = play_heading("X:Ada O:Ben") + PLAYS + note + "\n" + VERSION;
        let reading = reads(&text);
        assert_eq!(reading.record.games.len(), 1, "{note}");
        assert_eq!(last(&reading).comment.as_deref(), Some(note), "{text}");
        let annotation = last(&reading).annotation.as_ref().unwrap().play.as_ref().unwrap();
        assert_eq!(annotation.candidates.len(), 2, "{note}");
        assert_eq!(reading.record.players.bottom.name, "Ada");
        let json = write(&reading.record, WriteFormat::Json);
        let again = read(json.as_bytes(), &Options::default()).unwrap().record;
        assert_eq!(again, reading.record.without_lines());
    }
    // Also without an analysis.
    let reading = reads(&(play_heading("X:Ada O:Ben") + "Just a note.\n" + VERSION));
    assert_eq!(last(&reading).comment.as_deref(), Some("Just a note."));
}

#[test]
fn rollouts_are_no_notes() {
    let rolled = PLAYS
        .replace("B:0.48%)", "B:0.48%)\n      Confidence: ±0.013 (+0.145..+0.171) - [99.5%]")
        + "¹  1296 Games rolled with Variance Reduction.\n   Dice Seed: 271828\n   \
           Moves: 3-ply, cube decisions: XG Roller\n   Search interval: Large\n\nMy note.\n";
    let reading = reads(&(play_heading("X:Ada O:Ben") + &rolled + VERSION));
    assert_eq!(last(&reading).comment.as_deref(), Some("My note."));
}

const CUBE_ANALYSIS: &str = "X on roll, cube action\n\nAnalyzed in 4-ply\n\
    Player Winning Chances:   58.31% (G:16.98% B:0.61%)\n\
    Opponent Winning Chances: 41.69% (G:11.87% B:0.50%)\n\n\
    Cubeless Equities: No Double=+0.214, Double=+0.431\n\n\
    Cubeful Equities:\n       No double:     +0.352\n       Double/Take:   +0.121 (-0.231)\n       \
    Double/Pass:   +1.000 (+0.648)\n\nBest Cube action: No double / Take\n\
    Percentage of wrong pass needed to make the double decision right: 20.8%\n\n";

#[test]
fn the_annotation_of_the_cube_is_kept_with_the_note() {
    let heading = format!(
        "{CUBE}\n\nX:Ada   O:Ben\nScore is X:2 O:3 7 pt.(s) match.\nPip count  X: 147  O: 155 X-O: 2-3/7\nCube: 1\n"
    );
    let text = format!("{heading}{CUBE_ANALYSIS}Patience.\n{VERSION}");
    let reading = reads(&text);
    let entry = last(&reading);
    let cube = entry.annotation.as_ref().unwrap().cube.as_ref().unwrap();
    assert_eq!((cube.no_double, cube.take, cube.pass), (0.352, 0.121, Some(1.0)));
    assert_eq!((cube.level.as_str(), cube.mwc), ("4-ply", false));
    let chances = cube.chances.unwrap();
    assert!((chances.win - 0.5831).abs() < 1e-9 && (chances.lose_gammon - 0.1187).abs() < 1e-9);
    assert_eq!(entry.comment.as_deref(), Some("Patience."));
    // In another language, the lines are recognized by their shape.
    let french = text
        .replace("Player Winning Chances", "Chances du joueur")
        .replace("Opponent Winning Chances", "Chances de l'adversaire")
        .replace("Cubeful Equities", "Équités avec cube")
        .replace("No double:", "Pas de double:")
        .replace("Double/Take", "Double/Prise")
        .replace("Best Cube action", "Meilleure action")
        .replace("Percentage of wrong pass", "Pourcentage")
        .replace("+0.352", "+0,352");
    assert_eq!(last(&reads(&french)).annotation, entry.annotation);
    assert_eq!(last(&reads(&french)).comment, entry.comment);
    // A beaver turns the cube once more than a take.
    let beavered = text.replace("Double/Take:   +0.121", "Double/Beaver: -0.400");
    let annotation = last(&reads(&beavered)).annotation.clone().unwrap();
    assert_eq!(annotation.cube.unwrap().take, -0.2);
}

#[test]
fn positions_follow_each_other() {
    let one = play_heading("X:Ada O:Ben") + PLAYS + "A note.\n";
    let bare = format!("{START}\n{CUBE}\n\n{START}\n");
    for (text, games) in [
        (format!("{one}{VERSION}\n{one}{VERSION}"), 2),
        (format!("{one}\n{one}"), 2),
        (format!("{one}{VERSION}{CUBE}\n"), 2),
        (bare, 3),
    ] {
        // Positions with other stakes form other matches.
        let readings = sheshbesh_matchfile::read_all(text.as_bytes(), &Options::default()).unwrap();
        let found: usize = readings.iter().map(|reading| reading.record.games.len()).sum();
        assert_eq!(found, games, "{text}");
    }
}
