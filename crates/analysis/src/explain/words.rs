//! Formats a comparison of plays as sentences with numbers, without naming causes.

use super::{
    board::{BoardFact, Counted, FactKind},
    close::CLOSE,
    contexts::turned_round,
    document::Explanation,
    outcomes::{OutcomeKind, OutcomePart},
    rolls::RollSplit,
    wording::wrapped,
};
use sheshbesh_movegen::listed;

/// Minimum contribution of an outcome to be mentioned, in points.
const TOLD: f32 = 0.005;

const GAMMONS: [OutcomeKind; 4] = [
    OutcomeKind::GammonsWon,
    OutcomeKind::BackgammonsWon,
    OutcomeKind::GammonsLost,
    OutcomeKind::BackgammonsLost,
];

/// Returns the sentences, most significant first. Close plays are only called close.
pub(super) fn sentences(of: &Explanation) -> Vec<String> {
    let (better, other) = (&of.better.play, &of.other.play);
    let mut said = if of.close {
        let difference = of.difference;
        vec![format!("{better} and {other} are close: {difference:.4} apart at {}-ply.", of.ply)]
    } else {
        let first =
            format!("{better} is {:.4} better than {other} at {}-ply.", of.difference, of.ply);
        let rolls = of.rolls.as_ref().map(|split| roll_words(split, other));
        let more = [outcomes(of), rolls, hits(of), board(of), contexts(of)];
        [Some(first)].into_iter().chain(more).flatten().collect()
    };
    if !of.depths_agree {
        let each = of.depths.iter().map(|at| format!("{:+.4} at {}-ply", at.difference, at.ply));
        let each: Vec<String> = each.collect();
        said.push(format!("The depths disagree ({}): treat as close.", each.join(", ")));
    }
    said
}

/// States the outcomes that make the difference, and the gammons' share of it.
fn outcomes(of: &Explanation) -> Option<String> {
    let mut parts: Vec<OutcomePart> =
        of.outcomes.parts.iter().copied().filter(|part| part.points.abs() >= TOLD).collect();
    parts.sort_by(|a, b| b.points.abs().total_cmp(&a.points.abs()));
    let mut told: Vec<String> = parts.iter().map(outcome).collect();
    let cube = of.outcomes.cube;
    if cube.abs() >= TOLD {
        let (does, by) = (if cube > 0.0 { "loses" } else { "gains" }, cube.abs());
        told.push(format!("{does} {by:.3} through the cube"));
    }
    if told.is_empty() {
        return None;
    }
    let share = of.outcomes.points(&GAMMONS) / of.difference;
    // A share above 100 % is less informative than the points.
    let share = match share {
        0.1..=1.0 => format!("; gammons are {:.0} % of the loss", 100.0 * share),
        _ => String::new(),
    };
    Some(format!("In 100 games, {} {}{share}.", of.other.play, listed(&told)))
}

/// States the change in frequency of an outcome after the other play, and its points.
fn outcome(part: &OutcomePart) -> String {
    let games = 100.0 * part.probability.abs();
    let fewer = if part.probability > 0.0 { "fewer" } else { "more" };
    let what = match part.kind {
        OutcomeKind::Wins => format!("wins {games:.1} {fewer}"),
        OutcomeKind::GammonsWon => format!("wins {games:.1} {fewer} gammons"),
        OutcomeKind::BackgammonsWon => format!("wins {games:.1} {fewer} backgammons"),
        OutcomeKind::GammonsLost => format!("loses {games:.1} {fewer} gammons"),
        OutcomeKind::BackgammonsLost => format!("loses {games:.1} {fewer} backgammons"),
    };
    format!("{what} ({:+.3})", -part.points)
}

