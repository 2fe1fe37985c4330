//! Ranked plays of a roll: the output of `shesh best`.

use super::{cube_plays::cube_table, level::level_words, stakes::stakes_words};
use crate::answers::{BestPlays, Play};
use sheshbesh_analysis::board::stage_words;
use sheshbesh_evaluator::{Depth, EvaluationLevel};
use sheshbesh_movegen::{Game, Situation};

impl BestPlays {
    /// Formats the first `most` plays, the best play by cube and the explanation if requested, as
    /// text to print below the board. `level` is the requested evaluation level.
    pub fn words(&self, situation: &Situation, level: EvaluationLevel, most: usize) -> String {
        let mut text = heading(situation, &self.dice, self.plays.len(), level, self.cubeful);
        text.push('\n');
        text.push_str(&play_table(situation.game, &self.plays, most));
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
    let roll = match stage_words(situation) {
        Some(numbers) => format!("{numbers} left to play:"),
        None => format!("{dice} has"),
    };
    format!("{roll} {plays} {plural}; at {level}{cube}:\n")
}

/// Formats the first `most` plays as a table; probabilities are in percent. Each kind of win that
/// counts more than a single game in the game has a column.
pub fn play_table(game: Game, plays: &[Play], most: usize) -> String {
    let width = plays.iter().take(most).map(|play| play.play.len()).max().unwrap_or(0).max(10);
    let more_than_single = &game.kinds_of_wins()[1..];
    let names = ["  gam", "   bg"];
    let kinds = names[..more_than_single.len()].concat();
    let mut text =
        format!("      {:width$}   equity     diff    win{kinds}   lose{kinds}\n", "play");
    let level = |play: &Play| (play.rollout.clone(), play.ply);
    let best = plays.first().map_or(0.0, |play| play.equity);
    let deepest = plays.first().map(level);
    for (of, index) in plays.iter().take(most).zip(1..) {
        let Play { play, equity, probabilities: p, .. } = of;
        let difference = match index {
            1 => String::new(),
            _ => format!("{:+.4}", equity - best),
        };
        let percent = |all: f32, kinds: [f32; 2]| {
            let kinds = kinds.iter().take(more_than_single.len());
            let kinds: String = kinds.map(|kind| format!(" {:4.1}", 100.0 * kind)).collect();
            format!("{:5.1}{kinds}", 100.0 * all)
        };
        let wins = percent(p.win, [p.win_gammon, p.win_backgammon]);
        let losses = percent(p.lose(), [p.lose_gammon, p.lose_backgammon]);
        // Rollouts show their error, other plays their depth if it is less than the best play's.
        let note = match of.standard_error {
            Some(error) => format!("  ± {error:.4}"),
            None if Some(level(of)) < deepest => format!("  {}-ply", of.ply),
            None => String::new(),
        };
        push_line!(
            text,
            " {index:3}. {play:width$}  {equity:+.4}  {difference:>7}  {wins}  {losses}{note}",
        );
    }
    text
}
