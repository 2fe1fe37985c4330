//! The rules of a game at a table, one by one, and a check that nothing else can happen.

use proptest::prelude::*;
use sheshbesh_movegen::{
    Action, BySeat, BySide, Checkers, Cube, CubeRules, Decision, Dice, Ending, Game, GameResult,
    HouseRules, Illegal, InvalidSituation, OFF, Opening, Phase, Position, Referee, Scoring, Seat,
    Session, Side, Situation, Stakes, TableRules, View, Win, testing, testing::Random,
};

const MONEY: Session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 0 };
const BEAVERS: Session = Session::Money { jacoby: false, beavers: true, automatic_doubles: 0 };

fn match_to(length: u16) -> Session {
    Session::Match { length, crawford: true, holland: false }
}

fn rules(session: Session) -> CubeRules {
    CubeRules { session, largest_cube: 10 }
}

fn roll(text: &str) -> Dice {
    text.parse().unwrap()
}

/// A game in which the bottom seat has won the opening roll, 31.
fn begun(rules: CubeRules) -> Referee {
    let mut referee = Referee::new(Game::Backgammon, rules);
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    referee
}

/// A game in which the top seat is to roll or to double.
fn to_roll(session: Session) -> Referee {
    let mut referee = begun(rules(session));
    play_any(&mut referee);
    referee
}

fn play_any(referee: &mut Referee) {
    let play = referee.legal_plays()[0];
    referee.apply(Action::Play(play)).unwrap();
}

/// Ends a game of the session with a winner and a number of points.
fn win(referee: &mut Referee, winner: Seat, points: u32) {
    referee.settle(winner, points).unwrap();
}

/// A table where the player on roll, at the bottom, bears off the last checker with any roll, and
/// the opponent has borne off `opponent_off` checkers.
fn last_checker(opponent_off: u8, cube: Cube, stakes: Stakes) -> Situation {
    let own = Checkers::from_points(&[(1, 1)]).with_rest_off(15);
    let opponent = Checkers::from_points(&[(6, 15 - opponent_off)]).with_rest_off(15);
    Situation {
        cube,
        stakes,
        ..Situation::new(Position::from_sides_unchecked(own, opponent), Game::Backgammon)
    }
}

fn bear_off(table: Situation) -> GameResult {
    let mut referee = Referee::resume(CubeRules::of(&table), table, 40).unwrap();
    referee.apply(Action::Roll(roll("21"))).unwrap();
    let play = referee.legal_plays()[0];
    referee.apply(Action::Play(play)).unwrap().expect("the last checker is off")
}

#[test]
fn the_higher_opening_die_begins_and_plays_both_numbers() {
    for (dice, first) in
        [(BySeat { bottom: 6, top: 2 }, Seat::Bottom), (BySeat { bottom: 2, top: 6 }, Seat::Top)]
    {
        let mut referee = Referee::new(Game::Backgammon, rules(MONEY));
        assert_eq!(referee.to_decide(), Decision::Opening);
        referee.apply(Action::OpeningRoll(dice)).unwrap();
        assert_eq!(referee.to_decide(), Decision::Play { seat: first, dice: roll("62") });
        assert_eq!(referee.table().seat, first);
    }
}

#[test]
fn where_the_lot_only_says_who_begins_that_player_rolls_anew_and_does_not_double_before() {
    assert_eq!(Game::FEVGA.opening(), Opening::Reroll);
    let mut referee = Referee::new(Game::FEVGA, rules(MONEY));
    referee.apply(Action::OpeningRoll(BySeat { bottom: 2, top: 6 })).unwrap();
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
    referee.apply(Action::Roll(roll("44"))).unwrap();
    play_any(&mut referee);
    assert_eq!(referee.table().seat, Seat::Bottom);
}

#[test]
fn a_game_without_a_cube_knows_no_double() {
    let cubeless = Game::ALL.into_iter().find(|game| !game.has_cube()).unwrap();
    let mut referee = Referee::new(cubeless, rules(MONEY));
    referee.apply(Action::OpeningRoll(BySeat { bottom: 6, top: 2 })).unwrap();
    if referee.legal_plays().is_empty() {
        referee.apply(Action::Roll(roll("21"))).unwrap();
    }
    play_any(&mut referee);
    assert_eq!(referee.apply(Action::Double), Err(Illegal::NoCube(cubeless)));
}

