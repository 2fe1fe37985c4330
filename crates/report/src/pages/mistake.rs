//! A mistake, with its board, arrows and table of candidates.

use super::{
    named::{Named, shorten_names},
    rolls::Rolls,
};
use crate::text::numbers::{or_dash, percent};
use sheshbesh_analysis::{
    board::Names,
    explain::capitalized,
    match_analysis::{
        AnalyzedMatch, Candidate, Cube, Decision, DecisionKind, Marks, Mistake as Found,
        action_words, cube_error_words,
    },
    numbers::signed,
    svg_board::{Arrows, draw},
};
use sheshbesh_matchfile::Chances;
use sheshbesh_movegen::Game;

/// Maximum length of a name beside a board, in characters.
const NAME: usize = 22;

/// A mistake as shown on the page.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    /// Number by size; 1 is the biggest mistake.
    pub(super) number: usize,
    pub(super) game: usize,
    /// Index among the decisions of the game, from 0.
    pub(super) index: usize,
    /// ID of the decision's row in the game table.
    pub(super) row: String,
    pub(super) mark: &'static str,
    pub(super) heading: String,
    pub(super) played: String,
    pub(super) best: String,
    pub(super) loss: String,
    /// Board as SVG; `None` if the position ID is invalid.
    pub(super) board: Option<String>,
    pub(super) table: Named,
    pub(super) note: Option<String>,
    pub(super) position_id: String,
    pub(super) xgid: Option<String>,
    /// Sentences that explain the mistake.
    pub(super) said: Vec<String>,
    pub(super) rolls: Option<Rolls>,
}

/// ID of a decision's row.
pub(super) fn row_id(game: usize, index: usize) -> String {
    format!("g{game}-{}", index + 1)
}

impl Mistake {
    pub(super) fn of(
        analyzed: &AnalyzedMatch,
        marks: &Marks,
        number: usize,
        of: &Found<'_>,
    ) -> Self {
        let &Found { game, index, decision, .. } = of;
        let players =
            shorten_names(analyzed.players.each_ref().map(|player| player.name.as_str()), NAME);
        let name = |seat: u8| players[usize::from(seat.clamp(1, 2) - 1)].as_str();
        let heading = match (decision.kind, &decision.dice) {
            (DecisionKind::Play, Some(dice)) => format!("{} plays {dice}", name(decision.seat)),
            (DecisionKind::Double, _) => format!("{} may double", name(decision.seat)),
            (kind, _) if kind.is_cube() => format!("{} answers", name(decision.seat)),
            _ => name(decision.seat).to_owned(),
        };
        let heading = match decision.error {
            Some(error) => format!("{heading}: {}", cube_error_words(error)),
            None => heading,
        };
        let on_roll = player_on_roll(decision);
        let beside = Names { own: name(on_roll), other: name(3 - on_roll) };
        let board = analyzed
            .table(&analyzed.games[game - 1], decision)
            .map(|table| draw(&table, beside, &arrows(table.game, decision)));
        let (table, note) = match &decision.cube {
            Some(cube) => (cube_table(cube), Some(cube_note(cube, name(on_roll), decision))),
            None => (candidates(decision), decision_note(decision)),
        };
        Self {
            number,
            game,
            index,
            row: row_id(game, index),
            mark: marks.mark(decision),
            heading,
            played: action_words(decision.kind, &decision.played),
            best: action_words(decision.kind, decision.best.as_deref().unwrap_or("-")),
            loss: loss_in_words(decision),
            board,
            table,
            note,
            position_id: decision.position_id.clone(),
            xgid: decision
                .xgid
                .is_some()
                .then(|| decision.code(analyzed.games[game - 1].game(analyzed))),
            said: decision.explanation.as_ref().map_or(Vec::new(), |of| of.sentences().to_vec()),
            rolls: decision.explanation.as_ref().and_then(Rolls::of),
        }
    }
}

/// Player on roll: for an answer, the other player.
pub(super) fn player_on_roll(decision: &Decision) -> u8 {
    let seat = decision.seat.clamp(1, 2);
    match decision.kind {
        DecisionKind::Answer | DecisionKind::AnswerRaccoon => 3 - seat,
        DecisionKind::Play
        | DecisionKind::Roll
        | DecisionKind::Double
        | DecisionKind::AnswerBeaver => seat,
    }
}

