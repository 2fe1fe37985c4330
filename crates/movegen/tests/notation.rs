//! Plays in the notation of players.

use sheshbesh_movegen::{
    Checkers, Dice, Game, Position,
    notation::{self, IllegalPlay},
};

fn dice(text: &str) -> Dice {
    text.parse().unwrap()
}

/// A position from points of each side's own view; the rest are off.
fn position(own: &[(u8, u8)], opponent: &[(u8, u8)]) -> Position {
    let side = |points| Checkers::from_points(points).with_rest_off(15);
    Position::from_sides_unchecked(side(own), side(opponent))
}

fn parse(position: &Position, dice: Dice, text: &str) -> Result<Position, IllegalPlay> {
    notation::parse(Game::Backgammon, position, dice, text)
}

fn write(position: &Position, dice: Dice, result: &Position) -> Option<String> {
    notation::write(Game::Backgammon, position, dice, result)
}

fn canonical(position: &Position, roll: &str, text: &str) -> String {
    let result = parse(position, dice(roll), text).unwrap_or_else(|e| panic!("{text}: {e}"));
    write(position, dice(roll), &result).unwrap()
}

fn start() -> Position {
    Game::Backgammon.start()
}

#[test]
fn many_forms_are_read_and_one_is_written() {
    for (roll, text, written) in [
        ("31", "6/5 8/5", "8/5 6/5"),
        ("31", "8/5,6/5", "8/5 6/5"),
        ("31", "8-5 6-5", "8/5 6/5"),
        ("65", "24/18/13", "24/13"),
        ("65", "24/18 18/13", "24/13"),
        ("65", "18/13 24/18", "24/13"),
        ("65", "24/13", "24/13"),
        ("11", "8/7(2) 6/5(2)", "8/7(2) 6/5(2)"),
        ("11", "8/7 6/5 8/7 6/5", "8/7(2) 6/5(2)"),
        ("11", "6/5(2) 6/4", "6/5(2) 6/4"),
        ("66", "24/18(2), 13/7(2)", "24/18(2) 13/7(2)"),
        ("33", "24/15 13/10", "24/15 13/10"),
    ] {
        assert_eq!(canonical(&start(), roll, text), written, "{text}");
    }
}

#[test]
fn hits_are_marked_where_they_are_made() {
    // Blots on the mover's 7 and 5 points.
    let blots = position(&[(13, 15)], &[(18, 1), (20, 1), (1, 13)]);
    assert_eq!(canonical(&blots, "62", "13/7*/5*"), "13/7*/5*");
    assert_eq!(canonical(&blots, "62", "13/7/5"), "13/7*/5*");
    assert_eq!(canonical(&blots, "62", "13/11 13/7"), "13/11 13/7*");
    // Without the mark, the path without a hit on the way is meant.
    assert_eq!(canonical(&blots, "62", "13/5"), "13/5*");
    assert_eq!(canonical(&blots, "66", "13/7(2) 13/1(1)"), "13/7*(2) 13/1");
    assert_eq!(parse(&blots, dice("62"), "13/11* 13/7"), Err(IllegalPlay::NoHit(11)));
    // Several checkers, the first of which hits.
    let one = position(&[(8, 15)], &[(20, 1), (1, 14)]);
    assert_eq!(canonical(&one, "33", "8/5(4)"), "8/5*(4)");
}

#[test]
fn bar_and_off_have_names_and_numbers() {
    let bar = position(&[(25, 2), (6, 13)], &[(12, 15)]);
    for text in ["bar/22 bar/24", "Bar/24 25/22", "b/24, b/22"] {
        assert_eq!(canonical(&bar, "31", text), "bar/24 bar/22");
    }
    let home = position(&[(6, 2), (5, 2), (3, 1)], &[(1, 5)]);
    for text in ["6/off 5/off", "6/0 5/o", "5/OFF 6/Off"] {
        assert_eq!(canonical(&home, "65", text), "6/off 5/off");
    }
    assert_eq!(canonical(&home, "66", "6/off(2) 5/off(2)"), "6/off(2) 5/off(2)");
}

/// `5/off` with 61 is one checker borne off by the 6, and leaves the 1 unplayed.
#[test]
fn stops_are_shown_where_one_number_would_do() {
    let home = position(&[(5, 1), (2, 3)], &[(1, 5)]);
    for (roll, text, written) in [
        ("61", "5/4/off", "5/4/off"),
        ("61", "5/off", "5/4/off"),
        ("61", "5/4 4/off", "5/4/off"),
        ("61", "5/off 2/1", "5/off 2/1"),
        ("52", "5/3/off", "5/3/off"),
        // The larger number does not bear off from there, so both numbers were played.
        ("41", "5/off", "5/off"),
        ("32", "5/2/off", "5/off"),
        // Each 3 of a double moves its checker as far as it can.
        ("33", "5/off 2/off(2)", "5/off 2/off(2)"),
    ] {
        assert_eq!(canonical(&home, roll, text), written, "{roll}: {text}");
    }
    let low = position(&[(2, 1), (1, 2)], &[(1, 5)]);
    for (text, written) in
        [("2/1/off", "2/1/off"), ("2/off", "2/1/off"), ("2/off 1/off", "2/off 1/off")]
    {
        assert_eq!(canonical(&low, "21", text), written, "{text}");
    }
    // Points on the way to another point are omitted: no number leads there alone.
    assert_eq!(canonical(&start(), "62", "24/18/16"), "24/16");
    // A hit on the way is written.
    let blot = position(&[(5, 1)], &[(21, 1), (1, 14)]);
    assert_eq!(canonical(&blot, "61", "5/4*/off"), "5/4*/off");
}

