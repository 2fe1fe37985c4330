//! The rules of Gul bara and of both gyulbars, whose turns have stages, on positions that were
//! worked out by hand.

mod by_hand;

use by_hand::{dice, goes_on, results, side};
use sheshbesh_movegen::{
    Action, AfterPlay, BySeat, BySide, Checkers, CubeRules, Decision, Game, GameEnd,
    InvalidPosition, Position, Referee, Seat, Side, Situation, Stage, TurnState,
    notation::{self, IllegalPlay},
    testing::{Random, every_form},
};

fn position(game: Game, own: &str, opponent: &str) -> Position {
    let counts = |text| std::array::from_fn(|index| side(text).on(index as u8));
    game.position(&counts(own), &counts(opponent)).expect("a position of the game")
}

/// A position of Gul bara after these numbers of turns of the two sides.
fn after_turns(own: &str, opponent: &str, turns: [u8; 2]) -> Position {
    let [on_roll, opponents] = turns;
    let counters = BySide { on_roll, opponent: opponents };
    let plain = position(Game::GUL_BARA, own, opponent);
    plain.with_turn_state(TurnState { counters, ..TurnState::default() })
}

/// The only result of a roll.
fn only(game: Game, position: &Position, roll: &str) -> Position {
    let all = results(game, position, roll);
    assert_eq!(all.len(), 1, "{game} {position} {roll}: {all:?}");
    all[0]
}

fn stage(high: u8, count: u8, runs_on: bool, is_remainder: bool) -> Stage {
    Stage { high, low: 0, count, runs_on, is_remainder }
}

#[test]
fn doubles_of_the_first_three_turns_of_gul_bara_are_ordinary() {
    let game = Game::GUL_BARA;
    assert_eq!(only(game, &game.start(), "66").bare().opponent(), side("24:11 18:4"));
    for turns in 0..3 {
        let result = only(game, &after_turns("6:8", "1:1", [turns, 0]), "55");
        assert_eq!(result.bare().opponent(), side("6:4 1:4"));
        let state = result.turn_state();
        assert_eq!((state.moves, state.stage), (Side::OnRoll, None));
        assert_eq!(state.counters, BySide { on_roll: 0, opponent: turns + 1 });
    }
}

#[test]
fn from_the_fourth_turn_on_doubles_run_on() {
    let game = Game::GUL_BARA;
    let before = after_turns("6:8", "1:1", [3, 0]);
    let fives = only(game, &before, "55");
    assert_eq!(fives.bare().opponent(), side("6:4 1:4"));
    let sixes = goes_on(game, "55", &fives);
    assert_eq!(sixes.turn_state().stage, Some(stage(6, 4, true, false)));
    assert_eq!(sixes.turn_state().counters.on_roll, 3);
    // The roll does not matter now.
    for roll in ["66", "31"] {
        let end = only(game, &sixes, roll);
        assert_eq!(end.bare().opponent(), side("1:4"));
        assert_eq!(game.after_play(dice(roll), &end), AfterPlay::TurnPasses(end));
        assert_eq!(end.turn_state().stage, None);
    }
    let sooner: Game = "gul-bara:chain-from=1".parse().unwrap();
    let first = after_turns("6:8", "1:1", [0, 0]);
    assert!(matches!(
        sooner.after_play(dice("55"), &only(sooner, &first, "55")),
        AfterPlay::GoesOn(_)
    ));
}

#[test]
fn the_opponent_plays_the_rest_of_a_double_that_runs_on() {
    let game = Game::GUL_BARA;
    let before = after_turns("24:2 1:13", "24:14 2:1", [3, 3]);
    let played = only(game, &before, "55");
    assert_eq!(played.bare().opponent(), side("19:2 1:13"));
    assert_eq!(played.turn_state().stage, Some(stage(5, 2, true, true)));
    // The opponent plays two fives, then four sixes, then rolls; these are no turns of its own.
    let fives = results(game, &played, "55");
    let boards: Vec<Checkers> = fives.iter().map(|result| result.bare().opponent()).collect();
    let (one, two) = (side("24:13 14:1 2:1"), side("24:12 19:2 2:1"));
    assert!(boards.len() == 2 && boards.contains(&one) && boards.contains(&two), "{boards:?}");
    let next = goes_on(game, "55", &fives[0]);
    assert_eq!(next.turn_state().stage, Some(stage(6, 4, true, true)));
    let sixes = results(game, &next, "66");
    for result in &sixes {
        let rolls = goes_on(game, "66", result);
        assert_eq!(rolls.turn_state().stage, None);
        assert_eq!(rolls.turn_state().counters, BySide { on_roll: 3, opponent: 3 });
    }
    // In turn three, the two fives are lost; by the other rule too.
    let lost = only(game, &after_turns("24:2 1:13", "24:14 2:1", [2, 3]), "55");
    assert_eq!(lost.turn_state().stage, None);
    let house: Game = "gul-bara:rest=lost".parse().unwrap();
    assert_eq!(only(house, &before, "55").turn_state().stage, None);
}

