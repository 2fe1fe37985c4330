//! The rules of each game of the family, on positions whose plays were counted by hand or by a
//! generator written for this purpose.

use sheshbesh_movegen::{
    Checkers, Class, Dice, Game, GameEnd, InvalidPosition, Opening, Plays, Position, Side,
    notation::{self, IllegalPlay},
    testing::{self, Random},
};

/// Checkers from points of one side's own view, such as `24:2 13:5`; the rest are off.
fn side(game: Game, text: &str) -> Checkers {
    let points: Vec<(u8, u8)> = text
        .split_whitespace()
        .map(|word| {
            let (point, count) = word.split_once(':').expect("point:count");
            (point.parse().expect("a point"), count.parse().expect("a count"))
        })
        .collect();
    Checkers::from_points(&points).with_rest_off(game.checkers())
}

/// A position from both sides' points. Points in `under` hold a checker of the player on roll that
/// lies under a single opposing one.
fn pinned(
    game: Game,
    own: &str,
    opponent: &str,
    under: &[u8],
) -> Result<Position, InvalidPosition> {
    let counts = |text| std::array::from_fn(|index| side(game, text).on(index as u8));
    let under = under.iter().map(|point| 1 << point).sum();
    game.position_with_pins(&counts(own), &counts(opponent), under)
}

fn position(game: Game, own: &str, opponent: &str) -> Position {
    pinned(game, own, opponent, &[]).unwrap_or_else(|error| panic!("{own} | {opponent}: {error}"))
}

fn dice(text: &str) -> Dice {
    text.parse().expect("a roll")
}

/// All plays of a roll in canonical notation, in order.
fn plays(game: Game, position: &Position, roll: &str) -> Vec<String> {
    let mut plays = Plays::new(game);
    let results = plays.generate(position, dice(roll));
    let mut all: Vec<String> = notation::write_all(game, position, dice(roll), results)
        .into_iter()
        .map(|text| text.expect("it is legal"))
        .collect();
    all.sort();
    all
}

/// The player's checkers after each of the plays.
fn sides(game: Game, position: &Position, roll: &str) -> Vec<Checkers> {
    let mut plays = Plays::new(game);
    let mut all: Vec<Checkers> =
        plays.generate(position, dice(roll)).iter().map(Position::opponent).collect();
    all.sort();
    all
}

#[track_caller]
fn leads_to(game: Game, position: &Position, roll: &str, expected: &[&str]) {
    let mut expected: Vec<Checkers> = expected.iter().map(|text| side(game, text)).collect();
    expected.sort();
    assert_eq!(sides(game, position, roll), expected, "{game} {roll}");
}

fn play(game: Game, position: &Position, roll: &str, text: &str) -> Result<Position, IllegalPlay> {
    notation::parse(game, position, dice(roll), text)
}

fn won(winner: Side, points: u8) -> Option<GameEnd> {
    Some(GameEnd { winner: Some(winner), points })
}

#[test]
fn snake_begins_with_nine_on_the_bar_of_one_side() {
    let game = Game::Snake;
    let white = game.start();
    assert_eq!(white, position(game, "25:9 24:2 23:2 22:2", "24:2 13:5 8:3 6:5"));
    assert!(game.is_uneven());
    leads_to(game, &white, "66", &[]);
    assert_eq!(plays(game, &white, "54"), ["bar/21 bar/20"]);
    assert_eq!(plays(game, &white, "61"), ["bar/24"]);
    assert_eq!(plays(game, &white, "33"), ["bar/22(4)"]);
    let black = plays(game, &white.swapped(), "61");
    assert_eq!(black.len(), 10);
    assert!(black.iter().all(|play| !play.contains('*')), "{black:?}");
}

#[test]
fn portes_is_backgammon_without_triple_wins_and_without_cube() {
    let game = Game::PORTES;
    assert_eq!((game.opening(), game.has_cube()), (Opening::Reroll, false));
    assert!(play(game, &game.start(), "66", "24/18(2) 13/7(2)").is_ok());
    let over = position(game, "", "25:1 6:14");
    assert_eq!(game.end(&over, None), won(Side::OnRoll, 2));
    let near = position(game, "5:1", "22:1 1:14");
    assert_eq!(plays(game, &near, "21"), ["5/2", "5/3*/2"]);
}

