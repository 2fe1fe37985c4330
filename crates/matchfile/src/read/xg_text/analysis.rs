//! Reads the lines of an analysis: plays, probabilities, and the equities of the cube.
//!
//! Numbers have a decimal point or a comma, depending on the program's language.

use crate::{
    annotation::{Candidate, Chances, CubeAnnotation, PlayAnnotation},
    builder::RecordBuilder,
    play_text::{PlayOutcome, PlayText},
    text::Line,
};
use sheshbesh_movegen::{Phase, Plays, Situation};

/// Maximum number of candidate plays.
const MOST_CANDIDATES: usize = 32;
/// Number of equities of a cube decision: no double, double/take, double/pass.
const EQUITIES: usize = 3;
/// Maximum number of words that are read in a line.
const MOST_WORDS: usize = 16;

/// Reads the candidate plays or the cube decision as an annotation of the last entry. Returns the
/// number of lines in the analysis; a note follows them.
pub(super) fn read(builder: &mut RecordBuilder, lines: &[Line<'_>], table: &Situation) -> usize {
    let mut analysis = Analysis::default();
    let mut end = 0;
    let mut may_be_note = false;
    for (index, &(_, line)) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if may_be_note && analysis.is_complete() {
            break;
        }
        if analysis.read_line(line, end > 0 && end == index, table) {
            (end, may_be_note) = (index + 1, false);
        } else {
            may_be_note = true;
        }
    }
    if let Some(annotation) = builder.annotation_mut().filter(|_| end > 0) {
        annotation.cube = analysis.take_cube();
        annotation.play = (!analysis.plays.candidates.is_empty()).then_some(analysis.plays);
    }
    end
}

/// The analysis of a position, read line by line.
#[derive(Default)]
struct Analysis {
    plays: PlayAnnotation,
    /// Number of plays up to now, including impossible ones.
    numbered: u32,
    /// True if the last of these plays is the last candidate.
    is_last_kept: bool,
    /// Last probabilities read for the player and for the opponent.
    sides: Vec<Side>,
    chances: Option<Chances>,
    equities: Vec<f64>,
    level: String,
    /// True if the best cube action has been read.
    is_named: bool,
}

/// Probabilities of one player's wins, gammons and backgammons, 0 to 1.
#[derive(Clone, Copy)]
struct Side {
    win: f64,
    gammon: f64,
    backgammon: f64,
}

impl Analysis {
    /// True if all numbers have been read, as far as the numbers up to now show.
    fn is_complete(&self) -> bool {
        self.numbered > 0 || self.equities.len() == EQUITIES
    }

    /// Reads a line; returns false if it is not part of an analysis. `follows` is true if the
    /// previous line was part of it.
    fn read_line(&mut self, line: &str, follows: bool, table: &Situation) -> bool {
        let shown = line.trim();
        self.read_play(shown, table)
            || self.read_side(shown)
            || self.read_cube_line(shown)
            || is_detail(line, follows)
    }

    /// Reads `1. 4-ply  8/5 6/5   eq:+0.205`: the play is between the depth and the equity.
    fn read_play(&mut self, line: &str, table: &Situation) -> bool {
        let found = line.split_once('.').and_then(|(number, rest)| {
            let (text, equity) = rest.split_once("eq:")?;
            let is_next = number.parse() == Ok(self.numbered + 1);
            Some((text, parse_number(equity.split_whitespace().next()?)?)).filter(|_| is_next)
        });
        let Some((text, equity)) = found else { return false };
        self.numbered += 1;
        self.sides.clear();
        let candidate = parse_candidate(text, equity, table)
            .filter(|_| self.plays.candidates.len() < MOST_CANDIDATES);
        self.is_last_kept = candidate.is_some();
        self.plays.candidates.extend(candidate);
        true
    }

    /// Reads `Player: 55.42% (G:17.30% B:0.82%)`, first for the player and then for the opponent.
    /// In a rollout, probabilities after a double follow.
    fn read_side(&mut self, line: &str) -> bool {
        let Some(side) = parse_side(line).filter(|_| self.numbered == 0 || self.sides.len() < 2)
        else {
            return false;
        };
        self.sides.push(side);
        if let [own, other] = self.sides[..] {
            let chances = Some(Chances {
                win: own.win,
                win_gammon: own.gammon,
                win_backgammon: own.backgammon,
                lose_gammon: other.gammon,
                lose_backgammon: other.backgammon,
            });
            match self.plays.candidates.last_mut() {
                Some(last) if self.is_last_kept => last.chances = chances,
                _ if self.numbered == 0 => self.chances = chances,
                _ => {}
            }
        }
        true
    }