#[test]
fn a_double_that_cannot_be_begun_is_lost() {
    let game = Game::GUL_BARA;
    // 24/18 and 18/12 are closed.
    let before = after_turns("24:15", "24:10 6:5", [3, 3]);
    let passed = only(game, &before, "66");
    assert_eq!(passed.bare(), before.bare().swapped());
    let state = passed.turn_state();
    assert_eq!((state.moves, state.stage, state.idle), (Side::OnRoll, None, 1));
    assert_eq!(passed, game.passed(&before, dice("66")));
    assert_eq!(notation::write(game, &before, dice("66"), &passed).as_deref(), Some("pass"));
    assert_eq!(notation::parse(game, &before, dice("66"), "pass"), Ok(passed));
}

#[test]
fn a_hundred_rolls_without_a_step_are_a_draw() {
    let game = Game::GUL_BARA;
    let mut position = after_turns("24:15", "24:10 6:5", [0, 0]);
    let mut idle = position.turn_state();
    idle.idle = 99;
    position = position.with_turn_state(idle);
    assert_eq!(game.end(&position, None), None);
    let result = only(game, &position, "66");
    let drawn = GameEnd { winner: None, points: 0 };
    assert_eq!(game.after_play(dice("66"), &result), AfterPlay::Over(drawn));
    // Any step starts the count again.
    assert!(results(game, &position, "21").iter().all(|result| result.turn_state().idle == 0));
}

#[test]
fn a_drawn_game_leaves_no_numbers() {
    let game = Game::GYULBAR;
    // Neither 6 nor 5 can be played, and both would be the opponent's.
    let blocked = position(game, "24:15", "7:8 6:7");
    let state = TurnState { idle: 99, ..TurnState::default() };
    let result = only(game, &blocked.with_turn_state(state), "65");
    let state = result.turn_state();
    assert_eq!((state.moves, state.stage, state.idle), (Side::OnRoll, None, 100));
    let left = only(game, &blocked, "65").turn_state().stage;
    assert!(left.is_some_and(|stage| stage.is_remainder));
}

#[test]
fn checkers_at_home_stay_there_in_gyulbar() {
    let game = Game::GYULBAR;
    let one = only(game, &position(game, "6:3 5:2 3:1", "1:1"), "53");
    assert_eq!(one.bare().opponent(), side("6:3 5:1"));
    // Neither number can be played: the opponent plays both, then rolls.
    let none = only(game, &position(game, "6:3 4:2", "24:5 12:1"), "53");
    let rest = Stage { high: 5, low: 3, count: 1, runs_on: false, is_remainder: true };
    assert_eq!(none.turn_state().stage, Some(rest));
    let played = results(game, &none, "53");
    assert!(played.len() > 1);
    for result in &played {
        assert_eq!(none.bare().own().pips() - result.bare().opponent().pips(), 8);
        assert_eq!(goes_on(game, "53", result).turn_state(), TurnState::default());
    }
    // A step to the six point would waste the one.
    let last = only(game, &position(game, "8:1 6:14", "1:1"), "21");
    assert_eq!(last.bare().opponent(), side("6:14 5:1"));
    let illegal = |own, roll, play| {
        notation::parse(game, &position(game, own, "1:1"), dice(roll), play).unwrap_err()
    };
    assert_eq!(illegal("8:1 6:14", "21", "6/4 8/7"), IllegalPlay::StaysHome(6));
    assert_eq!(illegal("5:2 3:1", "63", "5/off"), IllegalPlay::NotExact(5));
}

#[test]
fn a_double_that_is_played_in_full_gives_another_roll_in_gyulbar() {
    let game = Game::GYULBAR;
    let four = only(game, &position(game, "6:2 2:4", "1:1"), "22");
    assert_eq!(four.bare().opponent(), side("6:2"));
    assert_eq!(goes_on(game, "22", &four), position(game, "6:2", "1:1"));
    let three = only(game, &position(game, "6:3 2:3", "24:5"), "22");
    assert_eq!(three.turn_state().stage, Some(stage(2, 1, false, true)));
    // The opponent, who finishes the double, has no other roll by it.
    for result in results(game, &three, "22") {
        let next = goes_on(game, "22", &result);
        assert_eq!(next.turn_state(), TurnState::default());
    }
    // One of two numbers: the other one is left.
    let one = only(game, &position(game, "6:3 2:1", "1:1"), "52");
    assert_eq!(one.turn_state().stage, Some(stage(5, 1, false, true)));
}

