//! Matches in every format are read back equal, and GNU Backgammon reads them as we do.

mod common;

use common::random_match;
use sheshbesh_matchfile::{
    Annotation, Candidate, Chances, CubeAnnotation, Detail, Entry, Event, ExportLoss, Format,
    GameRecord, How, Match, Options, Outcome, PlayAnnotation, Reading, WriteFormat,
    find_export_losses, read, write,
};
use sheshbesh_movegen::{CheckerMove, Game, Plays, Seat, Win, testing::Random};

#[track_caller]
fn reads(text: &str, format: Format) -> Reading {
    let reading =
        read(text.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(reading.format, format);
    reading
}

/// Matches of all games and lengths.
fn matches() -> Vec<Match> {
    let mut random = Random::new(99);
    let mut matches = Vec::new();
    for game in Game::ALL {
        for length in [0, 1, 3, 7] {
            matches.push(random_match(game, length, &mut random));
        }
    }
    matches
}

#[test]
fn json_keeps_everything() {
    for mut record in matches() {
        record.about.comment = Some("\"Said\" of it\nin two lines ".trim().to_owned());
        let game = &mut record.games[0];
        game.entries[0].comment = Some("Well \\ ]".to_owned());
        let text = write(&record, WriteFormat::Json);
        let reading = reads(&text, Format::Json);
        assert_eq!(reading.warnings, [], "{text}");
        assert_eq!(reading.record, record, "{text}");
    }
}

#[test]
fn trees_keep_what_they_can() {
    for mut record in matches() {
        record.about.comment = Some("A [match] of \\ two".to_owned());
        record.games[0].comment = Some("A game.".to_owned());
        record.games[0].entries[0].comment = Some("Well \\ ]".to_owned());
        let text = write(&record, WriteFormat::Sgf);
        let reading = reads(&text, Format::Sgf);
        assert_eq!(reading.warnings, [], "{text}");
        assert_eq!(reading.record.without_lines(), record, "{text}");
    }
}

/// Adds annotations with numbers of all magnitudes, with ten digits.
fn add_annotations(record: &mut Match, random: &mut Random) {
    let mut number = || {
        let scale = [1e-9, 1e-3, 1.0, 1e3][random.below(4)];
        let number = scale * (random.below(2_000_000_000) as f64 - 1e9) / 1e9;
        format!("{number:.9e}").parse::<f64>().unwrap()
    };
    for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
        let chances = Chances { win: number(), lose_gammon: number(), ..Chances::default() };
        let Event::Play { result, .. } = entry.event else { continue };
        let cube = CubeAnnotation {
            no_double: number(),
            take: number(),
            pass: Some(number()).filter(|pass| *pass > 0.0),
            mwc: number() > 0.0,
            match_chances: Some([number(), number(), number()]).filter(|[first, ..]| *first > 0.0),
            chances: Some(chances),
            error: Some(number()),
            level: "2-ply".to_owned(),
        };
        let candidate = Candidate {
            result,
            equity: number(),
            match_chance: Some(number()).filter(|chance| *chance > 0.0),
            chances: Some(chances),
            level: "rollout".to_owned(),
        };
        let play =
            PlayAnnotation { candidates: vec![candidate], error: Some(number()), mwc: false };
        let annotation = Annotation {
            cube: Some(cube),
            play: Some(play),
            luck: Some(number()),
            luck_match_chance: Some(number()),
        };
        entry.annotation = Some(Box::new(annotation));
    }
}

#[test]
fn json_keeps_annotations_to_the_last_digit() {
    let mut random = Random::new(12);
    let mut record = random_match(Game::Backgammon, 5, &mut random);
    add_annotations(&mut record, &mut random);
    let text = write(&record, WriteFormat::Json);
    assert_eq!(reads(&text, Format::Json).record, record);
    // Numbers with more digits are rounded, and the rounded numbers are read back unchanged.
    for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
        if let Some(annotation) = &mut entry.annotation {
            annotation.luck = Some(std::f64::consts::PI / 7.0);
        }
    }
    let text = write(&record, WriteFormat::Json);
    assert_eq!(write(&reads(&text, Format::Json).record, WriteFormat::Json), text);
}

