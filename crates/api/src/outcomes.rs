//! Outcome probabilities given in place of a position.

use sheshbesh_analysis::numbers::brief;
use sheshbesh_evaluator::cube::Phase;
use sheshbesh_movegen::{Class, Game, Win, codes, quoted};
use sheshbesh_network::Outcomes;

/// Names of the six probabilities, in order.
const NAMES: [&str; 6] = ["W", "WG", "WB", "L", "LG", "LB"];
/// Maximum difference of W + L from 100, in percentage points, to allow for rounded input.
const TOLERANCE: f64 = 0.2;
/// Allowance for decimal numbers without an exact binary representation.
const ROUNDING: f64 = 1e-9;

/// Reasons for rejecting outcome probabilities.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChancesError {
    /// Too few or too many numbers.
    #[error("chances are six numbers, W,WG,WB,L,LG,LB, not {0}")]
    Count(usize),
    /// Not a percentage.
    #[error("{name} cannot be {value}: chances are percentages, 0 to 100")]
    Percentage {
        /// Name of the probability.
        name: &'static str,
        /// Value as written.
        value: String,
    },
    /// A part exceeds the whole that includes it.
    #[error(
        "{part} cannot be {}: it is a part of {whole}, which is {}",
        brief(*.value),
        brief(*.largest)
    )]
    Part {
        /// Name of the part.
        part: &'static str,
        /// Value of the part, in percent.
        value: f64,
        /// Name of the probability that includes the part.
        whole: &'static str,
        /// Value of the including probability, in percent.
        largest: f64,
    },
    /// Wins and losses do not add up to 100 %.
    #[error(
        "W and L add up to {sum}, from {} and {}, and must add up to 100 within 0.2",
        brief(*.win),
        brief(*.lose)
    )]
    Sum {
        /// Sum of wins and losses, in percent.
        sum: f64,
        /// Wins, in percent.
        win: f64,
        /// Losses, in percent.
        lose: f64,
    },
    /// More pips than both sides' checkers can have.
    #[error("pips of both sides together must be 0 to {MOST_PIPS}, not {0}")]
    Pips(u32),
    /// A kind of win that the game does not have.
    #[error("{name} cannot be {}: {game} has no {}s", brief(*.value), .win.name())]
    NoSuchWin {
        /// Name of the probability.
        name: &'static str,
        /// Value, in percent.
        value: f64,
        /// Kind of win.
        win: Win,
        /// Game without this kind of win.
        game: Game,
    },
}

codes! {
    ChancesError {
        Self::Count(count) => "chances.count" { count },
        Self::Percentage { name, value } => "chances.percentage" { name, value },
        Self::Part { part, value, whole, largest } => "chances.part" {
            part, value = brief(*value), whole, largest = brief(*largest),
        },
        Self::Sum { sum, win, lose } => "chances.sum" {
            sum = brief(*sum), win = brief(*win), lose = brief(*lose),
        },
        Self::Pips(pips) => "chances.pips" { pips, most = MOST_PIPS },
        Self::NoSuchWin { name, value, win, game } => "chances.no-such-win" {
            name, value = brief(*value), win, game,
        },
    }
}

/// Builds outcomes from percentages: wins, gammons, backgammons, then losses likewise. Gammons
/// include backgammons. Wins plus losses may differ from 100 by up to 0.2 and are scaled to 100.
///
/// ```
/// use sheshbesh_api::outcomes::parse_outcomes;
/// use sheshbesh_movegen::Game;
/// let given = parse_outcomes(&[72.1, 2.0, 0.1, 27.9, 2.0, 0.0], Game::Backgammon)?;
/// assert!((given.equity() - 0.443).abs() < 1e-6);
/// let wrong = parse_outcomes(&[72.1, 2.0, 0.1, 30.0, 2.0, 0.0], Game::Backgammon).unwrap_err();
/// assert!(wrong.to_string().contains("102.1"));
/// # Ok::<(), sheshbesh_api::outcomes::ChancesError>(())
/// ```
///
/// # Errors
/// Names the value that is wrong.
pub fn parse_outcomes(percent: &[f64], game: Game) -> Result<Outcomes, ChancesError> {
    let percent: [f64; 6] = percent.try_into().map_err(|_| ChancesError::Count(percent.len()))?;
    for (name, value) in NAMES.into_iter().zip(percent) {
        if !(0.0..=100.0).contains(&value) {
            return Err(ChancesError::Percentage { name, value: brief(value) });
        }
    }
    for (whole, part) in [(0, 1), (1, 2), (3, 4), (4, 5)] {
        if percent[part] > percent[whole] {
            let (part, value) = (NAMES[part], percent[part]);
            let (whole, largest) = (NAMES[whole], percent[whole]);
            return Err(ChancesError::Part { part, value, whole, largest });
        }
    }
    let wins = [(1, Win::Gammon), (2, Win::Backgammon), (4, Win::Gammon), (5, Win::Backgammon)];
    for (index, win) in wins {
        let (name, value) = (NAMES[index], percent[index]);
        if value > 0.0 && win > game.largest_win() {
            return Err(ChancesError::NoSuchWin { name, value, win, game });
        }
    }
    let [win, win_gammon, win_backgammon, lose, lose_gammon, lose_backgammon] = percent;
    let sum = win + lose;
    if (sum - 100.0).abs() > TOLERANCE + ROUNDING {
        let sum = (sum * 1e6).round() / 1e6;
        return Err(ChancesError::Sum { sum, win, lose });
    }
    let exclusive = [
        win - win_gammon,
        win_gammon - win_backgammon,
        win_backgammon,
        lose - lose_gammon,
        lose_gammon - lose_backgammon,
        lose_backgammon,
    ];
    // Adding zero makes a negative zero positive.
    Ok(Outcomes(exclusive.map(|part| (part / sum) as f32 + 0.0)))
}

