//! `POST /record`: writes a played session as a match file.

use crate::{
    answer::{Answer, JSON},
    error::ApiError,
    reason::Reason,
    routes::request::Request,
    service::Service,
    table::{Beginning, GameEvent, PerSeat},
    task::Task,
};
use serde::Deserialize;
use sheshbesh_matchfile::{
    ExportLoss, LiveRecorder, Match, PlayerInfo, WriteFormat, find_export_losses, write,
};
use sheshbesh_movegen::{BySeat, HouseRules, codes, listed, quoted};
use std::sync::Arc;
use utoipa::ToSchema;

/// Maximum body size in bytes: a money session of some hundred games.
pub(super) const MAX_BODY: usize = 4 << 20;
/// Maximum number of actions.
const MAX_ACTIONS: usize = 100_000;
/// Maximum length of a player name, in characters.
const MAX_NAME: usize = 100;

/// Beginning of a session and all its actions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// Request that was sent to `start`.
    beginning: Beginning,
    /// Every `did` returned by `act` and `play`, in order.
    actions: Vec<GameEvent>,
    /// Player names; `You` and `Sheshbesh` by default.
    players: Option<PerSeat<String>>,
    /// Output format: `mat`, `sgf` or `json`.
    format: String,
}

/// Reason why a session is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecordError {
    /// No output format has the name.
    #[error("unknown format {}: available are {}", quoted(text), listed(known))]
    UnknownFormat {
        /// The name.
        text: String,
        /// The known names.
        known: Vec<String>,
    },
    /// There are too many actions.
    #[error("a record has at most {MAX_ACTIONS} actions")]
    TooManyActions,
    /// An action is impossible.
    #[error("action {number} is invalid: {problem}")]
    Action {
        /// Number of the action, from 1.
        number: usize,
        /// The reason.
        problem: Reason,
    },
    /// The format cannot store the house rules, and would count games otherwise.
    #[error("{0} cannot store the rules agreed at the table: write it as json")]
    HouseRules(WriteFormat),
    /// The name of a player is empty, too long, or has control characters.
    #[error("a player's name must be one line of 1 to {MAX_NAME} characters")]
    PlayerName,
}

codes! {
    RecordError {
        Self::UnknownFormat { text, known } => "record.unknown-format" { text, known },
        Self::TooManyActions => "record.too-many-actions" { most = MAX_ACTIONS },
        Self::Action { number, problem } => "record.action" { number, problem },
        Self::HouseRules(format) => "record.house-rules" { format = format.name() },
        Self::PlayerName => "record.player-name" { most = MAX_NAME },
    }
}

/// Parses the name of an output format.
fn parse_format(name: &str) -> Result<WriteFormat, ApiError> {
    let known = WriteFormat::ALL.into_iter().find(|format| format.name() == name);
    known.ok_or_else(|| unknown_format(name, &WriteFormat::ALL.map(WriteFormat::name)))
}

/// The refusal of a format that is not one of the known ones.
pub(super) fn unknown_format(name: &str, known: &[&str]) -> ApiError {
    let known = known.iter().copied().map(str::to_owned).collect();
    ApiError::unprocessable(RecordError::UnknownFormat { text: name.to_owned(), known })
}

impl RecordRequest {
    fn write(&self) -> Result<(WriteFormat, String), ApiError> {
        let format = parse_format(&self.format)?;
        if self.actions.len() > MAX_ACTIONS {
            return Err(ApiError::unprocessable(RecordError::TooManyActions));
        }
        let (game, rules) = self.beginning.read()?;
        let mut recorder = LiveRecorder::new(game, rules, self.players()?);
        recorder.about().transcriber = Some(format!("Sheshbesh {}", env!("CARGO_PKG_VERSION")));
        if let Some(table) = self.beginning.table()? {
            recorder.begin_at_table(&table).map_err(ApiError::unprocessable)?;
        }
        for (event, number) in self.actions.iter().zip(1..) {
            let numbered =
                |error: ApiError| error.within(|problem| RecordError::Action { number, problem });
            let action = event.action(recorder.referee().table()).map_err(numbered)?;
            let done = recorder.apply(action).map_err(ApiError::unprocessable);
            done.map_err(numbered)?;
        }
        let record = recorder.record();
        if let Some(why) = format.misleads(&record) {
            return Err(ApiError::unprocessable(why));
        }
        let text = write(&record, format);
        if record.customs != HouseRules::USUAL && miscounts(&record, &text) {
            return Err(ApiError::unprocessable(RecordError::HouseRules(format)));
        }
        Ok((format, text))
    }

    fn players(&self) -> Result<BySeat<PlayerInfo>, ApiError> {
        let usual = || PerSeat { bottom: "You".to_owned(), top: "Sheshbesh".to_owned() };
        let names = BySeat::from(self.players.clone().unwrap_or_else(usual));
        for name in names.iter() {
            let is_one_line = !name.trim().is_empty() && !name.chars().any(char::is_control);
            if !is_one_line || name.chars().count() > MAX_NAME {
                return Err(ApiError::unprocessable(RecordError::PlayerName));
            }
        }
        Ok(names.map(|name| PlayerInfo { name, rating: None }))
    }
}

/// Returns true if the written text lacks the house rules of a match, and if games would count or
/// end differently without them.
fn miscounts(record: &Match, written: &str) -> bool {
    let losses = find_export_losses(record, written);
    let other = |lost: &ExportLoss| matches!(lost, ExportLoss::Actions(_) | ExportLoss::Results(_));
    losses.contains(&ExportLoss::HouseRules)
        && (record.customs.scoring.is_some() || losses.iter().any(other))
}

/// Writes a played session as a match file
#[utoipa::path(
    post,
    path = "/record",
    tag = "table",
    request_body = RecordRequest,
    responses((status = 200, description = "The file.", body = String, content_type = "text/plain"))
)]
pub(crate) fn record(_service: &Arc<Service>, request: Request) -> Result<Task, ApiError> {
    let request: RecordRequest = request.json()?;
    Ok(Task::Light(Box::new(move || {
        let (format, text) = request.write()?;
        let media_type = match format {
            WriteFormat::Json => JSON,
            WriteFormat::Mat | WriteFormat::Sgf => "text/plain; charset=utf-8",
        };
        Ok(Answer::new(media_type, text))
    })))
}
