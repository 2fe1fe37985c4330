//! Converts the analysis of a match to annotations of its record, for export to match files.

use super::{
    decision_analyzer::number,
    document::{AnalyzedMatch, Decision, DecisionKind},
};
use sheshbesh_matchfile::{
    Annotation, Candidate, CubeAnnotation, Event, GameRecord, Match, PlayAnnotation,
    SHESHBESH_LEVEL,
};
use sheshbesh_movegen::{Game, Seat, notation};
use std::slice::Iter;

impl AnalyzedMatch {
    /// Returns the analyzed record with this analysis as the annotations of its entries. Entries
    /// that were not analyzed keep the annotations of their file.
    ///
    /// ```
    /// use sheshbesh_analysis::match_analysis::{MatchAnalyzer, Preset};
    /// use sheshbesh_evaluator::Settings;
    /// use sheshbesh_matchfile::{Options, WriteFormat, read, write};
    /// let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
    /// let reading = read(text.as_bytes(), &Options::default())?;
    /// let network = sheshbesh_weights::shipped();
    /// let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
    /// let analyzed = analyzer.analyze("ada.mat", text.as_bytes(), &reading, &|_| ())?;
    /// let record = analyzed.annotate(&reading.record);
    /// let play = record.games[0].entries[0].annotation.as_ref().unwrap().play.as_ref().unwrap();
    /// assert_eq!(play.error, analyzed.games[0].decisions[0].loss);
    /// assert!(write(&record, WriteFormat::Sgf).contains("LU["));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn annotate(&self, record: &Match) -> Match {
        let mut annotated = record.clone();
        for ((game, into), analyzed) in
            record.games.iter().zip(&mut annotated.games).zip(&self.games)
        {
            let found = annotate_game(record, game, analyzed.decisions.iter());
            for (entry, annotation) in into.entries.iter_mut().zip(found) {
                if let Some(annotation) = annotation {
                    entry.annotation = Some(Box::new(annotation));
                }
            }
        }
        annotated
    }
}

/// The annotation of each entry of a game. Decisions have the order of their entries; a decision
/// not to double precedes its roll.
fn annotate_game<'a>(
    record: &Match,
    game: &GameRecord,
    decisions: Iter<'a, Decision>,
) -> Vec<Option<Annotation>> {
    let mut decisions = decisions.peekable();
    let steps = game.replay(record).into_iter().flatten().map_while(Result::ok);
    let count = game.entries.len();
    let mut annotate = |(step, number_of_entry): (sheshbesh_matchfile::ReplayStep<'_>, usize)| {
        let played = step.table.game;
        let position = match step.entry.event {
            // The table of this step is the one before.
            Event::SetBoard(position) => position,
            _ => step.table.position,
        };
        let id = notation::position_id(played, &position);
        let mut next_of = |seat: Seat, kinds: &[DecisionKind]| -> Option<&'a Decision> {
            decisions.next_if(|decision| {
                decision.seat == number(seat)
                    && kinds.contains(&decision.kind)
                    && decision.position_id == id
            })
        };
        let seat = step.entry.seat;
        let mut next = |kinds: &[DecisionKind]| next_of(seat, kinds);
        match step.entry.event {
            Event::Play { .. } | Event::IllegalPlay { .. } | Event::Roll(_) => {
                let cube = next(&[DecisionKind::Double]);
                let play = next(&[DecisionKind::Play, DecisionKind::Roll]);
                Some((cube, play))
            }
            // Dice that are set up are a decision only while they are not played.
            Event::SetDice(_) if number_of_entry == count => {
                Some((None, next(&[DecisionKind::Play])))
            }
            Event::Double => {
                let double = next(&[DecisionKind::Double]);
                // A double that is set up is no decision; its answer has no entry of its own.
                let is_last = number_of_entry == count;
                let answer = || is_last.then(|| next_of(!seat, &[DecisionKind::Answer])).flatten();
                Some((double.or_else(answer), None))
            }
            Event::Take | Event::Pass | Event::Beaver | Event::Raccoon => Some((
                next(&[
                    DecisionKind::Answer,
                    DecisionKind::AnswerBeaver,
                    DecisionKind::AnswerRaccoon,
                ]),
                None,
            )),
            Event::SetBoard(_) | Event::SetCube { .. } if number_of_entry == count => {
                Some((next(&[DecisionKind::Double]), None))
            }
            _ => None,
        }
        .and_then(|(cube, play)| annotate_entry(played, cube, play))
    };
    steps.zip(1..).map(&mut annotate).collect()
}

/// The annotation made of a cube decision and of a play. `None` if nothing was evaluated.
fn annotate_entry(
    game: Game,
    cube: Option<&Decision>,
    play: Option<&Decision>,
) -> Option<Annotation> {
    let annotation = Annotation {
        cube: cube.and_then(annotate_cube),
        play: play.and_then(|decision| annotate_play(game, decision)),
        luck: play.and_then(|decision| decision.luck),
        luck_match_chance: play.and_then(|decision| decision.luck_mwc),
    };
    (annotation != Annotation::default()).then_some(annotation)
}

fn annotate_cube(decision: &Decision) -> Option<CubeAnnotation> {
    let cube = decision.cube.as_ref()?;
    Some(CubeAnnotation {
        no_double: cube.no_double,
        take: cube.double_take,
        pass: Some(cube.double_pass),
        mwc: false,
        match_chances: cube.mwc,
        chances: Some(cube.probabilities),
        error: decision.loss,
        level: describe_level(decision.ply, decision.rollout_games),
    })
}

fn annotate_play(game: Game, decision: &Decision) -> Option<PlayAnnotation> {
    let candidates: Vec<Candidate> = decision
        .candidates
        .iter()
        .filter_map(|candidate| {
            let games = decision.rollout_games.filter(|_| candidate.standard_error.is_some());
            Some(Candidate {
                result: notation::parse_position_id(&candidate.position_id, game).ok()?.1,
                equity: candidate.equity,
                match_chance: candidate.mwc,
                chances: Some(candidate.probabilities),
                level: describe_level(candidate.ply, games),
            })
        })
        .collect();
    (!candidates.is_empty()).then_some(PlayAnnotation {
        candidates,
        error: decision.loss,
        mwc: false,
    })
}

/// Names a depth as other programs show it.
fn describe_level(ply: u32, rollout_games: Option<u64>) -> String {
    match rollout_games {
        Some(games) => format!("{SHESHBESH_LEVEL} rollout of {games} games"),
        None => format!("{SHESHBESH_LEVEL} {ply}-ply"),
    }
}
