//! The best play of a roll at every score: the answer of `shesh best --scores`.

use super::{
    STRING,
    grid::{Cell, grid},
    head::{EngineId, Head},
    notes,
    plays::{Play, plays},
    scores::{CannotAskEverywhere, Score, ask_everywhere},
    stakes::stakes_words,
};
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay};
use sheshbesh_movegen::{Dice, Phase, Situation};
use std::fmt::Write;

/// The best play of a roll at every score of a match, and for money.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayScores {
    /// Who judged what.
    #[serde(flatten)]
    pub head: Head,
    /// The roll, such as `31`.
    pub dice: String,
    /// Plies of the search.
    pub ply: u32,
    /// Whether the cube will be turned.
    pub cubeful: bool,
    /// Points that the match is played to.
    pub length: u16,
    /// The plays that are the best anywhere: first that for money, then by how often they are.
    pub plays: Vec<LetteredPlay>,
    /// For money.
    pub money: BestPlay,
    /// Each score at which such a cube can stand. Without the cube, the Crawford game is like those
    /// after it and is left out.
    pub scores: Vec<PlayAtScore>,
}

/// A play that is the best somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LetteredPlay {
    /// Stands for it in the table: `A` for the first.
    pub letter: String,
    /// As people write it.
    pub play: String,
    /// The resulting position, the opponent on roll.
    pub position_id: String,
    /// At how many scores it is the best.
    pub scores: usize,
}

/// The best play at a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayAtScore {
    /// The score.
    #[serde(flatten)]
    pub score: Score,
    /// The play.
    #[serde(flatten)]
    pub best: BestPlay,
}

/// The best play, what it is worth, and how clear that is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BestPlay {
    /// The letter of the table.
    pub letter: String,
    /// As people write it.
    pub play: String,
    /// In points.
    pub equity: f32,
    /// The chance to win the match, where one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mwc: Option<f32>,
    /// What the second best play loses, in points, where it was looked at as closely.
    pub margin: Option<f32>,
}

/// Plays that lose less than this are close, in points.
const CLOSE: f32 = 0.02;
const CLOSE_MARK: char = '~';

const COLOURS: [AnsiColor; 5] =
    [AnsiColor::Cyan, AnsiColor::Yellow, AnsiColor::Green, AnsiColor::Magenta, AnsiColor::Blue];

/// A to Z, then AA to ZZ.
fn letter(number: usize) -> String {
    let one = |number: usize| char::from(b'A' + (number % 26) as u8);
    match number.checked_sub(26) {
        None => one(number).to_string(),
        Some(beyond) => format!("{}{}", one(beyond / 26), one(beyond)),
    }
}

