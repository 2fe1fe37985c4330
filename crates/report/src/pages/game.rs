//! Table of a game, decision by decision.

use super::{
    mistake::{Mistake, row_id},
    named::{COMMENT, NAME, shorten_names},
};
use crate::text::{
    blocks::shortened,
    numbers::{or_dash, stakes},
};
use sheshbesh_analysis::match_analysis::{
    AnalyzedGame, AnalyzedMatch, Decision, DecisionKind, Marks, Resignation, action_words,
};

/// Maximum length of a name in a row, in characters.
const SHORT: usize = 16;

/// No-double decisions with a smaller loss are omitted unless they count, in EMG.
const NOTHING: f64 = 0.001;

/// A game as shown on the page.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) number: usize,
    pub(super) title: String,
    /// Comment in the file.
    pub(super) said: Option<String>,
    /// Sentences before the table.
    pub(super) sentences: Vec<String>,
    /// Unit of losses and luck beside EMG: MWC or points.
    pub(super) unit: &'static str,
    pub(super) rows: Vec<Row>,
}

/// Row of a decision.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) number: usize,
    pub(super) player: String,
    pub(super) roll: String,
    pub(super) played: String,
    /// Comment in the file.
    pub(super) said: Option<String>,
    pub(super) mark: &'static str,
    /// Number of the mistake, if it is shown.
    pub(super) mistake: Option<usize>,
    pub(super) best: String,
    pub(super) loss: String,
    pub(super) stakes: String,
    pub(super) luck: String,
}

impl Game {
    pub(super) fn of(
        analyzed: &AnalyzedMatch,
        game: &AnalyzedGame,
        number: usize,
        marks: &Marks,
        mistakes: &[Mistake],
    ) -> Self {
        let players = analyzed.players.each_ref().map(|player| player.name.as_str());
        let mut sentences = Vec::new();
        if let Some(stopped) = &game.stopped {
            sentences.push(format!("Judged no further: {}.", shortened(stopped, 400)));
        }
        let long = shorten_names(players, NAME);
        sentences.extend(game.resignations.iter().map(|offer| resigned(offer, &long)));
        let short = shorten_names(players, SHORT);
        let row = |((index, decision), row): ((usize, &Decision), usize)| Row {
            id: row_id(number, index),
            number: row,
            player: name(decision.seat, &short).to_owned(),
            roll: decision.dice.clone().unwrap_or_default(),
            played: action_words(decision.kind, &decision.played),
            said: decision.comment.as_deref().map(one_line),
            mark: marks.mark(decision),
            mistake: mistakes
                .iter()
                .find(|mistake| (mistake.game, mistake.index) == (number, index))
                .map(|mistake| mistake.number),
            best: match &decision.best {
                Some(best) if *best != decision.played => action_words(decision.kind, best),
                _ => String::new(),
            },
            loss: or_dash(decision.loss, 3),
            stakes: lost(decision),
            luck: stakes(decision.luck_mwc, decision.luck_points).unwrap_or_default(),
        };
        let decisions = game.decisions.iter().enumerate();
        let shown = decisions.filter(|(_, decision)| is_worth_a_row(decision));
        let rows = shown.zip(1..).map(row).collect();
        let unit = if analyzed.length > 0 { "MWC" } else { "points" };
        let said = game.comment.as_deref().map(one_line);
        Self { number, title: title(analyzed, game, number, &long), said, sentences, unit, rows }
    }
}

/// Joins a comment into one line.
pub(super) fn one_line(comment: &str) -> String {
    shortened(&comment.replace('\n', " "), COMMENT)
}

/// True if a decision gets a row. Most no-double decisions before a roll are obvious and are
/// omitted.
fn is_worth_a_row(decision: &Decision) -> bool {
    let lossy = decision.loss.is_some_and(|loss| loss >= NOTHING);
    let rolled_on = decision.kind == DecisionKind::Double && decision.played == "no-double";
    !rolled_on || lossy || decision.counted || decision.counted_by_gnubg
}

fn name(seat: u8, names: &[String; 2]) -> &str {
    &names[usize::from(seat.clamp(1, 2) - 1)]
}

fn lost(decision: &Decision) -> String {
    match (decision.loss_mwc, decision.loss_points) {
        (Some(mwc), _) => format!("{:.2} %", 100.0 * mwc),
        (None, points) => or_dash(points, 3),
    }
}

fn title(
    analyzed: &AnalyzedMatch,
    game: &AnalyzedGame,
    number: usize,
    names: &[String; 2],
) -> String {
    let crawford = if game.crawford { ", Crawford game" } else { "" };
    let score = match analyzed.length {
        0 if game.score == [0, 0] => String::new(),
        _ => format!(" at {}–{}", game.score[0], game.score[1]),
    };
    let end = match (game.winner, game.points) {
        (Some(winner), Some(1)) => format!(": {} wins 1 point", name(winner, names)),
        (Some(winner), Some(points)) => format!(": {} wins {points} points", name(winner, names)),
        (Some(winner), None) => format!(": {} wins", name(winner, names)),
        (None, _) => ", without a result".to_owned(),
    };
    format!("Game {number}{score}{crawford}{end}")
}

fn resigned(offer: &Resignation, names: &[String; 2]) -> String {
    let seat = offer.seat.clamp(1, 2);
    let (own, other) = (name(seat, names), name(3 - seat, names));
    let answer = if offer.accepted { "accepted" } else { "refused" };
    format!(
        "{own} resigned {}, which loses {:.3} EMG; {other} {answer}, which loses {:.3}.",
        offer.words(),
        offer.loss,
        offer.answer_loss
    )
}
