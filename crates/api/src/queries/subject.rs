//! Position and search settings of a query.

use sheshbesh_evaluator::{Engine, EvaluationLevel, FilterName, Settings, defaults};
use sheshbesh_movegen::Situation;

/// Search options of a query; `None` means the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchOptions {
    /// Evaluation level. Default: search to the depth of the game, see [`defaults::depth`]; 1-ply
    /// for rollouts.
    pub level: Option<EvaluationLevel>,
    /// Move filter. Default: normal; none for the evaluation of a position.
    pub filter: Option<FilterName>,
    /// True for cubeful equity, false for cubeless equity. Default: cubeful in games with a cube.
    pub cubeful: Option<bool>,
}

impl SearchOptions {
    /// The options with no move filter by default: the evaluation of a position should miss no
    /// reply.
    pub(super) fn searching_every_reply(self) -> Self {
        Self { filter: self.filter.or(Some(FilterName::None)), ..self }
    }
}

/// A position with resolved search options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    pub(super) situation: Situation,
    pub(super) level: EvaluationLevel,
    pub(super) filter: FilterName,
    pub(super) cubeful: bool,
}

impl Subject {
    pub(super) fn new(situation: Situation, options: SearchOptions) -> Self {
        let game = situation.game;
        Self {
            situation,
            level: options.level.unwrap_or_else(|| defaults::depth(game).into()),
            filter: options.filter.unwrap_or_default(),
            cubeful: defaults::is_cubeful(game, options.cubeful),
        }
    }

    /// The engine with the settings of this query.
    pub(super) fn engine(&self, engine: &Engine) -> Engine {
        let (filter, cubeful) = (self.filter.filter(), self.cubeful);
        engine.with_settings(Settings { filter, cubeful, ..engine.settings().clone() })
    }
}
