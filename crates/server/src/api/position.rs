//! `POST /position`: what an ID says, or which IDs a board has.

use crate::{answer::Answer, body::Body, fault::Fault};
use sheshbesh_questions::{Described, PositionRequest};

/// What a position is
///
/// Reads any ID or board and says everything about it, with the IDs that it has. `ply` and `filter` are
/// taken, and say nothing here.
#[utoipa::path(
    post,
    path = "/position",
    tag = "positions",
    request_body = PositionRequest,
    responses((status = 200, description = "The position.", body = Described))
)]
pub(crate) async fn position(
    Body(request, ..): Body<PositionRequest>,
) -> Result<Answer<Described>, Fault> {
    Ok(Answer(request.answer()?))
}
