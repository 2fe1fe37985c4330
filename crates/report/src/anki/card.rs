//! Contents of a note: the fields of its card as HTML.

use super::Card;
use crate::pages::mistake::{arrows, candidates, cube_note, cube_table, loss_in_words};
use sheshbesh_analysis::{
    board::Names,
    explain::capitalized,
    markup::escaped,
    match_analysis::{Decision, DecisionKind, action_words},
    quiz::Question,
    svg_board::{Arrows, draw},
};

/// Maximum number of plays in the table of an answer, besides the play made.
const PLAYS: usize = 5;

/// Fields of a note, in order. The first identifies the position and sorts notes.
pub(super) const FIELDS: [&str; 6] =
    ["Position", "Question", "Board", "Answer", "Explanation", "Source"];

/// First sentence of the explanation of a double on the card of its answer.
const SIDES: &str = "This explains the double: the opponent in it is you.";

/// Front of a card.
pub(super) const FRONT: &str = r#"<div class="question">{{Question}}</div>
{{Board}}"#;

/// Back of a card. The board has arrows, so the front is not repeated.
pub(super) const BACK: &str = r#"<div class="question">{{Question}}</div>
<hr id="answer">
{{Answer}}
{{Explanation}}
<p class="source">{{Source}}<br>{{Position}}</p>"#;

/// Subdeck of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subdeck {
    Plays,
    Doubles,
    Answers,
}

impl Subdeck {
    pub(super) const ALL: [Self; 3] = [Self::Plays, Self::Doubles, Self::Answers];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Plays => "Plays",
            Self::Doubles => "Doubles",
            Self::Answers => "Takes and passes",
        }
    }
}

/// A note with one card.
#[derive(Clone, Debug)]
pub(super) struct Note {
    /// Identifier that stays the same when the deck is made again.
    pub(super) guid: String,
    pub(super) subdeck: Subdeck,
    pub(super) fields: [String; FIELDS.len()],
}

impl Note {
    pub(super) fn new(player: &str, card: &Card<'_>) -> Self {
        let Card { question, explanation } = card;
        let decision = &question.decision;
        let subdeck = match decision.kind {
            DecisionKind::Play => Subdeck::Plays,
            DecisionKind::Double => Subdeck::Doubles,
            _ => Subdeck::Answers,
        };
        let sides = (subdeck == Subdeck::Answers && !explanation.is_empty()).then_some(SIDES);
        let said = sides.into_iter().chain(explanation.iter().map(String::as_str));
        let said = said.map(|said| format!("<p class=\"said\">{}</p>", escaped(said)));
        Self {
            guid: format!("sheshbesh {player} {}", question.key),
            subdeck,
            fields: [
                escaped(decision.xgid.as_ref().unwrap_or(&decision.position_id)),
                escaped(&ask(question)),
                draw_board(question, &Arrows::default()),
                answer(question),
                said.collect(),
                escaped(&source(question)),
            ],
        }
    }
}

/// The question in words.
fn ask(question: &Question) -> String {
    let value = 2 * question.table.cube.value();
    let decision = &question.decision;
    match (decision.kind, &decision.dice) {
        (DecisionKind::Play, Some(dice)) => format!("{dice} to play"),
        (DecisionKind::Play | DecisionKind::Double, _) => "Double or no double?".to_owned(),
        _ if decision.cube.as_ref().is_some_and(|cube| cube.may_beaver) => {
            format!("The opponent doubles to {value}. Take, beaver or pass?")
        }
        _ => format!("The opponent doubles to {value}. Take or pass?"),
    }
}

/// Draws the board from the view of the player on roll.
fn draw_board(question: &Question, arrows: &Arrows) -> String {
    let names = if question.decision.kind == DecisionKind::Answer {
        Names { own: "opponent", other: "you" }
    } else {
        Names { own: "you", other: "opponent" }
    };
    draw(&question.table, names, arrows)
}

/// The answer: the board with arrows, the best action, the one in the match, and a table.
fn answer(question: &Question) -> String {
    let decision = &question.decision;
    let words = |action: &str| escaped(&action_words(decision.kind, action));
    let best = words(decision.best.as_deref().unwrap_or("-"));
    let played = words(&decision.played);
    let loss = escaped(&loss_in_words(decision));
    let board = match decision.kind {
        DecisionKind::Play => draw_board(question, &arrows(question.table.game, decision)),
        _ => draw_board(question, &Arrows::default()),
    };
    let (table, note) = match &decision.cube {
        Some(cube) => {
            let name = if decision.kind == DecisionKind::Answer {
                "the opponent"
            } else {
                "the player on roll"
            };
            (cube_table(cube), cube_note(cube, name, decision))
        }
        None => (candidates(&shortened(decision)), String::new()),
    };
    format!(
        "{board}\n<p class=\"verdict\">Best: <span class=\"is\">{best}</span></p>\n\
         <p>In the match: <span class=\"was\">{played}</span>, which lost {loss}.</p>\n\
         {table}\n<p>{}</p>",
        escaped(&note),
    )
}

/// The decision with the best plays and the play made only.
fn shortened(decision: &Decision) -> Decision {
    let mut decision = decision.clone();
    let played = decision.played.clone();
    let mut index = 0;
    decision.candidates.retain(|candidate| {
        index += 1;
        index <= PLAYS || candidate.play == played
    });
    decision
}

/// Match, game and date of the mistake.
fn source(question: &Question) -> String {
    let Question { players: [first, second], game, file, date, .. } = question;
    let date = date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
    capitalized(&format!("{first} – {second}, game {game} ({file}{date})"))
}
