//! Match equity tables of games without a cube, by recursion over the results of a game.

use super::MatchEquityTable;
use sheshbesh_movegen::Game;
use std::{collections::HashMap, sync::LazyLock};

/// Results of the games of a kind between equal players: the share of each kind of win among all
/// games, both players together, and the share of draws. The shares add up to one.
///
/// ```
/// use sheshbesh_evaluator::cube::{GameRates, MatchEquityTable};
/// // A quarter of the games are gammons, which count two points.
/// let rates = GameRates::new([0.75, 0.25, 0.0], 0.0)?;
/// let table = MatchEquityTable::without_cube("a quarter".into(), &rates, [1, 2, 3], 0, 15);
/// assert_eq!(table.chance(1, 1, false), 0.5);
/// // The trailer wins both games, or a gammon at once.
/// assert_eq!(table.chance(2, 1, false), 0.5 * 0.25 + 0.5 * 0.75 * 0.5);
/// # Ok::<(), sheshbesh_evaluator::cube::InvalidRates>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameRates {
    wins: [f64; 3],
    drawn: f64,
}

/// Error: shares of results that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRates {
    /// A share is negative or no number.
    #[error("the shares of results are numbers from 0")]
    Negative,
    /// The shares do not add up to one.
    #[error("the shares of results must add up to 1, or to 100 %")]
    Sum,
    /// All games are drawn.
    #[error("not all games can be drawn")]
    AllDrawn,
}

/// Largest difference between the sum of the shares and one.
const TOLERANCE: f64 = 1e-6;

impl GameRates {
    /// Creates the rates from the shares of single games, gammons and backgammons, and of draws.
    ///
    /// # Errors
    /// If a share is negative, if the shares do not add up to one, or if all games are drawn.
    pub fn new(wins: [f64; 3], drawn: f64) -> Result<Self, InvalidRates> {
        let shares = [wins[0], wins[1], wins[2], drawn];
        if shares.iter().any(|share| !share.is_finite() || *share < 0.0) {
            return Err(InvalidRates::Negative);
        }
        if (shares.iter().sum::<f64>() - 1.0).abs() > TOLERANCE {
            return Err(InvalidRates::Sum);
        }
        if drawn > 1.0 - TOLERANCE {
            return Err(InvalidRates::AllDrawn);
        }
        Ok(Self { wins, drawn })
    }

    /// Creates the rates from numbers of games.
    ///
    /// # Errors
    /// If there are no games, or all are drawn.
    pub fn of_counts(wins: [u64; 3], drawn: u64) -> Result<Self, InvalidRates> {
        let games = (wins.iter().sum::<u64>() + drawn) as f64;
        Self::new(wins.map(|count| count as f64 / games), drawn as f64 / games)
    }

    /// Rates of a game in its usual form, from games of the built-in networks against themselves at
    /// 1-ply; `None` if they have not been measured.
    pub fn of_game(game: Game) -> Option<Self> {
        MEASURED.get(game.name()).copied()
    }

    /// Shares of single games, gammons and backgammons.
    pub fn wins(&self) -> [f64; 3] {
        self.wins
    }

    /// Share of draws.
    pub fn drawn(&self) -> f64 {
        self.drawn
    }
}

/// Rates by the name of the game.
static MEASURED: LazyLock<HashMap<&'static str, GameRates>> = LazyLock::new(|| {
    include_str!("../../../data/results-of-games.csv").lines().filter_map(parse_line).collect()
});

/// Parses a line of the file of results: the game, then the numbers of single games, gammons,
/// backgammons and draws. Other lines are `None`.
fn parse_line(line: &'static str) -> Option<(&'static str, GameRates)> {
    let (game, counts) = line.split_once(',')?;
    let counts: Vec<u64> = counts.split(',').map_while(|count| count.parse().ok()).collect();
    let [single, gammon, backgammon, drawn] = counts[..] else { return None };
    Some((game, GameRates::of_counts([single, gammon, backgammon], drawn).ok()?))
}

