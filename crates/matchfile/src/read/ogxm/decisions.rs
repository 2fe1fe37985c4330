//! Reads the analysis of OGXM files: the first block and its decisions.

use super::cursor::{Cursor, has};
use crate::{
    annotation::{Annotation, Candidate, Chances, CubeAnnotation, PlayAnnotation},
    ogxm::{self, MATCH_CHANCES, kind},
    play_text::{PlayOutcome, PlayText},
};
use sheshbesh_movegen::{Dice, Game, Plays, Position, Seat};
use std::collections::BTreeMap;

/// Maximum number of candidate plays kept for a roll.
const MOST_CANDIDATES: usize = 64;
/// Maximum length of the name of a level, in characters.
const LONGEST_LEVEL: usize = 64;

/// A candidate play: its steps, its value, its probabilities and its depth.
struct Alternative {
    steps: Vec<u8>,
    value: f64,
    chances: Option<Chances>,
    level: Option<String>,
    is_played: bool,
}

/// The decisions on a ply.
#[derive(Default)]
pub(super) struct PlyDecisions {
    alternatives: Vec<Alternative>,
    level: String,
    cube: Option<CubeDecision>,
    luck: Option<f64>,
}

struct CubeDecision {
    no_double: f64,
    take: f64,
    pass: f64,
    chances: Option<Chances>,
    loss: f64,
    level: String,
}

/// The analysis of a match: its unit, and the decisions by the number of their ply.
#[derive(Default)]
pub(super) struct Analysis {
    is_chance: bool,
    level: String,
    decisions: BTreeMap<u64, PlyDecisions>,
}

impl Analysis {
    /// Reads the section of a block.
    pub(super) fn read_block(section: &[u8]) -> Option<Self> {
        let (mut block, mask) = Cursor(section).record()?;
        block.take(16)?;
        let mut analysis = Self::default();
        if has(mask, 0) {
            block.take(32)?;
        }
        if has(mask, 1) {
            block.number()?;
        }
        if has(mask, 2) {
            analysis.level = read_level(&mut block)?;
        }
        if has(mask, 4) {
            let count = block.count()?;
            for _ in 0..count {
                block.number()?;
            }
        }
        for bit in [5, 6] {
            if has(mask, bit) {
                block.text()?;
            }
        }
        if has(mask, 7) {
            block.take(32)?;
        }
        if has(mask, 8) {
            block.text()?;
        }
        if has(mask, 9) {
            analysis.is_chance = block.number()? == MATCH_CHANCES;
        }
        Some(analysis)
    }

    /// Reads the section of the decisions of the block, up to the first record that is not whole.
    pub(super) fn read_decisions(&mut self, section: &[u8]) {
        let mut records = Cursor(section);
        while let Some((mut record, mask)) = records.record() {
            let head = record.number().zip(record.number());
            let Some((ply, kind)) = head else { continue };
            let of = self.decisions.entry(ply).or_default();
            // A record that is not whole gives no decision.
            let _ = match kind {
                kind::PLAY => of.read_play(&mut record, mask, &self.level),
                kind::CUBE => of.read_cube(&mut record, mask, &self.level),
                kind::LUCK => {
                    of.luck = record.equity();
                    Some(())
                }
                _ => None,
            };
        }
    }

    /// The annotation of a ply, at a position that its player sees. The roll is that of a play.
    pub(super) fn annotate(
        &self,
        ply: u64,
        game: Game,
        position: &Position,
        seat: Seat,
        dice: Option<Dice>,
    ) -> Option<Annotation> {
        let of = self.decisions.get(&ply)?;
        let (equity, chance) = (!self.is_chance)
            .then_some(of.luck)
            .flatten()
            .map_or((None, of.luck.filter(|_| self.is_chance)), |luck| (Some(luck), None));
        let annotation = Annotation {
            cube: of.cube.as_ref().map(|cube| CubeAnnotation {
                no_double: cube.no_double,
                take: cube.take,
                pass: Some(cube.pass),
                mwc: self.is_chance,
                match_chances: None,
                chances: cube.chances,
                error: (!self.is_chance).then_some(cube.loss),
                level: cube.level.clone(),
            }),
            play: dice.and_then(|dice| self.annotate_play(of, game, position, seat, dice)),
            luck: equity,
            luck_match_chance: chance,
        };
        (annotation != Annotation::default()).then_some(annotation)
    }

