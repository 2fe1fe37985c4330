//! Deterministic, low-quality random numbers for tests and benchmarks, the same on every machine.
//!
//! Games whose results matter draw their dice elsewhere.

use crate::{
    board::{BAR, BySeat, Checkers, Dice, OFF, Position, Win},
    games::{Game, Opening},
    plays::Plays,
    table::{
        Action, CubeRules, FirstPlayer, GameSeries, HouseRules, Referee, Scoring, Session,
        TableRules,
    },
};

const CHECKERS: u8 = Game::Backgammon.checkers();

/// A linear congruential generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `n` - 1.
    pub const fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// A roll of two dice; all 21 rolls are equally likely.
    pub const fn dice(&mut self) -> Dice {
        Dice::ALL[self.below(Dice::ALL.len())]
    }

    /// A roll of a game; all of its rolls are equally likely.
    pub fn roll(&mut self, game: Game) -> Dice {
        game.rolls()[self.below(game.rolls().len())]
    }
}

/// Every game in its usual form, and in each form that differs from it in one option.
///
/// ```
/// use sheshbesh_movegen::{Game, testing};
/// assert!(testing::every_form().any(|game| game.to_string() == "plakoto:mother=off"));
/// assert!(testing::every_form().any(|game| game == Game::TAVLA));
/// ```
pub fn every_form() -> impl Iterator<Item = Game> {
    Game::ALL.into_iter().flat_map(|game| {
        let agreed = game.agreements().iter().flat_map(move |one| {
            let forms = one.values.iter().map(move |value| format!("{game}:{}={value}", one.key));
            forms
                .map(|text| text.parse().expect("every listed option is valid"))
                .filter(move |form| *form != game)
        });
        std::iter::once(game).chain(agreed)
    })
}

/// The positions of a game from start to end, with equally likely plays.
///
/// ```
/// use sheshbesh_movegen::{Class, Game, testing};
/// let game = testing::random_game(Game::Backgammon, &mut testing::Random::new(1));
/// assert_eq!(game.first(), Some(&Game::Backgammon.start()));
/// assert_eq!(game.last().map(|last| Game::Backgammon.class(last)), Some(Class::Over));
/// ```
pub fn random_game(game: Game, random: &mut Random) -> Vec<Position> {
    let mut plays = Plays::new(game);
    let mut positions = vec![game.start()];
    let mut position = game.start();
    loop {
        let dice = random.roll(game);
        let results = plays.generate_or_pass(&position, dice);
        let result = results[random.below(results.len())];
        let Some(next) = game.after_play(dice, &result).position() else {
            positions.push(result);
            return positions;
        };
        positions.push(next);
        position = next;
    }
}

/// A series of one game, or of a few in turn.
pub fn any_series(random: &mut Random) -> GameSeries {
    let count = if random.below(2) == 0 { 1 } else { 1 + random.below(4) };
    let games: Vec<Game> = (0..count).map(|_| Game::ALL[random.below(Game::ALL.len())]).collect();
    GameSeries::new(&games).expect("at most four games")
}

/// Random rules of a table: money or a short match, with any options.
pub fn any_rules(random: &mut Random) -> TableRules {
    let cube = any_cube_rules(random);
    let house_rules = any_house_rules(random);
    // Only tables with beavers have raccoons.
    let final_raccoon = house_rules.final_raccoon && cube.stakes(false).beavers();
    let arithmetic_raises = house_rules.arithmetic_raises
        && matches!(cube.session, Session::Money { beavers: false, automatic_doubles: 0, .. })
        && cube.largest_cube > 0;
    let house_rules = HouseRules { final_raccoon, arithmetic_raises, ..house_rules };
    TableRules { cube, house_rules }
}

/// Random house rules beside the cube; none half of the time.
fn any_house_rules(random: &mut Random) -> HouseRules {
    if random.below(2) == 0 {
        return HouseRules::USUAL;
    }
    let scorings = Scoring::ALL.map(Some);
    HouseRules {
        scoring: [None].into_iter().chain(scorings).nth(random.below(7)).flatten(),
        opening: [None, Some(Opening::OneDieEach), Some(Opening::Reroll)][random.below(3)],
        starter: [None, Some(FirstPlayer::OneDieEach), Some(FirstPlayer::Winner)][random.below(3)],
        last_roll: random.below(2) == 0,
        turn_limit: [None, Some(0), Some(3), Some(40)][random.below(4)],
        final_raccoon: random.below(2) == 0,
        arithmetic_raises: random.below(2) == 0,
    }
}

