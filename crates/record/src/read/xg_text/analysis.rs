//! Lines of an analysis: plays, chances, and the cube's equities.
//!
//! Numbers have a decimal point or a comma, as the program's language has it.

use crate::{
    scribe::Scribe,
    verdict::{Candidate, Chances, CubeVerdict, PlayVerdict},
    written_play::{Drawn, WrittenPlay},
};
use sheshbesh_movegen::{Phase, Plays, Situation};

/// No more plays are compared.
const MOST_CANDIDATES: usize = 32;
/// The equities of a cube decision: no double, a double that is taken, one that is passed.
const EQUITIES: usize = 3;
/// The number of words of a line that can say anything.
const MOST_WORDS: usize = 16;

/// Reads the plays that were compared, or the cube's verdict, as a verdict on the last entry; gives
/// the number of lines that belong to it. What follows is a note.
pub(super) fn read(scribe: &mut Scribe, lines: &[(u32, &str)], table: &Situation) -> usize {
    let mut analysis = Analysis::default();
    let mut end = 0;
    let mut may_be_note = false;
    for (place, &(_, line)) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        if may_be_note && analysis.is_complete() {
            break;
        }
        if analysis.line(line, end > 0 && end == place, table) {
            (end, may_be_note) = (place + 1, false);
        } else {
            may_be_note = true;
        }
    }
    if let Some(verdict) = scribe.verdict().filter(|_| end > 0) {
        verdict.cube = analysis.cube();
        verdict.play = (!analysis.plays.candidates.is_empty()).then_some(analysis.plays);
    }
    end
}

/// The analysis of a position, line by line.
#[derive(Default)]
struct Analysis {
    plays: PlayVerdict,
    /// Plays so far, those that cannot be played included.
    numbered: u32,
    /// The last of them is the last candidate.
    is_last_kept: bool,
    /// The chances of the player and of the opponent that were read last.
    sides: Vec<Side>,
    chances: Option<Chances>,
    equities: Vec<f64>,
    level: String,
    /// The best action has been named.
    is_named: bool,
}

/// Wins of one player, gammons and backgammons, 0 to 1.
#[derive(Clone, Copy)]
struct Side {
    win: f64,
    gammon: f64,
    backgammon: f64,
}

impl Analysis {
    /// All numbers have been read, as far as the numbers so far tell.
    fn is_complete(&self) -> bool {
        self.numbered > 0 || self.equities.len() == EQUITIES
    }

    /// Reads a line; `false` where it is none of an analysis. `follows` says that the line before was
    /// one.
    fn line(&mut self, line: &str, follows: bool, table: &Situation) -> bool {
        let shown = line.trim();
        self.play(shown, table)
            || self.side(shown)
            || self.cube_line(shown)
            || is_detail(line, follows)
    }

    /// `1. 4-ply  8/5 6/5   eq:+0.205`: the play stands between the depth and the equity.
    fn play(&mut self, line: &str, table: &Situation) -> bool {
        let found = line.split_once('.').and_then(|(place, rest)| {
            let (said, equity) = rest.split_once("eq:")?;
            let is_next = place.parse() == Ok(self.numbered + 1);
            Some((said, number(equity.split_whitespace().next()?)?)).filter(|_| is_next)
        });
        let Some((said, equity)) = found else { return false };
        self.numbered += 1;
        self.sides.clear();
        let candidate = candidate(said, equity, table)
            .filter(|_| self.plays.candidates.len() < MOST_CANDIDATES);
        self.is_last_kept = candidate.is_some();
        self.plays.candidates.extend(candidate);
        true
    }

    /// `Player: 55.42% (G:17.30% B:0.82%)`, first of the player, then of the opponent. Of a rollout
    /// others follow, once the cube is turned.
    fn side(&mut self, line: &str) -> bool {
        let Some(side) = side(line).filter(|_| self.numbered == 0 || self.sides.len() < 2) else {
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

    /// `Double/Take: +0.121 (-0.231)`, and what stands around the three equities.
    fn cube_line(&mut self, line: &str) -> bool {
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
            && let Some(equity) = number(first)
        {
            // A beaver turns the cube once more.
            let is_beaver = label.to_lowercase().contains("beaver");
            self.equities.push(if is_beaver { equity / 2.0 } else { equity });
            return true;
        }
        // `Cubeless Equities: No Double=+0.214, Double=+0.431`.
        rest.contains('=')
    }

    fn cube(&mut self) -> Option<CubeVerdict> {
        let [no_double, take, pass] = self.equities[..] else { return None };
        let level = std::mem::take(&mut self.level);
        let (pass, chances) = (Some(pass), self.chances);
        Some(CubeVerdict { no_double, take, pass, mwc: false, chances, error: None, level })
    }
}

/// A play that was compared; `None` where it is not legal.
fn candidate(said: &str, equity: f64, table: &Situation) -> Option<Candidate> {
    let Phase::Rolled(dice) = table.phase else { return None };
    let words: Vec<&str> = said.split_whitespace().take(MOST_WORDS).collect();
    let first = words.iter().position(|word| word.contains('/'))?;
    let (level, play) = words.split_at(first);
    let mut plays = Plays::new(table.game);
    let legal = plays.generate_or_pass(&table.position, dice);
    let written = WrittenPlay::parse(&play.join(" "))?;
    let Drawn::Legal(result) = written.draw(table.game, &table.position, dice, legal) else {
        return None;
    };
    Some(Candidate { result, equity, chances: None, level: level.join(" ") })
}

fn side(line: &str) -> Option<Side> {
    let (wins, rest) = line.split_once('(')?;
    let win = percentage(wins.rsplit_once(':')?.1)?;
    let inside = rest.trim_end().strip_suffix(')')?;
    let mut more = inside.split_whitespace().map(|word| percentage(word.rsplit_once(':')?.1));
    let (gammon, backgammon) = (more.next()??, more.next()??);
    more.next().is_none().then_some(Side { win, gammon, backgammon })
}

fn percentage(text: &str) -> Option<f64> {
    let percent = number(text.trim().strip_suffix('%')?.trim_end())?;
    // As exact as it is written: a hundredth of 17.30 is 0.173.
    (0.0..=100.0).contains(&percent).then(|| (percent * 1e4).round() / 1e6)
}

/// A number with a point or a comma, and a sign of any kind.
fn number(text: &str) -> Option<f64> {
    let text = text.replace(',', ".").replace('\u{2212}', "-");
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether a line is about a rollout: how many games, then indented lines such as `Dice Seed: 271828`
/// and `Confidence: ± 0.013`. `follows` says that the line before was one of the analysis.
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
