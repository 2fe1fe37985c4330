//! The rules of chase and Icelandic backgammon, on positions that were worked out by hand, and
//! against the slow generator where few checkers are left.

mod common;

use common::{Board, slow_plays};
use sheshbesh_movegen::{
    Action, AfterPlay, BySeat, Checkers, CubeRules, Decision, Dice, Ending, Game, GameEnd,
    HouseRules, InvalidPosition, Plays, Position, Referee, Seat, Side, Stage, TableRules,
    TurnState, Win,
    notation::{self, IllegalPlay},
    testing::{Random, every_form},
};
use std::collections::BTreeSet;

const GAMES: [Game; 2] = [Game::CHASE, Game::ICELANDIC];

/// Checkers on points, which both sides number alike.
fn side(points: &[u8]) -> Checkers {
    let counts: Vec<(u8, u8)> = points.iter().map(|&point| (point, 1)).collect();
    Checkers::from_points(&counts).with_rest_off(6)
}

fn position(game: Game, own: &[u8], opponent: &[u8]) -> Position {
    let counts = |points| std::array::from_fn(|index| side(points).on(index as u8));
    game.position(&counts(own), &counts(opponent)).expect("a position of the game")
}

fn dice(text: &str) -> Dice {
    text.parse().expect("a roll")
}

/// The plays of a roll in notation, in order.
fn plays(game: Game, position: &Position, roll: &str) -> Vec<String> {
    let mut all = Plays::new(game);
    let results = all.generate_or_pass(position, dice(roll));
    let texts = notation::write_all(game, position, dice(roll), results);
    let mut texts: Vec<String> = texts.into_iter().map(|text| text.expect("a play")).collect();
    texts.sort();
    texts
}

fn after(game: Game, position: &Position, roll: &str, play: &str) -> AfterPlay {
    let result = notation::parse(game, position, dice(roll), play).expect("a legal play");
    game.after_play(dice(roll), &result)
}

fn illegal(game: Game, position: &Position, roll: &str, play: &str) -> IllegalPlay {
    notation::parse(game, position, dice(roll), play).expect_err("an illegal play")
}

#[test]
fn only_ones_sixes_and_doubles_count() {
    for game in GAMES {
        let start = game.start();
        assert_eq!(start, position(game, &[24, 23, 22, 21, 20, 19], &[18, 17, 16, 15, 14, 13]));
        assert_eq!(plays(game, &start, "53"), ["pass"]);
        assert_eq!(game.passed(&start, dice("53")), start.swapped());
        let sixes = ["19/13*", "20/14*", "21/15*", "22/16*", "23/17*", "24/18*"];
        assert_eq!(plays(game, &start, "62"), sixes);
        // A one goes on from the player's own checkers to the opponent's first one.
        let ones = ["19/18*", "20/18*", "21/18*", "22/18*", "23/18*", "24/18*"];
        assert_eq!(plays(game, &start, "41"), ones);
        // Two fives of 5-5, and four sixes of 6-6; then the player rolls again.
        let next = after(game, &start, "55", "20/15* 19/14*");
        let left = position(game, &[24, 23, 22, 21, 15, 14], &[18, 17, 16, 13]);
        assert_eq!(next, AfterPlay::GoesOn(left));
        let next = after(game, &start, "66", "24/18* 23/17* 22/16* 21/15*");
        assert_eq!(next, AfterPlay::GoesOn(position(game, &[20, 19, 18, 17, 16, 15], &[14, 13])));
    }
}

#[test]
fn a_checker_goes_on_from_its_own_side() {
    let (own, other) = (&[20, 19], &[17, 3]);
    let before = position(Game::CHASE, own, other);
    assert_eq!(plays(Game::CHASE, &before, "31"), ["19/18", "20/18"]);
    let blocks: Game = "chase:own=blocks".parse().unwrap();
    let before = position(blocks, own, other);
    assert_eq!(plays(blocks, &before, "31"), ["19/18"]);
    assert_eq!(illegal(blocks, &before, "31", "20/19"), IllegalPlay::Own(19));
}

