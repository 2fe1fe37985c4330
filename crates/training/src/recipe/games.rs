//! Self-play settings: targets and exploration.

use super::{InvalidRecipe, check};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Family, Game};

/// Targets of positions: the outcomes that a network learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Targets {
    /// The forward view of TD(λ): a weighted mean of the evaluations of all later positions of the
    /// game and of its result. λ = 0 uses the evaluation of the next position only, λ = 1 the
    /// result only.
    LambdaReturn {
        /// λ, 0 to 1.
        lambda: f32,
    },
    /// TD(λ) without the noise of the dice. The error of a step is not that of the next position in
    /// the game, but its mean over all 21 rolls: the 2-ply evaluation less the 1-ply evaluation.
    /// The target of a position is its 2-ply evaluation, plus λ times the error of the next
    /// position, plus λ² times that of the one after it, and so on to the end of the game. λ = 0
    /// gives the 2-ply evaluation. λ = 1 gives the result of the game with the luck of all rolls
    /// removed, as in rollouts with variance reduction.
    ExpectedReturn {
        /// λ, 0 to 1.
        lambda: f32,
        /// Minimum difference between 2-ply and 1-ply equity, in points, from which a position gets
        /// a 3-ply label: 0 to 6; none by default. 0 selects every position with a known 1-ply
        /// evaluation. The 3-ply evaluation replaces the 2-ply evaluation and the term of the next
        /// position's error, because it contains the mean of that error over all rolls. Such a
        /// label takes about twenty times as long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deeper_from: Option<f32>,
    },
    /// 2-ply evaluations: the mean over all 21 rolls of the best reply at 1-ply, without dice
    /// noise.
    TwoPly {
        /// Fraction of a game's positions that are labelled and learned, above 0 and at most 1.
        share: f64,
    },
    /// Distillation: another network, the teacher, plays the games. The targets are the teacher's
    /// 1-ply evaluations of the positions that a roll can lead to, not only of the one that is
    /// played. Evaluations of siblings have no noise and need no search.
    Distillation {
        /// Maximum difference of a learned position to the roll's best one in the teacher's equity,
        /// in points: 0 to 6.
        margin: f32,
        /// Fraction of the roll's other positions that are learned too, drawn at random: 0 to 1; 0
        /// by default.
        #[serde(default)]
        others: f64,
    },
    /// Labels from [label folders](crate::LabelFolder); no games are played. The stage's `games`
    /// counts labelled games, repeatedly if there are several epochs.
    Labels,
    /// 2-ply evaluations of the best plays of a turn at 1-ply, in turns with at least two close
    /// plays. The results of a turn are siblings.
    TwoPlyPlays {
        /// Maximum difference to the best play at 1-ply, in points: 0 to 6.
        margin: f32,
        /// Maximum number of plays per turn, 2 to 100.
        most: usize,
    },
}

/// Exploration: deviations from the best play. Fractions are 0 to 1; all values are 0 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Exploration {
    /// Fraction of games that begin with random plays.
    pub random_openings: f64,
    /// Maximum number of random plays at the start of such a game, 0 to 1,000.
    pub opening_plays: u32,
    /// Fraction of the other plays that are drawn at random from all legal plays.
    pub random_plays: f64,
    /// Fraction of the other plays that are drawn from the plays within 0.06 points of the best, if
    /// there are any. These plays correct evaluations that are too low; best plays alone only
    /// correct those that are too high.
    pub rivals: f64,
    /// Fraction of games that begin in a random back game.
    pub back_games: f64,
    /// Fraction of games in which one side aims for a back game until it has two anchors. Older
    /// recipes call this field `seekers`.
    #[serde(alias = "seekers")]
    pub back_game_seekers: f64,
    /// Fraction of the other games that begin with one to eight checkers left on each side, at home
    /// or anywhere.
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
    /// Search depth of the plays in plies, 1 or 2, see [`crate::LabelRecipe::play_ply`].
    pub play_ply: u8,
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
        let check_field =
            |holds, field: &str, problem: &str| check(holds, &format!("{within}{field}"), problem);
        let is_lambda = |lambda: f32| (0.0..=1.0).contains(&lambda);
        let is_distance = |points: f32| (0.0..=6.0).contains(&points);
        match self {
            Self::Labels => Ok(()),
            Self::LambdaReturn { lambda } => {
                check_field(is_lambda(lambda), "lambda", "must be 0 to 1")
            }
            Self::ExpectedReturn { lambda, deeper_from } => {
                check_field(is_lambda(lambda), "lambda", "must be 0 to 1")?;
                check_field(deeper_from.is_none_or(is_distance), "deeper_from", "must be 0 to 6")
            }
            Self::TwoPly { share } => {
                check_field(share > 0.0 && share <= 1.0, "share", "must be above 0 and at most 1")
            }
            Self::Distillation { margin, others } => {
                check_field(is_distance(margin), "margin", "must be 0 to 6")?;
                check_field(is_share(others), "others", "must be 0 to 1")
            }
            Self::TwoPlyPlays { margin, most } => {
                check_field(is_distance(margin), "margin", "must be 0 to 6")?;
                check_field(
                    (2..=MOST_PLAYS).contains(&most),
                    "most",
                    &format!("must be 2 to {MOST_PLAYS}"),
                )
            }
        }
    }
}

/// Maximum number of plays per turn that get a label by search.
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
        let has_hits = game.family() == Family::Hitting;
        check(
            self.back_games == 0.0 || game.checkers() == checkers,
            "back_games",
            "need a game with 15 checkers",
        )?;
        check(!has_back_games || has_hits, "back_games", &format!("are not supported in {game}"))?;
        let problem = format!("are not supported in {game}");
        check(self.endings == 0.0 || has_hits, "endings", &problem)
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
            "must be 0 (all) unless the targets are lambda-return",
        )?;
        check((1..=2).contains(&self.play_ply), &format!("{within}play_ply"), "must be 1 or 2")?;
        let is_searched = matches!(
            self.targets,
            Targets::ExpectedReturn { .. } | Targets::TwoPly { .. } | Targets::TwoPlyPlays { .. }
        );
        check(
            self.play_ply == 1 || is_searched,
            &format!("{within}play_ply"),
            "must be 1 unless the targets are 2-ply evaluations or expected returns",
        )?;
        self.targets.validate(within)
    }
}