    fn annotate_play(
        &self,
        of: &PlyDecisions,
        game: Game,
        position: &Position,
        seat: Seat,
        dice: Dice,
    ) -> Option<PlayAnnotation> {
        let mut plays = Plays::new(game);
        let legal = plays.generate_or_pass(position, dice);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut made = None;
        for alternative in of.alternatives.iter().take(MOST_CANDIDATES) {
            let result = if alternative.steps.is_empty() {
                position.swapped()
            } else {
                let play =
                    PlayText::of_hops(alternative.steps.iter().map(|&step| read_step(seat, step)));
                match play.apply_to(game, position, dice, legal) {
                    PlayOutcome::Legal(result) => result,
                    _ => continue,
                }
            };
            if alternative.is_played {
                made = Some(alternative.value);
            }
            candidates.push(Candidate {
                result,
                equity: alternative.value,
                match_chance: None,
                chances: alternative.chances,
                level: alternative.level.clone().unwrap_or_else(|| of.level.clone()),
            });
        }
        let best = candidates.first()?.equity;
        let error = made.filter(|_| !self.is_chance).map(|made| (best - made).max(0.0));
        Some(PlayAnnotation { candidates, error, mwc: self.is_chance })
    }
}

/// The points of a step as its player numbers them.
pub(super) fn read_step(seat: Seat, step: u8) -> (u8, u8) {
    let from = ogxm::absolute(seat, (step & 0x1f).min(sheshbesh_movegen::BAR));
    (from, from.saturating_sub(step >> 5))
}

impl PlyDecisions {
    fn read_play(&mut self, record: &mut Cursor<'_>, mask: u64, block: &str) -> Option<()> {
        let mut alternatives = Vec::new();
        if has(mask, 0) {
            for _ in 0..record.count()? {
                alternatives.push(read_alternative(record)?);
            }
        }
        if has(mask, 1) {
            record.number()?;
        }
        for bit in [2, 3] {
            if has(mask, bit) {
                record.take(4)?;
            }
        }
        let level = if has(mask, 4) { read_level(record)? } else { block.to_owned() };
        (self.alternatives, self.level) = (alternatives, level);
        Some(())
    }

    fn read_cube(&mut self, record: &mut Cursor<'_>, mask: u64, block: &str) -> Option<()> {
        record.number()?;
        let mut value = |bit| if has(mask, bit) { record.equity().map(Some) } else { Some(None) };
        let [no_double, take, pass] = [value(0)?, value(1)?, value(2)?];
        let chances = if has(mask, 3) { Some(record.chances()?) } else { None };
        let loss = if has(mask, 4) { f64::from(record.u32()?) / ogxm::EQUITY_UNIT } else { 0.0 };
        if has(mask, 5) {
            record.probability()?;
        }
        let level = if has(mask, 7) { read_level(record)? } else { block.to_owned() };
        let (no_double, take, pass) = (no_double?, take?, pass?);
        self.cube = Some(CubeDecision { no_double, take, pass, chances, loss, level });
        Some(())
    }
}

fn read_alternative(from: &mut Cursor<'_>) -> Option<Alternative> {
    let (mut record, mask) = from.record()?;
    let count = record.count()?;
    let steps = record.take(count)?.to_vec();
    let value = record.equity()?;
    let chances = if has(mask, 0) { Some(record.chances()?) } else { None };
    let level = if has(mask, 1) { Some(read_level(&mut record)?) } else { None };
    Some(Alternative { steps, value, chances, level, is_played: has(mask, 2) })
}

/// Reads a level and names it: a rollout, a depth in plies, or else the name in the file.
fn read_level(from: &mut Cursor<'_>) -> Option<String> {
    let (mut record, mask) = from.record()?;
    let name = if has(mask, 0) { record.text()? } else { String::new() };
    // Every decision of a block has a copy.
    let name: String = name.chars().take(LONGEST_LEVEL).collect();
    let mut plies = None;
    for bit in [1, 2] {
        if has(mask, bit) {
            plies = plies.or(Some(record.number()?));
        }
    }
    if has(mask, 3) {
        let (mut rollout, mask) = record.record()?;
        let games = if has(mask, 0) { rollout.number()? } else { 0 };
        return Some(if games > 0 {
            format!("rollout of {games} games")
        } else {
            "rollout".to_owned()
        });
    }
    Some(match plies {
        Some(plies) => format!("{plies}-ply"),
        None => name,
    })
}
