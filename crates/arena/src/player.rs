//! What a player is.

use sheshbesh_movegen::{Answer, Dice, Game, Position, Side, Situation, Win};

/// What players are shown of a table besides position and roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Cube and score too.
    Cube,
    /// Nothing: games are played for points, without a cube.
    BoardOnly,
}

/// A roll to be played.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game.
    pub game: Game,
    /// Before the roll's play, seen by the player.
    pub position: &'a Position,
    /// The roll.
    pub dice: Dice,
    /// Resulting positions of all legal plays, each seen by the opponent. There are two at least.
    pub results: &'a [Position],
    /// Cube and score, seen by the player; `None` where games are played without a cube.
    pub table: Option<&'a Situation>,
}

/// One who plays. Players are asked only when there is a choice.
pub trait Player: Send {
    /// A game begins. Players that choose by chance start from `seed`, so that the same game is
    /// played the same way on any thread.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// The place in `turn.results` of the play to make.
    ///
    /// # Errors
    /// When the player cannot play, such as a program that does not answer.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError>;

    /// Whether to double before the roll, where the rules allow it. Who knows nothing of the cube
    /// does not.
    ///
    /// # Errors
    /// As [`Player::choose`].
    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        let _ = table;
        Ok(false)
    }

    /// The answer to the double of the opponent, who is on roll in `table`. Who knows nothing of
    /// the cube takes.
    ///
    /// # Errors
    /// As [`Player::choose`].
    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        let _ = table;
        Ok(Answer::Take)
    }

    /// Whether to turn the cube once more after the own double has been beavered.
    ///
    /// # Errors
    /// As [`Player::choose`].
    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        let _ = table;
        Ok(false)
    }

    /// Whether to let the opponent, who is on roll in `table`, resign like this. Who cannot tell
    /// chances accepts what costs as much as the most that can still be lost.
    ///
    /// # Errors
    /// As [`Player::choose`].
    fn accepts(
        &mut self,
        table: &Situation,
        shown: Shown,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        let _ = shown;
        let [.., gammon, backgammon] = table.game.possible(&table.position);
        let most = match (gammon, backgammon) {
            (_, true) => Win::Backgammon,
            (true, false) => Win::Gammon,
            (false, false) => Win::Single,
        };
        // More points than a match still takes cost nothing.
        let enough = table.away().map_or(u32::MAX, |away| away[Side::Opponent].into());
        let cost = |win: Win| table.points_resigned(win, Side::OnRoll).min(enough);
        Ok(cost(offered) >= cost(most))
    }
}

/// Why a player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} cannot play: {problem}")]
pub struct PlayerError {
    /// Who.
    pub player: String,
    /// Why.
    pub problem: String,
}

/// The place of the result with the highest score; the first of equal ones.
pub(crate) fn best_by(results: &[Position], mut score: impl FnMut(&Position) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, result) in results.iter().enumerate() {
        let score = score(result);
        if score > best.1 {
            best = (place, score);
        }
    }
    best.0
}