#[test]
fn doubles_run_on_in_crazy_gyulbar_from_the_first_turn() {
    let game = Game::CRAZY_GYULBAR;
    let fives = only(game, &position(game, "6:4 5:4", "1:1"), "55");
    let sixes = only(game, &goes_on(game, "55", &fives), "66");
    assert!(sixes.opponent().all_off());
    assert!(matches!(game.after_play(dice("66"), &sixes), AfterPlay::Over(_)));
    let twice: Game = "crazy-gyulbar:doubles=run-on-twice".parse().unwrap();
    let fives = only(twice, &position(twice, "6:4 5:4", "1:1"), "55");
    assert_eq!(fives.bare().opponent(), side("6:4 5:2"));
    let sixes = only(twice, &goes_on(twice, "55", &fives), "66");
    assert_eq!(sixes.bare().opponent(), side("6:2 5:2"));
    assert_eq!(sixes.turn_state(), TurnState::default());
    // Nothing can be played, and everything goes to the opponent.
    let none = only(game, &position(game, "6:8", "24:5"), "55");
    assert_eq!(none.turn_state().stage, Some(stage(5, 4, true, true)));
}

#[test]
fn the_numbers_of_a_double_are_one_turn_of_the_head() {
    let game = Game::CRAZY_GYULBAR;
    let threes = results(game, &game.start(), "33");
    // Two checkers leave the head by the first number, and none by the next ones.
    let next = goes_on(game, "33", &threes[0]);
    assert_eq!(next.own().on(24), 13);
    assert_eq!(next.turn_state().stage, Some(stage(4, 4, true, false)));
    for result in results(game, &next, "44") {
        assert_eq!(result.opponent().on(24), 13);
    }
}

#[test]
fn a_referee_asks_for_the_numbers_that_are_left() {
    let game = Game::GYULBAR;
    let table = Situation::new(position(game, "6:3 4:2", "24:5 12:1"), game);
    let mut referee = Referee::set_up(CubeRules::NO_CUBE, table).unwrap();
    referee.apply(Action::Roll(dice("53"))).unwrap();
    let passed = referee.legal_plays()[0];
    referee.apply(Action::Play(passed)).unwrap();
    let left = Decision::Play { seat: Seat::Top, dice: dice("53") };
    assert_eq!(referee.to_decide(), left);
    // The same from a snapshot, and from the ID of the position.
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap().to_decide(), left);
    let id = notation::position_id(game, &referee.table().position);
    let read = Situation::parse(&id, game).unwrap();
    assert_eq!(read.position, referee.table().position);
    let again = Referee::set_up(CubeRules::NO_CUBE, read).unwrap();
    assert_eq!(again.to_decide(), Decision::Play { seat: Seat::Bottom, dice: dice("53") });
    let played = referee.legal_plays()[0];
    referee.apply(Action::Play(played)).unwrap();
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
}

/// The states of all games are kept by IDs, and in records of bytes.
#[test]
fn states_are_written_and_read() {
    let mut random = Random::new(4);
    let mut kept = 0;
    for game in every_form().filter(|game| game.has_stages()) {
        let mut referee = Referee::new(game, CubeRules::NO_CUBE);
        referee.apply(Action::OpeningRoll(BySeat { bottom: 3, top: 1 })).unwrap();
        for _ in 0..400 {
            match referee.to_decide() {
                Decision::Roll { .. } => referee.apply(Action::Roll(random.roll(game))).unwrap(),
                Decision::Play { .. } => {
                    let plays = referee.legal_plays();
                    let play = plays[random.below(plays.len())];
                    let text = notation::position_id(game, &play);
                    assert_eq!(notation::parse_position_id(&text, game).unwrap().1, play);
                    assert_eq!(play.pack().unpack(game), Ok(play));
                    kept += usize::from(play.turn_state().stage.is_some());
                    referee.apply(Action::Play(play)).unwrap()
                }
                _ => break,
            };
        }
    }
    assert!(kept > 100, "{kept}");
}

#[test]
fn impossible_states_are_refused() {
    let counts = |text| std::array::from_fn(|index| side(text).on(index as u8));
    let set_up = |game: Game, state: TurnState| {
        game.position_with_turn_state(&counts("24:15"), &counts("24:15"), state)
    };
    let left = |stage| TurnState { stage: Some(stage), ..TurnState::default() };
    let ordinary = stage(3, 2, false, true);
    let chain = stage(3, 4, true, false);
    assert!(set_up(Game::GYULBAR, left(ordinary)).is_ok());
    assert!(set_up(Game::GUL_BARA, left(chain)).is_ok());
    assert!(set_up(Game::CRAZY_GYULBAR, left(chain)).is_ok());
    for (game, state) in [
        (Game::GUL_BARA, left(ordinary)),
        (Game::GYULBAR, left(chain)),
        (Game::FEVGA, left(ordinary)),
        (Game::GYULBAR, TurnState { idle: 100, ..left(ordinary) }),
        (Game::GUL_BARA, TurnState { idle: 100, ..left(chain) }),
        (Game::GYULBAR, TurnState { idle: 101, ..TurnState::default() }),
        (Game::GUL_BARA, TurnState { idle: 101, ..TurnState::default() }),
    ] {
        assert_eq!(set_up(game, state), Err(InvalidPosition::TurnState), "{game} {state:?}");
    }
}