impl PlayScores {
    /// Ranks the plays of a roll at every score of a match to so many points, the cube standing as it
    /// does, and for money; the evaluator's settings say whether the cube will be turned. `done` is
    /// told after each score how many there are.
    ///
    /// # Errors
    /// When the cube can stand nowhere, or the situation cannot be judged.
    pub fn ask(
        evaluator: &Evaluator,
        engine: EngineId,
        situation: &Situation,
        dice: Dice,
        depth: Depth,
        length: u16,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, CannotAskEverywhere> {
        let cubeful = evaluator.settings().cubeful;
        let rank = |judge: &mut Evaluator, at: &Situation| {
            judge.set_stakes(at)?;
            Ok((*at, judge.rank_in_full(&at.position, dice, depth)))
        };
        // Without the cube it is the same whether the Crawford game is over.
        let (money, scores) = ask_everywhere(evaluator, situation, length, cubeful, done, rank)?;
        let written = |(at, ranked): (Situation, Vec<RankedPlay>)| plays(&at, dice, &ranked);
        let scores: Result<Vec<(Score, Vec<Play>)>, _> =
            scores.into_iter().map(|(score, ranked)| Ok((score, written(ranked)?))).collect();
        let scores = scores.map_err(CannotAskEverywhere::Unwritable)?;
        let mut head = Head::new(engine, &Situation { phase: Phase::Rolled(dice), ..*situation });
        head.notes.extend(notes::scores(situation.game).filter(|_| length > 1));
        let (dice, ply) = (dice.to_string(), depth.plies());
        Ok(Self::new(head, dice, ply, cubeful, length, &written(money)?, &scores))
    }

    /// From the plays ranked for money, best first, and at each score; `ply` is how deep was looked.
    ///
    /// # Panics
    /// When there are no plays anywhere: a turn that must be passed is one.
    pub fn new(
        head: Head,
        dice: String,
        ply: u32,
        cubeful: bool,
        length: u16,
        money: &[Play],
        scores: &[(Score, Vec<Play>)],
    ) -> Self {
        let lettered = letter_plays(&money[0], scores);
        let best = |plays: &[Play]| {
            let (play, second) = (&plays[0], plays.get(1));
            let letter = lettered.iter().find(|known| known.position_id == play.position_id);
            let as_close = second.filter(|second| second.ply == play.ply);
            BestPlay {
                letter: letter.expect("every best play has one").letter.clone(),
                play: play.play.clone(),
                equity: play.equity,
                mwc: play.mwc,
                margin: as_close.map(|second| play.equity - second.equity),
            }
        };
        let (money, scores) = (
            best(money),
            scores.iter().map(|(score, plays)| PlayAtScore { score: *score, best: best(plays) }),
        );
        let scores = scores.collect();
        Self { head, dice, ply, cubeful, length, plays: lettered, money, scores }
    }

    /// The table with its legend, to stand below the board; `money` is the situation for money.
    pub fn words(&self, money: &Situation) -> String {
        let at = |score: &Score| {
            let found = self.scores.iter().find(|at| at.score == *score)?;
            Some(Cell { text: found.best.marked(), style: self.style(&found.best.letter) })
        };
        let cubeful = if self.cubeful { "cubeful" } else { "cubeless" };
        let mut text = format!(
            "The best play of {} at every score of a match to {}, at {}-ply, {cubeful}.\n\
             Down: points that the player on roll still needs; across: the opponent.\n\n",
            self.dice, self.length, self.ply
        );
        text.push_str(&grid(self.length, self.cubeful, at));
        let style = self.style(&self.money.letter);
        let stakes = stakes_words(money);
        writeln!(text, "\n{style}{}{style:#} {stakes}\n", self.money.marked()).expect(STRING);
        text.push_str(&self.legend());
        text
    }

    fn style(&self, letter: &str) -> Style {
        // The play for money is plain.
        let place = self.plays.iter().position(|play| play.letter == letter).unwrap_or_default();
        let colour = place.checked_sub(1).map(|place| COLOURS[place % COLOURS.len()]);
        colour.map_or(Style::new(), |colour| colour.on_default())
    }

    fn legend(&self) -> String {
        let width = self.plays.iter().map(|play| play.play.len()).max().unwrap_or(0);
        let mut text = String::new();
        for LetteredPlay { letter, play, scores, .. } in &self.plays {
            let plural = if *scores == 1 { "score" } else { "scores" };
            writeln!(text, "{letter:3} {play:width$}  {scores:4} {plural}").expect(STRING);
        }
        let mut shown = self.scores.iter().map(|at| &at.best).chain([&self.money]);
        if shown.any(|best| best.marked().ends_with(CLOSE_MARK)) {
            writeln!(text, "{CLOSE_MARK:<3} close: the second best loses less than {CLOSE}")
                .expect(STRING);
        }
        if self.cubeful && self.length > 1 {
            text.push_str("1C  in the Crawford game; 1 is after it\n");
        }
        let all = Score::all(self.length, self.cubeful).len();
        if self.scores.len() < all || (self.cubeful && self.length > 1) {
            text.push_str(".   no such score, or no cube stands like this there\n");
        }
        text
    }
}

impl BestPlay {
    fn marked(&self) -> String {
        let close = self.margin.is_some_and(|margin| margin < CLOSE);
        format!("{}{}", self.letter, if close { CLOSE_MARK } else { ' ' })
    }
}

/// The plays that are the best anywhere, with letters: that for money first, then those that are it
/// more often, then as the table comes to them.
fn letter_plays(money: &Play, scores: &[(Score, Vec<Play>)]) -> Vec<LetteredPlay> {
    let mut found: Vec<LetteredPlay> = Vec::new();
    let bests = scores.iter().map(|(_, plays)| (&plays[0], 1));
    for (play, count) in [(money, 0)].into_iter().chain(bests) {
        match found.iter_mut().find(|known| known.position_id == play.position_id) {
            Some(known) => known.scores += count,
            None => found.push(LetteredPlay {
                letter: String::new(),
                play: play.play.clone(),
                position_id: play.position_id.clone(),
                scores: count,
            }),
        }
    }
    found[1..].sort_by_key(|play| std::cmp::Reverse(play.scores));
    for (number, play) in found.iter_mut().enumerate() {
        play.letter = letter(number);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_z() {
        let letters = [0, 1, 25, 26, 51, 52].map(letter);
        assert_eq!(letters, ["A", "B", "Z", "AA", "AZ", "BA"]);
    }
}