/// Positions after the play made and after the best play.
pub(crate) fn arrows(game: Game, decision: &Decision) -> Arrows {
    let result = |play: &str| decision.result(game, play);
    Arrows { played: result(&decision.played), best: decision.best.as_deref().and_then(result) }
}

pub(crate) fn loss_in_words(decision: &Decision) -> String {
    let loss = or_dash(decision.loss, 3);
    match (decision.loss_mwc, decision.loss_points) {
        (Some(mwc), _) => format!("{loss} EMG, {} of the match", percent(mwc)),
        (None, Some(points)) => format!("{loss} EMG, {points:.3} points"),
        (None, None) => format!("{loss} EMG"),
    }
}

fn share(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Wins, gammons and backgammons won, gammons and backgammons lost, in percent.
fn shares(chances: &Chances) -> [String; 5] {
    [
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    ]
    .map(share)
}

/// Column heads of [`shares`].
const SHARES: [&str; 5] = ["win %", "gammon", "backg.", "lose g.", "lose bg."];

/// Table of all candidates. Losses are shown only for candidates searched as deeply as the best.
pub(crate) fn candidates(decision: &Decision) -> Named {
    let is_match = decision.candidates.iter().any(|candidate| candidate.mwc.is_some());
    let best = decision.candidates.first();
    let row = |candidate: &Candidate| {
        let alike = |best: &&Candidate| {
            best.ply == candidate.ply
                && best.standard_error.is_some() == candidate.standard_error.is_some()
        };
        let loss = best.filter(alike).map(|best| best.equity - candidate.equity);
        let is_best = decision.best.as_ref() == Some(&candidate.play);
        let what = match (is_best, decision.played == candidate.play) {
            (true, true) => " (best, played)",
            (true, false) => " (best)",
            (false, true) => " (played)",
            (false, false) => "",
        };
        let mut cells = vec![format!("{}{what}", candidate.play)];
        cells.push(match candidate.standard_error {
            Some(error) => format!("{} ± {error:.3}", signed(candidate.equity)),
            None => signed(candidate.equity),
        });
        cells.push(or_dash(loss.map(|loss| loss.max(0.0)), 3));
        if is_match {
            cells.push(candidate.mwc.map_or_else(|| "-".to_owned(), share));
        }
        cells.extend(shares(&candidate.probabilities));
        cells.push(candidate.ply.to_string());
        cells
    };
    let mut head = vec!["play", "equity", "loss"];
    if is_match {
        head.push("MWC %");
    }
    head.extend(SHARES);
    head.push("ply");
    Named::of("Plays", &head, decision.candidates.iter().map(row).collect())
}

pub(super) fn decision_note(decision: &Decision) -> Option<String> {
    let games = decision.rollout_games?;
    Some(format!("Rolled out over {games} games each; ± is one standard error."))
}

/// Table of the three cube actions.
pub(crate) fn cube_table(cube: &Cube) -> Named {
    let all = [
        ("no double", cube.no_double),
        ("double, take", cube.double_take),
        ("double, pass", cube.double_pass),
    ];
    let row = |(index, (name, equity)): (usize, (&str, f64))| {
        let mut cells = vec![name.to_owned(), signed(equity)];
        cells.extend(cube.mwc.map(|mwc| share(mwc[index])));
        cells
    };
    let mut head = vec!["cube", "equity"];
    if cube.mwc.is_some() {
        head.push("MWC %");
    }
    Named::of("Cube", &head, all.into_iter().enumerate().map(row).collect())
}

pub(crate) fn cube_note(cube: &Cube, name: &str, decision: &Decision) -> String {
    let [win, gammon, backgammon, lose_gammon, lose_backgammon] = shares(&cube.probabilities);
    let how = match decision.rollout_games {
        Some(games) => format!("rolled out over {games} games"),
        None => format!("{}-ply", decision.ply),
    };
    format!(
        "{}. Equities and chances of {name}, {how}: wins {win} % ({gammon} gammons, {backgammon} \
         backgammons), loses {lose_gammon} gammons, {lose_backgammon} backgammons; without a cube \
         {}.",
        capitalized(&cube.action),
        signed(cube.cubeless_equity),
    )
}