#[test]
fn a_game_without_a_cube_knows_no_automatic_double_and_no_jacoby_rule() {
    let game = Game::ALL.into_iter().find(|game| !game.has_cube()).unwrap();
    let session = Session::Money { jacoby: true, beavers: false, automatic_doubles: 2 };
    let mut referee = Referee::new(game, CubeRules { session, largest_cube: 6 });
    for _ in 0..3 {
        referee.apply(Action::OpeningRoll(BySeat { bottom: 2, top: 2 })).unwrap();
    }
    assert_eq!(referee.table().cube, Cube::default());
    assert_eq!(referee.table().points_resigned(Win::Gammon, Side::OnRoll), 2);
    let turned = |table: Situation| Situation { cube: Cube::of_value(2, None).unwrap(), ..table };
    let doubled = |table| Situation { phase: Phase::Doubled, ..table };
    for table in [turned(*referee.table()), doubled(*referee.table())] {
        let refusal = Err(InvalidSituation::Cube(Illegal::NoCube(game)));
        assert_eq!(Referee::resume(*referee.rules(), table, 9), refusal);
    }
}

#[test]
fn equal_opening_dice_are_rolled_again() {
    let mut referee = Referee::new(Game::Backgammon, rules(MONEY));
    let before = referee.clone();
    referee.apply(Action::OpeningRoll(BySeat { bottom: 4, top: 4 })).unwrap();
    assert_eq!(referee, before);
}

#[test]
fn equal_opening_dice_double_as_often_as_was_agreed_and_leave_the_cube_in_the_middle() {
    let session = Session::Money { jacoby: false, beavers: false, automatic_doubles: 2 };
    for (largest_cube, value) in [(10, 4), (1, 2), (0, 1)] {
        let mut referee = Referee::new(Game::Backgammon, CubeRules { session, largest_cube });
        for die in 1..=3 {
            referee.apply(Action::OpeningRoll(BySeat { bottom: die, top: die })).unwrap();
        }
        let cube = referee.table().cube;
        assert_eq!((cube.value(), cube.owner()), (value, None));
    }
}

#[test]
fn dice_that_nobody_can_roll_are_refused() {
    let mut referee = Referee::new(Game::Backgammon, rules(MONEY));
    let dice = BySeat { bottom: 7, top: 1 };
    assert_eq!(referee.apply(Action::OpeningRoll(dice)), Err(Illegal::NoDice(dice)));
}

#[test]
fn only_plays_of_the_roll_are_legal() {
    let mut referee = begun(rules(MONEY));
    assert_eq!(referee.legal_plays().len(), 16);
    let pass = referee.table().position.swapped();
    assert_eq!(referee.apply(Action::Play(pass)), Err(Illegal::Play { dice: roll("31") }));
}

#[test]
fn a_roll_that_cannot_be_played_passes_the_turn() {
    // Two checkers on the bar against a closed board.
    let own = Checkers::from_points(&[(25, 2), (6, 13)]);
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).chain([(8, 3)]).collect();
    let position = Position::from_sides_unchecked(own, Checkers::from_points(&closed));
    let table = Situation::new(position, Game::Backgammon);
    let mut referee = Referee::resume(CubeRules::of(&table), table, 20).unwrap();
    referee.apply(Action::Roll(roll("65"))).unwrap();
    assert_eq!(referee.legal_plays(), [position.swapped()]);
    referee.apply(Action::Play(position.swapped())).unwrap();
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: true });
    assert_eq!(referee.table().position, position.swapped());
}

#[test]
fn nobody_doubles_before_the_opening_roll_is_played() {
    let mut referee = begun(rules(MONEY));
    assert!(matches!(referee.apply(Action::Double), Err(Illegal::NotNow { .. })));
    play_any(&mut referee);
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: true });
}

