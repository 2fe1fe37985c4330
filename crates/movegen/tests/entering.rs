//! The rules of the games whose checkers all start off the board, of Jacquet and Matador, on
//! positions that were worked out by hand.

mod by_hand;

use by_hand::{dice, goes_on, results, side};
use sheshbesh_movegen::{
    Action, AfterPlay, BySeat, BySide, Checkers, CubeRules, Game, Illegal, InvalidPosition,
    OtherDice, Phase, Position, Referee, Side, Situation, Stage, TurnState,
    notation::{self, IllegalPlay},
    perft,
};

/// A position in which so many of the waiting checkers of each side were hit.
fn with_hits(game: Game, own: &str, opponent: &str, hit: [u8; 2]) -> Position {
    let counts = |text| std::array::from_fn(|index| side(text).on(index as u8));
    let counters = BySide { on_roll: hit[0], opponent: hit[1] };
    let state = TurnState { counters, ..TurnState::default() };
    game.position_with_turn_state(&counts(own), &counts(opponent), state).expect("a position")
}

fn position(game: Game, own: &str, opponent: &str) -> Position {
    with_hits(game, own, opponent, [0, 0])
}

/// The player's checkers after each play, in order.
fn sides(game: Game, position: &Position, roll: &str) -> Vec<Checkers> {
    let mut all: Vec<Checkers> =
        results(game, position, roll).iter().map(|result| result.bare().opponent()).collect();
    all.sort();
    all
}

fn expect(game: Game, position: &Position, roll: &str, expected: &[&str]) {
    let mut expected: Vec<Checkers> = expected.iter().map(|text| side(text)).collect();
    expected.sort();
    assert_eq!(sides(game, position, roll), expected, "{game} {position} {roll}");
}

/// The results with these checkers of the player.
fn find(game: Game, position: &Position, roll: &str, own: &str) -> Position {
    let all = results(game, position, roll);
    let found = all.iter().find(|result| result.bare().opponent() == side(own));
    *found.unwrap_or_else(|| panic!("{game} {position} {roll}: {own} is not reached"))
}

#[test]
fn the_runner_of_jacquet_comes_home_first() {
    let game = Game::JACQUET;
    expect(game, &game.start(), "65", &["24:14 13:1"]);
    let before = position(game, "24:14 7:1", "24:15");
    expect(game, &before, "21", &["24:14 4:1", "24:13 23:1 5:1", "24:13 22:1 6:1"]);
    let illegal = notation::parse(game, &before, dice("21"), "24/22 24/23").unwrap_err();
    assert_eq!(illegal, IllegalPlay::Runner);
    // Any points may be held: all six of the start, too.
    let full = position(game, "24:9 23:1 22:1 21:1 20:1 6:2", "24:15");
    assert!(sides(game, &full, "51").contains(&side("24:8 23:1 22:1 21:1 20:1 19:1 6:1 5:1")));
}

#[test]
fn four_three_gives_any_double_in_matador() {
    let game = Game::MATADOR;
    expect(game, &game.start(), "65", &["24:14 13:1"]);
    let before = position(game, "24:13 6:1 1:1", "24:15");
    let played = find(game, &before, "43", "24:12 20:1 3:1 1:1");
    let next = goes_on(game, "43", &played);
    assert_eq!(next.turn_state().stage, Some(Stage::ANY_DOUBLE));
    let sixes = find(game, &next, "66", "24:8 20:1 18:4 3:1 1:1");
    assert_eq!(goes_on(game, "66", &sixes), position(game, "24:8 20:1 18:4 3:1 1:1", "24:15"));
    // A double that cannot be played in full ends the turn.
    let end = position(game, "24:1 8:1 5:1 1:12", "24:15");
    let next = goes_on(game, "43", &find(game, &end, "43", "24:1 4:1 2:1 1:12"));
    let blocked = find(game, &next, "66", "18:1 4:1 2:1 1:12");
    assert_eq!(game.after_play(dice("66"), &blocked), AfterPlay::TurnPasses(blocked));
    // Neither number can be played, so nothing is given, unless it always is.
    let (own, other) = ("24:15", "24:5 9:5 8:5");
    let shut = position(game, own, other);
    assert_eq!(results(game, &shut, "43"), [game.passed(&shut, dice("43"))]);
    assert_eq!(game.passed(&shut, dice("43")).turn_state().stage, None);
    let always: Game = "matador:gives=always".parse().unwrap();
    let shut = position(always, own, other);
    let given = always.passed(&shut, dice("43"));
    assert_eq!(goes_on(always, "43", &given).turn_state().stage, Some(Stage::ANY_DOUBLE));
}