#[test]
fn what_a_format_has_no_place_for_is_told() {
    let mut random = Random::new(13);
    let mut record = random_match(Game::Backgammon, 5, &mut random);
    for format in WriteFormat::ALL {
        assert_eq!(find_export_losses(&record, &write(&record, format)), [], "{format}");
    }
    add_annotations(&mut record, &mut random);
    let entries = record.games.iter().flat_map(|game| &game.entries);
    let annotated: Vec<&Entry> = entries.filter(|entry| entry.annotation.is_some()).collect();
    let is_chosen = |entry: &Entry| {
        let play = entry.annotation.as_ref().and_then(|annotation| annotation.play.as_ref());
        play.is_some_and(|play| play.candidates.len() > 1)
    };
    let plays = annotated.len();
    let chosen = annotated.iter().filter(|entry| is_chosen(entry)).count();
    // GNU Backgammon needs match winning chances of cube decisions, and checkers that move.
    let lacks_chances = |entry: &&&Entry| {
        let cube = entry.annotation.as_ref().and_then(|annotation| annotation.cube.as_ref());
        cube.is_some_and(|cube| !cube.mwc && cube.match_chances.is_none())
    };
    let of_chances = annotated.iter().filter(lacks_chances).count();
    assert!(of_chances > 0 && of_chances < plays);
    let steps = record.games.iter().flat_map(|game| game.replay(&record).unwrap().flatten());
    let is_dance = |step: &sheshbesh_matchfile::ReplayStep<'_>| {
        matches!(step.entry.event, Event::Play { result, .. }
            if result == step.table.position.swapped())
            && is_chosen(step.entry)
    };
    let dances = steps.filter(is_dance).count();
    let first = record.games[0].result.as_mut().unwrap();
    *first = Outcome { how: How::OutOfTime, ..*first };
    record.about.time = Some("14:30".to_owned());
    record.rules.crawford = true;
    let of = |format| find_export_losses(&record, &write(&record, format));
    assert_eq!(of(WriteFormat::Json), []);
    let of_sgf = of(WriteFormat::Sgf);
    assert_eq!(of_sgf[0], ExportLoss::Annotations(of_chances + dances));
    assert_eq!(of_sgf[1..], [ExportLoss::Results(1), ExportLoss::Detail(Detail::Time)]);
    let of_mat = of(WriteFormat::Mat);
    assert_eq!(of_mat[0], ExportLoss::Annotations(plays + chosen));
    assert!(!of_mat.iter().any(|loss| matches!(loss, ExportLoss::Detail(_))), "{of_mat:?}");
    let words: Vec<String> = of(WriteFormat::Sgf).iter().map(ToString::to_string).collect();
    assert_eq!(words[1..], ["the result of 1 game", "the time"]);
}

/// A format may tell more than the file: the moves of an illegal play, or how a game ended.
#[test]
fn nothing_is_lost_that_the_format_only_completes() {
    let dice = "31".parse().unwrap();
    let result = Game::Backgammon.start().swapped();
    let moved = CheckerMove { from: 24, to: 20, hits: false };
    let illegal = |moves| Event::IllegalPlay { dice, moves, result };
    let record = |moves, how| {
        let result = Outcome { winner: Some(Seat::Top), points: 1, how };
        let entry = Entry::new(Seat::Top, illegal(moves));
        let game =
            GameRecord { entries: vec![entry], result: Some(result), ..GameRecord::default() };
        Match { length: 1, games: vec![game], ..Match::default() }
    };
    let written = write(&record(vec![moved], How::Resigned(Win::Single)), WriteFormat::Json);
    assert_eq!(find_export_losses(&record(Vec::new(), How::Unrecorded), &written), []);
    let losses = find_export_losses(&record(Vec::new(), How::OutOfTime), &written);
    assert_eq!(losses, [ExportLoss::Results(1)]);
}

