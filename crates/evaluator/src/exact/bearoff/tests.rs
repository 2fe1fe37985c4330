//! Tests of the tables of all games against a slow, simple solver by the rules alone.

use super::{BearoffGame, Home, OneSided, Tables, TwoSided};
use crate::{Depth, Evaluator, Settings};
use sheshbesh_movegen::{Checkers, Class, Dice, Game, OFF, Plays, Position, Side, Situation};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    Arc::clone(TABLES.get_or_init(|| Arc::new(Tables::in_memory())))
}

fn side(points: &[(u8, u8)]) -> Checkers {
    Checkers::from_points(points).with_rest_off(15)
}

/// Plays for points, by the game's own rules: the mean points of a game for the player on roll.
struct Twin {
    game: Game,
    plays: Plays,
    known: HashMap<Position, f64>,
}

impl Twin {
    fn new(game: BearoffGame) -> Self {
        let game = game.game();
        Self { game, plays: Plays::new(game), known: HashMap::new() }
    }

    fn value(&mut self, position: &Position) -> f64 {
        self.value_within(position, 6)
    }

    /// `passes` is the number of passed rolls in a row that are still followed; the rest of the
    /// series has a probability below 10⁻⁹.
    fn value_within(&mut self, position: &Position, passes: u32) -> f64 {
        if let Some(value) = self.known.get(position) {
            return *value;
        }
        let mut value = 0.0;
        for dice in Dice::ALL {
            let results = self.plays.generate_or_pass(position, dice).to_vec();
            let of = |twin: &mut Self, result: &Position| match twin.game.end(result, Some(dice)) {
                Some(end) if end.winner == Some(Side::Opponent) => f64::from(end.points),
                Some(end) => -f64::from(end.points),
                None if *result == position.swapped() && passes == 0 => 0.0,
                None if *result == position.swapped() => -twin.value_within(result, passes - 1),
                None => -twin.value(result),
            };
            let values = results.iter().map(|result| of(self, result));
            value += dice.probability() * values.fold(f64::NEG_INFINITY, f64::max);
        }
        if passes == 6 {
            self.known.insert(*position, value);
        }
        value
    }
}

/// Positions of up to `most` checkers a side.
fn positions(game: BearoffGame, most: u8) -> Vec<Position> {
    let homes: Vec<Home> = (1..super::index::positions(most))
        .map(Home::at)
        .filter(|home| game.is_possible(*home))
        .collect();
    let sides: Vec<Checkers> = homes.iter().map(|home| home.checkers().with_rest_off(15)).collect();
    let pair = |own: &Checkers| {
        let own = *own;
        sides.iter().map(move |other| Position::from_sides_unchecked(own, *other))
    };
    sides.iter().flat_map(pair).collect()
}

#[test]
fn equities_are_those_of_the_rules() {
    for game in BearoffGame::ALL.into_iter().filter(|game| game.has_two_sided()) {
        let table = TwoSided::make(game, 3, &|_| {});
        let mut twin = Twin::new(game);
        for position in positions(game, 3).into_iter().step_by(5) {
            let homes = [position.own(), position.opponent()].map(|side| Home::of(side).unwrap());
            let cubeless = table.equities(homes[0], homes[1]).unwrap().cubeless;
            let want = twin.value(&position);
            assert!(
                (f64::from(cubeless) - want).abs() < 1e-6,
                "{game:?} {position} {cubeless} {want}"
            );
        }
    }
}