#[test]
fn in_tavla_who_hits_at_home_stays() {
    let game = Game::TAVLA;
    let eight = position(game, "8:1 6:2 5:12", "21:1 1:14");
    let legal = plays(game, &eight, "42");
    assert_eq!(legal.len(), 8);
    assert_eq!(plays(Game::Backgammon, &eight, "42").len(), 9);
    assert!(!legal.contains(&"8/4*/2".to_owned()));
    assert!(play(game, &eight, "42", "8/4* 6/4").is_ok());
    assert!(play(game, &eight, "42", "6/4* 5/1").is_ok());
    assert_eq!(play(game, &eight, "42", "8/4*/2"), Err(IllegalPlay::HitAndRun(4)));

    let six = position(game, "6:2 5:1", "22:1 1:14");
    assert_eq!(plays(game, &six, "21").len(), 4);
    assert_eq!(plays(Game::Backgammon, &six, "21").len(), 5);
    assert!(play(game, &six, "21", "6/4/3*").is_ok());
    assert!(play(game, &six, "21", "5/4/2").is_ok());

    // Hitting would make the ace unplayable, and both numbers can be played.
    let near = position(game, "5:1", "22:1 1:14");
    assert_eq!(plays(game, &near, "21"), ["5/2"]);
}

#[test]
fn tavla_has_stricter_forms() {
    let strict: Game = "tavla:hit-and-run=strict".parse().unwrap();
    // Of two checkers on a point that was hit, one may move on by the usual rule, and none by the
    // strict one.
    let two = position(Game::TAVLA, "8:1 5:1", "21:1 1:14");
    assert!(play(Game::TAVLA, &two, "41", "8/4* 5/4").is_ok());
    let double = position(Game::TAVLA, "6:2 5:1", "21:1 1:14");
    assert!(play(Game::TAVLA, &double, "22", "6/4*(2) 4/2 5/3").is_ok());
    assert_eq!(
        play(strict, &double, "22", "6/4*(2) 4/2 5/3"),
        Err(IllegalPlay::HitAndRun(4)),
        "no checker at all may leave it"
    );
    // With hit and run forbidden everywhere, it is also forbidden after a hit from the bar.
    let nowhere: Game = "tavla:hit-and-run=nowhere".parse().unwrap();
    let bar = position(Game::TAVLA, "25:1 6:14", "4:1 1:14");
    assert!(play(Game::TAVLA, &bar, "42", "bar/21*/19").is_ok());
    assert_eq!(play(nowhere, &bar, "42", "bar/21*/19"), Err(IllegalPlay::HitAndRun(21)));
}

#[test]
fn short_nardi_has_looser_forms() {
    let one: Game = "portes:numbers=one".parse().unwrap();
    let near = position(one, "8:1 6:1", "24:15");
    assert_eq!(plays(Game::PORTES, &near, "21"), ["6/3", "8/5", "8/7 6/4"]);
    let looser = plays(one, &near, "21");
    assert_eq!(
        looser,
        ["6/3", "6/4", "6/5", "8/5", "8/6", "8/7", "8/7 6/4"],
        "one number is enough"
    );
    assert_eq!(play(one, &near, "21", "pass"), Err(IllegalPlay::MayNotPass(dice("21"))));
    // Four, three, two or one of a double.
    assert_eq!(plays(one, &position(one, "8:1", "24:15"), "11"), ["8/4", "8/5", "8/6", "8/7"]);

    let lower: Game = "tavla:lower-points=always".parse().unwrap();
    let home = position(lower, "5:1 3:1 1:1", "10:15");
    assert_eq!(
        play(Game::TAVLA, &home, "64", "3/off 1/off"),
        Err(IllegalPlay::NotRearmost(dice("64")))
    );
    assert!(play(lower, &home, "64", "3/off 1/off").is_ok());
    assert!(!lower.bears_off_as_backgammon() && Game::TAVLA.bears_off_as_backgammon());
    let outside = position(lower, "7:1 3:1", "10:15");
    assert_eq!(play(lower, &outside, "44", "3/off"), Err(IllegalPlay::NotHome));
}

#[test]
fn in_old_english_five_checkers_fill_a_point() {
    let game = Game::OLD_ENGLISH;
    let start = game.start();
    assert_eq!(plays(game, &start, "21").len(), 13);
    assert!(play(game, &start, "21", "6/5 8/6").is_ok());
    assert_eq!(play(game, &start, "21", "8/6 24/23"), Err(IllegalPlay::Full(6)));
    let fives = plays(game, &start, "52");
    assert_eq!(fives.len(), 6);
    assert!(fives.contains(&"13/8 6/4".to_owned()) && fives.contains(&"24/22 8/3".to_owned()));
    let home = position(game, "6:5 5:5 4:5", "1:5 2:5 3:5");
    assert!(play(game, &home, "11", "4/3 5/4 6/5 4/3").is_ok());
    assert_eq!(play(game, &home, "11", "5/4 6/5(3)"), Err(IllegalPlay::Full(4)));
    let counts = |text| std::array::from_fn(|index| side(game, text).on(index as u8));
    assert_eq!(
        game.position(&counts("6:6 5:5 4:4"), &counts("1:5 2:5 3:5")),
        Err(InvalidPosition::Full { side: Side::OnRoll, point: 6, most: 5 })
    );
}

