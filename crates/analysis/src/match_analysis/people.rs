//! Human match rates, for comparison with the match rate of a player.
//!
//! Measured with `scripts/bench/match_rate.py --count 200 --seed 1` on the public matches of
//! `lassehjorthmadsen/backgammon` on GitHub, `data-raw/lasse/raw`, and the network `shesh`, CRC-32
//! aca31437: 629 games to 1, 3, 5, 7 and 17 points between 190 players of one site. One player
//! takes part in 198 of the 200 matches; the others find the best play in 67.9 % (`quick`) and 69.0
//! % (`standard`) of their plays.

use super::{interval::Rate, preset::Preset, statistics::MatchRate};
use serde::{Deserialize, Serialize};

/// Warning against using a match rate as proof.
pub const CANNOT_PROVE: &str = "A rate tells how far plays agree with this engine; it cannot prove \
                                how they were found.";

/// Human match rates for one analysis preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct People {
    /// Analysis preset.
    pub preset: Preset,
    /// CRC-32 of the network.
    pub weights_crc32: String,
    /// Number of matches.
    pub matches: u32,
    /// Number of players.
    pub people: u32,
    /// Performance rating of all players together, by eXtreme Gammon's rules.
    pub pr: f64,
    /// Match rate of all players together.
    pub match_rate: MatchRate,
    /// Match rates by performance rating in a match, best rating first.
    pub levels: Vec<Level>,
    /// Warning against using a match rate as proof.
    pub note: String,
}

/// Players with similar performance ratings in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// Minimum rating of the level.
    pub pr_from: f64,
    /// Exclusive maximum rating of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pr_below: Option<f64>,
    /// Match rate of the level.
    pub match_rate: MatchRate,
}

/// Counts of agreements and of plays: all, close, middle, wide.
type Counts = [(u64, u64); 4];

/// Measurements for one preset.
struct Measured {
    pr: f64,
    all: Counts,
    /// Levels with ratings below 5, 5 to 10, 10 to 15, and above.
    levels: [Counts; 4],
}

const QUICK: Measured = Measured {
    pr: 7.73,
    all: [(14853, 20880), (2643, 4707), (4655, 6470), (5732, 6275)],
    levels: [
        [(5798, 7639), (1055, 1757), (1822, 2320), (2118, 2187)],
        [(5938, 8451), (1066, 1935), (1894, 2651), (2284, 2493)],
        [(1990, 2944), (347, 629), (613, 926), (818, 957)],
        [(1127, 1846), (175, 386), (326, 573), (512, 638)],
    ],
};

const STANDARD: Measured = Measured {
    pr: 7.80,
    all: [(15094, 20886), (2557, 4395), (4629, 6390), (5746, 6311)],
    levels: [
        [(6038, 7896), (1109, 1764), (1877, 2330), (2100, 2188)],
        [(5822, 8062), (942, 1648), (1816, 2545), (2276, 2481)],
        [(2052, 3034), (333, 626), (588, 917), (850, 986)],
        [(1182, 1894), (173, 357), (348, 598), (520, 656)],
    ],
};

/// Minimum rating of each level.
const LEVELS: [f64; 4] = [0.0, 5.0, 10.0, 15.0];

fn match_rate(counts: Counts) -> MatchRate {
    let [all, close, middle, wide] = counts.map(|(agreed, of)| Rate::new(agreed, of));
    MatchRate { all, close, middle, wide }
}

impl People {
    /// Returns the measurements for a preset; `None` if there are none.
    ///
    /// ```
    /// use sheshbesh_analysis::match_analysis::{People, Preset};
    /// let people = People::for_preset(Preset::Standard).unwrap();
    /// assert_eq!(people.match_rate.all.rate, Some(0.722685));
    /// assert_eq!(People::for_preset(Preset::Deep), None);
    /// ```
    pub fn for_preset(preset: Preset) -> Option<Self> {
        let measured = match preset {
            Preset::Quick => QUICK,
            Preset::Standard => STANDARD,
            Preset::Deep | Preset::WorldClass => return None,
        };
        let levels = measured.levels.into_iter().enumerate().map(|(index, counts)| Level {
            pr_from: LEVELS[index],
            pr_below: LEVELS.get(index + 1).copied(),
            match_rate: match_rate(counts),
        });
        Some(Self {
            preset,
            weights_crc32: "aca31437".to_owned(),
            matches: 200,
            people: 190,
            pr: measured.pr,
            match_rate: match_rate(measured.all),
            levels: levels.collect(),
            note: CANNOT_PROVE.to_owned(),
        })
    }

    /// Formats the measurements as sentences.
    pub fn words(&self) -> String {
        let percent = |rate: Rate| format!("{:.0} %", 100.0 * rate.rate.unwrap_or(0.0));
        let MatchRate { all, close, middle, wide } = self.match_rate;
        let levels: Vec<String> = self
            .levels
            .iter()
            .map(|level| {
                let found = percent(level.match_rate.all);
                match level.pr_below {
                    Some(below) if level.pr_from == 0.0 => {
                        format!("{found} of those below {below}")
                    }
                    Some(below) => format!("{found} up to {below}"),
                    None => format!("{found} above"),
                }
            })
            .collect();
        format!(
            "People in {} matches found the best play in {} of decisions (close {}, in the middle {}, \
             wide {}), with a PR of {:.1}; {}. {}",
            self.matches,
            percent(all),
            percent(close),
            percent(middle),
            percent(wide),
            self.pr,
            levels.join(", "),
            self.note
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Levels and classes add up to the totals.
    #[test]
    fn the_figures_add_up() {
        for Measured { all, levels, .. } in [QUICK, STANDARD] {
            for (index, (agreed, of)) in all.into_iter().enumerate() {
                let sum = levels
                    .iter()
                    .fold((0, 0), |sum, level| (sum.0 + level[index].0, sum.1 + level[index].1));
                assert_eq!(sum, (agreed, of), "class {index}");
            }
            let classes = all[1..].iter().map(|(_, of)| of).sum::<u64>();
            assert!(classes <= all[0].1);
        }
    }

    #[test]
    fn better_players_agree_more_often_and_close_decisions_are_harder() {
        for preset in [Preset::Quick, Preset::Standard] {
            let people = People::for_preset(preset).unwrap();
            let rates: Vec<Option<f64>> =
                people.levels.iter().map(|level| level.match_rate.all.rate).collect();
            assert!(rates.is_sorted_by(|a, b| a > b), "{rates:?}");
            let MatchRate { close, middle, wide, .. } = people.match_rate;
            assert!(close.rate < middle.rate && middle.rate < wide.rate);
            assert!(people.words().contains("cannot prove"));
        }
    }
}