#[test]
fn a_double_that_is_taken_gives_the_cube_to_the_taker_who_alone_redoubles() {
    let mut referee = to_roll(MONEY);
    referee.apply(Action::Double).unwrap();
    assert_eq!(referee.to_decide(), Decision::Double { seat: Seat::Bottom, may_beaver: false });
    assert_eq!(referee.table().cube, Cube::default(), "the cube is turned when it is taken");
    referee.apply(Action::Take).unwrap();
    assert_eq!(Some(referee.table().cube), Cube::of_value(2, Some(Side::Opponent)));
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
    assert_eq!(referee.apply(Action::Double), Err(Illegal::OthersCube));
    referee.apply(Action::Roll(roll("43"))).unwrap();
    play_any(&mut referee);
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Bottom, may_double: true });
    assert_eq!(Some(referee.table().cube), Cube::of_value(2, Some(Side::OnRoll)));
}

#[test]
fn a_pass_costs_what_the_cube_showed_before_the_double() {
    let mut referee = to_roll(MONEY);
    referee.apply(Action::Double).unwrap();
    let passed = GameResult { winner: Some(Seat::Top), points: 1, ending: Ending::Passed };
    assert_eq!(referee.clone().apply(Action::Pass), Ok(Some(passed)));
    referee.apply(Action::Take).unwrap();
    referee.apply(Action::Roll(roll("43"))).unwrap();
    play_any(&mut referee);
    referee.apply(Action::Double).unwrap();
    let passed = GameResult { winner: Some(Seat::Bottom), points: 2, ending: Ending::Passed };
    assert_eq!(referee.apply(Action::Pass), Ok(Some(passed)));
}

#[test]
fn who_beavers_keeps_the_cube_and_a_raccoon_leaves_it_there() {
    let mut referee = to_roll(BEAVERS);
    referee.apply(Action::Double).unwrap();
    assert_eq!(referee.to_decide(), Decision::Double { seat: Seat::Bottom, may_beaver: true });
    referee.apply(Action::Beaver).unwrap();
    assert_eq!(Some(referee.table().cube), Cube::of_value(4, Some(Side::Opponent)));
    assert_eq!(referee.to_decide(), Decision::Beaver { seat: Seat::Top, may_raccoon: true });
    let mut content = referee.clone();
    content.apply(Action::Take).unwrap();
    assert_eq!(content.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
    referee.apply(Action::Raccoon).unwrap();
    assert_eq!(Some(referee.table().cube), Cube::of_value(8, Some(Side::Opponent)));
    assert_eq!(referee.to_decide(), Decision::Raccoon { seat: Seat::Bottom });
    referee.apply(Action::Take).unwrap();
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
}

/// By the final raccoon, the player at the top may neither double nor beaver after raccooning.
#[test]
fn a_final_raccoon_ends_the_right_to_turn_the_cube() {
    let house_rules = HouseRules { final_raccoon: true, ..HouseRules::USUAL };
    let rules = TableRules { cube: rules(BEAVERS), house_rules };
    let mut referee = Referee::new(Game::Backgammon, rules);
    let roll_and_play = |referee: &mut Referee| {
        referee.apply(Action::Roll(roll("21"))).unwrap();
        play_any(referee);
        assert_eq!(Referee::restore(&referee.snapshot()).as_ref(), Ok(&*referee));
    };
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    play_any(&mut referee);
    for action in [Action::Double, Action::Beaver, Action::Raccoon] {
        assert_eq!(referee.table().cube.barred(), None);
        referee.apply(action).unwrap();
        assert_eq!(Referee::restore(&referee.snapshot()).as_ref(), Ok(&referee));
    }
    assert_eq!(referee.table().cube.barred(), Some(Side::OnRoll));
    let mut unbarred = referee.snapshot();
    unbarred.table.cube = Cube::of_value(8, Some(Side::Opponent)).unwrap();
    assert_eq!(Referee::restore(&unbarred), Err(InvalidSituation::Barred));
    let mut unruled = referee.snapshot();
    (unruled.rules.house_rules.final_raccoon, unruled.table.final_raccoon) = (false, false);
    assert_eq!(Referee::restore(&unruled), Err(InvalidSituation::Barred));
    referee.apply(Action::Take).unwrap();
    roll_and_play(&mut referee);
    // The other player still may redouble; the answer cannot be a beaver.
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Bottom, may_double: true });
    referee.apply(Action::Double).unwrap();
    assert_eq!(referee.to_decide(), Decision::Double { seat: Seat::Top, may_beaver: false });
    assert!(!referee.table().may_answer_by_turning());
    assert_eq!(referee.apply(Action::Beaver), Err(Illegal::Raccooned));
    referee.apply(Action::Take).unwrap();
    roll_and_play(&mut referee);
    // Now the cube is theirs, and dead.
    let cube = referee.table().cube;
    assert_eq!((cube.value(), cube.owner()), (16, Some(Side::OnRoll)));
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
    assert_eq!(referee.apply(Action::Double), Err(Illegal::Raccooned));
    // Records may have such a double.
    assert_eq!(referee.apply_anyway(Action::Double), Ok(Some(Illegal::Raccooned)));
}

