//! The interface, described as OpenAPI.

use crate::{app::App, fault::Said};
use axum::Router;
use std::sync::Arc;
use utoipa::{
    OpenApi,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder,
        path::{Operation, PathItem},
    },
};
use utoipa_axum::router::OpenApiRouter;

/// Where everything that is described is found.
pub(crate) const ROOT: &str = "/api/v1";

/// What holds for all of it.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sheshbesh",
        description = "A backgammon engine over HTTP. Bodies are JSON, with the names of `shesh … --json`; \
            unknown fields are refused. Equities are points per game at the present cube, probabilities \
            are 0 to 1, and a position is seen by the player on roll.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "positions", description = "Games, positions and legal plays."),
        (name = "analysis", description = "What the network thinks of a position."),
        (name = "table", description = "Games, money sessions and matches that are played. The client \
            keeps the state, and this program nothing; the dice are the server's."),
        (name = "jobs", description = "What takes long: rollouts and matches judged, one after the other."),
    ),
    components(schemas(Said)),
)]
struct Described;

/// Everything below [`ROOT`], and its description: each path can also be refused.
pub(crate) fn described(
    api: OpenApiRouter<Arc<App>>,
) -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let described = OpenApiRouter::with_openapi(Described::openapi());
    let (router, mut description) = described.nest(ROOT, api).split_for_parts();
    for item in description.paths.paths.values_mut() {
        for operation in operations(item) {
            for (status, about) in [
                ("4XX", "It is not asked rightly, or not by somebody who may."),
                ("5XX", "It cannot be answered now; Retry-After says when it may be asked again."),
            ] {
                operation.responses.responses.entry(status.to_owned()).or_insert(refusal(about));
            }
        }
    }
    (router, description)
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten()
}

fn refusal(about: &str) -> RefOr<Response> {
    let body = Content::new(Some(Ref::from_schema_name("Error")));
    ResponseBuilder::new().description(about).content("application/json", body).build().into()
}

/// The description as it is answered.
pub(crate) fn text(description: &utoipa::openapi::OpenApi) -> String {
    let mut text = description.to_pretty_json().expect("it is made of strings");
    text.push('\n');
    text
}
