//! The rules of American on positions that were worked out by hand.

mod by_hand;

use by_hand::{dice, results, side};
use sheshbesh_movegen::{
    Action, AfterPlay, BySeat, Checkers, Class, CubeRules, Decision, Game, GameEnd,
    InvalidPosition, OUTCOMES, PackedPosition, Position, Referee, Scoring, Seat, Side, Situation,
    TurnState, View, Win,
    notation::{self, IllegalPlay},
    testing::{Random, random_game},
};

const GAME: Game = Game::American;

fn counts(checkers: Checkers) -> [u8; 26] {
    std::array::from_fn(|index| checkers.on(index as u8))
}

fn set_up(own: &str, opponent: &str, state: TurnState) -> Result<Position, InvalidPosition> {
    GAME.position_with_turn_state(&counts(side(own)), &counts(side(opponent)), state)
}

fn with_white(own: &str, opponent: &str, white: Side) -> Result<Position, InvalidPosition> {
    set_up(own, opponent, TurnState { white: Some(white), ..TurnState::default() })
}

/// A position with White on roll.
fn white(own: &str, opponent: &str) -> Position {
    with_white(own, opponent, Side::OnRoll).expect("a position")
}

/// A position with Black on roll.
fn black(own: &str, opponent: &str) -> Position {
    with_white(own, opponent, Side::Opponent).expect("a position")
}

fn parsed(position: &Position, roll: &str, play: &str) -> Result<Position, IllegalPlay> {
    notation::parse(GAME, position, dice(roll), play)
}

const WHITE: &str = "25:9 24:2 23:2 22:2";
const BLACK: &str = "22:2 21:5 20:3 19:5";

#[test]
fn the_sides_start_on_different_quarters() {
    let start = GAME.start();
    assert_eq!(start, white(WHITE, BLACK));
    assert_eq!(start.swapped(), black(BLACK, WHITE));
    assert_eq!([start.own(), start.opponent()].map(Checkers::pips), [363, 304]);
    // White's 24, 23 and 22 are Black's 6, 5 and 4; Black's 22 to 19 are White's 16 to 13.
    let view = GAME.view_from(start.own());
    assert_eq!([24, 23, 22].map(|point| view.other(point)), [6, 5, 4]);
    let view = GAME.view_from(start.opponent());
    assert_eq!(view, View::Parallel(18));
    assert_eq!([22, 21, 20, 19].map(|point| view.other(point)), [16, 15, 14, 13]);
}

#[test]
fn white_starts_and_its_reserve_enters_at_any_time() {
    let start = GAME.start();
    assert_eq!(results(GAME, &start, "65").len(), 14);
    for play in ["bar/19 bar/20", "23/12", "22/11", "23/18 bar/19", "bar/19 22/17"] {
        assert!(parsed(&start, "65", play).is_ok(), "{play}");
    }
    // Black's checkers close 16 and 13.
    assert_eq!(
        parsed(&start, "65", "22/16 bar/20"),
        Err(IllegalPlay::Blocked { from: 22, to: 16 })
    );
    assert!(parsed(&start, "65", "24/13").is_err());
}

#[test]
fn black_answers() {
    let start = GAME.start().swapped();
    assert_eq!(results(GAME, &start, "65").len(), 20);
    // White's 22 is Black's 4.
    let before = black("21:14 9:1", WHITE);
    assert_eq!(parsed(&before, "51", "9/4 21/20"), Err(IllegalPlay::Blocked { from: 9, to: 4 }));
    assert!(parsed(&before, "61", "9/3 21/20").is_ok());
}

#[test]
fn white_bears_off_once_all_have_entered_and_are_home() {
    let waits = white("25:1 6:1 1:13", "1:1");
    assert!(parsed(&waits, "61", "6/off 1/off").is_err());
    let last = white("6:2 3:1", "1:1");
    // A number higher than the rearmost checker's point takes that checker.
    let after = parsed(&white("5:2 3:1", "1:1"), "65", "5/off(2)").expect("a play");
    assert_eq!(after.opponent().on(0), 14);
    assert!(parsed(&last, "65", "6/off 6/1").is_ok());
    assert!(parsed(&last, "65", "3/off 6/off").is_err());
}