/// Raises of 1, 2, 3, by a maximum of three: the stakes are 1, 2, 4 and 7. A pass always loses 1.
#[test]
fn stakes_may_be_raised_arithmetically() {
    let house_rules = HouseRules { arithmetic_raises: true, ..HouseRules::USUAL };
    let cube = CubeRules { session: MONEY, largest_cube: 3 };
    let rules = TableRules { cube, house_rules };
    assert_eq!(rules.checked(), Ok(rules));
    let mut referee = Referee::new(Game::Backgammon, rules);
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    play_any(&mut referee);
    for stake in [2, 4, 7] {
        let doubler = referee.table().seat;
        referee.apply(Action::Double).unwrap();
        assert_eq!(Referee::restore(&referee.snapshot()).as_ref(), Ok(&referee));
        let mut passed = referee.clone();
        let result = passed.apply(Action::Pass).unwrap().unwrap();
        assert_eq!((result.winner, result.points), (Some(doubler), 1));
        assert_eq!(Referee::restore(&passed.snapshot()).as_ref(), Ok(&passed));
        referee.apply(Action::Take).unwrap();
        assert_eq!(referee.table().cube.value(), stake);
        let again = Cube::arithmetic_of_value(stake, Some(Side::Opponent));
        assert_eq!(Some(referee.table().cube), again);
        referee.apply(Action::Roll(roll("21"))).unwrap();
        play_any(&mut referee);
    }
    assert_eq!(referee.apply(Action::Double), Err(Illegal::LargestStake(7)));
    // A gammon counts twice the stake.
    referee.apply(Action::Resign(Win::Gammon)).unwrap();
    assert_eq!(referee.apply(Action::Accept).unwrap().unwrap().points, 14);
    // A cube that is doubled has no place at this table.
    let mut doubled = referee.snapshot();
    doubled.table.cube = Cube::new(3, Some(Side::OnRoll)).unwrap();
    assert_eq!(Referee::restore(&doubled), Err(InvalidSituation::OtherRules));
}

/// GNU Backgammon's manual, "Optional Rules": a beaver is accepted or refused as a normal double.
#[test]
fn a_beaver_and_a_raccoon_can_be_passed_at_the_stakes_before_them() {
    let mut referee = to_roll(BEAVERS);
    referee.apply(Action::Double).unwrap();
    referee.apply(Action::Beaver).unwrap();
    let passed = GameResult { winner: Some(Seat::Bottom), points: 2, ending: Ending::Passed };
    assert_eq!(referee.clone().apply(Action::Pass), Ok(Some(passed)));
    referee.apply(Action::Raccoon).unwrap();
    let passed = GameResult { winner: Some(Seat::Top), points: 4, ending: Ending::Passed };
    assert_eq!(referee.apply(Action::Pass), Ok(Some(passed)));
}

#[test]
fn beavers_are_made_where_they_were_agreed_on_and_never_in_a_match() {
    for session in [MONEY, match_to(7)] {
        let mut referee = to_roll(session);
        referee.apply(Action::Double).unwrap();
        assert_eq!(referee.apply(Action::Beaver), Err(Illegal::NoBeavers));
    }
}

