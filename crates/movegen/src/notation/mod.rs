//! Notations of positions, situations and plays, for people and programs.
//!
//! [`Situation::parse`] reads any ID; [`parse()`] and [`write()`] are for plays.

mod fibs;
mod gnu_id;
mod gnu_label;
mod gnubg_board;
mod id_problem;
mod illegal_play;
mod invalid;
mod ogid;
mod packed;
mod pasted;
mod plays;
mod point;
mod xgid;

pub use gnu_label::LabelledId;
pub use id_problem::{IdKind, IdProblem};
pub use illegal_play::IllegalPlay;
pub use invalid::InvalidId;
pub use packed::{InvalidPacked, PackedPosition};
pub use plays::{PASS, checker_moves, parse, write, write_all};
pub use point::read_point;
pub use xgid::looks_like_xgid;

use crate::{
    board::Position,
    games::{Game, StatedGame},
    table::Situation,
};
use std::str::FromStr;

/// Separates the name of a game from an ID.
const GAME_MARK: char = '@';

/// The ID of a position: a GNU Backgammon ID. In games other than backgammon, the name of the game
/// and `@` precede it.
///
/// ```
/// use sheshbesh_movegen::{Game, notation};
/// assert_eq!(notation::position_id(Game::Backgammon, &Game::Backgammon.start()), "4HPwATDgc/ABMA");
/// assert_eq!(notation::position_id(Game::FEVGA, &Game::FEVGA.start()), "fevga@AACA/z8AAID/Pw");
/// ```
pub fn position_id(game: Game, position: &Position) -> String {
    match game {
        Game::Backgammon => position.gnu_id(),
        other => format!("{other}{GAME_MARK}{}", position.gnu_id()),
    }
}

/// Parses an ID that [`position_id`] writes. The game is the one named in the ID, or else `game`.
/// If both are the same game, their options are [combined](Game::together).
///
/// ```
/// use sheshbesh_movegen::{Game, notation::parse_position_id};
/// let fevga = parse_position_id("fevga@AACA/z8AAID/Pw", Game::Backgammon)?;
/// assert_eq!(fevga, (Game::FEVGA, Game::FEVGA.start()));
/// # Ok::<(), sheshbesh_movegen::InvalidId>(())
/// ```
///
/// # Errors
/// Says what is wrong with the text or with the position that it describes.
pub fn parse_position_id(text: &str, game: Game) -> Result<(Game, Position), InvalidId> {
    let (game, text) = split_game(text, game)?;
    Ok((game, Position::from_gnu_id(text, game)?))
}

impl FromStr for Position {
    type Err = InvalidId;

    /// Parses a position ID. The game is the one named in the ID, or else backgammon.
    ///
    /// ```
    /// use sheshbesh_movegen::{Game, Position};
    /// assert_eq!("4HPwATDgc/ABMA".parse(), Ok(Game::Backgammon.start()));
    /// assert_eq!("fevga@AACA/z8AAID/Pw".parse(), Ok(Game::FEVGA.start()));
    /// ```
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Ok(parse_position_id(text, Game::Backgammon)?.1)
    }
}

/// Splits a text into its game and the rest. The game is the one named in the text, or else `game`.
/// The options of `game` apply if the text names the same game and does not contradict them.
fn split_game(text: &str, game: Game) -> Result<(Game, &str), InvalidId> {
    match text.trim().split_once(GAME_MARK) {
        Some((name, rest)) => {
            let named: StatedGame = name.trim().parse()?;
            Ok((named.with(game), rest.trim()))
        }
        None => Ok((game, text.trim())),
    }
}

impl Situation {
    /// Parses a position as players paste it: an XGID, an OGID, a GNU Backgammon ID of position and
    /// match (`4HPwATDgc/ABMA:cAkAAAAAAAAE`) or of the position alone, or a FIBS board line. A
    /// label such as `XGID=` is optional, and the ID may be anywhere in a longer text or link. Any
    /// of them may have the name of its game and `@` before it (`fevga@AACA/z8AAID/Pw`); otherwise
    /// the game is `game`. If both are the same game, their options are [combined](Game::together).
    ///
    /// ```
    /// use sheshbesh_movegen::{Situation, Game};
    /// let start = Game::Backgammon.start();
    /// for text in [
    ///     "4HPwATDgc/ABMA",
    ///     "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ///     "11ccccchhhjjjjj:66666888dddddoo:N0N",
    ///     "Position ID: 4HPwATDgc/ABMA   Match ID: cAkAAAAAAAAE",
    ///     "https://example.org/?XGID%3D-b----E-C---eE---c-e----B-%3A0:0:1:00:0:0:0:0:10",
    /// ] {
    ///     assert_eq!(Situation::parse(text, Game::Backgammon)?.position, start);
    /// }
    /// # Ok::<(), sheshbesh_movegen::InvalidId>(())
    /// ```
    ///
    /// # Errors
    /// Names the format that was recognised, and the problem with the text or the position. Several
    /// different positions in one text are an error too.
    pub fn parse(text: &str, game: Game) -> Result<Self, InvalidId> {
        pasted::parse(text, game)
    }
}
