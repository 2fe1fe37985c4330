//! OpenAPI description of the API.

use sheshbesh_service::ErrorBody;
use utoipa::{
    OpenApi,
    openapi::{
        Content, Ref, RefOr, Response, ResponseBuilder,
        path::{Operation, PathItem},
    },
};

/// Path prefix of the described API.
pub(crate) const ROOT: &str = "/api/v1";

/// General part of the description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sheshbesh",
        description = "A backgammon engine over HTTP. Bodies are JSON, with the field names of `shesh … --json`; \
            unknown fields are rejected. Equities are points per game at the current cube value, \
            probabilities are 0 to 1, and positions are from the point of view of the player on roll.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    tags(
        (name = "positions", description = "Games, positions and legal plays."),
        (name = "analysis", description = "Evaluation of positions."),
        (name = "table", description = "Played games, money sessions and matches. The client \
            keeps the state and the server none; the server rolls the dice."),
        (name = "jobs", description = "Long-running work: rollouts and match analysis, one job at a time."),
    ),
    components(schemas(ErrorBody)),
)]
struct Description;

/// Describes the API: `routes` below [`ROOT`], with error responses added to each operation.
pub(crate) fn describe(routes: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let mut description = Description::openapi().nest(ROOT, routes);
    for item in description.paths.paths.values_mut() {
        for operation in operations_mut(item) {
            for (status, about) in [
                ("4XX", "The request is invalid or not allowed."),
                (
                    "5XX",
                    "The server is busy or failed; `Retry-After` tells when to try again, if present.",
                ),
            ] {
                operation
                    .responses
                    .responses
                    .entry(status.to_owned())
                    .or_insert(error_response(about));
            }
        }
    }
    description
}

fn operations_mut(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.delete].into_iter().flatten()
}

fn error_response(about: &str) -> RefOr<Response> {
    let body = Content::new(Some(Ref::from_schema_name("Error")));
    ResponseBuilder::new().description(about).content("application/json", body).build().into()
}

/// Serializes the description as it is served.
pub(crate) fn to_json(description: &utoipa::openapi::OpenApi) -> String {
    let mut text = description.to_pretty_json().expect("it is made of strings");
    text.push('\n');
    text
}
