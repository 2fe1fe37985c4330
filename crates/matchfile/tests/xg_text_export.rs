//! Annotated positions as eXtreme Gammon's text: they are read back with the same numbers, as far
//! as the text has digits.

mod common;

use common::random_match;
use expect_test::expect_file;
use sheshbesh_matchfile::{
    Annotation, Candidate, Chances, CubeAnnotation, Entry, Event, ExportError, ExportFormat,
    Format, GameRecord, Match, Options, PlayAnnotation, PlayerInfo, read_all,
};
use sheshbesh_movegen::{BySeat, Dice, Game, Plays, Seat, testing::Random};

const CHANCES: Chances = Chances {
    win: 0.5542,
    win_gammon: 0.173,
    win_backgammon: 0.0082,
    lose_gammon: 0.1151,
    lose_backgammon: 0.0048,
};

fn cube() -> CubeAnnotation {
    CubeAnnotation {
        no_double: 0.375,
        take: 0.25,
        pass: Some(1.0),
        mwc: false,
        match_chances: None,
        chances: Some(CHANCES),
        error: None,
        level: "3-ply".to_owned(),
    }
}

/// Annotates every play with all plays of its roll, up to five, and the cube before it.
fn annotate(record: &mut Match) {
    let copy = record.clone();
    for (game, of) in record.games.iter_mut().zip(&copy.games) {
        let steps = of.replay(&copy).unwrap().map(Result::unwrap);
        for (entry, step) in game.entries.iter_mut().zip(steps) {
            let Event::Play { dice, .. } = entry.event else { continue };
            let mut plays = Plays::new(step.table.game);
            let results = plays.generate_or_pass(&step.table.position, dice);
            let candidates = results.iter().take(5).enumerate().map(|(index, &result)| Candidate {
                result,
                equity: 0.5 - 0.125 * index as f64,
                match_chance: None,
                chances: Some(CHANCES),
                level: "2-ply".to_owned(),
            });
            let candidates = candidates.collect();
            let play = PlayAnnotation { candidates, error: Some(0.0), mwc: false };
            let annotation =
                Annotation { cube: Some(cube()), play: Some(play), ..Annotation::default() };
            entry.annotation = Some(Box::new(annotation));
        }
    }
}

#[test]
fn annotations_are_read_back() {
    let mut random = Random::new(3);
    for (game, length) in [(Game::Backgammon, 5), (Game::Backgammon, 0), (Game::Nackgammon, 1)] {
        let mut record = random_match(game, length, &mut random);
        record.games.truncate(1);
        annotate(&mut record);
        let text = ExportFormat::XgText.export(&[&record]).unwrap();
        let options = Options { game, ..Options::default() };
        let readings = read_all(&text, &options).unwrap();
        assert!(readings.iter().all(|reading| reading.format == Format::XgText));
        assert!(readings.iter().all(|reading| reading.warnings.is_empty()), "{readings:?}");
        let found: Vec<&Entry> = readings
            .iter()
            .flat_map(|reading| &reading.record.games)
            .map(|game| game.entries.last().unwrap())
            .collect();
        let plays: Vec<&Entry> =
            record.games[0].entries.iter().filter(|entry| entry.annotation.is_some()).collect();
        assert_eq!(found.len(), 2 * plays.len());
        for (play, found) in plays.iter().zip(found.chunks(2)) {
            let [before, rolled] = found else { panic!() };
            let read = before.annotation.as_ref().unwrap().cube.as_ref().unwrap();
            assert_eq!(*read, cube());
            let ours = &play.annotation.as_ref().unwrap().play.as_ref().unwrap().candidates;
            let read = rolled.annotation.as_ref().and_then(|annotation| annotation.play.as_ref());
            // A dance has no checker to name.
            let read = read.map_or(&[][..], |play| &play.candidates[..]);
            assert!(read.len() == ours.len() || ours.len() == 1, "{ours:?} {read:?}");
            for (read, ours) in read.iter().zip(ours) {
                assert_eq!(read, ours);
            }
            assert_eq!(rolled.comment, None);
        }
    }
}

#[test]
fn the_text_is_like_this() {
    let game = Game::Backgammon;
    let dice: Dice = "31".parse().unwrap();
    let mut plays = Plays::new(game);
    let legal = plays.generate(&game.start(), dice).to_vec();
    let made = sheshbesh_movegen::notation::parse(game, &game.start(), dice, "8/5 6/5").unwrap();
    let mut entry = Entry::new(Seat::Bottom, Event::Play { dice, result: made });
    let candidate = |result, equity| Candidate {
        result,
        equity,
        match_chance: None,
        chances: Some(CHANCES),
        level: "Sheshbesh 3-ply".to_owned(),
    };
    let second = *legal.iter().find(|&&result| result != made).unwrap();
    let candidates = vec![candidate(made, 0.1589), candidate(second, -0.0125)];
    let play = PlayAnnotation { candidates, error: Some(0.0), mwc: false };
    entry.annotation = Some(Box::new(Annotation {
        cube: Some(cube()),
        play: Some(play),
        ..Annotation::default()
    }));
    let game = GameRecord { entries: vec![entry], ..GameRecord::default() };
    let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
    let record = Match {
        length: 7,
        players: BySeat { bottom: player("Ada"), top: player("Ben Bow") },
        games: vec![game],
        ..Match::default()
    };
    let text = ExportFormat::XgText.export(&[&record]).unwrap();
    expect_file!["goldens/xg-text.txt"].assert_eq(&String::from_utf8(text).unwrap());
}

#[test]
fn without_analysis_there_is_no_text() {
    let record = random_match(Game::Backgammon, 1, &mut Random::new(4));
    let error = ExportFormat::XgText.export(&[&record]).unwrap_err();
    assert_eq!(error, ExportError::NotAnnotated(ExportFormat::XgText));
    assert_eq!(
        error.to_string(),
        "xg-text stores positions with equities only, and there are none"
    );
}
