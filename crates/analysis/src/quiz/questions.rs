//! Mistakes as questions.

use crate::judged::{Decision, Document, JudgedGame, JudgedMatch, Kind, Preset};
use sheshbesh_movegen::{BySide, Phase, Situation, Stakes, notation};
use std::collections::BTreeMap;

/// A mistake, to be asked again.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The same for the same decision at the same table, in whatever match: what is decided, and
    /// the table's ID.
    pub key: String,
    /// The table, seen by the player on roll: of an answer, by who doubled.
    pub table: Situation,
    /// What was decided, and what was judged of it: that is the answer.
    pub decision: Decision,
    /// How thoroughly it was judged.
    pub preset: Preset,
    /// The players of the match, and its file.
    pub players: [String; 2],
    /// The file of the match.
    pub file: String,
    /// When it was played, as in 2026-02-28.
    pub date: Option<String>,
    /// The game of the match, from 1.
    pub game: usize,
}

/// How many mistakes, which lose so much or more, each player made in judged matches: by name.
pub fn mistakes_by_player(documents: &[Document], least: f64) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for judged in documents.iter().flat_map(|document| &document.matches) {
        for (player, seat) in judged.players.iter().zip(1..) {
            let count: &mut usize = counts.entry(player.name.clone()).or_default();
            let all = judged.games.iter().flat_map(|game| &game.decisions);
            *count += all.filter(|decision| is_asked(decision, seat, least)).count();
        }
    }
    counts
}

/// The mistakes of a player as questions, the biggest first, each once. What has no position that
/// can be read is left out; so are answers to beavers and raccoons.
pub fn questions(documents: &[Document], player: &str, least: f64) -> Vec<Question> {
    let mut found: BTreeMap<String, Question> = BTreeMap::new();
    for document in documents {
        for judged in &document.matches {
            for question in of_match(judged, document.engine.preset, player, least) {
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
    let kind = matches!(decision.kind, Kind::Play | Kind::Double | Kind::Answer);
    let loss = decision.loss.is_some_and(|loss| loss > 0.0 && loss >= least);
    decision.seat == seat && kind && loss
}

fn of_match(
    judged: &JudgedMatch,
    preset: Preset,
    player: &str,
    least: f64,
) -> impl Iterator<Item = Question> {
    let seats = judged.players.iter().zip(1..).filter(move |(who, _)| who.name == player);
    let games = move |seat: u8| {
        judged.games.iter().zip(1..).flat_map(move |(game, number)| {
            let all = game.decisions.iter();
            all.filter(move |decision| is_asked(decision, seat, least))
                .filter_map(move |decision| question(judged, (number, game), decision, preset))
        })
    };
    seats.flat_map(move |(_, seat)| games(seat))
}

fn question(
    judged: &JudgedMatch,
    (number, played): (usize, &JudgedGame),
    decision: &Decision,
    preset: Preset,
) -> Option<Question> {
    let mut table = decision.table(played.game(judged))?;
    let (kind, can_be_asked) = match decision.kind {
        Kind::Play => ("play", is_play(&table, decision)),
        Kind::Double => ("double", decision.cube.is_some()),
        _ => ("answer", decision.cube.is_some()),
    };
    let id = match &decision.xgid {
        Some(_) => decision.code(played.game(judged)),
        None => {
            // The ID is of the board alone.
            if judged.length > 0 {
                let [first, second] = played.score;
                let (on_roll, opponent) =
                    if decision.seat == 1 { (first, second) } else { (second, first) };
                table.score = BySide { on_roll, opponent };
                table.stakes = Stakes::Match { length: judged.length, crawford: played.crawford };
            }
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
        players: judged.players.each_ref().map(|player| player.name.clone()),
        file: judged.file.clone(),
        date: judged.date.clone(),
        game: number,
    })
}

/// Whether there are a roll and a best play of it, as a report of ours has them.
fn is_play(table: &Situation, decision: &Decision) -> bool {
    let Phase::Rolled(dice) = table.phase else { return false };
    let result = |id: &str| Some(notation::parse_position_id(id, table.game).ok()?.1);
    let results = decision.candidates.iter().map(|candidate| result(&candidate.position_id));
    let Some(results) = results.collect::<Option<Vec<_>>>() else { return false };
    let texts = notation::write_all(table.game, &table.position, dice, &results);
    results.len() > 1 && texts.iter().all(Option::is_some)
}
