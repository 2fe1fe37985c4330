//! Scores at which openings are rolled out.

use crate::cube_windows::counts_gammons;
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{BySide, Game, Situation, Stakes, either, named};

/// A score, from the view of the player whose roll it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningScore {
    /// A money game, with the cube if the game has one.
    #[default]
    Money,
    /// Double match point: both players need one point.
    Dmp,
    /// The player needs two points and the opponent one, in the Crawford game: a gammon wins the
    /// match, and the opponent's gammons do not matter.
    GammonGo,
    /// The player needs one point and the opponent two, in the Crawford game.
    GammonSave,
}

impl OpeningScore {
    /// The same score from the opponent's view.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::GammonGo => Self::GammonSave,
            Self::GammonSave => Self::GammonGo,
            same => same,
        }
    }

    /// True if the score differs from double match point in a game: where all wins count one, a
    /// gammon cannot be gone for.
    pub fn is_of(self, game: Game) -> bool {
        let usual = Situation::new(game.start(), game);
        matches!(self, Self::Money | Self::Dmp) || counts_gammons(&usual)
    }

    /// The start of a game at this score.
    pub fn start(self, game: Game) -> Situation {
        let start = Situation::new(game.start(), game);
        let in_match = |on_roll, opponent| {
            let crawford = game.has_cube() && on_roll != opponent;
            let stakes = Stakes::Match { length: 2, crawford };
            Situation { stakes, score: BySide { on_roll, opponent }, ..start }
        };
        match self {
            Self::Money => start,
            Self::Dmp => in_match(1, 1),
            Self::GammonGo => in_match(0, 1),
            Self::GammonSave => in_match(1, 0),
        }
    }
}

named!(
    OpeningScore,
    UnknownOpeningScore {
        Money: "money",
        Dmp: "dmp",
        GammonGo: "gammon-go",
        GammonSave: "gammon-save",
    }
);

/// Error for an unknown score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown score {0:?}: use {names}", names = either(&OpeningScore::ALL.map(OpeningScore::name)))]
pub struct UnknownOpeningScore(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_views() {
        for score in OpeningScore::ALL {
            assert_eq!(score.name().parse(), Ok(score));
            assert_eq!(score.opposite().opposite(), score);
            let json = serde_json::to_string(&score).unwrap();
            assert_eq!(json, format!("{:?}", score.name()));
            let (own, other) =
                (score.start(Game::Backgammon), score.opposite().start(Game::Backgammon));
            assert_eq!(own.away().map(BySide::swapped), other.away());
        }
        assert!("dmP".parse::<OpeningScore>().is_err());
        assert!(OpeningScore::GammonGo.is_of(Game::PORTES));
        assert!(!OpeningScore::GammonGo.is_of(Game::Irish));
        assert!(OpeningScore::Dmp.is_of(Game::Irish));
    }
}
