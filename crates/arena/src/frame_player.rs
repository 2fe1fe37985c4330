//! A player of several games, with one player for each game.

use crate::player::{Player, PlayerError, Turn, Visibility};
use sheshbesh_movegen::{Answer, Game, Situation, Win};

/// Plays each game with the player for that game.
pub struct FramePlayer {
    players: Vec<(Game, Box<dyn Player>)>,
}

impl FramePlayer {
    /// Creates one player for each distinct game.
    ///
    /// # Errors
    /// A player that cannot be created.
    pub fn new(
        games: impl IntoIterator<Item = Game>,
        mut player: impl FnMut(Game) -> Result<Box<dyn Player>, PlayerError>,
    ) -> Result<Self, PlayerError> {
        let mut players: Vec<(Game, Box<dyn Player>)> = Vec::new();
        for game in games {
            if players.iter().all(|(known, _)| *known != game) {
                players.push((game, player(game)?));
            }
        }
        Ok(Self { players })
    }

    fn of(&mut self, game: Game) -> Result<&mut dyn Player, PlayerError> {
        match self.players.iter_mut().find(|(known, _)| *known == game) {
            Some((_, player)) => Ok(&mut **player),
            None => Err(PlayerError {
                player: "frame player".to_owned(),
                problem: format!("{game} is not supported"),
            }),
        }
    }
}

impl Player for FramePlayer {
    fn begin(&mut self, seed: u64) {
        for (_, player) in &mut self.players {
            player.begin(seed);
        }
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        self.of(turn.game)?.choose(turn)
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        self.of(table.game)?.doubles(table)
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        self.of(table.game)?.answer(table)
    }

    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        self.of(table.game)?.raccoons(table)
    }

    fn accepts(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        self.of(table.game)?.accepts(table, visibility, offered)
    }
}
