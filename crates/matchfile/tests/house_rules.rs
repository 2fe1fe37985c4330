//! Writes agreements at the table and frames of several games, and reads them back.

use sheshbesh_matchfile::{
    ExportLoss, How, LiveRecorder, Match, Options, PlayerInfo, Reading, WriteFormat,
    find_export_losses, read, write,
};
use sheshbesh_movegen::{
    Action, BySeat, CubeRules, Decision, FirstPlayer, Game, GameSeries, HouseRules, Referee,
    Session, TableRules, Win,
    testing::{Random, any_rules, any_series, every_form},
};

fn new_recorder(frame: GameSeries, rules: TableRules) -> LiveRecorder {
    let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
    LiveRecorder::new(frame, rules, BySeat { bottom: player("Ben"), top: player("Ada") })
}

/// A random possible action; `None` at the end.
fn some_action(referee: &Referee, random: &mut Random) -> Option<Action> {
    Some(match referee.to_decide() {
        Decision::Opening => {
            let (bottom, top) = (random.below(6) as u8 + 1, random.below(6) as u8 + 1);
            Action::OpeningRoll(BySeat { bottom, top })
        }
        Decision::Roll { may_double: true, .. } if random.below(9) == 0 => Action::Double,
        Decision::Roll { .. } => Action::Roll(random.roll(referee.table().game)),
        Decision::Play { .. } => {
            // Plays that bear off shorten games.
            let plays = referee.legal_plays();
            let least = plays.iter().map(|result| result.opponent().pips()).min();
            let best = plays.iter().find(|result| Some(result.opponent().pips()) == least);
            let any = plays[random.below(plays.len())];
            Action::Play(if random.below(3) > 0 { *best? } else { any })
        }
        Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. } => {
            if random.below(4) == 0 { Action::Pass } else { Action::Take }
        }
        Decision::Resignation { .. } => Action::Accept,
        Decision::NextGame => Action::NextGame,
        Decision::MatchOver { .. } => return None,
    })
}

/// Plays a number of random actions.
fn played(
    frame: GameSeries,
    rules: TableRules,
    actions: usize,
    random: &mut Random,
) -> LiveRecorder {
    let mut recorder = new_recorder(frame, rules);
    for _ in 0..actions {
        let Some(action) = some_action(recorder.referee(), random) else { break };
        recorder.apply(action).unwrap();
    }
    recorder
}

fn read_back(record: &Match, text: &str) -> Match {
    let options = Options { game: record.game, ..Options::default() };
    let Reading { record, warnings, .. } = read(text.as_bytes(), &options).unwrap();
    assert_eq!(warnings, [], "{text}");
    record.without_lines()
}

#[test]
fn frames_and_customs_are_read_back_as_they_were_played() {
    let mut random = Random::new(77);
    let (mut drawn, mut exchanged, mut winner_began) = (0, 0, 0);
    for _ in 0..200 {
        let (frame, rules) = (any_series(&mut random), any_rules(&mut random));
        let recorder = played(frame, rules, random.below(900), &mut random);
        let record = recorder.record();
        let text = write(&record, WriteFormat::Json);
        assert_eq!(read_back(&record, &text), record, "{text}");
        assert_eq!(record.customs, rules.house_rules);
        assert_eq!(record.frame, (!frame.is_single()).then_some(frame));
        for (number, game) in (0..).zip(&record.games) {
            assert_eq!(game.game(&record), rules.game(&frame, number));
            let replayed = game.replay(&record).unwrap();
            assert_eq!(replayed.filter_map(Result::ok).count(), game.entries.len());
            let how = game.result.map(|result| (result.how, result.winner));
            drawn += usize::from(matches!(how, Some((How::TurnLimit | How::Played(_), None))));
            exchanged += usize::from(game.exchanged);
        }
        winner_began += usize::from(recorder.referee().began().is_some());
    }
    assert!(drawn > 10 && exchanged > 1 && winner_began > 10, "{drawn} {exchanged} {winner_began}");
}

/// A last roll is the last entry of a game with a result.
#[test]
fn last_rolls_are_written_down() {
    let mut random = Random::new(78);
    let customs = HouseRules { last_roll: true, ..HouseRules::USUAL };
    let rules = TableRules { cube: CubeRules::NO_CUBE, house_rules: customs };
    let mut last_rolls = 0;
    for _ in 0..60 {
        let recorder = played(Game::Irish.into(), rules, 2_000, &mut random);
        let record = recorder.record();
        let text = write(&record, WriteFormat::Json);
        assert_eq!(read_back(&record, &text), record);
        for game in &record.games {
            let is_roll = game
                .entries
                .last()
                .is_some_and(|last| matches!(last.event, sheshbesh_matchfile::Event::Roll(_)));
            last_rolls += usize::from(is_roll && game.result.is_some());
        }
    }
    assert!(last_rolls > 10, "{last_rolls}");
}

/// A player who begins the game after winning one may resign at once, or the opponent may.
#[test]
fn a_game_that_is_resigned_before_its_first_roll_is_kept() {
    let session = Session::Match { length: 9, crawford: true, holland: false };
    let cube = CubeRules { session, largest_cube: 0 };
    let mut random = Random::new(2);
    let mut recorder = played(Game::TAPA.into(), cube.into(), 1, &mut random);
    while recorder.referee().result().is_none() {
        let action = some_action(recorder.referee(), &mut random).unwrap();
        recorder.apply(action).unwrap();
    }
    for action in [Action::NextGame, Action::Resign(Win::Gammon), Action::Accept] {
        recorder.apply(action).unwrap();
    }
    let record = recorder.record();
    assert_eq!((record.games.len(), record.games[1].entries.len()), (2, 0));
    for format in WriteFormat::ALL {
        let again = read_back(&record, &write(&record, format));
        assert_eq!(again.games[1].result.map(|result| result.points), Some(2), "{format}");
    }
}

