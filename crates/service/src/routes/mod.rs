//! The routes below `/api/v1`, one file for each route or group of routes.
//!
//! A new route is a file here and a line in [`routes`]. The attributes of its function also describe
//! it.

mod act;
mod analyze;
mod best;
mod board;
mod chouette;
pub(crate) mod convert;
mod cube;
mod drill;
mod evaluate;
mod games;
pub(crate) mod judge;
mod play;
mod plays;
mod position;
pub(crate) mod record;
mod request;
mod rollout;
mod scores;
mod start;

pub use crate::upload::MAX_FILE;
pub(crate) use analyze::{STEPS as ANALYSIS_STEPS, games_of_file};
pub use request::Request;

use crate::{error::ApiError, service::Service, task::Task};
use std::sync::Arc;
use utoipa::OpenApi;

/// Default maximum size of a body, in bytes.
const MAX_BODY: usize = 1 << 20;

/// Parameters that a route takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// None, so the answer is always the same: `GET`.
    Constant,
    /// The query: `GET`.
    Query,
    /// A JSON body: `POST`.
    Json,
    /// The query, and a file as body: `POST`.
    File,
}

impl Parameters {
    /// HTTP method.
    pub const fn method(self) -> &'static str {
        match self {
            Self::Constant | Self::Query => "GET",
            Self::Json | Self::File => "POST",
        }
    }
}

/// A route: a method and a path with the function that prepares its work.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// Path below `/api/v1/`.
    pub path: &'static str,
    /// Parameters, which determine the method.
    pub parameters: Parameters,
    /// Maximum size of the body, in bytes.
    pub max_body: usize,
    /// Parses and validates a request.
    pub prepare: fn(&Arc<Service>, Request) -> Result<Task, ApiError>,
}

/// Lists the routes by parameters, maximum size of the body, path and function, and describes them
/// by the attributes of the functions.
macro_rules! routes {
    ($($parameters:ident($max_body:expr) $path:literal => $module:ident::$function:ident,)*) => {
        /// All routes.
        pub const ROUTES: &[Route] = &[$(Route {
            path: $path,
            parameters: Parameters::$parameters,
            max_body: $max_body,
            prepare: $module::$function,
        }),*];

        /// Description of the routes.
        #[derive(OpenApi)]
        #[openapi(paths($($module::$function),*))]
        pub struct ApiDoc;
    };
}

routes! {
    Constant(0) "games" => games::games,
    Json(MAX_BODY) "position" => position::position,
    Query(0) "board.svg" => board::board_svg,
    Json(MAX_BODY) "picture" => board::picture,
    Json(MAX_BODY) "plays" => plays::plays,
    Json(MAX_BODY) "evaluate" => evaluate::evaluate,
    Json(MAX_BODY) "best" => best::best,
    Json(MAX_BODY) "explain" => best::explain_plays,
    Json(MAX_BODY) "cube" => cube::cube,
    Json(MAX_BODY) "drill" => drill::drill,
    Json(MAX_BODY) "scores" => scores::scores,
    Json(MAX_BODY) "start" => start::start,
    Json(MAX_BODY) "act" => act::act,
    Json(MAX_BODY) "play" => play::play,
    Json(MAX_BODY) "chouette/start" => chouette::start,
    Json(MAX_BODY) "chouette/act" => chouette::act,
    Json(MAX_BODY) "chouette/play" => chouette::play,
    Json(MAX_BODY) "chouette/consult" => chouette::consult,
    Json(MAX_BODY) "judge" => judge::judge_decision,
    Json(record::MAX_BODY) "record" => record::record,
    File(MAX_FILE) "convert" => convert::convert,
    Json(MAX_BODY) "jobs/rollout" => rollout::post,
    File(MAX_FILE) "jobs/analyze" => analyze::post,
}

/// Finds a route by its method and its path below `/api/v1/`.
pub fn find(method: &str, path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.path == path && route.parameters.method() == method)
}
