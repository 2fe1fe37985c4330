//! `POST /scores`: one question asked at every score of a match.

use super::cube::check_before_roll;
use crate::{
    answer::Answer,
    app::App,
    ask::{asking, dice},
    body::Body,
    fault::Fault,
};
use axum::extract::State;
use serde::Serialize;
use sheshbesh_analysis::verdicts::{CannotAskEverywhere, CubeScores, PlayScores};
use sheshbesh_evaluator::{Depth, Settings};
use sheshbesh_movegen::Phase;
use std::sync::Arc;
use utoipa::ToSchema;

asking! {
    /// A position to be judged at every score: a roll in it where there is one, or else the cube.
    ScoresRequest {
        /// The roll, such as `31`. Without one, and where the position has none, the cube is asked
        /// about.
        dice: Option<String>,
        /// Rank plays by equity with the doubling cube.
        #[serde(default)]
        cubeful: bool,
        /// Points of the match, 1 to 25.
        length: u16,
    }
}

/// What to do at every score.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Scores {
    /// Which play is the best.
    Plays(PlayScores),
    /// What to do with the cube.
    Cube(CubeScores),
}

/// The longest match, as on the command line.
const LONGEST: u16 = 25;
/// Deeper than that, hundreds of scores take minutes.
const DEEPEST: Depth = Depth::THREE;

impl From<CannotAskEverywhere> for Fault {
    fn from(error: CannotAskEverywhere) -> Self {
        match error {
            CannotAskEverywhere::Unwritable(error) => Self::ours(error),
            error => Self::nonsense(error),
        }
    }
}

/// The best play, or what to do with the cube, at every score of a match
///
/// The answer is that of `shesh best --scores --json` where there is a roll, and of `shesh cube
/// --scores --json` where there is none. The cube stands as the position or `cube` says.
#[utoipa::path(
    post,
    path = "/scores",
    tag = "analysis",
    request_body = ScoresRequest,
    responses((status = 200, description = "An answer for each score.", body = Scores))
)]
pub(crate) async fn scores(
    State(app): State<Arc<App>>,
    Body(request): Body<ScoresRequest>,
) -> Result<Answer<Scores>, Fault> {
    let asking = request.asking();
    if asking.states_a_score() {
        let sentence = "every score is asked for: match, money, score, crawford, jacoby and beavers say nothing";
        return Err(Fault::nonsense(sentence));
    }
    let length = request.length;
    if !(1..=LONGEST).contains(&length) {
        let sentence = format_args!("length is 1 to {LONGEST} points, not {length}");
        return Err(Fault::nonsense(sentence));
    }
    let situation = asking.judged(&app, request.cubeful)?;
    let depth = asking.depth()?;
    if depth > DEEPEST {
        let sentence = format_args!("every score is asked at {DEEPEST} plies at most");
        return Err(Fault::nonsense(sentence));
    }
    let has_roll = request.dice.is_some() || matches!(situation.phase, Phase::Rolled(_));
    let roll = has_roll.then(|| dice(request.dice.as_deref(), &situation)).transpose()?;
    if roll.is_none() {
        check_before_roll(&situation)?;
    }
    let filter = asking.filter()?.unwrap_or_default().filter();
    let (id, cubeful) = (app.engine_of(situation.game).map_err(Fault::nonsense)?, request.cubeful);
    let judged = app.work.run(move |engine, stop| {
        let settings = Settings { filter, cubeful, ..engine.settings().clone() };
        let engine = engine.with_settings(settings);
        let evaluator = engine.evaluator(stop);
        let done = |_| {};
        engine.install(|| {
            Ok(match roll {
                Some(dice) => Scores::Plays(PlayScores::ask(
                    &evaluator, id, &situation, dice, depth, length, &done,
                )?),
                None => {
                    Scores::Cube(CubeScores::ask(&evaluator, id, &situation, depth, length, &done)?)
                }
            })
        })
    });
    Ok(Answer(judged.await?))
}
