//! Writes the analysis of OGXM files: a block with its program, and the decisions in the order of
//! the plies. Values are match winning chances in a match and equities otherwise, as the format
//! prescribes; annotations without them are left out.

use super::{
    bytes::{self, Record},
    format_steps,
};
use crate::{
    annotation::{Candidate, CubeAnnotation, PlayAnnotation, SHESHBESH_LEVEL},
    model::{Event, Match},
    ogxm::{self, EQUITIES, MATCH_CHANCES, kind},
    replay::ReplayStep,
};
use sheshbesh_movegen::{Dice, Game, Position, notation};

/// The analysis of a match while it is written.
pub(super) struct Block {
    is_money: bool,
    /// True in a match of a game whose usual match equities are Kazaross-XG2.
    has_usual_equities: bool,
    /// True if a level is ours.
    is_ours: bool,
    decisions: Vec<u8>,
}

/// Depth of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Plies(u64),
    Rollout(u64),
    /// A name that says neither.
    Unknown,
}

impl Level {
    fn parse(level: &str) -> Self {
        let level = level.strip_prefix(SHESHBESH_LEVEL).unwrap_or(level).trim_start();
        let digits = |text: &str| -> Option<u64> {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text[..end].parse().ok().filter(|&number: &u64| number > 0 && number <= u32::MAX.into())
        };
        if let Some(games) = level.strip_prefix("rollout of ").and_then(digits) {
            return Self::Rollout(games);
        }
        let is_plies = level.contains("-ply");
        digits(level).filter(|_| is_plies).map_or(Self::Unknown, Self::Plies)
    }

    /// The record of the level; `bit` is that of the plies, for plays 1 and for the cube 2.
    /// A rollout above it is cleared if `clears` is set.
    fn record(self, bit: u32, clears: bool) -> Option<Vec<u8>> {
        let mut record = Record::default();
        match self {
            Self::Plies(plies) => {
                record.field(bit, bytes::number(plies));
                if clears {
                    record.field(4, []);
                }
            }
            Self::Rollout(games) => {
                let mut rollout = Record::default();
                rollout.field(0, bytes::number(games));
                record.field(3, rollout.finish());
            }
            Self::Unknown => return None,
        }
        Some(record.finish())
    }
}

/// True if a value can be stored.
fn fits(value: f64) -> bool {
    value.is_finite() && value.abs() < 2000.0
}

impl Block {
    pub(super) fn new(record: &Match) -> Self {
        let is_money = record.length == 0;
        let has_usual_equities =
            !is_money && record.game.has_cube() && record.game != Game::Hypergammon;
        Self { is_money, has_usual_equities, is_ours: false, decisions: Vec::new() }
    }

    /// Adds the annotation of a step, which is written as the ply with a number.
    pub(super) fn add(&mut self, ply: u64, step: &ReplayStep<'_>) {
        let Some(annotation) = step.entry.annotation.as_deref() else { return };
        let decisions_before = self.decisions.len();
        if let Event::Play { dice, result } = &step.entry.event
            && let Some(play) = &annotation.play
            && let Some(decision) = self.play(ply, step, *dice, result, play)
        {
            self.decisions.extend(decision);
        }
        let takes_cube = matches!(
            step.entry.event,
            Event::Play { .. } | Event::Double | Event::Take | Event::Pass | Event::Beaver
        );
        if let Some(cube) = annotation.cube.as_ref().filter(|_| takes_cube)
            && let Some(decision) = self.cube(ply, &step.entry.event, cube)
        {
            self.decisions.extend(decision);
        }
        let luck = if self.is_money { annotation.luck } else { annotation.luck_match_chance };
        if let Some(luck) = luck.filter(|&luck| fits(luck))
            && matches!(step.entry.event, Event::Play { .. })
        {
            let mut fixed = bytes::number(ply);
            bytes::push_number(&mut fixed, kind::LUCK);
            fixed.extend(bytes::equity(luck));
            self.decisions.extend(Record::new(fixed).finish());
        }
        if self.decisions.len() > decisions_before {
            let play = annotation.play.as_ref().and_then(|play| play.candidates.first());
            let levels = [play.map(|best| &best.level), annotation.cube.as_ref().map(|c| &c.level)];
            self.is_ours |=
                levels.into_iter().flatten().any(|level| level.starts_with(SHESHBESH_LEVEL));
        }
    }

    /// The value of a candidate in the unit of the match.
    fn value(&self, candidate: &Candidate, is_chance: bool) -> Option<f64> {
        let value = match (self.is_money, is_chance) {
            (true, false) | (false, true) => Some(candidate.equity),
            (false, false) => candidate.match_chance,
            (true, true) => None,
        };
        value.filter(|&value| fits(value))
    }

