//! Random matches: every decision is drawn at random.

use sheshbesh_matchfile::{
    About, Date, Entry, Event, GameRecord, How, Match, Outcome, PlayerInfo, Rules,
};
use sheshbesh_movegen::{
    Action, BySeat, CubeRules, Decision, Ending, Game, GameResult, Referee, Session, Side,
    Situation, Win, testing::Random,
};

/// Makes a match, or a money session of some games, between Ada and Ben.
pub fn random_match(game: Game, length: u16, random: &mut Random) -> Match {
    let rules = Rules {
        crawford: length == 0 || random.below(4) > 0,
        jacoby: (length == 0).then_some(true),
        beavers: (length == 0).then_some(true),
        largest_cube: Some(Situation::USUAL_LARGEST_CUBE),
    };
    let player = |name: &str| PlayerInfo { name: name.to_owned(), rating: None };
    let mut record = Match {
        game,
        length,
        rules,
        players: BySeat { bottom: player("Ben Bow"), top: player("Ada") },
        about: About {
            event: Some("Made up".to_owned()),
            date: Date::new(2026, 2, 28),
            id: Some("made-up-1".to_owned()),
            ..About::default()
        },
        games: Vec::new(),
        ..Match::default()
    };
    let session = match length {
        0 => Session::Money { jacoby: true, beavers: true, automatic_doubles: 0 },
        _ => Session::Match { length, crawford: rules.crawford, holland: false },
    };
    let rules = CubeRules { session, largest_cube: Situation::USUAL_LARGEST_CUBE };
    let mut referee = Referee::new(game, rules);
    loop {
        record.games.push(random_game(&mut referee, random));
        if record.games.len() == 5 && length == 0 || referee.apply(Action::NextGame).is_err() {
            return record;
        }
    }
}

fn random_game(referee: &mut Referee, random: &mut Random) -> GameRecord {
    let crawford =
        matches!(referee.table().stakes, sheshbesh_movegen::Stakes::Match { crawford: true, .. });
    let score = referee.score();
    let exchanged = referee.is_exchanged();
    let mut game = GameRecord { score, crawford, exchanged, ..GameRecord::default() };
    let mut rolled = None;
    loop {
        let one_in = |random: &mut Random, n: usize| random.below(n) == 0;
        let (action, event) = match referee.to_decide() {
            Decision::Opening => {
                let dice = random.dice();
                if dice.is_double() {
                    continue;
                }
                let (a, b) = (dice.high(), dice.low());
                let lot = if one_in(random, 2) {
                    BySeat { bottom: a, top: b }
                } else {
                    BySeat { bottom: b, top: a }
                };
                rolled = Some(dice);
                (Action::OpeningRoll(lot), None)
            }
            Decision::Roll { may_double: true, .. } if one_in(random, 12) => {
                (Action::Double, Some(Event::Double))
            }
            Decision::Roll { .. } => {
                let dice = random.roll(referee.table().game);
                rolled = Some(dice);
                (Action::Roll(dice), None)
            }
            Decision::Play { dice, seat } => {
                if one_in(random, 120) && referee.legal_plays().len() > 1 {
                    let wins = [Win::Single, Win::Gammon, Win::Backgammon];
                    // Under the Jacoby rule, gammons do not count before the cube is turned.
                    let least = referee.table().points_resigned(Win::Backgammon, Side::OnRoll)
                        / referee.table().cube.value();
                    let win = wins[random.below(least as usize)];
                    let possible = |win: &Win| referee.table().can_lose(*win, Side::OnRoll);
                    let mut less = Win::ALL.into_iter().rev().filter(|other| *other <= win);
                    let win = less.find(possible).unwrap_or(Win::Single);
                    let win = win.min(referee.table().game.largest_win());
                    // In some games, the sides alone determine what is lost.
                    let win = referee.table().win_resigned(win).unwrap_or(Win::Single);
                    game.entries.push(Entry::new(seat, Event::Roll(dice)));
                    referee.apply(Action::Resign(win)).unwrap();
                    referee.apply(Action::Accept).unwrap();
                    game.result = referee.result().map(outcome);
                    return game;
                }
                let plays = referee.legal_plays();
                let result = plays[random.below(plays.len())];
                // Numbers that the last turn has left are played without a roll.
                let stage = referee.table().position.turn_state().stage;
                assert_eq!(stage.map(|stage| stage.dice()).or(rolled), Some(dice));
                (Action::Play(result), Some(Event::Play { dice, result }))
            }
            Decision::Double { may_beaver: true, .. } if one_in(random, 3) => {
                (Action::Beaver, Some(Event::Beaver))
            }
            Decision::Beaver { may_raccoon: true, .. } if one_in(random, 3) => {
                (Action::Raccoon, Some(Event::Raccoon))
            }
            Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. } => {
                if one_in(random, 6) {
                    (Action::Pass, Some(Event::Pass))
                } else {
                    (Action::Take, Some(Event::Take))
                }
            }
            other => panic!("{other:?} cannot be"),
        };
        if let Some(event) = event {
            let seat = referee.to_decide().seat().expect("somebody decides");
            game.entries.push(Entry::new(seat, event));
        }
        if let Some(result) = referee.apply(action).unwrap() {
            game.result = Some(outcome(result));
            return game;
        }
    }
}

fn outcome(result: GameResult) -> Outcome {
    let how = match result.ending {
        Ending::Played(win) => How::Played(win),
        Ending::Passed => How::Passed,
        Ending::Resigned(win) => How::Resigned(win),
        Ending::TurnLimit => How::TurnLimit,
        Ending::Settled => How::Settled,
    };
    Outcome { winner: result.winner, points: result.points, how }
}