#[test]
fn the_cube_stops_at_its_limit_for_doubles_beavers_and_raccoons() {
    let limited = |largest_cube| {
        let mut referee = begun(CubeRules { session: BEAVERS, largest_cube });
        play_any(&mut referee);
        referee
    };
    assert_eq!(limited(0).apply(Action::Double), Err(Illegal::LargestCube(0)));
    let mut referee = limited(1);
    referee.apply(Action::Double).unwrap();
    assert_eq!(referee.apply(Action::Beaver), Err(Illegal::LargestCube(1)));
    let mut referee = limited(2);
    referee.apply(Action::Double).unwrap();
    referee.apply(Action::Beaver).unwrap();
    assert_eq!(referee.apply(Action::Raccoon), Err(Illegal::LargestCube(2)));
    // No cube shows more than 32768, whatever limit was agreed.
    let table = Situation {
        cube: Cube::new(Cube::LARGEST_EXPONENT, None).unwrap(),
        largest_cube: 200,
        ..Situation::new(Game::Backgammon.start(), Game::Backgammon)
    };
    let mut referee = Referee::resume(CubeRules::of(&table), table, 9).unwrap();
    let refusal = Illegal::LargestCube(Cube::LARGEST_EXPONENT);
    assert_eq!(refusal.to_string(), "the cube is limited to 32768");
    assert_eq!(referee.apply(Action::Double), Err(refusal));
}

#[test]
fn gammons_and_backgammons_count_with_the_cube() {
    let money = Stakes::Money { jacoby: false, beavers: false };
    let cube = Cube::of_value(4, Some(Side::OnRoll)).unwrap();
    for (off, win) in [(1, Win::Single), (0, Win::Gammon)] {
        let result = bear_off(last_checker(off, cube, money));
        let points = 4 * u32::from(win.points());
        let ending = Ending::Played(win);
        assert_eq!(result, GameResult { winner: Some(Seat::Bottom), points, ending });
    }
}

#[test]
fn by_the_jacoby_rule_gammons_count_once_somebody_has_doubled() {
    let jacoby = Stakes::Money { jacoby: true, beavers: false };
    let points = |cube| bear_off(last_checker(0, cube, jacoby)).points;
    assert_eq!(points(Cube::default()), 1);
    assert_eq!(points(Cube::of_value(2, Some(Side::Opponent)).unwrap()), 4);
    // An automatic double gives the cube to neither player.
    assert_eq!(points(Cube::of_value(2, None).unwrap()), 2);
}

#[test]
fn the_crawford_game_is_the_first_in_which_somebody_is_one_away_and_no_other() {
    let mut referee = Referee::new(Game::Backgammon, rules(match_to(3)));
    let mut crawford_games = Vec::new();
    for (winner, points) in [(Seat::Top, 1), (Seat::Bottom, 2), (Seat::Top, 1), (Seat::Top, 1)] {
        referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
        play_any(&mut referee);
        let crawford = matches!(referee.table().stakes, Stakes::Match { crawford: true, .. });
        let doubled = referee.clone().apply(Action::Double);
        assert_eq!(doubled, if crawford { Err(Illegal::Crawford) } else { Ok(None) });
        crawford_games.push(crawford);
        win(&mut referee, winner, points);
        let _ = referee.apply(Action::NextGame);
    }
    assert_eq!(crawford_games, [false, false, true, false]);
}

#[test]
fn without_a_crawford_game_doubles_go_on_at_one_away() {
    let session = Session::Match { length: 3, crawford: false, holland: false };
    let mut referee = Referee::new(Game::Backgammon, rules(session));
    win(&mut referee, Seat::Top, 2);
    referee.apply(Action::NextGame).unwrap();
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    play_any(&mut referee);
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: true });
}

#[test]
fn by_hollands_rule_nobody_doubles_after_the_crawford_game_before_both_have_rolled_twice() {
    let session = Session::Match { length: 3, crawford: true, holland: true };
    let mut referee = Referee::new(Game::Backgammon, rules(session));
    win(&mut referee, Seat::Top, 2);
    referee.apply(Action::NextGame).unwrap();
    win(&mut referee, Seat::Bottom, 1);
    referee.apply(Action::NextGame).unwrap();
    referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
    for _ in 0..3 {
        play_any(&mut referee);
        assert_eq!(referee.apply(Action::Double), Err(Illegal::Holland));
        referee.apply(Action::Roll(roll("21"))).unwrap();
    }
    play_any(&mut referee);
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Bottom, may_double: true });
}

