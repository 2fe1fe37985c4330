//! Page of positions that nobody has played: the best play or cube action of each.

use super::{
    mistake::{arrows, candidates, cube_note, cube_table, decision_note, player_on_roll},
    named::{NAME, Named, shorten_names},
    page::{about, list_settings},
};
use crate::text::{
    blocks::shortened,
    positions::compare,
    summary::{heading, names_of},
};
use askama::Template;
use sheshbesh_analysis::{
    board::Names,
    explain::capitalized,
    match_analysis::{
        AnalysisSettings, AnalyzedGame, AnalyzedMatch, Decision, DecisionKind, action_words,
    },
    svg_board::draw,
};

/// Contents of the page.
#[derive(Debug, Template)]
#[template(path = "positions.html")]
pub(super) struct Positions {
    title: String,
    facts: Vec<(&'static str, String)>,
    /// Irregularities of the file.
    odd: Vec<String>,
    answers: Vec<Answer>,
}

/// Answer to a position.
#[derive(Debug)]
struct Answer {
    number: usize,
    /// Roll, or the cube decision.
    question: String,
    best: String,
    /// Board as SVG; `None` if the position ID is invalid.
    board: Option<String>,
    table: Named,
    note: Option<String>,
    /// Comparison with the verdict in the file.
    compared: Option<String>,
    /// Comment in the file.
    said: Option<String>,
    position_id: String,
    xgid: Option<String>,
}

impl Positions {
    pub(super) fn of(analyzed: &AnalyzedMatch, engine: &AnalysisSettings) -> Self {
        let mut facts = about(analyzed, &shorten_names(list_names(analyzed), NAME));
        facts.extend(list_settings(engine, std::slice::from_ref(analyzed)));
        let odd = analyzed.warnings.iter().map(|odd| format!("{}.", shortened(odd, 400)));
        let numbered = analyzed.games.iter().zip(1..);
        Self {
            title: heading(analyzed, &names_of(analyzed)),
            facts,
            odd: odd.collect(),
            answers: numbered
                .filter_map(|(game, number)| {
                    Some(Answer::of(analyzed, game, number, game.decisions.last()?))
                })
                .collect(),
        }
    }
}

fn list_names(analyzed: &AnalyzedMatch) -> [&str; 2] {
    analyzed.players.each_ref().map(|player| player.name.as_str())
}

impl Answer {
    fn of(
        analyzed: &AnalyzedMatch,
        game: &AnalyzedGame,
        number: usize,
        decision: &Decision,
    ) -> Self {
        let names = list_names(analyzed);
        let players = shorten_names(names, NAME);
        let name = |seat: u8| players[usize::from(seat.clamp(1, 2) - 1)].as_str();
        let on_roll = player_on_roll(decision);
        let (own, other, named) = if names.iter().all(|name| name.is_empty()) {
            ("player", "opponent", "the player on roll")
        } else {
            (name(on_roll), name(3 - on_roll), name(on_roll))
        };
        let beside = Names { own, other };
        let board = analyzed
            .table(game, decision)
            .map(|table| draw(&table, beside, &arrows(table.game, decision)));
        let question = match (decision.kind, &decision.dice) {
            (DecisionKind::Play, Some(dice)) => dice.clone(),
            (DecisionKind::Double, _) => "Cube".to_owned(),
            _ => "Answer to a double".to_owned(),
        };
        let (best, table, note) = match &decision.cube {
            Some(cube) => (
                capitalized(&cube.action),
                cube_table(cube),
                Some(cube_note(cube, named, decision)),
            ),
            None => (
                action_words(decision.kind, decision.best.as_deref().unwrap_or("-")),
                candidates(decision),
                decision_note(decision),
            ),
        };
        Self {
            number,
            question,
            best,
            board,
            table,
            note,
            compared: decision.file_verdict.as_ref().map(|verdict| compare(decision, verdict)),
            said: decision
                .comment
                .as_deref()
                .or(game.comment.as_deref())
                .map(super::game::one_line),
            position_id: decision.position_id.clone(),
            xgid: decision.xgid.is_some().then(|| decision.code(game.game(analyzed))),
        }
    }
}