#[test]
fn all_checkers_of_dutch_backgammon_enter_first() {
    let game = Game::DUTCH;
    expect(game, &game.start(), "63", &["25:13 22:1 19:1"]);
    // The last checker enters with one number, and the other is free.
    let last = position(game, "25:1 13:14", "10:2 8:13");
    let all = sides(game, &last, "65");
    assert!(all.contains(&side("19:1 13:13 8:1")) && all.contains(&side("20:1 13:13 7:1")));
}

#[test]
fn nothing_is_hit_in_dutch_backgammon_before_a_checker_has_come_home() {
    let game = Game::DUTCH;
    let closed = position(game, "25:14 20:1", "25:13 1:2");
    assert_eq!(results(game, &closed, "11"), [game.passed(&closed, dice("11"))]);
    let (own, other) = ("14:15", "24:14 18:1");
    let before = position(game, own, other);
    expect(game, &before, "61", &["14:13 13:1 8:1"]);
    let illegal = notation::parse(game, &before, dice("61"), "14/7*").unwrap_err();
    assert_eq!(illegal, IllegalPlay::MayNotHit);
    // A checker has been home before, and was hit.
    let after = with_hits(game, own, other, [1, 0]);
    let hit = find(game, &after, "61", "14:14 7:1");
    assert_eq!(hit.bare().own(), side("25:1 24:14"));
    // A point home may be reached and the hit follow in the same turn.
    let home = position(game, "7:1 14:14", "24:14 12:1");
    assert!(sides(game, &home, "11").iter().any(|own| own.on(13) > 0 && own.on(6) == 1));
    let off: Game = "dutch:hit-ban=off".parse().unwrap();
    assert!(sides(off, &position(off, own, other), "61").contains(&side("14:14 7:1")));
}

#[test]
fn a_side_that_has_come_home_is_remembered_in_dutch_backgammon() {
    // The only checker that is home is hit.
    let game = Game::DUTCH;
    let before = position(game, "7:1 6:14", "21:1 24:14");
    let hit = find(game, &before, "31", "6:14 3:1");
    assert_eq!(hit.turn_state(), TurnState::default());
    let before = position(game, "9:1 6:14", "6:1 24:14");
    let other = find(game, &before, "21", "9:1 6:13 3:1");
    assert_eq!(other.turn_state(), TurnState::default());
    let counters = BySide { on_roll: 1, opponent: 0 };
    let blot = position(game, "24:1 23:1 6:13", "4:1 24:14");
    let hit = find(game, &blot, "21", "21:1 23:1 6:13");
    assert_eq!(hit.turn_state().counters, counters);
    let text = notation::position_id(game, &hit);
    assert_eq!(notation::parse_position_id(&text, game), Ok((game, hit)));
    let now: Game = "dutch:hit-ban=now".parse().unwrap();
    assert_eq!(now.check(&hit), Err(InvalidPosition::TurnState));
    let hit = find(now, &blot, "21", "21:1 23:1 6:13");
    assert_eq!(hit.turn_state(), TurnState::default());
}

#[test]
fn checkers_of_acey_deucey_enter_at_any_time() {
    let game = Game::ACEY_DEUCEY;
    expect(game, &game.start(), "64", &["25:13 21:1 19:1", "25:14 15:1"]);
    // Hit checkers must enter first; both numbers enter on the 20 point only.
    let before = with_hits(game, "25:14 19:1", "25:13 3:2", [1, 0]);
    expect(game, &before, "53", &["25:13 19:1 17:1", "25:13 20:1 16:1"]);
    let shut = with_hits(game, "25:14 19:1", "25:11 3:2 5:2", [1, 0]);
    assert_eq!(results(game, &shut, "53"), [game.passed(&shut, dice("53"))]);
    let illegal = notation::parse(game, &shut, dice("53"), "19/14").unwrap_err();
    assert_eq!(illegal, IllegalPlay::MustPass(dice("53")));
    // From the reserve, they need not.
    let free = position(game, "25:14 19:1", "25:11 3:2 5:2");
    expect(game, &free, "53", &["25:14 11:1"]);
}