/// A double of the difference between the two points of a side must be passed: five checkers block
/// the way of the sixth, which they may not pass by bearing off.
#[test]
fn rolls_that_old_english_passes_are_counted() {
    let stuck = Home::new([5, 0, 1, 0, 0, 0]);
    let after = super::successors(stuck, &mut Plays::new(Game::OLD_ENGLISH));
    let twos = Dice::ALL.iter().position(|dice| (dice.high(), dice.low()) == (2, 2)).unwrap();
    assert_eq!(after[twos], [stuck.index() as u32]);
    let game = BearoffGame::OldEnglish;
    let mut twin = Twin::new(game);
    let table = TwoSided::make(game, 6, &|_| {});
    for (own, opponent) in [(stuck, stuck), (stuck, Home::new([0, 5, 0, 0, 1, 0]))] {
        let sides = [own, opponent].map(|home| home.checkers().with_rest_off(15));
        let want = twin.value(&Position::from_sides_unchecked(sides[0], sides[1]));
        let cubeless = table.equities(own, opponent).unwrap().cubeless;
        assert!((f64::from(cubeless) - want).abs() < 1e-6, "{cubeless} {want}");
    }
    // The rolls of one side add up to one, passed rolls included.
    let rolls = OneSided::make(game, 6, &|_| {}).rolls(stuck).unwrap();
    assert!((rolls.0.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{rolls:?}");
}

/// One checker a side leaves no choice, so the one-sided tables are exact.
#[test]
fn rolls_of_one_checker_give_exact_outcomes() {
    for game in BearoffGame::ALL {
        let mut twin = Twin::new(game);
        for position in positions(game, 1) {
            let homes = [position.own(), position.opponent()].map(|side| Home::of(side).unwrap());
            let table = OneSided::make(game, 1, &|_| {});
            let [own, opponent] = homes.map(|home| table.rolls(home).unwrap());
            let sign = f64::from(game.finished());
            let mut equity = sign * f64::from(2.0 * own.wins_against(&opponent) - 1.0);
            if game == BearoffGame::Early {
                let [of_own, of_opponent] =
                    homes.map(|home| table.rolls_to_a_double(home).unwrap());
                equity += f64::from(of_own.wins_against(&opponent));
                equity -= f64::from(of_opponent.wins_second_against(&own));
            }
            let want = twin.value(&position);
            assert!((equity - want).abs() < 1e-6, "{game:?} {position} {equity} {want}");
        }
    }
}

/// Evaluations of a position, before the roll, by every depth.
fn evaluations(game: Game, position: &Position) -> Vec<f32> {
    let settings = Settings { tables: Some(tables()), cubeful: false, ..Settings::default() };
    let network = sheshbesh_weights::shipped().clone().for_game(game).unwrap();
    let mut evaluator = Evaluator::new(&network, settings);
    evaluator.set_stakes(&Situation::new(*position, game)).unwrap();
    [Depth::ONE, Depth::TWO].map(|depth| evaluator.evaluate(position, depth).value).to_vec()
}

/// Values that were wrong while backgammon's network evaluated these races.
#[test]
fn known_values() {
    let two = side(&[(2, 1), (1, 1)]);
    let position = Position::from_sides_unchecked(two, two);
    for game in BearoffGame::ALL {
        let want = Twin::new(game).value(&position) as f32;
        for value in evaluations(game.game(), &position) {
            assert!((value - want).abs() < 1e-5, "{game:?} {value} {want}");
        }
    }
    // One checker on the 2 point, against one on the ace point: a roll bears it off unless it is
    // 1-1, in which case Irish plays two ones, which is enough.
    let own = Position::from_sides_unchecked(side(&[(2, 1)]), side(&[(1, 1)]));
    let value = |game: BearoffGame| tables().bearoffs(game).outcomes(&own).unwrap();
    assert!(value(BearoffGame::Irish).0[0] > 1.0 - 1e-6);
    assert!(value(BearoffGame::Misere).0[0] < 1e-6);
    // A sixth of all rolls are doubles, which count two points in early backgammon.
    let early = value(BearoffGame::Early);
    assert!((early.0[1] - 1.0 / 6.0).abs() < 1e-6, "{early:?}");
    assert!((early.equity() - 7.0 / 6.0).abs() < 1e-6);
}

/// With more checkers than the two-sided tables have, the evaluation is nearly the mean over all
/// rolls of the best reply.
#[test]
fn larger_bearoffs_agree_with_looking_ahead() {
    let sides = [
        side(&[(6, 3), (5, 3), (3, 3), (2, 1)]),
        side(&[(6, 4), (4, 4), (1, 2)]),
        side(&[(5, 5), (4, 2), (2, 4), (1, 3)]),
    ];
    for game in BearoffGame::ALL {
        let bearoffs = tables();
        let bearoffs = bearoffs.bearoffs(game);
        let mut plays = Plays::new(game.game());
        for (own, opponent) in sides.iter().flat_map(|own| sides.iter().map(move |o| (*own, *o))) {
            let position = Position::from_sides_unchecked(own, opponent);
            assert_eq!(game.game().class(&position), Class::Bearoff);
            let now = bearoffs.outcomes(&position).unwrap();
            assert!((now.0.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            let mut ahead = 0.0;
            for dice in Dice::ALL {
                let results = plays.generate_or_pass(&position, dice);
                let values = results.iter().map(|r| -bearoffs.outcomes(r).unwrap().equity());
                let best = values.fold(f32::NEG_INFINITY, f32::max);
                ahead += dice.probability() as f32 * best;
            }
            // Playing for the mean is not exact for a side that is far behind or ahead, the less so
            // in misère.
            let allowed = if game == BearoffGame::Misere { 0.03 } else { 0.015 };
            let difference = (now.equity() - ahead).abs();
            assert!(difference < allowed, "{game:?} {position} {now:?} {ahead}");
            // Gammons need fifteen checkers on the board.
            if game.counts_gammons() {
                assert_eq!(now.0[1] > 0.0, opponent.on(OFF) == 0);
            }
        }
    }
}