#[test]
fn where_numbers_may_be_wasted_a_play_may_leave_the_other_unplayable() {
    let waste: Game = "old-english:waste=allowed".parse().unwrap();
    // After 10/4, no checker can play the five: 24/19 is blocked.
    let (own, opponent) = ("24:1 10:1 3:5 2:5 1:3", "6:2 4:5 3:5 2:3");
    let usual = position(Game::OLD_ENGLISH, own, opponent);
    assert_eq!(
        play(Game::OLD_ENGLISH, &usual, "65", "10/4"),
        Err(IllegalPlay::TooShort(dice("65")))
    );
    assert!(play(waste, &usual, "65", "10/4").is_ok());
    let free = plays(waste, &usual, "65");
    assert!(plays(Game::OLD_ENGLISH, &usual, "65").iter().all(|play| free.contains(play)));
}

#[test]
fn in_misere_whoever_bears_off_first_loses() {
    let game = Game::Misere;
    let last = position(game, "1:1", "23:15");
    for roll in Dice::ALL {
        let mut plays = Plays::new(game);
        let results = plays.generate(&last, roll);
        assert_eq!(results.len(), 1, "moves are compulsory");
        assert_eq!(game.end(&results[0], Some(roll)), won(Side::OnRoll, 1), "who is left wins");
    }
    let two = position(game, "3:1 2:1", "6:15");
    leads_to(game, &two, "21", &["2:1", "1:2"]);
}

#[test]
fn irish_plays_doubles_twice_and_counts_one() {
    let game = Game::Irish;
    let legal = plays(game, &game.start(), "33");
    assert!(legal.contains(&"13/10(2)".to_owned()) && legal.contains(&"24/18".to_owned()));
    assert!(!legal.iter().any(|play| play.contains("(4)") || play.contains("13/10(2) ")));
    let over = position(game, "", "25:15");
    assert_eq!(game.end(&over, None), won(Side::OnRoll, 1));
}

#[test]
fn early_backgammon_pays_for_doubles_and_for_who_is_not_home() {
    let game = Game::EARLY;
    let home = position(game, "", "6:3");
    assert_eq!(game.end(&home, Some(dice("22"))), won(Side::OnRoll, 2));
    assert_eq!(game.end(&home, Some(dice("54"))), won(Side::OnRoll, 1));
    let outside = position(game, "", "9:1 6:13");
    assert_eq!(game.end(&outside, Some(dice("54"))), won(Side::OnRoll, 2));
    assert_eq!(game.end(&outside, Some(dice("55"))), won(Side::OnRoll, 3));
    let other: Game = "early:three=none-home".parse().unwrap();
    assert_eq!(other.end(&outside, Some(dice("55"))), won(Side::OnRoll, 2));
    let none_home = position(other, "", "9:15");
    assert_eq!(other.end(&none_home, Some(dice("54"))), won(Side::OnRoll, 3));
}

#[test]
fn plakoto_begins_on_one_point() {
    let game = Game::PLAKOTO;
    leads_to(game, &game.start(), "65", &["24:14 13:1", "24:13 19:1 18:1"]);
    leads_to(
        game,
        &game.start(),
        "66",
        &["24:11 18:4", "24:12 18:2 12:1", "24:13 12:2", "24:13 18:1 6:1"],
    );
    assert_eq!(game.opening(), Opening::Reroll);
}

#[test]
fn in_plakoto_who_is_landed_on_is_pinned_until_all_have_left() {
    let game = Game::PLAKOTO;
    let near = position(game, "24:13 9:2", "24:13 19:1 18:1");
    let legal = plays(game, &near, "31");
    assert_eq!(legal.len(), 6);
    for text in ["24/23 9/6*", "9/6* 9/8"] {
        let after = play(game, &near, "31", text).unwrap();
        // The opponent's checker is on their point 19, which is the player's point 6.
        assert_eq!(after.own().pinned(), 1 << 19, "{text}");
        assert_eq!(after.own().on(19), 1);
    }
    let passed = play(game, &near, "31", "9/5").unwrap();
    assert_eq!(passed.own().pinned(), 0, "who only passes does not pin");

    let under = pinned(game, "24:13 19:1 18:1", "24:13 9:1 6:1", &[19]).unwrap();
    let legal = plays(game, &under, "54");
    assert_eq!(legal.len(), 3, "{legal:?}");
    assert!(legal.iter().all(|play| !play.contains("24/19") && !play.contains("19/")));
    assert_eq!(play(game, &under, "54", "19/15 24/19"), Err(IllegalPlay::Pinned(19)));
}

