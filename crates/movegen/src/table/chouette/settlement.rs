//! Results of a chouette: each member of the team settles with the box.

use super::Chouette;
use crate::table::referee::GameResult;

/// Result of a game between the box and a member of the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// Member of the team who began the game.
    pub member: usize,
    /// Member of the team who played it to its end.
    pub holder: usize,
    /// Points that the member has paid to the holder for taking over the cube; 0 if nobody has.
    pub paid: u32,
    /// Result between the box, at [`Chouette::BOX`], and the holder.
    pub result: GameResult,
}

impl Chouette {
    /// Results of the pairs whose games are over, in the order of the line.
    pub fn results(&self) -> Vec<PairResult> {
        let ended = self.pairs.iter().filter_map(|pair| {
            let result = pair.referee.result()?;
            Some(PairResult { member: pair.member, holder: pair.holder, paid: pair.paid, result })
        });
        ended.collect()
    }

    /// Points of this game so far, by player: those of pairs whose games are over, and payments for
    /// cubes that were taken over. Their sum is 0.
    pub fn balance(&self) -> Vec<i64> {
        let mut balance = vec![0; self.line().len()];
        for pair in &self.pairs {
            balance[pair.member] -= i64::from(pair.paid);
            balance[pair.holder] += i64::from(pair.paid);
            let Some(GameResult { winner: Some(winner), points, .. }) = pair.referee.result()
            else {
                continue;
            };
            let of_box = if winner == Self::BOX { i64::from(points) } else { -i64::from(points) };
            balance[self.box_player()] += of_box;
            balance[pair.holder] -= of_box;
        }
        balance
    }

    /// Points of all games so far, by player, including [`Chouette::balance`]. Their sum is 0.
    pub fn scores(&self) -> Vec<i64> {
        self.standing.points.iter().zip(self.balance()).map(|(points, now)| points + now).collect()
    }
}