/// States the opponent's rolls that make the difference.
fn roll_words(of: &RollSplit, other: &str) -> String {
    let mut told = Vec::new();
    if of.sum > 0.0 {
        if let Some(die) = of.die {
            told.push(format!(
                "rolls with a {} account for {:.0} % of the loss",
                die.die,
                100.0 * die.share
            ));
        }
        // A share above 1 means nothing: other rolls cancel part of it.
        if let Some(roll) = of.largest().filter(|roll| of.share(roll) <= 1.0) {
            let share = 100.0 * of.share(roll);
            told.push(format!(
                "{} alone accounts for {share:.0} % ({:+.3})",
                roll.dice, -roll.difference
            ));
        }
    }
    told.push(match of.other_better {
        0 => format!("{other} is better on none of 36 rolls"),
        better => format!("{other} is better on {better} of 36 rolls"),
    });
    if of.rest.abs() >= TOLD {
        told.push(format!("what the opponent does before rolling adds {:+.3}", -of.rest));
    }
    format!("Roll by roll at {}-ply, {}.", of.ply, told.join("; "))
}

/// Compares the hits of the opponent's best replies.
fn hits(of: &Explanation) -> Option<String> {
    let (better, other) = (of.better.hits?, of.other.hits?);
    if better.rolls == other.rolls && (better.pips - other.pips).abs() < 0.05 {
        return None;
    }
    let (play, pips) = (&of.other.play, other.pips);
    let after = format!("After {play} the opponent's best reply hits on");
    Some(match (other.rolls, better.rolls) {
        (0, _) => format!("{after} none of 36 rolls instead of {}.", better.rolls),
        (rolls, 0) => {
            format!(
                "{after} {rolls} of 36 rolls instead of none, and takes {pips:.1} pips on average."
            )
        }
        (rolls, as_many) if rolls == as_many => format!(
            "After {play} the opponent's best reply also hits on {rolls} of 36 rolls, but takes {pips:.1} \
             pips on average instead of {:.1}.",
            better.pips
        ),
        (rolls, fewer) => format!(
            "{after} {rolls} of 36 rolls instead of {fewer}, and takes {pips:.1} pips on average \
             instead of {:.1}.",
            better.pips
        ),
    })
}

/// States the differences on the board.
fn board(of: &Explanation) -> Option<String> {
    let told: Vec<String> = of.board.iter().map(fact).collect();
    let told = listed(&told);
    let (other, better) = (&of.other.play, &of.better.play);
    (!told.is_empty()).then(|| format!("On the board after {other} (after {better}): {told}."))
}

fn fact(of: &BoardFact) -> String {
    let points = |counted: &Counted| {
        let points: Vec<String> = counted.points.iter().map(ToString::to_string).collect();
        if points.is_empty() { "none".to_owned() } else { points.join(", ") }
    };
    let (other, better) = (of.other.count, of.better.count);
    let what = match of.kind {
        FactKind::OnTheBar => "opposing checkers on the bar",
        FactKind::Blots => "blots",
        FactKind::PointsMade => "points made",
        FactKind::PointsBroken => "points broken",
        FactKind::Anchors => "anchors",
        FactKind::Prime => "the longest prime",
        FactKind::HomePoints => "points held at home",
        FactKind::Stacked => "checkers beyond three on a point",
        FactKind::BorneOff => "checkers off",
    };
    match of.kind {
        FactKind::Blots | FactKind::PointsMade | FactKind::PointsBroken | FactKind::Anchors => {
            format!("{what} {} ({})", points(&of.other), points(&of.better))
        }
        _ => format!("{what} {other} ({better})"),
    }
}

/// States the contexts in which the other play is better.
fn contexts(of: &Explanation) -> Option<String> {
    let told = turned_round(&of.contexts, CLOSE)?;
    Some(format!("At {}-ply {} is better {told}.", of.contexts[0].ply, of.other.play))
}

impl Explanation {
    /// Formats each sentence on its own lines, wrapped at 80 columns. With `grid`, appends the
    /// table of rolls unless the plays are close.
    pub fn words(&self, grid: bool) -> String {
        let mut text: String = self.sentences.iter().map(|sentence| wrapped(sentence)).collect();
        if let Some(rolls) = self.rolls.as_ref().filter(|_| grid && !self.close) {
            let heading = format!(
                "What {} has beyond {} after each roll of the opponent, at {}-ply:",
                self.better.play, self.other.play, rolls.ply
            );
            text.push_str(&format!("\n{}\n{}", wrapped(&heading), rolls.grid()));
        }
        text
    }
}