impl MatchEquityTable {
    /// Computes the table of a game without a cube, up to `length` points away, at least two.
    ///
    /// Let M(i, j) be the chance of a player who needs i points against one who needs j. With the
    /// share w(k) of each kind of win, its points p(k), the share d of draws and the points q of
    /// each player for a draw,
    ///
    /// M(i, j) = ½ Σ w(k) (M(i − p(k), j) + M(i, j − p(k))) + d M(i − q, j − q).
    ///
    /// Equal players have equal chances to begin a game. A match that a draw ties at its length or
    /// above goes on, and a draw that gives no points is played again. Without a cube there is no
    /// Crawford rule, so both parts of the table have the same chances.
    ///
    /// # Panics
    /// If `length` is less than 2, or a win has no points.
    pub fn without_cube(
        name: String,
        rates: &GameRates,
        points: [u8; 3],
        draw: u8,
        length: usize,
    ) -> Self {
        assert!(length >= 2 && points.iter().all(|&points| points > 0));
        let mut chances = vec![vec![0.5f64; length]; length];
        for own in 1..=length {
            for opponent in 1..own {
                let at = |own: usize, opponent: usize| match (own, opponent) {
                    (0, 0) => 0.5,
                    (0, _) => 1.0,
                    (_, 0) => 0.0,
                    _ => chances[own - 1][opponent - 1],
                };
                let mut sum = 0.0;
                for (share, points) in rates.wins.into_iter().zip(points.map(usize::from)) {
                    let won = at(own.saturating_sub(points), opponent);
                    let lost = at(own, opponent.saturating_sub(points));
                    sum += 0.5 * share * (won + lost);
                }
                let chance = if draw == 0 {
                    sum / (1.0 - rates.drawn)
                } else {
                    // The player who leads is ahead, whatever the draw leaves them.
                    let drawn = usize::from(draw);
                    let left = [own, opponent].map(|away| away.saturating_sub(drawn));
                    sum + rates.drawn * at(left[0], left[1])
                };
                chances[own - 1][opponent - 1] = chance;
                chances[opponent - 1][own - 1] = 1.0 - chance;
            }
        }
        let before: Vec<Vec<f32>> =
            chances.iter().map(|row| row.iter().map(|&chance| chance as f32).collect()).collect();
        let after = before.iter().map(|row| row[0]).collect();
        Self::from_rows(name, before, after).expect("more points win more matches")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::testing::Random;
    use sheshbesh_network::maths;

    /// The chance by playing out every sequence of games, without a table of scores.
    fn twin(rates: &GameRates, points: [u8; 3], draw: u8, own: i32, opponent: i32) -> f64 {
        match (own <= 0, opponent <= 0) {
            // A tie: the next game that is not drawn decides, by the lead.
            (true, true) if own == opponent => return 0.5,
            (true, true) => return if own < opponent { 1.0 } else { 0.0 },
            (true, false) => return 1.0,
            (false, true) => return 0.0,
            (false, false) => {}
        }
        let after = |own, opponent| twin(rates, points, draw, own, opponent);
        let mut sum = 0.0;
        for (share, points) in rates.wins.into_iter().zip(points.map(i32::from)) {
            sum += 0.5 * share * after(own - points, opponent);
            sum += 0.5 * share * after(own, opponent - points);
        }
        if draw > 0 {
            let draw = i32::from(draw);
            return sum + rates.drawn * after(own - draw, opponent - draw);
        }
        // The game is played until it is not drawn: the sum of a geometric series.
        (0..400).map(|games| sum * maths::powi(rates.drawn, games)).sum()
    }

    #[test]
    fn the_recursion_agrees_with_playing_every_sequence_of_games() {
        let mut random = Random::new(45);
        for case in 0..8 {
            let raw: [f64; 4] = std::array::from_fn(|_| f64::from(random.below(100) as u32 + 1));
            let whole: f64 = raw.iter().sum();
            let rates =
                GameRates::new([raw[0] / whole, raw[1] / whole, raw[2] / whole], raw[3] / whole)
                    .unwrap();
            let points = [[1, 2, 3], [1, 1, 1], [1, 2, 2], [1, 10, 10]][case % 4];
            let draw = (case / 4 % 2) as u8;
            let table = MatchEquityTable::without_cube("a".into(), &rates, points, draw, 4);
            for own in 1..=4 {
                for opponent in 1..=4 {
                    let want = twin(&rates, points, draw, own, opponent);
                    let got = f64::from(table.chance(own, opponent, false));
                    assert!((got - want).abs() < 1e-6, "{case}: {own} {opponent} {got} {want}");
                    let other = f64::from(table.chance(opponent, own, false));
                    assert!((got + other - 1.0).abs() < 1e-6);
                    assert_eq!(table.chance(own, 1, true), table.chance(own, 1, false));
                }
            }
            assert_eq!(table.chance(1, 1, false), 0.5);
        }
    }

    /// Without gammons, a match is a sequence of fair coins: the binomial distribution.
    #[test]
    fn games_that_count_one_are_fair_coins() {
        let rates = GameRates::new([1.0, 0.0, 0.0], 0.0).unwrap();
        let table = MatchEquityTable::without_cube("coins".into(), &rates, [1; 3], 0, 64);
        assert_eq!(table.chance(2, 1, false), 0.25);
        assert_eq!(table.chance(3, 1, false), 0.125);
        // 2 against 3: at least two of four coins.
        assert_eq!(table.chance(2, 3, false), 11.0 / 16.0);
        assert_eq!(table.chance(4, 2, false), 6.0 / 32.0);
        for away in 1..=64 {
            assert_eq!(table.chance(away, away, false), 0.5);
        }
        assert!(table.chance(65, 64, false) < 0.5 && table.chance(65, 64, false) > 0.4);
    }

    /// The scores that are known from any gammon rate: half of the gammons, and half of the other
    /// wins twice.
    #[test]
    fn a_crawford_row_by_hand() {
        let gammons = 0.27;
        let rates = GameRates::new([1.0 - gammons, gammons, 0.0], 0.0).unwrap();
        let table = MatchEquityTable::without_cube("a".into(), &rates, [1, 2, 3], 0, 9);
        let two = 0.5 * gammons + 0.25 * (1.0 - gammons);
        let three = 0.5 * (gammons * 0.5 + (1.0 - gammons) * two);
        for (away, want) in [(1, 0.5), (2, two), (3, three)] {
            assert!((f64::from(table.chance(away, 1, false)) - want).abs() < 1e-6, "{away}");
        }
    }

    #[test]
    fn every_game_without_a_cube_has_been_measured() {
        for game in Game::ALL.into_iter().filter(|game| !game.has_cube()) {
            let rates = GameRates::of_game(game).unwrap_or_else(|| panic!("{game}"));
            assert!(rates.wins[0] > 0.0, "{game}");
            // Draws are possible in few games.
            if rates.drawn > 0.0 {
                assert!(rates.drawn < 0.1, "{game} {rates:?}");
            }
        }
        // The line of the column titles is no game.
        assert!(MEASURED.keys().all(|name| name.parse::<Game>().is_ok()));
    }

    #[test]
    fn impossible_rates_are_refused() {
        assert_eq!(GameRates::new([0.5, 0.6, 0.0], 0.0), Err(InvalidRates::Sum));
        assert_eq!(GameRates::new([1.5, -0.5, 0.0], 0.0), Err(InvalidRates::Negative));
        assert_eq!(GameRates::new([f64::NAN, 0.0, 0.0], 1.0), Err(InvalidRates::Negative));
        assert_eq!(GameRates::new([0.0; 3], 1.0), Err(InvalidRates::AllDrawn));
        assert!(GameRates::of_counts([0; 3], 0).is_err());
    }
}