#[test]
fn ace_deuce_gives_any_double_and_another_roll() {
    let game = Game::ACEY_DEUCEY;
    let shut = position(game, "25:15", "25:11 2:2 1:2");
    let passed = game.passed(&shut, dice("21"));
    assert_eq!(results(game, &shut, "21"), [passed]);
    assert_eq!(game.after_play(dice("21"), &passed), AfterPlay::TurnPasses(passed));
    let before = position(game, "25:14 19:1", "25:12 24:1 5:2");
    let all = results(game, &before, "21");
    assert_eq!(all.len(), 5);
    for result in all {
        let next = goes_on(game, "21", &result);
        assert_eq!(next.turn_state().stage, Some(Stage::ANY_DOUBLE));
        for double in results(game, &next, "66") {
            let pips = next.own().pips() - double.bare().opponent().pips();
            let mover = double.seen_by_mover();
            let is_full = (1..=6).any(|number| pips == 4 * number);
            assert_eq!(mover.1 == Side::Opponent, is_full, "{double}");
            assert_eq!(double.turn_state().stage, None);
        }
    }
    let race: Game = "acey-deucey:form=race".parse().unwrap();
    assert!(
        results(race, &race.start(), "21").iter().all(|result| {
            matches!(race.after_play(dice("21"), result), AfterPlay::TurnPasses(_))
        })
    );
}

#[test]
fn doubles_of_acey_deucey_differ_by_its_form() {
    let of = |form: &str| -> Game { format!("acey-deucey:form={form}").parse().unwrap() };
    let four = |game: Game| find(game, &game.start(), "33", "25:11 22:4");
    let usual = Game::ACEY_DEUCEY;
    let again = goes_on(usual, "33", &four(usual));
    assert_eq!(again, position(usual, "25:11 22:4", "25:15"));
    for game in [of("american"), of("race")] {
        let result = four(game);
        assert_eq!(game.after_play(dice("33"), &result), AfterPlay::TurnPasses(result));
    }
    let european = of("european");
    let fours = goes_on(european, "33", &four(european));
    assert_eq!(fours.turn_state().stage.map(|stage| (stage.high, stage.count)), Some((4, 4)));
    let end = find(european, &fours, "44", "25:11 18:4");
    let again = goes_on(european, "44", &end);
    assert_eq!(again, position(european, "25:11 18:4", "25:15"));
    // A chosen double has its complement too, and checkers are borne off exactly.
    let chosen =
        goes_on(european, "21", &find(european, &european.start(), "21", "25:13 24:1 23:1"));
    let sixes = find(european, &chosen, "66", "25:9 24:1 23:1 19:4");
    let ones = goes_on(european, "66", &sixes);
    assert_eq!(ones.turn_state().stage.map(|stage| stage.high), Some(1));
    let exact = position(european, "5:2 3:1", "25:15");
    let illegal = notation::parse(european, &exact, dice("64"), "5/off").unwrap_err();
    assert_eq!(illegal, IllegalPlay::NotExact(5));
}

#[test]
fn two_checkers_enter_first_in_russian_backgammon() {
    let game = Game::RUSSIAN;
    expect(game, &game.start(), "42", &["25:13 23:1 21:1"]);
    let blocked = position(game, "25:15", "25:13 22:2");
    expect(game, &blocked, "31", &["25:14 24:1"]);
    // Both sides count the points alike, and the five hits.
    let before = position(game, "25:13 23:1 21:1", "25:14 20:1");
    let all = results(game, &before, "54");
    assert_eq!(all.len(), 10);
    let hits: Vec<&Position> = all.iter().filter(|result| result.own().on(25) == 15).collect();
    assert!(!hits.is_empty());
    for hit in hits {
        assert_eq!(hit.turn_state().counters, BySide { on_roll: 1, opponent: 0 });
    }
    let all_first: Game = "russian:entry=all".parse().unwrap();
    let before = position(all_first, "25:12 23:1 21:2", "25:15");
    expect(all_first, &before, "42", &["25:10 23:2 21:3"]);
    assert_eq!(
        all_first.check(&with_hits(game, "25:2 9:13", "8:15", [1, 0])),
        Err(InvalidPosition::TurnState)
    );
}