#[test]
fn a_match_ends_when_somebody_has_the_points() {
    let mut referee = Referee::new(Game::Backgammon, rules(match_to(2)));
    win(&mut referee, Seat::Top, 1);
    assert_eq!(referee.to_decide(), Decision::NextGame);
    referee.apply(Action::NextGame).unwrap();
    win(&mut referee, Seat::Bottom, 4);
    assert_eq!(referee.score(), BySeat { bottom: 4, top: 1 });
    assert_eq!(referee.to_decide(), Decision::MatchOver { winner: Seat::Bottom });
    let error = referee.apply(Action::NextGame).unwrap_err();
    assert_eq!(error.to_string(), "cannot begin the next game now: the match is over");
}

#[test]
fn a_money_session_goes_on_and_counts_its_points() {
    let mut referee = Referee::new(Game::Backgammon, rules(MONEY));
    for _ in 0..3 {
        win(&mut referee, Seat::Top, 2);
        referee.apply(Action::NextGame).unwrap();
    }
    assert_eq!(referee.score(), BySeat { bottom: 0, top: 6 });
    assert_eq!(referee.table().score, BySide { on_roll: 0, opponent: 6 });
}

#[test]
fn a_resignation_ends_the_game_when_it_is_accepted_and_changes_nothing_when_it_is_not() {
    let mut referee = to_roll(MONEY);
    let before = referee.clone();
    referee.apply(Action::Resign(Win::Gammon)).unwrap();
    let offered = Win::Gammon;
    assert_eq!(referee.to_decide(), Decision::Resignation { seat: Seat::Bottom, offered });
    let mut refused = referee.clone();
    refused.apply(Action::Refuse).unwrap();
    assert_eq!(refused, before);
    let ending = Ending::Resigned(Win::Gammon);
    let result = GameResult { winner: Some(Seat::Bottom), points: 2, ending };
    assert_eq!(referee.apply(Action::Accept), Ok(Some(result)));
    // The same with a roll on the table.
    let mut rolled = begun(rules(MONEY));
    let before = rolled.clone();
    rolled.apply(Action::Resign(Win::Single)).unwrap();
    assert!(rolled.legal_plays().is_empty());
    rolled.apply(Action::Refuse).unwrap();
    assert_eq!((rolled.legal_plays(), &rolled), (before.legal_plays(), &before));
}

#[test]
fn a_game_is_settled_once() {
    let mut referee = begun(rules(match_to(5)));
    let result = GameResult { winner: Some(Seat::Bottom), points: 2, ending: Ending::Settled };
    assert_eq!(referee.settle(Seat::Bottom, 2), Ok(result));
    assert_eq!(referee.result(), Some(result));
    assert_eq!(referee.settle(Seat::Top, 2), Err(Illegal::GameOver));
}

#[test]
fn a_game_goes_on_from_any_table_of_its_rules() {
    let table =
        Situation::parse("XGID=-b----E-C---eE---c-e----B-:1:1:-1:31:2:3:0:7:10", Game::Backgammon)
            .unwrap();
    let referee = Referee::resume(CubeRules::of(&table), table, 0).unwrap();
    assert_eq!(referee.to_decide(), Decision::Play { seat: Seat::Top, dice: roll("31") });
    assert_eq!(referee.score(), BySeat { bottom: 2, top: 3 });
    assert_eq!(referee.legal_plays().len(), 16);
    let wrong = |change: &dyn Fn(&mut Situation), rules: Option<CubeRules>| {
        let mut table = table;
        change(&mut table);
        let rules = rules.unwrap_or_else(|| CubeRules::of(&table));
        Referee::resume(rules, table, 0).unwrap_err()
    };
    assert_eq!(wrong(&|_| {}, Some(CubeRules::NO_CUBE)), InvalidSituation::OtherRules);
    let over = BySeat { bottom: 2, top: 7 };
    assert_eq!(wrong(&|t| t.score.on_roll = 7, None), InvalidSituation::MatchOver(over));
    let crawford = Stakes::Match { length: 7, crawford: true };
    assert_eq!(wrong(&|t| t.stakes = crawford, None), InvalidSituation::NoCrawford);
    let limit = InvalidSituation::Cube(Illegal::LargestCube(0));
    assert_eq!(wrong(&|t| t.largest_cube = 0, None), limit);
    let others = InvalidSituation::Cube(Illegal::OthersCube);
    assert_eq!(wrong(&|t| t.phase = Phase::Doubled, None), others);
    let none = InvalidSituation::Cube(Illegal::NoBeavers);
    assert_eq!(wrong(&|t| t.phase = Phase::Beavered, None), none);
    let money = |t: &mut Situation| {
        t.stakes = Stakes::Money { jacoby: false, beavers: true };
        t.phase = Phase::Raccooned;
    };
    assert_eq!(wrong(&money, None), InvalidSituation::Beavered(3));
    let finished = Position::from_sides_unchecked(
        Checkers::from_points(&[(0, 15)]),
        Checkers::from_points(&[(1, 15)]),
    );
    assert_eq!(wrong(&|t| t.position = finished, None), InvalidSituation::GameOver);
}

