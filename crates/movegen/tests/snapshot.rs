//! Snapshots of referees: saving, restoring, and rejection of invalid ones.

use proptest::prelude::*;
use sheshbesh_movegen::{
    Action, BySeat, BySide, Checkers, Cube, CubeRules, Decision, Dice, Ending, Game, GameResult,
    GameSeries, Illegal, InvalidPosition, InvalidSituation, Phase, Position, Progress, Referee,
    Scoring, Seat, Session, Side, Situation, Snapshot, Stakes, Win,
    testing::{Random, any_actions, any_rules, any_series, odd_position, random_game},
};

/// Applies a random legal action, with few resignations and passes. Returns `None` if none is
/// legal.
fn anything(referee: &mut Referee, random: &mut Random) -> Option<Action> {
    let mut legal: Vec<Action> = any_actions(referee, random)
        .into_iter()
        .filter(|&action| referee.clone().apply(action).is_ok())
        .collect();
    let quiet = |action: &Action| !matches!(action, Action::Resign(_) | Action::Pass);
    if random.below(20) > 0 && legal.iter().any(quiet) {
        legal.retain(quiet);
    }
    let action = *legal.get(random.below(legal.len().max(1)))?;
    referee.apply(action).expect("it has been tried");
    Some(action)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_a_referee_comes_to_can_be_gone_on_from(
        game in 0..Game::ALL.len(),
        seed in any::<u64>(),
    ) {
        let mut random = Random::new(seed);
        let single = random.below(2) == 0;
        let series = if single { Game::ALL[game].into() } else { any_series(&mut random) };
        let mut referee = Referee::new(series, any_rules(&mut random));
        for _ in 0..400 {
            let again = Referee::restore(&referee.snapshot());
            let again = again.map_err(|error| TestCaseError::fail(format!("{referee:?}: {error}")))?;
            prop_assert_eq!(&again, &referee);
            prop_assert_eq!(again.legal_plays(), referee.legal_plays());
            prop_assert_eq!(again.to_decide(), referee.to_decide());
            prop_assert_eq!((again.score(), again.result()), (referee.score(), referee.result()));
            if random.below(200) == 0 && referee.result().is_none() {
                referee.settle(Seat::Top, random.below(9) as u32).unwrap();
            } else if anything(&mut referee, &mut random).is_none() {
                prop_assert!(is_match_over(&referee));
                break;
            }
        }
    }

    #[test]
    fn snapshots_that_nobody_wrote_down_are_refused_or_played_on_from(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        for _ in 0..20 {
            let mut made_up = some_snapshot(&mut random);
            for _ in 0..=random.below(3) {
                distort(&mut made_up, &mut random);
            }
            let Ok(mut referee) = Referee::restore(&made_up) else { continue };
            prop_assert_eq!(referee.snapshot(), made_up);
            prop_assert_eq!(referee.result().is_some(), matches!(made_up.progress, Progress::Over(_)));
            for _ in 0..40 {
                if anything(&mut referee, &mut random).is_none() {
                    prop_assert!(is_match_over(&referee));
                    break;
                }
            }
        }
    }
}

fn is_match_over(referee: &Referee) -> bool {
    matches!(referee.to_decide(), Decision::MatchOver { .. })
}

/// A snapshot of a random moment in a session.
fn some_snapshot(random: &mut Random) -> Snapshot {
    let mut referee = Referee::new(any_series(random), any_rules(random));
    for _ in 0..random.below(120) {
        anything(&mut referee, random);
    }
    referee.snapshot()
}