#[test]
fn the_ring_has_no_end() {
    for game in GAMES {
        let before = position(game, &[2, 1], &[21, 12]);
        assert_eq!(plays(game, &before, "64"), ["1/19", "2/20"]);
        assert_eq!(plays(game, &before, "21"), ["1/24", "2/24"]);
        assert_eq!(
            after(game, &before, "61", "2/20 1/24"),
            AfterPlay::TurnPasses(position(game, &[21, 12], &[24, 20]))
        );
        // 2/20/19 is one checker, 6 and 1 in either order.
        assert!(plays(game, &before, "61").contains(&"2/19".to_owned()));
        let found = illegal(game, &before, "61", "2/17");
        assert!(matches!(found, IllegalPlay::Dice { from: 2, to: 17, .. }), "{found:?}");
        assert_eq!(illegal(game, &before, "61", "5/4 2/1"), IllegalPlay::Empty(5));
        // Four sixes lead once round.
        let before = position(game, &[9, 8], &[22, 12]);
        assert_eq!(after(game, &before, "66", "9/15/9"), AfterPlay::GoesOn(before));
        assert!(plays(game, &before, "66").contains(&"9/15/9".to_owned()));
    }
}

#[test]
fn a_last_checker_moves_from_corner_to_corner() {
    for game in GAMES {
        let before = position(game, &[12], &[22, 21, 20]);
        assert_eq!(plays(game, &before, "31"), ["12/7"]);
        assert_eq!(plays(game, &before, "63"), ["12/6"]);
        assert_eq!(plays(game, &before, "61"), ["12/1"]);
        assert_eq!(plays(game, &before, "11"), ["12/6"]);
        // Two sixes are four corners, and the player rolls again after every double.
        let next = AfterPlay::GoesOn(position(game, &[24], &[22, 21, 20]));
        assert_eq!(after(game, &before, "66", "12/24"), next);
        assert_eq!(plays(game, &before, "44"), ["pass"]);
        assert_eq!(after(game, &before, "44", "pass"), AfterPlay::GoesOn(before));
        assert_eq!(plays(game, &before, "54"), ["pass"]);
        // The way goes on from point 1 to point 24.
        let end = position(game, &[1], &[24, 19]);
        assert_eq!(plays(game, &end, "41"), ["1/24*"]);
        assert_eq!(plays(game, &end, "64"), ["1/19*"]);
    }
}

#[test]
fn a_last_checker_goes_to_the_nearest_corner() {
    let game = Game::CHASE;
    for (point, corner) in [(23, "23/24"), (22, "22/24"), (21, "21/19"), (8, "8/7"), (10, "10/12")]
    {
        let before = position(game, &[point], &[16, 15]);
        assert_eq!(plays(game, &before, "63"), [corner]);
        assert_eq!(plays(game, &before, "33"), [corner]);
        assert_eq!(plays(game, &before, "53"), ["pass"]);
    }
    let before = position(game, &[22], &[16, 15]);
    assert_eq!(plays(game, &before, "61"), ["22/18", "22/19"], "the six first, or the one");
    let before = position(game, &[22], &[24, 15]);
    assert_eq!(plays(game, &before, "63"), ["22/24*"]);
}

#[test]
fn a_last_checker_is_safe_outside_corners_and_between_two_others() {
    let game = Game::CHASE;
    let astray = position(game, &[22, 16], &[16 - 6 + 11]);
    assert_eq!(plays(game, &astray, "31"), ["16/15"]);
    assert_eq!(illegal(game, &astray, "31", "22/21*"), IllegalPlay::LastIsSafe(21));
    let corner = position(game, &[20, 16], &[19]);
    assert_eq!(plays(game, &corner, "31"), ["16/15", "20/19*"]);
    let between = position(game, &[20, 18], &[19]);
    assert_eq!(plays(game, &between, "31"), ["18/17"]);
    assert_eq!(illegal(game, &between, "31", "20/19*"), IllegalPlay::LastIsSafe(19));
    // Across the end of the ring, too.
    let between = position(game, &[2, 24, 7], &[1]);
    assert_eq!(plays(game, &between, "64"), ["2/20", "24/18"]);
}

#[test]
fn a_side_without_checkers_loses() {
    for game in GAMES {
        let before = position(game, &[20, 16, 10], &[19]);
        let result = notation::parse(game, &before, dice("66"), "10/4").unwrap_err();
        assert!(matches!(result, IllegalPlay::TooShort(_)), "{result:?}");
        let result =
            notation::parse(game, &before, dice("61"), "20/19*").expect("it ends the game");
        let end = GameEnd::won(Side::Opponent, Win::Single);
        assert_eq!(game.end(&result, None), Some(end));
        assert_eq!(game.after_play(dice("61"), &result), AfterPlay::Over(end));
        assert!(Plays::new(game).generate(&result, dice("61")).is_empty());
    }
}

