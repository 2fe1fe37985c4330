//! The rules of Fevga, one by one.

use sheshbesh_movegen::{
    Checkers, Class, Dice, Game, GameEnd, InvalidPosition, OFF, Opening, Plays, Position, Side,
    notation::{self, IllegalPlay},
};

/// A position from points of each side's own view; the rest are off.
fn set_up(own: &[(u8, u8)], opponent: &[(u8, u8)]) -> Position {
    let side = |points| {
        let side = Checkers::from_points(points).with_rest_off(15);
        std::array::from_fn(|index| side.on(index as u8))
    };
    Game::FEVGA.position(&side(own), &side(opponent)).unwrap()
}

fn dice(text: &str) -> Dice {
    text.parse().unwrap()
}

/// The player's checkers after each of the plays.
fn results(position: &Position, roll: &str) -> Vec<Checkers> {
    let mut plays = Plays::new(Game::FEVGA);
    let results = plays.generate(position, dice(roll));
    assert!(results.iter().all(|result| result.own() == position.opponent()), "nobody is hit");
    results.iter().map(Position::opponent).collect()
}

fn side(points: &[(u8, u8)]) -> Checkers {
    Checkers::from_points(points).with_rest_off(15)
}

/// The plays in their canonical notation.
fn written(position: &Position, roll: &str) -> Vec<String> {
    let mut plays = Plays::new(Game::FEVGA);
    let results = plays.generate(position, dice(roll));
    let all = notation::write_all(Game::FEVGA, position, dice(roll), results);
    let mut all: Vec<String> = all.into_iter().map(|text| text.unwrap()).collect();
    all.sort();
    all
}

fn illegal(position: &Position, roll: &str, play: &str) -> IllegalPlay {
    notation::parse(Game::FEVGA, position, dice(roll), play).unwrap_err()
}

/// All the opponent's checkers on their starting point.
const UNMOVED: &[(u8, u8)] = &[(24, 15)];

#[test]
fn both_sides_start_with_all_checkers_on_24_which_is_the_others_12() {
    let start = Game::FEVGA.start();
    assert_eq!(start, set_up(UNMOVED, UNMOVED));
    assert_eq!(Game::FEVGA.view().other(12), 24);
    assert_eq!(Game::FEVGA.view().other(13), 1);
    assert_eq!(Game::FEVGA.opening(), Opening::Reroll);
    assert!(!Game::FEVGA.has_cube());
    assert_eq!(Game::FEVGA.class(&start), Class::Contact);
    assert_eq!(Game::FEVGA.possible(&start), [true, true, false, true, true, false]);
}

#[test]
fn until_the_runner_has_passed_no_other_checker_may_move() {
    let start = Game::FEVGA.start();
    assert_eq!(results(&start, "65"), [side(&[(24, 14), (13, 1)])]);
    // The runner would land on the other side's starting point: three sixes are lost.
    assert_eq!(results(&start, "66"), [side(&[(24, 14), (18, 1)])]);
    // After 24/9, the other checkers may move.
    let mut fives = results(&start, "55");
    fives.sort();
    let mut expected = [side(&[(24, 14), (4, 1)]), side(&[(24, 13), (19, 1), (9, 1)])];
    expected.sort();
    assert_eq!(fives, expected);
    let near = set_up(&[(24, 14), (13, 1)], UNMOVED);
    assert_eq!(written(&near, "21"), ["13/10", "24/23 13/11"]);
    assert_eq!(illegal(&near, "21", "24/22 24/23"), IllegalPlay::Runner);
    let far = set_up(&[(24, 14), (18, 1)], UNMOVED);
    assert_eq!(illegal(&far, "21", "24/21"), IllegalPlay::Runner);
}

#[test]
fn the_start_quarter_is_not_closed_at_the_end_of_a_turn() {
    let five = set_up(&[(24, 10), (23, 1), (22, 1), (21, 1), (20, 1), (6, 1)], UNMOVED);
    let plays = written(&five, "51");
    assert_eq!(plays.len(), 30);
    assert!(plays.contains(&"24/18".to_owned()), "it may be closed on the way: {plays:?}");
    assert!(!plays.contains(&"24/19 6/5".to_owned()));
    assert_eq!(illegal(&five, "51", "24/19 6/5"), IllegalPlay::StartQuarter);
}

#[test]
fn where_all_plays_of_a_roll_close_the_quarter_less_of_it_is_played() {
    // The opponent's points 6 to 1 are the player's 18 to 13. No checker from 24 to 20 can move by
    // 6, and only 24/19 is possible by 5. It closes the quarter and cannot be followed by a 6.
    let own = [(24, 4), (23, 3), (22, 3), (21, 2), (20, 2)];
    let opponent = [(6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)];
    let position = set_up(&own, &opponent);
    assert_eq!(results(&position, "65"), []);
    assert_eq!(illegal(&position, "65", "24/19"), IllegalPlay::MustPass(dice("65")));
}

#[test]
fn six_points_before_all_the_opponents_checkers_are_opened_where_they_can_be() {
    let own = [(18, 3), (11, 2), (10, 2), (9, 2), (8, 2), (7, 2), (6, 2)];
    let trap = set_up(&own, UNMOVED);
    let opened = ["10/9 10/4", "11/10 11/5", "7/6 7/1", "8/7 8/2", "9/8 9/3"];
    assert_eq!(written(&trap, "61"), opened);
    assert_eq!(illegal(&trap, "61", "18/17 11/5"), IllegalPlay::Trap);
    // With one of the opponent's checkers elsewhere, the row may stay.
    let free = set_up(&own, &[(24, 14), (5, 1)]);
    assert!(written(&free, "61").len() > 5);
}

#[test]
fn one_checker_closes_a_point() {
    let one = set_up(&[(24, 14), (10, 1)], &[(24, 14), (20, 1)]);
    // The opponent's point 20 is the player's point 8.
    assert_eq!(illegal(&one, "21", "10/8"), IllegalPlay::Blocked { from: 10, to: 8 });
    let mut own = [0; 26];
    own[25] = 15;
    let mut opponent = [0; 26];
    opponent[24] = 15;
    assert_eq!(Game::FEVGA.position(&own, &opponent), Err(InvalidPosition::Bar));
}

#[test]
fn a_win_counts_two_where_the_loser_has_none_off() {
    let game = Game::FEVGA;
    let last = set_up(&[(1, 1)], &[(3, 14)]);
    let after = notation::parse(game, &last, dice("21"), "1/off").unwrap();
    assert_eq!(after.opponent().on(OFF), 15);
    assert_eq!(
        game.end(&after, Some(dice("21"))),
        Some(GameEnd { winner: Some(Side::Opponent), points: 1 })
    );
    let gammon = set_up(&[], &[(24, 1), (3, 14)]);
    assert_eq!(game.end(&gammon, None), Some(GameEnd { winner: Some(Side::OnRoll), points: 2 }));
    assert_eq!(game.end(&last, None), None);
    assert_eq!(after.seen_by_mover(), (after, Side::OnRoll));
}

#[test]
fn who_has_come_past_the_others_start_meets_nobody_any_more() {
    let class = |own: &[(u8, u8)], opponent: &[(u8, u8)]| Game::FEVGA.class(&set_up(own, opponent));
    assert_eq!(class(&[(13, 15)], &[(2, 15)]), Class::Contact);
    assert_eq!(class(&[(12, 15)], &[(11, 15)]), Class::Race);
    assert_eq!(class(&[(6, 15)], &[(5, 15)]), Class::Bearoff);
}