/// Replaces a field by a random value.
fn distort(snapshot: &mut Snapshot, random: &mut Random) {
    let Snapshot { series, rules, table, games, exchanged, began, turns, progress } = snapshot;
    let any_count = |random: &mut Random| [0, 1, 2, 7, 255, u16::MAX][random.below(6)];
    let seat = Seat::BOTH[random.below(2)];
    let side = [None, Some(Side::OnRoll), Some(Side::Opponent)][random.below(3)];
    let win = [Win::Single, Win::Gammon, Win::Backgammon][random.below(3)];
    match random.below(16) {
        0 => table.position = odd_position(random),
        1 => {
            let games = random_game(table.game, random);
            table.position = games[random.below(games.len())];
        }
        2 => {
            let many = |random: &mut Random| {
                Checkers::from_nibbles_unchecked(
                    (random.below(usize::MAX) as u128) << random.below(90),
                )
            };
            table.position = Position::from_sides_unchecked(many(random), many(random));
        }
        3 => {
            table.game = Game::ALL[random.below(Game::ALL.len())];
            *series = table.game.into();
        }
        4 => {
            table.phase = [
                Phase::BeforeRoll,
                Phase::Rolled(random.roll(table.game)),
                Phase::Doubled,
                Phase::Beavered,
                Phase::Raccooned,
            ][random.below(5)];
        }
        5 => table.cube = Cube::new(random.below(16) as u8, side).unwrap(),
        6 => table.score = BySide { on_roll: any_count(random), opponent: any_count(random) },
        7 => {
            *rules = any_rules(random);
            table.stakes = rules.cube.stakes(random.below(2) == 1);
            table.largest_cube = rules.cube.largest_cube;
            table.scoring = rules.house_rules.scoring;
            table.final_raccoon = rules.house_rules.final_raccoon;
        }
        8 => {
            let length = any_count(random);
            rules.cube.session = Session::Match { length, crawford: true, holland: true };
            table.stakes = Stakes::Match { length, crawford: random.below(2) == 1 };
        }
        9 => {
            rules.cube.largest_cube = any_count(random) as u8;
            table.largest_cube = rules.cube.largest_cube;
        }
        10 => *turns = [0, 1, 3, 4, u32::MAX][random.below(5)],
        11 => table.seat = !table.seat,
        12 => *series = any_series(random),
        13 => *games = [0, 1, 2, 3, u32::MAX][random.below(5)],
        14 => {
            *exchanged = !*exchanged;
            *began = [None, Some(seat)][random.below(2)];
        }
        _ => {
            let ending = [
                Ending::Played(win),
                Ending::Passed,
                Ending::Resigned(win),
                Ending::TurnLimit,
                Ending::Settled,
            ][random.below(5)];
            let winner = (random.below(8) > 0).then_some(seat);
            let points = [0, 1, 2, 3, 4, 6, u32::MAX][random.below(7)];
            *progress = [
                Progress::Opening,
                Progress::InPlay,
                Progress::Resigning(win),
                Progress::Over(GameResult { winner, points, ending }),
            ][random.below(4)];
        }
    }
}

/// A game in which the top seat is on roll, after the bottom seat has played 31.
fn begun(session: Session) -> Referee {
    let rules = CubeRules { session, largest_cube: 10 };
    let mut referee = Referee::new(Game::Backgammon, rules);
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    let play = referee.legal_plays()[0];
    referee.apply(Action::Play(play)).unwrap();
    referee
}

const MONEY: Session = Session::Money { jacoby: false, beavers: true, automatic_doubles: 1 };

fn refused(snapshot: Snapshot) -> InvalidSituation {
    Referee::restore(&snapshot).unwrap_err()
}

#[test]
fn nothing_has_happened_before_an_opening() {
    let start = Referee::new(Game::Backgammon, CubeRules { session: MONEY, largest_cube: 10 });
    let start = start.snapshot();
    let with = |change: &dyn Fn(&mut Snapshot)| {
        let mut snapshot = start;
        change(&mut snapshot);
        snapshot
    };
    let turned = |value| Cube::of_value(value, None).unwrap();
    assert!(Referee::restore(&with(&|s| s.table.cube = turned(2))).is_ok(), "an automatic double");
    let owned = Cube::of_value(2, Some(Side::OnRoll)).unwrap();
    let nackgammon = Game::Nackgammon.start();
    let dice = Phase::Rolled("31".parse::<Dice>().unwrap());
    for wrong in [
        with(&|s| s.table.cube = turned(4)),
        with(&|s| s.table.cube = owned),
        with(&|s| s.table.position = nackgammon),
        with(&|s| s.table.seat = Seat::Top),
        with(&|s| s.table.phase = dice),
        with(&|s| s.turns = 1),
        with(&|s| s.began = Some(Seat::Top)),
    ] {
        assert_eq!(refused(wrong), InvalidSituation::NotOpening, "{wrong:?}");
    }
}