#[test]
fn wins_count_by_the_winners_side() {
    let won = |position: Position, roll: &str| {
        let all = results(GAME, &position, roll);
        let mut ends = all.iter().map(|result| match GAME.after_play(dice(roll), result) {
            AfterPlay::Over(end) => (end, GAME.end(&result.swapped(), None)),
            other => panic!("{other:?}"),
        });
        let (end, seen_by_winner) = ends.next().expect("a play");
        assert_eq!(seen_by_winner, Some(GameEnd { winner: Some(Side::OnRoll), ..end }));
        assert_eq!(end.winner, Some(Side::Opponent));
        end.points
    };
    assert_eq!(won(white("1:1", "20:15"), "21"), 3);
    assert_eq!(won(black("1:1", "24:6 25:9"), "21"), 1);
    let start = GAME.start();
    let (white_on_roll, black_on_roll): ([bool; OUTCOMES], [bool; OUTCOMES]) =
        (GAME.possible(&start), GAME.possible(&start.swapped()));
    assert_eq!(white_on_roll, [false, false, true, true, false, false]);
    assert_eq!(black_on_roll, [true, false, false, false, false, true]);
    assert_eq!(GAME.largest_win(), Win::Backgammon);
}

#[test]
fn a_side_resigns_what_the_other_wins() {
    let table = Situation::new(GAME.start(), GAME);
    assert_eq!(table.wins_that_count(), [Win::Single]);
    let swapped = Situation::new(GAME.start().swapped(), GAME);
    assert_eq!(swapped.wins_that_count(), [Win::Backgammon]);
    let loses = |win| [Side::OnRoll, Side::Opponent].map(|side| table.can_lose(win, side));
    assert_eq!(Win::ALL.map(loses), [[true, false], [false, false], [false, true]]);
    assert_eq!(table.points_resigned(Win::Single, Side::OnRoll), 1);
    assert_eq!(table.points_resigned(Win::Single, Side::Opponent), 3);
    let agreed = Situation { scoring: Some(Scoring::Single), ..table };
    assert_eq!(agreed.points_resigned(Win::Single, Side::Opponent), 1);
}

#[test]
fn a_hundred_rolls_without_a_step_are_a_draw() {
    let state = |idle| TurnState { white: Some(Side::OnRoll), idle, ..TurnState::default() };
    let stuck = |idle| {
        // White waits for its last checker behind Black's full home.
        set_up("25:1 1:14", "6:3 5:3 4:3 3:2 2:2 1:2", state(idle)).expect("a position")
    };
    let before = stuck(99);
    assert_eq!(GAME.end(&before, None), None);
    let all = results(GAME, &before, "65");
    assert_eq!(all.len(), 1);
    assert_eq!(all[0], GAME.passed(&before, dice("65")));
    let drawn = GameEnd { winner: None, points: 0 };
    assert_eq!(GAME.after_play(dice("65"), &all[0]), AfterPlay::Over(drawn));
    assert_eq!(GAME.class(&all[0]), Class::Over);
    // The next roll counts on, and a step starts the count again.
    let one = GAME.passed(&stuck(0), dice("65"));
    assert_eq!((one.turn_state().idle, one.turn_state().white), (1, Some(Side::Opponent)));
    assert!(results(GAME, &one, "65").iter().all(|result| result.turn_state().idle == 0));
    assert_eq!(set_up(WHITE, BLACK, state(101)), Err(InvalidPosition::TurnState));
}

#[test]
fn sides_that_cannot_block_each_other_race() {
    let class = |white_has: &str, black_has: &str| {
        let position = white(white_has, black_has);
        assert_eq!(GAME.class(&position), GAME.class(&position.swapped()));
        GAME.class(&position)
    };
    assert_eq!(class("18:1 6:14", "6:15"), Class::Race);
    assert_eq!(class("6:15", "6:15"), Class::Bearoff);
    // On White's 19 it blocks Black's 1; Black's 7 blocks White's 1.
    assert_eq!(class("19:1 6:14", "6:15"), Class::Contact);
    assert_eq!(class("6:15", "7:1 6:14"), Class::Contact);
    assert_eq!(class("25:1 6:14", "6:15"), Class::Contact);
}

