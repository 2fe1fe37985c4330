//! Positions to ask about, from games of the engine against itself.

use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{
    Plays, Position,
    random::{GameRng, first_roll, roll},
};

/// Games that are played at most until a position is accepted.
const GAMES: u32 = 50;

/// Plays games at 1-ply until a position before a roll is accepted. `accept` gets the position, for
/// its player on roll, and the number of turns before it. If no position is accepted, returns the
/// last one that was not the end of a game. Turns that are not finished count, but are not offered.
pub(super) fn find(
    evaluator: &mut Evaluator,
    rng: &mut GameRng,
    mut accept: impl FnMut(&mut Evaluator, &mut GameRng, &Position, u32) -> bool,
) -> Position {
    let game = evaluator.game();
    let mut plays = Plays::new(game);
    let mut last = game.start();
    for _ in 0..GAMES {
        let mut position = game.start();
        for turn in 0.. {
            if game.end(&position, None).is_some() {
                break;
            }
            if position.turn_state().stage.is_none() {
                last = position;
                if accept(evaluator, rng, &position, turn) {
                    return position;
                }
            }
            let dice = if turn == 0 { first_roll(game, rng) } else { roll(game, rng) };
            let results = plays.generate_or_pass(&position, dice);
            let best = results[evaluator.best(&position, results, Depth::ONE)];
            (position, _) = best.seen_by_mover();
        }
    }
    last
}
