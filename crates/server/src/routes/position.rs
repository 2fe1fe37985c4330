//! `POST /position`: describes a position and converts between IDs and boards.

use crate::http::{answer::Answer, body::Body, error::ApiError};
use sheshbesh_api::{Described, PositionRequest};

/// Describes a position
///
/// Reads any ID or board and returns all its properties and IDs. `ply` and `filter` are accepted
/// and ignored.
#[utoipa::path(
    post,
    path = "/position",
    tag = "positions",
    request_body = PositionRequest,
    responses((status = 200, description = "The position.", body = Described))
)]
pub(crate) async fn position(
    Body(request, ..): Body<PositionRequest>,
) -> Result<Answer<Described>, ApiError> {
    Ok(Answer(request.answer()?))
}
