//! Confidence intervals.

use super::rounding::rounded;
use serde::{Deserialize, Serialize};

/// Half-width of the 95 % interval of a normal distribution, in standard deviations.
const DEVIATIONS: f64 = 1.959_963_985;

/// Number of bootstrap samples.
const SAMPLES: usize = 1000;

/// Minimum number of games for a bootstrap.
const FEWEST_GAMES: usize = 3;

/// Share of agreements among trials, with its confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// Number of agreements.
    pub agreed: u64,
    /// Number of trials.
    pub of: u64,
    /// The share, 0 to 1; absent without trials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// 95 % confidence interval of the share (Wilson's interval).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

impl Rate {
    /// Computes the share of `agreed` in `of`.
    ///
    /// The interval is Wilson's (*Probable inference, the law of succession, and statistical
    /// inference*, 1927), which is valid for small samples, too.
    ///
    /// ```
    /// use sheshbesh_analysis::match_analysis::Rate;
    /// let rate = Rate::new(9, 10);
    /// assert_eq!((rate.rate, rate.interval), (Some(0.9), Some([0.59585, 0.982124])));
    /// assert_eq!(Rate::new(0, 0).rate, None);
    /// ```
    pub fn new(agreed: u64, of: u64) -> Self {
        if of == 0 {
            return Self::default();
        }
        let (n, z2) = (of as f64, DEVIATIONS * DEVIATIONS);
        let share = agreed as f64 / n;
        let centre = share + z2 / (2.0 * n);
        let half = DEVIATIONS * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let end = |sign: f64| rounded((centre + sign * half) / (1.0 + z2 / n));
        Self { agreed, of, rate: Some(rounded(share)), interval: Some([end(-1.0), end(1.0)]) }
    }
}

/// Computes the 95 % confidence interval of a ratio of sums over games by Efron's bootstrap: games
/// are drawn with replacement, since decisions of one game are not independent. The random draw is
/// deterministic. Returns `None` for fewer than three games or if the denominator vanishes.
///
/// `games` has the numerator and the denominator of each game.
pub fn bootstrap(games: &[(f64, f64)]) -> Option<[f64; 2]> {
    if games.len() < FEWEST_GAMES {
        return None;
    }
    let mut random = SplitMix(games.len() as u64);
    let mut ratios = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        let (mut above, mut below) = (0.0, 0.0);
        for _ in games {
            let (numerator, denominator) = games[random.below(games.len())];
            above += numerator;
            below += denominator;
        }
        if below > 0.0 {
            ratios.push(above / below);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (share * (ratios.len().checked_sub(1)?) as f64).round() as usize;
        ratios.get(index).copied().map(rounded)
    };
    Some([at(0.025)?, at(0.975)?])
}

/// SplitMix random number generator by Steele, Lea and Flood (*Fast splittable pseudorandom number
/// generators*, 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Random number below `end`; its bias is below 2^-32 for any number of games.
    fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_what_it_is_of_and_narrows_with_more_games() {
        let games = |count: usize| -> Vec<(f64, f64)> {
            (0..count).map(|i| ((i % 5) as f64, 10.0 + (i % 3) as f64)).collect()
        };
        let width = |count: usize| {
            let all = games(count);
            let [low, high] = bootstrap(&all).unwrap();
            let sum = |of: fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>();
            let ratio = sum(|game| game.0) / sum(|game| game.1);
            assert!(low < ratio && ratio < high, "{low} {ratio} {high}");
            high - low
        };
        assert!(width(15) > 1.5 * width(60));
        assert_eq!(bootstrap(&games(20)), bootstrap(&games(20)));
        assert_eq!(bootstrap(&games(2)), None);
        assert_eq!(bootstrap(&[(0.0, 0.0); 4]), None);
    }

    /// The mean of many equal shares has the interval of a normal distribution.
    #[test]
    fn a_bootstrap_is_as_wide_as_the_standard_error_says() {
        let games: Vec<(f64, f64)> = (0..400).map(|i| (f64::from(i % 2), 1.0)).collect();
        let [low, high] = bootstrap(&games).unwrap();
        let want = 2.0 * DEVIATIONS * 0.5 / 20.0;
        assert!(((high - low) / want - 1.0).abs() < 0.15, "{low} {high}");
    }
}
