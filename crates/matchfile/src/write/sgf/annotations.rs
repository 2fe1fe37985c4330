//! Writes annotations as GNU Backgammon's properties: `A` (plays), `DA` (the cube), `LU` (luck), and
//! its marks of bad decisions and of lucky rolls.
//!
//! The properties follow `sgf.c` of GNU Backgammon 1.07. Its plies count from 0: a 0-ply evaluation
//! there is 1-ply here. Levels that are neither plies nor rollouts are written as 0-ply.

use super::{MOST_MOVES, format_point, name_colour};
use crate::{
    annotation::{Candidate, Chances, CubeAnnotation, PlayAnnotation, SHESHBESH_LEVEL},
    model::Event,
    replay::ReplayStep,
};
use sheshbesh_movegen::{CheckerMove, Dice, Position, Seat, notation};
use std::fmt::Write;

/// Losses in EMG from which GNU Backgammon marks a decision as doubtful, bad and very bad.
const LOSSES: [f64; 3] = [0.03, 0.06, 0.12];
/// Luck in EMG from which GNU Backgammon marks a roll as lucky and very lucky; likewise unlucky.
const LUCK: [f64; 2] = [0.3, 0.6];

/// Appends the annotation of a step to its node. Annotations without numbers that the format needs
/// are left out.
pub(super) fn write(step: &ReplayStep<'_>, is_money: bool, text: &mut String) {
    let Some(annotation) = &step.entry.annotation else { return };
    let played = match &step.entry.event {
        Event::Play { dice, result } => Some((*dice, result)),
        _ => None,
    };
    if let Some(cube) = annotation.cube.as_ref()
        && let Some(value) = format_cube(cube, is_money)
    {
        let _ = write!(text, "DA[{value}]");
    }
    if let Some(((dice, result), play)) = played.zip(annotation.play.as_ref())
        && let Some(values) = format_plays(step, dice, result, play)
    {
        text.push_str(&values);
    }
    if let Some(luck) = annotation.luck.filter(|luck| luck.is_finite()) {
        let _ = write!(text, "LU[{luck:.6}]");
        text.push_str(&mark_luck(step.entry.seat, luck));
    }
    let error = |error: Option<f64>| error.unwrap_or(0.0);
    let play = annotation.play.as_ref().map_or(0.0, |play| error(play.error));
    text.push_str(mark_loss(play, ["DO[]", "BM[1]", "BM[2]"]));
    let cube = annotation.cube.as_ref().map_or(0.0, |cube| error(cube.error));
    text.push_str(mark_loss(cube, ["DC[]", "BC[1]", "BC[2]"]));
}

/// The mark of a decision that loses this much, or an empty text.
fn mark_loss(loss: f64, marks: [&'static str; 3]) -> &'static str {
    let reached = LOSSES.iter().filter(|&&least| loss >= least).count();
    reached.checked_sub(1).map_or("", |mark| marks[mark])
}

/// The mark of a roll, named after the player who gains: `GB[1]` is good for Black.
fn mark_luck(seat: Seat, luck: f64) -> String {
    let reached = LUCK.iter().filter(|&&least| luck.abs() >= least).count();
    let gains = if luck > 0.0 { seat } else { !seat };
    if reached == 0 { String::new() } else { format!("G{}[{reached}]", name_colour(gains)) }
}

/// Depth of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Search depth, counted from 0.
    Plies(u32),
    /// A rollout of this number of games.
    Rollout(u32),
}

impl Level {
    /// Parses the level of an annotation, in the words of the program that made it.
    fn parse(level: &str) -> Self {
        let (ours, level) = match level.strip_prefix(SHESHBESH_LEVEL) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, level),
        };
        if let Some(games) = level.strip_prefix("rollout of ") {
            let digits: String = games.chars().take_while(char::is_ascii_digit).collect();
            return digits.parse().map_or(Self::Plies(0), Self::Rollout);
        }
        let plies = level.split_once("-ply").and_then(|(plies, _)| plies.parse::<u32>().ok());
        Self::Plies(plies.map_or(0, |plies| plies.saturating_sub(u32::from(ours))))
    }
}

