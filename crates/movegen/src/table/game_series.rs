//! Series of games, played in turn.

use crate::{
    codes,
    games::{Game, UnknownGame},
};
use std::{fmt, hash::Hash, str::FromStr};

/// A series of games: the same game repeatedly, or several games in turn.
///
/// A match repeats the series as often as necessary. Without a match length, a series of several
/// games is played once, and the player with more points wins. One game of Hypergammon breaks a
/// tie.
///
/// ```
/// use sheshbesh_movegen::{GameSeries, Game};
/// let names = GameSeries::TAVLI.games().iter().map(|game| game.name());
/// assert_eq!(names.collect::<Vec<_>>(), ["portes", "plakoto", "fevga"]);
/// let mixed: GameSeries = "backgammon,plakoto:mother=off,draw=1,hypergammon".parse()?;
/// assert_eq!(mixed.games().len(), 3);
/// assert_eq!(mixed.to_string(), "backgammon,plakoto:mother=off,draw=1,hypergammon");
/// assert_eq!("portes,plakoto,fevga".parse(), Ok(GameSeries::TAVLI));
/// assert_eq!(GameSeries::TAVLI.to_string(), "tavli");
/// # Ok::<(), sheshbesh_movegen::UnknownGameSeries>(())
/// ```
#[derive(Clone, Copy)]
pub struct GameSeries {
    /// The games; entries from `count` on are unused.
    games: [Game; Self::MOST],
    count: u8,
}

/// The name of [`GameSeries::TAVLI`].
const TAVLI: &str = "tavli";

impl GameSeries {
    /// Maximum number of games in a series.
    pub const MOST: usize = 12;

    /// Portes, plakoto and fevga in turn.
    pub const TAVLI: Self = {
        let mut series = Self::of(Game::PORTES);
        series.games[1] = Game::PLAKOTO;
        series.games[2] = Game::FEVGA;
        Self { count: 3, ..series }
    };

    /// The same game repeatedly.
    pub const fn of(game: Game) -> Self {
        Self { games: [game; Self::MOST], count: 1 }
    }

    /// Several games in turn; `None` for no game, or for more than [`GameSeries::MOST`].
    pub fn new(games: &[Game]) -> Option<Self> {
        if games.len() > Self::MOST {
            return None;
        }
        let mut series = Self { count: games.len() as u8, ..Self::of(*games.first()?) };
        series.games[..games.len()].copy_from_slice(games);
        Some(series)
    }

    /// The games of the series, each once.
    pub fn games(&self) -> &[Game] {
        &self.games[..usize::from(self.count)]
    }

    /// True if the series has only one game.
    pub const fn is_single(&self) -> bool {
        self.count == 1
    }

    /// The game that follows `number` others, if the series is repeated.
    pub fn game(&self, number: u32) -> Game {
        let games = self.games();
        games[number as usize % games.len()]
    }
}

impl PartialEq for GameSeries {
    fn eq(&self, other: &Self) -> bool {
        self.games() == other.games()
    }
}

impl Eq for GameSeries {}

impl Hash for GameSeries {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.games().hash(state);
    }
}

impl Default for GameSeries {
    fn default() -> Self {
        Self::of(Game::default())
    }
}

impl From<Game> for GameSeries {
    fn from(game: Game) -> Self {
        Self::of(game)
    }
}

impl fmt::Debug for GameSeries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameSeries").field(&self.games()).finish()
    }
}

impl fmt::Display for GameSeries {
    /// `tavli`, or the games separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::TAVLI {
            return f.write_str(TAVLI);
        }
        for (index, game) in self.games().iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{game}")?;
        }
        Ok(())
    }
}

impl FromStr for GameSeries {
    type Err = UnknownGameSeries;

    /// Parses `tavli`, or games separated by commas. The options of a game may contain commas too:
    /// a part that has `=` but no colon belongs to the game before it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == TAVLI {
            return Ok(Self::TAVLI);
        }
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let continues = part.contains('=') && !part.contains(':');
            match names.last_mut().filter(|_| continues) {
                Some(name) => name.extend([",", part]),
                None => names.push(part.to_owned()),
            }
        }
        let games: Vec<Game> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        Self::new(&games).ok_or(UnknownGameSeries::Length(games.len()))
    }
}

/// Error for a text that is not a series.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownGameSeries {
    /// One of the games is unknown.
    #[error("{0}; a frame is {TAVLI} or games separated by commas")]
    Game(#[from] UnknownGame),
    /// There are too many games.
    #[error("a frame has at most {most} games, not {0}", most = GameSeries::MOST)]
    Length(usize),
}

codes! {
    UnknownGameSeries {
        Self::Game(problem) => "unknown.frame" { problem, tavli = TAVLI },
        Self::Length(count) => "unknown.frame-length" { count, most = GameSeries::MOST },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, every_form};

    #[test]
    fn series_of_any_games_are_written_and_read() {
        let forms: Vec<Game> = every_form().collect();
        let mut random = Random::new(3);
        for _ in 0..200 {
            let count = 1 + random.below(GameSeries::MOST);
            let games: Vec<Game> = (0..count).map(|_| forms[random.below(forms.len())]).collect();
            let series = GameSeries::new(&games).unwrap();
            assert_eq!(series.to_string().parse(), Ok(series), "{series}");
            assert_eq!(series.games(), games);
            assert_eq!(series.game(count as u32 + 1), games[1 % count]);
        }
    }

    #[test]
    fn texts_that_are_no_series_are_refused() {
        let error = |text: &str| text.parse::<GameSeries>().unwrap_err().to_string();
        assert!(error("portes,chess").starts_with("unknown game \"chess\": games are"));
        assert!(error("").starts_with("unknown game \"\""));
        assert!(error("draw=1").starts_with("unknown game \"draw=1\""));
        assert_eq!(error(&["irish"; 13].join(",")), "a frame has at most 12 games, not 13");
    }
}