#[test]
fn a_pinned_mother_ends_the_game_once_the_pinner_has_left_his_start() {
    let game = Game::PLAKOTO;
    let near = position(game, "7:1 5:14", "24:1 10:14");
    let after = play(game, &near, "61", "7/1*").unwrap();
    assert_eq!(game.end(&after, None), won(Side::Opponent, 2), "the turn ends with the game");

    let mother_left = position(game, "24:1 7:1 5:13", "24:1 10:14");
    let held = play(game, &mother_left, "61", "7/1* 5/4").unwrap();
    assert_eq!(game.end(&held, None), None);
    let at_once = position(game, "24:2 7:1 5:12", "24:1 10:14");
    let after = play(game, &at_once, "66", "7/1* 24/18(2)").unwrap();
    assert_eq!(game.end(&after, None), won(Side::Opponent, 2), "the fourth six is not played");
    let immediate: Game = "plakoto:mother=immediate".parse().unwrap();
    let after = play(immediate, &mother_left, "61", "7/1*").unwrap();
    assert_eq!(immediate.end(&after, None), won(Side::Opponent, 2));
    let off: Game = "plakoto:mother=off".parse().unwrap();
    let after = play(off, &near, "61", "7/1* 5/4").unwrap();
    assert_eq!(off.end(&after, None), None);
}

#[test]
fn both_mothers_pinned_are_a_draw() {
    for (game, points) in [(Game::PLAKOTO, 0), (Game::TAPA, 1)] {
        // The player's checker on 24 lies under the opponent's, on the opponent's 1 point; the
        // opponent's checker on 24 lies under the player's on 1.
        let near = pinned(game, "24:1 7:1 5:13", "24:1 1:2 9:12", &[]).unwrap();
        let after = play(game, &near, "61", "7/1* 5/4").unwrap();
        assert_eq!(game.end(&after, None), Some(GameEnd { winner: None, points }));
    }
}

#[test]
fn in_plakoto_nobody_bears_off_while_one_of_his_is_pinned() {
    let game = Game::PLAKOTO;
    // The player's checker on 3 lies under the opponent's, on the opponent's 22 point.
    let near = pinned(game, "3:1 2:14", "22:1 1:14", &[3]).unwrap();
    assert_eq!(play(game, &near, "21", "2/off"), Err(IllegalPlay::PinnedAtHome));
    let free: Game = "plakoto:bear-while-pinned=yes".parse().unwrap();
    assert!(play(free, &near, "21", "2/off 2/1").is_ok());
}

#[test]
fn long_nardi_lets_one_checker_off_the_head() {
    let game = Game::LONG_NARDI;
    let start = game.start();
    leads_to(game, &start, "65", &["24:14 13:1"]);
    leads_to(game, &start, "33", &["24:13 18:2", "24:13 21:1 15:1"]);
    leads_to(game, &start, "44", &["24:13 16:2"]);
    leads_to(game, &start, "66", &["24:13 18:2"]);
    leads_to(game, &start, "55", &["24:14 4:1"]);
    leads_to(game, &start, "11", &["24:14 20:1"]);
    leads_to(game, &start, "22", &["24:14 16:1"]);
    let later = position(game, "24:14 13:1", "24:14 13:1");
    assert!(sides(game, &later, "33").iter().all(|side| side.on(24) >= 13));
    assert_eq!(play(game, &later, "33", "24/21(2) 21/18(2)"), Err(IllegalPlay::Head));
}

#[test]
fn long_nardi_has_other_rules_of_the_head() {
    let form = |text: &str| -> Game { format!("long-nardi:head={text}").parse().unwrap() };
    let first = |text: &str, roll: &str| {
        let game = form(text);
        sides(game, &game.start(), roll).iter().map(|side| side.on(24)).min()
    };
    assert_eq!(first("any-double", "55"), Some(13));
    assert_eq!(first("usual", "55"), Some(14));
    assert_eq!(first("fours-and-sixes", "33"), Some(14));
    assert_eq!(first("fours-and-sixes", "44"), Some(13));
    assert_eq!(first("never", "66"), Some(14));
    assert_eq!(first("when-blocked", "66"), Some(13));
    assert_eq!(first("when-blocked", "55"), Some(14));
    assert_eq!(first("free", "66"), Some(11));
}