    /// A decision on a play: its candidates, grouped by depth and best first in each group. The
    /// play made must be among them, at the depth of the best.
    fn play(
        &self,
        ply: u64,
        step: &ReplayStep<'_>,
        dice: Dice,
        made: &Position,
        play: &PlayAnnotation,
    ) -> Option<Vec<u8>> {
        let table = &step.table;
        let mut candidates: Vec<(Level, f64, &Candidate)> = Vec::new();
        for candidate in &play.candidates {
            if let Some(value) = self.value(candidate, play.mwc) {
                candidates.push((Level::parse(&candidate.level), value, candidate));
            }
        }
        let best = candidates.first()?.0;
        let mut groups: Vec<Level> = Vec::new();
        for (level, ..) in &candidates {
            if !groups.contains(level) {
                groups.push(*level);
            }
        }
        let group = |level: &Level| groups.iter().position(|other| other == level);
        candidates.sort_by(|a, b| group(&a.0).cmp(&group(&b.0)).then(b.1.total_cmp(&a.1)));
        let made_at = candidates.iter().find(|(.., candidate)| candidate.result == *made)?.0;
        if made_at != best {
            return None;
        }
        let mut alternatives = bytes::number(candidates.len() as u64);
        for (level, value, candidate) in &candidates {
            let moves =
                notation::checker_moves(table.game, &table.position, dice, &candidate.result)?;
            let mut fixed = bytes::number(moves.len() as u64);
            fixed.extend(format_steps(step.entry.seat, &moves));
            fixed.extend(bytes::equity(*value));
            let mut alternative = Record::new(fixed);
            if let Some(chances) = &candidate.chances {
                alternative.field(0, bytes::chances(chances));
            }
            if *level != best {
                let clears = matches!(best, Level::Rollout(_));
                if let Some(level) = level.record(1, clears) {
                    alternative.field(1, level);
                }
            }
            if candidate.result == *made {
                alternative.field(2, []);
            }
            alternatives.extend(alternative.finish());
        }
        let mut fixed = bytes::number(ply);
        bytes::push_number(&mut fixed, kind::PLAY);
        let mut decision = Record::new(fixed);
        decision.field(0, alternatives);
        if let Some(level) = best.record(1, false) {
            decision.field(4, level);
        }
        Some(decision.finish())
    }

    /// A decision on the cube. The values are those of the player who doubles or could double.
    fn cube(&self, ply: u64, event: &Event, cube: &CubeAnnotation) -> Option<Vec<u8>> {
        let [no_double, take, pass] = match (self.is_money, cube.mwc) {
            (true, false) => [cube.no_double, cube.take, cube.pass.unwrap_or(1.0)],
            (false, true) => [cube.no_double, cube.take, cube.pass?],
            (false, false) => cube.match_chances?,
            (true, true) => return None,
        };
        if ![no_double, take, pass].into_iter().all(fits) {
            return None;
        }
        // No double, double, take, pass, and too good to double.
        let double = take.min(pass);
        let (verdict, lost) = match event {
            Event::Take | Event::Beaver => {
                (if take > pass { 3 } else { 2 }, (take - pass).max(0.0))
            }
            Event::Pass => (if take > pass { 3 } else { 2 }, (pass - take).max(0.0)),
            _ => {
                let verdict = match (double >= no_double, no_double > pass) {
                    (true, _) => 1,
                    (false, true) => 4,
                    (false, false) => 0,
                };
                let done = if *event == Event::Double { double } else { no_double };
                (verdict, no_double.max(double) - done)
            }
        };
        let mut fixed = bytes::number(ply);
        bytes::push_number(&mut fixed, kind::CUBE);
        bytes::push_number(&mut fixed, verdict);
        let mut decision = Record::new(fixed);
        for (bit, value) in [(0, no_double), (1, take), (2, pass)] {
            decision.field(bit, bytes::equity(value));
        }
        if let Some(chances) = &cube.chances {
            decision.field(3, bytes::chances(chances));
        }
        let lost = bytes::loss(lost);
        if lost != [0; 4] {
            decision.field(4, lost);
        }
        if let Some(level) = Level::parse(&cube.level).record(2, false) {
            decision.field(7, level);
        }
        Some(decision.finish())
    }

    /// The sections of the block and of its decisions; `None` if there is no decision.
    pub(super) fn finish(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        if self.decisions.is_empty() {
            return None;
        }
        // A version 8 UUID from the contents, so that the same match gives the same bytes.
        let mut id = Vec::new();
        for salt in 0..4u8 {
            let salted = [&self.decisions[..], &[salt]].concat();
            id.extend(ogxm::checksum(&salted).to_le_bytes());
        }
        id[6] = id[6] & 0x0f | 0x80;
        id[8] = id[8] & 0x3f | 0x80;
        let mut block = Record::new(id);
        if self.is_ours {
            block.field(5, bytes::text("sheshbesh", usize::MAX));
            block.field(6, bytes::text("Sheshbesh", usize::MAX));
            block.field(8, bytes::text(env!("CARGO_PKG_VERSION"), usize::MAX));
        }
        let unit = if self.is_money { EQUITIES } else { MATCH_CHANCES };
        block.field(9, bytes::number(unit));
        if self.is_ours && self.has_usual_equities {
            block.field(11, bytes::text("kazaross-xg2", usize::MAX));
        }
        Some((block.finish(), self.decisions.clone()))
    }
}
