//! Game headings, which show if a game continues the match of the previous game.

use sheshbesh_movegen::{BySeat, Seat};

/// Heading of a game in a file that may hold several matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    /// Names of the players, as written.
    pub(super) names: BySeat<String>,
    /// Match length in points; 0 for money.
    pub(super) length: u16,
    /// Number of the game in its match, if the file numbers games.
    pub(super) number: Option<u32>,
    /// Score before the game.
    pub(super) score: BySeat<u16>,
}

impl Heading {
    /// True if the game continues the match of the game with the heading `before`: it has the same
    /// players and length, and is later by its number or its score.
    pub(super) fn continues(&self, before: &Self) -> bool {
        let Some(score) = self.score_as_seated(before) else { return false };
        if self.length != before.length {
            return false;
        }
        match (self.number, before.number) {
            (Some(number), Some(last)) if number > last => true,
            _ if self.length == 0 => self.number.is_none() || before.number.is_none(),
            _ => {
                let pairs = [Seat::Top, Seat::Bottom].map(|seat| (score[seat], before.score[seat]));
                pairs.iter().all(|(now, then)| now >= then) && score != before.score
            }
        }
    }

    /// The score with the players seated as in another heading; `None` if the players differ.
    fn score_as_seated(&self, other: &Self) -> Option<BySeat<u16>> {
        let name = |name: &String| split_rating(name).0.to_lowercase();
        let [ours, theirs] = [self, other]
            .map(|heading| [Seat::Top, Seat::Bottom].map(|seat| name(&heading.names[seat])));
        let unnamed = |names: &[String; 2]| names.iter().all(String::is_empty);
        if ours == theirs || unnamed(&ours) || unnamed(&theirs) {
            return Some(self.score);
        }
        let [top, bottom] = &theirs;
        (ours == [bottom.clone(), top.clone()]).then(|| self.score.swapped())
    }
}

/// Splits a name from the rating that some sites write after it.
pub(super) fn split_rating(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(',') {
        Some((bare, rating)) if rating.trim().parse::<f64>().is_ok() => {
            (bare.trim(), Some(rating.trim()))
        }
        _ => (name.trim(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(names: [&str; 2], length: u16, number: Option<u32>, score: [u16; 2]) -> Heading {
        let names = BySeat { top: names[0].to_owned(), bottom: names[1].to_owned() };
        Heading { names, length, number, score: BySeat { top: score[0], bottom: score[1] } }
    }

    #[test]
    fn later_games_of_the_same_players_continue_a_match() {
        let first = heading(["Ada", "Ben"], 5, Some(1), [0, 0]);
        for (names, length, number, score, continues) in [
            (["Ada", "Ben"], 5, Some(2), [1, 0], true),
            (["ben ", "ADA"], 5, Some(2), [0, 1], true),
            (["Ada,1512.3", "Ben"], 5, Some(2), [1, 0], true),
            (["", ""], 5, Some(2), [1, 0], true),
            (["Ada", "Ben"], 5, None, [0, 2], true),
            (["Ada", "Ben"], 5, Some(1), [0, 2], true),
            (["Ada", "Ben"], 5, Some(1), [0, 0], false),
            (["Ada", "Ben"], 5, None, [0, 0], false),
            (["Ada", "Ben"], 7, Some(2), [1, 0], false),
            (["Ada", "Ben"], 0, Some(2), [1, 0], false),
            (["Ada", "Cem"], 5, Some(2), [1, 0], false),
        ] {
            let next = heading(names, length, number, score);
            assert_eq!(next.continues(&first), continues, "{next:?}");
        }
        let money = heading(["Ada", "Ben"], 0, None, [0, 0]);
        assert!(heading(["Ada", "Ben"], 0, None, [0, 0]).continues(&money));
        // The scores move with the players if the columns are swapped.
        let later = heading(["Ada", "Ben"], 5, None, [3, 1]);
        assert!(heading(["Ben", "Ada"], 5, None, [2, 3]).continues(&later));
        assert!(!heading(["Ben", "Ada"], 5, None, [3, 2]).continues(&later));
    }
}
