//! A recorder records exactly the actions played, and its files are read back equal.

use sheshbesh_matchfile::{
    Event, LiveRecorder, Match, Options, PlayerInfo, Reading, WriteFormat, read, write,
};
use sheshbesh_movegen::{
    Action, BySeat, CubeRules, Decision, Game, Illegal, Referee, Seat, Session, Side, Win,
    testing::Random,
};

fn new_recorder(game: Game, rules: CubeRules) -> LiveRecorder {
    let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
    LiveRecorder::new(game, rules, BySeat { bottom: player("Ben Bow"), top: player("Ada") })
}

/// A random possible action; `None` at the end of a match.
fn some_action(referee: &Referee, random: &mut Random) -> Option<Action> {
    let mut one_in = |n: usize| random.below(n) == 0;
    Some(match referee.to_decide() {
        Decision::Opening => {
            let (bottom, top) = (random.below(6) as u8 + 1, random.below(6) as u8 + 1);
            Action::OpeningRoll(BySeat { bottom, top })
        }
        Decision::Roll { may_double: true, .. } if one_in(12) => Action::Double,
        // Text formats take a roll with only one play as played.
        Decision::Roll { .. } | Decision::Play { .. }
            if referee.legal_plays().len() != 1 && one_in(60) =>
        {
            // Under the Jacoby rule, gammons do not count before the cube is turned.
            let most = referee.table().points_resigned(Win::Backgammon, Side::OnRoll)
                / referee.table().cube.value();
            let win = [Win::Single, Win::Gammon, Win::Backgammon][random.below(most as usize)];
            let possible = |win: &Win| referee.table().can_lose(*win, Side::OnRoll);
            let mut less = Win::ALL.into_iter().rev().filter(|other| *other <= win);
            let win = less.find(possible).unwrap_or(Win::Single);
            let win = win.min(referee.table().game.largest_win());
            // In some games, the sides alone determine what is lost.
            Action::Resign(referee.table().win_resigned(win).unwrap_or(Win::Single))
        }
        Decision::Roll { .. } => Action::Roll(random.roll(referee.table().game)),
        Decision::Play { .. } => {
            let plays = referee.legal_plays();
            Action::Play(plays[random.below(plays.len())])
        }
        Decision::Double { may_beaver: true, .. } if one_in(3) => Action::Beaver,
        Decision::Beaver { may_raccoon: true, .. } if one_in(3) => Action::Raccoon,
        Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. } => {
            if one_in(6) { Action::Pass } else { Action::Take }
        }
        Decision::Resignation { .. } => {
            if one_in(3) {
                Action::Accept
            } else {
                Action::Refuse
            }
        }
        Decision::NextGame => Action::NextGame,
        Decision::MatchOver { .. } => return None,
    })
}

/// Rules of sessions and matches of all kinds.
fn kinds() -> Vec<CubeRules> {
    let mut kinds = vec![CubeRules::NO_CUBE];
    for (jacoby, beavers, automatic_doubles) in
        [(false, false, 0), (true, true, 0), (false, true, 3)]
    {
        let session = Session::Money { jacoby, beavers, automatic_doubles };
        kinds.push(CubeRules { session, largest_cube: 5 });
    }
    for (length, crawford) in [(1, true), (3, true), (5, false)] {
        let session = Session::Match { length, crawford, holland: false };
        kinds.push(CubeRules { session, largest_cube: 10 });
    }
    kinds
}

fn read_back(record: &Match, format: WriteFormat) -> Match {
    let text = write(record, format);
    let Reading { record, warnings, .. } =
        read(text.as_bytes(), &Options { game: record.game, ..Options::default() })
            .unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(warnings, [], "{text}");
    record.without_lines()
}

/// Removes entries that only our own JSON stores: refused offers to resign, and rolls entered
/// before their plays.
fn without_refused_offers(mut record: Match) -> Match {
    for game in &mut record.games {
        let mut entries = Vec::new();
        for entry in std::mem::take(&mut game.entries) {
            let is_same = entries.last().is_some_and(|last: &sheshbesh_matchfile::Entry| {
                matches!((&last.event, &entry.event),
                    (Event::Roll(a), Event::Play { dice, .. }) if a == dice)
            });
            if is_same {
                entries.pop();
            }
            if !matches!(entry.event, Event::Resign(_) | Event::Refuse) {
                entries.push(entry);
            }
        }
        game.entries = entries;
    }
    record
}