/// Reads back every form of every game, without options that name it.
#[test]
fn every_format_keeps_every_game_with_what_is_agreed_in_it() {
    let mut random = Random::new(80);
    let money = Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 };
    let to_five = Session::Match { length: 5, crawford: true, holland: false };
    for game in every_form() {
        for session in [money, to_five] {
            let cube = CubeRules { session, largest_cube: if game.has_cube() { 10 } else { 0 } };
            let mut recorder = new_recorder(game.into(), cube.into());
            while recorder.record().games.len() < 2 || recorder.referee().result().is_none() {
                let Some(action) = some_action(recorder.referee(), &mut random) else { break };
                recorder.apply(action).unwrap();
            }
            let record = recorder.record();
            for format in WriteFormat::ALL {
                let text = write(&record, format);
                let Reading { record: again, warnings, .. } =
                    read(text.as_bytes(), &Options::default()).unwrap();
                assert_eq!((again.game, warnings), (game, vec![]), "{format}: {text}");
                assert_eq!(find_export_losses(&record, &text), [], "{game} as {format}: {text}");
                assert!(format.keeps(&game.into()));
            }
        }
    }
}

#[test]
fn formats_tell_what_they_have_no_place_for() {
    let mut random = Random::new(79);
    let session = Session::Match { length: 5, crawford: true, holland: false };
    let cube = CubeRules { session, largest_cube: 10 };
    let record = played(GameSeries::TAVLI, cube.into(), 2_000, &mut random).record();
    let customs = HouseRules { turn_limit: Some(400), ..HouseRules::USUAL };
    let limited = played(
        Game::Backgammon.into(),
        TableRules { cube, house_rules: customs },
        300,
        &mut random,
    );
    let limited = limited.record();
    for format in [WriteFormat::Mat, WriteFormat::Sgf] {
        assert!(
            find_export_losses(&record, &write(&record, format)).contains(&ExportLoss::Games),
            "{format}"
        );
        assert!(!format.keeps(&GameSeries::TAVLI) && WriteFormat::Json.keeps(&GameSeries::TAVLI));
        assert!(
            find_export_losses(&limited, &write(&limited, format))
                .contains(&ExportLoss::HouseRules),
            "{format}"
        );
    }
    for record in [record, limited] {
        assert_eq!(find_export_losses(&record, &write(&record, WriteFormat::Json)), []);
    }
}

/// The entries of a money game show who began it; in a match it is an agreement.
#[test]
fn that_games_of_a_session_begin_by_lot_is_not_lost() {
    let customs = HouseRules { starter: Some(FirstPlayer::OneDieEach), ..HouseRules::USUAL };
    let to_three = Session::Match { length: 3, crawford: true, holland: false };
    let in_match = CubeRules { session: to_three, largest_cube: 0 };
    let mut random = Random::new(81);
    for (cube, expected) in [(CubeRules::NO_CUBE, vec![]), (in_match, vec![ExportLoss::HouseRules])]
    {
        let rules = TableRules { cube, house_rules: customs };
        let record = played(Game::PORTES.into(), rules, 900, &mut random).record();
        assert!(record.games.len() > 1);
        for format in [WriteFormat::Mat, WriteFormat::Sgf] {
            assert_eq!(find_export_losses(&record, &write(&record, format)), expected, "{format}");
        }
    }
}

/// Games without a cube are written without one, whatever the cube limit.
#[test]
fn a_cube_that_no_game_knows_is_none() {
    let session = Session::Match { length: 3, crawford: true, holland: false };
    let cube = CubeRules { session, largest_cube: 10 };
    let mixed = "portes,backgammon".parse().unwrap();
    for (frame, largest) in [(Game::TAPA.into(), 0), (GameSeries::TAVLI, 0), (mixed, 10)] {
        let record = played(frame, cube.into(), 1, &mut Random::new(5)).record();
        assert_eq!(record.rules.largest_cube, Some(largest), "{frame}");
    }
}

/// In snake the players exchange sides after each game, and readers assume this.
#[test]
fn files_that_would_be_read_as_other_games_are_told() {
    let mut random = Random::new(82);
    let mut record =
        played(Game::Snake.into(), CubeRules::NO_CUBE.into(), 900, &mut random).record();
    assert!(record.games.len() > 1);
    let tavli = played(GameSeries::TAVLI, CubeRules::NO_CUBE.into(), 9, &mut random).record();
    for format in [WriteFormat::Mat, WriteFormat::Sgf] {
        assert_eq!(format.misleads(&record), None);
        assert_eq!(read_back(&record, &write(&record, format)).games, record.games, "{format}");
        assert!(format.misleads(&tavli).unwrap().to_string().contains("write it as json"));
    }
    record.games.remove(0);
    assert!(
        WriteFormat::Mat.misleads(&record).unwrap().to_string().contains("which side of snake")
    );
    assert!(WriteFormat::Json.misleads(&record).is_none());
    assert!(WriteFormat::Json.misleads(&tavli).is_none());
}

#[test]
fn what_nobody_agrees_on_is_refused() {
    let record =
        played(GameSeries::TAVLI, CubeRules::NO_CUBE.into(), 9, &mut Random::new(1)).record();
    let text = write(&record, WriteFormat::Json);
    for (from, to, says) in [
        ("\"tavli\"", "\"chess\"", "unknown game \"chess\""),
        ("\"crawford\": true,", "\"scoring\": \"most\",", "unknown scoring \"most\""),
        ("\"crawford\": true,", "\"opening\": \"x\",", "unknown opening \"x\""),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text);
        let error = read(wrong.as_bytes(), &Options::default()).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
