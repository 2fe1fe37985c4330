//! Games of a network against itself, for the examples.

#![allow(dead_code, reason = "each example uses a part of it")]

use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{
    Dice, Game, Plays, Position,
    random::{GameRng, first_roll, game_rng, roll},
};

/// A position before a roll is played.
pub struct Turn<'a> {
    pub position: Position,
    pub dice: Dice,
    /// All results of the roll.
    pub results: &'a [Position],
    /// Number of turns of the game before this one.
    pub ply: u32,
}

/// Plays backgammon games of a seed at 1-ply, one after another, until `visit` returns true. Random
/// numbers that `visit` draws come from the game's own dice.
pub fn visit(evaluator: &Evaluator, seed: u64, visit: impl FnMut(&Turn, &mut GameRng) -> bool) {
    visit_games_of(Game::Backgammon, evaluator, seed, visit);
}

/// Same as [`visit`], for any game.
pub fn visit_games_of(
    game: Game,
    evaluator: &Evaluator,
    seed: u64,
    mut visit: impl FnMut(&Turn, &mut GameRng) -> bool,
) {
    let mut evaluator = evaluator.clone();
    let mut plays = Plays::new(game);
    for number in 0.. {
        let mut rng = game_rng(seed, number);
        let mut next = Some(game.start());
        let mut dice = first_roll(game, &mut rng);
        for ply in 0.. {
            let Some(position) = next else { break };
            let results = plays.generate_or_pass(&position, dice);
            if visit(&Turn { position, dice, results, ply }, &mut rng) {
                return;
            }
            let result = results[evaluator.best(&position, results, Depth::ONE)];
            next = game.after_play(dice, &result).position();
            dice = roll(game, &mut rng);
        }
    }
}