#[test]
fn six_points_in_a_row_need_somebody_ahead_of_them() {
    let game = Game::LONG_NARDI;
    let row = "24:5 13:5 11:1 10:1 9:1 8:1 7:1";
    let all_behind = position(game, row, "24:15");
    assert_eq!(sides(game, &all_behind, "61").len(), 36);
    assert_eq!(play(game, &all_behind, "61", "7/6 13/7"), Err(IllegalPlay::Row));
    assert!(!plays(game, &all_behind, "61").iter().any(|play| play == "13/6"));
    let one_ahead = position(game, row, "24:14 17:1");
    assert_eq!(sides(game, &one_ahead, "61").len(), 32);
    assert!(play(game, &one_ahead, "61", "13/6").is_ok());

    // The row would exist between the two steps.
    let moment = "14:1 13:9 11:1 10:1 9:1 7:1 6:1";
    assert_eq!(sides(game, &position(game, moment, "24:15"), "62").len(), 31);
    let later: Game = "long-nardi:row-at=end-of-turn".parse().unwrap();
    assert_eq!(sides(later, &position(later, moment, "24:15"), "62").len(), 32);
    assert!(play(later, &position(later, moment, "24:15"), "62", "14/8/6").is_ok());

    let counts = |text| std::array::from_fn(|index| side(game, text).on(index as u8));
    let set_up =
        |game: Game| game.position(&counts("24:9 11:1 10:1 9:1 8:1 7:1 6:1"), &counts("24:15"));
    assert_eq!(set_up(game), Err(InvalidPosition::Row(Side::OnRoll)));
    assert!(set_up("long-nardi:row=allowed".parse().unwrap()).is_ok());
}

#[test]
fn a_row_does_not_run_across_the_end_of_the_others_way() {
    // The player's points 15 to 10 are the opponent's 3, 2, 1, 24, 23, 22.
    let game = Game::LONG_NARDI;
    let counts = |text| std::array::from_fn(|index| side(game, text).on(index as u8));
    let across = game.position(&counts("24:9 15:1 14:1 13:1 11:1 10:1 9:1"), &counts("18:15"));
    assert!(across.is_ok());
}

#[test]
fn nard_counts_every_win_one() {
    let over = position(Game::NARD, "", "24:15");
    assert_eq!(Game::NARD.end(&over, None), won(Side::OnRoll, 1));
    assert_eq!(Game::LONG_NARDI.end(&over, None), won(Side::OnRoll, 2));
}

/// Lookups in backgammon's bearoff tables depend on this.
#[test]
fn bearoffs_are_backgammons_where_it_is_said() {
    let mut random = Random::new(5);
    let mut home = |game: Game| {
        let mut counts = [0u8; 26];
        for _ in 0..1 + random.below(game.checkers().into()) {
            counts[1 + random.below(6)] += 1;
        }
        let points: Vec<(u8, u8)> = (0..26).zip(counts).filter(|&(_, count)| count > 0).collect();
        Checkers::from_points(&points).with_rest_off(game.checkers())
    };
    let results = |game: Game, position: &Position, dice: Dice| {
        let mut plays = Plays::new(game);
        let mut results = plays.generate_or_pass(position, dice).to_vec();
        results.sort();
        results
    };
    let forms: Vec<Game> = testing::every_form().collect();
    for game in forms {
        if !game.bears_off_as_backgammon() || game.checkers() != Game::Backgammon.checkers() {
            continue;
        }
        for _ in 0..20 {
            let (own, opponent) = (home(game), home(game));
            let counts = |side: Checkers| std::array::from_fn(|index| side.on(index as u8));
            let position = game.position(&counts(own), &counts(opponent)).expect("it can be");
            assert_eq!(game.class(&position), Class::Bearoff, "{game}: {position}");
            for dice in Dice::ALL {
                let played = results(game, &position, dice);
                assert_eq!(
                    played,
                    results(Game::Backgammon, &position, dice),
                    "{game}: {position}"
                );
                for result in played {
                    let winner = |game: Game| game.end(&result, Some(dice)).map(|end| end.winner);
                    assert_eq!(winner(game), winner(Game::Backgammon), "{game}: {result}");
                }
            }
        }
    }
    for game in [Game::Misere, Game::Irish, Game::OLD_ENGLISH, Game::EARLY] {
        assert!(!game.bears_off_as_backgammon(), "{game}");
    }
}