/// Repeated rolls with plays that can be made in thousands of orders.
#[test]
fn what_takes_many_orders_takes_no_time() {
    let mut own = [0; 26];
    let mut opponent = [0; 26];
    own[10..25].fill(1);
    opponent[16..24].fill(1);
    opponent[24] = 7;
    let position = Game::Backgammon.position(&own, &opponent).unwrap();
    let dice = "33".parse().unwrap();
    let mut plays = Plays::new(Game::Backgammon);
    let results = plays.generate(&position, dice).to_vec();
    let entries = results.iter().flat_map(|&result| {
        let set = Entry::new(Seat::Top, Event::SetBoard(position));
        [set, Entry::new(Seat::Top, Event::Play { dice, result })]
    });
    let game = GameRecord { entries: entries.collect(), ..GameRecord::default() };
    let record = Match { length: 5, games: vec![game], ..Match::default() };
    assert!(results.len() > 500, "{}", results.len());
    for format in WriteFormat::ALL {
        assert_eq!(find_export_losses(&record, &write(&record, format)).len(), 0, "{format}");
    }
}

/// A game that is set up in the middle, with an illegal play and without an end.
fn set_up() -> Match {
    let position = Game::Backgammon.start();
    let dice = "31".parse().unwrap();
    let file = "3 point match\n\n Game 1\n A : 0     B : 0\n  1)                         31: 13/3
  2) 31: 6/13 8/7\n";
    let illegal = read(file.as_bytes(), &Options::default()).unwrap().record.games.remove(0);
    let illegal = |index: usize| illegal.entries[index].event.clone();
    let events = [
        (Seat::Bottom, Event::SetBoard(position)),
        (Seat::Bottom, Event::SetCube { exponent: 2, owner: Some(Seat::Top) }),
        (Seat::Bottom, illegal(0)),
        (Seat::Top, illegal(1)),
        (Seat::Bottom, Event::Roll(dice)),
    ];
    let entries = events.into_iter().map(|(seat, event)| Entry::new(seat, event)).collect();
    let game = GameRecord { entries, ..GameRecord::default() };
    Match { length: 11, games: vec![game], ..Match::default() }
}

#[test]
fn set_ups_and_illegal_plays_are_kept() {
    let record = set_up();
    for (written, format) in [
        (WriteFormat::Json, Format::Json),
        (WriteFormat::Sgf, Format::Sgf),
        (WriteFormat::Mat, Format::Mat),
    ] {
        let text = write(&record, written);
        let reading = reads(&text, format);
        let entries = reading.record.without_lines().games[0].entries.clone();
        for (read, written) in entries.iter().zip(&record.games[0].entries) {
            assert_eq!(read, written, "{text}");
        }
        assert_eq!(entries.len(), record.games[0].entries.len(), "{text}");
        assert_eq!(reading.warnings.len(), 2, "one for each illegal play: {text}");
    }
}

#[test]
fn other_texts_are_refused() {
    for text in ["", "hello", "{}", "(;GM[1]FF[4])", "[1, 2]", "Game 1", "\u{0}\u{1}"] {
        let error = read(text.as_bytes(), &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "unknown match file format", "{text:?}");
    }
    for (start, name) in [(&b"\x1f\x8b\x08\0"[..], "gzip"), (b"PK\x03\x04 and more", "zip")] {
        let error = read(start, &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("compressed with {name}: unpack it first"));
    }
    let later = "{\"format\": \"sheshbesh-match\", \"version\": 2}";
    assert!(read(later.as_bytes(), &Options::default()).is_err());
}