/// A class without contact stays one, and no roll is blocked there.
#[test]
fn a_race_has_no_more_blocks() {
    let mut random = Random::new(11);
    let (mut races, mut white_won, mut black_won) = (0, 0, 0);
    for _ in 0..60 {
        let positions = random_game(GAME, &mut random);
        let first = positions.iter().position(|position| GAME.class(position) < Class::Contact);
        races += usize::from(first.is_some());
        for position in &positions[first.unwrap_or(positions.len())..] {
            assert!(GAME.class(position) < Class::Contact);
        }
        let end = positions.last().and_then(|last| GAME.end(last, None)).expect("a game's end");
        white_won += u32::from(end.points == 3);
        black_won += u32::from(end.points == 1);
    }
    assert!(races > 10 && white_won > 0 && black_won > 0, "{races} {white_won} {black_won}");
}

#[test]
fn positions_name_white() {
    assert_eq!(
        GAME.position(&counts(side(WHITE)), &counts(side(BLACK))),
        Err(InvalidPosition::WhoIsWhite)
    );
    assert_eq!(set_up(WHITE, BLACK, TurnState::default()), Err(InvalidPosition::WhoIsWhite));
    // Only White has a reserve.
    assert_eq!(
        with_white(WHITE, BLACK, Side::Opponent),
        Err(InvalidPosition::Reserve(Side::OnRoll))
    );
    // By Black's numbers, these points are different ones.
    assert_eq!(with_white("24:15", "6:15", Side::OnRoll), Err(InvalidPosition::SharedPoint(24)));
    assert!(with_white("24:15", "6:15", Side::Opponent).is_ok());
    let white_elsewhere = TurnState { white: Some(Side::OnRoll), ..TurnState::default() };
    for game in Game::ALL.into_iter().filter(|game| !game.has_white()) {
        let named = game.start().bare().with_turn_state(white_elsewhere);
        assert_eq!(game.check(&named), Err(InvalidPosition::TurnState), "{game}");
    }
}

#[test]
fn ids_name_white() {
    let mut random = Random::new(3);
    for position in random_game(GAME, &mut random) {
        assert_eq!(GAME.check(&position), Ok(()));
        let id = notation::position_id(GAME, &position);
        assert!(id.starts_with("american@") && id.len() == "american@".len() + 18, "{id}");
        assert_eq!(notation::parse_position_id(&id, GAME).expect("an ID").1, position);
        assert_eq!(position.pack().unpack(GAME), Ok(position));
        let PackedPosition(mut bytes) = position.pack();
        bytes[PackedPosition::CHECKERS..].fill(0);
        assert!(PackedPosition(bytes).unpack(GAME).is_err());
    }
    // The letters of the checkers alone.
    let short = &notation::position_id(GAME, &GAME.start())[.."american@".len() + 14];
    let error = Situation::parse(short, GAME).expect_err("White is missing").to_string();
    assert!(error.contains("White"), "{error}");
}

#[test]
fn the_winner_of_the_lot_plays_white() {
    for (bottom, top, first) in [(5, 2, Seat::Bottom), (2, 5, Seat::Top)] {
        let mut referee = Referee::new(GAME, CubeRules::NO_CUBE);
        referee.apply(Action::OpeningRoll(BySeat { bottom, top })).expect("a lot");
        assert_eq!(referee.to_decide(), Decision::Roll { seat: first, may_double: false });
        assert_eq!(referee.table().position, GAME.start());
        assert_eq!(Referee::restore(&referee.snapshot()).as_ref(), Ok(&referee));
    }
}

/// The bits that name White lie where other games mark pinned checkers.
#[test]
fn checkers_move_from_every_point() {
    for from in (2..=25).filter(|&from| from != 6) {
        let (white_has, black_has) = (format!("{from}:1 1:14"), "12:15");
        let position = white(&white_has, black_has);
        // Black's 12 is White's 6.
        let moved = GAME.with_moved(&position, from, from - 1);
        assert_eq!(moved.is_some(), from != 7, "{from}");
        if let Some((after, _)) = moved {
            assert_eq!(after.turn_state().white, Some(Side::OnRoll));
        }
    }
}
