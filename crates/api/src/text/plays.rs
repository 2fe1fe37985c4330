//! Ranked plays of a roll: the output of `shesh best`.

use super::{cube_plays::cube_table, stakes::stakes_words};
use crate::answers::{BestPlays, Play};
use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::Situation;

impl BestPlays {
    /// Formats the first `most` plays, the best play by cube and the explanation if requested, as text to print below
    /// the board. `depth` is the requested search depth.
    pub fn words(&self, situation: &Situation, depth: Depth, most: usize) -> String {
        let mut text = heading(situation, &self.dice, self.plays.len(), depth, self.cubeful);
        text.push('\n');
        text.push_str(&play_table(&self.plays, most));
        text.push_str(&cube_table(&self.cubes));
        text.push_str(self.head.lookup_words());
        if let Some(explanation) = &self.explanation {
            text.push('\n');
            // The deciding rolls are listed at 2-ply or deeper.
            text.push_str(&explanation.words(depth >= Depth::TWO));
        }
        text
    }
}

/// Heading of a table of plays: their number and the search depth. In a match or a game with a cube
/// it also states cubeful or cubeless equity, and the stakes.
fn heading(situation: &Situation, dice: &str, plays: usize, depth: Depth, cubeful: bool) -> String {
    let plural = if plays == 1 { "play" } else { "plays" };
    let cube = if situation.game.has_cube() || situation.away().is_some() {
        let how = if cubeful { "cubeful" } else { "cubeless" };
        format!(", {how},\n{}", stakes_words(situation))
    } else {
        String::new()
    };
    format!("{dice} has {plays} {plural}; at {depth}-ply{cube}:\n")
}

/// Formats the first `most` plays as a table; probabilities are in percent.
pub fn play_table(plays: &[Play], most: usize) -> String {
    let width = plays.iter().take(most).map(|play| play.play.len()).max().unwrap_or(0).max(10);
    let mut text =
        format!("      {:width$}   equity     diff    win  gam   bg   lose  gam   bg\n", "play");
    let (best, deepest) = plays.first().map_or((0.0, 1), |play| (play.equity, play.ply));
    for (play, place) in plays.iter().take(most).zip(1..) {
        let Play { play, equity, ply, probabilities: p, .. } = play;
        let difference = match place {
            1 => String::new(),
            _ => format!("{:+.4}", equity - best),
        };
        let [win, wg, wb, lose, lg, lb] =
            [p.win, p.win_gammon, p.win_backgammon, p.lose(), p.lose_gammon, p.lose_backgammon]
                .map(|p| 100.0 * p);
        // The depth is shown only for plays searched less deeply than the best.
        let ply = if *ply < deepest { format!("  {ply}-ply") } else { String::new() };
        push_line!(
            text,
            " {place:3}. {play:width$}  {equity:+.4}  {difference:>7}  {win:5.1} {wg:4.1} {wb:4.1}  {lose:5.1} {lg:4.1} {lb:4.1}{ply}",
        );
    }
    text
}
