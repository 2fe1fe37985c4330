//! What a position is worth.

use crate::{asking::asking, engines::Engines, refusal::Refusal};
use sheshbesh_analysis::verdicts::{Evaluation, Race};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};

asking! {
    /// A position to be judged before the roll.
    EvaluateRequest {
        /// Give the equity with the doubling cube too.
        #[serde(default)]
        cubeful: bool,
    }
}

impl EvaluateRequest {
    /// The question, ready to be put to the engine.
    ///
    /// # Errors
    /// When it makes no sense, or nobody knows the game.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<impl FnOnce(&Engine, &Stop) -> Result<Evaluation, Refusal> + Send + 'static, Refusal>
    {
        let asking = self.asking();
        let cubeful = self.cubeful;
        let (situation, id) = asking.judged(engines, cubeful)?;
        let depth = asking.depth()?;
        // A verdict by itself should miss no reply.
        let filter = asking.filter()?.unwrap_or(FilterName::None).filter();
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, cubeful, ..engine.settings().clone() };
            engine.with_settings(settings).ask(depth, stop, |evaluator| {
                evaluator.set_stakes(&situation).map_err(Refusal::nonsense)?;
                let verdict = evaluator.evaluate(&situation.position, depth);
                let tables = evaluator.settings().tables.as_deref();
                let race = Race::of(situation.game, &situation.position, tables);
                let id = id.looking_up(evaluator.looked_up(&situation.position), &situation);
                let stakes = evaluator.stakes();
                Ok(Evaluation::new(id, &situation, &verdict, stakes, cubeful, race))
            })
        })
    }
}
