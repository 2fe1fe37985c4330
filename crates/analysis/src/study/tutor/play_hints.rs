//! Hints that do not give the play away: the areas it moves from, and a list of candidates.

use crate::match_analysis::Decision;
use sheshbesh_movegen::{BAR, HOME, OFF, POINTS, Position, Situation, listed, notation};

/// Number of best plays to list.
const NAMED: usize = 4;

/// Describes the areas from which the best play moves checkers, and whether it hits, makes a point
/// or bears off. Returns `None` if no play was evaluated. `table` must be the situation of the
/// decision.
///
/// ```
/// # use sheshbesh_analysis::{match_analysis::{MatchAnalyzer, DecisionKind, Preset}, tutor::{candidates, what_moves}};
/// # use sheshbesh_evaluator::Settings;
/// # use sheshbesh_movegen::{Dice, Game, Phase, Situation};
/// # let network = sheshbesh_weights::shipped();
/// # let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
/// # let (game, dice) = (Game::Backgammon, Dice::new(3, 1).unwrap());
/// # let table = Situation { phase: Phase::Rolled(dice), ..Situation::new(game.start(), game) };
/// let decision = analyzer.decision(&table, DecisionKind::Play, None)?.unwrap();
/// let said = what_moves(&table, &decision);
/// assert_eq!(said.as_deref(), Some("points 12 to 7 and 6 to 1; it makes a point"));
/// assert!(candidates(&decision).contains(&"8/5 6/5"));
/// # Ok::<(), sheshbesh_analysis::match_analysis::AnalysisError>(())
/// ```
pub fn what_moves(table: &Situation, decision: &Decision) -> Option<String> {
    let best = decision.candidates.first()?;
    let result = notation::parse_position_id(&best.position_id, table.game).ok()?.1;
    let (before, after) = (table.position.own(), result.opponent());
    let leaves = |point: u8| after.on(point) < before.on(point);
    let mut areas = Vec::new();
    if leaves(BAR) {
        areas.push("the bar".to_owned());
    }
    let quarters = (1..=POINTS / HOME).rev().map(|quarter| (HOME * quarter, HOME * quarter - 5));
    areas.extend(
        quarters
            .filter(|(from, to)| (*to..=*from).any(leaves))
            .map(|(from, to)| format!("{from} to {to}")),
    );
    if let Some(first) = areas.iter_mut().find(|area| area.contains(" to ")) {
        first.insert_str(0, "points ");
    }
    let mut text = listed(&areas);
    let does = what_it_does(table, &result);
    if !does.is_empty() {
        text.push_str(&format!("; it {}", listed(&does)));
    }
    Some(text)
}

fn what_it_does(table: &Situation, result: &Position) -> Vec<String> {
    let (before, after) = (table.position.own(), result.opponent());
    let theirs = (table.position.opponent(), result.own());
    let hits = table.game.meets_as_backgammon();
    let points = (1u32 << (POINTS + 1)) - 2;
    let made = hits && after.made() & !before.made() & points != 0;
    let all = [
        (theirs.1.on(BAR) > theirs.0.on(BAR), "hits"),
        (made, "makes a point"),
        (after.on(OFF) > before.on(OFF), "bears off"),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, what)| what.to_owned()).collect()
}

/// Lists the best plays and the play made, sorted by text so that the order does not show the best.
pub fn candidates(decision: &Decision) -> Vec<&str> {
    let all = &decision.candidates;
    let named = all.iter().enumerate().filter(|(index, candidate)| {
        *index < NAMED || !decision.played.is_empty() && candidate.play == decision.played
    });
    let mut plays: Vec<&str> = named.map(|(_, candidate)| candidate.play.as_str()).collect();
    plays.sort_unstable();
    plays
}
