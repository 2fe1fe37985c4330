//! Question of an opening book: a first roll, or a reply to a first play.

use super::OpeningScore;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Dice, Game, Position, Situation, notation};

/// The opponent's first roll and play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FirstPlay {
    /// The roll, such as `31`.
    pub roll: String,
    /// The play in standard notation.
    pub play: String,
}

/// A roll to be played, first or in reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OpeningQuestion {
    /// Score from the view of the player whose roll it is.
    pub score: OpeningScore,
    /// The opponent's first play; `None` for a first roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<FirstPlay>,
    /// True for a first roll of the side that [`Game::start`] does not have on roll, in a game whose
    /// sides start differently and where either may begin.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other_side: bool,
    /// The roll.
    pub roll: String,
}

impl OpeningQuestion {
    /// The situation with its roll; `None` if the first play is not legal or a roll is none.
    pub fn situation(&self, game: Game) -> Option<(Situation, Dice)> {
        let start = self.score.start(game);
        let position = match &self.after {
            None if self.other_side => start.position.swapped(),
            None => start.position,
            Some(first) => first.result(game)?,
        };
        Some((Situation { position, ..start }, self.roll.parse().ok()?))
    }
}

impl FirstPlay {
    /// Position after the play, seen by the player who replies; `None` if it is not legal.
    pub fn result(&self, game: Game) -> Option<Position> {
        let dice = self.roll.parse().ok()?;
        notation::parse(game, &game.start(), dice, &self.play).ok()
    }
}