/// Points at cube value 1 of a game that was played to its end, from the descriptions of the
/// scales.
fn worth_by_the_letter(referee: &Referee, scoring: Scoring) -> u32 {
    let Situation { game, position, seat, .. } = *referee.table();
    let winner = referee.result().unwrap().winner.unwrap();
    let loser = if winner == seat { position.opponent() } else { position.own() };
    let has = |points: std::ops::RangeInclusive<u8>| points.into_iter().any(|p| loser.on(p) > 0);
    let winners_home = match game.view_from(loser) {
        View::Contrary | View::Parallel(6) => 19..=24,
        // A home that both sides share counts for nothing.
        View::Parallel(0) => 25..=25,
        View::Parallel(18) => 7..=12,
        View::Parallel(_) => 13..=18,
    };
    let left = u32::from(game.checkers() - loser.on(OFF));
    let none_off = loser.on(OFF) == 0;
    match scoring {
        Scoring::Single => 1,
        Scoring::Left => left.max(1) * if none_off { 2 } else { 1 },
        _ if !none_off => 1,
        Scoring::OynMars => 2,
        Scoring::Mars10 => 10,
        Scoring::Gammon3 if has(winners_home) || has(25..=25) => 3,
        Scoring::Gammon3 => 2,
        Scoring::Nardi4 if has(24..=25) => 3,
        Scoring::Nardi4 if has(7..=25) => 2,
        Scoring::Nardi4 => 4,
    }
}

