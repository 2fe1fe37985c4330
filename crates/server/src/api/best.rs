//! `POST /best`: the plays of a roll, ranked.

use crate::{
    answer::Answer,
    app::App,
    ask::{asking, dice},
    body::Body,
    fault::Fault,
};
use axum::extract::State;
use sheshbesh_analysis::verdicts::{BestPlays, Head, plays};
use sheshbesh_evaluator::Settings;
use sheshbesh_movegen::{Phase, Situation};
use std::sync::Arc;

asking! {
    /// A position whose roll is to be played.
    BestRequest {
        /// The roll, such as `31`; not needed where the ID has it.
        dice: Option<String>,
        /// Rank by equity with the doubling cube.
        #[serde(default)]
        cubeful: bool,
        /// How many plays to give; all of them by default.
        plays: Option<u16>,
    }
}

/// The plays of a roll, best first
#[utoipa::path(post, path = "/best", request_body = BestRequest, responses((status = 200)))]
pub(crate) async fn best(
    State(app): State<Arc<App>>,
    Body(request): Body<BestRequest>,
) -> Result<Answer<BestPlays>, Fault> {
    let asking = request.asking();
    let situation = asking.judged(&app)?;
    let dice = dice(request.dice.as_deref(), &situation)?;
    if situation.game.end(&situation.position, None).is_some() {
        return Err(Fault::nonsense("the game is over: there is nothing to play"));
    }
    let depth = asking.depth()?;
    let filter = asking.filter()?.unwrap_or_default().filter();
    let (id, cubeful) = (app.engine.clone(), request.cubeful);
    let most = request.plays.map_or(usize::MAX, usize::from);
    let judged = app.work.run(move |engine, stop| {
        let settings = Settings { filter, cubeful, ..engine.settings().clone() };
        engine.with_settings(settings).ask(depth, stop, |evaluator| {
            evaluator.set_stakes(&situation).map_err(Fault::nonsense)?;
            let ranked = evaluator.rank(&situation.position, dice, depth);
            let mut plays = plays(&situation, dice, &ranked).map_err(Fault::ours)?;
            plays.truncate(most);
            let rolled = Situation { phase: Phase::Rolled(dice), ..situation };
            let head = Head::new(id, &rolled);
            Ok(BestPlays { head, dice: dice.to_string(), plays, explanation: None })
        })
    });
    Ok(Answer(judged.await?))
}