    /// Reads `Double/Take: +0.121 (-0.231)`, and the lines around the three equities.
    fn read_cube_line(&mut self, line: &str) -> bool {
        if self.numbered > 0 {
            return false;
        }
        if let Some(level) = line.strip_prefix("Analyzed in ") {
            self.level = level.trim().to_owned();
            return true;
        }
        let Some((label, rest)) = line.split_once(':') else { return false };
        if self.equities.len() == EQUITIES {
            // `Best Cube action: No double / Take`, then a percentage of wrong passes.
            let is_action = !self.is_named && rest.contains(" / ");
            self.is_named |= is_action;
            return is_action || rest.trim_end().ends_with('%');
        }
        if self.chances.is_none() {
            return false;
        }
        let first = rest.split_whitespace().next().unwrap_or_default();
        if first.starts_with(['+', '-', '\u{2212}'])
            && let Some(equity) = parse_number(first)
        {
            // The equity of a beaver is for a cube that is turned once more.
            let is_beaver = label.to_lowercase().contains("beaver");
            self.equities.push(if is_beaver { equity / 2.0 } else { equity });
            return true;
        }
        // `Cubeless Equities: No Double=+0.214, Double=+0.431`.
        rest.contains('=')
    }

    fn take_cube(&mut self) -> Option<CubeAnnotation> {
        let [no_double, take, pass] = self.equities[..] else { return None };
        let level = std::mem::take(&mut self.level);
        let (pass, chances) = (Some(pass), self.chances);
        Some(CubeAnnotation {
            no_double,
            take,
            pass,
            mwc: false,
            match_chances: None,
            chances,
            error: None,
            level,
        })
    }
}

/// Parses a candidate play; `None` if it is not legal.
fn parse_candidate(text: &str, equity: f64, table: &Situation) -> Option<Candidate> {
    let Phase::Rolled(dice) = table.phase else { return None };
    let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS).collect();
    let first = words.iter().position(|word| word.contains('/'))?;
    let (level, play) = words.split_at(first);
    let mut plays = Plays::new(table.game);
    let legal = plays.generate_or_pass(&table.position, dice);
    let written = PlayText::parse(&play.join(" "))?;
    let PlayOutcome::Legal(result) = written.apply_to(table.game, &table.position, dice, legal)
    else {
        return None;
    };
    Some(Candidate { result, equity, match_chance: None, chances: None, level: level.join(" ") })
}

fn parse_side(line: &str) -> Option<Side> {
    let (wins, rest) = line.split_once('(')?;
    let win = parse_percentage(wins.rsplit_once(':')?.1)?;
    let inside = rest.trim_end().strip_suffix(')')?;
    let mut more = inside.split_whitespace().map(|word| parse_percentage(word.rsplit_once(':')?.1));
    let (gammon, backgammon) = (more.next()??, more.next()??);
    more.next().is_none().then_some(Side { win, gammon, backgammon })
}

fn parse_percentage(text: &str) -> Option<f64> {
    let percent = parse_number(text.trim().strip_suffix('%')?.trim_end())?;
    // Rounded to the written precision: 17.30 % becomes exactly 0.173.
    (0.0..=100.0).contains(&percent).then(|| (percent * 1e4).round() / 1e6)
}

/// Parses a number with a decimal point or a comma, and any kind of sign.
fn parse_number(text: &str) -> Option<f64> {
    let text = text.replace(',', ".").replace('\u{2212}', "-");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// True if a line is about a rollout: the number of games, or an indented line such as
/// `Dice Seed: 271828` or `Confidence: ± 0.013`. `follows` is true if the previous line was part of
/// the analysis.
fn is_detail(line: &str, follows: bool) -> bool {
    let shown = line.trim();
    let is_footnote = shown.starts_with(['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']);
    let is_heading = shown.starts_with("Rollout") && shown.ends_with(':');
    let is_indented = line.starts_with([' ', '\t']);
    is_footnote
        || is_heading
        || shown.contains(" Games rolled with ")
        || follows && is_indented && shown.contains(':')
}
