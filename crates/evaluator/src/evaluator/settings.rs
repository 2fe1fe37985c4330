//! What an evaluator is told once.

use crate::{
    bearoff::Tables,
    cache::EvaluationCache,
    cube::{Efficiency, MatchEquityTable},
    filter::Filter,
    stop::Stop,
};
use sheshbesh_movegen::Game;
use std::{fmt, sync::Arc};

/// How positions are judged, whatever is played for.
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
    /// Which plays are looked at more closely.
    pub filter: Filter,
    /// Where the ends of games are looked up.
    pub tables: Option<Arc<Tables>>,
    /// What remembers verdicts; others may share it.
    pub cache: Option<Arc<EvaluationCache>>,
    /// Whether the searches of one decision are shared among rayon's threads; results are equal.
    pub parallel: bool,
    /// Chances to win a match at each score.
    pub equities: Arc<MatchEquityTable>,
    /// Efficiency of the cube; `None` is the one [fitted to each game](Efficiency::fitted).
    pub efficiency: Option<Efficiency>,
    /// Whether the cube will be turned in games for stakes that are set; see
    /// [`CubeModel::new`](crate::cube::CubeModel::new).
    pub cubeful: bool,
    /// Ends searches early. They answer with what they know then.
    pub stop: Stop,
}

impl Settings {
    /// The efficiency of cubes in a game: the one that is set, or else the one fitted to the game.
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
            equities: MatchEquityTable::kazaross_xg2(),
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