/// Parses six numbers in the form `W,WG,WB,L,LG,LB`.
///
/// # Errors
/// Names the first value that is not a finite number, or reports a wrong number of values.
pub fn read_numbers(text: &str) -> Result<Vec<f64>, ChancesError> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() != NAMES.len() {
        return Err(ChancesError::Count(parts.len()));
    }
    let number = |(name, text): (&'static str, &str)| {
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| ChancesError::Percentage { name, value: quoted(text).to_string() })
    };
    NAMES.into_iter().zip(parts).map(number).collect()
}

/// Maximum pip count of both sides together: all checkers on the bar.
pub const MOST_PIPS: u32 = 2 * 15 * 25;

/// Returns the game phase of given probabilities, from a position class and the pip count of both
/// sides together. Without `pips`, uses a typical count for the class.
///
/// # Errors
/// If `pips` is above [`MOST_PIPS`].
pub fn phase(class: Class, pips: Option<u32>) -> Result<Phase, ChancesError> {
    let usual = Phase::of_class(class);
    match pips {
        Some(pips) if pips > MOST_PIPS => Err(ChancesError::Pips(pips)),
        pips => Ok(Phase { pips: pips.unwrap_or(usual.pips), ..usual }),
    }
}

/// Names of the position classes that probabilities can be given for.
pub const CLASSES: [&str; 3] = ["contact", "race", "bearoff"];

/// Unknown class name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown class {text}: classes are contact, race and bearoff", text = quoted(.0))]
pub struct UnknownClassError(pub String);

codes! {
    UnknownClassError {
        Self(text) => "unknown.class" { text },
    }
}

/// Parses the name of a position class.
///
/// # Errors
/// If no class has that name.
pub fn read_class(name: &str) -> Result<Class, UnknownClassError> {
    match name {
        "contact" => Ok(Class::Contact),
        "race" => Ok(Class::Race),
        "bearoff" => Ok(Class::Bearoff),
        _ => Err(UnknownClassError(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(percent: &[f64]) -> String {
        parse_outcomes(percent, Game::Backgammon).unwrap_err().to_string()
    }

    #[test]
    fn a_value_that_is_wrong_is_named() {
        let good = [60.0, 20.0, 1.0, 40.0, 10.0, 0.5];
        assert!(parse_outcomes(&good, Game::Backgammon).is_ok());
        for (index, value, said) in [
            (0, 100.5, "W cannot be 100.5: chances are percentages"),
            (1, 61.0, "WG cannot be 61: it is a part of W, which is 60"),
            (2, 20.5, "WB cannot be 20.5: it is a part of WG, which is 20"),
            (3, -1.0, "L cannot be -1: chances are percentages"),
            (3, 40.3, "W and L add up to 100.3, from 60 and 40.3"),
            (4, 40.1, "LG cannot be 40.1: it is a part of L, which is 40"),
            (5, 10.5, "LB cannot be 10.5: it is a part of LG, which is 10"),
            (5, f64::NAN, "LB cannot be NaN: chances are percentages"),
            (2, f64::INFINITY, "WB cannot be inf: chances are percentages"),
            (0, 1e308, "W cannot be 1e308: chances are percentages"),
            (4, -1e-300, "LG cannot be -1e-300: chances are percentages"),
        ] {
            let mut wrong = good;
            wrong[index] = value;
            let refusal = refused(&wrong);
            assert!(refusal.starts_with(said), "{refusal}");
        }
        assert!(refused(&good[..5]).ends_with(", not 5"));
        assert!(refused(&[]).ends_with(", not 0"));
    }

    #[test]
    fn rounded_chances_are_scaled_to_one() {
        for lose in [39.8, 39.9, 40.0, 40.1, 40.2] {
            let Outcomes(all) =
                parse_outcomes(&[60.0, 20.0, 1.0, lose, 10.0, 0.5], Game::Backgammon).unwrap();
            assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{lose}");
            let win: f32 = all[..3].iter().sum();
            assert!((f64::from(win) - 60.0 / (60.0 + lose)).abs() < 1e-6, "{lose}");
            assert!(all.iter().all(|&chance| chance >= 0.0));
        }
        for lose in [39.79, 40.21] {
            let said = refused(&[60.0, 0.0, 0.0, lose, 0.0, 0.0]);
            assert!(said.contains("must add up to 100 within 0.2"), "{said}");
        }
        let Outcomes(lost) =
            parse_outcomes(&[0.0, 0.0, 0.0, 100.0, 100.0, 100.0], Game::Backgammon).unwrap();
        assert_eq!(lost, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn numbers_are_read_from_text() {
        assert_eq!(
            read_numbers("72.1,2.0, 0.1,27.9,2,0"),
            Ok(vec![72.1, 2.0, 0.1, 27.9, 2.0, 0.0])
        );
        let refused = |text: &str| read_numbers(text).unwrap_err().to_string();
        assert!(refused("72.1,2.0,0.1").ends_with(", not 3"));
        assert!(refused("72.1,2.0,0.1,27.9,2.0,0.0,1").ends_with(", not 7"));
        assert!(refused("72.1,x,0.1,27.9,2.0,0.0").starts_with("WG cannot be \"x\""));
        assert!(refused("72.1,2,0.1,nan,2.0,0.0").starts_with("L cannot be \"nan\""));
        assert!(refused("72.1,2,0.1,27.9,2.0,").starts_with("LB cannot be \"\""));
        for name in CLASSES {
            assert!(read_class(name).is_ok());
        }
        assert!(read_class("Race ").is_err());
    }
}
