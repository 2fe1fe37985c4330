//! Ranked plays of a roll: the output of `shesh best`.

use super::{cube_plays::cube_table, level::level_words, stakes::stakes_words};
use crate::answers::{BestPlays, Play};
use sheshbesh_evaluator::{Depth, EvaluationLevel};
use sheshbesh_movegen::Situation;

impl BestPlays {
    /// Formats the first `most` plays, the best play by cube and the explanation if requested, as
    /// text to print below the board. `level` is the requested evaluation level.
    pub fn words(&self, situation: &Situation, level: EvaluationLevel, most: usize) -> String {
        let mut text = heading(situation, &self.dice, self.plays.len(), level, self.cubeful);
        text.push('\n');
        text.push_str(&play_table(&self.plays, most));
        text.push_str(&cube_table(&self.cubes));
        text.push_str(self.head.lookup_words());
        if let Some(explanation) = &self.explanation {
            text.push('\n');
            // The deciding rolls are listed at 2-ply or deeper.
            text.push_str(&explanation.words(level.depth() >= Depth::TWO));
        }
        text
    }
}

/// Heading of a table of plays: their number and the evaluation level. In a match or a game with a cube
/// it also states cubeful or cubeless equity, and the stakes.
fn heading(
    situation: &Situation,
    dice: &str,
    plays: usize,
    level: EvaluationLevel,
    cubeful: bool,
) -> String {
    let plural = if plays == 1 { "play" } else { "plays" };
    let cube = if situation.game.has_cube() || situation.away().is_some() {
        let how = if cubeful { "cubeful" } else { "cubeless" };
        format!(", {how},\n{}", stakes_words(situation))
    } else {
        String::new()
    };
    let rollout = level.rollout().map(|rollout| rollout.name());
    let level = level_words(level.depth().plies(), rollout, None);
    format!("{dice} has {plays} {plural}; at {level}{cube}:\n")
}

/// Formats the first `most` plays as a table; probabilities are in percent.
pub fn play_table(plays: &[Play], most: usize) -> String {
    let width = plays.iter().take(most).map(|play| play.play.len()).max().unwrap_or(0).max(10);
    let mut text =
        format!("      {:width$}   equity     diff    win  gam   bg   lose  gam   bg\n", "play");
    let level = |play: &Play| (play.rollout.clone(), play.ply);
    let best = plays.first().map_or(0.0, |play| play.equity);
    let deepest = plays.first().map(level);
    for (of, index) in plays.iter().take(most).zip(1..) {
        let Play { play, equity, probabilities: p, .. } = of;
        let difference = match index {
            1 => String::new(),
            _ => format!("{:+.4}", equity - best),
        };
        let [win, wg, wb, lose, lg, lb] =
            [p.win, p.win_gammon, p.win_backgammon, p.lose(), p.lose_gammon, p.lose_backgammon]
                .map(|p| 100.0 * p);
        // Rollouts show their error, other plays their depth if it is less than the best play's.
        let note = match of.standard_error {
            Some(error) => format!("  ± {error:.4}"),
            None if Some(level(of)) < deepest => format!("  {}-ply", of.ply),
            None => String::new(),
        };
        push_line!(
            text,
            " {index:3}. {play:width$}  {equity:+.4}  {difference:>7}  {win:5.1} {wg:4.1} {wb:4.1}  {lose:5.1} {lg:4.1} {lb:4.1}{note}",
        );
    }
    text
}