#[test]
fn nobody_resigns_while_the_cube_is_to_be_answered() {
    let mut referee = begun(MONEY);
    referee.apply(Action::Double).unwrap();
    let resigning = Progress::Resigning(Win::Single);
    let wrong = Snapshot { progress: resigning, ..referee.snapshot() };
    assert_eq!(refused(wrong), InvalidSituation::NoResignation);
}

#[test]
fn a_result_is_what_the_table_leads_to() {
    let mut passed = begun(MONEY);
    passed.apply(Action::Double).unwrap();
    let result = passed.apply(Action::Pass).unwrap().unwrap();
    let snapshot = passed.snapshot();
    assert_eq!(Referee::restore(&snapshot).unwrap().result(), Some(result));
    for wrong in [
        GameResult { points: 2, ..result },
        GameResult { winner: Some(Seat::Bottom), ..result },
        GameResult { winner: None, ..result },
        GameResult { ending: Ending::Played(Win::Single), ..result },
        GameResult { ending: Ending::Resigned(Win::Single), ..result },
    ] {
        let wrong = Snapshot { progress: Progress::Over(wrong), ..snapshot };
        assert_eq!(refused(wrong), InvalidSituation::OtherResult, "{wrong:?}");
    }
    let gone_on = Snapshot { progress: Progress::InPlay, ..snapshot };
    assert_eq!(
        Referee::restore(&gone_on).unwrap().to_decide(),
        Decision::Double { seat: Seat::Bottom, may_beaver: true }
    );
}

#[test]
fn a_table_is_checked_as_one_that_is_resumed() {
    let snapshot = begun(Session::Match { length: 3, crawford: true, holland: false }).snapshot();
    let too_many = Position::from_sides_unchecked(
        Checkers::from_points(&[(6, 15), (8, 2)]),
        snapshot.table.position.opponent(),
    );
    let with = |table: Situation| refused(Snapshot { table, ..snapshot });
    let found = InvalidPosition::Checkers { side: Side::OnRoll, found: 17, expected: 15 };
    assert_eq!(with(Situation { position: too_many, ..snapshot.table }), found.into());
    let score = BySide { on_roll: 0, opponent: 3 };
    let over = InvalidSituation::MatchOver(BySeat { bottom: 3, top: 0 });
    assert_eq!(with(Situation { score, ..snapshot.table }), over);
    let phase = Phase::Raccooned;
    let no_beavers = InvalidSituation::Cube(Illegal::NoBeavers);
    assert_eq!(with(Situation { phase, ..snapshot.table }), no_beavers);
    let mut rules = snapshot.rules;
    rules.cube.largest_cube = 3;
    assert_eq!(refused(Snapshot { rules, ..snapshot }), InvalidSituation::OtherRules);
    let mut rules = snapshot.rules;
    rules.house_rules.scoring = Some(Scoring::Single);
    assert_eq!(refused(Snapshot { rules, ..snapshot }), InvalidSituation::OtherRules);
    // The next game of this series is a different one.
    let series = GameSeries::new(&[Game::Irish, Game::Backgammon]).unwrap();
    assert_eq!(refused(Snapshot { series, ..snapshot }), InvalidSituation::OtherRules);
    assert!(Referee::restore(&Snapshot { series, games: 1, ..snapshot }).is_ok());
}