/// A tree in GNU Backgammon's style: unplayed rolls, a dance, a setup, and a pass.
#[test]
fn trees_of_gnu_backgammon() {
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]\
PW[Ada]PB[Ben]DT[2026-02-28]RU[Crawford]RE[W+2]
;B[31qtst]C[Too bold \\] perhaps]
;W[62xrrp]A[1][xrmk E ver 3 0.5 0.1 0 0.1 0 -0.0625 2C 0 1 0.0 1]
[xrrp E ver 3 0.4 0.1 0 0.1 0 -0.125 0C 0 1 0.0 1]LU[-0.25]
;B[double]
;W[take])
(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:1][ws:2][bs:0]PW[Ada]PB[Ben]RU[Crawford]RE[B+2R]
;W[31hefe];PL[B]DI[66])
";
    let Reading { record, warnings, .. } = reads(text, Format::Sgf);
    assert_eq!(record.players.top.name, "Ada");
    assert_eq!(warnings, []);
    assert_eq!(record.games.len(), 2);
    assert_eq!(record.games[1].score.top, 2);
    assert_eq!(record.games[1].result.unwrap().how, How::Resigned(Win::Gammon));
    let annotation = record.games[0].entries[1].annotation.as_ref().unwrap();
    assert_eq!(annotation.luck, Some(-0.25));
    assert_eq!(annotation.cube, None);
    let play = annotation.play.as_ref().unwrap();
    assert_eq!((play.candidates.len(), play.error), (2, Some(0.0625)));
    assert_eq!((play.candidates[0].level.as_str(), play.candidates[1].equity), ("2-ply", -0.125));
    let Event::Play { result, .. } = record.games[0].entries[1].event else { panic!() };
    assert_eq!(play.candidates[1].result, result);
    assert_eq!(record.games[0].entries[0].comment.as_deref(), Some("Too bold ] perhaps"));
}

/// GNU Backgammon's annotation of the cube: equities in money games, and match winning chances in
/// matches.
#[test]
fn trees_have_annotations_of_the_cube_and_rollouts() {
    const CHANCES: &str = "0.6 0.2 0.01 0.1 0.002 0.3";
    let tree = |length: u16| {
        let cube = format!("DA[E ver 3 2C 1 0.0 1 {CHANCES} 0.5 {CHANCES} 0.875]");
        let set = "SK 0 RC 1 1 0 1 5 \"Mersenne Twister\" 7  cube0 ver 3 2C 1 0.0 1";
        let deviations = "0.001 0.002 0 0.001 0 0.003 0.004";
        let rolled_out = format!(
            "DA[X ver 3 Eq Trials 1296 NoDouble Output {CHANCES} 1.25 StdDev {deviations} \
             DoubleTake Output {CHANCES} 0.75 StdDev {deviations} {set}]"
        );
        let play = format!(
            "A[0][aeab X ver 3 Score 0.375 0.25 Trials 36 Output {CHANCES} 0.4 StdDev {deviations} {set}]"
        );
        format!(
            "(;FF[4]GM[6]CA[UTF-8]MI[length:{length}][game:0][ws:0][bs:0]PW[Ada]PB[Ben]RU[Jacoby]
;B[31qtst];W[62xrrp]{cube};B[double]{cube};W[take]{cube};B[41aeab]{rolled_out}{play}
;W[double]{rolled_out};B[drop]{rolled_out})"
        )
    };
    for length in [0, 5] {
        let record = reads(&tree(length), Format::Sgf).record;
        let entries = &record.games[0].entries;
        let cubes: Vec<&CubeAnnotation> = entries[1..]
            .iter()
            .map(|entry| entry.annotation.as_ref().unwrap().cube.as_ref().unwrap())
            .collect();
        assert!(cubes.iter().all(|cube| cube.mwc == (length > 0)));
        assert!(cubes.iter().all(|cube| cube.chances.unwrap().win_gammon == 0.2));
        let worths: Vec<(f64, f64)> =
            cubes.iter().map(|cube| (cube.no_double, cube.take)).collect();
        assert_eq!([worths[0], worths[3]], [(0.5, 0.875), (1.25, 0.75)]);
        let levels: Vec<&str> = cubes.iter().map(|cube| cube.level.as_str()).collect();
        assert_eq!([levels[0], levels[5]], ["2-ply", "rollout of 1296 games"]);
        let errors: Vec<Option<f64>> = cubes.iter().map(|cube| cube.error).collect();
        // No double, double, take, no double, double, pass.
        match length {
            0 => assert_eq!(errors, [0.375, 0.0, 0.0, 0.0, 0.5, 0.25].map(Some)),
            _ => assert_eq!(errors, [None; 6]),
        }
        let play = entries[4].annotation.as_ref().unwrap().play.as_ref().unwrap();
        let [candidate] = &play.candidates[..] else { panic!("{play:?}") };
        assert_eq!((candidate.equity, candidate.chances.unwrap().win), (0.375, 0.6));
        assert_eq!((candidate.level.as_str(), play.error), ("rollout of 36 games", Some(0.0)));
    }
}
