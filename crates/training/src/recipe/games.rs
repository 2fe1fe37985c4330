//! Self-play settings: targets and exploration.

use super::{InvalidRecipe, check};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Game;

/// What positions are taught.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Targets {
    /// The forward view of TD(λ): a mean of the verdicts on all later positions of the game and
    /// of its result. λ = 0 is the verdict on the next position, λ = 1 the result.
    LambdaReturn {
        /// How far the targets look.
        lambda: f32,
    },
    /// TD(λ) without the noise of the dice. Each step's error is not what the next position turned
    /// out to be worth, but what the mean over all 21 rolls is: the 2-ply verdict less the
    /// 1-ply one. A position is taught its 2-ply verdict plus λ times the error of the next
    /// position, λ² times that of the one after it, and so on to the end of the game. λ = 0 is the 2-ply verdict; λ = 1
    /// is the result of the game with the luck of all rolls taken off, as rollouts do.
    ExpectedReturn {
        /// How far the targets look.
        lambda: f32,
        /// Positions whose 2-ply verdict is so many points and more from the 1-ply one, by equity, are labelled
        /// a ply deeper: the 3-ply verdict takes the place of the 2-ply one and of λ times the next position's
        /// error, of which it is the mean over all rolls. At 0 these are all positions; none where
        /// nothing is said. Such a label takes twenty times as long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deeper_from: Option<f32>,
    },
    /// The mean over all 21 rolls of the best reply at 1-ply: a 2-ply verdict, without dice noise.
    TwoPly {
        /// Share of the positions of a game that are labelled and learned from.
        share: f64,
    },
    /// Distillation: another network, the teacher, plays the games, and the network is taught the teacher's 1-ply
    /// verdicts on the positions that a roll can lead to, not only on the one that is played. Verdicts on siblings
    /// have no noise, and cost no search.
    Distillation {
        /// A position is taught if the teacher finds it at most so many points worse than the roll's best.
        margin: f32,
        /// Share of the roll's other positions that are taught too, drawn at random.
        #[serde(default)]
        others: f64,
    },
    /// Labels from [label folders](crate::LabelFolder); no games are played. `games` of the stage counts labelled games,
    /// several times if they are learned in several epochs.
    Labels,
    /// 2-ply evaluations of the best plays of a turn at 1-ply, in turns that have at least two close plays. The results
    /// of a turn are siblings.
    TwoPlyPlays {
        /// Maximum distance to the best play at 1-ply, in points.
        margin: f32,
        /// Maximum number of plays per turn, at least 2.
        most: usize,
    },
}

/// Which play is made now and then instead of the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exploration {
    /// Share of the games that begin with random plays.
    pub random_openings: f64,
    /// At most so many plays are random at the start of such a game.
    pub opening_plays: u32,
    /// Share of the other plays that are drawn at random from all legal ones.
    pub random_plays: f64,
    /// Share of the other plays that are drawn from those that are nearly as good as the best, where
    /// there are some: what the network takes to be too bad is met too, and not only what it takes to
    /// be too good.
    pub rivals: f64,
    /// Share of the games that begin in the middle of a back game made up at random.
    pub back_games: f64,
    /// Share of games in which one side plays for a back game until it has had two anchors. Older
    /// recipes say `seekers`.
    #[serde(alias = "seekers")]
    pub back_game_seekers: f64,
    /// Share of the other games that begin with few checkers left on either side, anywhere.
    pub endings: f64,
}

/// Settings of self-play: targets of the positions, exploration and filters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameSettings {
    /// Targets of the positions.
    pub targets: Targets,
    /// True to use exact bearoff tables, see [`crate::Stage::bearoff_tables`].
    pub bearoff_tables: bool,
    /// Deviations from the best play.
    pub exploration: Exploration,
    /// Maximum plays evaluated per roll; 0 for all, see [`crate::Stage::plays_judged`].
    pub plays_judged: usize,
}

