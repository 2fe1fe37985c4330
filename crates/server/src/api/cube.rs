//! `POST /cube`: what to do with the doubling cube.

use crate::{answer::Answer, app::App, ask::asking, body::Body, fault::Fault};
use axum::extract::State;
use sheshbesh_analysis::{explained::explain_cube, verdicts::CubeAnswer};
use sheshbesh_evaluator::{Depth, Settings};
use sheshbesh_movegen::{Phase, Situation};
use std::sync::Arc;

asking! {
    /// A position before the roll, in which somebody might double.
    CubeRequest {
        /// Say by how much it is right, how often a market is lost, where it is the other way round.
        #[serde(default)]
        explain: bool,
    }
}

/// Refuses positions in which nobody can turn a cube now.
pub(crate) fn check_before_roll(situation: &Situation) -> Result<(), Fault> {
    if !situation.game.has_cube() {
        let sentence = format_args!("{} is played without a cube", situation.game);
        return Err(Fault::nonsense(sentence));
    }
    if situation.game.end(&situation.position, None).is_some() {
        return Err(Fault::nonsense("the game is over: there is no cube to turn"));
    }
    match situation.phase {
        Phase::Rolled(dice) => Err(Fault::nonsense(format_args!(
            "{dice} has been rolled already: the cube is turned before the roll"
        ))),
        _ => Ok(()),
    }
}

/// What to do with the doubling cube
///
/// The answer is that of `shesh cube --json`.
#[utoipa::path(
    post,
    path = "/cube",
    tag = "analysis",
    request_body = CubeRequest,
    responses((status = 200, description = "What each decision is worth.", body = CubeAnswer))
)]
pub(crate) async fn cube(
    State(app): State<Arc<App>>,
    Body(request): Body<CubeRequest>,
) -> Result<Answer<CubeAnswer>, Fault> {
    let asking = request.asking();
    let situation = asking.judged(&app, true)?;
    check_before_roll(&situation)?;
    let depth = asking.depth()?;
    let filter = asking.filter()?.unwrap_or_default().filter();
    let (id, explained) =
        (app.engine_of(situation.game).map_err(Fault::nonsense)?, request.explain);
    let looks = if explained { depth.max(Depth::THREE) } else { depth };
    let judged = app.work.run(move |engine, stop| {
        let settings = Settings { filter, ..engine.settings().clone() };
        engine.with_settings(settings).ask(looks, stop, |evaluator| {
            let verdict = evaluator.cube_decision(&situation, depth).map_err(Fault::nonsense)?;
            let explanation = if explained {
                let explained = explain_cube(evaluator, &situation, depth).map_err(Fault::ours)?;
                let nothing = "the player on roll may not double: nothing to explain";
                Some(explained.ok_or_else(|| Fault::nonsense(nothing))?)
            } else {
                None
            };
            let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
            let equities = &evaluator.settings().equities;
            let answer = CubeAnswer::new(id, &situation, &verdict, equities);
            Ok(CubeAnswer { explanation, ..answer })
        })
    });
    Ok(Answer(judged.await?))
}
