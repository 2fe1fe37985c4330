//! Positions before the roll, from games that the shipped network plays against itself, as position
//! IDs: `cargo run --release -p sheshbesh-evaluator --example positions -- 300`.
//!
//! Arguments: how many (300), the seed of the games (1), and `contact` for positions with contact
//! only. The scripts that compare the engine with others begin here.

use rand::RngExt;
use sheshbesh_evaluator::{
    Evaluator, Network,
    random::{game_rng, opening_roll, roll},
};
use sheshbesh_movegen::{Plays, Variant};

/// About this share of a game's positions is printed.
const SHARE: f64 = 0.1;
/// Plies until a game has left its opening.
const OPENING: u32 = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number(0, 300), number(1, 1));
    let contact_only = arguments.iter().any(|word| word == "contact");
    let mut evaluator = Evaluator::new(Network::shipped());
    let mut plays = Plays::new();
    let mut printed = 0;
    for game in 0.. {
        let mut rng = game_rng(seed, game);
        let mut position = Variant::Backgammon.start();
        let mut dice = opening_roll(&mut rng);
        for ply in 0.. {
            if position.result().is_some() {
                break;
            }
            let fits = ply >= OPENING && (!contact_only || position.has_contact());
            if fits && rng.random_bool(SHARE) {
                println!("{}", position.gnu_id());
                printed += 1;
                if printed == count {
                    return;
                }
            }
            let results = plays.generate_or_pass(&position, dice);
            position = results[evaluator.best_of(&position, results).0];
            dice = roll(&mut rng);
        }
    }
}
