//! The interface of a player.

use sheshbesh_movegen::{Answer, Dice, Game, Position, Side, Situation, Win};

/// Information about a table that players get besides position and roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Cube and score.
    Cube,
    /// None: games are played for points, without a cube.
    BoardOnly,
}

/// A roll to play.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game.
    pub game: Game,
    /// Position before the play, from the player's view.
    pub position: &'a Position,
    /// The roll.
    pub dice: Dice,
    /// Resulting positions of all legal plays, each from the opponent's view; at least two.
    pub results: &'a [Position],
    /// Cube and score, from the player's view; `None` if games are played without a cube.
    pub table: Option<&'a Situation>,
}

/// A player. Players are only asked when they have a choice.
pub trait Player: Send {
    /// Starts a game. Random choices depend on `seed` only, so that the game is played the same way
    /// on any thread.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Chooses a play, and returns its index in `turn.results`.
    ///
    /// # Errors
    /// A player that cannot play, such as a program that does not answer.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError>;

    /// Returns true to double before the roll. Only called if the rules allow a double. By default,
    /// players never double.
    ///
    /// # Errors
    /// Same as [`Player::choose`].
    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        let _ = table;
        Ok(false)
    }

    /// Answers a double of the opponent, who is on roll in `table`. By default, players take.
    ///
    /// # Errors
    /// Same as [`Player::choose`].
    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        let _ = table;
        Ok(Answer::Take)
    }

    /// Returns true to redouble (a raccoon) after the opponent has beavered this player's double.
    ///
    /// # Errors
    /// Same as [`Player::choose`].
    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        let _ = table;
        Ok(false)
    }

    /// Returns true to accept a resignation of the opponent, who is on roll in `table`. By default,
    /// players accept if the resignation costs as much as the largest loss that is still possible.
    ///
    /// # Errors
    /// Same as [`Player::choose`].
    fn accepts(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        let _ = visibility;
        let [.., gammon, backgammon] = table.game.possible(&table.position);
        let most = match (gammon, backgammon) {
            (_, true) => Win::Backgammon,
            (true, false) => Win::Gammon,
            (false, false) => Win::Single,
        };
        // Points beyond the rest of a match cost nothing.
        let enough = table.away().map_or(u32::MAX, |away| away[Side::Opponent].into());
        let cost = |win: Win| table.points_resigned(win, Side::OnRoll).min(enough);
        Ok(cost(offered) >= cost(most))
    }
}

/// Error of a player that cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{player} cannot play: {problem}")]
pub struct PlayerError {
    /// Name of the player.
    pub player: String,
    /// Reason.
    pub problem: String,
}

/// Index of the result with the highest score; the first one if several are equal.
pub(crate) fn best_by(results: &[Position], mut score: impl FnMut(&Position) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, result) in results.iter().enumerate() {
        let value = score(result);
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}