/// Changes entries that text formats store in another way. A take of a beaver is left out, since
/// the next action shows it. An automatic double has no player, so the top player gets it.
fn as_a_text_has_it(mut record: Match) -> Match {
    for game in &mut record.games {
        let mut turned = false;
        game.entries.retain(|entry| {
            let untold = turned && entry.event == Event::Take;
            turned = matches!(entry.event, Event::Beaver | Event::Raccoon);
            !untold
        });
        for entry in &mut game.entries {
            if let Event::SetCube { .. } = entry.event {
                entry.seat = Seat::Top;
            }
        }
    }
    record
}

/// Asserts that two matches are equal, and reports the first difference.
#[track_caller]
fn same(read: &Match, written: &Match, text: &str) {
    for (number, (read, written)) in read.games.iter().zip(&written.games).enumerate() {
        for (index, (read, written)) in read.entries.iter().zip(&written.entries).enumerate() {
            assert_eq!(read, written, "game {number}, entry {index}: {text}");
        }
        assert_eq!(read.entries.len(), written.entries.len(), "game {number}: {text}");
        assert_eq!(read.result, written.result, "game {number}: {text}");
    }
    assert_eq!(read, written, "{text}");
}

#[test]
fn what_is_written_down_is_read_back_wherever_it_breaks_off() {
    let mut random = Random::new(31);
    let (mut broken_off, mut refused, mut turned) = (0, 0, 0);
    for game in Game::ALL {
        for rules in kinds() {
            if !game.has_cube() && rules.largest_cube > 0 {
                continue;
            }
            for _ in 0..4 {
                let mut recorder = new_recorder(game, rules);
                for _ in 0..random.below(600) {
                    let Some(action) = some_action(recorder.referee(), &mut random) else { break };
                    recorder.apply(action).unwrap();
                }
                if let Decision::Resignation { .. } = recorder.referee().to_decide() {
                    recorder.apply(Action::Refuse).unwrap();
                }
                // Numbers that a play leaves may be forced too.
                while let [forced] = *recorder.referee().legal_plays() {
                    recorder.apply(Action::Play(forced)).unwrap();
                }
                let record = recorder.record();
                let last = record.games.last().unwrap();
                broken_off += usize::from(last.result.is_none() && !last.entries.is_empty());
                let events = || record.games.iter().flat_map(|game| &game.entries);
                refused += events().filter(|entry| entry.event == Event::Refuse).count();
                turned += events().filter(|e| matches!(e.event, Event::SetCube { .. })).count();
                same(&read_back(&record, WriteFormat::Json), &record, "json");
                let bare = without_refused_offers(record.clone());
                let tree = read_back(&record, WriteFormat::Sgf);
                same(&tree, &bare, &write(&record, WriteFormat::Sgf));
                let text = as_a_text_has_it(read_back(&record, WriteFormat::Mat));
                let as_read = Match {
                    rules: text.rules,
                    about: text.about.clone(),
                    ..as_a_text_has_it(bare)
                };
                same(&text, &as_read, &write(&record, WriteFormat::Mat));
            }
        }
    }
    assert!(broken_off > 20 && refused > 20 && turned > 0, "{broken_off} {refused} {turned}");
}

#[test]
fn a_replay_ends_where_the_table_stands() {
    let mut random = Random::new(32);
    for rules in kinds() {
        let mut recorder = new_recorder(Game::Backgammon, rules);
        for _ in 0..random.below(300) + 1 {
            let Some(action) = some_action(recorder.referee(), &mut random) else { break };
            recorder.apply(action).unwrap();
        }
        let record = recorder.record();
        let game = record.games.last().unwrap();
        if game.result.is_some() || game.entries.is_empty() {
            continue;
        }
        let mut replay = game.replay(&record).unwrap();
        assert!(replay.by_ref().all(|step| step.is_ok()));
        let (there, here) = (replay.table(), recorder.referee().table());
        assert_eq!((there.position, there.cube, there.seat), (here.position, here.cube, here.seat));
        assert_eq!((there.phase, there.score, there.stakes), (here.phase, here.score, here.stakes));
    }
}

#[test]
fn what_cannot_happen_is_not_written_down() {
    let mut recorder = new_recorder(Game::Backgammon, CubeRules::NO_CUBE);
    recorder.apply(Action::OpeningRoll(BySeat { bottom: 2, top: 5 })).unwrap();
    let before = recorder.record();
    assert!(matches!(recorder.apply(Action::Double), Err(Illegal::NotNow { .. })));
    assert_eq!(recorder.record(), before);
    // The roll that is still to be played.
    let entry = &before.games[0].entries[0];
    assert_eq!((entry.seat, &entry.event), (Seat::Top, &Event::Roll("52".parse().unwrap())));
}
