//! Evaluator settings.

use super::{cache::EvaluationCache, filter::Filter};
use crate::{
    cube::{Efficiency, MatchEquities},
    exact::bearoff::Tables,
    stop::Stop,
};
use sheshbesh_movegen::Game;
use std::{fmt, sync::Arc};

/// Evaluator settings that apply to all stakes.
///
/// ```
/// use sheshbesh_evaluator::{EvaluationCache, FilterName, Settings};
/// use std::sync::Arc;
/// let settings = Settings {
///     filter: FilterName::Wide.filter(),
///     cache: Some(Arc::new(EvaluationCache::new(64))),
///     ..Settings::default()
/// };
/// assert!(settings.tables.is_none() && !settings.parallel);
/// ```
#[derive(Clone)]
pub struct Settings {
    /// Move filter.
    pub filter: Filter,
    /// Exact tables of endgames.
    pub tables: Option<Arc<Tables>>,
    /// Evaluation cache; evaluators can share it.
    pub cache: Option<Arc<EvaluationCache>>,
    /// True to distribute the searches of one decision among rayon's threads; results do not
    /// change.
    pub parallel: bool,
    /// Match equity tables.
    pub equities: MatchEquities,
    /// Cube efficiency; `None` for the one [fitted to each game](Efficiency::fitted).
    pub efficiency: Option<Efficiency>,
    /// True if the cube is in use in games whose stakes are set; see
    /// [`CubeModel::new`](crate::cube::CubeModel::new).
    pub cubeful: bool,
    /// Stop condition. A stopped search returns its results so far.
    pub stop: Stop,
}

impl Settings {
    /// Cube efficiency in a game: the one in the settings, or else the one fitted to the game.
    pub fn efficiency_in(&self, game: Game) -> Efficiency {
        self.efficiency.unwrap_or_else(|| Efficiency::fitted(game))
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            tables: None,
            cache: None,
            parallel: false,
            equities: MatchEquities::default(),
            efficiency: None,
            cubeful: true,
            stop: Stop::never(),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("filter", &self.filter)
            .field("tables", &self.tables.is_some())
            .field("cache", &self.cache.is_some())
            .field("parallel", &self.parallel)
            .field("equities", &self.equities.name())
            .field("efficiency", &self.efficiency)
            .field("cubeful", &self.cubeful)
            .field("stop", &self.stop)
            .finish()
    }
}
