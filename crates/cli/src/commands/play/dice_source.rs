//! Source of the dice: the generator, the keyboard or a file.

use crate::error::CliError;
use sheshbesh_movegen::{Dice, Game};
use std::{convert::Infallible, fmt, fs, path::PathBuf, str::FromStr};

/// Source of the dice, as named on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum DiceSource {
    /// The program rolls.
    #[default]
    Random,
    /// The player types each roll.
    ByHand,
    /// A file lists the rolls of both players.
    File(PathBuf),
}

impl DiceSource {
    const RANDOM: &str = "random";
    const BY_HAND: &str = "by-hand";

    /// Opens the source.
    ///
    /// # Errors
    /// If the file cannot be read, or a word in it is no roll.
    pub(super) fn open(&self) -> Result<DiceFeed, CliError> {
        Ok(match self {
            Self::Random => DiceFeed::Random,
            Self::ByHand => DiceFeed::ByHand,
            Self::File(path) => {
                let shown = path.display();
                let text = fs::read_to_string(path)
                    .map_err(|error| CliError::BadInput(format!("cannot read {shown}: {error}")))?;
                let list = DiceList::parse(&text)
                    .map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
                DiceFeed::Listed(list)
            }
        })
    }
}

impl FromStr for DiceSource {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            Self::RANDOM => Self::Random,
            Self::BY_HAND => Self::ByHand,
            path => Self::File(path.into()),
        })
    }
}

impl fmt::Display for DiceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str(Self::RANDOM),
            Self::ByHand => f.write_str(Self::BY_HAND),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// An open source of dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DiceFeed {
    Random,
    ByHand,
    Listed(DiceList),
}

/// Rolls in the order of play, each with its line in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DiceList {
    rolls: Vec<(usize, String)>,
    next: usize,
}

impl DiceList {
    /// Parses rolls such as `31`, `3-1` or `321`, separated by spaces or line breaks. The rest of a
    /// line from `#` on is ignored.
    ///
    /// # Errors
    /// Names the line and the word that is no roll.
    fn parse(text: &str) -> Result<Self, String> {
        let mut rolls = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let words = line.split('#').next().unwrap_or_default();
            for word in words.split_whitespace() {
                if word.parse::<Dice>().is_err() {
                    return Err(format!("line {number}: {word:?} is no roll such as 31"));
                }
                rolls.push((number, word.chars().filter(char::is_ascii_digit).collect()));
            }
        }
        Ok(Self { rolls, next: 0 })
    }

    /// The next roll of a game; `None` at the end of the list.
    ///
    /// # Errors
    /// If it has another number of dice than the game.
    pub(super) fn roll(&self, game: Game) -> Result<Option<Dice>, CliError> {
        self.parse_next(&|numbers| game.parse_roll(numbers).map_err(|error| error.to_string()))
    }

    /// The next roll as two dice in the order in which they are written.
    ///
    /// # Errors
    /// If it has three dice.
    pub(super) fn pair(&self) -> Result<Option<(u8, u8)>, CliError> {
        self.parse_next(&|numbers| match numbers.as_bytes() {
            [first, second] => Ok((first - b'0', second - b'0')),
            _ => Err("two dice decide who begins".to_owned()),
        })
    }

    fn parse_next<T>(
        &self,
        parse: &dyn Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, CliError> {
        let Some((line, numbers)) = self.rolls.get(self.next) else { return Ok(None) };
        let parsed = parse(numbers);
        let parsed = parsed.map_err(|error| {
            CliError::BadInput(format!("line {line} of the dice, {numbers}: {error}"))
        })?;
        Ok(Some(parsed))
    }

    /// Goes on to the next roll.
    pub(super) const fn advance(&mut self) {
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_list_rolls_in_order() {
        let mut list = DiceList::parse("13 # the engine begins\n\n6-6\n321").unwrap();
        assert_eq!(list.pair().ok(), Some(Some((1, 3))));
        list.advance();
        assert_eq!(list.roll(Game::Backgammon).ok(), Some(Dice::new(6, 6)));
        list.advance();
        let message = list.roll(Game::Backgammon).unwrap_err().to_string();
        assert!(message.starts_with("line 4 of the dice, 321: "), "{message}");
        assert!(list.pair().is_err());
        assert!(list.roll(Game::TABULA).unwrap().is_some());
        list.advance();
        assert_eq!(list.roll(Game::TABULA).ok(), Some(None));
    }

    #[test]
    fn words_that_are_no_rolls_are_named() {
        for (text, part) in [
            ("31 2", "line 1: \"2\""),
            ("31\n71", "line 2: \"71\""),
            ("31,42", "line 1: \"31,42\""),
        ] {
            let message = DiceList::parse(text).unwrap_err();
            assert!(message.starts_with(part), "{message}");
        }
        assert_eq!(DiceList::parse("# nothing\n"), Ok(DiceList { rolls: Vec::new(), next: 0 }));
    }

    #[test]
    fn sources_are_named() {
        for name in ["random", "by-hand", "rolls.txt"] {
            let Ok(source) = name.parse::<DiceSource>();
            assert_eq!(source.to_string(), name);
        }
    }
}