fn allows(referee: &Referee, action: Action) -> bool {
    match referee.to_decide() {
        Decision::Opening => matches!(action, Action::OpeningRoll(_)),
        Decision::Roll { may_double, .. } => match action {
            Action::Roll(_) => true,
            Action::Resign(win) => referee.table().wins_that_count().contains(&win),
            Action::Double => may_double,
            _ => false,
        },
        Decision::Play { .. } => match action {
            Action::Play(result) => referee.legal_plays().contains(&result),
            Action::Resign(win) => referee.table().wins_that_count().contains(&win),
            _ => false,
        },
        Decision::Double { may_beaver, .. } => match action {
            Action::Take | Action::Pass => true,
            Action::Beaver => may_beaver,
            _ => false,
        },
        Decision::Beaver { may_raccoon, .. } => match action {
            Action::Take | Action::Pass => true,
            Action::Raccoon => may_raccoon,
            _ => false,
        },
        Decision::Raccoon { .. } => matches!(action, Action::Take | Action::Pass),
        Decision::Resignation { .. } => matches!(action, Action::Accept | Action::Refuse),
        Decision::NextGame => action == Action::NextGame,
        Decision::MatchOver { .. } => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_happens_nobody_gets_stuck_and_no_rule_is_broken(
        game in 0..Game::ALL.len(),
        seed in any::<u64>(),
    ) {
        let mut random = Random::new(seed);
        let rules = testing::any_rules(&mut random);
        let single = random.below(2) == 0;
        let series = if single { Game::ALL[game].into() } else { testing::any_series(&mut random) };
        let mut referee = Referee::new(series, rules);
        let limit = |game: Game| rules.house_rules.turn_limit(game).map_or(u32::MAX, u32::from);
        let (mut points, mut crawford_games) = (BySeat::default(), 0);
        let mut crawford_now = false;
        for _ in 0..600 {
            let decision = referee.to_decide();
            let mut legal = Vec::new();
            for action in testing::any_actions(&referee, &mut random) {
                let mut after = referee.clone();
                let done = after.apply(action);
                prop_assert_eq!(done.is_ok(), allows(&referee, action),
                    "{:?} {:?}", decision, action);
                match done {
                    Ok(_) => legal.push(action),
                    Err(_) => {
                        prop_assert_eq!(&after, &referee);
                        prop_assert_eq!(after.legal_plays(), referee.legal_plays());
                    }
                }
            }
            if let Decision::MatchOver { winner } = decision {
                match rules.cube.session {
                    Session::Match { length, .. } => {
                        prop_assert!(points[winner] >= u32::from(length));
                    }
                    Session::Money { .. } => {
                        prop_assert!(!series.is_single(), "money goes on");
                        prop_assert!(referee.games() as usize + 1 >= series.games().len());
                    }
                }
                prop_assert!(legal.is_empty());
                prop_assert!(points[!winner] < points[winner]);
                break;
            }
            // Resignations and passes would end most games early.
            let quiet = |action: &&Action| !matches!(action, Action::Resign(_) | Action::Pass);
            let calm: Vec<&Action> = legal.iter().filter(quiet).collect();
            let action = if random.below(40) == 0 || calm.is_empty() {
                legal[random.below(legal.len())]
            } else {
                *calm[random.below(calm.len())]
            };
            let before = *referee.table();
            if let Some(result) = referee.apply(action).unwrap() {
                for seat in Seat::BOTH {
                    let gets = result.winner.is_none_or(|winner| winner == seat);
                    points[seat] += if gets { result.points } else { 0 };
                }
                prop_assert_eq!(referee.result(), Some(result));
                let value = before.cube.value();
                let scoring = rules.house_rules.scoring;
                let jacoby = matches!(before.stakes, Stakes::Money { jacoby: true, .. })
                    && before.game.has_cube();
                let expected = match result.ending {
                    // A double does not show on the cube before it is taken; beavers and raccoons
                    // do.
                    // Who passes a raise loses the stake at the start of the game.
                    Ending::Passed if before.cube.is_arithmetic() => 1,
                    Ending::Passed if before.phase == Phase::Doubled => value,
                    Ending::Passed => value / 2,
                    _ if jacoby && before.cube.owner().is_none() => match scoring {
                        Some(Scoring::Left) => result.points,
                        _ => value,
                    },
                    Ending::Played(_) if result.winner.is_some() && scoring.is_some() => {
                        worth_by_the_letter(&referee, scoring.unwrap()) * value
                    }
                    Ending::Resigned(_) if scoring.is_some() => result.points,
                    Ending::Resigned(_) if before.game.has_white() => {
                        let white = before.position.turn_state().white.map(|it| before.seat.of(it));
                        if result.winner == white { 3 } else { 1 }
                    }
                    ending => u32::from(ending.win().points()) * value,
                };
                // Both mothers are pinned: a draw.
                let drawn = match before.game {
                    _ if result.ending == Ending::TurnLimit => 0,
                    Game::Tapa(_) if !before.position.opponent().all_off() => 1,
                    _ => 0,
                };
                let expected = if result.winner.is_none() { drawn } else { expected };
                prop_assert!(result.winner.is_none() || result.points > 0);
                prop_assert_eq!(result.points, expected, "{:?}: {:?}", before, result);
            }
            let table = referee.table();
            prop_assert!(table.cube.exponent() <= rules.cube.largest_cube);
            prop_assert!(referee.turns() <= limit(table.game).saturating_mul(2));
            prop_assert!(table.game.has_cube() || table.cube == Cube::default());
            prop_assert_eq!(referee.score().map(u32::from), points);
            let crawford = matches!(table.stakes, Stakes::Match { crawford: true, .. });
            crawford_games += i32::from(crawford && !crawford_now);
            crawford_now = crawford;
            prop_assert!(crawford_games <= 1);
            prop_assert!(!crawford || table.cube == Cube::default());
            if let Decision::Play { .. } = referee.to_decide() {
                prop_assert!(!referee.legal_plays().is_empty());
            }
            // A game can be resumed from any table in play.
            if referee.result().is_none() && !matches!(referee.to_decide(),
                Decision::Opening | Decision::Resignation { .. })
            {
                let turns = referee.turns();
                let again = Referee::resume(rules, *table, turns).unwrap();
                prop_assert_eq!(again.legal_plays(), referee.legal_plays());
            }
        }
    }
}
