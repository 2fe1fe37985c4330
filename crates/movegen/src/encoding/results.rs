//! Results of games and the progress of a game.

use crate::{
    board::{Seat, Win},
    table::{Ending, GameResult, Progress},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serialised form of a [`GameResult`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "GameResult", deny_unknown_fields)]
struct ResultForm {
    /// The winner; null for a draw.
    winner: Option<Seat>,
    points: u32,
    how: How,
    /// Kind of win; a pass counts as a single game.
    win: Win,
}

/// Cause of the end of a game, without its kind of win.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Played,
    Passed,
    Resigned,
    TurnLimit,
    Settled,
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { winner, points, ending } = self;
        let how = match ending {
            Ending::Played(_) => How::Played,
            Ending::Passed => How::Passed,
            Ending::Resigned(_) => How::Resigned,
            Ending::TurnLimit => How::TurnLimit,
            Ending::Settled => How::Settled,
        };
        ResultForm { winner, points, how, win: ending.win() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ResultForm { winner, points, how, win } = ResultForm::deserialize(deserializer)?;
        let ending = match how {
            How::Played => Ending::Played(win),
            How::Passed => Ending::Passed,
            How::Resigned => Ending::Resigned(win),
            How::TurnLimit => Ending::TurnLimit,
            How::Settled => Ending::Settled,
        };
        Ok(Self { winner, points, ending })
    }
}

/// Serialised form of [`Progress`].
#[derive(Serialize, Deserialize)]
#[serde(tag = "is", rename = "Progress", rename_all = "snake_case", deny_unknown_fields)]
enum ProgressForm {
    Opening,
    InPlay,
    Resigning { offered: Win },
    Over { result: GameResult },
}

impl Serialize for Progress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = match *self {
            Self::Opening => ProgressForm::Opening,
            Self::InPlay => ProgressForm::InPlay,
            Self::Resigning(offered) => ProgressForm::Resigning { offered },
            Self::Over(result) => ProgressForm::Over { result },
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Progress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match ProgressForm::deserialize(deserializer)? {
            ProgressForm::Opening => Self::Opening,
            ProgressForm::InPlay => Self::InPlay,
            ProgressForm::Resigning { offered } => Self::Resigning(offered),
            ProgressForm::Over { result } => Self::Over(result),
        })
    }
}
