//! Options of the engine: `setoption`, and their list in the answer to `ubgi`.

use super::{
    protocol::UbgiError,
    session::{DEFAULT_CACHE, Session},
};
use crate::args::note_other_game;
use sheshbesh_api::limits::{CACHE_MB, THREADS};
use sheshbesh_arena::Skill;
use sheshbesh_evaluator::{Depth, EvaluationCache, FilterName, RolloutLevel, Settings};
use sheshbesh_movegen::{Game, Phase};
use std::sync::Arc;

impl Session {
    /// Returns the answer to `ubgi`: the engine's name and its options.
    pub(super) fn identify(&self) -> Vec<String> {
        let filters = FilterName::ALL.map(|filter| format!("var {filter}")).join(" ");
        let known = Game::ALL.into_iter().filter(|&game| self.engine.learned_for(game).is_ok());
        let games: Vec<String> = known.map(|game| format!("var {game}")).collect();
        let depths = (1..=Depth::DEEPEST.plies()).map(|plies| format!("var {plies}"));
        let rollouts = RolloutLevel::ALL.map(|level| format!("var {}", level.name()));
        let levels: Vec<String> = depths.chain(rollouts).collect();
        vec![
            format!("id name Sheshbesh {}", env!("CARGO_PKG_VERSION")),
            "id author the Sheshbesh developers".to_owned(),
            format!(
                "option name Threads type spin default {} min 1 max {THREADS}",
                self.engine.threads()
            ),
            format!("option name Ply type combo default 1 {}", levels.join(" ")),
            format!("option name Filter type combo default {} {filters}", FilterName::default()),
            format!("option name Cache type spin default {DEFAULT_CACHE} min 0 max {CACHE_MB}"),
            "option name Seed type spin default 1 min 0 max 2147483647".to_owned(),
            "option name Deterministic type check default true".to_owned(),
            format!("option name Level type spin default 0 min 0 max {}", Skill::MOST),
            "option name EvalMode type combo default cubeless var cubeless var cubeful".to_owned(),
            format!("option name Variant type combo default backgammon {}", games.join(" ")),
            "ubgiok".to_owned(),
        ]
    }

    /// Sets an option.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), UbgiError> {
        let parse_number = |least: usize, most: usize| {
            value
                .parse()
                .ok()
                .filter(|n| (least..=most).contains(n))
                .ok_or_else(|| bad(format!("{name} must be a number from {least} to {most}")))
        };
        match name {
            "Threads" => {
                let threads = parse_number(1, THREADS.into())?;
                self.engine = self.engine.with_threads(threads).map_err(bad)?;
            }
            "Ply" => self.options.level = Some(value.parse().map_err(bad)?),
            "Cache" => {
                let megabytes = parse_number(0, CACHE_MB as usize)?;
                let cache = EvaluationCache::new(megabytes);
                if !cache.make() {
                    return Err(bad(format!("not enough memory for a cache of {megabytes} MB")));
                }
                let cache = Some(Arc::new(cache));
                let settings = Settings { cache, ..self.engine.settings().clone() };
                self.engine = self.engine.with_settings(settings);
            }
            "Filter" => {
                let filter: FilterName = value.parse().map_err(bad)?;
                self.options.filter = Some(filter);
            }
            "Level" => {
                let skill: Skill = value.parse().map_err(bad)?;
                self.mistakes.set_skill(skill);
            }
            // Only mistakes are drawn at random.
            "Seed" => self.mistakes.set_seed(parse_number(0, u32::MAX as usize)? as u64),
            // The engine is deterministic, so this option has no effect.
            "Deterministic" => {
                if !matches!(value, "true" | "false" | "on" | "off") {
                    return Err(bad("Deterministic must be true or false"));
                }
            }
            "EvalMode" => {
                let cubeful = match value {
                    "cubeless" => false,
                    "cubeful" => true,
                    _ => return Err(bad("EvalMode must be cubeless or cubeful")),
                };
                self.options.cubeful = Some(cubeful);
            }
            "Variant" => {
                let game: Game = value.parse().map_err(bad)?;
                let learned = self.engine.learned_for(game).map_err(bad)?;
                note_other_game(&self.name, learned, game);
                // The current position belongs to the previous game.
                if game != self.game {
                    (self.position, self.phase) = (None, Phase::BeforeRoll);
                }
                self.game = game;
            }
            _ => return Err(UbgiError("unsupported_feature", format!("unknown option {name}"))),
        }
        Ok(())
    }
}

fn bad(message: impl ToString) -> UbgiError {
    UbgiError::bad_argument(message)
}