#[test]
fn doubles_of_russian_backgammon_have_a_complement() {
    let game = Game::RUSSIAN;
    let start = game.start();
    expect(game, &start, "33", &["25:11 22:4", "25:12 22:2 19:1", "25:13 19:2", "25:13 22:1 16:1"]);
    let fours = goes_on(game, "33", &find(game, &start, "33", "25:11 22:4"));
    assert_eq!(fours.turn_state().stage.map(|stage| (stage.high, stage.count)), Some((4, 4)));
    let end = find(game, &fours, "44", "25:11 18:4");
    assert_eq!(goes_on(game, "44", &end), position(game, "25:11 18:4", "25:15"));
    // What cannot be played in full ends the turn.
    let blocked = position(game, "15:1 2:14", "25:11 12:1 9:1 6:2");
    let result = find(game, &blocked, "33", "9:1 2:14");
    assert_eq!(game.after_play(dice("33"), &result), AfterPlay::TurnPasses(result));
    let later: Game = "russian:complement=after-entry".parse().unwrap();
    let result = find(later, &start, "33", "25:11 22:4");
    assert_eq!(later.after_play(dice("33"), &result), AfterPlay::TurnPasses(result));
}

#[test]
fn three_dice_are_played_in_tabula() {
    let game = Game::TABULA;
    let start = game.start();
    let all = sides(game, &start, "321");
    for own in ["25:12 24:1 23:1 22:1", "25:13 22:2", "25:14 19:1"] {
        assert!(all.contains(&side(own)), "{own}");
    }
    // Equal numbers count like others.
    expect(game, &start, "666", &["25:12 19:3", "25:13 19:1 13:1"]);
    // All three numbers are played if that is possible, in any order: 5 and 4 are blocked.
    let behind = position(game, "24:1 1:14", "19:2 20:2 17:2 2:9");
    expect(game, &behind, "651", &["12:1 1:14"]);
    expect(game, &behind, "411", &["18:1 1:14"]);
    assert_eq!(results(game, &behind, "554"), [game.passed(&behind, dice("554"))]);
    // Of numbers only one of which can be played, the largest one.
    let last = position(game, "20:1 2:14", "16:2 11:2 10:2 9:2 1:7");
    expect(game, &last, "654", &["14:1 2:14"]);
    let smaller = notation::parse(game, &last, dice("654"), "20/15").unwrap_err();
    assert_eq!(smaller, IllegalPlay::Larger(dice("654")));
}

#[test]
fn ids_and_referees_take_rolls_of_their_game_only() {
    let game = Game::TABULA;
    let rolled =
        Situation { phase: Phase::Rolled(dice("642")), ..Situation::new(game.start(), game) };
    let text = rolled.gnu_id();
    let (position, table) = text.split_once(':').expect("two IDs");
    assert_eq!(Situation::from_gnu_id(position, table, game), Ok(rolled));
    // The third die is in bits that other games leave 0.
    assert!(Situation::from_gnu_id("4HPwATDgc/ABMA", table, Game::Backgammon).is_err());
    let two = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    let two = Situation { phase: Phase::Rolled(dice("64")), ..two }.gnu_id();
    let (_, two) = two.split_once(':').expect("two IDs");
    assert!(Situation::from_gnu_id(position, two, game).is_err());
    for (game, roll) in [(game, "64"), (Game::Backgammon, "642")] {
        let mut referee = Referee::new(game, CubeRules::NO_CUBE);
        referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).expect("a lot");
        let wrong = OtherDice { game, dice: dice(roll) };
        assert_eq!(game.check_roll(dice(roll)), Err(wrong));
        if game == Game::TABULA {
            assert_eq!(referee.apply(Action::Roll(dice(roll))), Err(Illegal::Dice(wrong)));
            assert_eq!(referee.apply(Action::Roll(dice("642"))), Ok(None));
        }
    }
}

