//! Graph of the winning chances through all games.

use super::{
    mistake::Mistake,
    named::{NAME, shorten_names},
};
use sheshbesh_analysis::{
    markup::escaped,
    match_analysis::{AnalyzedMatch, Decision, DecisionKind, Marks},
};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 250.0;
/// Margins for numbers: on the left, and above and below.
const LEFT: f64 = 48.0;
const RIGHT: f64 = 8.0;
const EDGE: f64 = 24.0;

/// Graph as shown on the page.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) title: String,
    pub(super) svg: String,
    pub(super) caption: String,
}

/// A point of the graph.
struct GraphPoint<'a> {
    game: usize,
    index: usize,
    decision: &'a Decision,
    /// The first player's winning chance, 0 to 1.
    chance: f64,
}

/// Returns the first player's chance before a decision, with the best action: to win the match, or
/// the game in a money session.
fn winning_chance(decision: &Decision, is_match: bool) -> Option<f64> {
    let (chance, whose) = if is_match {
        (decision.mwc?, decision.seat)
    } else if let Some(cube) = &decision.cube {
        let answers = matches!(decision.kind, DecisionKind::Answer | DecisionKind::AnswerRaccoon);
        let doubler = if answers { 3 - decision.seat.clamp(1, 2) } else { decision.seat };
        (cube.probabilities.win, doubler)
    } else {
        (decision.candidates.first()?.probabilities.win, decision.seat)
    };
    Some(if whose == 1 { chance } else { 1.0 - chance })
}

impl Graph {
    pub(super) fn of(analyzed: &AnalyzedMatch, marks: &Marks, mistakes: &[Mistake]) -> Self {
        let is_match = analyzed.length > 0;
        let players = analyzed.players.each_ref().map(|player| player.name.as_str());
        let [first, second] = shorten_names(players, NAME);
        let what = if is_match { "match" } else { "game" };
        let title = format!("Chances of {first} to win the {what}");
        let mut moments = Vec::new();
        for (game, number) in analyzed.games.iter().zip(1..) {
            for (index, decision) in game.decisions.iter().enumerate() {
                if let Some(chance) = winning_chance(decision, is_match) {
                    moments.push(GraphPoint { game: number, index, decision, chance });
                }
            }
        }
        let how = if is_match { "" } else { ", without the cube" };
        let caption = format!(
            "Before each decision, if the best is done{how}. Numbers below are games. A full circle \
             is a mistake of {first} that is marked ??, an open square one of {second}."
        );
        let svg = drawn(&title, &moments, marks, mistakes);
        Self { title, svg, caption }
    }
}

fn drawn(title: &str, moments: &[GraphPoint<'_>], marks: &Marks, mistakes: &[Mistake]) -> String {
    let title = escaped(title);
    let step = (WIDTH - LEFT - RIGHT) / moments.len().max(2).saturating_sub(1) as f64;
    let x_of = |index: usize| LEFT + step * index as f64;
    let y_of = |chance: f64| EDGE + (HEIGHT - 2.0 * EDGE) * (1.0 - chance.clamp(0.0, 1.0));
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}" font-family="system-ui, sans-serif"><title>{title}</title>"#
    );
    let mut add = |element: std::fmt::Arguments<'_>| {
        svg.push_str(&element.to_string());
        svg.push('\n');
    };
    for percent in [0_u8, 25, 50, 75, 100] {
        let y = y_of(f64::from(percent) / 100.0);
        let class = if percent == 50 { "rule even" } else { "rule" };
        let (end, words, down) = (WIDTH - RIGHT, LEFT - 6.0, y + 4.5);
        add(format_args!(
            r#"<line class="{class}" x1="{LEFT}" y1="{y}" x2="{end}" y2="{y}" stroke="currentColor"/><text x="{words}" y="{down}" text-anchor="end">{percent} %</text>"#
        ));
    }
    let games = moments.chunk_by(|a, b| a.game == b.game);
    let (mut start, mut written) = (0, f64::NEG_INFINITY);
    for game in games {
        let (left, bottom, down) = (x_of(start), HEIGHT - EDGE, HEIGHT - 6.0);
        if start > 0 {
            add(format_args!(
                r#"<line class="game" x1="{left:.1}" y1="{EDGE}" x2="{left:.1}" y2="{bottom}" stroke="currentColor" stroke-dasharray="3 3"/>"#
            ));
        }
        // Short games may leave no room for every number.
        if left - written > 22.0 {
            written = left;
            let number = game[0].game;
            add(format_args!(r#"<text x="{:.1}" y="{down}">{number}</text>"#, left + 3.0));
        }
        let points: Vec<String> = game
            .iter()
            .zip(start..)
            .map(|(moment, index)| format!("{:.1},{:.1}", x_of(index), y_of(moment.chance)))
            .collect();
        add(format_args!(
            r#"<polyline class="chance" points="{}" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>"#,
            points.join(" ")
        ));
        start += game.len();
    }
    for (moment, index) in moments.iter().zip(0..) {
        if marks.mark(moment.decision) != "??" {
            continue;
        }
        let (x, y) = (x_of(index), y_of(moment.chance));
        let shown = mistakes
            .iter()
            .find(|mistake| (mistake.game, mistake.index) == (moment.game, moment.index));
        let words = escaped(&format!(
            "Game {}: {} loses {:.3}",
            moment.game,
            moment.decision.played,
            moment.decision.loss.unwrap_or(0.0)
        ));
        let shape = match moment.decision.seat {
            1 => format!(
                r#"<circle class="first" cx="{x:.1}" cy="{y:.1}" r="5"><title>{words}</title></circle>"#
            ),
            _ => format!(
                r#"<rect class="second" x="{:.1}" y="{:.1}" width="9" height="9" fill="none" stroke="currentColor" stroke-width="2"><title>{words}</title></rect>"#,
                x - 4.5,
                y - 4.5
            ),
        };
        match shown {
            Some(mistake) => add(format_args!(r##"<a href="#m{}">{shape}</a>"##, mistake.number)),
            None => add(format_args!("{shape}")),
        }
    }
    svg.push_str("</svg>");
    svg
}