/// Random rules of the cube: money or a short match, with any options.
fn any_cube_rules(random: &mut Random) -> CubeRules {
    let mut number = |n| random.below(n) as u8;
    let mut coin = || number(2) == 1;
    let (one, other, is_money) = (coin(), coin(), coin());
    let session = if is_money {
        Session::Money { jacoby: one, beavers: other, automatic_doubles: number(3) }
    } else {
        Session::Match { length: 1 + u16::from(number(7)), crawford: one, holland: other }
    };
    CubeRules { session, largest_cube: number(6) }
}

/// Actions of every kind at a table, legal now or not, including one of the legal plays.
///
/// ```
/// use sheshbesh_movegen::{CubeRules, Game, Referee, testing};
/// let referee = Referee::new(Game::FEVGA, CubeRules::NO_CUBE);
/// let mut actions = testing::any_actions(&referee, &mut testing::Random::new(1));
/// actions.retain(|&action| referee.clone().apply(action).is_ok());
/// assert_eq!(actions.len(), 1, "the opening comes first");
/// ```
pub fn any_actions(referee: &Referee, random: &mut Random) -> Vec<Action> {
    let mut die = || 1 + random.below(6) as u8;
    let dice = BySeat { bottom: die(), top: die() };
    let third = if referee.table().game.dice() == 3 { Some(die()) } else { None };
    let numbers: Vec<u8> =
        [Some(dice.bottom), Some(dice.top), third].into_iter().flatten().collect();
    let roll = Dice::of(&numbers).expect("dice show 1 to 6");
    let mut actions = vec![
        Action::OpeningRoll(dice),
        Action::Roll(roll),
        Action::Double,
        Action::Take,
        Action::Pass,
        Action::Beaver,
        Action::Raccoon,
        Action::Accept,
        Action::Refuse,
        Action::NextGame,
        // The turn passed without a play, which is legal now and then.
        Action::Play(referee.table().game.passed(&referee.table().position, roll)),
    ];
    actions.extend([Win::Single, Win::Gammon, Win::Backgammon].map(Action::Resign));
    let plays = referee.legal_plays();
    if !plays.is_empty() {
        actions.push(Action::Play(plays[random.below(plays.len())]));
    }
    actions
}

/// A backgammon position that games rarely reach: a few stacks or many blots, all far back, all at
/// home or anywhere, on the bar or borne off.
///
/// ```
/// use sheshbesh_movegen::{Game, testing};
/// let position = testing::odd_position(&mut testing::Random::new(1));
/// let [own, opponent] = [position.own(), position.opponent()].map(|side| side.counts());
/// let again = Game::Backgammon.position(own[..26].try_into()?, opponent[..26].try_into()?);
/// assert_eq!(again, Ok(position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn odd_position(random: &mut Random) -> Position {
    let (own, opponent) = (odd_side(random), odd_side(random));
    // Checkers of both sides may not share a point. Of its two indices, the even one wins.
    let free = |side: Checkers, other: Checkers| {
        side.iter()
            .filter(|&(index, _)| index != OFF)
            .filter(|&(index, _)| index == BAR || index % 2 == 0 || other.on(BAR - index) == 0)
            .fold(Checkers::NONE, |side, (index, count)| side.with_unchecked(index, count))
            .with_rest_off(CHECKERS)
    };
    Position::from_sides_unchecked(free(own, opponent), free(opponent, own))
}

/// Checkers on a few indices of a range; the rest are borne off.
fn odd_side(random: &mut Random) -> Checkers {
    let (first, last) =
        [(1, BAR), (1, 24), (13, BAR), (19, BAR), (1, 12), (1, 6), (7, 18)][random.below(7)];
    let (stacks, most) = ([2, 6, 15][random.below(3)], [2, 4, 15][random.below(3)]);
    let (mut side, mut left) = (Checkers::NONE, CHECKERS);
    for _ in 0..=random.below(stacks) {
        let index = first + random.below(usize::from(last - first) + 1) as u8;
        let count = (1 + random.below(most) as u8).min(left);
        if side.on(index) == 0 && count > 0 {
            side = side.with_unchecked(index, count);
            left -= count;
        }
    }
    side.with_rest_off(CHECKERS)
}
