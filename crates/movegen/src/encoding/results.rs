//! Results of games and the progress of a game, by forms that describe their schemas too.

use crate::{
    board::{Seat, Win},
    table::{Ending, GameResult, Progress},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Result of a game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = GameOver))]
#[serde(rename = "GameResult", deny_unknown_fields)]
struct ResultForm {
    /// Winner; `null` for a draw.
    winner: Option<Seat>,
    /// Points won, including the cube.
    points: u32,
    /// Reason for the end of the game.
    how: How,
    /// Size of the win; a pass counts as a single game.
    win: Win,
}

/// Reason for the end of a game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = HowGameEnded))]
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

/// Progress of a game.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = GameProgress))]
#[serde(tag = "is", rename = "Progress", rename_all = "snake_case", deny_unknown_fields)]
enum ProgressForm {
    /// Before the opening roll.
    Opening,
    /// In play; `phase` tells the pending decision.
    InPlay,
    /// The player on roll has offered to resign.
    Resigning {
        /// Size of the offered loss.
        offered: Win,
    },
    /// The game is over.
    Over {
        /// Result of the game.
        result: GameResult,
    },
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

#[cfg(feature = "openapi")]
super::schema::schema_of_form!(GameResult: ResultForm, Progress: ProgressForm);