fn are_finite(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

fn join(numbers: &[f64]) -> String {
    numbers.iter().map(|number| format!(" {number:.6}")).collect()
}

/// Five probabilities in GNU Backgammon's order.
fn list_chances(chances: &Chances) -> [f64; 5] {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = *chances;
    [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
}

/// Cubeless equity in points per game.
fn cubeless_equity(chances: &Chances) -> f64 {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = list_chances(chances);
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

/// The value of `DA`: the outcomes and values of no double and of a double that is taken. The
/// values are match winning chances in a match, otherwise equities.
fn format_cube(cube: &CubeAnnotation, is_money: bool) -> Option<String> {
    let chances = cube.chances.as_ref()?;
    let [no_double, take] = match (is_money, cube.mwc, cube.match_chances) {
        (true, false, _) | (false, true, _) => [cube.no_double, cube.take],
        (false, false, Some([no_double, take, _])) => [no_double, take],
        _ => return None,
    };
    let outcomes = list_chances(chances);
    let cubeless = cubeless_equity(chances);
    let numbers = |value: f64| join(&[&outcomes[..], &[cubeless, value]].concat());
    if !are_finite(&outcomes) || !are_finite(&[no_double, take]) {
        return None;
    }
    Some(match Level::parse(&cube.level) {
        Level::Plies(plies) => {
            format!("E ver 3 {plies}C 1 0.000000 1{}{}", numbers(no_double), numbers(take))
        }
        Level::Rollout(games) => format!(
            "X ver 3 Eq Trials {games} NoDouble Output{} StdDev{NO_DEVIATION} \
             DoubleTake Output{} StdDev{NO_DEVIATION} {ROLLOUT}",
            numbers(no_double),
            numbers(take)
        ),
    })
}

/// Standard deviations of the seven outputs of a rollout, which annotations do not have.
const NO_DEVIATION: &str = " 0 0 0 0 0 0 0";

/// Settings of a rollout in the words of GNU Backgammon, with evaluations at 0-ply. It needs them to
/// read a rollout; annotations do not state them.
const ROLLOUT: &str = "SK 0 RC 1 1 0 1 0 0 0 0 0 0 \"Mersenne Twister\" 0  \
    cube0 ver 3 0C 1 0.000000 1  cheq0 ver 3 0C 1 0.000000 1 \
    cube1 ver 3 0C 1 0.000000 1  cheq1 ver 3 0C 1 0.000000 1 \
    latecube0 ver 3 0C 1 0.000000 1  latecheq0 ver 3 0C 1 0.000000 1 \
    latecube1 ver 3 0C 1 0.000000 1  latecheq1 ver 3 0C 1 0.000000 1 \
    cubetrunc ver 3 0C 1 0.000000 1 cheqtrunc ver 3 0C 1 0.000000 1";

/// The property `A`: the index of the play made, then the candidates. `None` if the play made is not
/// among them, or if no checker moves.
fn format_plays(
    step: &ReplayStep<'_>,
    dice: Dice,
    made: &Position,
    play: &PlayAnnotation,
) -> Option<String> {
    if play.mwc {
        return None;
    }
    let mut values = String::new();
    let mut index = None;
    let mut count = 0;
    for candidate in &play.candidates {
        let Some(value) = format_candidate(step, dice, candidate) else { continue };
        if candidate.result == *made {
            index = Some(count);
        }
        count += 1;
        let _ = write!(values, "[{value}]");
    }
    index.map(|index| format!("A[{index}]{values}"))
}

fn format_candidate(step: &ReplayStep<'_>, dice: Dice, candidate: &Candidate) -> Option<String> {
    let table = &step.table;
    let moves = notation::checker_moves(table.game, &table.position, dice, &candidate.result)?;
    let outcomes = list_chances(candidate.chances.as_ref()?);
    let is_whole = (1..=MOST_MOVES).contains(&moves.len())
        && are_finite(&outcomes)
        && candidate.equity.is_finite();
    if !is_whole {
        return None;
    }
    let letters = format_moves(step.entry.seat, &moves);
    let equity = candidate.equity;
    Some(match Level::parse(&candidate.level) {
        Level::Plies(plies) => {
            format!("{letters} E ver 3{} {equity:.6} {plies}C 0 1 0.000000 1", join(&outcomes))
        }
        Level::Rollout(games) => {
            let cubeless = cubeless_equity(candidate.chances.as_ref()?);
            format!(
                "{letters} X ver 3 Score {equity:.6} {cubeless:.6} Trials {games} Output{} \
                 StdDev{NO_DEVIATION} {ROLLOUT}",
                join(&[&outcomes[..], &[cubeless, equity]].concat())
            )
        }
    })
}

/// Letters of a play: the start and the end of each checker move.
pub(super) fn format_moves(seat: Seat, moves: &[CheckerMove]) -> String {
    moves
        .iter()
        .flat_map(|step| [format_point(seat, step.from), format_point(seat, step.to)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_counted_as_gnu_backgammon_counts() {
        for (level, expected) in [
            ("Sheshbesh 1-ply", Level::Plies(0)),
            ("Sheshbesh 3-ply", Level::Plies(2)),
            ("2-ply", Level::Plies(2)),
            ("rollout of 1296 games", Level::Rollout(1296)),
            ("Sheshbesh rollout of 360 games", Level::Rollout(360)),
            ("XG Roller+", Level::Plies(0)),
            ("", Level::Plies(0)),
        ] {
            assert_eq!(Level::parse(level), expected, "{level}");
        }
    }

    #[test]
    fn marks_begin_at_gnu_backgammon_s_thresholds() {
        let marks = [0.0, 0.029, 0.03, 0.06, 0.13].map(|loss| mark_loss(loss, ["a", "b", "c"]));
        assert_eq!(marks, ["", "", "a", "b", "c"]);
        let luck = [0.29, 0.3, -0.3, 0.7, -0.7].map(|luck| mark_luck(Seat::Top, luck));
        assert_eq!(luck, ["", "GW[1]", "GB[1]", "GW[2]", "GB[2]"]);
    }
}
