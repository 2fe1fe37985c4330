//! Turns mistakes into questions.

use crate::match_analysis::{
    AnalyzedGame, AnalyzedMatch, Decision, DecisionKind, Document, Preset,
};
use sheshbesh_movegen::{Phase, Situation, notation};
use std::collections::BTreeMap;

/// A mistake as a quiz question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Identifies the question by its kind and the situation's ID, regardless of the match.
    pub key: String,
    /// Situation from the view of the player on roll; for an answer, the player who doubled.
    pub table: Situation,
    /// The decision with its analysis, which contains the solution.
    pub decision: Decision,
    /// Preset of the analysis.
    pub preset: Preset,
    /// Players of the match.
    pub players: [String; 2],
    /// File of the match.
    pub file: String,
    /// Date of the match, in the form 2026-02-28.
    pub date: Option<String>,
    /// Number of the game in the match, from 1.
    pub game: usize,
}

/// Counts each player's mistakes that lose `least` or more, by name.
pub fn mistakes_by_player(documents: &[Document], least: f64) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for analyzed in documents.iter().flat_map(|document| &document.matches) {
        for (player, seat) in analyzed.players.iter().zip(1..) {
            let count: &mut usize = counts.entry(player.name.clone()).or_default();
            let all = analyzed.games.iter().flat_map(|game| &game.decisions);
            *count += all.filter(|decision| is_asked(decision, seat, least)).count();
        }
    }
    counts
}

/// Returns the mistakes of a player as questions, biggest first and without duplicates. Mistakes
/// without a valid position are left out, as are answers to beavers and raccoons.
pub fn collect_questions(documents: &[Document], player: &str, least: f64) -> Vec<Question> {
    let mut found: BTreeMap<String, Question> = BTreeMap::new();
    for document in documents {
        for analyzed in &document.matches {
            for question in of_match(analyzed, document.engine.preset, player, least) {
                let loss = |question: &Question| question.decision.loss;
                match found.get(&question.key) {
                    Some(known) if loss(known) >= loss(&question) => {}
                    _ => drop(found.insert(question.key.clone(), question)),
                }
            }
        }
    }
    let mut all: Vec<Question> = found.into_values().collect();
    let loss = |question: &Question| question.decision.loss.unwrap_or(0.0);
    all.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
    all
}

fn is_asked(decision: &Decision, seat: u8, least: f64) -> bool {
    let kind =
        matches!(decision.kind, DecisionKind::Play | DecisionKind::Double | DecisionKind::Answer);
    let loss = decision.loss.is_some_and(|loss| loss > 0.0 && loss >= least);
    decision.seat == seat && kind && loss
}

fn of_match(
    analyzed: &AnalyzedMatch,
    preset: Preset,
    player: &str,
    least: f64,
) -> impl Iterator<Item = Question> {
    let seats = analyzed.players.iter().zip(1..).filter(move |(who, _)| who.name == player);
    let games = move |seat: u8| {
        analyzed.games.iter().zip(1..).flat_map(move |(game, number)| {
            let all = game.decisions.iter();
            all.filter(move |decision| is_asked(decision, seat, least))
                .filter_map(move |decision| question(analyzed, (number, game), decision, preset))
        })
    };
    seats.flat_map(move |(_, seat)| games(seat))
}

fn question(
    analyzed: &AnalyzedMatch,
    (number, played): (usize, &AnalyzedGame),
    decision: &Decision,
    preset: Preset,
) -> Option<Question> {
    let table = analyzed.table(played, decision)?;
    let (kind, can_be_asked) = match decision.kind {
        DecisionKind::Play => ("play", is_play(&table, decision)),
        DecisionKind::Double => ("double", decision.cube.is_some()),
        _ => ("answer", decision.cube.is_some()),
    };
    let id = match &decision.xgid {
        Some(_) => decision.code(played.game(analyzed)),
        None => {
            let dice = decision.dice.as_deref().unwrap_or_default();
            let id = notation::position_id(table.game, &table.position);
            format!("{id} {dice}").trim_end().to_owned()
        }
    };
    let is_over = table.game.end(&table.position, None).is_some();
    (can_be_asked && !is_over).then(|| Question {
        key: format!("{kind} {id}"),
        table,
        decision: decision.clone(),
        preset,
        players: analyzed.players.each_ref().map(|player| player.name.clone()),
        file: analyzed.file.clone(),
        date: analyzed.date.clone(),
        game: number,
    })
}

/// True if the situation has a roll and the candidates are legal plays of it.
fn is_play(table: &Situation, decision: &Decision) -> bool {
    let Phase::Rolled(dice) = table.phase else { return false };
    let result = |id: &str| Some(notation::parse_position_id(id, table.game).ok()?.1);
    let results = decision.candidates.iter().map(|candidate| result(&candidate.position_id));
    let Some(results) = results.collect::<Option<Vec<_>>>() else { return false };
    let texts = notation::write_all(table.game, &table.position, dice, &results);
    results.len() > 1 && texts.iter().all(Option::is_some)
}
