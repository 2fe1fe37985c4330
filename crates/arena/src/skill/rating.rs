//! Skill as a performance rating.

use sheshbesh_movegen::{listed, quoted};
use std::{fmt, str::FromStr};

/// Strength of a player as the performance rating (PR) that an analysis of many games gives: 500
/// times the mean loss of a decision. 0 is the engine's full strength.
///
/// ```
/// use sheshbesh_arena::Skill;
/// let casual: Skill = "casual".parse()?;
/// assert_eq!((casual, casual.to_string().as_str()), ("20".parse()?, "20"));
/// assert_eq!("7.5".parse::<Skill>()?.pr(), 7.5);
/// assert!("0".parse::<Skill>()?.is_full());
/// assert!("1".parse::<Skill>().is_err(), "the network alone is not that strong");
/// # Ok::<(), sheshbesh_arena::InvalidSkill>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Skill {
    /// Tenths of PR.
    tenths: u16,
}

impl Skill {
    /// Full strength.
    pub const FULL: Self = Self::of_pr(0);
    /// Lowest PR above 0: the network at 1-ply loses about half of it.
    pub const LEAST: Self = Self::of_pr(2);
    /// Highest PR.
    pub const MOST: Self = Self::of_pr(30);

    /// Steps with names, weakest first. Each is within the interval to which eXtreme Gammon gives
    /// the name.
    pub const NAMED: [(&str, Self); 6] = [
        ("beginner", Self::of_pr(25)),
        ("casual", Self::of_pr(20)),
        ("intermediate", Self::of_pr(15)),
        ("advanced", Self::of_pr(10)),
        ("expert", Self::of_pr(6)),
        ("world-class", Self::of_pr(4)),
    ];

    const fn of_pr(pr: u16) -> Self {
        Self { tenths: 10 * pr }
    }

    /// Performance rating.
    pub fn pr(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }

    /// True for the engine's full strength.
    pub const fn is_full(self) -> bool {
        self.tenths == 0
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pr().fmt(f)
    }
}

/// Error: the text is neither a rating nor the name of one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid level {text}: use 0 for full strength, a PR from {least} to {most}, or {names}",
    text = quoted(.0),
    least = Skill::LEAST,
    most = Skill::MOST,
    names = listed(&Skill::NAMED.map(|(name, _)| name))
)]
pub struct InvalidSkill(pub String);

impl FromStr for Skill {
    type Err = InvalidSkill;

    /// Parses a PR with at most one decimal place, or a name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some((_, skill)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(skill);
        }
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let read = || -> Option<Self> {
            if !is_digits(whole) || !is_digits(tenth) || tenth.len() > 1 {
                return None;
            }
            let whole = whole.parse::<u16>().ok()?.checked_mul(10)?;
            Some(Self { tenths: whole.checked_add(tenth.parse().ok()?)? })
        };
        read()
            .filter(|skill| skill.is_full() || (Self::LEAST..=Self::MOST).contains(skill))
            .ok_or_else(|| InvalidSkill(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_as_they_are_written() {
        for text in ["0", "2", "2.5", "10", "29.9", "30"] {
            assert_eq!(text.parse::<Skill>().unwrap().to_string(), text);
        }
        assert_eq!("10.0".parse::<Skill>(), "advanced".parse());
        for wrong in [
            "", ".", "1.9", "30.1", "31", "-2", "+2", "2.55", "2.", ".5", "1e1", "nan", "6553.6",
            "99999999", "Expert", " 5",
        ] {
            let error = wrong.parse::<Skill>().unwrap_err();
            assert!(error.to_string().contains("a PR from 2 to 30, or beginner"), "{error}");
        }
    }

    #[test]
    fn names_go_from_weak_to_strong() {
        assert!(Skill::NAMED.is_sorted_by(|(_, weaker), (_, stronger)| weaker > stronger));
        let [(_, weakest), .., (_, strongest)] = Skill::NAMED;
        assert!(weakest <= Skill::MOST && strongest >= Skill::LEAST);
    }
}