impl Targets {
    /// True if the teacher always plays and evaluates.
    pub(crate) const fn are_a_teachers(self) -> bool {
        matches!(self, Self::Distillation { .. })
    }

    /// True if several results of a roll are learned, as siblings.
    pub(crate) const fn have_siblings(self) -> bool {
        matches!(self, Self::Distillation { .. } | Self::TwoPlyPlays { .. } | Self::Labels)
    }

    fn validate(self, within: &str) -> Result<(), InvalidRecipe> {
        let check =
            |holds, field: &str, problem: &str| check(holds, &format!("{within}{field}"), problem);
        let is_lambda = |lambda: f32| (0.0..=1.0).contains(&lambda);
        let is_distance = |points: f32| (0.0..=6.0).contains(&points);
        match self {
            Self::Labels => Ok(()),
            Self::LambdaReturn { lambda } => check(is_lambda(lambda), "lambda", "must be 0 to 1"),
            Self::ExpectedReturn { lambda, deeper_from } => {
                check(is_lambda(lambda), "lambda", "must be 0 to 1")?;
                check(deeper_from.is_none_or(is_distance), "deeper_from", "must be 0 to 6")
            }
            Self::TwoPly { share } => {
                check(share > 0.0 && share <= 1.0, "share", "must be above 0 and at most 1")
            }
            Self::Distillation { margin, others } => {
                check(is_distance(margin), "margin", "must be 0 to 6")?;
                check(is_share(others), "others", "must be 0 to 1")
            }
            Self::TwoPlyPlays { margin, most } => {
                check(is_distance(margin), "margin", "must be 0 to 6")?;
                check(
                    (2..=MOST_PLAYS).contains(&most),
                    "most",
                    &format!("must be 2 to {MOST_PLAYS}"),
                )
            }
        }
    }
}

/// Maximum plays of a turn that are labelled by a search.
const MOST_PLAYS: usize = 100;

fn is_share(share: f64) -> bool {
    (0.0..=1.0).contains(&share)
}

impl Exploration {
    fn validate(&self, within: &str) -> Result<(), InvalidRecipe> {
        for (share, field) in [
            (self.random_openings, "random_openings"),
            (self.random_plays, "random_plays"),
            (self.rivals, "rivals"),
            (self.back_games, "back_games"),
            (self.back_game_seekers, "back_game_seekers"),
            (self.endings, "endings"),
        ] {
            check(is_share(share), &format!("{within}{field}"), "must be 0 to 1")?;
        }
        let field = format!("{within}opening_plays");
        check(self.opening_plays <= 1000, &field, "must be at most 1000")
    }

    /// Checks the exploration for a game: back games need hits and 15 checkers.
    pub(crate) fn check_game(&self, game: Game) -> Result<(), InvalidRecipe> {
        let has_back_games = self.back_games > 0.0 || self.back_game_seekers > 0.0;
        let checkers = Game::Backgammon.checkers();
        check(
            self.back_games == 0.0 || game.checkers() == checkers,
            "back_games",
            "need a game of fifteen checkers",
        )?;
        check(!has_back_games || game.has_bar(), "back_games", &format!("are unknown in {game}"))?;
        let problem = format!("are not made up in {game}");
        check(self.endings == 0.0 || game.has_bar(), "endings", &problem)
    }
}

impl GameSettings {
    /// Checks all values; `within` is the prefix of field names in errors.
    pub(crate) fn validate(&self, within: &str) -> Result<(), InvalidRecipe> {
        self.exploration.validate(within)?;
        let field = format!("{within}plays_judged");
        check(self.plays_judged <= 16, &field, "must be at most 16")?;
        let is_lambda_return = matches!(self.targets, Targets::LambdaReturn { .. });
        check(
            self.plays_judged == 0 || is_lambda_return,
            &field,
            "must be 0, which is all, where targets are not lambda-return",
        )?;
        self.targets.validate(within)
    }
}
