//! Positions, situations and plays as people and programs write them.
//!
//! [`Situation::parse`] reads any ID; [`parse`] and [`write`] are for plays.

mod gnu_id;
mod invalid;
mod plays;
mod xgid;

pub use invalid::InvalidId;
pub use plays::{IllegalPlay, PASS, checker_moves, parse, write, write_all};

use crate::{game::Game, position::Position, table::Situation};

impl Situation {
    /// Reads whatever players paste: an XGID with or without `XGID=`, a GNU Backgammon ID of
    /// position and match (`4HPwATDgc/ABMA:cAkAAAAAAAAE`), or a position ID alone.
    ///
    /// ```
    /// use sheshbesh_movegen::{Situation, Game};
    /// let start = Game::Backgammon.start();
    /// for text in ["4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"] {
    ///     assert_eq!(Situation::parse(text, Game::Backgammon)?.position, start);
    /// }
    /// # Ok::<(), sheshbesh_movegen::InvalidId>(())
    /// ```
    ///
    /// # Errors
    /// Says what is wrong with the text or with the position that it describes.
    pub fn parse(text: &str, game: Game) -> Result<Self, InvalidId> {
        let text = text.trim();
        match text.split_once(':') {
            _ if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("xgid=")) => {
                Self::from_xgid(text, game)
            }
            None => Ok(Self::new(Position::from_gnu_id(text, game)?, game)),
            Some((_, rest)) if rest.contains(':') => Self::from_xgid(text, game),
            Some((position, around)) => Self::from_gnu_id(position, around, game),
        }
    }
}
