//! GNU Backgammon's annotations: the properties `A` (plays), `DA` (the cube) and `LU` (luck) of a
//! node. `E` marks an evaluation and `X` a rollout.

use super::{read_hops, tree::Node};
use crate::{
    annotation::{Annotation, Candidate, Chances, CubeAnnotation, PlayAnnotation},
    builder::ParsedAction,
    play_text::{PlayOutcome, PlayText},
};
use sheshbesh_movegen::{Dice, Game, Plays, Position, Seat};

/// Maximum number of candidate plays kept for a roll.
const MOST_CANDIDATES: usize = 64;

/// Normalized equity of a double that is passed.
const PASSED: f64 = 1.0;

/// The decision to which an annotation belongs.
pub(super) struct AnnotatedAction<'a> {
    pub(super) game: Game,
    /// The board, as the acting player sees it.
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
    pub(super) action: &'a ParsedAction,
    /// True in a money session, which has no match winning chances.
    pub(super) money: bool,
}

/// The annotation of the action of a node.
pub(super) fn read_annotation(
    node: &Node<'_>,
    decision: &AnnotatedAction<'_>,
) -> Option<Annotation> {
    let luck = node.text("LU").and_then(parse_number);
    let play = match decision.action {
        ParsedAction::Play(dice, ..) | ParsedAction::Roll(dice) => {
            read_play_annotation(node, decision.game, decision.position, decision.seat, *dice)
        }
        _ => None,
    };
    let cube = node.text("DA").and_then(parse_cube).map(|cube| cube.annotate(decision));
    let is_annotated = luck.is_some() || play.is_some() || cube.is_some();
    is_annotated.then_some(Annotation { cube, play, luck, ..Annotation::default() })
}

fn parse_number(word: &str) -> Option<f64> {
    word.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Five probabilities in GNU Backgammon's order.
fn parse_chances(numbers: &[f64]) -> Option<Chances> {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, ..] = *numbers else {
        return None;
    };
    Some(Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon })
}

fn format_ply(word: &str) -> String {
    format!("{}-ply", word.trim_end_matches('C'))
}

fn format_rollout(games: &str) -> String {
    format!("rollout of {games} games")
}

/// Parses the `N` numbers after a word.
fn parse_numbers_after<const N: usize>(words: &[&str], word: &str) -> Option<[f64; N]> {
    let start = words.iter().position(|other| *other == word)? + 1;
    let numbers: Option<Vec<f64>> =
        words.get(start..start + N)?.iter().copied().map(parse_number).collect();
    numbers?.try_into().ok()
}

/// Contents of `DA`, for no double and for a double that is taken: five probabilities, the cubeless
/// equity, and the cubeful value. In a match, the cubeful value is the match winning chance.
struct Cube {
    no_double: [f64; 7],
    take: [f64; 7],
    level: String,
}

/// Parses `E ver 3 2C 1 0.0 1` with twice seven numbers, or
/// `X ver 3 Eq Trials 1296 NoDouble Output` with seven numbers and `DoubleTake Output` with seven
/// more, among others.
fn parse_cube(value: &str) -> Option<Cube> {
    let words: Vec<&str> = value.split_whitespace().take(64).collect();
    match words[..] {
        ["E", "ver", _, depth, _, _, _, ..] => {
            let numbers: Option<Vec<f64>> = words[7..].iter().copied().map(parse_number).collect();
            let (no_double, take) = numbers.as_deref()?.split_at_checked(7)?;
            Some(Cube {
                no_double: no_double.try_into().ok()?,
                take: take.try_into().ok()?,
                level: format_ply(depth),
            })
        }
        ["X", "ver", _, "Eq", "Trials", games, ..] if games != "0" => {
            let taken = words.iter().position(|word| *word == "DoubleTake")?;
            Some(Cube {
                no_double: parse_numbers_after(&words[..taken], "Output")?,
                take: parse_numbers_after(&words[taken..], "Output")?,
                level: format_rollout(games),
            })
        }
        _ => None,
    }
}

impl Cube {
    /// The annotation of the action. In a match, only a match equity table gives the value of a
    /// pass and therefore the error, so both are left out.
    fn annotate(self, decision: &AnnotatedAction<'_>) -> CubeAnnotation {
        let (no_double, take) = (self.no_double[6], self.take[6]);
        let double = take.min(PASSED);
        let best = no_double.max(double);
        let error = match decision.action {
            ParsedAction::Double(_) => Some(best - double),
            ParsedAction::Take => Some((take - PASSED).max(0.0)),
            ParsedAction::Pass => Some((PASSED - take).max(0.0)),
            ParsedAction::Play(..) | ParsedAction::Roll(_) => Some(best - no_double),
            _ => None,
        };
        CubeAnnotation {
            no_double,
            take,
            pass: decision.money.then_some(PASSED),
            mwc: !decision.money,
            match_chances: None,
            chances: parse_chances(&self.no_double),
            error: error.filter(|_| decision.money),
            level: self.level,
        }
    }
}

/// The annotation of the plays of a roll. The first value of `A` is the index of the chosen play;
/// each other value is a play.
fn read_play_annotation(
    node: &Node<'_>,
    game: Game,
    position: &Position,
    seat: Seat,
    dice: Dice,
) -> Option<PlayAnnotation> {
    let mut values = node.values("A");
    let played: usize = values.next()?.trim().parse().ok()?;
    let mut plays = Plays::new(game);
    let legal = plays.generate_or_pass(position, dice);
    let mut candidates = Vec::new();
    let mut made = None;
    for (index, value) in values.take(MOST_CANDIDATES).enumerate() {
        let candidate = parse_candidate(value, seat, |hops| {
            match PlayText::of_hops(hops).apply_to(game, position, dice, legal) {
                PlayOutcome::Legal(result) => Some(result),
                _ => None,
            }
        });
        if index == played {
            made = candidate.as_ref().map(|candidate| candidate.equity);
        }
        candidates.extend(candidate);
    }
    // The file lists the best play first; plays that were searched less may have a higher equity.
    let best = candidates.first().map(|candidate: &Candidate| candidate.equity)?;
    Some(PlayAnnotation { candidates, error: made.map(|made| (best - made).max(0.0)), mwc: false })
}

/// Parses a candidate play. An evaluation is `lpab E ver 3`, five probabilities, the equity, and
/// the depth: `2C` if it is cubeful. A rollout is `lpab X ver 3 Score`, the cubeful and the
/// cubeless equity, `Trials`, the number of games, `Output`, the five probabilities, and more.
fn parse_candidate(
    value: &str,
    seat: Seat,
    draw: impl Fn(Vec<(u8, u8)>) -> Option<Position>,
) -> Option<Candidate> {
    let words: Vec<&str> = value.split_whitespace().take(24).collect();
    let (play, equity, chances, level) = match words[..] {
        [play, "E", "ver", _, ..] => {
            let numbers: Option<Vec<f64>> =
                words.get(4..10)?.iter().copied().map(parse_number).collect();
            let numbers = numbers?;
            (play, numbers[5], parse_chances(&numbers)?, format_ply(words.get(10)?))
        }
        [play, "X", "ver", _, "Score", score, _, "Trials", games, ..] => {
            let output: [f64; 5] = parse_numbers_after(&words, "Output")?;
            (play, parse_number(score)?, parse_chances(&output)?, format_rollout(games))
        }
        _ => return None,
    };
    Some(Candidate {
        result: draw(read_hops(seat, play)?)?,
        equity,
        match_chance: None,
        chances: Some(chances),
        level,
    })
}