#[test]
fn the_rest_of_a_roll_is_the_opponents_in_icelandic() {
    let game = Game::ICELANDIC;
    let before = position(game, &[22], &[16, 15]);
    let moved = |roll| after(game, &before, roll, "22/24");
    let theirs = position(game, &[16, 15], &[24]);
    // No number of 5-3 counts.
    assert_eq!(moved("53"), AfterPlay::TurnPasses(theirs));
    let AfterPlay::TurnPasses(rest) = moved("61") else { panic!("the opponent goes on") };
    let stage = Stage { high: 6, low: 1, count: 1, runs_on: false, is_remainder: true };
    assert_eq!(rest.turn_state(), TurnState { stage: Some(stage), ..TurnState::default() });
    assert_eq!(rest.bare(), theirs);
    let text = notation::position_id(game, &rest);
    assert_eq!(notation::parse_position_id(&text, game), Ok((game, rest)));
    // They play it, and roll.
    assert_eq!(plays(game, &rest, "44"), ["15/8", "16/10 15/14", "16/14 15/9", "16/8", "16/9"]);
    let next = AfterPlay::GoesOn(position(game, &[16, 8], &[24]));
    assert_eq!(after(game, &rest, "61", "15/8"), next);
    let AfterPlay::TurnPasses(rest) = moved("44") else { panic!("the opponent goes on") };
    let fours = Stage { high: 4, low: 0, count: 2, runs_on: false, is_remainder: true };
    assert_eq!(rest.turn_state().stage, Some(fours));
    // In chase, a roll without a number that counts moves nothing.
    assert_eq!(plays(Game::CHASE, &position(Game::CHASE, &[22], &[16, 15]), "53"), ["pass"]);
}

#[test]
fn the_lower_die_begins_and_rolls_again() {
    for game in GAMES {
        let mut referee = Referee::new(game, CubeRules::NO_CUBE);
        referee.apply(Action::OpeningRoll(BySeat { bottom: 5, top: 2 })).unwrap();
        assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
        // The bottom seat has the attackers in the first game.
        assert_eq!(referee.table().position, game.start().swapped());
    }
}

#[test]
fn a_long_game_is_drawn() {
    let house_rules = HouseRules { turn_limit: Some(2), ..HouseRules::USUAL };
    let rules = TableRules { cube: CubeRules::NO_CUBE, house_rules };
    let mut referee = Referee::new(Game::CHASE, rules);
    referee.apply(Action::OpeningRoll(BySeat { bottom: 1, top: 2 })).unwrap();
    let mut last = None;
    for _ in 0..4 {
        referee.apply(Action::Roll(dice("53"))).unwrap();
        let passed = referee.table().position.swapped();
        last = referee.apply(Action::Play(passed)).unwrap();
    }
    let result = last.expect("the game is over");
    assert_eq!((result.winner, result.points, result.ending), (None, 0, Ending::TurnLimit));
    assert_eq!(GAMES.map(|game| HouseRules::USUAL.turn_limit(game)), [Some(500); 2]);
}

#[test]
fn a_point_has_one_checker() {
    let mut two = [0; 26];
    (two[5], two[0]) = (2, 4);
    let mut one = [0; 26];
    (one[6], one[0]) = (1, 5);
    let full = InvalidPosition::Full { side: Side::OnRoll, point: 5, most: 1 };
    assert_eq!(Game::CHASE.position(&two, &one), Err(full));
    assert!(matches!(Game::CHASE.position(&one, &one), Err(InvalidPosition::SharedPoint(6))));
    (one[6], one[25]) = (0, 1);
    assert_eq!(Game::CHASE.position(&one, &two), Err(InvalidPosition::Bar));
}

#[test]
fn both_generators_agree_where_few_checkers_are_left() {
    let mut random = Random::new(3);
    for game in every_form().filter(|game| game.is_ring()) {
        let mut fast = Plays::new(game);
        for _ in 0..150 {
            let mut points: Vec<u8> = (1..=24).collect();
            let mut draw = |count: usize| -> Vec<u8> {
                (0..count).map(|_| points.swap_remove(random.below(points.len()))).collect()
            };
            let (own, other) = (draw(1), draw(2));
            let (two, one) = (position(game, &other, &own), position(game, &own, &other));
            let last = position(game, &own, &other[..1]);
            for before in [two, one, last] {
                for &dice in game.rolls() {
                    let found = fast.generate(&before, dice);
                    let set: BTreeSet<Board> = found.iter().map(Board::of).collect();
                    assert_eq!(set, slow_plays(game, &before, dice), "{game} {before} {dice}");
                    assert_eq!(set.len(), found.len());
                }
            }
        }
    }
}
