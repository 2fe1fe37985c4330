//! Positions to ask about, from games of the engine against itself.

use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{
    Game, Plays, Position,
    random::{GameRng, opening_dice, roll},
};

/// Games that are played at most until a position is accepted.
const GAMES: u32 = 50;

/// Plays games at 1-ply until a position before a roll is accepted. `accept` gets the position, for
/// its player on roll, and the number of turns before it. If no position is accepted, returns the
/// last one that was not the end of a game.
pub(super) fn find(
    evaluator: &mut Evaluator,
    rng: &mut GameRng,
    mut accept: impl FnMut(&mut Evaluator, &mut GameRng, &Position, u32) -> bool,
) -> Position {
    let game = Game::Backgammon;
    let mut plays = Plays::new(game);
    let mut last = game.start();
    for _ in 0..GAMES {
        let mut position = game.start();
        for turn in 0.. {
            if game.end(&position, None).is_some() {
                break;
            }
            last = position;
            if accept(evaluator, rng, &position, turn) {
                return position;
            }
            let dice = match turn {
                0 => {
                    let [one, other] = opening_dice(rng);
                    sheshbesh_movegen::Dice::new(one, other).expect("dice show 1 to 6")
                }
                _ => roll(game, rng),
            };
            let results = plays.generate_or_pass(&position, dice);
            position = results[evaluator.best(&position, results, Depth::ONE)];
        }
    }
    last
}