#[test]
fn plays_of_tabula_are_as_many_as_another_program_counts() {
    let game = Game::TABULA;
    let entering = ("25:6 20:3 17:2 14:4", "25:3 22:2 18:1 13:5 5:2", [1, 2]);
    let ending = ("8:1 6:3 4:2 2:3", "25:1 21:1 10:2 7:1 5:4 1:2", [0, 0]);
    for ((own, opponent, hit), count) in [(entering, 623), (ending, 252)] {
        assert_eq!(perft(game, &with_hits(game, own, opponent, hit), 1), count);
    }
}

#[test]
fn no_checker_of_tabula_passes_the_middle_before_all_have_entered() {
    let game = Game::TABULA;
    let waits = position(game, "25:1 13:2 24:12", "25:15");
    assert!(sides(game, &waits, "666").iter().all(|own| own.on(13) >= 2 || own.on(25) == 0));
    assert_eq!(notation::parse(game, &waits, dice("421"), "13/9"), Err(IllegalPlay::SecondHalf));
    // It may once the last has entered.
    assert!(sides(game, &waits, "421").contains(&side("24:13 13:1 7:1")));
    let free: Game = "tabula:second-half=free".parse().unwrap();
    let free_of = position(free, "25:1 13:2 24:12", "25:15");
    assert!(sides(free, &free_of, "421").contains(&side("25:1 24:12 13:1 6:1")));
}

#[test]
fn checkers_of_tabula_that_were_hit_enter_first() {
    let game = Game::TABULA;
    let shut = with_hits(game, "25:1 15:14", "24:2 23:2 22:2 1:9", [1, 0]);
    assert_eq!(results(game, &shut, "321"), [game.passed(&shut, dice("321"))]);
    let reserve: Game = "tabula:hit=reserve".parse().unwrap();
    let shut = position(reserve, "25:1 15:14", "24:2 23:2 22:2 1:9");
    expect(reserve, &shut, "321", &["25:1 15:12 14:1 13:1"]);
    // Both sides count the points alike, and a hit checker goes back to the others.
    for (game, counted) in [(game, 1), (reserve, 0)] {
        let blot = position(game, "24:1 20:14", "25:3 22:1 1:11");
        let all = results(game, &blot, "255");
        let hit = all.iter().find(|result| result.own().on(25) == 4).expect("a hit");
        assert_eq!(hit.turn_state().counters, BySide { on_roll: counted, opponent: 0 });
    }
}

#[test]
fn checkers_of_tabula_are_borne_off_from_home() {
    let game = Game::TABULA;
    let own = "8:1 3:2";
    let outside = position(game, own, "24:15");
    assert!(!sides(game, &outside, "331").contains(&side("8:1 2:1")));
    let free: Game = "tabula:bear-off=free".parse().unwrap();
    assert!(sides(free, &position(free, own, "24:15"), "331").contains(&side("7:1")));
    let over = position(game, "1:1 2:1", "24:15");
    let [result] = results(game, &over, "654")[..] else { panic!("one play") };
    let AfterPlay::Over(end) = game.after_play(dice("654"), &result) else { panic!("over") };
    assert_eq!((end.winner, end.points), (Some(Side::Opponent), 1));
}

#[test]
fn ids_and_bytes_have_the_number_of_hit_checkers() {
    for game in [Game::ACEY_DEUCEY, Game::RUSSIAN, Game::TABULA] {
        assert_eq!(notation::position_id(game, &game.start()).len(), game.name().len() + 15);
        let hit = with_hits(game, "25:14 19:1", "25:9 9:6", [12, 3]);
        let text = notation::position_id(game, &hit);
        assert_eq!(notation::parse_position_id(&text, game), Ok((game, hit)));
        assert_eq!(hit.pack().unpack(game), Ok(hit));
        let counts = |side: Checkers| std::array::from_fn(|index| side.on(index as u8));
        let counters = BySide { on_roll: 15, opponent: 0 };
        let too_many = TurnState { counters, ..TurnState::default() };
        let bare = hit.bare();
        let refused =
            game.position_with_turn_state(&counts(bare.own()), &counts(bare.opponent()), too_many);
        assert_eq!(refused, Err(InvalidPosition::TurnState));
    }
}