#[test]
fn what_is_illegal_is_named() {
    let illegal = |position: &Position, roll, text| parse(position, dice(roll), text).unwrap_err();
    let start = Game::Backgammon.start();
    for text in
        ["", "8", "8/", "/5", "5/8", "8/5/5", "8/5(0)", "8/5(9)", "8/5(", "27/3", "x/y", "8/5 ?"]
    {
        assert!(matches!(illegal(&start, "31", text), IllegalPlay::Syntax(_)), "{text}");
    }
    assert_eq!(illegal(&start, "31", "23/20 6/5"), IllegalPlay::Empty(23));
    assert_eq!(illegal(&start, "51", "24/19 6/5"), IllegalPlay::Blocked { from: 24, to: 19 });
    assert_eq!(illegal(&start, "55", "24/19 8/3"), IllegalPlay::Blocked { from: 24, to: 19 });
    assert_eq!(illegal(&start, "31", "8/5"), IllegalPlay::TooShort(dice("31")));
    assert_eq!(illegal(&start, "31", "8/5 6/5 6/5"), IllegalPlay::TooLong(dice("31")));
    assert_eq!(
        illegal(&start, "31", "13/8 6/5"),
        IllegalPlay::Dice { dice: dice("31"), from: 13, to: 8 }
    );
    assert_eq!(illegal(&start, "31", "pass"), IllegalPlay::MayNotPass(dice("31")));
    assert_eq!(illegal(&start, "61", "6/off 8/7"), IllegalPlay::NotHome);
    let bar = position(&[(25, 1), (13, 14)], &[(1, 15)]);
    assert_eq!(illegal(&bar, "31", "13/10 13/12"), IllegalPlay::OnBar);
    let home = position(&[(6, 1), (2, 2)], &[(1, 5)]);
    assert_eq!(illegal(&home, "41", "2/off 6/5"), IllegalPlay::NotRearmost(dice("41")));
    let closed_out =
        position(&[(25, 1), (14, 14)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (12, 3)]);
    assert_eq!(illegal(&closed_out, "31", "bar/22"), IllegalPlay::MustPass(dice("31")));
    assert_eq!(parse(&closed_out, dice("31"), "pass"), Ok(closed_out.swapped()));
    assert_eq!(write(&closed_out, dice("31"), &closed_out.swapped()).as_deref(), Some("pass"));
}

#[test]
fn the_larger_number_is_played_where_only_one_can_be() {
    // The 6 and the 5 can each be played, but not both: after either, the other is blocked.
    let only_one = position(&[(24, 1), (1, 14)], &[(12, 2), (7, 2), (2, 11)]);
    // 24/18 is blocked (18 is the opponent's 7), 24/19 is open, 24/13 is blocked.
    assert_eq!(canonical(&only_one, "65", "24/19"), "24/19");
    let either = position(&[(24, 1), (1, 14)], &[(12, 2), (2, 13)]);
    assert_eq!(canonical(&either, "65", "24/18"), "24/18");
    let error = parse(&either, dice("65"), "24/19").unwrap_err();
    assert_eq!(error, IllegalPlay::Larger(dice("65")));
}

#[test]
fn an_ambiguous_way_is_refused() {
    // There are blots on both ways, so 13/5 hits one or the other: the play is ambiguous.
    let two = position(&[(13, 15)], &[(18, 1), (14, 1), (1, 13)]);
    assert!(matches!(parse(&two, dice("62"), "13/5"), Err(IllegalPlay::Ambiguous(_))));
    assert_eq!(canonical(&two, "62", "13/11*/5"), "13/11*/5");
    assert_eq!(canonical(&two, "62", "13/7*/5"), "13/7*/5");
}

#[test]
fn a_pass_behind_a_play_ends_the_turn() {
    let position = Game::Backgammon.start();
    let dice = "31".parse().unwrap();
    let read = |text: &str| notation::parse(Game::Backgammon, &position, dice, text);
    let expected = read("8/5 6/5");
    assert!(expected.is_ok());
    for text in ["8/5 6/5 pass", "8/5 6/5 Pass", "8/5 6/5, pass", " 8/5 6/5  PASS "] {
        assert_eq!(read(text), expected, "{text}");
    }
    assert!(read("8/5 pass").is_err(), "both numbers can be played");
    assert!(read("pass 8/5 6/5").is_err());
}
