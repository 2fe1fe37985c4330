//! `analyze --csv`: decisions as rows of a table.

use crate::error::CliError;
use serde::Serialize;
use sheshbesh_analysis::match_analysis::{
    AnalyzedMatch, CubeError, Decision, DecisionKind, Document,
};
use sheshbesh_network::file::write_atomically;
use std::path::Path;

/// A decision; fields that do not apply are empty. Numbers are the same as in the JSON document.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    /// Number of the game, from 1.
    game: usize,
    line: Option<u32>,
    player: &'a str,
    seat: u8,
    kind: DecisionKind,
    dice: Option<&'a str>,
    played: &'a str,
    best: Option<&'a str>,
    /// Loss of equity (EMG).
    loss: Option<f64>,
    loss_mwc: Option<f64>,
    loss_points: Option<f64>,
    counted: bool,
    counted_by_gnubg: bool,
    error: Option<CubeError>,
    ply: u32,
    equity: Option<f64>,
    mwc: Option<f64>,
    plays: Option<usize>,
    gap: Option<f64>,
    luck: Option<f64>,
    luck_mwc: Option<f64>,
    luck_points: Option<f64>,
    position_id: &'a str,
    xgid: Option<&'a str>,
    comment: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn of(analyzed: &'a AnalyzedMatch, game: usize, decision: &'a Decision) -> Self {
        let player = &analyzed.players[usize::from(decision.seat.clamp(1, 2) - 1)];
        Self {
            file: &analyzed.file,
            game,
            line: decision.line,
            player: &player.name,
            seat: decision.seat,
            kind: decision.kind,
            dice: decision.dice.as_deref(),
            played: &decision.played,
            best: decision.best.as_deref(),
            loss: decision.loss,
            loss_mwc: decision.loss_mwc,
            loss_points: decision.loss_points,
            counted: decision.counted,
            counted_by_gnubg: decision.counted_by_gnubg,
            error: decision.error,
            ply: decision.ply,
            equity: decision.equity,
            mwc: decision.mwc,
            plays: decision.plays,
            gap: decision.gap,
            luck: decision.luck,
            luck_mwc: decision.luck_mwc,
            luck_points: decision.luck_points,
            position_id: &decision.position_id,
            xgid: decision.xgid.as_deref(),
            comment: decision.comment.as_deref(),
        }
    }
}

/// Writes all decisions of all matches to a file, a row per decision.
pub(super) fn write(path: &Path, document: &Document) -> Result<(), CliError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for analyzed in &document.matches {
        for (game, number) in analyzed.games.iter().zip(1..) {
            for decision in &game.decisions {
                writer.serialize(Row::of(analyzed, number, decision)).map_err(CliError::failed)?;
            }
        }
    }
    let bytes = writer.into_inner().map_err(CliError::failed)?;
    write_atomically(path, &bytes).map_err(CliError::failed)
}
